"""Items placed by their text, where they have no place or one that does not fit."""

from __future__ import annotations

import numpy as np

from partwise.adapters._order import check_order
from partwise.adapters._places import Places
from partwise.errors import AdapterError, PartwiseError
from partwise.messages import Notes, plural
from partwise.tables.texts import Texts
from partwise.texts.answers import Answer
from partwise.texts.how import How
from partwise.texts.place import place
from partwise.texts.rows import QuoteRows


def locate_items(places: Places, texts: Texts, how: How) -> Notes:
    """Place items by their text where their offsets do not fit it, or where they have none.

    What cannot be placed keeps no place, and `Places.reasons` says why. Returns what is to be
    noted.
    """
    said = places.items.columns["text"]
    rows = [row for row, text in enumerate(said) if text and not places.problems.out[row]]
    asked = QuoteRows(
        {
            "doc": [None if places.doc[row] is None else str(places.doc[row]) for row in rows],
            "text": [str(said[row]) for row in rows],
            "start": [None if (s := int(places.start[row])) < 0 else s for row in rows],
            "end": [None if (e := int(places.end[row])) < 0 else e for row in rows],
        },
        len(rows),
    )
    if not rows:
        return Notes()
    try:
        found = place(asked, texts, how)
    except PartwiseError as bad:
        raise AdapterError(places.problems.caller, str(bad).partition(": ")[2]) from None
    changed = _place(places, rows, [answers[0] for answers in found.answers], found.names)
    notes = Notes(note for note in found.notes if note.startswith("warning"))
    notes.add("{n:item} placed by {n:its|their} text", n=changed)
    return notes


def _place(places: Places, rows: list[int], answers: list[Answer], names: list[str]) -> int:
    """Take over places; return how many are new."""
    changed = 0
    for row, answer in zip(rows, answers, strict=True):
        before = int(places.start[row]), int(places.end[row])
        places.start[row], places.end[row] = answer.start, answer.end
        if answer.start < 0:
            places.reasons[row] = _reason(answer)
            continue
        places.doc[row] = names[answer.doc]
        changed += before != (answer.start, answer.end)
    return changed


def _reason(answer: Answer) -> str:
    if answer.status == "ambiguous":
        return f"its text has {plural(answer.places, 'place')}"
    return "its text is not in the texts"


def forget_broken_order(places: Places, texts: Texts, overlap: int | None) -> None:
    """Forget the places of chunks that no splitter made so: some are wrong, and nobody knows which.

    Where they were looked up in a text that repeats itself, equal text is no proof.
    """
    if places.items.has("parent").any():
        return
    try:
        check_order(places, texts, overlap)
    except AdapterError:
        places.start, places.end = (np.full(len(places.doc), -1) for _ in range(2))


def in_order(places: Places, texts: Texts | None, overlap: int | None) -> Notes:
    """Check the order of a splitter's chunks; place them again where it is broken.

    Equal text is no proof of a place where texts repeat themselves; the order of all chunks is.
    Without texts a broken order is refused (E34).
    """
    try:
        check_order(places, texts, overlap)
    except AdapterError:
        if texts is None:
            raise
    else:
        return Notes()
    before = places.start, places.end
    places.start, places.end = (np.full(column.size, -1) for column in before)
    how = How(kind="chunks", ordered=True, overlap=overlap, ellipsis="literal")
    locate_items(places, texts, how)
    lost = places.start < 0
    places.start = np.where(lost, before[0], places.start)
    places.end = np.where(lost, before[1], places.end)
    check_order(places, texts, overlap)
    notes, moved = Notes(), (places.start != before[0]) | (places.end != before[1])
    notes.add(
        "{n:chunk} {n:was|were} out of order and placed again by {n:its|their} text",
        n=int(moved.sum()),
    )
    return notes
