"""Verification of offsets against texts, and its errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.errors import SHOWN_PROBLEMS, FormatError, FormatErrors, TableError, quote
from partwise.files.options import Trust
from partwise.files.units import Unit
from partwise.kernels.text.letters import LetterTable
from partwise.messages import Level, Note, plural
from partwise.spelling import spelt
from partwise.tables.lengths import Inventory
from partwise.tables.part_texts import OTHER_LENGTHS
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.texts import Texts
from partwise.texts.offsets import INSIDE, UNIT_WORDS, Offsets, absent_document, inside_character
from partwise.texts.place import Placed
from partwise.texts.spans import Span
from partwise.texts.stale import check_located, check_stamps, is_located, is_moved
from partwise.texts.verification import Checked

_SHOWN_PLACES = 3


class QuotesError(FormatErrors):
    """Quotes with several places, or with none.

    Parameters
    ----------
    problems : sequence of FormatError
        The first ones.
    several, none : int
        Numbers of quotes with several places, and with none.
    once : bool
        Each has to have one place: it is a part of a run.
    """

    def __init__(
        self, problems: Sequence[FormatError], several: int, none: int, *, once: bool = False
    ) -> None:
        super().__init__(problems, several + none)
        self.several, self.none, self.once = several, none, once

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        rebuild = partial(type(self), once=self.once)
        return rebuild, (self.problems, self.several, self.none)  # type: ignore[return-value]

    def __str__(self) -> str:
        counts = []
        if self.several:
            counts.append(plural(self.several, "quote", "has", "have") + " several places")
        if self.none:
            noun = f"{self.none:,}" if self.several else plural(self.none, "quote")
            counts.append(f"{noun} {'has' if self.none == 1 else 'have'} none")
        ways = ["prefix, suffix or start"] if self.several else []
        options = "--ambiguous first" if self.once else "--ambiguous first or --ambiguous all"
        ways += [options] if self.several else []
        advice = spelt(f"Use {', '.join([*ways, '--missing skip'])}")
        summary = f"{' and '.join(counts)}. {advice}; partwise locate writes the list"
        return "\n".join([*map(str, self.problems), summary])


def check_placed(placed: Placed, rows: Sequence[int], name: str) -> None:
    """Raise QuotesError if `rows` is not empty; `name` names a table without a file."""
    if not rows:
        return
    problems = []
    for row in rows[:SHOWN_PROBLEMS]:
        lines = placed.rows.lines
        line = None if lines is None else lines.of(row)
        place = "" if line is not None else f"row {row}: "
        problems.append(
            FormatError(placed.rows.source or name, line, place + _problem(placed, row))
        )
    several = sum(placed.answers[row][0].status == "ambiguous" for row in rows)
    once = placed.kind == "run"
    raise QuotesError(problems, several, len(rows) - several, once=once)


def _problem(placed: Placed, row: int) -> str:
    answer, (text, doc) = placed.answers[row][0], placed.query(row)
    where = f"document {placed.names[doc]}" if doc >= 0 else "the texts"
    if answer.status == "unmatched":
        elsewhere = placed.names[answer.elsewhere] if answer.elsewhere >= 0 else ""
        return f"{quote(text)} is not in {where}" + (
            f", but in document {elsewhere}" if elsewhere else ""
        )
    spans = placed.places.get((text, doc), [])
    listed_places = ", ".join(_location(placed, span) for span in spans[:_SHOWN_PLACES])
    ellipsis = ", ..." if len(spans) > _SHOWN_PLACES else ""
    listed = f" ({listed_places}{ellipsis})" if listed_places else ""
    return f"{quote(text)} occurs {plural(answer.places, 'time')} in {where}{listed}"


def _location(placed: Placed, span: Span) -> str:
    return f"{placed.names[span.doc]}:{span.start}-{span.end}"


def verified(
    table: Checked, texts: Texts, *, unit: Unit | None = None, trust: Trust | None = None
) -> Checked:
    """Return the table with offsets in code points that fit the texts, or raise an error.

    Parameters
    ----------
    table : Run, Qrels or Inventory
        Rows with offsets, and perhaps a column ``text`` of what they point at.
    texts : Texts
        The documents; each that a row with offsets names must be there.
    unit : {'codepoint', 'utf16', 'byte'}, optional
        Unit of the offsets. By default code points, unless the texts beside the offsets prove
        another unit.
    trust : {'text', 'offsets'}, optional
        ``offsets`` takes them as they are where their text differs.

    Raises
    ------
    RowsError
        A text that is not what the offsets point at; a document that is not there.
    FormatError
        Another unit fits more rows than the one that was named; a text that has
        changed.
    """
    check_stamps(table, texts)
    placed = is_located(table)
    if trust != "offsets":
        check_located(table, texts, np.flatnonzero(placed & (table.start >= 0)))
    rows = np.flatnonzero(~(placed | is_moved(table)) & (table.start >= 0))
    if not rows.size:
        return table
    table = _settled(table)
    offsets = _TableOffsets(table, texts, rows)
    offsets.check_documents()
    chosen, note = unit or "codepoint", None
    if trust != "offsets" and not offsets.fit(chosen):
        chosen = offsets.best(unit)
        offsets.check_fits(chosen)
        note = None if chosen in (unit, "codepoint") else offsets.read.proof(chosen)
    if chosen == "codepoint":
        doubt = offsets.doubt() if unit is None and trust is None else None
        if doubt is None or isinstance(table, Inventory):
            return table
        return replace(table, notes=(doubt, *table.notes))
    start, end = table.start.copy(), table.end.copy()
    start[rows], end[rows] = offsets.converted(chosen)
    if note is None or isinstance(table, Inventory):
        return replace(table, start=start, end=end)
    return replace(table, start=start, end=end, notes=(note, *table.notes))


def _settled(table: Checked) -> Checked:
    """Remove the note on lengths of texts, which are compared with their documents now."""
    if isinstance(table, Inventory):
        return table
    notes = [note for note in table.notes if getattr(note, "template", None) != OTHER_LENGTHS]
    return table if len(notes) == len(table.notes) else replace(table, notes=tuple(notes))


def past_end(table: Run | Qrels | Inventory, texts: Texts) -> NDArray[np.bool_]:
    """Return a mask of the rows that end beyond the text of their document."""
    past: NDArray[np.bool_] = table.end > _lengths(table, texts)
    return past


def _lengths(table: Run | Qrels | Inventory, texts: Texts) -> Ints:
    """Characters of each row's document; 2^63 - 1 for a document without a text."""
    documents = texts.documents
    length = [
        len(documents[doc]) if doc in documents else np.iinfo(np.int64).max for doc in table.docs
    ]
    lengths: Ints = np.array(length, np.int64)[table.doc]
    return lengths


def noted_past_end(table: Run | Qrels, texts: Texts | None) -> list[Note]:
    """Return notes on rows that end beyond their text, and warnings on rows that begin there.

    The former are cut; the latter are offsets of something else.
    """
    if texts is None:
        return []
    past, behind = past_end(table, texts), table.start >= _lengths(table, texts)
    cut = "{n:ends|end} past the end of {n:its|their} document and {n:is|are} cut there"
    lost = "{n:begins|begin} past the end of {n:its|their} document"
    counted: tuple[tuple[Level, str, NDArray[np.bool_]], ...] = (
        ("note", cut, past & ~behind),
        ("warning", lost, past & behind),
    )
    return [
        _counted(level, template, table, texts, rows)
        for level, template, rows in counted
        if rows.any()
    ]


def _counted(
    level: Level, template: str, table: Run | Qrels, texts: Texts, rows: NDArray[np.bool_]
) -> Note:
    """Count rows and show the first one."""
    row = int(np.argmax(rows))
    doc = table.docs[int(table.doc[row])]
    first = f"{doc}[{table.start[row]}:{table.end[row]}], {len(texts.documents[doc]):,} characters"
    about = f"{{n:row}} {template} (first: {{first}})"
    return Note(about, n=int(rows.sum()), first=first, level=level)


@dataclass
class _TableOffsets:
    """Rows with offsets, read in one unit or another."""

    table: Run | Qrels | Inventory
    texts: Texts
    rows: Ints

    @cached_property
    def read(self) -> Offsets:
        """The offsets with the texts of their rows."""
        column: Any = getattr(self.table, "extra", {}).get("text")
        row_texts = [""] * self.rows.size if column is None else column[self.rows].tolist()
        return Offsets(
            lambda doc: self.texts.documents[self.table.docs[doc]],
            self.table.doc[self.rows].astype(np.int64),
            self.table.start[self.rows],
            self.table.end[self.rows],
            [str(text) if text else "" for text in row_texts],
            LetterTable(),
            cut=True,
        )

    def fit(self, unit: Unit) -> bool:
        """Return True if all rows with a text fit it."""
        return bool((self.read.fits(unit) | ~self.read.has_text).all())

    def best(self, unit: Unit | None) -> Unit:
        """Return the unit that fits: the user's, or one that the texts prove."""
        chosen, best = self.read.best(unit)
        count = self.read.counts()
        if unit is not None and count[best] > count[unit]:
            total = plural(self.rows.size, "offset")
            problem = f"{count[unit]:,} of {total} fit their text as {unit}, {count[best]:,} as "
            self._raise_error(problem + best, f"Use --unit {best}")
        return chosen

    def doubt(self) -> Note | None:
        """Return a warning if offsets without a text fit their documents only in another unit."""
        past = past_end(self.table, self.texts)[self.rows]
        if self.read.has_text.any() or not past.any():
            return None
        for unit in ("utf16", "byte"):
            start, end = self.read.spans(unit)
            if not ((start == INSIDE) | (end == INSIDE)).any():
                template = (
                    "{n:row} {n:passes|pass} the end of {n:its|their} document as code points, "
                )
                template += "none as {words}: {hint} if that is what offsets count"
                hint = spelt(f"use --unit {unit}")
                return Note(template, n=int(past.sum()), words=UNIT_WORDS[unit], hint=hint,
                            level="warning")  # fmt: skip
        return None

    def converted(self, unit: Unit) -> tuple[Ints, Ints]:
        """Start and end in code points; raises RowsError for offsets inside a character."""
        start, end = self.read.spans(unit)
        inside = (start == INSIDE) | (end == INSIDE)
        self._check_rows(
            inside,
            lambda index, row: inside_character(
                int((self.table.start if start[index] == INSIDE else self.table.end)[row]),
                unit,
                self._doc(row),
            ),
        )
        return start, end

    def _doc(self, row: int) -> str:
        return self.table.docs[int(self.table.doc[row])]

    def check_documents(self) -> None:
        """Raise RowsError if a row's document has no text."""
        is_known = np.array([name in self.texts for name in self.table.docs.tolist()], bool)
        absent = ~is_known[self.table.doc[self.rows]]
        if absent.any():
            row = int(self.rows[np.argmax(absent)])
            problem = absent_document(self._doc(row), int(absent.sum()), [*self.texts])
            raise RowsError(self.table.source, [(row, problem)])

    def check_fits(self, unit: Unit) -> None:
        """Raise RowsError if texts differ from their source; the first row has a hint."""
        wrong = self.read.has_text & ~self.read.fits(unit)
        first = int(np.argmax(wrong))
        hint = "Use --unit utf16 or --unit byte, or --trust text or --trust offsets to go on"
        self._check_rows(
            wrong,
            lambda index, row: spelt(
                self._difference(row, self.read.quotes[index])
                + (f". Wrong unit? {hint}" if index == first else "")
            ),
        )

    def _difference(self, row: int, expected: str) -> str:
        start, end = int(self.table.start[row]), int(self.table.end[row])
        source = self.texts.documents[self._doc(row)][start:end]
        pairs = enumerate(zip(source, expected, strict=False))
        position = next((i for i, (a, b) in pairs if a != b), min(len(source), len(expected)))
        near = slice(position, position + 20)
        return (
            f"text differs from {self._doc(row)}[{start}:{end}] at character {position} "
            f"({quote(expected[near])} instead of {quote(source[near])})"
        )

    def _check_rows(self, wrong: NDArray[np.bool_], describe: Any) -> None:
        rows = np.flatnonzero(wrong)
        if rows.size:
            first_rows = rows[:SHOWN_PROBLEMS].tolist()
            problems = [
                (int(self.rows[index]), describe(index, int(self.rows[index])))
                for index in first_rows
            ]
            raise RowsError(self.table.source, problems, rows.size)

    def _raise_error(self, problem: str, hint: str) -> None:
        if self.table.source is None:
            raise TableError(None, f"{problem}. {spelt(hint)}")
        raise FormatError(self.table.source, None, problem, hint)
