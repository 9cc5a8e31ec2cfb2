"""Rows that were located before in a text that has changed since (E43, E17)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.errors import SHOWN_PROBLEMS, quote
from partwise.kernels.text.letters import LetterTable
from partwise.spelling import spelt
from partwise.tables.row_errors import RowsError
from partwise.tables.texts import Texts
from partwise.texts.answers import STATUSES
from partwise.texts.documents import absent_document
from partwise.texts.markup import markup_mask
from partwise.texts.moves import FATES
from partwise.texts.offsets import same_text
from partwise.texts.omissions import pieces_of
from partwise.texts.spans import distance
from partwise.texts.stamps import COLUMN, stamp


def _extra(table: Any) -> dict[str, NDArray[Any]]:
    found: dict[str, NDArray[Any]] = getattr(table, "extra", {})
    return found


def is_located(table: Any) -> NDArray[np.bool_]:
    """Tell which rows `locate` has placed: they say how sure it was, and count code points."""
    return _says(table, STATUSES)


def is_moved(table: Any) -> NDArray[np.bool_]:
    """Tell which rows `regold` has placed: they were compared with the old texts."""
    return _says(table, FATES)


def _says(table: Any, words: Collection[str]) -> NDArray[np.bool_]:
    """Tell which rows have one of some words for a status; others may mean anything by it."""
    status = _extra(table).get("status")
    if status is None:
        return np.zeros(table.start.size, bool)
    return np.array([cell in words for cell in status.tolist()], bool)


def refuse_changed(table: Any, texts: Texts) -> None:
    """Refuse rows whose text is not the one they were stamped with (E43)."""
    stamps = _extra(table).get(COLUMN)
    if stamps is None:
        return
    now: dict[str, str] = {}
    problems, total = [], 0
    for row, before in enumerate(stamps.tolist()):
        doc = table.docs[int(table.doc[row])] if before else ""
        if not before or doc not in texts:
            continue
        if doc not in now:
            now[doc] = stamp(texts.documents[doc])
        if before != now[doc]:
            total += 1
            if total <= SHOWN_PROBLEMS:
                said = f"(sha256 {before[:4]}..., now {now[doc][:4]}...)"
                problem = f"document {doc} has changed since it was assessed {said}"
                problems.append((row, f"{problem}. partwise regold moves the assessments"))
    if problems:
        raise RowsError(table.source, problems, total)


def refuse_moved(table: Any, texts: Texts, rows: Ints) -> None:
    """Refuse located rows that no longer point at their quotes (E17)."""
    letters = LetterTable()
    extra = _extra(table)
    problems, total = [], 0
    for row in rows.tolist() if "text" in extra else ():
        doc = table.docs[int(table.doc[row])]
        if doc not in texts:
            count = int((table.doc[rows] == table.doc[row]).sum())
            raise RowsError(table.source, [(row, absent_document(doc, count, [*texts]))])
        start, end = int(table.start[row]), int(table.end[row])
        source = texts.documents[doc][start:end]
        text = str(extra["text"][row] or "")
        if text and not located_at(source, text, _errors(extra, row), letters):
            total += 1
            if total <= SHOWN_PROBLEMS:
                hint = spelt("Use --trust offsets to go on")
                problem = f"{quote(text)} was not located at {doc}[{start}:{end}]"
                problems.append((row, f"{problem}; has the text changed? {hint}"))
    if problems:
        raise RowsError(table.source, problems, total)


def _errors(extra: dict[str, NDArray[Any]], row: int) -> int:
    cell = extra["errors"][row] if "errors" in extra else 0
    return int(cell) if cell is not None and str(cell) not in ("", "nan") else 0


def located_at(source: str, text: str, errors: int, letters: LetterTable) -> bool:
    """Tell whether a quote can have been located where this source stands."""
    if same_text(source, text, letters):
        return True
    pieces = pieces_of(text)
    if len(pieces) > 1:
        return any(_near(source, piece, errors, letters) for piece in pieces) or (
            _begins(source, pieces[0], errors, letters)
            and _begins(source[::-1], pieces[-1][::-1], errors, letters)
        )
    return _near(source, text, errors, letters)


def _near(source: str, text: str, errors: int, letters: LetterTable) -> bool:
    plain = distance(letters.of(text)[0], letters.of(source)[0])
    if plain <= errors:
        return True
    bare = (letters.of(part, markup_mask(part))[0] for part in (text, source))
    return distance(*bare) <= errors


def _begins(source: str, piece: str, errors: int, letters: LetterTable) -> bool:
    """Tell whether a place that covers pieces begins with the first of them."""
    wanted = letters.of(piece)[0]
    there = letters.of(source[: 4 * len(piece) + 64])[0][: wanted.size]
    return distance(wanted, there) <= 2 * errors
