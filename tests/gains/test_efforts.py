"""Efforts, and what empty ranks cost."""

from __future__ import annotations

import pytest
from tests.reference.characters_collections import Collection

from partwise.errors import ParameterError
from partwise.gains.efforts import LE
from partwise.language.parser import parse


def row(doc, start=None, end=None):
    base = {"topic": "t", "doc": doc, "start": start, "end": end, "tokens": None}
    return base | {"grade": None, "bep": None}


def value(measure, parts):
    judged = [row("a", 0, 5), row("b", 0, 5)]
    collection = Collection(["t"], judged, parts, {"a": 10, "b": 10})
    return float(parse(measure).values(collection.view())[0])


def test_default_scale_is_that_of_the_paper():
    assert LE().worst == 5
    assert LE(levels=6).worst == 7
    assert LE(nonrel=4.5).worst == 4.5


def test_empty_ranks_cost_the_worst():
    assert value("CE@3", []) == 12
    assert value("NCE@3", []) == 8  # two relevant documents: 4 at ranks 1 and 2, then 0
    assert value("ANCE@3", []) == pytest.approx((4 + 8 + 8) / 3)
    assert value("CE@3", [row("a")]) == 8


def test_average_effort_ends_at_600():
    assert value("ANCE", []) == value("ANCE@600", [])


def test_what_undefined_topics_cost_when_they_count():
    assert parse("CE@3").empty_value() == 12
    assert parse("NCE@3").empty_value() == 0
    assert parse("ANCE").empty_value() == 0


def test_an_irrelevant_document_costs_no_less_than_a_relevant_one():
    assert LE(levels=5, nonrel=5).worst == 5
    with pytest.raises(ParameterError, match=r"at least levels \(5\)"):
        LE(levels=5, nonrel=4.5)


def test_reading_a_part_costs_alone():
    one = [row("a", 3, 8)]
    assert value("CE(LE(screen=2))@1", one) == 0
    assert value("CE(LE(screen=2, part=2))@1", one) == 1
