"""Lengths of documents from every source that knows one."""

from __future__ import annotations

import numpy as np
import pytest
from tests.geometry.assessments.judgements import judged, tree

from partwise.errors import TableError
from partwise.geometry.assessments import DocumentLengths
from partwise.messages import Notes
from partwise.tables.lengths import Lengths
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels

NOBODY = Qrels.from_columns(topic=["t"], doc=["a"], grade=[1])


def table(**lengths):
    return Lengths.from_columns(doc=list(lengths), length=list(lengths.values()))


def known(lengths=None, structure=None, *, texts=None, qrels=NOBODY, lenient=False):
    return DocumentLengths(qrels, lengths, structure, texts=texts, lenient=lenient, notes=Notes())


def test_the_first_source_that_knows_a_document_tells_its_length():
    found = known(table(b=7), tree(), texts=table(c=3, a=20))

    assert found.of(Names.of(["c", "a", "z", "b"])).tolist() == [3, 20, -1, 7]
    assert [source.label for source in found.sources] == [
        "the lengths", "the texts", "the structure",
    ]  # fmt: skip


def test_nobody_knows():
    assert known().sources == []
    assert known().of(Names.of(["a"])).tolist() == [-1]


def test_an_empty_document_has_a_length():
    qrels = Qrels.from_columns(topic=["t"], doc=["a"], grade=[1], length=[0])

    assert known(qrels=qrels).of(qrels.docs).tolist() == [0]
    found = known(table(a=0), tree(), lenient=True)
    assert found.of(Names.of(["a"])).tolist() == [0]
    with pytest.raises(TableError, match="document a is 0 long in the lengths, 20 in the struct"):
        known(table(a=0), tree())
    with pytest.raises(TableError, match="row 0: document a is 20 long in the structure, 0 in"):
        known(structure=tree(), qrels=qrels)


def test_the_row_that_disagrees_with_a_table_is_named():
    qrels = Qrels.from_columns(
        topic=["t"] * 3, doc=["b", "a", "a"], grade=[1, 1, 1], length=[9, None, 6]
    )
    with pytest.raises(TableError, match="row 2: document a is 5 long in the lengths, 6 in the as"):
        known(table(a=5), qrels=qrels)


def test_the_first_row_that_tells_another_length_is_named():
    qrels = Qrels.from_columns(topic=["t"] * 3, doc=["a"] * 3, grade=[1, 1, 1], length=[4, 5, 6])
    with pytest.raises(TableError, match="row 1: document a is 5 long here, 4 before"):
        known(qrels=qrels)


def test_the_order_of_sources_decides_where_they_disagree():
    names = Names.of(["a"])
    sources = {"lengths": table(a=5), "texts": table(a=6), "structure": tree()}

    assert known(**sources, lenient=True).of(names).tolist() == [5]
    del sources["lengths"]
    assert known(**sources, lenient=True).of(names).tolist() == [6]
    with pytest.raises(TableError, match="document a is 6 long in the texts, 20 in the structure"):
        known(**sources)


def test_every_pair_of_sources_that_disagrees_is_counted():
    notes = Notes()
    qrels = Qrels.from_columns(topic=["t"], doc=["a"], start=[0], end=[1], length=[4])
    DocumentLengths(qrels, table(a=5), tree(), lenient=True, notes=notes)

    # 5 and 20, 5 and 4, 20 and 4
    assert list(notes) == [
        "warning: 3 document lengths differ between sources; the first was taken"
    ]


def test_lengths_come_from_the_table_the_structure_and_the_assessments():
    found = judged({"c": 7}, tree(), doc=["a", "b", "c"], grade=[1, 1, 1], length=[None, 30, 7])
    assert found.length.tolist() == [20, 30, 7]
    assert found.lengths.of(found.qrels.docs.take(np.array([2, 0]))).tolist() == [7, 20]


@pytest.mark.parametrize(
    ("lengths", "structure", "given", "words"),
    [
        ({"a": 5}, None, [6, 6], "document a is 5 long in the lengths, 6 in the assessments"),
        ({"a": 5}, tree(), [None] * 2, "document a is 5 long in the lengths, 20 in the structure"),
        (None, tree(), [6, 6], "document a is 20 long in the structure, 6 in the assessments"),
        (None, None, [6, 7], "row 1: document a is 7 long here, 6 before"),
    ],
)
def test_lengths_that_disagree(lengths, structure, given, words):
    columns = {"doc": ["a", "a"], "start": [0, 2], "end": [1, 3], "length": given}
    with pytest.raises(TableError, match=words):
        judged(lengths, structure, **columns).lengths  # noqa: B018
    found = judged(lengths, structure, lenient=True, **columns)
    wanted = 5 if lengths else 20 if structure else 6
    assert found.length.tolist() == [wanted]
    assert "warning: 1 document length differs between sources; the first was taken" in found.notes
