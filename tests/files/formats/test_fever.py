from __future__ import annotations

import json

import pytest
from tests.files.samples import said, texts

from partwise.files.formats.fever import read_qrels, read_topics
from partwise.files.options import Reading
from partwise.files.reading import read_qrels as read_any


def lines(*claims):
    return "".join(json.dumps(claim) + "\n" for claim in claims)


CLAIMS = lines(
    {"id": 7, "claim": "C", "evidence": [
        [[1, 2, "Ann_-LRB-film-RRB-", 3], [1, 3, "Bob", 0]], [[1, 4, "Ann", 1]]]},
    {"id": 8, "claim": "D", "evidence": [[[5, None, None, None]]]},
)  # fmt: skip


def test_claims_by_hand(source):
    qrels = read_any(source(CLAIMS))

    assert qrels.format == "fever"
    assert qrels.topics.tolist() == ["7", "8"]
    assert texts(qrels, "doc") == ["Ann_-LRB-film-RRB-", "Bob", "Ann"]
    assert texts(qrels, "element") == ["s[4]", "s[1]", "s[2]"]
    assert qrels.extra["alternative"].tolist() == ["0", "0", "1"]
    assert "group" not in qrels.extra
    assert read_topics(source(CLAIMS)) == {"7": "C", "8": "D"}


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        ([3], "evidence[0]: a number, not a list of sentences"),
        ([[3]], "evidence[0][0]: a number, expected [annotation, evidence, page, sentence]"),
        ([[[1, 2, "A"]]], "evidence[0][0]: a list, expected [annotation, evidence, page, sent"),
        ([[[1, 2, "A", "x"]]], "evidence[0][0]: sentence text is not a whole number"),
        ([[[1, 2, ["A"], 0]]], 'evidence[0][0]: doc "[...]" is not text'),
    ],
)
def test_what_is_refused(source, evidence, words):
    text = lines({"id": 1, "claim": "c", "evidence": evidence})

    assert said(read_qrels, source(text), Reading()).startswith(f"x:1: {words}")
