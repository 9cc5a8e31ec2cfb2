"""Notes as data, which files can carry, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from partwise.messages import Count, Note


def notes_read(notes: Iterable[str]) -> list[Note]:
    """Return texts as notes."""
    return [Note.read(note) for note in notes]


def data_of_notes(notes: Iterable[str]) -> list[dict[str, Any]]:
    """Return notes as JSON can hold them."""
    return list(map(_data, notes_read(notes)))


def _data(note: Note) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for name, value in note.facts.items():
        if isinstance(value, Count):
            facts[name] = value.low
        else:
            facts[name] = value if isinstance(value, str) else list(value)
    return {
        "code": note.level,
        "run": note.subject or None,
        "count": facts.get("n"),
        "text": note.template,
        "subjects": note.subjects,
        "whole": note.whole,
        "facts": facts,
    }


def notes_of_data(data: Iterable[Mapping[str, Any]]) -> list[Note]:
    """Return the notes that `data_of_notes` wrote."""
    return [
        Note(
            one["text"],
            subject=one["run"] or "",
            subjects=one["subjects"],
            level=one["code"],
            whole=one["whole"],
            **one["facts"],
        )
        for one in data
    ]
