"""``partwise evaluate`` from words to files."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from tests.cli.conftest import RUN

MEASURES = ["-m", "CharR", "-m", "CharP@3", "-m", "CE(LE(screen=10))@5"]
EXPECTED = {"CharR": 70 / 85, "CharP@3": 20 / 90, "CE(LE(screen=10))@5": 13.0}


def tsv(text: str) -> dict[tuple[str, str, str], str]:
    rows = list(csv.DictReader(io.StringIO(text), delimiter="\t"))
    return {(row["run"], row["topic"], row["measure"]): row["value"] for row in rows}


def test_tsv_has_full_precision(partwise, fixture_files):
    answer = partwise(
        "evaluate", "qrels.tsv", "one.tsv", *MEASURES, "--per-topic", "--format", "tsv"
    )

    assert answer.code == 0
    values = tsv(answer.out)
    assert answer.out.splitlines()[0] == "run\ttopic\tmeasure\tvalue"
    for measure, value in EXPECTED.items():
        assert float(values["one", "1", measure]) == pytest.approx(value, abs=1e-15)
        assert float(values["one", "all", measure]) == pytest.approx(value, abs=1e-15)
    topics = [line.split("\t")[1] for line in answer.out.splitlines()[1:]]
    assert topics == ["1"] * 3 + ["all"] * 3


def test_json_has_the_shape_of_the_contract(partwise, fixture_files):
    answer = partwise("evaluate", "qrels.tsv", "one.tsv", *MEASURES, "--format", "json")

    data = json.loads(answer.out)
    assert list(data) == ["partwise", "options", "inputs", "topics", "runs", "notes"]
    assert data["topics"] == {"judged": 1, "run": 1, "ignored": 0, "empty": 0}
    assert data["runs"][0]["run"] == "one"
    entry = data["runs"][0]["values"][0]
    assert entry == {"measure": "CharR", "mean": pytest.approx(70 / 85), "undefined": 0}
    full = partwise(
        "evaluate", "qrels.tsv", "one.tsv", "-m", "CharR", "--format", "json", "--per-topic"
    )
    assert json.loads(full.out)["runs"][0]["values"][0]["topics"] == {"1": pytest.approx(70 / 85)}


def test_every_format_is_written(partwise, fixture_files):
    for form in ("table", "tsv", "csv", "json", "jsonl", "md", "latex", "parquet"):
        target = fixture_files / f"out.{form}"
        answer = partwise(
            "evaluate", "qrels.tsv", "one.tsv", *MEASURES, "--format", form, "-o", target, "-q"
        )
        assert (answer.code, answer.out, answer.err) == (0, "", "")
        assert target.stat().st_size > 0
    frame = pl.read_parquet(fixture_files / "out.parquet")
    assert frame.columns == ["run", "topic", "measure", "value"]
    assert frame["value"].to_list() == pytest.approx(list(EXPECTED.values()))
    lines = (fixture_files / "out.jsonl").read_text().splitlines()
    assert json.loads(lines[0])["value"] == pytest.approx(70 / 85)
    assert "0.8235" in (fixture_files / "out.md").read_text()
    assert r"$\downarrow$" in (fixture_files / "out.latex").read_text()


def test_the_table_marks_direction_and_shows_notes(partwise, fixture_files):
    answer = partwise("evaluate", "qrels.tsv", "one.tsv", *MEASURES)

    assert "CE(LE(screen=10))@5 ↓" in answer.out
    assert "0.8235" in answer.out
    assert "note: " in answer.err
    assert "note: " not in answer.out


def test_default_measures_follow_the_assessments(partwise, fixture_files):
    spans = partwise("evaluate", "qrels.tsv", "one.tsv", "--lenient", "--format", "tsv")
    assert ("one", "all", "CharR(budget=4000)") in tsv(spans.out)
    (fixture_files / "q.txt").write_text("301 0 a 1\n301 0 b 0\n")
    (fixture_files / "r.txt").write_text("301 Q0 b 1 2.0 tag\n301 Q0 a 2 1.0 tag\n")
    documents = partwise("evaluate", "q.txt", "r.txt", "--format", "tsv")
    assert float(tsv(documents.out)["tag", "all", "AP"]) == 0.5


def test_gates(partwise, fixture_files):
    def gate(*conditions: str):
        words = [word for c in conditions for word in ("--fail-under", c)]
        return partwise("evaluate", "qrels.tsv", "one.tsv", "-m", "CharR", *words)

    assert gate("CharR=0.8").code == 0
    failed = gate("CharR=0.9", "CharP=0.1")
    assert failed.code == 1
    assert "failed: one: CharR 0.8235 < 0.9" in failed.err
    assert gate("CE(LE(screen=10))@5=13").code == 0
    assert gate("CE(LE(screen=10))@5=12").code == 1
    assert gate("CharR").code == 2
    assert gate("Chr=1").code == 2


def test_measures_from_a_file(partwise, fixture_files):
    (fixture_files / "m.txt").write_text("# mine\nCharR\n\nCharP@3\n")

    answer = partwise(
        "evaluate", "qrels.tsv", "one.tsv", "-m", "@m.txt", "-m", "CharR", "--format", "tsv"
    )

    assert [measure for _, _, measure in tsv(answer.out)] == ["CharR", "CharP@3"]
    assert partwise("evaluate", "qrels.tsv", "one.tsv", "-m", "@no.txt").code == 2


def test_compressed_and_standard_input(partwise, fixture_files):
    packed = gzip.compress((fixture_files / "one.tsv").read_bytes())
    (fixture_files / "packed.tsv.gz").write_bytes(packed)

    plain = partwise("evaluate", "qrels.tsv", "one.tsv", "-m", "CharR", "--format", "tsv")
    zipped = partwise("evaluate", "qrels.tsv", "packed.tsv.gz", "-m", "CharR", "--format", "tsv")
    piped = partwise("evaluate", "qrels.tsv", "-", "-m", "CharR", "--format", "tsv", stdin=packed)

    number = plain.out.split()[-1]
    assert zipped.out.split()[-1] == number
    assert piped.out.split()[-1] == number
    assert "packed" in zipped.out
    assert partwise("evaluate", "-", "-", stdin=b"").code == 2


def test_runs_of_one_name_are_told_apart(partwise, fixture_files):
    answer = partwise(
        "evaluate", "qrels.tsv", "one.tsv", "one.tsv", "-m", "CharR", "--format", "tsv"
    )

    assert {run for run, _, _ in tsv(answer.out)} == {"one", "one#2"}
    assert "it is shown as one#2" in answer.err


def test_topics_missing_ignored_and_common(partwise, fixture_files):
    with (fixture_files / "qrels.tsv").open("a") as out:
        out.write("2\tA\t0\t10\t100\n3\tC\t0\t5\t80\n")
    with (fixture_files / "one.tsv").open("a") as out:
        out.write("9\tA\t0\t10\t1\n")

    everything = partwise("evaluate", "qrels.tsv", "one.tsv", "-m", "CharR", "--format", "tsv")
    common = partwise(
        "evaluate", "qrels.tsv", "one.tsv", "-m", "CharR", "--format", "tsv", "--topics", "common"
    )

    assert float(tsv(everything.out)["one", "all", "CharR"]) == pytest.approx(70 / 85 / 3)
    assert float(tsv(common.out)["one", "all", "CharR"]) == pytest.approx(70 / 85)
    assert "2 judged topics without results (2, 3)" in everything.err
    assert "1 topic without assessments ignored (9)" in everything.err


def test_undefined_topics(partwise, fixture_files):
    with (fixture_files / "qrels.tsv").open("a") as out:
        out.write("2\tA\t\t\t100\n")
    text = (fixture_files / "qrels.tsv").read_text()
    header, *rows = text.splitlines()
    rows = [row + ("\t0" if row.startswith("2") else "\t1") for row in rows]
    (fixture_files / "qrels.tsv").write_text("\n".join([header + "\tgrade", *rows]) + "\n")
    words = ("evaluate", "qrels.tsv", "one.tsv", "-m", "CharR", "--per-topic", "--format")

    skipped = partwise(*words, "json")
    counted = partwise(*words, "json", "--undefined", "zero")

    entry = json.loads(skipped.out)["runs"][0]["values"][0]
    assert entry["topics"]["2"] is None
    assert entry["undefined"] == 1
    assert entry["mean"] == pytest.approx(70 / 85)
    assert "undefined for 1 of 2 topics (no relevant text); left out of the mean" in skipped.err
    entry = json.loads(counted.out)["runs"][0]["values"][0]
    assert entry["mean"] == pytest.approx(70 / 85 / 2)
    assert tsv(partwise(*words, "tsv").out)["one", "2", "CharR"] == ""


def test_whole_documents(partwise, fixture_files):
    lengths = "doc\tlength\nC\t80\n"
    (fixture_files / "lengths.tsv").write_text(lengths)

    answer = partwise(
        "evaluate",
        "qrels.tsv",
        "one.tsv",
        "-m",
        "CharR",
        "-m",
        "CharP",
        "--whole-documents",
        "--lengths",
        "lengths.tsv",
        "--format",
        "tsv",
    )

    assert float(tsv(answer.out)["one", "all", "CharR"]) == pytest.approx(80 / 85)
    assert float(tsv(answer.out)["one", "all", "CharP"]) == pytest.approx(80 / 230)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["-m", "CharX"], 'there is no measure "CharX"'),
        (["-m", "CharR@0.5"], "cutoff must be a rank"),
        (["--preset", "rage"], 'there is no preset "rage"'),
        (["--structure", "none.parquet"], "none.parquet"),
        (["--assessor", "bob"], 'no assessor "bob"'),
    ],
)
def test_usage_errors_write_nothing(partwise, fixture_files, words, says):
    target = fixture_files / "out.json"
    target.write_text("old")

    answer = partwise("evaluate", "qrels.tsv", "one.tsv", *words, "-o", target)

    assert answer.code == 2
    assert says in answer.err
    assert answer.out == ""
    assert target.read_text() == "old"


def test_no_common_topics(partwise, fixture_files):
    (fixture_files / "other.tsv").write_text(
        "topic\tdoc\tstart\tend\tscore\n8\tA\t0\t5\t1\n9\tA\t0\t5\t1\n"
    )

    answer = partwise("evaluate", "qrels.tsv", "other.tsv")

    assert answer.code == 2
    assert (
        answer.err.strip()
        == "other.tsv: none of its 2 topics is in the qrels (run: 8..9, qrels: 1..)"
    )


def test_unknown_length_names_the_line(partwise, fixture_files):
    (fixture_files / "whole.tsv").write_text("topic\tdoc\tscore\n1\tA\t3\n\n1\tZ\t2\n")

    answer = partwise("evaluate", "qrels.tsv", "whole.tsv", "-m", "CharP")

    assert answer.code == 2
    assert answer.err.strip() == (
        "whole.tsv:4: the length of document Z is not known, and CharP needs it. "
        "Use --lengths FILE or --structure FILE, or a column length in the assessments"
    )
    assert partwise("evaluate", "qrels.tsv", "whole.tsv", "-m", "CharR").code == 0


def test_a_target_that_cannot_be_written(partwise, fixture_files):
    answer = partwise("evaluate", "qrels.tsv", "one.tsv", "-m", "CharR", "-o", "no/such/out.tsv")

    assert answer.code == 2
    assert "no/such" in answer.err


TO_FILE = [
    sys.executable,
    "-m",
    "partwise",
    "evaluate",
    "qrels.tsv",
    "one.tsv",
    "-m",
    "CharR",
    "-q",
]


def test_a_full_disk_leaves_the_old_file(fixture_files):
    resource = pytest.importorskip("resource", reason="needs limits of POSIX")
    (fixture_files / "out.tsv").write_text("old")

    done = subprocess.run(
        [*TO_FILE, "-o", "out.tsv"], cwd=fixture_files, capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10)),
    )  # fmt: skip

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("out.tsv: cannot be written (file too large")
    assert (fixture_files / "out.tsv").read_text() == "old"
    assert sorted(path.name for path in fixture_files.iterdir()) == [
        "one.tsv", "out.tsv", "qrels.tsv",
    ]  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_written_to_and_not_replaced(fixture_files):
    pipe = fixture_files / "pipe.tsv"
    os.mkfifo(pipe)

    with subprocess.Popen([*TO_FILE, "-o", "pipe.tsv"], cwd=fixture_files) as process:
        descriptor = os.open(pipe, os.O_RDWR)  # a reader that does not wait for a writer
        assert process.wait(600) == 0
        text = os.read(descriptor, 65536)
        os.close(descriptor)

    assert text == f"run\ttopic\tmeasure\tvalue\none\tall\tCharR\t{70 / 85}\n".encode()
    assert pipe.is_fifo()


def test_as_a_process(partwise_process, fixture_files):
    answer = partwise_process("evaluate", "qrels.tsv", "-", "-m", "CharR", stdin=RUN.encode())

    assert answer.code == 0
    assert "0.8235" in answer.out
    assert partwise_process("evaluate", "qrels.tsv", "no.tsv").code == 2


def test_unknown_command(partwise):
    answer = partwise("evalute")

    assert answer.code == 2
    assert "Did you mean evaluate?" in answer.err


def test_debug_keeps_the_exit_code(partwise_process, fixture_files):
    answer = partwise_process("evaluate", "qrels.tsv", "no.tsv", "--debug", traceback=True)

    assert answer.code == 2
    assert "Traceback" in answer.err


def test_notes_carry_the_name_of_their_run(partwise, tmp_path):
    (tmp_path / "q.txt").write_text("301 0 a 1\n302 0 a 1\n")
    (tmp_path / "one.txt").write_text("301 Q0 a 1 2.0 same\n302 Q0 a 1 2.0 same\n")
    (tmp_path / "two.txt").write_text("301 Q0 a 1 2.0 same\n")

    answer = partwise("evaluate", "q.txt", "one.txt", "two.txt")

    assert "note: same#2: 1 judged topic without results (302)" in answer.err


def test_bad_measures_in_a_file_name_their_lines(partwise, fixture_files):
    (fixture_files / "m.txt").write_text("CharR\nChar\n# fine\nCharP@0\n")

    answer = partwise("evaluate", "qrels.tsv", "one.tsv", "-m", "@m.txt")

    assert answer.code == 2
    assert [line.partition(": ")[0] for line in answer.err.splitlines()] == ["m.txt:2", "m.txt:4"]
    assert partwise("evaluate", "qrels.tsv", "one.tsv", "-m", "@").code == 2


def test_common_topics_are_not_undefined(partwise, tmp_path):
    (tmp_path / "q.txt").write_text("301 0 a 1\n302 0 a 1\n")
    (tmp_path / "r.txt").write_text("301 Q0 a 1 2.0 t\n")

    answer = partwise("evaluate", "q.txt", "r.txt", "--topics", "common", "--format", "json")

    assert json.loads(answer.out)["runs"][0]["values"][0]["undefined"] == 0


def test_lengths_missing_in_the_assessments_name_their_line(partwise, tmp_path):
    (tmp_path / "q.tsv").write_text("topic\tdoc\tgrade\n1\tA\t1\n")
    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\tscore\n1\tA\t0\t5\t1\n")

    answer = partwise("evaluate", "q.tsv", "r.tsv", "-m", "gP(F)@3")

    assert answer.err.startswith("q.tsv:2: the length of document A is not known, and gP needs it")


def test_missing_tokens_name_their_line(partwise, fixture_files):
    answer = partwise("evaluate", "qrels.tsv", "one.tsv", "-m", "CharR(budget=9, unit=tokens)")

    assert answer.code == 2
    assert answer.err.startswith("one.tsv:2: ")


full_disk = pytest.mark.skipif(
    not Path("/dev/full").is_char_device(), reason="needs the device /dev/full, a full disk"
)


@full_disk
def test_a_closed_standard_error_is_not_a_failed_gate(fixture_files):
    words = [sys.executable, "-m", "partwise", "evaluate", "qrels.tsv", "one.tsv", "-m", "CharR"]
    with Path("/dev/full").open("wb") as full:
        noted = subprocess.run(
            [*words, "--format", "tsv"], cwd=fixture_files, stderr=full, check=False
        )
        shown = subprocess.run(
            words, cwd=fixture_files, stdout=full, capture_output=False, check=False
        )

    assert noted.returncode in (0, 2)
    assert shown.returncode == 2


def test_long_lists_and_repeated_documents_are_noted(partwise, tmp_path):
    (tmp_path / "q.txt").write_text("1 0 d7 1\n")
    rows = "".join(f"1\td{i}\t{9999 - i}\n" for i in range(1600))
    (tmp_path / "r.tsv").write_text(f"topic\tdoc\tscore\n{rows}1\td7\t1\n")

    answer = partwise("evaluate", "q.txt", "r.tsv", "-m", "RR")

    assert "r: 1 topic has more than 1,500 results; all count" in answer.err
    assert "r: 1 result lists a document again; it counts at its first rank" in answer.err


def test_elements_with_a_single_grade_have_a_default(partwise, tmp_path):
    (tmp_path / "q.tsv").write_text("topic\tdoc\telement\tgrade\n1\td\t/a[1]/b[1]\t2\n")
    (tmp_path / "r.tsv").write_text("topic\tdoc\telement\tscore\n1\td\t/a[1]/b[2]\t1\n")
    (tmp_path / "d.xml").write_text("<a><b>one two</b><b>three</b></a>")
    assert partwise("structure", "d.xml", "-o", "s.tsv").code == 0

    answer = partwise("evaluate", "q.tsv", "r.tsv", "--structure", "s.tsv", "--format", "tsv")

    assert answer.code == 0
    assert ("r", "all", "AEPRUM") in tsv(answer.out)
    refused = partwise("evaluate", "q.tsv", "r.tsv", "-m", "CharR")
    assert refused.code == 2
    assert refused.err.strip() == (
        "these assessments grade elements; character measures need highlighted spans"
    )


def test_documents_that_would_meet_otherwise(partwise, tmp_path):  # findings 1.5
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\tlength\nq\td\t10\t20\t1000\n")
    line = '{"topic":"q","doc":"%s","start":10,"end":20,"score":%d}\n'
    (tmp_path / "p.jsonl").write_text(line % ("corpora/d.md", 2))
    words = ["evaluate", "q.tsv", "p.jsonl", "-m", "CharR@5"]
    answer = partwise(*words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        'p.jsonl: none of its 1 document is judged, but "corpora/d.md" would be "d" without folder '
        "and suffix. Use --doc-ids stem to match them so, or --doc-ids exact to go on\n"
    )
    assert "1.0000" in partwise(*words, "--doc-ids", "stem", "-q").out
    exact = partwise(*words, "--doc-ids", "exact")
    assert exact.code == 0
    assert exact.err.startswith("warning: p: none of its 1 document is judged (run: corpora/d.md..")
    (tmp_path / "p.jsonl").write_text(line % ("corpora/d.md", 2) + line % ("d", 1))
    assert partwise(*words).err.startswith(
        "warning: p: 1 document would be judged under --doc-ids stem "
        '("corpora/d.md" in the run, "d" in the assessments)\n'
    )


@full_disk
@pytest.mark.parametrize("buffered", ["", "1"])
@pytest.mark.parametrize("words", [("check", "qrels.tsv"), ("evaluate", "qrels.tsv", "one.tsv")])
def test_a_full_disk_is_bad_input_however_python_buffers(fixture_files, words, buffered):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "partwise", *words],
            cwd=fixture_files,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": buffered},
        )

    assert done.returncode == 2
    assert b"Exception ignored" not in done.stderr
