"""Files that commands read: options that decide how, and standard input."""

from __future__ import annotations

import json

import pytest

import partwise as pw


@pytest.mark.parametrize(
    "words",
    [
        ("evaluate", "-", "-"),
        ("evaluate", "-", "one.tsv", "-"),
        ("compare", "qrels.tsv", "-", "-"),
        ("lab", "correlate", "-", "-"),
        ("check", "-", "-"),
    ],
)
def test_standard_input_is_read_once(partwise, fixture_files, words):
    answer = partwise(*words)

    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "standard input (-) can be read only once\n"


def test_a_command_without_options_reads_as_python_does(partwise, fixture_files):
    (fixture_files / "lengths.tsv").write_text("doc\tlength\nA\t100\nB\t50\nC\t80\nD\t40\n")
    (fixture_files / "parts.tsv").write_text(
        "doc\tstart\tend\nA\t0\t20\nA\t10\t40\nB\t0\t50\nC\t0\t40\n"
    )
    measures = ["CharR@2", "Ceiling(CharR)@2", "CharP@2"]
    words = [word for measure in measures for word in ("-m", measure)]
    tables = ("--lengths", "lengths.tsv", "--inventory", "parts.tsv")

    answer = partwise("evaluate", "qrels.tsv", "one.tsv", *words, *tables, "--format", "json")

    assert answer.code == 0, answer.err
    values = json.loads(answer.out)["runs"][0]["values"]
    same = pw.evaluate(
        pw.read_qrels(fixture_files / "qrels.tsv"),
        pw.read_run(fixture_files / "one.tsv"),
        measures,
        lengths=pw.read_lengths(fixture_files / "lengths.tsv"),
        inventory=pw.read_inventory(fixture_files / "parts.tsv"),
    )
    assert [value["mean"] for value in values] == [same.mean("one", name) for name in measures]


RUN = "topic\tsource\tstart\tend\tscore\n1\tA\t0\t3\t1\n1\tA\t10\t30\t2\n1\tC\t\t\t3\n"


def test_options_decide_how_tables_are_read(partwise, fixture_files):
    (fixture_files / "run.tsv").write_text(RUN)
    words = ("evaluate", "qrels.tsv", "run.tsv", "-m", "CharR@1", "--format", "tsv")
    how = ("--columns", "doc=source", "--missing", "skip")

    by_score = partwise(*words, *how)
    by_line = partwise(*words, *how, "--order", "file")

    assert by_score.out.endswith(f"CharR@1\t{20 / 85}\n")
    assert by_line.out.endswith("CharR@1\t0.0\n")
    assert (
        "run.tsv:4: no place in a table that has places (1 such row). Use --missing"
        in partwise(*words, *how[:2]).err
    )


def test_columns_that_no_file_has_are_refused(partwise, fixture_files):
    words = ("evaluate", "qrels.tsv", "one.tsv", "-m", "CharR", "--columns", "doc=source")

    answer = partwise(*words)

    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "--columns doc=source: no file has a column source\n"


@pytest.mark.parametrize(("unit", "shown"), [("codepoint", 3), ("byte", 2)])
def test_texts_turn_offsets(partwise, tmp_path, unit, shown):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "d.txt").write_text("äbcdef", encoding="utf-8")
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\n1\td\t0\t4\n")
    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\tscore\n1\td\t0\t3\t1\n")
    words = ("evaluate", "q.tsv", "r.tsv", "-m", "CharR@1", "--format", "tsv")

    answer = partwise(*words, "--texts", "texts", "--unit", unit)

    # four code points of assessments are three where ä takes two bytes; so for the run's three
    relevant = {"codepoint": 4, "byte": 3}[unit]
    assert answer.code == 0, answer.err
    assert answer.out.endswith(f"CharR@1\t{shown / relevant}\n")
