from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import PartwiseError
from partwise.evaluation.options import Collection
from partwise.evaluation.prepared import Prepared
from partwise.files.options import Reading
from partwise.tables.structure.table import Structure
from partwise.texts.verification import Verification

QRELS = pw.Qrels.from_columns(topic=["q"], doc=["in/D.md"], start=[0], end=[5])
RUN = pw.Run.from_columns(topic=["q", "q"], doc=["D", "x/D"], start=[0, 3], end=[4, 9])


def prepared(qrels=QRELS, texts=None, doc_ids=None, lenient=False, **tables):
    reading = Reading(doc_ids=doc_ids, lenient=lenient)
    return Prepared(qrels, Collection(**tables), reading, checked=Verification(texts))


def test_all_tables_name_documents_alike():
    tables = prepared(
        doc_ids="stem",
        lengths=pw.Lengths.from_columns(doc=["out/D.txt"], length=[9]),
        structure=Structure.from_columns(doc=["D.x"], parent=[None], tag=["a"], start=[0], end=[9]),
    )

    chunks = pw.Inventory.from_columns(doc=["D.a", "D.b"], start=[0, 5], end=[5, 9])
    inventory, notes = tables.fitted(chunks)
    assert notes == []
    for table in (tables.qrels, tables.lengths, inventory, tables.structure):
        assert table.docs.tolist() == ["D"]
    view = tables.view(RUN, None, inventory)
    assert view.run.docs.tolist() == ["D"]  # a run may name a document in two ways
    assert view.inventory is inventory
    assert tables.view(RUN, None).inventory is None
    assert tables.assessments.lengths.of(tables.qrels.docs).tolist() == [9]


def test_two_judged_documents_stay_two():
    two = pw.Qrels.from_columns(topic=["q", "q"], doc=["a/D", "b/D"], grade=[1, 1])

    with pytest.raises(PartwiseError, match='makes two documents one: "a/D" and "b/D"'):
        prepared(two, doc_ids="name")


def test_tables_and_their_files(tmp_path):
    (tmp_path / "q").write_text("q 0 d 1\n")
    (tmp_path / "l.tsv").write_text("docno\tlength\nd\t5\n")

    tables = prepared(pw.read_qrels(tmp_path / "q"), lengths=pw.read_lengths(tmp_path / "l.tsv"))

    assert tables.files == [
        ("qrels", str(tmp_path / "q")),
        ("structure", None),
        ("lengths", str(tmp_path / "l.tsv")),
    ]
    assert all(str(tmp_path / "l.tsv") in note for note in tables.notes)


def test_notes_on_lengths_and_inventory():
    import polars as pl

    lengths = pw.Lengths.from_frame(pl.DataFrame({"docno": ["in/D.md"], "length": [9]}))
    inventory = pw.Inventory.from_columns(doc=["in/D.md"], start_index=[0], end=[4])

    tables = prepared(lengths=lengths)
    assert tables.notes == ["lengths: docno read as doc"]
    assert tables.fitted(inventory)[1] == ["inventory: start_index read as start"]


def test_offsets_are_checked_against_the_texts():
    quoted = pw.Run.from_columns(topic=["q"], doc=["in/D.md"], start=[0], end=[4], text=["lamp"])

    assert len(prepared(texts={"in/D.md": "lamp shop"}).view(quoted, None).run) == 1
    with pytest.raises(PartwiseError, match="row 0"):
        prepared(texts={"in/D.md": "tree shop"}).view(quoted, None)


def test_the_order_reaches_the_view():
    assert prepared().view(RUN, "file").order == "file"


def test_texts_tell_lengths_where_no_table_does():
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["D"], start=[0], end=[5])

    tables = prepared(qrels, texts={"D": "abcdefg"})

    assert tables.assessments.lengths.of(qrels.docs).tolist() == [7]


def test_notes_on_lengths_name_their_table():
    lengths = pw.Lengths.from_frame([{"docno": "D", "length": 9}])
    assert prepared(lengths=lengths).notes == ["lengths: docno read as doc"]
