import numpy as np
import pytest

from partwise.lab.collections import GUESSED, Collection, Parts, expanded, segments
from partwise.tables.lengths import Lengths
from partwise.tables.qrels import Qrels


@pytest.fixture
def small():
    qrels = Qrels.from_columns(
        topic=["t", "t", "u"], doc=["b", "a", "c"], start=[0, 0, 2], end=[4, 9, 3], grade=[1, 1, 1]
    )
    return Collection(qrels, lengths=Lengths.from_columns(doc=["a", "d"], length=[20, 30]))


def test_most_relevant_text_first(small):
    pairs = small.judged.judged_documents
    assert [small.docs[d] for d in pairs.doc[small.relevant]] == ["a", "b", "c"]
    assert small.topics.tolist() == [0, 1]


def test_lengths_are_known_or_guessed(small):
    docs = np.array([small.docs.index[name] for name in "abd"])
    assert small.whole(docs).tolist() == [20, GUESSED, 30]


def test_what_holds_nothing_relevant(small):
    free = small.nonrelevant(0, small.random(0, seed=1))
    assert {small.docs[d] for d in free} == {"c", "d"}


def test_a_topic_draws_alone(small):
    one, other = small.random(1, seed=1), small.random(1, seed=1)
    assert one.integers(1000) == other.integers(1000)


def test_invented_documents_have_new_names():
    qrels = Qrels.from_columns(topic=["t"], doc=["nonrelevant-1"], start=[0], end=[4])
    assert list(Collection(qrels, invented=2).docs)[1:] == ["_nonrelevant-1", "_nonrelevant-2"]


def test_scores_fall_by_one(small):
    column = np.array([0, 0, 1])
    run = small.run("x", Parts(column, np.array([1, 0, 2]), column, column + 5, column * 0 - 1))
    assert run.score.tolist() == [2.0, 1.0, 1.0]
    assert [run.docs[d] for d in run.doc] == ["a", "b", "c"]


def test_items_bring_their_parts():
    rows = np.arange(4)
    made = expanded(Parts(rows, rows, rows, rows, rows), np.array([0, 1, 4]), np.array([1, 0]))
    assert made.doc.tolist() == [1, 2, 3, 0]
    assert segments(np.array([0, 2, 2]), 3).tolist() == [0, 1, 1, 3]
