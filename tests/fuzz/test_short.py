"""The short form: a few damaged inputs for every target, chosen anew by hypothesis."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.fuzz import words
from tests.fuzz.mutate import damaged
from tests.fuzz.targets import Wrong, attempt, targets

from partwise.errors import FormatError, FormatErrors, TableError

SLOW = {"check": 10, "compare": 10, "convert": 10}
"""Whole commands cost more than reading."""


@pytest.mark.parametrize("name", targets())
def test_valid_inputs_are_taken(name):
    target = targets()[name]

    assert any(attempt(target, data) for data in target.seeds)


@pytest.mark.parametrize("name", targets())
def test_damaged_inputs_are_taken_or_refused_in_words(name):
    target = targets()[name]

    @settings(
        max_examples=SLOW.get(name, 25),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,  # the long form looks for new ones
    )
    @given(st.integers(0, 1 << 62))
    def feed(seed):
        random_ = random.Random(seed)
        attempt(target, damaged(random_, random_.choice(target.seeds), target.shape, target.seeds))

    feed()


def test_a_target_that_raises_is_a_finding():
    target = targets()["measure"]
    broken = type(target)("broken", "lines", lambda data: data.index(b"?"), (b"x",))

    with pytest.raises(ValueError, match="not found"):
        attempt(broken, b"x")


def test_words_that_steer_a_terminal_are_a_finding():
    from partwise.errors import UsageError

    def refuse(data: bytes) -> None:
        raise UsageError("\x1b[31m")

    target = targets()["measure"]
    with pytest.raises(Wrong, match="words"):
        attempt(type(target)("loud", "lines", refuse, (b"x",)), b"x")


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (FormatError("a.tsv", None, 'score "x" is not a number'), "no line is named"),
        (FormatError("", 3, "empty span"), "no file is named"),
        (TableError(3, "empty span"), "names no file"),
        (
            FormatErrors([FormatError("a", 1, "b"), FormatError("a", None, "3 columns")]),
            "no line is named",
        ),
    ],
)
def test_a_refusal_without_its_place_is_a_finding(refusal, said):
    assert said in words.check(refusal)


@pytest.mark.parametrize(
    "refusal",
    [
        FormatError("a.tsv", 2, 'score "x" is not a number'),
        FormatError("a.parquet", None, 'row 2: score "x" is not a number'),
        FormatError("a.tsv", None, "the file is empty"),
        FormatErrors([FormatError("a", 1, "b"), FormatError("a", 2, "3 columns")]),
    ],
)
def test_a_refusal_with_its_place_is_none(refusal):
    assert words.check(refusal) is None
