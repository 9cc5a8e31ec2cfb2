"""Entry points, and gains of odd answers."""

from __future__ import annotations

import pytest
from tests.reference.characters_collections import Collection

from partwise.errors import MissingLengthError
from partwise.language.parser import parse


def row(doc="d", start=None, end=None, **more):
    base = {"topic": "t", "doc": doc, "start": start, "end": end, "tokens": None}
    return base | {"grade": None, "bep": None} | more


def value(gain, parts, judged, lengths=None):
    collection = Collection(["t"], judged, parts, lengths or {})
    return float(parse(f"gP({gain})@1").values(collection.view())[0])


JUDGED = [row(start=20, end=40, bep=30)]


@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        ([row(start=30, end=35)], 1.0),
        ([row(start=26, end=26)], 0.6),  # an entry point: |26 - 30| = 4 of 10
        ([row(start=36, end=50), row(start=30, end=33)], 0.4),  # the highest-ranked, not the best
        ([row(start=41, end=50)], 0.0),
        ([row()], 0.0),  # a whole document is entered at 0
    ],
)
def test_entry_point(parts, wanted):
    assert value("BEP(n=10)", parts, JUDGED) == pytest.approx(wanted)


def test_an_entry_past_the_end_counts_as_the_end():
    assert value("BEP(n=10)", [row(start=90, end=99)], JUDGED, {"d": 32}) == pytest.approx(0.8)


def test_the_first_relevant_character_stands_in():
    assert value("BEP(n=10)", [row(start=22, end=30)], [row(start=20, end=40)]) == pytest.approx(
        0.8
    )
    whole = [row(grade=1)]
    assert value("BEP(n=10)", [row(start=2, end=30)], whole) == pytest.approx(0.8)


def test_a_zero_length_part_retrieves_its_document_and_gains_nothing():
    parts = [row(start=25, end=25)]
    assert value("Rel", parts, JUDGED) == 1
    for gain in ("DocP", "DocR", "F"):
        assert value(gain, parts, JUDGED) == 0


def test_without_a_best_entry_point_nothing_is_earned_where_that_is_the_rule():
    entry, judged = [row(start=22, end=30)], [row(start=20, end=40)]

    assert value("BEP(n=10)", entry, judged) == pytest.approx(0.8)
    assert value("BEP(n=10, missing=zero)", entry, judged) == 0
    assert value("BEP(n=10, missing=zero)", [row(start=30, end=31)], JUDGED) == 1


@pytest.mark.parametrize(("beta", "wanted"), [(1, 2 * 5 / 30), (2, 5 * 5 / 90), (3, 10 * 5 / 190)])
def test_f_by_hand(beta, wanted):
    """Five of twenty relevant characters in ten retrieved ones."""
    parts, judged = [row(start=0, end=10)], [row(start=5, end=25)]

    assert value(f"F(beta={beta})", parts, judged) == pytest.approx(wanted, abs=1e-15)


def test_a_document_without_a_length_is_named():
    with pytest.raises(MissingLengthError, match=r"length of document e .* DocP needs it"):
        value("DocP(order=document)", [row("d", 0, 9), row("e", 0, 9)], _BOTH, {"d": 90})
    assert value("DocP(order=document)", [row("d", 0, 9)], _BOTH, {"d": 90}) == 5 / 90


_BOTH = [row("d", 0, 5), row("e", 0, 5)]
