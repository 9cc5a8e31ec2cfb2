"""Items placed by their text, where they have no place or one that does not fit."""

from __future__ import annotations

from partwise._typing import Ints
from partwise.adapters._places import Places
from partwise.errors import AdapterError, PartwiseError
from partwise.messages import Notes, plural
from partwise.tables.texts import Texts
from partwise.texts.place import place
from partwise.texts.rows import QuoteRows
from partwise.texts.spans import Answer
from partwise.texts.verification import How


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
    answers = [answers[0] for answers in found.answers]
    moved = _place(places, rows, answers, found.names)
    notes = Notes(note for note in found.notes if note.startswith("warning"))
    flagged = sum(bool(one.changed) and one.start >= 0 for one in answers)
    notes.warn("{n:item} {n:was|were} placed with changed digits or negations", n=flagged)
    fuzzy = sum(one.status == "fuzzy" and one.start >= 0 for one in answers)
    words = "{n:item} placed by {n:its|their} text" + (", {m} with other letters" if fuzzy else "")
    notes.add(words, n=moved, m=fuzzy)
    return notes


def repeated(places: Places, texts: Texts, rows: Ints) -> int:
    """Count the items whose text stands in their document more than once."""
    said = places.items.columns["text"]
    quoted = [row for row in rows.tolist() if said[row]]
    asked = QuoteRows(
        {"doc": [str(places.doc[row]) for row in quoted], "text": [said[row] for row in quoted]},
        len(quoted),
    )
    how = How(kind="run", ellipsis="literal", max_errors=0.0)
    return sum(answers[0].places > 1 for answers in place(asked, texts, how).answers)


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
