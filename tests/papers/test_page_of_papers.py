"""docs/papers.md: every spelling is read, every test exists, no equation or table is missing."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from tests.helpers import answer, expanded

import partwise as pw

TESTS = Path(__file__).resolve().parents[1]
PAGE = TESTS.parent / "docs" / "papers.md"

ROMAN = ["I", "II", "III", "IV", "V"]
NUMBERED = {
    "FT": (11, ["1", "2"]),
    "RE": (0, ["1", "2", "3", "4"]),
    "X": (17, ROMAN),
    "P": (19, ROMAN[:4]),
    "A": (34, [str(n) for n in range(1, 20)]),
}
"""Numbered equations and tables of each paper."""

HOLDERS = ("GR(nav={})@1", "gP({})@1", "CE({})@1")
"""Measures that take a user model, a gain or an effort."""


@cache
def rows(heading):
    """Cells of the table below a heading."""
    text = PAGE.read_text(encoding="utf-8")
    section = re.split(rf"^## {heading}\b", text, flags=re.MULTILINE)[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    assert lines
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


ROWS = [(paper, row) for paper in NUMBERED for row in rows(paper)]
NAMES = [f"{paper} {row[0]}" for paper, row in ROWS]


def quoted(cell):
    return re.findall(r"`([^`]+)`", cell)


def is_component(text):
    for holder in HOLDERS:
        try:
            return bool(expanded(holder.format(text)))
        except pw.PartwiseError:
            continue
    return False


@cache
def help_of(*command):
    """Help of a command."""
    done = answer(TESTS, *command, "--help")
    assert done.code == 0, done.err
    return done.out


def options_of(*command):
    """Options that the help of a command lists."""
    lines = re.findall(r"^  (-.*)", help_of(*command), re.MULTILINE)
    return {option for line in lines for option in re.findall(r"(?:^|, )(-{1,2}[\w-]+)", line)}


def check_command(text):
    """Find each word of a command and each of its options."""
    words = text.split()[1:]
    command = [words.pop(0)]
    if "COMMAND [ARGS]" in help_of(*command):
        command.append(words.pop(0))
    known = options_of(*command)
    for word in words:
        assert not word.startswith("-") or word in known, f"{text}: {word}"


def options():
    """All options of the lab, which the page also names without their commands."""
    names = re.findall(r"^  ([a-z]+) ", help_of("lab").partition("Commands:")[2], re.MULTILINE)
    assert {"simulate", "fidelity", "reliability", "correlate"} <= set(names)
    return {option for name in names for option in options_of("lab", name)}


PLAIN = {"start", "end", "order=document", "S-R", "SST-RSI"}
"""Columns, parameters and runs that the page names beside spellings."""


@pytest.mark.parametrize(("paper", "row"), ROWS, ids=NAMES)
def test_every_spelling_is_read(paper, row):
    assert len(row) == 4, row
    for text in quoted(row[2]):
        if text in PLAIN:
            continue
        if text.startswith("partwise "):
            check_command(text)
        elif text.startswith("--"):
            assert text in options(), text
        elif not is_component(text):
            assert expanded(text), text


@cache
def functions(file):
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("paper", "row"), ROWS, ids=NAMES)
def test_every_test_exists(paper, row):
    assert quoted(row[3]), "a row without a test"
    for named in quoted(row[3]):
        file, _, function = named.partition("::")
        found = functions(file)
        assert function in found if function else any(name.startswith("test") for name in found)


@pytest.mark.parametrize("paper", NUMBERED)
def test_no_equation_and_no_table_is_missing(paper):
    equations, tables = NUMBERED[paper]
    where = [row[0] for row in rows(paper)]
    said = [cell for cell in where if cell.startswith("eq ")]
    numbers = [int(number) for cell in said for number in cell.removeprefix("eq ").split(", ")]
    assert sorted(numbers) == list(range(1, equations + 1))
    named = [name for cell in where for name in re.findall(r"Table ([IVX]+|\d+)", cell)]
    assert sorted(named) == sorted(tables)


@pytest.mark.parametrize("row", rows("Old names"), ids=lambda row: row[0])
def test_old_names_lead_to_ours(row):
    (old,), (ours,) = quoted(row[0]), quoted(row[1])
    try:
        said, happens = repr(*expanded(old)), "read"
    except pw.PartwiseError as error:
        said, happens = str(error).replace(old, "", 1), "refused"
    assert row[2] == happens
    assert re.search(rf"\b{re.escape(ours)}(?![\w'])", said), said
