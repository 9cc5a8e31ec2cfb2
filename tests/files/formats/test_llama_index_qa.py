from __future__ import annotations

import json

import pytest
from tests.files.samples import said, texts

from partwise.files.formats.llama_index_qa import read_qrels, read_topics
from partwise.files.options import Reading
from partwise.files.reading import read_inventory
from partwise.files.reading import read_qrels as read_any
from partwise.tables.lengths import Inventory
from partwise.tables.part_ids import with_places

DATA = {
    "queries": {"q1": "Who?", "q2": "Why?"},
    "corpus": {"n1": "Ann ran.", "n2": "Bob."},
    "relevant_docs": {"q1": ["n1", "n2"], "q2": []},
    "mode": "text",
}


@pytest.mark.parametrize("indent", [None, 1])
def test_nodes_by_hand(source, indent):
    qrels = read_any(source(json.dumps(DATA, indent=indent)))

    assert qrels.format == "llama-index-qa"
    assert qrels.topics.tolist() == ["q1", "q2"]
    assert (texts(qrels, "doc"), qrels.grade.tolist()) == (["n1", "n2"], [1, 1])
    assert qrels.extra["id"].tolist() == ["n1", "n2"]
    assert any("documents of their own, unless" in note for note in qrels.notes)
    assert read_topics(source(json.dumps(DATA))) == DATA["queries"]


def test_keys_that_stand_far_behind(source):
    many = {f"q{number}": "long " * 50 for number in range(1000)}
    text = json.dumps(DATA | {"queries": many})

    assert len(read_any(source(text))) == 2


def test_the_corpus_is_an_inventory(source):
    found = read_inventory(source(json.dumps(DATA)))

    assert texts(found, "doc") == found.id.tolist() == ["n1", "n2"]


def test_nodes_are_found_in_an_inventory(source):
    qrels = read_qrels(source(json.dumps(DATA)), Reading())
    parts = Inventory.from_columns(doc=["d", "d"], start=[0, 9], end=[8, 13], id=["n1", "n2"])
    placed = with_places(qrels, parts)

    assert texts(placed, "doc") == ["d", "d"]
    assert (placed.start.tolist(), placed.end.tolist()) == ([0, 9], [8, 13])


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"relevant_docs": []}, "x:1: relevant_docs: a list, not an object"),
        ({"relevant_docs": {"q1": "n1"}}, "x:1: relevant_docs.q1: text, not a list"),
        ({"relevant_docs": {"q1": [[]]}}, 'x:1: relevant_docs.q1[0]: doc "[...]" is not text'),
    ],
)
def test_what_is_refused(source, changed, words):
    assert said(read_qrels, source(json.dumps(DATA | changed)), Reading()).startswith(words)
