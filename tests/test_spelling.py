"""Options in messages are spelt as the place spells them."""

from __future__ import annotations

import pytest

from partwise.errors import FormatError, TableError, UsageError
from partwise.messages import Note
from partwise.spelling import on_command_line


@pytest.mark.parametrize(
    ("hint", "python"),
    [
        ("Use --lenient to drop it", "Use lenient=True to drop it"),
        ("Use --order rank or --order score", 'Use order="rank" or order="score"'),
        ("Use --structure FILE, or a column size", "Use structure=..., or a column size"),
        ("Use --encoding latin-1 if it is that", 'Use encoding="latin-1" if it is that'),
        ("Use --format-run or --format-qrels if you know it", "Use format=... if you know it"),
        ("Use --format-run trec-run to ignore them", 'Use format="trec-run" to ignore them'),
        ("Use --id name or --id path", 'Use ids="name" or ids="path"'),
        ("Copy it again", "Copy it again"),
    ],
)
def test_options_in_hints(hint, python):  # findings 5.10
    error = FormatError("x", 1, "wrong", hint)

    assert str(error) == f"x:1: wrong. {python}"
    with on_command_line():
        assert str(error) == f"x:1: wrong. {hint}"
    assert str(error) == f"x:1: wrong. {python}"


def test_what_is_quoted_stays(tmp_path):  # findings 5.10
    assert str(FormatError("x", 1, 'score "--order rank"')) == 'x:1: score "--order rank"'


def test_errors_without_a_place_spell_their_advice_too():  # findings 5.10
    needs = "nxCG needs the element trees. Use --structure FILE"
    column = TableError(3, "no place. Use --missing skip to leave such rows out")
    assert str(UsageError(needs)) == "nxCG needs the element trees. Use structure=..."
    assert str(column) == 'row 3: no place. Use missing="skip" to leave such rows out'
    assert str(UsageError("x--lenient.tsv: empty")) == "x--lenient.tsv: empty"
    with on_command_line():
        assert str(UsageError(needs)) == needs


def test_notes_spell_options_as_the_place_does():  # findings 12.27
    words = "rank and score disagree for {n:result}; ranked by score (use --order rank to change)"
    assert Note(words, n=3).endswith('ranked by score (use order="rank" to change)')
    with on_command_line():
        assert Note(words, n=3).endswith("ranked by score (use --order rank to change)")
