import pytest

from partwise.errors import UsageError
from partwise.lab.collections import Collection
from partwise.lab.space import adversaries, answer_sets, name_of, ranked
from partwise.tables.lengths import Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.structure.table import Structure

QRELS = Qrels.from_columns(
    topic=["t", "t", "t"], doc=["a", "b", "c"], start=[2, 1, None], end=[8, 4, None],
    grade=[1, 1, 0],
)  # fmt: skip
LENGTHS = Lengths.from_columns(doc=["a", "b", "c"], length=[30, 12, 9])


def rows(collection, parts):
    names = [collection.docs[d] for d in parts.doc]
    return list(zip(names, parts.start.tolist(), parts.end.tolist(), strict=True))


def test_without_trees_passages_and_documents():
    collection = Collection(QRELS, lengths=LENGTHS)
    sets = answer_sets(collection)
    assert list(sets) == ["S", "SLD"]
    assert rows(collection, sets["S"][0]) == [("a", 2, 8), ("b", 1, 4)]
    assert rows(collection, sets["SLD"][0]) == [("a", 0, 30), ("b", 0, 12)]


@pytest.mark.parametrize(
    ("ranking", "docs"), [("R", "ab"), ("RS", "ba"), ("RI", "cab"), ("RSI", "cba")]
)
def test_rankings(ranking, docs):
    collection = Collection(QRELS, lengths=LENGTHS)
    made = ranked(collection, answer_sets(collection)["S"], ranking, seed=0)
    assert [collection.docs[d] for d in made.doc] == list(docs)


def test_runs_that_deceive():
    collection = Collection(QRELS, lengths=LENGTHS)
    made = {name: rows(collection, parts) for name, parts in adversaries(collection).items()}
    assert made["adv-first"] == [("a", 2, 3), ("b", 1, 2)]
    assert made["adv-all"] == [("a", 0, 30), ("b", 0, 12), ("c", 0, 9)]
    assert made["adv-repeat"] == [("a", 2, 8)] * 2 + [("b", 1, 4)] * 2
    # whole documents only where their lengths are known
    assert set(adversaries(Collection(QRELS))) == {"adv-first", "adv-repeat"}


def test_relevant_documents_must_be_in_the_structure():
    tree = Structure.from_columns(doc=["a"], parent=[None], tag=["d"], start=[0], end=[30])
    with pytest.raises(UsageError, match="document b is relevant but not in the structure"):
        answer_sets(Collection(QRELS, tree))
    assert name_of("SL", "RI") == "SL-RI"
