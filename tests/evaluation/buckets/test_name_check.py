from __future__ import annotations

import json

import pytest

import partwise as pw
from partwise.errors import FormatError
from partwise.evaluation.buckets.name_check import NamesFound, name_notes
from partwise.evaluation.id_matching import Met
from partwise.geometry.assessments import JudgedDocuments

QRELS = pw.Qrels.from_dict({"q": {"A.txt": 1, "doc 7": 1}, "r": {"B": 1}})


def found(*pieces):
    every = NamesFound()
    for rows in pieces:
        piece = NamesFound.of_piece(pw.Run.from_dict(rows), QRELS, JudgedDocuments.of(QRELS))
        every.add(NamesFound.of(json.loads(json.dumps(piece.data()))))
    return every.found()


def test_pieces_find_what_the_whole_finds():
    whole = found({"q": {"a.TXT": 2.0, "x": 1.0, "doc-7": 1.0}, "r": {"a.txt": 3.0, "b": 1.0}})
    pieces = found(
        {"q": {"a.TXT": 2.0, "x": 1.0}},
        {"q": {"doc-7": 1.0}},
        {
            "r": {"a.txt": 1.0},
        },
        {"r": {"b": 1.0}},
    )

    assert pieces == whole
    assert whole["close"] == {"how": "casefold", "documents": 2, "here": "a.TXT", "there": "A.txt"}
    assert whole["alike"][0] >= 1
    assert whole["strangers"] == 5


def test_a_document_that_another_piece_retrieves_is_not_missed():
    alone = found({"q": {"doc-7": 1.0}})
    both = found({"q": {"doc-7": 1.0}}, {"q": {"doc 7": 1.0}})

    assert alone["alike"] == [1, "doc 7", "doc-7"]
    assert both["alike"] == [0, "", ""]


def test_what_is_said():
    close = found({"q": {"a.TXT": 2.0}})

    assert name_notes(None, Met(5, 1), "f", QRELS.docs) == []
    assert name_notes(close, Met(3, 3), "f", QRELS.docs) == []
    (note,) = name_notes(close, Met(3, 1), "f", QRELS.docs)
    assert note.startswith("warning: 1 document would be judged under")
    with pytest.raises(FormatError, match="f: none of its 1 document is judged"):
        name_notes(close, Met(3, 0), "f", QRELS.docs)
    (none,) = name_notes(found({"q": {"w": 2.0}}), Met(3, 0), "f", QRELS.docs)
    assert none == "warning: none of its 1 document is judged (run: w.., assessments: A.txt..)"
