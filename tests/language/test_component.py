"""Components as values: what they take, how they print, and when they are equal."""

from __future__ import annotations

import pickle
from typing import ClassVar

import pytest

from partwise.errors import ParameterError
from partwise.language.component import Component, param, slot
from partwise.language.fields import AUTO
from partwise.language.measure import Measure


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
    assert Soup(Plain, salt=0.5).replace(salt=0) == Soup(Plain)


def test_pickles_keep_parameters():
    for value in (Sweet(2, "beet"), Soup(Plain, salt=0.5)):
        assert pickle.loads(pickle.dumps(value)) == value
