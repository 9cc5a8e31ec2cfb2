from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from partwise.errors import TableError
from partwise.tables.lengths import Inventory, Lengths


def test_lengths():
    lengths = Lengths.from_frame(pl.DataFrame({"doc": ["a", "b"], "length": [3, 4]}))

    assert lengths.length.tolist() == [3, 4]
    with pytest.raises(TableError, match="row 1: document a has two lengths"):
        Lengths.from_columns(doc=["a", "a"], length=[1, 2])
    with pytest.raises(TableError, match="row 0: length -2 is negative"):
        Lengths.from_columns(doc=["a"], length=[-2])


def test_inventory():
    inventory = Inventory.from_columns(doc=["a", "a"], start=[0, 5], end=[5, 9], tokens=[1, 2])

    assert len(inventory) == 2
    assert inventory.tokens is not None
    assert inventory.tokens.tolist() == [1, 2]


def test_lengths_of_other_tools():
    lengths = Lengths.from_frame(
        pl.DataFrame({"docno": ["a"], "size": [3]}), columns={"length": "size"}
    )

    assert (lengths.docs.tolist(), lengths.length.tolist(), len(lengths)) == (["a"], [3], 1)
    assert lengths.notes == ("docno read as doc",)


@pytest.mark.parametrize(
    ("doc", "length", "said"),
    [
        (["a", "b"], [1, None], "row 1: length is missing"),
        (["a", "b", "c", "b"], [1, 2, 3, 2], "row 3: document b has two lengths"),
        (["a", "b"], [1], "columns differ in length: doc 2, length 1"),
    ],
)
def test_lengths_that_are_refused(doc, length, said):
    with pytest.raises(TableError) as caught:
        Lengths.from_columns(doc=doc, length=length)

    assert str(caught.value) == said


def test_parts_without_a_place():
    given = {"doc": ["a", "b", "c"], "start": [0, None, 4], "length": [5, None, 2]}

    with pytest.raises(TableError, match="row 1: no place in a table that has places"):
        Inventory.from_columns(**given)
    left = Inventory.from_columns(**given, id=["x", "y", "z"], missing="skip")
    assert (left.docs.tolist(), left.doc.tolist()) == (["a", "c"], [0, 1])
    assert (left.start.tolist(), left.end.tolist()) == ([0, 4], [5, 6])
    assert left.id is not None
    assert left.id.tolist() == ["x", "z"]
    assert left.notes == ("1 row without a place left out",)
    whole = Inventory.from_columns(**given, missing="document")
    assert whole.start.tolist() == [0, -1, 4]


def test_an_inventory_of_whole_documents_needs_no_places():
    inventory = Inventory.from_frame(pl.DataFrame({"doc": ["a", "b"]}))

    assert np.array_equal(inventory.start, [-1, -1])
    assert (inventory.tokens, inventory.id, len(inventory)) == (None, None, 2)


def test_an_inventory_of_elements():
    inventory = Inventory.from_columns(doc=["a", "a"], element=["/a[1]", "/b[1]"])

    assert inventory.elements.tolist() == ["/a[1]", "/b[1]"]
    assert inventory.element.tolist() == [0, 1]
    with pytest.raises(ValueError, match="read-only"):
        inventory.element[0] = 1
