"""What is said of each quote: a status, a place, and how sure it is."""

from __future__ import annotations

from typing import Literal, NamedTuple

from partwise.texts.spans import Span

Status = Literal["exact", "normalised", "fuzzy", "ambiguous", "unmatched", ""]
STATUSES: tuple[Status, ...] = ("exact", "normalised", "fuzzy", "ambiguous", "unmatched")

NOWHERE = -1


class Answer(NamedTuple):
    """One row of the answer to a quote; the fields are the columns of `locate`.

    Parameters
    ----------
    status : str
        One of `STATUSES`, empty for a row that has no quote.
    doc, start, end, errors, elsewhere : int
        Numbers of documents, characters and letters; negative where there is none.
    changed, by : str
        What changed, what decided.
    places, piece : int
        Places equally good; number of the piece, 0 for a whole quote.
    """

    status: Status
    doc: int = NOWHERE
    start: int = NOWHERE
    end: int = NOWHERE
    errors: int = NOWHERE
    changed: str = ""
    places: int = 0
    by: str = ""
    piece: int = 0
    elsewhere: int = NOWHERE


Answers = tuple[Answer, ...]
"""The rows of one quote: several for pieces, and where all places are wanted."""

UNMATCHED: Answers = (Answer("unmatched"),)


def found_at(place: Span, places: int, by: str, piece: int = 0) -> Answer:
    """Return the answer for a quote that has been placed."""
    return Answer(
        status_of(place),
        place.doc,
        place.start,
        place.end,
        place.errors,
        place.changed,
        places,
        by,
        piece,
    )


def status_of(place: Span) -> Status:
    """Return how sure a place is."""
    if place.exact:
        return "exact"
    return "fuzzy" if place.errors else "normalised"


def several(places: list[Span], ambiguous: str, piece: int = 0) -> Answers:
    """Return the answer for a quote with places that are equally good."""
    best, n = places[0], len(places)
    bare = Answer("ambiguous", errors=best.errors, changed=best.changed, places=n, piece=piece)
    docs = {place.doc for place in places}
    if ambiguous == "keep":
        return (bare._replace(doc=best.doc if len(docs) == 1 else NOWHERE),)
    chosen = places if ambiguous == "all" else [min(places, key=lambda one: one[:2])]
    return tuple(
        bare._replace(doc=one.doc, start=one.start, end=one.end, changed=one.changed)
        for one in chosen
    )
