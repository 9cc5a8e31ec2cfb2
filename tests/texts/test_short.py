"""Quotes of fewer than 12 letters: characters first, then whole words, never errors."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.texts.finder import Finder
from partwise.texts.search import ANYWHERE


def find(quote, *texts, doc=ANYWHERE):
    finder = Finder({str(i): text for i, text in enumerate(texts)})
    (found,) = finder.find([quote], np.array([doc]))
    return [(one.doc, texts[one.doc][one.start : one.end], one.exact) for one in found]


@pytest.mark.parametrize(
    ("quote", "texts", "expected"),
    [
        ("end", ("The end. Bend.",), [(0, "end", True), (0, "end", True)]),
        ("END", ("The end. Bend.",), [(0, "end", False)]),
        ("The End", ("the en", "d the end"), [(1, "the end", False)]),
        (" end ", ("an end.",), [(0, "end", False)]),
        ("cafe", ("a café",), []),
        ("漢字Ａ", ("これは漢字Aです",), [(0, "漢字A", False)]),
        ("A字", ("漢a字漢",), [(0, "a字", False)]),
        ("---", ("a --- b",), [(0, "---", True)]),
        ("***", ("a --- b",), []),
        ("   ", ("a   b",), []),
        ("ende", ("the end",), []),
        ("-3 pts", ("by 3 pts",), [(0, "3 pts", False)]),
    ],
)
def test_by_hand(quote, texts, expected):
    assert find(quote, *texts) == expected


def test_a_changed_sign_is_an_error():
    ((span,),) = Finder({"a": "by 3 pts"}).find(["-3 pts"], np.array([0]))
    assert (span.errors, span.changed) == (1, "digits")


def test_only_the_named_document():
    assert find("end", "end", "end", doc=1) == [(1, "end", True)]
