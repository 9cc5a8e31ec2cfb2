from __future__ import annotations

import numpy as np

from partwise.files.parsing.notes import (
    fractions,
    links_left,
)


def test_fractions():
    assert list(fractions(np.array([1.0, np.nan, -2.0]))) == []
    assert list(fractions(np.array([0.5, np.nan]))) == ["1 grade is not a whole number"]
    assert list(fractions(np.array([0.5, -1.5]))) == ["2 grades are not whole numbers"]


def test_links():
    assert list(links_left([])) == []
    assert list(links_left(["a"])) == ["1 symbolic link not followed (a)"]
    (many,) = links_left(list("abcdefg"))
    assert many == "7 symbolic links not followed (a, b, c, d, e and 2 more)"
