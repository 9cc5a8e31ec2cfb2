from __future__ import annotations

import json

import pytest
from tests.files.samples import said, texts

from partwise.files.formats.hotpot import read_qrels, read_texts, read_topics
from partwise.files.options import Reading
from partwise.files.reading import read_qrels as read_any

LISTS = {
    "_id": "q1",
    "question": "Who?",
    "supporting_facts": [["Ann", 0], ["Bob", 2], ["Bob", 9]],
    "context": [["Ann", ["First.", " Second."]], ["Bob", ["a", "b", "c"]]],
}
COLUMNS = {
    "id": "q1",
    "question": "Who?",
    "supporting_facts": {"title": ["Ann", "Bob", "Bob"], "sent_id": [0, 2, 9]},
    "context": {"title": ["Ann", "Bob"], "sentences": [["First.", " Second."], ["a", "b", "c"]]},
}


@pytest.mark.parametrize("question", [LISTS, COLUMNS])
@pytest.mark.parametrize("form", ["[%s]", "[\n%s\n]", "%s\n"])
def test_facts_by_hand(source, question, form):
    text = form % json.dumps(question)
    qrels = read_any(source(text))

    assert (qrels.format, qrels.topics.tolist()) == ("hotpot", ["q1"])
    assert (texts(qrels, "doc"), texts(qrels, "element")) == (["Ann", "Bob"], ["s[1]", "s[3]"])
    assert qrels.extra["group"].tolist() == ["facts", "facts"]
    assert "x: 1 fact left out: its article has fewer sentences" in qrels.notes
    assert read_texts(source(text)) == {"Ann": "First. Second.", "Bob": "abc"}
    assert read_topics(source(text)) == {"q1": "Who?"}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"supporting_facts": 3}, "supporting_facts: supporting_facts is a number"),
        ({"supporting_facts": [["Ann"]]}, "supporting_facts: expected pairs of title and sent_id"),
        ({"supporting_facts": [["Ann", "x"]]}, "supporting_facts[0]: sentence text is not a whole"),
        (
            {"supporting_facts": {"title": ["Ann"], "sent_id": []}},
            "supporting_facts: title and sent_id differ in length",
        ),
    ],
)
@pytest.mark.parametrize(("form", "before"), [("%s\n", ""), ("[%s]", "[0].")])
def test_what_is_refused(source, changed, words, form, before):
    text = form % json.dumps(LISTS | changed)

    assert said(read_qrels, source(text), Reading()).startswith(f"x:1: {before}{words}")


def test_one_article_with_two_texts(source):
    other = LISTS | {"_id": "q2", "context": [["Ann", ["Other."]]]}
    text = "".join(json.dumps(each) + "\n" for each in (LISTS, other))

    assert said(read_texts, source(text)) == "x:2: context: document Ann came with another text"
