import numpy as np
import pytest
from tests.statistics.builders import results

from partwise.cli._gates import failures, parse_gates
from partwise.errors import UsageError


def test_the_last_equals_sign_splits():
    (gate,) = parse_gates(("CharR(tolerance=0.5)@5=0.25",))
    assert (repr(gate.measure), gate.threshold) == ("CharR(tolerance=0.5)@5", 0.25)


@pytest.mark.parametrize("word", ["AP", "AP=", "AP=high", "AP=nan"])
def test_what_is_no_gate(word):
    with pytest.raises(UsageError, match="expected MEASURE=number"):
        parse_gates((word,))


def test_lower_is_better_turns_the_gate():
    gates = parse_gates(("AP=0.5", "CharOverlap@5=0.5"))
    names = [repr(gate.measure) for gate in gates]
    values = [[[0.4], [0.6]], [[0.5], [np.nan]]]
    found = results(values, runs=["a", "b"], measures=names, better=["higher", "lower"])
    assert failures(found, gates) == [
        "failed: a: AP 0.4000 < 0.5",
        "failed: a: CharOverlap@5 0.6000 > 0.5",
        "failed: b: CharOverlap@5 is undefined",
    ]


def test_measures_are_spelled_as_the_convention_has_them():
    gates = parse_gates(("gP@5=0.5",))
    found = results([[[0.4]]], runs=["a"], measures=["gP(short=last)@5"], better=["higher"])
    object.__setattr__(found, "options", {"convention": "inex", "quirks": ["short-runs"]})

    assert failures(found, gates) == ["failed: a: gP(short=last)@5 0.4000 < 0.5"]


def test_labels_of_a_preset_come_first():
    (label, measure) = parse_gates(("map=0.3", "AP@5=0.1"), preset="trec")

    assert (label.label, label.measure) == ("map", None)
    assert (measure.label, repr(measure.measure)) == (None, "AP@5")
    assert parse_gates(("map=0.3",))[0].label is None  # a spelling of AP
