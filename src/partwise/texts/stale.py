"""Judgements of older texts, compared with the texts of today."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.errors import SHOWN_PROBLEMS, quote
from partwise.kernels.text.letters import LetterTable
from partwise.messages import plural
from partwise.spelling import spelt
from partwise.tables.problems import RowsError
from partwise.tables.texts import Text, Texts
from partwise.texts.finder import FATES
from partwise.texts.normalise import markup_mask
from partwise.texts.offsets import COLUMN, absent_document, same_text, stamp
from partwise.texts.offsets import stamp as stamp_of
from partwise.texts.rows import QuoteRows
from partwise.texts.spans import STATUSES, distance, pieces_of


def _extra(table: Any) -> dict[str, NDArray[Any]]:
    columns: dict[str, NDArray[Any]] = getattr(table, "extra", {})
    return columns


def is_located(table: Any) -> NDArray[np.bool_]:
    """Return a mask of the rows placed by `locate`, in code points and with a status."""
    return _has_status(table, STATUSES)


def is_moved(table: Any) -> NDArray[np.bool_]:
    """Return a mask of the rows placed by `migrate`, which compared them with the old texts."""
    return _has_status(table, FATES)


def _has_status(table: Any, statuses: Collection[str]) -> NDArray[np.bool_]:
    """Return a mask of the rows whose status is one of `statuses`."""
    status = _extra(table).get("status")
    if status is None:
        return np.zeros(table.start.size, bool)
    return np.array([cell in statuses for cell in status.tolist()], bool)


def check_stamps(table: Any, texts: Texts) -> None:
    """Raise RowsError if the text of a row differs from its stamp."""
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
                digests = f"(sha256 {before[:4]}..., now {now[doc][:4]}...)"
                problem = f"document {doc} has changed since it was assessed {digests}"
                problems.append((row, f"{problem}. partwise migrate moves the assessments"))
    if problems:
        raise RowsError(table.source, problems, total)


def check_located(table: Any, texts: Texts, rows: Ints) -> None:
    """Raise RowsError if located rows no longer point at their quotes."""
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
    """Return True if a quote can have been located at this source."""
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
    """Return True if a place that covers pieces begins with the first of them."""
    piece_letters = letters.of(piece)[0]
    source_letters = letters.of(source[: 4 * len(piece) + 64])[0][: piece_letters.size]
    return distance(piece_letters, source_letters) <= 2 * errors


@dataclass(frozen=True)
class AssessedTexts:
    """Assessed rows with the old texts they refer to, and the new ones.

    Parameters
    ----------
    rows : QuoteRows
        The assessments.
    docs : sequence of str
        The document of each row.
    old, new : mapping of str to text
        The texts that were assessed, as the user says, and those that take their place.
    """

    rows: QuoteRows
    docs: Sequence[str]
    old: Mapping[str, Text]
    new: Mapping[str, Text]

    def check(self, spans: Sequence[int], *, quotes: bool) -> None:
        """Raise RowsError for rows that cannot refer to the old texts; `spans` have a place.

        Without `quotes` the text beside a place is not compared.
        """
        for row in spans:
            self._check_span(row)
        self._check_stamps()
        if quotes:
            self._check_quotes(spans)

    @cached_property
    def _start(self) -> Ints:
        return self.rows.offsets("start")

    @cached_property
    def _end(self) -> Ints:
        return self.rows.offsets("end")

    @cached_property
    def _errors(self) -> Ints:
        return self.rows.offsets("errors")

    @cached_property
    def _letters(self) -> LetterTable:
        return LetterTable()

    def _check_span(self, row: int) -> None:
        doc, start, end = self.docs[row], int(self._start[row]), int(self._end[row])
        size = len(self.old[doc])
        if end > size or start >= end:
            problem = (
                f"span {start}-{end} is not in the old document {doc} "
                f"({plural(size, 'character')}). Is that the text that was assessed?"
            )
            raise self.rows.error([(row, problem)], 1)

    def _check_stamps(self) -> None:
        for row, before in enumerate(self.rows.texts(COLUMN)):
            now = stamp_of(self.old[self.docs[row]]) if before else ""
            if before != now:
                digests = f"(sha256 {before[:4]}..., now {now[:4]}...)"
                problem = f"the old document {self.docs[row]} is not the one assessed {digests}"
                raise self.rows.error([(row, problem)], 1)

    def _check_quotes(self, spans: Sequence[int]) -> None:
        quotes, status = self.rows.texts("text"), self.rows.texts("status")
        # what `migrate` moved keeps the text that was first assessed, and may have been edited
        comparable = [row for row in spans if quotes[row] and status[row] not in FATES]
        wrong = [
            row for row in comparable if not self._fits(self.old, row, quotes[row], status[row])
        ]
        if not wrong:
            return
        swapped = all(self._fits(self.new, row, quotes[row], status[row]) for row in wrong)
        hint = "Is that the text that was assessed? Use --trust offsets to go on"
        if swapped:
            hint = "The new texts have it there: are the old and the new ones exchanged?"
        problems = []
        for row in wrong[:SHOWN_PROBLEMS]:
            place = f"{self.docs[row]}[{self._start[row]}:{self._end[row]}]"
            problem = f"the old text {place} is {quote(self._cut(self.old, row))}"
            problem += f", not {quote(quotes[row])}"
            problems.append((row, problem + (f". {spelt(hint)}" if row == wrong[0] else "")))
        raise self.rows.error(problems, len(wrong))

    def _fits(self, texts: Mapping[str, Text], row: int, text: str, status: str) -> bool:
        source = self._cut(texts, row)
        if status in STATUSES:
            return located_at(source, text, max(int(self._errors[row]), 0), self._letters)
        return same_text(source, text, self._letters)

    def _cut(self, texts: Mapping[str, Text], row: int) -> str:
        doc = self.docs[row]
        return texts[doc][self._start[row] : self._end[row]] if doc in texts else ""
