"""From letters back to characters: punctuation that belongs to a quote, exact matches."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.kernels.text.letters import LetterTable
from partwise.texts.spans import Quoted, Span, distance, span


def place(quote, text):
    table = LetterTable()
    wanted, source = table.of(quote)
    there, back = table.of(text)
    letters = "".join(map(chr, there))
    at = letters.index("".join(map(chr, wanted)))
    quoted = Quoted(quote, int(source[0]), len(quote) - int(source[-1]) - 1)
    found = span(quoted, text, 0, (int(back[at]), int(back[at + wanted.size - 1]) + 1), 0)
    return text[found.start : found.end], found.exact


@pytest.mark.parametrize(
    ("quote", "text", "expected"),
    [
        ("(yes)", "so (yes) then", ("(yes)", True)),
        ("“Yes.”", 'so "yes." then', ('"yes."', False)),
        ("YES", 'so "yes." then', ("yes", False)),
        ("YES.", "so **yes**. Then", ("yes**.", False)),
        ("—YES", "so -yes", ("-yes", False)),
        ("YES!", "so yes. then", ("yes", False)),
        ("YES.", "so yes         . then", ("yes", False)),
        ("... YES", "so ... yes", ("... yes", False)),
        (" yes ", "so yes then", (" yes ", True)),
        ("(YES", "yes", ("yes", False)),
    ],
)
def test_punctuation_that_the_quote_has_too(quote, text, expected):
    assert place(quote, text) == expected


def test_distance():
    assert distance(np.array([1, 2, 3]), np.array([1, 3])) == 1
    assert distance(np.array([], int), np.array([1, 3])) == 2


def test_the_better_place():
    exact = Span(0, 0, 3, 0, "", exact=True)
    same, wrong = exact._replace(exact=False), exact._replace(errors=1, exact=False)
    assert exact.level < same.level < wrong.level


def test_a_word_that_is_cut_may_be_what_was_changed():
    text = "He never sleeps before midnight"
    found = span(Quoted("He sleeps before midnight", 0, 0), text, 0, (6, len(text)), 2)
    assert (found.start, found.changed) == (6, "negation")
