"""Assessments that move to new texts."""

from __future__ import annotations

import json

import pytest

import partwise as pw
from partwise.errors import PartwiseError
from partwise.texts.offsets import stamp

OLD = {
    "a": "The lamp burns at dusk. The tide turns at noon.",
    "b": "Salt eats the rope.",
    "c": "Gone soon.",
}
NEW = {"a": "Again the lamp burns at dusk. The ebb turns at noon.", "b": "Salt eats the rope."}


def row(doc, text, **more):
    at = OLD[doc].index(text)
    return {"topic": "q", "doc": doc, "start": at, "end": at + len(text), "grade": 1, **more}


GOLD = [
    row("a", "lamp burns"),
    row("a", "The tide turns at noon."),
    row("b", "Salt"),
    row("c", "Gone"),
]


def test_by_hand():
    found = pw.migrate(GOLD, OLD, NEW)
    names = ["doc", "start", "end", "status", "errors", "old_doc", "old_start", "old_end"]
    assert found.table.select(names).rows() == [
        ("a", 10, 20, "moved", 0, "a", 4, 14),
        ("a", 30, 52, "edited", 4, "a", 24, 47),
        ("b", 0, 4, "unchanged", 0, "b", 0, 4),
        (None, None, None, "gone", None, "c", 0, 4),
    ]
    assert repr(found) == "Migration(4 spans: 1 unchanged, 1 moved, 1 edited, 0 ambiguous, 1 gone)"
    assert found.doubtful == 2
    assert found.table["grade"].to_list() == [1, 1, 1, 1]


def test_review():
    rows = pw.migrate(GOLD, OLD, NEW).review()
    assert rows.select("status", "old_text", "new_text").rows() == [
        ("edited", "The tide turns at noon.", "The ebb turns at noon."),
        ("gone", "Gone", None),
    ]


def test_rows_about_documents():
    rows = [{"topic": "q", "doc": d, "grade": 2, "start": None, "end": None} for d in "ac"]
    found = pw.migrate(rows, OLD, NEW).table
    assert found.select("doc", "start", "status", "grade").rows() == [
        ("a", None, "unchanged", 2),
        (None, None, "gone", 2),
    ]


def test_best_entry_points_move_with_the_text_that_begins_there():
    found = pw.migrate([row("a", "lamp burns", bep=4), row("c", "Gone", bep=5)], OLD, NEW)
    assert found.table["bep"].to_list() == [10, None]
    assert found.notes == (
        "warning: 1 best entry point could not be moved and was left out",
        "1 row has neither document nor place; evaluate refuses it. Take it out first",
    )


def test_lengths_are_those_of_the_new_texts():
    found = pw.migrate([row("a", "lamp", length=47), row("c", "Gone", length=10)], OLD, NEW)
    assert found.table["length"].to_list() == [len(NEW["a"]), None]


@pytest.mark.parametrize("suffix", ["tsv", "jsonl", "fol"])
def test_files(tmp_path, suffix):
    file = tmp_path / f"gold.{suffix}"
    lengths = {"length": [47, 47, 19]} if suffix == "fol" else {}
    import polars as pl

    frame = pl.DataFrame(GOLD[:3]).with_columns(**{n: pl.Series(v) for n, v in lengths.items()})
    pw.write_qrels(pw.Qrels.from_frame(frame), file, lossy=True)
    found = pw.migrate(file, OLD, NEW).table
    assert sorted(found["start"].to_list()) == [0, 10, 30]


def test_what_comes_out_can_be_evaluated():
    found = pw.migrate(GOLD[:3], OLD, NEW, stamp=True)
    assert found.table["sha256"].to_list() == [stamp(NEW[d]) for d in "aab"]
    run = [{"topic": "q", "doc": "a", "start": 10, "end": 20, "score": 1}]
    qrels = pw.Qrels.from_frame(found.table)
    assert pw.evaluate(qrels, [run], ["CharP@1"], texts=NEW).mean("run", "CharP@1") == 1
    with pytest.raises(PartwiseError, match="document a has changed since it was assessed"):
        pw.evaluate(qrels, [run], ["CharP@1"], texts=OLD)
    assert pw.migrate(found.table, NEW, OLD).counts["gone"] == 0


def test_json():
    found = json.loads(pw.migrate(GOLD, OLD, NEW).to_json())
    assert list(found) == ["partwise", "rows", "counts", "moved", "notes"]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([{**GOLD[0], "doc": "x"}], r"row 0: document x is not in the old texts \(1 row"),
        ([{**GOLD[0], "end": 99}], r"row 0: span 4-99 is not in the old document a \(47 char"),
        ([{"topic": "q", "doc": "a", "element": "/a[1]"}], "row 0: element"),
        ([{**GOLD[0], "sha256": "0" * 16}], "row 0: the old document a is not the one assessed"),
    ],
)
def test_refused(rows, words):
    with pytest.raises(PartwiseError, match=words):
        pw.migrate(rows, OLD, NEW)


def test_both_texts_are_needed():
    with pytest.raises(PartwiseError, match="migrate needs the old texts and the new ones"):
        pw.migrate(GOLD, OLD, None)
