from __future__ import annotations

import json

import pytest
from tests.files.samples import said, texts

from partwise.files.formats.scifact import read_qrels, read_topics
from partwise.files.options import Reading
from partwise.files.reading import read_qrels as read_any

CLAIMS = [
    {"id": 1, "claim": "C", "cited_doc_ids": [14, 15], "evidence": {
        "14": [{"sentences": [2, 5], "label": "SUPPORT"}, {"sentences": [0]}]}},
    {"id": 2, "claim": "D", "evidence": {}, "cited_doc_ids": [3]},
    {"id": 3, "claim": "E", "evidence": {}},
]  # fmt: skip


def lines(*claims):
    return "".join(json.dumps(claim) + "\n" for claim in claims)


def test_claims_by_hand(source):
    qrels = read_any(source(lines(*CLAIMS)))

    assert qrels.format == "scifact"
    assert qrels.topics.tolist() == ["1", "2", "3"]
    assert texts(qrels, "topic") == ["1", "1", "1", "1", "2"]
    assert texts(qrels, "doc") == ["14", "14", "14", "15", "3"]
    assert texts(qrels, "element") == ["s[3]", "s[6]", "s[1]", None, None]
    assert qrels.extra["alternative"].tolist() == ["0", "0", "1", "", ""]
    assert qrels.grade.tolist()[3:] == [0, 0]
    assert read_topics(source(lines(*CLAIMS))) == {"1": "C", "2": "D", "3": "E"}


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ({"id": 1, "evidence": [1]}, "evidence: a list, not an object"),
        ({"id": 1, "evidence": {"4": 3}}, "evidence.4: a number, not a list"),
        ({"id": 1, "evidence": {"4": [{}]}}, 'evidence.4[0]: no key "sentences"'),
        (
            {"id": 1, "evidence": {"4": [{"sentences": [-1]}]}},
            "evidence.4[0]: sentence -1 is not a whole number from 0",
        ),
        ({"evidence": {}}, "claim without an id"),
    ],
)
def test_what_is_refused(source, claim, words):
    assert said(read_qrels, source(lines(claim)), Reading()).startswith(f"x:1: {words}")
