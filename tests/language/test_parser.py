"""Spelling of measures: parse, repr, equality, errors."""

from __future__ import annotations

import pickle
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.errors import (
    MeasureSyntaxError,
    PartwiseError,
    UnknownNameError,
)
from partwise.language import registry
from partwise.language.component import Component, param, register, slot
from partwise.language.measure import Measure
from partwise.language.parser import parse, parse_component


class Taste(Component):
    """A family for these tests."""

    noun: ClassVar = "a taste"
    inside: ClassVar = "Soup({0})@5"


@register()
class Sweet(Taste):
    sugar: float = param(1.0, above=0)
    kind: str = param("cane", choices=("cane", "beet-root"))


@register()
class Plain(Taste):
    pass


@register()
class Twice(Taste):
    inner: Taste = slot(Sweet)


@register()
class Named(Taste):
    name: str = param(kind=str)
    sort: int = param(1)


@register(aliases=("MSoup",))
class Soup(Measure):
    taste: Taste = slot(Sweet)
    salt: float = param(0.0, low=0, high=1)
    spoons: int = param(3, low=1)
    name: str = param("x", kind=str)
    hot: bool = param(default=False)
    table: object = param(None, kind=object)
    cutoffs: ClassVar = frozenset({int, float})


@register()
class Deep(Measure):
    taste: Taste = slot(None, family=Taste)
    cutoffs: ClassVar = frozenset({int})
    cutoff_required: ClassVar = True


_NAMES = ("Sweet", "Plain", "Twice", "Named", "Soup", "Deep")
_OWN = {name: registry._classes.pop(name) for name in _NAMES}
_ALIAS = {"MSoup": registry._aliases.pop("MSoup")}


@pytest.fixture(autouse=True, scope="module")
def _known():
    """Register the names for this module only: the laws run over all registered measures."""
    registry._classes.update(_OWN)
    registry._aliases.update(_ALIAS)
    yield
    for name in (*_NAMES, "Cumin"):
        registry._classes.pop(name, None)
    registry._aliases.pop("MSoup")


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("Soup", "Soup"),
        ("MSoup", "Soup"),
        ("Soup()", "Soup"),
        ("  Soup ( ) @ 10 ", "Soup@10"),
        ("Soup(Sweet)", "Soup"),
        ("Soup(Sweet(1))", "Soup"),
        ("Soup(Sweet(0.25))", "Soup(Sweet(sugar=0.25))"),
        ("Soup(taste=Sweet(sugar=2.0))", "Soup(Sweet(sugar=2))"),
        ("Soup(Plain)@1", "Soup(Plain)@1"),
        ("Soup(Plain())@1.0", "Soup(Plain)@1.0"),
        ("Soup(Twice(Plain))", "Soup(Twice(Plain))"),
        ("Soup(salt=.5)@.25", "Soup(salt=0.5)@0.25"),
        ("Soup(Sweet(kind=beet-root))", "Soup(Sweet(kind='beet-root'))"),
        ("Soup(name='a b\\n')", "Soup(name='a b\\n')"),
        ('Soup(name="it\'s")', 'Soup(name="it\'s")'),
        ("Soup(hot=true)", "Soup(hot=True)"),
        ("Soup(table={(3, 3): 1, (1,1): .5})", "Soup(table={(3, 3): 1, (1, 1): 0.5})"),
        ("Soup(table=[a, 1, None])", "Soup(table=[a, 1, None])"),
        ("Deep@5", "Deep@5"),
        ("Deep(taste=Plain)@5", "Deep(Plain)@5"),
    ],
)
def test_reads_and_prints_the_shortest_spelling(text, shortest):
    measure = parse(text)

    assert repr(measure) == shortest
    assert parse(repr(measure)) == measure
    assert hash(parse(repr(measure))) == hash(measure)
    assert pickle.loads(pickle.dumps(measure)) == measure


def test_python_builds_the_same_values():
    assert parse("Soup(Sweet(sugar=0.25), salt=0.5)@10") == Soup(Sweet(sugar=0.25), salt=0.5) @ 10
    assert Soup @ 10 == parse("Soup@10")
    assert Soup(Sweet) == Soup(Sweet()) == Soup()
    assert Soup(salt=np.float64(0.5)) == Soup(salt=0.5)
    assert Soup @ np.int64(3) == Soup @ 3


@given(st.floats(0, 1), st.integers(1, 10**9), st.booleans(), st.text(max_size=20))
def test_any_value_survives_the_round_trip(salt, spoons, hot, name):
    measure = Soup(salt=salt, spoons=spoons, hot=hot, name=name)

    assert parse(repr(measure)) == measure
    assert parse(repr(measure)).salt == salt
    assert parse(repr(measure)).name == name


@given(st.text(max_size=40))
def test_garbage_is_refused_never_run(text):
    try:
        measure = parse(text)
    except PartwiseError:
        return
    assert parse(repr(measure)) == measure


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 0, "expected a name"),
        ("Soup(", 5, '")" is missing'),
        ("Soup(salt=2)", 5, "salt must be a number from 0 to 1, not 2"),
        ("Soup(salt=nan)", 5, "salt must be a number"),
        ("Soup(spoons=1.5)", 5, "spoons must be a whole number of at least 1"),
        ("Soup(pepper=1)", 5, 'has no parameter "pepper" (it has: taste, salt'),
        ("Soup(salt=0, salt=1)", 13, "salt is given twice"),
        ("Soup(salt=0, Plain)", 13, "must come first"),
        ("Soup(Plain, 0.5)", 0, "given as salt=..."),
        ("Soup(0.5)", 0, "taste must be a taste"),
        ("Soup@0", 5, "cutoff must be a rank"),
        ("Soup@1.5", 5, "cutoff must be a rank"),
        ("Soup@-1", 5, "cutoff must be a rank"),
        ("Soup@k", 5, "expected a rank such as 10"),
        ("Soup@1@2", 6, "expected the end"),
        ("Deep@0.5", 5, "cutoff must be a rank"),
        ("Deep", 4, "Deep needs a rank: Deep@10"),
        ("Soup(Sweet(sugar=0))", 11, "sugar must be a number above 0"),
        ("Soup(name='a)", 10, "is not expected"),
        ("Soup; import os", 4, "is not expected"),
        ("Soup(name=f(x))", 10, "with parentheses is not expected here"),
        ("__import__('os')", 0, "there is no measure"),
    ],
)
def test_errors_point_at_the_place(text, column, words):
    with pytest.raises((MeasureSyntaxError, UnknownNameError)) as caught:
        parse(text)

    assert words in str(caught.value)
    assert caught.value.column == column
    if text:
        lines = str(caught.value).splitlines()
        assert lines[-1].index("^") - 2 == column


def test_unknown_names_come_with_the_closest():
    with pytest.raises(UnknownNameError, match=r"Did you mean Soup\?"):
        parse("Soop")
    with pytest.raises(UnknownNameError, match=r'no taste "Sweat". Did you mean Sweet\?'):
        parse("Soup(Sweat)")


def test_a_component_is_not_a_measure():
    with pytest.raises(UnknownNameError, match=r"Sweet is a taste; use it .*: Soup\(Sweet\)@5"):
        parse("Sweet")
    assert parse_component("Sweet(2)", Taste) == Sweet(sugar=2)


def test_deep_nesting_and_long_text_are_refused_quickly():
    with pytest.raises(MeasureSyntaxError, match="nested too deeply"):
        parse("Soup(" + "Twice(" * 1000 + ")" * 1000 + ")")
    with pytest.raises(MeasureSyntaxError, match="longer than"):
        parse("Soup(name='" + "x" * 20_000 + "')")


def test_a_parameter_that_must_be_given():
    with pytest.raises(MeasureSyntaxError, match="Named needs a name"):
        parse_component("Named", Taste)


def test_names_are_unique():
    with pytest.raises(PartwiseError, match="already the name"):

        @register()
        class Soup(Measure):
            pass


def test_entry_points_add_measures(tmp_path, monkeypatch):
    (tmp_path / "spice_rack.py").write_text(
        "from partwise.language.component import register\n"
        "from partwise.language.measure import Measure\n"
        "@register()\nclass Cumin(Measure):\n    pass\n"
    )
    info = tmp_path / "spice_rack-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: spice-rack\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[partwise.measures]\nspice = spice_rack\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    assert repr(parse("Cumin")) == "Cumin"
    assert "Cumin" in registry.names(Measure)
