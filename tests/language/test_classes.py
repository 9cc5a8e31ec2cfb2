"""What becomes of a class body in the measure language."""

from __future__ import annotations

import inspect

import pytest

from partwise.errors import ParameterError
from partwise.language.component import Component, param
from partwise.language.measure import Measure


class Base(Component):
    """A base."""

    salt: float = param(0.5, low=0, about="how salty")
    spoons: int = param(3, low=1)


class Heir(Base):
    salt: float = param(1.0, low=0)
    name: str = param("x")


class Mixin(Component):
    pepper: int = param(1)


class Both(Heir, Mixin):
    pepper: int = param(2)


def test_fields_leave_the_class_body_and_learn_their_names():
    assert [(key, field.name) for key, field in Base.fields.items()] == [
        ("salt", "salt"),
        ("spoons", "spoons"),
    ]
    assert Base.fields["salt"].about == "how salty"
    assert Base.fields["spoons"].low == 1
    assert not hasattr(Base, "salt")


def test_heirs_keep_the_order_of_their_base_and_may_declare_anew():
    assert list(Heir.fields) == ["salt", "spoons", "name"]
    assert Heir.fields["salt"].default == 1.0
    assert Base.fields["salt"].default == 0.5
    assert "name" not in Base.fields


def test_of_two_bases_the_first_has_the_last_word():
    class Also(Component):
        salt: float = param(9.0)

    class Joined(Heir, Also):
        pass

    assert Joined().salt == 1.0
    assert Both().pepper == 2
    assert set(Both.fields) == {"salt", "spoons", "name", "pepper"}


def test_the_signature_is_that_of_the_fields():
    assert list(inspect.signature(Heir).parameters) == ["salt", "spoons", "name"]
    assert inspect.signature(Heir).parameters["spoons"].default == 3


def test_the_docstring_lists_the_parameters():
    assert Base.__doc__.startswith("A base.")
    assert "how salty" in Base.__doc__
    assert Mixin.__doc__ is None


def test_a_class_takes_the_cutoff_of_its_default():
    class Soup(Measure):
        salt: float = param(0.5)
        cutoffs = frozenset({int})

    assert Soup @ 5 == Soup() @ 5
    assert repr(Soup @ 5) == "Soup@5"
    with pytest.raises(ParameterError, match="cutoff must be a rank"):
        Soup @ 0
