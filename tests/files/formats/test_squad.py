from __future__ import annotations

import json

import pytest
from tests.files.samples import said, texts

from partwise.files.formats.squad import read_qrels, read_texts, read_topics
from partwise.files.options import Reading
from partwise.files.reading import read_qrels as read_any


def answer(start, text):
    return {"text": text, "answer_start": start}


def qa(name, *answers, **more):
    return {"id": name, "question": f"{name}?", "answers": list(answers), **more}


def content(*articles, indent=1):
    return json.dumps({"version": "2", "data": list(articles)}, indent=indent)


def article(title, *paragraphs):
    found = [{"context": context, "qas": qas} for context, qas in paragraphs]
    return {"title": title, "paragraphs": found}


TWO = content(
    article("Ann", ("Ann \U0001f600 was born.", [
        qa("a", answer(0, "Ann"), answer(6, "was"), answer(0, "Ann")),
        qa("b", is_impossible=True)]),
        ("She ran.", [qa("c", answer(4, "ran"))])),
    article("Ann", ("Twice.", [qa("d", answer(0, "Twice"))])),
)  # fmt: skip


def test_answers_by_hand(source):
    qrels = read_any(source(TWO))

    assert qrels.format == "squad"
    assert qrels.topics.tolist() == ["a", "b", "c", "d"]
    assert texts(qrels, "topic") == ["a", "a", "c", "d"]
    assert texts(qrels, "doc") == ["Ann#0", "Ann#0", "Ann#1", "Ann#2"]
    assert (qrels.start.tolist(), qrels.end.tolist()) == ([0, 6, 4, 0], [3, 9, 7, 5])
    assert qrels.extra["alternative"].tolist() == ["0", "1", "0", "0"]
    assert read_texts(source(TWO))["Ann#1"] == "She ran."
    assert read_topics(source(TWO)) == {name: f"{name}?" for name in "abcd"}


def test_a_text_that_is_not_there(source):
    text = content(article("A", ("abc def", [qa("q", answer(4, "abc"), answer(0, "abc"))])))
    words = said(read_qrels, source(text), Reading())

    assert words.endswith(
        'data[0].paragraphs[0].qas[0].answers[0]: text "abc" differs from A#0[4:7], "def". '
        "Use lenient=True to leave such answers out"
    )
    qrels = read_qrels(source(text), Reading(lenient=True))
    assert len(qrels) == 1
    assert qrels.notes == ("1 answer left out: the context has another text there",)


@pytest.mark.parametrize(
    ("paragraph", "words"),
    [
        (3, "data[0].paragraphs[0]: a number, not an object"),
        ({"context": "x"}, 'data[0].paragraphs[0]: no key "qas"'),
        ({"qas": [{}]}, "data[0].paragraphs[0].qas[0]: question without an id"),
        (
            {"context": "x", "qas": [qa("q", {"text": "x"})]},
            'data[0].paragraphs[0].qas[0].answers[0]: no text and whole number at the keys "text"',
        ),
        (
            {"context": "x", "qas": [qa("q"), qa("q")]},
            'data[0].paragraphs[0].qas[1]: question "q" occurs twice (data[0].paragraphs[0]',
        ),
    ],
)
def test_what_is_refused(source, paragraph, words):
    text = content({"title": "A", "paragraphs": [paragraph]}, indent=None)

    assert said(read_qrels, source(text), Reading()).startswith(f"x:1: {words}")
