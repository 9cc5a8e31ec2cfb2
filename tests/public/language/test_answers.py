"""Many spellings with what is said of them: slips of names, wrong values, cutoffs, grammar.

``answers.tsv`` holds a spelling, the measures or the first line of the error, and the column of
the caret. An error that lists many names is stored up to some of them.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.helpers import expanded

import partwise as pw

TEXT = (Path(__file__).parent / "answers.tsv").read_text(encoding="utf-8")
SECTIONS = {
    block.split("\n")[0].strip(): block.split("\n")[1:] for block in TEXT.split("\n## ")[1:]
}


def answer(text):
    """Say what a spelling stands for, or the error, its text and the column of its caret."""
    try:
        found = [repr(measure) for measure in expanded(text)]
    except pw.PartwiseError as error:
        said, shown, caret = str(error).splitlines()
        assert shown.startswith("  ")
        assert shown[2:] in text  # of a long text only a piece is shown
        assert caret.strip() == "^"
        return f"! {said}", len(caret) - 3
    return (" | ".join(found) if len(found) <= 12 else f"{len(found)} measures"), None


@pytest.mark.parametrize("section", SECTIONS)
def test_answers(section):
    wrong = []
    for line in filter(None, SECTIONS[section]):
        literal, expected, *column = line.split("\t")
        said, at = answer(ast.literal_eval(literal))
        same = said.startswith(expected) if column else said == expected
        if not same or [at] != ([int(cell) for cell in column] or [None]):
            wrong.append((literal, said, at))

    assert not wrong
