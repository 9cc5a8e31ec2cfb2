"""Components as values: what they take, how they print, and when they are equal."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pytest

from partwise.errors import ParameterError, PartwiseError
from partwise.language.component import Component, Measure, param, slot
from partwise.language.fields import AUTO


class Taste(Component):
    noun: ClassVar = "a taste"


class Sweet(Taste):
    sugar: float = param(1.0, above=0)
    kind: str = param("cane", choices=("cane", "beet"))


class Plain(Taste):
    pass


class Other(Component):
    """Another family."""


class Soup(Measure):
    taste: Taste = slot(Sweet)
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


def test_positions_and_names_fill_the_same_parameters():
    assert Sweet(2, "beet") == Sweet(kind="beet", sugar=2.0) == Sweet(2, kind="beet")
    assert (Sweet().sugar, Sweet().kind) == (1.0, "cane")


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Sweet(2, sugar=3), "sugar must be given once"),
        (lambda: Sweet(1, "cane", 3), "number of parameters must be at most 2, not 3"),
        (lambda: Sweet(honey=1), r"one of its parameters \(sugar, kind\)"),
        (lambda: Plain(honey=1), r"one of its parameters \(none\)"),
        (lambda: Soup(Plain(), 0.5), "salt must be given as salt="),
        (lambda: Soup(Other()), "taste must be a taste"),
        (lambda: Uncut(1), "number of parameters must be at most 0"),
    ],
)
def test_what_does_not_fit_is_refused(build, words):
    with pytest.raises(ParameterError, match=words):
        build()


def test_only_what_differs_from_the_default_is_printed():
    assert repr(Sweet(1, "cane")) == "Sweet"
    assert repr(Soup(Sweet)) == "Soup"
    assert repr(Soup(Plain)) == "Soup(Plain)"
    assert repr(Soup(Sweet(sugar=0.5), salt=1)) == "Soup(Sweet(sugar=0.5), salt=1)"
    assert Sweet(sugar=2).settings() == {"sugar": 2.0}


def test_a_component_behind_another_parameter_prints_its_name():
    class Late(Measure):
        salt: float = param(0.0)
        taste: Taste = slot(Sweet)

    assert repr(Late(taste=Plain())) == "Late(taste=Plain)"
    assert Late.unnamed() == []
    assert Soup.unnamed() == ["taste"]
    assert Sweet.unnamed() == ["sugar", "kind"]


def test_a_slot_takes_the_family_of_its_default():
    assert Soup.fields["taste"].family is Taste is Sweet.family_class()
    assert Soup.family_class() is Measure
    assert Component.family_class() is Component

    class Any(Component):
        inner: Component = slot(default=AUTO)

    assert Any().inner is AUTO
    assert Any(Other()).inner == Other()


def test_equal_by_kind_and_spelling():
    assert hash(Sweet(2)) == hash(Sweet(2.0))
    assert Sweet(2) != Sweet(3)
    assert Sweet() != Plain()
    assert Sweet() != "Sweet"

    class Twin(Taste):
        @classmethod
        def label(cls):
            return "Sweet"

    assert Twin() != Sweet()


def test_values_cannot_be_changed():
    with pytest.raises(AttributeError, match=r"Soup cannot be changed; use replace\(salt=...\)"):
        Soup().salt = 0.5
    assert (Soup(Plain) @ 3).replace(salt=0.5) == Soup(Plain, salt=0.5) @ 3
    assert Soup(Plain, salt=0.5).replace(salt=0) == Soup(Plain)


def test_pickles_keep_parameters_and_cutoff():
    for value in (Sweet(2, "beet"), Soup(Plain, salt=0.5), Soup() @ 0.25, Ranked @ 7):
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert getattr(again, "cutoff", None) == getattr(value, "cutoff", None)


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
