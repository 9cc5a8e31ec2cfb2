"""What people see of results: notes, tables that fit, objects that show numbers."""

from __future__ import annotations

import json
import re

import pytest
from tests.conftest import ROOT
from tests.helpers import terminal

import partwise as pw

LIGHTHOUSE = ROOT / "examples" / "lighthouse"
QRELS = str(LIGHTHOUSE / "qrels.tsv")
RUNS = [str(LIGHTHOUSE / f"{name}.jsonl") for name in ("large", "medium", "small")]


@pytest.fixture(scope="module")
def results():
    return pw.evaluate(pw.read_qrels(QRELS), map(pw.read_run, RUNS), ["CharR@5", "CharP@5"])


def notes(answer) -> list[str]:
    return [line for line in answer.err.splitlines() if re.match("note|warning|…", line)]


def copies(folder, count):
    text = (LIGHTHOUSE / "small.jsonl").read_text()
    for at in range(count):
        (folder / f"r{at}.jsonl").write_text(text.replace('{"topic"', f'{{"run":"r{at}","topic"'))
    return [f"r{at}.jsonl" for at in range(count)]


def test_the_first_command_has_few_notes(partwise):  # findings 6.1
    answer = partwise("evaluate", QRELS, *RUNS)

    assert len(notes(answer)) <= 4
    assert "note" not in answer.out


def test_twenty_runs_have_the_notes_of_two(partwise, tmp_path):  # findings 6.1
    few = notes(partwise("evaluate", QRELS, *copies(tmp_path, 2)))
    many = notes(partwise("evaluate", QRELS, *copies(tmp_path, 20)))

    assert len(many) == len(few)
    assert "note: 20 runs: 5 tied scores each; ties broken by position" in many


def test_formats_are_told_to_the_verbose(partwise):  # findings 6.1
    assert "was read as" not in partwise("evaluate", QRELS, RUNS[0]).err
    assert (
        f"note: {QRELS} was read as tsv\n" in partwise("evaluate", QRELS, RUNS[0], "--verbose").err
    )


def test_json_keeps_every_note(partwise, tmp_path):  # findings 6.1
    runs = copies(tmp_path, 3)
    saved = json.loads(partwise("evaluate", QRELS, *runs, "--format", "json").out)

    for name in ("r0", "r1", "r2"):
        assert f"{name}: 5 tied scores; ties broken by position" in saved["notes"]
    assert f"{QRELS} was read as tsv" in saved["notes"]


def test_saved_results_repeat_only_warnings(partwise, tmp_path):  # findings 6.1
    words = ("-m", "CharR@5", "--per-topic", "--format", "json", "-o", "a.json")
    done = partwise("evaluate", QRELS, *RUNS, *words)
    assert notes(done)
    saved = json.loads((tmp_path / "a.json").read_text())
    saved["notes"].append("warning: small: none of its 6 documents is judged")
    (tmp_path / "a.json").write_text(json.dumps(saved))

    answer = partwise("compare", "a.json")
    assert notes(answer) == ["warning: small: none of its 6 documents is judged"]
    assert notes(partwise("compare", "a.json", "-q")) == notes(answer)
    kept = json.loads(partwise("compare", "a.json", "--format", "json").out)["notes"]
    assert set(saved["notes"]) <= set(kept)


def on_a_terminal(width: int, *words: str) -> str:
    """Run a command whose output is a terminal of so many columns."""
    shown = terminal("-m", "partwise", *words, columns=width)
    assert shown.code == 0
    text = shown.out.rpartition("\x1b[2K")[2]  # without a bar, which slow machines show
    return re.sub("\x1b\\[[0-9]+m", "", text.replace("\r\n", "\n"))


def test_notes_stand_below_a_table_on_a_terminal():  # findings 6.1
    text = on_a_terminal(120, "evaluate", QRELS, *RUNS, "-m", "CharR@5")
    table, _, below = text.partition("\n\n")

    assert table.splitlines()[0].startswith("run")
    assert below.startswith("note: ")


def test_a_wide_comparison_is_told_run_by_run():  # findings 6.7
    words = (
        "compare",
        QRELS,
        RUNS[2],
        *RUNS[:2],
        "-m",
        "CharR@5",
        "-m",
        "CharP@5",
        "-m",
        "AiP",
        "-q",
    )
    text = on_a_terminal(80, *words)
    blocks = text.split("\n\n")

    assert max(map(len, text.splitlines()[:-1])) <= 80
    assert blocks[0].splitlines()[0] == "large against small"
    assert blocks[0].splitlines()[1].split() == ["CharR@5", "CharP@5", "AiP"]
    assert "95 % interval" in blocks[0]
    assert blocks[1].splitlines()[0] == "medium against small"
    narrow = on_a_terminal(60, *words).split("\n\n")
    assert narrow[0].splitlines()[1].split() == ["CharR@5", "CharP@5"]
    assert narrow[1].splitlines()[0].split() == ["AiP"]


def test_a_shared_user_model_is_said_once(partwise):  # findings 6.5
    model = "Window(before=200, after=200)"
    words = ("evaluate", QRELS, RUNS[2], "-m", "EPRUM(r=1)", "-m", "GR@5", "--nav", model, "-q")

    table = partwise(*words).out.splitlines()
    assert table[0] == f"nav={model}"
    assert table[1].split() == ["run", "EPRUM(r=1)", "GR@5"]
    assert f"GR(nav={model})@5" in partwise(*words, "--format", "tsv").out


@pytest.mark.parametrize(
    "command",
    [
        ("compare", QRELS, *RUNS),
        ("lab", "correlate", QRELS, *RUNS),
        ("lab", "fidelity", QRELS),
        ("lab", "reliability", QRELS, *RUNS, "--variants", "topics", "--count", "5"),
    ],
)
def test_tables_of_other_commands_say_it_once_too(partwise, command):  # findings 6.5
    model = "Window(before=200, after=200)"
    words = (*command, "-m", "EPRUM(r=1)", "-m", "GR@5", "--nav", model, "-q")

    table = partwise(*words).out
    assert table.splitlines()[0] == f"nav={model}"
    assert table.count("nav=") == 1
    assert "GR@5" in table
    assert f"GR(nav={model})@5" in partwise(*words, "--format", "tsv").out


def test_a_model_of_its_own_stays_in_the_name(partwise):  # findings 6.5
    own = "GR(nav=Window(before=1, after=1))@5"
    table = partwise(
        "evaluate", QRELS, RUNS[2], "-m", "GR@5", "-m", own, "--nav", "NoNav", "-q"
    ).out
    assert table.splitlines()[:2] == ["nav=NoNav", f"run      GR@5  {own}"]


def test_results_show_their_numbers(results):  # findings 8.7, 6.10
    assert repr(results) == "Results(3 runs, 2 measures, 12 topics)"
    assert str(results).splitlines()[0].split() == ["run", "CharR@5", "CharP@5"]
    assert "<td" in results._repr_html_()


def test_one_is_not_many():  # findings 6.10
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5])
    run = pw.Run.from_columns(topic=["q"], doc=["d"], start=[0], end=[5], rank=[1])
    assert repr(pw.evaluate(qrels, run, ["CharR"])) == "Results(1 run, 1 measure, 1 topic)"


def test_comparisons_show_themselves(results):  # findings 8.7
    found = pw.compare(results, baseline="small")

    assert repr(found) == "Comparisons(2 runs against small, 2 measures, 12 topics)"
    assert "CharR@5" in str(found)
    assert "<table>" in found._repr_html_()


def test_at_most_twenty_rows_are_shown():  # findings 8.7
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5])
    runs = [
        pw.Run.from_columns(name=f"r{n}", topic=["q"], doc=["d"], start=[0], end=[5], rank=[1])
        for n in range(25)
    ]
    shown = str(pw.evaluate(qrels, runs, ["CharR"])).splitlines()

    assert len(shown) == 2 + 20 + 1
    assert shown[-1] == "… and 5 more rows"


def test_html_is_escaped():  # findings 8.7
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5])
    run = pw.Run.from_columns(name="<b>", topic=["q"], doc=["d"], start=[0], end=[5], rank=[1])
    assert "&lt;b&gt;" in pw.evaluate(qrels, run, ["CharR"])._repr_html_()


def test_verdicts(partwise, tmp_path):  # findings 6.8, 12.53
    text = partwise("compare", QRELS, RUNS[2], RUNS[0], "-m", "CharR@5").out
    assert text.splitlines()[-1] == (
        "No difference is significant at 0.05 after Holm (1 tested); "
        "with 12 topics a difference of 0.186 would usually be detected."
    )
    text = partwise("compare", QRELS, RUNS[2], RUNS[0], "-m", "CharP@5").out
    assert text.splitlines()[-1].startswith("1 of 1 difference is significant at 0.05 after Holm")


def test_no_mean(partwise, tmp_path):  # findings 6.11
    (tmp_path / "zero").write_text("q1 0 d7 0\n")
    (tmp_path / "r7").write_text("q1 Q0 d7 1 2 x\n")

    answer = partwise("evaluate", "zero", "r7", "-m", "AP")
    assert "note: AP: undefined for all 1 topic (no relevant document); no mean\n" in answer.err


def test_words_of_ties(partwise, tmp_path):  # findings 6.2, 3.14, 12.28
    (tmp_path / "q.tsv").write_text("topic\tdoc\tgrade\nq\ta\t1\n")
    (tmp_path / "r").write_text("q Q0 a 1 1.0 x\nq Q0 b 2 1.0 x\n")
    answer = partwise("evaluate", "q.tsv", "r", "-m", "P@1")
    assert "1 tied score; ties broken by document id (descending), then position\n" in answer.err
    assert "x: a tie spans the cutoff 1 in topic q\n" in answer.err

    (tmp_path / "p.tsv").write_text("topic\tdoc\tstart\tend\nq\ta\t0\t5\n")
    rows = "q\ta\t0\t5\t1\nq\ta\t5\t9\t1\n"
    (tmp_path / "s.tsv").write_text(f"topic\tdoc\tstart\tend\tscore\n{rows}")
    answer = partwise("evaluate", "p.tsv", "s.tsv", "-m", "CharR@1")
    assert "s: 1 tied score; ties broken by position\n" in answer.err


def test_a_doubtful_format_is_told(partwise, tmp_path):  # findings 6.1
    (tmp_path / "q").write_text("q1 0 7 1\n")
    lines = [f"q1 0 {rank} {rank} {99 - rank} 7\n" for rank in range(1, 31)]
    (tmp_path / "run.txt").write_text("".join([*lines, "q1 0 31 31 1 x\n"]))

    told = "note: run.txt read as trec-run (it could be genomics-run; use --format-run)\n"
    assert told in partwise("evaluate", "q", "run.txt", "-m", "AP").err
    answer = partwise("evaluate", "q", "run.txt", "-m", "AP", "--format-run", "trec-run")
    assert "it could be" not in answer.err
