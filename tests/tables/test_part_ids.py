"""Parts that are named by an id."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.errors import FormatError, TableError
from partwise.tables.lengths import Inventory
from partwise.tables.part_ids import with_places as found_by_id
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

CHUNKS = Inventory.from_columns(
    id=["a-1", "a-2", "b-1"], doc=["a", "a", "b"], start=[0, 10, 0], end=[10, 20, 7]
)


def with_places(table, inventory, **how):
    """Where there is no column id, documents are ids."""
    return found_by_id(table, inventory, docs_are_ids="id" not in table.extra, **how)


def placed(table):
    docs = [table.docs[code] for code in table.doc]
    return list(zip(docs, table.start.tolist(), table.end.tolist(), strict=True))


def run_of(**columns):
    n = len(columns["doc"])
    return Run.from_columns(**{"topic": ["t"] * n, "missing": "document", **columns})


def test_ids_in_the_place_of_documents():
    found = with_places(run_of(doc=["b-1", "a-2"]), CHUNKS)

    assert placed(found) == [("b", 0, 7), ("a", 10, 20)]
    assert list(found.notes) == ["2 parts found by id in the inventory"]


def test_ids_beside_documents():
    found = with_places(run_of(doc=["b", "a"], id=["b-1", "a-2"]), CHUNKS)

    assert placed(found) == [("b", 0, 7), ("a", 10, 20)]
    with pytest.raises(
        TableError, match=r"row 1: the inventory places b-1 at b\[0:7\], the row at a$"
    ):
        with_places(run_of(doc=["a", "a"], id=["a-1", "b-1"]), CHUNKS)


@pytest.mark.parametrize("ids", [[0, 1], [0.0, 1.0], ["0", "1"], np.array([0, 1])])
def test_numbers_are_ids_too_and_so_is_zero(ids):
    chunks = Inventory.from_columns(id=ids, doc=["a", "a"], start=[0, 10], end=[10, 20])

    for asked in ([1, 0], ["1", "0"]):
        found = with_places(run_of(doc=["a", "a"], id=asked), chunks)
        assert placed(found) == [("a", 10, 20), ("a", 0, 10)]


@pytest.mark.parametrize("nothing", [None, "", np.nan])
def test_parts_and_rows_without_an_id(nothing):
    chunks = Inventory.from_columns(
        id=[nothing, 0, nothing], doc=["a", "a", "b"], start=[0, 10, 5], end=[10, 20, 9]
    )
    run = run_of(doc=["a", "a"], id=[0, nothing])

    assert placed(with_places(run, chunks, missing="skip")) == [("a", 10, 20)]
    with pytest.raises(TableError, match='row 1: part "" is not in the inventory'):
        with_places(run, chunks)


def test_rows_with_a_place_stay():
    found = with_places(run_of(doc=["a-1", "a-2"], start=[3, None], end=[4, None]), CHUNKS)

    assert placed(found) == [("a-1", 3, 4), ("a", 10, 20)]


def test_parts_that_the_inventory_lacks():
    run = run_of(doc=["a-1", "z-9", "b-1"])

    with pytest.raises(
        TableError, match=r'row 1: part "z-9" is not in the inventory. Use missing='
    ):
        with_places(run, CHUNKS)
    assert placed(with_places(run, CHUNKS, missing="document")) == [
        ("a", 0, 10), ("z-9", -1, -1), ("b", 0, 7),
    ]  # fmt: skip
    skipped = with_places(run, CHUNKS, missing="skip")
    assert placed(skipped) == [("a", 0, 10), ("b", 0, 7)]
    assert list(skipped.notes) == [
        "2 parts found by id in the inventory",
        "1 row left out: its part is not in the inventory; 1 part moved up",
    ]


def test_judged_rows_that_are_not_relevant_may_stay():
    qrels = Qrels.from_columns(topic=["t"] * 2, doc=["a-1", "z-9"], grade=[1, 0])
    lost = Qrels.from_columns(topic=["t"] * 2, doc=["a-1", "z-9"], grade=[1, 1])

    assert placed(with_places(qrels, CHUNKS)) == [("a", 0, 10), ("z-9", -1, -1)]
    assert len(with_places(qrels, CHUNKS, missing="skip")) == 2
    assert len(with_places(lost, CHUNKS, missing="skip")) == 1
    with pytest.raises(TableError, match="row 1"):
        with_places(lost, CHUNKS)


def test_parts_that_are_elements():
    chunks = Inventory.from_columns(id=["p", "q"], doc=["a", "b"], element=["/x[1]/p[2]", "/x[1]"])
    run = run_of(doc=["c", "q", "p"], element=["/x[1]", None, None])
    found = with_places(run, chunks)

    assert [found.elements[code] for code in found.element] == ["/x[1]", "/x[1]", "/x[1]/p[2]"]
    assert placed(found) == [("c", -1, -1), ("b", -1, -1), ("a", -1, -1)]


def test_an_id_is_that_of_one_part():
    same = Inventory.from_columns(id=["p", "p"], doc=["a", "a"], start=[0, 0], end=[5, 5])
    other = Inventory.from_columns(
        id=["p", "p"], doc=["a", "a"], start=[0, 0], end=[5, 6], source="chunks.tsv"
    )

    assert placed(with_places(run_of(doc=["p"]), same)) == [("a", 0, 5)]
    with pytest.raises(
        FormatError, match=r'chunks.tsv: id "p" is that of two parts, a\[0:5\] and a'
    ):
        with_places(run_of(doc=["p"]), other)


def test_an_inventory_without_ids():
    bare = Inventory.from_columns(doc=["a"], start=[0], end=[5])
    with pytest.raises(FormatError, match="inventory: no column id, by which parts are found"):
        with_places(run_of(doc=["p"]), bare)


def test_rows_that_have_both_must_agree():
    run = run_of(doc=["a", "a"], start=[0, 11], end=[10, 20], id=["a-1", "a-2"])
    with pytest.raises(
        TableError, match=r"row 1: the inventory places a-2 at a\[10:20\], the row "
    ):
        with_places(run, CHUNKS)
    same = run_of(doc=["a", "z"], start=[0, 11], end=[10, 20], id=["a-1", "other"])
    assert placed(with_places(same, CHUNKS)) == [("a", 0, 10), ("z", 11, 20)]


def test_token_counts_come_along():
    chunks = Inventory.from_columns(id=["x", "y"], doc=["a"] * 2, start=[0, 5], end=[5, 9],
                                    tokens=[3, 4])  # fmt: skip
    found = with_places(run_of(doc=["a", "a"], id=["y", "x"], tokens=[None, 9]), chunks)
    assert found.tokens.tolist() == [4, 9]


def test_ids_without_a_document():
    run = Run.from_columns(topic=["t", "t"], id=["b-1", "a-2"], score=[2.0, 1.0])
    assert run.docs.tolist() == ["b-1", "a-2"]
    assert list(run.notes) == [
        "2 parts known by their ids only, which stand for documents and change with the next "
        "chunking. Use inventory=..."
    ]
    found = Run.from_columns(topic=["t"], id=["a-2"], score=[1.0], inventory=CHUNKS)
    assert placed(found) == [("a", 10, 20)]
    assert list(found.notes) == ["1 part found by id in the inventory"]


def test_a_row_of_a_table_with_places_may_have_an_id_instead():
    columns = {"topic": ["t"] * 2, "doc": ["a", None], "start": [1, None], "end": [3, None]}
    found = Run.from_columns(**columns, id=[None, "b-1"], inventory=CHUNKS)
    assert placed(found) == [("a", 1, 3), ("b", 0, 7)]
    with pytest.raises(TableError, match="no place in a table that has places"):
        Run.from_columns(**columns, id=[None, "b-1"])


def test_gold_ids_need_no_grade():
    found = Qrels.from_columns(topic=["t", "t"], id=["a-1", "b-1"], grade=[None, 2],
                               inventory=CHUNKS)  # fmt: skip
    assert placed(found) == [("a", 0, 10), ("b", 0, 7)]
    assert found.grade.tolist() == [1, 2]
    assert Qrels.from_columns(topic=["t"], id=["a-1"]).grade.tolist() == [1]


def test_inventories_of_several_runs():
    other = Inventory.from_columns(id=["a-1"], doc=["z"], start=[1], end=[2])
    both = {"small": other, None: CHUNKS}
    run = run_of(doc=["a-1"], id=["a-1"])
    assert placed(found_by_id(run.named("small"), both)) == [("z", 1, 2)]
    assert placed(found_by_id(run.named("large"), both)) == [("a", 0, 10)]


def test_dictionaries_name_parts_only_where_none_is_a_document():
    assert placed(found_by_id(Run.from_dict({"t": {"a-1": 1.0}}), CHUNKS)) == [("a", 0, 10)]
    document = Run.from_dict({"t": {"a-1": 1.0, "b": 0.5}})
    assert placed(found_by_id(document, CHUNKS)) == [("a-1", -1, -1), ("b", -1, -1)]
    with pytest.raises(TableError, match='part "z" is not in the inventory'):
        found_by_id(Run.from_dict({"t": {"a-1": 1.0, "z": 0.5}}), CHUNKS)
