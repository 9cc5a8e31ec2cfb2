"""Dictionaries as runs and assessments: numbers by name, and lists of ids."""

from __future__ import annotations

import pytest

from partwise.errors import TableError
from partwise.tables.from_memory import flat, lists_ids
from partwise.tables.lengths import Inventory
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

CHUNKS = Inventory.from_columns(id=["x", "y", 3], doc=["a", "a", "b"], start=[0, 4, 0],
                                end=[4, 9, 5])  # fmt: skip


def placed(table):
    docs = [table.docs[code] for code in table.doc]
    return list(zip(docs, table.start.tolist(), table.end.tolist(), strict=True))


def test_lists_of_ids_are_told_from_lists_of_items():
    assert lists_ids({"q": ["x", 3], "r": []})
    assert lists_ids({"q": []})
    assert not lists_ids({"q": [{"id": "x"}]})
    assert not lists_ids({"q": {"x": 1}})
    assert not lists_ids({"q": [True]})


def test_columns():
    assert flat({"q": {"a": 2, "b": 1}, "r": {}}, "a run", "score") == (
        ["q", "q"], ["a", "b"], [2, 1],
    )  # fmt: skip
    assert flat({"q": ["a", "b"], "r": []}, "a run", "score")[2] == [1, 2]
    with pytest.raises(TableError, match=r"or \{topic: \[id\]\}; topic r has dict"):
        flat({"q": ["a"], "r": {"b": 1}}, "a run", "score")


def test_runs_of_ids():
    run = Run.from_dict({"q": ["y", "x"], "r": []}, inventory=CHUNKS)
    assert placed(run) == [("a", 4, 9), ("a", 0, 4)]
    assert run.rank.tolist() == [1, 2]
    assert run.score is None
    assert run.answered == ["r"]
    scored = Run.from_dict({"q": {"y": 1.0, "3": 2.0}}, inventory=CHUNKS)
    assert placed(scored) == [("a", 4, 9), ("b", 0, 5)]
    assert scored.score.tolist() == [1, 2]
    with pytest.raises(TableError, match='part "z" is not in the inventory'):
        Run.from_dict({"q": ["z"]}, inventory=CHUNKS)
    assert len(Run.from_dict({"q": ["z", "x"]}, inventory=CHUNKS, missing="skip")) == 1


def test_gold_ids():
    qrels = Qrels.from_dict({"q": ["y"], "r": []}, inventory=CHUNKS)
    assert placed(qrels) == [("a", 4, 9)]
    assert qrels.grade.tolist() == [1]
    assert qrels.topics.tolist() == ["q", "r"]
    graded = Qrels.from_dict({"q": {"y": 2, "z": 0}}, inventory=CHUNKS)
    assert placed(graded) == [("a", 4, 9), ("z", -1, -1)]


def test_without_an_inventory_ids_are_documents():
    qrels = Qrels.from_dict({"q": ["y"]})
    assert qrels.docs.tolist() == ["y"]
    assert [note.split(",")[0] for note in qrels.notes] == [
        "assessments: 1 part known by its id only"
    ]
    assert Run.from_dict({"q": {"y": 1.0}}).notes == ()
