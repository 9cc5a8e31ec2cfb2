"""Placement of rows with quotes: given offsets are verified, missing ones searched. See `place`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.errors import FormatError, TableError, UsageError
from partwise.files.units import Unit
from partwise.kernels.ragged import distinct
from partwise.kernels.text.letters import LetterTable
from partwise.messages import Notes, plural
from partwise.spelling import spelt
from partwise.tables.texts import Text, views
from partwise.texts.finder import MOST_LETTERS, Finder
from partwise.texts.offsets import (
    INSIDE,
    UNIT_WORDS,
    UNKNOWN,
    Documents,
    Offsets,
    code_points,
    inside_character,
)
from partwise.texts.quotes import QuoteQuery, QuoteSearch
from partwise.texts.rows import ABSENT, QuoteRows
from partwise.texts.spans import Answer, Answers, Span
from partwise.texts.verification import As, LocateOptions


@dataclass
class Placed:
    """Answers to rows.

    Parameters
    ----------
    rows : QuoteRows
        The rows.
    answers : list of Answers
        Answers of each row.
    names : list of str
        The documents of the texts.
    kind : {'qrels', 'run', 'chunks'}
        What the rows are.
    docs : array
        Number of the document that each row names.
    notes : Notes
        Notes, warnings first.
    unit : dict or None
        Unit of given offsets, and the counts of rows that fit in each.
    places : dict
        Quote and document that were searched for -> all places.
    """

    rows: QuoteRows
    answers: list[Answers]
    names: list[str]
    kind: As
    docs: Ints
    notes: Notes = field(default_factory=Notes)
    unit: dict[str, object] | None = None
    places: dict[tuple[str, int], list[Span]] = field(default_factory=dict)

    def query(self, row: int) -> tuple[str, int]:
        """Return the quote and the document of a row."""
        return self.rows.texts("text")[row], int(self.docs[row])


def place(rows: QuoteRows, texts: Mapping[str, Text], how: LocateOptions) -> Placed:
    """Return the placed rows; the only function to call from outside."""
    return _Placing(rows, texts, how).placed()


class _Placing:
    def __init__(self, rows: QuoteRows, texts: Mapping[str, Text], how: LocateOptions) -> None:
        self._rows, self._texts, self._how = rows, views(texts), how
        self._letters = LetterTable()
        self._documents = Documents(texts, how.doc_ids)
        names = rows.texts("doc")
        self._doc = self._documents.numbers(names)
        unknown = np.flatnonzero(self._doc == UNKNOWN)
        if unknown.size:
            first = int(unknown[0])
            count = names.count(names[first])
            raise rows.error([(first, self._documents.absent(names[first], count))], 1)
        self._text = rows.texts("text")
        self._start, self._end = rows.offsets("start"), rows.offsets("end")
        self._quoted = np.array([text != "" for text in self._text], bool)
        kind = how.kind or rows.kind
        self._placed = Placed(rows, [()] * rows.size, self._documents.names, kind, self._doc)
        if kind == "run" and how.ambiguous == "all":
            raise UsageError(
                "--ambiguous all would read a part of a run several times. Use --ambiguous first"
            )

    def placed(self) -> Placed:
        """Answer all rows."""
        remaining = self._verify()
        self._pass_on()
        if remaining.any():
            finder = Finder(
                self._texts, self._how.max_errors, self._letters, self._reads(remaining)
            )
            search = QuoteSearch(self._texts, finder, self._how, self._placed.kind)
            rows = np.flatnonzero(remaining)
            answers = search.answers(self._queries(rows))
            for row, answer in zip(rows.tolist(), answers, strict=True):
                self._placed.answers[row] = answer
            self._placed.notes.warn(
                "{n:quote} of more than {most} letters {n:was|were} not searched for with errors",
                n=finder.too_long,
                most=f"{MOST_LETTERS:,}",
            )
            self._placed.places = search.places
        return self._placed

    def _reads(self, mask: NDArray[np.bool_]) -> list[int]:
        """Return the documents that have to be read."""
        docs = self._doc[mask]
        if (docs < 0).any():
            return list(range(len(self._documents.names)))
        return [int(doc) for doc in distinct(docs)]

    def _queries(self, rows: Ints) -> list[QuoteQuery]:
        before, after = self._rows.texts("prefix"), self._rows.texts("suffix")
        docs, hints = self._doc.tolist(), np.maximum(self._hints, ABSENT).tolist()
        return [
            QuoteQuery(self._text[row], docs[row], before[row], after[row], hints[row])
            for row in rows.tolist()
        ]

    def _pass_on(self) -> None:
        """Answer the rows that have no quote."""
        bare = np.flatnonzero(~self._quoted)
        location_columns = [name for name in ("element", "tree") if name in self._rows.columns]
        placed = (self._start >= 0) & (self._end >= 0)
        for name in location_columns:
            placed |= np.array([cell != "" for cell in self._rows.texts(name)], bool)
        if not self._how.bare:
            self._rows.check_bare(~self._quoted & ~placed & ~self._unplaced())
        start, end = self._converted(bare)
        for index, row in enumerate(bare.tolist()):
            ends = int(start[index]), int(end[index])
            self._placed.answers[row] = (Answer("", int(self._doc[row]), *ends, by="given"),)
        self._placed.notes.add("{n:row} without text passed on as {n:it is|they are}", n=bare.size)

    def _converted(self, rows: Ints) -> tuple[Ints, Ints]:
        """Return offsets without a text in code points; raise RowsError inside a character."""
        start, end = self._start[rows], self._end[rows]
        unit = self._unit
        if unit == "codepoint" or not self._how.convert:
            return start, end
        for doc in distinct(self._doc[rows][start >= 0]).tolist():
            doc_rows = np.flatnonzero((self._doc[rows] == doc) & (start >= 0))
            text = self._texts[self._documents.names[doc]] if doc >= 0 else ""
            start[doc_rows] = code_points(text, start[doc_rows], unit)
            end[doc_rows] = code_points(text, end[doc_rows], unit)
        wrong = np.flatnonzero((start == INSIDE) | (end == INSIDE))
        if wrong.size:
            row = int(rows[wrong[0]])
            offset = (self._start if start[wrong[0]] == INSIDE else self._end)[row]
            raise self._rows.error([(row, inside_character(int(offset), unit, self._name(row)))], 1)
        return start, end

    def _name(self, row: int) -> str:
        return self._rows.texts("doc")[row]

    def _unplaced(self) -> NDArray[np.bool_]:
        """Rows that need no place: not relevant, or a topic answered with nothing."""
        grade = self._rows.texts("grade")
        topic, doc = self._rows.texts("topic"), self._rows.texts("doc")
        return np.array(
            [
                _is_zero(grade[row]) or (topic[row] != "" and doc[row] == "")
                for row in range(self._rows.size)
            ],
            bool,
        )

    def _verify(self) -> NDArray[np.bool_]:
        """Answer the rows whose offsets fit their text; return those that are to be searched."""
        self._hints = self._start
        self._unit: Unit = self._how.unit or "codepoint"
        has_offset = self._quoted & (self._doc >= 0) & (self._start != ABSENT)
        if not has_offset.any():
            return self._quoted
        rows = np.flatnonzero(has_offset)
        offsets = Offsets(
            lambda doc: self._texts[self._documents.names[doc]],
            self._doc[rows],
            self._start[rows],
            self._end[rows],
            [self._text[row] for row in rows.tolist()],
            self._letters,
        )
        unit, best = offsets.best(self._how.unit)
        counts = offsets.counts()
        if counts[best] > counts[unit] and self._how.unit is not None:
            self._raise_wrong_unit(unit, best, counts, rows.size)
        if unit != "codepoint" and self._how.unit is None:
            self._placed.notes.extend([offsets.proof(unit)])
        self._placed.unit = {
            "used": unit,
            "rows": rows.size,
            "fits": counts,
            "telling": offsets.telling,
        }
        self._unit = unit
        fits = offsets.fits(unit)
        start, end = offsets.spans(unit)
        self._hints = self._hints.copy()
        self._hints[rows] = np.where(start == INSIDE, self._start[rows], start)
        for index in np.flatnonzero(fits).tolist():
            row, doc = int(rows[index]), int(self._doc[rows[index]])
            source = self._texts[self._documents.names[doc]][start[index] : end[index]]
            status = "exact" if source == self._text[row] else "normalised"
            place = doc, int(start[index]), int(end[index])
            self._placed.answers[row] = (
                Answer(status, *place, errors=0, places=1, by="offsets"),  # type: ignore[arg-type]
            )
        remaining = self._quoted.copy()
        remaining[rows[fits]] = False
        return self._misfits(rows, fits, remaining, unit)

    def _misfits(
        self, rows: Ints, fits: NDArray[np.bool_], remaining: NDArray[np.bool_], unit: Unit
    ) -> NDArray[np.bool_]:
        """Keep or drop offsets that do not fit; return the mask of rows to search."""
        wrong = rows[~fits]
        keep_offsets = self._how.trust == "offsets"
        if keep_offsets:
            kept_rows = wrong[(self._start[wrong] >= 0) & (self._end[wrong] >= 0)]
            for row in kept_rows.tolist():
                place = int(self._doc[row]), int(self._start[row]), int(self._end[row])
                self._placed.answers[row] = (Answer("", *place, by="given"),)
            remaining[kept_rows] = False
        what = "kept as given" if keep_offsets else "placed by the text"
        self._placed.notes.add(
            "{n} of {total:offset} {n:does|do} not fit {n:its|their} text as {words}; {what}",
            n=wrong.size,
            total=rows.size,
            words=UNIT_WORDS[unit],
            what=what,
        )
        return remaining

    def _raise_wrong_unit(
        self, unit: Unit, best: Unit, counts: dict[Unit, int], total: int
    ) -> None:
        """Raise the error that another unit fits more rows."""
        problem = (
            f"{counts[unit]:,} of {plural(total, 'offset')} fit their text as {unit}, "
            f"{counts[best]:,} as {best}"
        )
        if self._rows.source is None:
            raise TableError(None, f"{problem}. {spelt(f'Use --unit {best}')}")
        raise FormatError(self._rows.source, None, problem, f"Use --unit {best}")


def _is_zero(grade: str) -> bool:
    try:
        return grade != "" and float(grade) <= 0
    except ValueError:
        return False
