"""Notes of topics that were evaluated apart, as if all had been looked at together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from partwise.messages import Count, Note

Key = tuple[object, ...]


def joined_notes(lists: Sequence[Sequence[Note]], order: Mapping[str, int]) -> list[Note]:
    """Join the notes of several parts of the topics.

    Notes of one kind become one: counts are added, names of topics stand in the `order` of the
    assessments, other names in the order in which they come. A note stands after the one that
    it followed; those of count 0 only tell where.
    """
    found: dict[Key, Note] = {}
    places: list[Key] = []
    for notes in lists:
        keys = _keys(notes)
        at = next((places.index(key) for key in keys if key in found), len(places))
        for key, note in zip(keys, notes, strict=True):
            if key in found:
                found[key] = _added(found[key], note, order)
                at = places.index(key) + 1
            else:
                found[key] = note
                places.insert(at, key)
                at += 1
    return [found[key] for key in places]


def said(notes: Sequence[Note]) -> list[Note]:
    """Return the notes that are not about nothing, or about some topics but said of all.

    What is said only if it holds in every topic counts those where it does, `n`, of `every` one.
    """
    return [
        note
        for note in notes
        if note.facts.get("n") != Count(0, 0)
        and note.facts.get("every") in (None, note.facts.get("n"))
    ]


def _keys(notes: Sequence[Note]) -> list[Key]:
    """Return what tells notes of one list apart: their kind, and which of its kind each is."""
    met: Counter[Key] = Counter()
    found = []
    for note in notes:
        kind = _kind(note)
        found.append((*kind, met[kind]))
        met[kind] += 1
    return found


def _kind(note: Note) -> Key:
    fixed = tuple((name, v) for name, v in note.facts.items() if isinstance(v, str))
    return (note.level, note.template, note.subject, note.subjects, fixed)


def _added(one: Note, other: Note, order: Mapping[str, int]) -> Note:
    if one.whole:
        return one
    facts: dict[str, Any] = {}
    for name, value in one.facts.items():
        more = other.facts[name]
        if isinstance(value, Count):
            facts[name] = Count(value.low + more.low, value.high + more.high)
        elif isinstance(value, tuple):
            both = dict.fromkeys((*value, *more))
            in_order = name == "topics"
            facts[name] = tuple(sorted(both, key=lambda t: order.get(t, 0)) if in_order else both)
        else:
            facts[name] = value
    return one.with_facts(facts)
