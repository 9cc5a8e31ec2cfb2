"""Measures: their cutoffs, their range, and what they keep when they are copied."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pytest

import partwise as pw
from partwise.errors import ParameterError, PartwiseError
from partwise.language.component import param
from partwise.language.measure import Measure


class Soup(Measure):
    salt: float = param(0.0, low=0, high=1)
    cutoffs: ClassVar = frozenset({int, float})


class Ranked(Measure):
    cutoffs: ClassVar = frozenset({int})
    cutoff_required: ClassVar = True


class Level(Measure):
    cutoffs: ClassVar = frozenset({float})
    at_rank: ClassVar = "Ranked"


class Uncut(Measure):
    pass


def test_copies_and_pickles_keep_the_cutoff():
    for value in (Soup(salt=0.5), Soup() @ 0.25, Soup(salt=1) @ 1.0, Ranked @ 7):
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert again.cutoff == value.cutoff
    assert (Soup(salt=1) @ 3).replace(salt=0.5) == Soup(salt=0.5) @ 3


def test_a_rank_is_not_a_recall_level():
    assert Soup @ 1 != Soup @ 1.0
    assert ((Soup @ 1).depth, (Soup @ 1).level) == (1, None)
    assert ((Soup @ 0.3).depth, (Soup @ 0.3).level) == (None, Fraction(3, 10))
    assert (Soup().depth, Soup().level) == (None, None)


def test_numpy_cutoffs_are_plain_numbers():
    assert Soup @ np.int64(3) == Soup @ 3
    assert type((Soup @ np.float32(0.5)).cutoff) is float


@pytest.mark.parametrize(
    ("measure", "cutoff", "words"),
    [
        (Soup(), 0, "cutoff must be a rank .* or a recall level from 0.0 to 1.0"),
        (Soup(), 1.0000001, "cutoff must be a rank"),
        (Soup(), -0.1, "cutoff must be a rank"),
        (Soup(), True, "cutoff must be a rank"),
        (Soup() @ 3, 4, r"cutoff must be given once \(it is Soup@3\)"),
        (Ranked(), 0.5, r"cutoff must be a rank \(whole number of at least 1\), not 0.5"),
        (Level(), 5, r"Level@5: use Ranked@5 \(Level takes a recall level\)"),
        (Uncut(), 5, "Uncut has no cutoff"),
    ],
)
def test_cutoffs_that_do_not_fit(measure, cutoff, words):
    with pytest.raises(ParameterError, match=words):
        measure @ cutoff


def test_the_ends_of_the_range_are_cutoffs():
    assert [(Soup @ c).cutoff for c in (1, 0.0, 1.0)] == [1, 0.0, 1.0]


def test_a_missing_cutoff_is_asked_for_with_an_example():
    assert (Ranked @ 3).complete() == Ranked @ 3
    assert Soup().complete() == Soup()
    with pytest.raises(ParameterError, match=r"^Ranked needs a rank: Ranked@10$"):
        Ranked().complete()


def test_parameters_are_checked_against_each_other_with_and_without_cutoff():
    class Picky(Soup):
        def check(self):
            if self.salt and self.cutoff:
                raise ParameterError("Picky", "salt", self.salt, "0 with a cutoff")

    assert repr(Picky(salt=1)) == "Picky(salt=1)"
    assert repr(Picky() @ 3) == "Picky@3"
    with pytest.raises(ParameterError, match="0 with a cutoff"):
        Picky(salt=1) @ 3


def test_parameters_may_lift_the_upper_end_of_the_range():
    class Open(Soup):
        bounds: ClassVar = (0.0, 1.0)

        def exceeds(self):
            return self.salt > 0

    class Shut(Soup):
        bounds: ClassVar = (0.0, 1.0)

    assert Open.bounds == Open().bounds == Shut(salt=1).bounds == (0.0, 1.0)
    assert Open(salt=1).bounds == (0.0, float("inf"))


def test_a_measure_without_values_says_so():
    with pytest.raises(PartwiseError, match=r"Uncut does not define values\(\)"):
        Uncut().values(None)


@pytest.mark.parametrize(
    ("made", "spelling"),
    [
        (lambda: pw.CharR(5), "CharR@5, in Python pw.CharR @ 5"),
        (lambda: pw.CharR(k=5), "CharR@5, in Python pw.CharR @ 5"),
        (lambda: pw.iP(0.1), "iP@0.1, in Python pw.iP @ 0.1"),
        (lambda: pw.AgP(pw.F(), 3), "AgP@3, in Python pw.AgP @ 3"),
    ],
)
def test_a_cutoff_is_no_parameter(made, spelling):
    with pytest.raises(ParameterError) as caught:
        made()
    assert str(caught.value).endswith(f"stands behind the measure: {spelling}")
