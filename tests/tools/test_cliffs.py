"""The benchmark of cliffs: variants of a command beside the plain one, and a table of ratios."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.helpers import answer

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.cliffs import (  # noqa: E402
    CASES,
    CLIFFS,
    EQUAL,
    HEAD,
    NOT_MEASURED,
    compare_values,
    table_rows,
)
from benchmarks.process import Cost  # noqa: E402

TWO_TOPICS = 0.002
OWN_PROCESSES = re.compile("--jobs|--engine|500 runs")


def test_a_table_of_ratios_to_the_plain_command():
    words = ["-m", "benchmarks.cliffs", "--rows", "2000", "--turns", "1", "--only"]
    pattern = "^(options: (-m AP|--per-topic)|order-tsv: a topic comes back)$"
    done = subprocess.run(
        [sys.executable, *words, pattern],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
    )
    head, rule, *rows, versions, last = done.stdout.splitlines()
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]
    n_met, n_targets = map(int, re.findall(r"\d+", last))

    assert head == HEAD
    assert {len(row) for row in cells} == {head.count("|") - 1, rule.count("---")} == {10}
    assert [row[:2] for row in cells] == [
        ["options", "plain"],
        ["options", "-m AP"],
        ["options", "--per-topic"],
        ["order-tsv", "plain"],
        ["order-tsv", "a topic comes back"],
    ]
    assert all(float(cell) > 0 for row in cells for cell in row[2:8])
    assert [row[3:8:2] for row in cells if row[1] == "plain"] == [["1.00"] * 3] * 2
    assert [row[8] for row in cells] == ["", *["CPU 1.5 x, MB 1.5 x"] * 2, "", "CPU 4 x, MB 250"]
    assert all(row[9] == "met" or row[9].startswith("MISSED: ") for row in cells if row[8])
    assert versions.startswith("2,000 rows; ")
    assert last == f"cliffs: {n_met} of 6 targets met"
    assert done.returncode == (0 if n_met == n_targets else 1)
    assert done.stderr.count(EQUAL) == 2


def test_a_pattern_without_a_variant_is_refused():
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.cliffs", "--only", "nowhere"],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
    )

    assert done.returncode == 2
    assert "no variant matches nowhere" in done.stderr


def test_a_line_names_the_targets_that_are_missed():
    case = next(case for case in CASES if case.name == "jobs")
    costs = {"plain": Cost(2.0, 2.0, 50.0), "--jobs 2": Cost(1.5, 3.0, 60.0)}

    assert list(table_rows(case, costs)) == [
        ("| jobs | plain | 2.00 | 1.00 | 2.00 | 1.00 | 50 | 1.00 |  |  |", []),
        (
            "| jobs | --jobs 2 | 3.00 | 1.50 | 1.50 | 0.75 | 60 | 1.20 | wall 0.8 x, CPU 1.3 x "
            "| MISSED: CPU |",
            [True, False],
        ),
    ]


def test_all_options_of_evaluate_are_measured_or_have_a_reason(tmp_path):
    page = answer(tmp_path, "evaluate", "--help").out
    options = set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", page, re.MULTILINE))
    commands = " ".join(words for cliff in CLIFFS for words in cliff.commands.values())
    measured = {*re.findall(r"--[a-z-]+", commands), "--measure", "--output", "--help"}

    assert len(options) > 40
    assert options - measured == set(NOT_MEASURED)


@pytest.mark.parametrize(
    "cliff",
    [cliff for cliff in CLIFFS if not re.search("5x|runs|jobs", cliff.name)],
    ids=lambda cliff: cliff.name,
)
def test_all_variants_give_the_values_of_the_plain_command(cliff, tmp_path):
    names = [name for name in cliff.commands if not OWN_PROCESSES.search(name)]
    small = cliff.matching(f": ({'|'.join(map(re.escape, names))})$")
    small.create(tmp_path, TWO_TOPICS)

    for name, system in small.systems(tmp_path).items():
        command = answer(tmp_path, *system.words[3:])
        assert command.code == 0, f"{name}: {command.err}"
    assert compare_values(small, tmp_path) == EQUAL
    plain = small.output("plain", tmp_path)
    plain.write_text(plain.read_text().replace("0.", "1."))
    assert compare_values(small, tmp_path).startswith("values differ: ")
