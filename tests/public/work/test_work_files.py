"""Buckets of run files of every kind: output, notes and errors of a plain evaluation."""

from __future__ import annotations

import gzip
import json
import random

import polars as pl
import pytest
from tests.helpers import answer, small_blocks

HEADER = "topic\tdoc\tstart\tend\tscore"
ENDED = ("--per-topic", "--format", "json", "--verbose")
WORDS = ("-m", "CharR@5", "-m", "AP", "-m", "P@3")


def rows():
    """Rows of eleven judged topics and one that is not, in no order."""
    numbers, found = random.Random(4), []
    for topic in (*range(11), "x"):
        for _ in range(9):
            start = numbers.randrange(90)
            end = start + numbers.randrange(1, 40)
            found.append((f"t{topic}", f"d{numbers.randrange(7)}", start, end, len(found) % 13))
    numbers.shuffle(found)
    return found


ROWS = rows()
TSV = "\n".join([HEADER, *("\t".join(map(str, row)) for row in ROWS)]) + "\n"


def trec(tag):
    """A TREC run; `tag` names the system of each row."""
    first = {(topic, doc): score for topic, doc, *_, score in ROWS}
    lines = enumerate(f"{t} Q0 {d} {s} {s}" for (t, d), s in first.items())
    return "".join(f"{line} {tag(number)}\n" for number, line in lines)


def json_lines(topic):
    """Lines of JSON; `topic` spells the topic."""
    names = ("topic", "doc", "start", "end", "score")
    cells = (dict(zip(names, (topic(row[0]), *row[1:]), strict=True)) for row in ROWS)
    return "".join(json.dumps(row) + "\n\n" for row in cells)


QUOTED = "topic,doc,start,end,score,note\n" + "".join(
    f'{t},"{d}",{a},{b},{s},"x ""y""\nz"\n' for t, d, a, b, s in ROWS
)
FILES = {
    "plain.tsv": TSV,
    "crlf.tsv": TSV.replace("\n", "\r\n"),
    "commas.csv": TSV.replace("\t", ","),
    "quoted.csv": QUOTED,
    "lines.jsonl": json_lines(str),
    "numbers.jsonl": json_lines(lambda name: 7 if name == "t7" else name),
    "halves.jsonl": json_lines(lambda name: 1.5 if name == "t3" else name),
    "blanks.tsv": TSV.replace("\nt4\t", "\n t4\t"),
    "last.tsv": TSV + "t5\td1\tx\ty\t1\nt7\td1\t9\t1\t1\n",
    "bare.tsv": TSV + "t11\nt99\n",
    "named.run": trec(lambda _: "tide"),
    "tags.run": trec(lambda n: "ebb" if n % 7 else "tide"),
    "late.run": trec(lambda n: "ebb" if n < 50 else "tide"),
    "others.tsv": TSV.replace("\nt", "\nz"),
    "texts.tsv": f"{HEADER}\ttext\n"
    + "".join(f"{t}\t{d}\t{a}\t{b}\t{s}\t{'x' * (b - a + 1)}\n" for t, d, a, b, s in ROWS),
}
BYTES = {
    "packed.tsv.gz": lambda: gzip.compress(TSV.encode()),
    "marked.tsv": lambda: b"\xef\xbb\xbf" + TSV.encode(),
    "latin.tsv": lambda: TSV.replace("d3", "d\u00e9").encode("latin-1"),
}
HOW = {"marked.tsv": ("--lenient",), "latin.tsv": ("--encoding", "latin-1")}


@pytest.fixture
def folder(tmp_path):
    """Judgements of twelve topics."""
    judged = [f"t{t}\td{d}\t{d}\t{d + 30}\t200" for t in range(12) for d in (t % 5, (t + 2) % 5)]
    (tmp_path / "q.tsv").write_text("\n".join(["topic\tdoc\tstart\tend\tlength", *judged]) + "\n")
    return tmp_path


@pytest.mark.parametrize("size", [1 << 21, 300])
@pytest.mark.parametrize("name", [*FILES, *BYTES, "rows.parquet"])
def test_buckets_of_files_change_nothing(folder, name, size, monkeypatch):
    if name in BYTES:
        (folder / name).write_bytes(BYTES[name]())
    elif name == "rows.parquet":
        (folder / "r.tsv").write_text(TSV)
        pl.read_csv(folder / "r.tsv", separator="\t").write_parquet(folder / name)
    else:
        (folder / name).write_bytes(FILES[name].encode())
    how = HOW.get(name, ())
    small_blocks(monkeypatch, size)
    plain = answer(folder, "evaluate", "q.tsv", name, *WORDS, *how, *ENDED)

    made = answer(folder, "bucket", "q.tsv", name, "-o", "b", "-n", 3, *how)
    if made.code:  # what is wrong with the first rows is told at once
        assert (made.code, made.err) == (plain.code, plain.err)
        return
    assert answer(folder, "evaluate", "b", *WORDS, *ENDED) == plain
    parts = []
    for number in range(3):
        part = ("--bucket", f"{number}/3", "-o", f"part-{number}")
        parts.append(answer(folder, "evaluate", "q.tsv", name, *WORDS, *how, *part))
    if plain.code:
        errors = {part.err for part in parts if part.code}
        assert errors <= {plain.err}
        assert errors or answer(folder, "merge", "part-0", "part-1", "part-2").err == plain.err
    else:
        assert answer(folder, "merge", "part-2", "part-0", "part-1", *ENDED) == plain


def test_names_of_runs_are_those_of_a_plain_evaluation(folder, monkeypatch):
    small_blocks(monkeypatch, 300)
    for place in ("a", "b"):
        (folder / place).mkdir()
        (folder / place / "late.run").write_text(FILES["late.run"])
        (folder / place / "named.run").write_text(FILES["named.run"])
    runs = [f"{place}/{name}.run" for place in "ab" for name in ("late", "named")]
    plain = answer(folder, "evaluate", "q.tsv", *runs, *WORDS, *ENDED)
    assert [run["run"] for run in json.loads(plain.out)["runs"]] == [
        "late", "tide", "late#2", "tide#2",
    ]  # fmt: skip

    assert answer(folder, "bucket", "q.tsv", *runs, "-o", "w", "-n", 2).code == 0
    assert answer(folder, "evaluate", "w", *WORDS, *ENDED) == plain


def test_two_writers_of_a_folder_do_not_mix_their_rows(folder):
    (folder / "a.tsv").write_text(TSV)
    (folder / "b.tsv").write_text(TSV.replace("d3", "d4"))
    (folder / "w" / "runs").mkdir(parents=True)
    fcntl = pytest.importorskip("fcntl", reason="needs locks of POSIX")
    with (folder / "w" / "runs" / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = answer(folder, "bucket", "q.tsv", "a.tsv", "-o", "w", "-n", 2, "--resume")
    assert (made.code, made.err) == (2, "w is written by another process. Use another folder\n")
    assert not (folder / "w" / "manifest.json").exists()
    made = answer(folder, "bucket", "q.tsv", "a.tsv", "-o", "w", "-n", 2, "--resume")
    assert made.code == 0
    assert sorted(place.name for place in (folder / "w").iterdir()) == [
        "inputs", "manifest.json", "runs",
    ]  # fmt: skip
