"""What a component says of the file that it names, and what it carries of it."""

from __future__ import annotations

import pytest

from partwise.errors import PartwiseError
from partwise.language.component import Content, digests, nested, table_of
from partwise.language.parser import parse
from partwise.users import Depth, Edges, Steady, Summary


def test_components_are_found_at_any_depth():
    measure = parse("ENearMisses(nav=Steady(Depth))")
    assert dict(nested(measure)) == {"nav": Steady(Depth)}
    assert dict(nested(measure.nav)) == {"model": Depth()}
    assert dict(nested(parse("ENearMisses"))) == {}, "what the data decide is none yet"
    assert [name for name, _ in nested(parse("AgP"))] == ["gain"]


def test_digests_are_those_of_all_files_inside():
    held = Summary("r.tsv").holding(content=Content("table", "abc"))
    assert [*digests(parse("GR@1").replace(nav=Steady(held)))] == ["abc"]
    assert [*digests(parse("GR@1"))] == []


def test_the_table_is_that_of_the_content():
    model = Edges("e.tsv", kind="step")
    with pytest.raises(PartwiseError, match=r"the file of Edges\(file='e.tsv', kind=step\) has"):
        table_of(model)
    held = model.holding(content=Content("table", "abc"))
    assert table_of(held) == "table"
    assert (held.file, held.kind, held.native) == ("e.tsv", "step", "step")
    assert table_of(held.holding()) == "table"
    assert held.replace(kind="reach").content is None, "it would be read in another way"
    assert model.resource().file == "e.tsv"
    assert dict(model.resource().options) == {"kind": "step"}
    assert parse("GR@1").resource() is None
