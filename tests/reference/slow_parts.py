"""Parts against spans, written from the definitions with sets of characters."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, inf, nan


class LengthNeeded(Exception):
    """A whole document of unknown length must be looked into."""


class Refused(Exception):
    """The assessments hold no spans."""


def spans(collection, topic):
    """Units of a topic: (doc, set of characters); None stands for any text of the document."""
    text: dict[str, set[int] | None] = {}
    for row in collection.judgements:
        if row["topic"] != topic or (row.get("grade") is not None and row["grade"] <= 0):
            continue
        if row["start"] is None:
            text[row["doc"]] = None
        elif text.setdefault(row["doc"], set()) is not None:
            limit = collection.lengths.get(row["doc"], inf)
            text[row["doc"]] |= {c for c in range(row["start"], row["end"]) if c < limit}
    found = []
    for doc, characters in text.items():
        if characters is None:
            found.append((doc, None))
            continue
        for low in sorted(c for c in characters if c - 1 not in characters):
            high = low
            while high in characters:
                high += 1
            found.append((doc, set(range(low, high))))
    return found


def needed(size, least):
    """Characters of a span that are enough."""
    if isinstance(least, int):
        return min(least, size)
    return max(1, ceil(Fraction(repr(least)) * size))


def found(unit, shown, least):
    """Whether the text shown, {doc: set of characters or None for all}, holds enough of a unit."""
    doc, characters = unit
    if doc not in shown:
        return False
    text = shown[doc]
    if characters is None:
        return text is None or bool(text)
    if text is None:
        raise LengthNeeded
    return len(characters & text) >= needed(len(characters), least)


def text_of(part):
    return None if part.end is None else set(range(part.start, part.end))


def is_hit(part, units, least):
    return any(found(unit, {part.doc: text_of(part)}, least) for unit in units)


def within(parts, budget):
    """Text that a budget of characters pays for, part by part."""
    shown = []
    for part in parts:
        if budget <= 0:
            break
        if part.end is None:
            raise LengthNeeded
        end = min(part.end, part.start + budget)
        budget -= part.end - part.start
        shown.append((part.doc, set(range(part.start, end))))
    return shown


def value(collection, topic, name, *, least, k=None, budget=None):
    """One of the four measures for a topic."""
    rows = collection.judgements
    relevant = [r for r in rows if r.get("grade") is None or r["grade"] > 0]
    parts = collection._ranked(topic)
    if relevant and all(r["start"] is None for r in rows):
        if name != "Hit":
            raise Refused
        wanted = {r["doc"] for r in relevant if r["topic"] == topic}
        documents = list(dict.fromkeys(part.doc for part in parts))[:k]
        return float(bool(wanted & set(documents))) if wanted else nan
    units = spans(collection, topic)
    if name == "SpanR":
        if budget is None:
            listed = [(part.doc, text_of(part)) for part in parts[:k]]
        else:
            listed = within(parts, budget)
        shown: dict[str, set[int] | None] = {}
        for doc, text in listed:
            before = shown.get(doc, set())
            shown[doc] = None if text is None or before is None else before | text
        count = sum([found(unit, shown, least) for unit in units])
        return count / len(units) if units else nan
    hits = [is_hit(part, units, least) for part in parts[:k]]
    if not units:
        return nan
    if name == "Hit":
        return float(any(hits))
    if name == "PartRR":
        return 1 / (hits.index(True) + 1) if any(hits) else 0.0
    places = [(part.doc, part.start, part.end) for part in parts[:k]]
    count = sum(hit and places.index(places[i]) == i for i, hit in enumerate(hits))
    total = len(parts) if k is None else k
    return count / total if total else 0.0
