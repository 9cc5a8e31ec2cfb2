"""Names of fields, and fields that are the same for all items."""

from __future__ import annotations

from types import SimpleNamespace

from tests.adapters.shapes import Relationship

import partwise as pw
from partwise.adapters.fields import nested, related, relatives


def test_a_constant_is_a_function_of_any_item():
    assert pw.const("report")(object()) == "report"
    assert pw.const("report") == pw.const("report")


def test_relatives_of_nodes():
    parent = {"node_id": "p"}
    assert related({"1": {"node_id": "d"}, "4": parent}, "4") == "p"
    assert related({"5": [parent]}, "5") is None
    assert related(None, "1") is None


def test_dotted_names_go_through_dictionaries_and_objects():
    assert nested({"a": SimpleNamespace(b={"c": 3})}, "a.b.c") == 3
    assert nested({"a": None}, "a.b") is None


def test_relatives_of_many_nodes_are_those_of_each():
    source, parent = Relationship.SOURCE, Relationship.PARENT
    every = [
        {source: SimpleNamespace(node_id="a")},
        {"2": {"node_id": "x"}, "4": {"node_id": "p"}, "1": {"node_id": "b"}},
        {parent: SimpleNamespace(node_id="q"), "3": SimpleNamespace(node_id="y")},
        {"1": {}, "5": [{"node_id": "z"}]},
        {},
        None,
        {"3": {"node_id": "y"}, source: {"node_id": "c"}},
    ]
    found = relatives(every)
    for kind in ("1", "4"):
        assert found[kind] == [related(one, kind) for one in every]
