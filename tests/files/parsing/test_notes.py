from __future__ import annotations

import numpy as np
import pytest

from partwise.files.parsing.notes import (
    comments,
    disagreements,
    fractions,
    links_left,
    longer_lines,
)


@pytest.mark.parametrize("note", [comments, longer_lines, disagreements])
def test_nothing_is_said_of_nothing(note):
    assert list(note(0)) == []


def test_counts_agree_with_their_verbs():
    assert list(comments(1)) == ["1 comment line skipped"]
    assert list(comments(1200)) == ["1,200 comment lines skipped"]
    (one,), (two,) = longer_lines(1), longer_lines(2)
    assert one.startswith("1 line has more columns")
    assert two.startswith("2 lines have more columns")
    (one,) = disagreements(1)
    assert one.startswith("rank and score disagree for 1 result; ranked by score")


def test_fractions():
    assert list(fractions(np.array([1.0, np.nan, -2.0]))) == []
    assert list(fractions(np.array([0.5, np.nan]))) == ["1 grade is not a whole number"]
    assert list(fractions(np.array([0.5, -1.5]))) == ["2 grades are not whole numbers"]


def test_links():
    assert list(links_left([])) == []
    assert list(links_left(["a"])) == ["1 symbolic link not followed (a)"]
    (many,) = links_left(list("abcdefg"))
    assert many == "7 symbolic links not followed (a, b, c, d, e and 2 more)"
