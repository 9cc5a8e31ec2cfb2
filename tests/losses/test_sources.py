from __future__ import annotations

import pytest
from tests.helpers import grouped_options
from tests.losses.fixture import LENGTHS, candidates, inventory, places, qrels, run

import partwise as pw
from partwise.errors import PartwiseError, PartwiseWarning, UsageError


def losses(runs, **options):
    return pw.losses(qrels(), runs, **grouped_options(**{"k": 2, "lengths": LENGTHS, **options}))


def small():
    return pw.Inventory.from_columns(**places("A[0,40) C[0,40)"))


def test_one_inventory_for_all_runs_or_one_for_each():
    one, other = run(), run("A[0,40)", "other")

    same = losses([one, other], inventory=inventory())
    apart = losses([one, other], inventory={"other": small(), None: inventory()})

    assert [found.inventory["parts"] for found in same.runs] == [8, 8]
    assert [found.inventory["parts"] for found in apart.runs] == [8, 2]
    assert same.oracles["run"] is same.oracles["other"]
    assert apart.oracles["run"] is not apart.oracles["other"]


def test_tables_of_runs_that_are_not_there():
    for what in ("inventory", "candidates"):
        given = {"inventory": {None: inventory()}, what: {"x": inventory(), None: inventory()}}
        with pytest.raises(UsageError) as caught:
            losses(run(), **grouped_options(**given))
        assert str(caught.value) == f"{what} of 'x': no run has this name (run)"


def test_a_run_can_serve_as_inventory():
    found = losses(run("A[0,40)"), inventory=candidates())

    assert found.runs[0].inventory["parts"] == 6
    assert found.runs[0].inventory["documents"] == 3


def test_an_inventory_is_needed():
    with pytest.raises(UsageError, match="losses need to know which parts exist: use inventory="):
        losses(run())


def test_every_element_is_there_in_runs_of_elements():
    trees = pw.Structure.from_columns(
        doc=["A"] * 3,
        parent=[None, 0, 0],
        tag=list("abb"),
        start=[0, 0, 50],
        end=[100, 50, 100],
    )
    elements = pw.Run.from_columns(topic=["t"], doc=["A"], element=["/a[1]/b[1]"])

    found = losses(elements, structure=trees)

    assert found.runs[0].inventory == {"parts": 3, "documents": 1, "added": 0}
    with pytest.raises(UsageError, match="which parts exist"):
        losses(run("A[0,40)"), structure=trees)


def test_parts_outside_the_inventory_are_added_and_noted():
    # two runs: one of three parts is outside, and two of three
    few = losses(run("A[0,40) C[0,40) B[0,20)"), inventory=small())
    with pytest.warns(PartwiseWarning, match="another chunking"):
        many = losses(run("A[0,40) B[15,35) B[0,20)"), inventory=small())

    assert few.runs[0].inventory["added"] == 1
    assert "run: 1 part is not in the inventory; it was added for this run" in few.notes
    assert many.runs[0].inventory["added"] == 2
    said = "warning: 2 of 3 parts of run are not in the inventory: another chunking?"
    assert said in many.notes


def test_candidates_add_their_parts_as_well():
    found = losses(run("A[0,40)"), inventory=small(), candidates=run("B[0,20) A[0,40)", "first"))

    assert found.runs[0].inventory["added"] == 1
    assert found.runs[0].has_candidates


def test_parts_past_the_end_of_their_document_are_noted():
    long = pw.Inventory.from_columns(**places("A[0,40) A[60,120)"))

    found = losses(run("A[0,40)"), inventory=long)

    assert any("1 part extends past the end of its document" in note for note in found.notes)


def test_a_part_with_two_counts_of_tokens_is_refused():
    chunks = pw.Inventory.from_columns(**places("A[0,40) C[0,40)"), tokens=[7, 8])
    budget = {"inventory": chunks, "k": None, "budget": 9, "unit": "tokens"}

    # C is not judged: its tokens are nobody's concern
    found = losses(run("A[0,40) C[0,40)", tokens=[7, 5]), **grouped_options(**budget))
    assert found.total["shown"].to_list() == [20]
    with pytest.raises(PartwiseError, match=r"7.*9|9.*7"):
        losses(run("A[0,40) C[0,40)", tokens=[9, 8]), **grouped_options(**budget))
    with pytest.raises(PartwiseError, match="tokens"):
        losses(run("A[0,40) C[0,40)"), **grouped_options(**budget))
