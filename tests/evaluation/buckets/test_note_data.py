from __future__ import annotations

import json

from partwise.evaluation.buckets.note_data import data_of_notes, notes_of_data
from partwise.messages import Note


def test_notes_come_back_as_they_were():
    notes = [
        Note("{n:part} of {run} ({topics})", n=3, run="r", topics=["a", "ü"], subject="bm25"),
        Note("plain {text}", level="warning"),
        Note("{n:file} cut", n=2, subjects="file", whole=True, level="detail"),
        "warning: any text",
    ]

    again = notes_of_data(json.loads(json.dumps(data_of_notes(notes))))

    assert again == notes
    assert [(n.subject, n.subjects, n.level, n.whole) for n in again] == [
        ("bm25", "run", "note", False),
        ("", "run", "warning", False),
        ("", "file", "detail", True),
        ("", "run", "warning", False),
    ]
    assert again[0].facts == notes[0].facts
