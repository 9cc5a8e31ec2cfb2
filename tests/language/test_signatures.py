"""What `inspect` shows of a constructor, and the two kinds of defaults that are no value."""

from __future__ import annotations

import inspect
import pickle
from typing import Literal

import pytest

import partwise as pw
from partwise.errors import ParameterError
from partwise.language.component import Component, param, slot
from partwise.language.fields import AUTO, Auto, Nested, NestedOrAuto
from partwise.language.measure import Measure


class Filling(Component):
    """A family."""

    sugar: float = param(1.0)
    kind: Literal["jam", "cream"] = param("jam", choices=("jam", "cream"))


class Pie(Measure):
    """A measure with nested components."""

    bounds = (0.0, 1.0)

    filling: Nested[Filling] = slot(default=Filling, kw_only=False)
    other: NestedOrAuto[Filling] = slot(default=AUTO, family=Filling)
    slices: int | Auto = param(AUTO, kind=int, low=1)
    candles: int | None = param(None, kind=int, low=1)

    def exceeds(self) -> bool:
        return self.candles is not None


def test_a_measure_of_ours():  # findings 8.1
    assert str(inspect.signature(pw.CharR)) == (
        "(*, tolerance: float = 0.0, budget: int | None = None, "
        "unit: Literal['characters', 'tokens'] = 'characters')"
    )


def test_a_component_takes_its_parameters_by_position():
    assert str(inspect.signature(pw.T2I)) == (
        "(n: int, counts: Literal['all', 'irrelevant'] = 'all', "
        "stop: Literal['never', 'ideal'] = 'never', unit: Literal['chars', 'words'] = 'chars')"
    )


def test_a_measure_takes_its_first_component_by_position():
    shown = inspect.signature(Pie)

    first, *others = shown.parameters.values()
    assert (first.name, first.kind, first.default) == (
        "filling",
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        Filling(),
    )
    assert first.annotation is Filling
    assert {one.kind for one in others} == {inspect.Parameter.KEYWORD_ONLY}
    assert shown.parameters["other"].annotation == Filling | Auto
    assert "slices: int | partwise.language.fields.Auto = AUTO" in str(shown)


def test_what_must_be_given_has_a_name_after_a_default():
    class Tart(Component):
        """A component."""

        n: int = param(1)
        file: str = param(kind=str)

    assert str(inspect.signature(Tart)) == "(n: 'int' = 1, *, file: 'str')".replace("'", "")


def test_types_that_are_not_known_are_shown_as_written():
    class Flan(Component):
        """A component."""

        n: Unknown = param(1)  # noqa: F821

    assert str(inspect.signature(Flan)) == "(n: 'Unknown' = 1)"


def test_auto_and_none_are_two_things():
    assert Pie().slices is AUTO
    assert Pie().candles is None
    assert Pie(slices=AUTO, candles=None) == Pie()
    assert pickle.loads(pickle.dumps(Pie())).slices is AUTO
    assert repr(Pie(other=Filling, slices=3)) == "Pie(other=Filling, slices=3)"
    for name, value in {"slices": None, "candles": AUTO, "other": None}.items():
        with pytest.raises(ParameterError, match=name):
            Pie(**{name: value})


def test_bounds_follow_the_parameters():
    assert Pie.bounds == (0.0, 1.0)
    assert Pie().bounds == (0.0, 1.0)
    assert Pie(candles=3).bounds == (0.0, float("inf"))
    assert "bounds" not in vars(Pie(candles=3))


def test_the_cutoff_is_no_parameter():
    assert Pie().cutoff is None
    assert "cutoff" not in inspect.signature(Pie).parameters
