"""Where the parts of an inventory lie, and which parts of a run are not in it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.assessments.judgements import judged, tree

from partwise.errors import TableError
from partwise.geometry.inventory import InventoryPlaces, as_inventory
from partwise.geometry.relevant_text import ENDLESS, GoldLine
from partwise.geometry.view import View
from partwise.tables.lengths import Inventory
from partwise.tables.run import Run


def places(inventory, assessments=None):
    assessments = assessments or judged(doc=["a"], start=[0], end=[5])
    return InventoryPlaces(inventory, assessments, GoldLine(assessments, "losses"))


def listed(found, names):
    rows = zip(found.doc, found.start.tolist(), found.end.tolist(), strict=True)
    return [(names[int(doc)], start, end) for doc, start, end in rows]


def test_places_are_clipped_and_each_comes_once():
    inventory = Inventory.from_columns(
        doc=["b", "a", "a", "b", "a"], start=[None, 3, 3, 2, 12], end=[None, 20, 10, 4, 15],
        missing="document",
    )  # fmt: skip
    found = places(inventory, judged({"a": 10}, doc=["a"], start=[0], end=[5]))

    # b has no known length; 3..20 is cut to 3..10, and 12..15 lies past the end
    assert listed(found.places, found.docs) == [
        ("b", 0, ENDLESS), ("b", 2, 4), ("a", 3, 10), ("a", 10, 10),
    ]  # fmt: skip
    assert (len(found), found.n_clipped, found.n_beyond, found.n_documents) == (4, 2, 1, 2)


@pytest.mark.parametrize(
    ("start", "end", "counts"),
    [(8, 10, (0, 0)), (9, 11, (1, 0)), (10, 11, (1, 1)), (11, 12, (1, 1)), (10, 10, (0, 0))],
)
def test_what_is_clipped_and_what_lies_beyond(start, end, counts):
    inventory = Inventory.from_columns(doc=["a", "a", "b"], start=[0, start, 30], end=[5, end, 40])
    found = places(inventory, judged({"a": 10}, doc=["a"], start=[0], end=[5]))

    assert (found.n_clipped, found.n_beyond) == counts
    assert len(found.notes) == (1 if any(counts) else 0)
    assert all(note.whole and note.subject == "inventory" for note in found.notes)


def test_notes_are_about_the_file():
    inventory = Inventory.from_columns(doc=["a"], start=[0], end=[11], source="chunks.tsv")
    found = places(inventory, judged({"a": 10}, doc=["a"], start=[0], end=[5]))

    assert [note.subject for note in found.notes] == ["chunks.tsv"]
    assert found.source == "chunks.tsv"


def test_parts_of_an_empty_document_are_empty():
    inventory = Inventory.from_columns(doc=["b"], start=[3], end=[9])
    found = places(inventory, judged({"b": 0}, doc=["a"], start=[0], end=[5]))

    assert (listed(found.places, ["b"]), found.n_clipped) == ([("b", 0, 0)], 1)
    whole = Inventory.from_columns(doc=["b"], start=[None], end=[None], missing="document")
    found = places(whole, judged({"b": 0}, doc=["a"], start=[0], end=[5]))
    assert (listed(found.places, ["b"]), found.n_clipped) == ([("b", 0, 0)], 0)


def test_an_empty_part_may_have_no_token():
    inventory = Inventory.from_columns(doc=["a"] * 2, start=[0, 2], end=[4, 2], tokens=[3, 0])
    assessments = judged(doc=["a"], start=[0], end=[5])
    gold = GoldLine(assessments, "losses")

    InventoryPlaces(inventory, assessments, gold).require_tokens(gold, "losses")


def test_elements_are_resolved_in_the_structure():
    inventory = Inventory.from_columns(doc=["a", "a"], element=["/x[1]/y[1]", "/x[1]"])
    assessments = judged(structure=tree(), doc=["a"], start=[0], end=[5])

    assert listed(places(inventory, assessments).places, ["a"]) == [("a", 0, 20), ("a", 4, 9)]


def test_elements_that_are_not_found_matter_where_text_is_relevant():
    missing = Inventory.from_columns(doc=["a", "a"], element=["/x[1]", "/x[1]/z[1]"])
    elsewhere = judged(structure=tree(), doc=["b"], start=[0], end=[5], length=[9])

    assert listed(places(missing, elsewhere).places, ["a"]) == [("a", 0, 20)]
    with pytest.raises(TableError, match=r"row 1: no element /x\[1\]/z\[1\] in document a"):
        places(missing, judged(structure=tree(), doc=["a"], start=[0], end=[5]))


def test_only_documents_with_relevant_text_are_judged():
    inventory = Inventory.from_columns(doc=["z", "b", "a"], start=[0, 1, 2], end=[9, 9, 9])
    assessments = judged(doc=["a", "b", "c"], start=[0, None, 0], end=[5, None, 2], grade=[1, 0, 1])
    gold = GoldLine(assessments, "losses")
    found = InventoryPlaces(inventory, assessments, gold).judged(gold)

    assert listed(found, assessments.qrels.docs) == [("a", 2, 9)]


@pytest.mark.parametrize(
    ("doc", "tokens", "words"),
    [
        ("a", [3, None], "row 1: losses counts tokens, and this part has no token count"),
        ("a", [3, 0], "row 1: a part with characters has at least 1 token"),
        ("a", [3, 4], r"chunks.tsv: the part \[0, 4\) has two token counts, 3 and 4"),
        ("z", [3, None], None),
        ("a", [3, 3], None),
    ],
)
def test_token_counts_that_are_needed(doc, tokens, words):
    inventory = Inventory.from_columns(
        doc=[doc] * 2, start=[0, 0], end=[4, 4], tokens=tokens, source="chunks.tsv"
    )
    assessments = judged(doc=["a"], start=[0], end=[5])
    gold = GoldLine(assessments, "losses")
    found = InventoryPlaces(inventory, assessments, gold)
    if words is None:
        found.require_tokens(gold, "losses")
        return
    with pytest.raises(TableError, match=words):
        found.require_tokens(gold, "losses")


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (0, []),
        (1, ["1 part is not in chunks.tsv; it was added for this run"]),
        (2, ["2 parts are not in chunks.tsv; they were added for this run"]),
        (3, ["warning: 3 of 4 parts of r are not in chunks.tsv: another chunking?"]),
    ],
)
def test_parts_of_another_chunking(n, words):
    known = Inventory.from_columns(doc=["a"], start=[0], end=[4], source="chunks.tsv")
    notes = places(known).outside_notes("r", np.arange(4) < n)

    assert [str(note).removeprefix("r: ") for note in notes] == words


PLACES = st.lists(
    st.tuples(st.sampled_from("abc"), st.integers(0, 3), st.integers(0, 2)), max_size=7
)


@given(PLACES, PLACES)
def test_outside_is_not_in_the_set(parts, known):
    def columns(rows):
        doc, start, size = zip(*rows, strict=True) if rows else ((), (), ())
        return {
            "doc": doc,
            "start": start,
            "end": [a + n for a, n in zip(start, size, strict=True)],
        }

    assessments = judged(doc=["a"], start=[0], end=[5])
    found = places(Inventory.from_columns(**columns(known)), assessments)
    run = Run.from_columns(topic=["t"] * len(parts), **columns(parts))

    outside = found.outside(View(assessments, run))
    assert outside.tolist() == [part not in known for part in parts]


def test_the_parts_of_a_run_as_inventory():
    run = Run.from_columns(
        topic=["t", "u"], doc=["a", "b"], start=[1, 2], end=[5, 6], tokens=[3, 4]
    )
    found = places(as_inventory(run))

    assert listed(found.all, run.docs) == [("a", 1, 5), ("b", 2, 6)]
    assert found.all.tokens.tolist() == [3, 4]
    assert not found.outside(View(judged(doc=["a"], topic=["t"], start=[0], end=[5]), run)).any()
