"""What follows from the tables of the assessments, made once for all who ask."""

from __future__ import annotations

from tests.geometry.assessments.judgements import tree

from partwise.geometry.assessments import JudgedTables
from partwise.tables.lengths import Lengths
from partwise.tables.qrels import Qrels

QRELS = Qrels.from_columns(topic=["t", "t", "u"], doc=["b", "a", "a"], grade=[1, 1, 1])


def tables(qrels=QRELS, lengths=None, texts=None, structure=None, *, lenient=False):
    return JudgedTables(qrels, lengths, texts, structure, lenient=lenient)


def of(length):
    return Lengths.from_columns(doc=["a"], length=[length])


def test_documents_are_named_by_their_pair():
    found = tables()

    assert [found.document(pair) for pair in range(3)] == ["b", "a", "a"]


def test_trees_only_with_a_structure():
    assert tables().trees is None
    found = tables(structure=tree())
    assert found.trees.structure is found.structure
    assert found.trees is found.trees


def test_lengths_before_texts_before_the_structure():
    names = QRELS.docs
    for given, length in (
        ({"lengths": of(7), "texts": of(8), "structure": tree()}, 7),
        ({"texts": of(8), "structure": tree()}, 8),
        ({"structure": tree()}, 20),
    ):
        found = tables(**given, lenient=True)
        assert found.lengths.of(names).tolist() == [-1, length]
        assert len(found.notes) == (length < 20)
        assert found.lengths is found.lengths
        assert len(found.notes) == (length < 20)


def test_entry_points_given_as_paths_are_placed():
    qrels = Qrels.from_columns(topic=["t"], doc=["a"], start=[0], end=[9], bep_path=["/x[1]/y[1]"])

    assert tables(qrels, structure=tree()).judged_documents.bep.tolist() == [4]
    assert tables(qrels).judged_documents.bep.tolist() == [-1]
