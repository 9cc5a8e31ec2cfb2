"""Which rows of the assessments are copies of one text, and which measures know of copies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.errors import UsageError, quote
from partwise.kernels.ragged import distinct
from partwise.language.measure import Measure
from partwise.language.registry import classes
from partwise.messages import Note, list_some
from partwise.spelling import spelt
from partwise.tables.problems import RowsError
from partwise.tables.schema import UNKNOWN

if TYPE_CHECKING:
    from partwise.geometry.highlights import Copies
    from partwise.tables.qrels import Qrels
    from partwise.tables.structure.table import Structure
    from partwise.tables.texts import Texts

TEXT = "text"
"""In place of a column: rows with the same text."""


def texts_of_rows(
    qrels: Qrels, column: str, texts: Texts | None, structure: Structure | None
) -> Ints:
    """Code the text that each row names in a column, or has; -1 for none."""
    from partwise.geometry.evidence_sets import name_codes

    rows = np.arange(len(qrels))
    if column == TEXT:
        return name_codes(_texts(qrels, texts, structure), rows)
    if column not in qrels.extra:
        where, known = qrels.source or "the assessments", list_some(sorted(qrels.extra)) or "none"
        problem = f"--equivalent: no column {quote(column)} in {where}"
        raise UsageError(spelt(f"{problem} (available: {known})"))
    return name_codes(qrels.extra[column], rows)


def with_texts(
    qrels: Qrels, column: str | None, texts: Texts | None, structure: Structure | None
) -> Qrels:
    """Return assessments that hold the text of their rows, where it says which are copies.

    For those who evaluate tables that were fitted to their texts before.
    """
    if column != TEXT or texts is None:
        return qrels
    return replace(qrels, extra={**qrels.extra, TEXT: _texts(qrels, texts, structure)})


def _texts(qrels: Qrels, texts: Texts | None, structure: Structure | None) -> NDArray[Any]:
    """Return the text of each relevant row: of its place, else of its column ``text``."""
    from partwise.geometry.spans import LOST, located

    found = np.full(len(qrels), None, object)
    said = qrels.extra.get(TEXT, found)
    rows = np.flatnonzero(~(qrels.grade <= 0))
    start, end = located(qrels, rows, structure)
    for row, a, b in zip(rows.tolist(), start.tolist(), end.tolist(), strict=True):
        doc = qrels.docs[int(qrels.doc[row])]
        if texts is not None and doc in texts and a != LOST:
            found[row] = texts.documents[doc][a:b] if a >= 0 else texts[doc]
        else:
            found[row] = said[row]
        if not found[row]:
            problem = spelt("this row has no text to compare. Use --texts T or a column text")
            raise RowsError(qrels.source, [(row, problem)])
    return found


def without_unknown(notes: Iterable[str], column: str | None) -> tuple[str, ...]:
    """Return notes that do not call a column unknown that a user named."""
    kept = []
    for note in map(Note.read, notes):
        names = note.facts["names"] if note.template == UNKNOWN else ()
        if column not in names:
            kept.append(note)
        elif others := [name for name in names if name != column]:
            kept.append(Note(UNKNOWN, subject=note.subject, names=others, hint=note.facts["hint"]))
    return tuple(kept)


def refuse_unaware(measures: Iterable[Measure]) -> None:
    """Refuse measures that would count copies of a text several times."""
    unaware = [repr(measure) for measure in measures if not measure.knows_copies]
    if unaware:
        known = [cls.__name__ for cls in classes(Measure) if getattr(cls, "knows_copies", False)]
        problem = f"{list_some(unaware)} cannot count copies of a text once (--equivalent)"
        raise UsageError(spelt(f"{problem}; these can: {', '.join(known)}"))


def copies_note(copies: Copies, column: str) -> Note:
    """Say how many rows are copies of how many texts."""
    about = spelt(f"--equivalent {column}")
    if not copies.row.size:
        words = "{option}: no two rows of a topic have the same text; nothing is a copy"
        return Note(words, level="warning", option=about)
    n, texts = copies.row.size, distinct(copies.text).size
    words = "{n:row} {n:is|are} copies of {texts:text} ({option}); each text counts once"
    return Note(words, n=n, texts=int(texts), option=about)
