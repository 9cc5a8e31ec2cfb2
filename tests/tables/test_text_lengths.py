"""Lengths of texts beside those of spans."""

import numpy as np
import pytest

from partwise.tables.text_lengths import fits, other_lengths


@pytest.mark.parametrize(
    ("text", "size", "right"),
    [
        ("abc", 3, True),
        ("abc", 2, False),
        ("abc", 4, False),
        (" abc\n", 5, True),
        (" abc\n", 4, True),
        (" abc\n", 3, True),
        (" abc\n", 2, False),
        (" abc\n", 6, False),
        ("\U0001f600", 1, True),
    ],
)
def test_white_space_at_the_ends_may_be_left_out(text, size, right):
    assert fits(text, size) is right


def said(texts, sizes, **more):
    column = np.array(texts, object)
    start = np.where(np.array(sizes) < 0, -1, 7)
    end = np.where(np.array(sizes) < 0, -1, start + np.array(sizes))
    extra = {"text": column} | {name: np.array(cells, object) for name, cells in more.items()}
    return [str(note) for note in other_lengths(extra, start, end, lambda row: f"row {row}")]


def test_units():
    assert said(["ab", "é"], [2, 1]) == []
    (utf8,) = said(["ab", "éé", "日"], [2, 4, 3])
    assert "2 texts are not" in utf8
    assert "(first: row 1: 2 characters for 4): as long in UTF-8 bytes" in utf8
    assert 'unit="byte"' in utf8
    (utf16,) = said(["é", "\U0001f600"], [1, 2])
    assert "as long in UTF-16 units" in utf16
    (mixed,) = said(["é", "éé"], [1, 4])  # the first fits as code points only
    assert "as long in" not in mixed


def test_what_is_not_compared():
    assert said(["", None, float("nan"), "abc"], [4, 4, 4, -1]) == []
    assert other_lengths({}, np.array([1]), np.array([3]), str) == []
    located = {"status": ["exact", ""], "errors": ["0", ""]}
    assert len(said(["abc", "abc"], [4, 3])) == 1
    assert said(["abc", "abc"], [4, 3], **located) == []
    assert len(said(["abc"], [4], status=["open"])) == 1  # a column of somebody else
