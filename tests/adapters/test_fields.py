"""Names of fields, and fields that are the same for all items."""

from __future__ import annotations

from types import SimpleNamespace

import partwise as pw
from partwise.adapters.fields import nested, related


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
