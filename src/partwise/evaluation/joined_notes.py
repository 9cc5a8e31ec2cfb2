"""Notes of topics that were evaluated apart, as if all had been looked at together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from partwise.messages import Count, Note

Key = tuple[object, ...]


def joined_notes(lists: Sequence[Sequence[Note]], order: Mapping[str, int]) -> list[Note]:
    """Join the notes of several parts of the topics.

    Notes of one kind become one: counts are added, names of topics stand in the `order` of the
    assessments, other names in the order in which they come. A note stands after the one that
    it followed; those of count 0 only tell where.
    """
    of_kind: dict[Key, list[Note]] = {}
    places: list[Key] = []
    for notes in lists:
        keys = _keys(notes)
        position = next((places.index(key) for key in keys if key in of_kind), len(places))
        for key, note in zip(keys, notes, strict=True):
            if key in of_kind:
                of_kind[key].append(note)
                position = places.index(key) + 1
            else:
                of_kind[key] = [note]
                places.insert(position, key)
                position += 1
    return [_sum(of_kind[key], order) for key in places]


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


def _sum(notes: Sequence[Note], order: Mapping[str, int]) -> Note:
    """Return one note for several of a kind."""
    first = notes[0]
    if first.whole or len(notes) == 1:
        return first
    facts: dict[str, Any] = {}
    for name, value in first.facts.items():
        values = [note.facts[name] for note in notes]
        if isinstance(value, Count):
            facts[name] = Count(sum(v.low for v in values), sum(v.high for v in values))
        elif isinstance(value, tuple):
            names = dict.fromkeys(chain.from_iterable(values))
            in_order = sorted(names, key=lambda name: order.get(name, 0))
            facts[name] = tuple(in_order if name == "topics" else names)
        else:
            facts[name] = value
    return first.with_facts(facts)
