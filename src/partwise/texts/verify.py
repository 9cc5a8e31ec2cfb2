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
from partwise.texts.stale import is_located, is_moved, refuse_changed, refuse_moved
from partwise.texts.verification import Checked

_SHOWN_PLACES = 3


class QuotesError(FormatErrors):
    """Quotes with several places, or with none (E41).

    Parameters
    ----------
    problems : sequence of FormatError
        The first ones.
    several, none : int
        How many quotes have several places, and none.
    once : bool
        Each has to have one place: it is a part of a run.
    """

    def __init__(
        self, problems: Sequence[FormatError], several: int, none: int, *, once: bool = False
    ) -> None:
        super().__init__(problems, several + none)
        self.several, self.none, self.once = several, none, once

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        made = partial(type(self), once=self.once)
        return made, (self.problems, self.several, self.none)  # type: ignore[return-value]

    def __str__(self) -> str:
        counts = []
        if self.several:
            counts.append(plural(self.several, "quote", "has", "have") + " several places")
        if self.none:
            noun = f"{self.none:,}" if self.several else plural(self.none, "quote")
            counts.append(f"{noun} {'has' if self.none == 1 else 'have'} none")
        ways = ["prefix, suffix or start"] if self.several else []
        kept = "--ambiguous first" if self.once else "--ambiguous first or --ambiguous all"
        ways += [kept] if self.several else []
        advice = spelt(f"Use {', '.join([*ways, '--missing skip'])}")
        said = f"{' and '.join(counts)}. {advice}; partwise locate writes the list"
        return "\n".join([*map(str, self.problems), said])


def refuse_unplaced(placed: Placed, rows: Sequence[int], name: str) -> None:
    """Refuse rows whose quotes have no place; `name` stands for a table without a file."""
    if not rows:
        return
    problems = []
    for row in rows[:SHOWN_PROBLEMS]:
        lines = placed.rows.lines
        line = None if lines is None else lines.of(row)
        place = "" if line is not None else f"row {row}: "
        problems.append(FormatError(placed.rows.source or name, line, place + _said(placed, row)))
    several = sum(placed.answers[row][0].status == "ambiguous" for row in rows)
    once = placed.kind == "run"
    raise QuotesError(problems, several, len(rows) - several, once=once)


def _said(placed: Placed, row: int) -> str:
    answer, (text, doc) = placed.answers[row][0], placed.asked(row)
    where = f"document {placed.names[doc]}" if doc >= 0 else "the texts"
    if answer.status == "unmatched":
        other = placed.names[answer.elsewhere] if answer.elsewhere >= 0 else ""
        return f"{quote(text)} is not in {where}" + (f", but in document {other}" if other else "")
    spans = placed.places.get((text, doc), [])
    shown = ", ".join(_shown(placed, span) for span in spans[:_SHOWN_PLACES])
    more = ", ..." if len(spans) > _SHOWN_PLACES else ""
    listed = f" ({shown}{more})" if shown else ""
    return f"{quote(text)} occurs {plural(answer.places, 'time')} in {where}{listed}"


def _shown(placed: Placed, span: Span) -> str:
    return f"{placed.names[span.doc]}:{span.start}-{span.end}"


def verified(
    table: Checked, texts: Texts, *, unit: Unit | None = None, trust: Trust | None = None
) -> Checked:
    """Return the table with offsets in code points that fit the texts, or refuse it.

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
        E17: a text that is not what the offsets point at; E40: a document that is not there.
    FormatError
        E42: another unit fits more rows than the one that was named; E43: a text that has
        changed.
    """
    refuse_changed(table, texts)
    placed = is_located(table)
    if trust != "offsets":
        refuse_moved(table, texts, np.flatnonzero(placed & (table.start >= 0)))
    rows = np.flatnonzero(~(placed | is_moved(table)) & (table.start >= 0))
    if not rows.size:
        return table
    table = _settled(table)
    offsets = _Offsets(table, texts, rows)
    offsets.refuse_absent()
    chosen, note = unit or "codepoint", None
    if trust != "offsets" and not offsets.fit(chosen):
        chosen = offsets.best(unit)
        offsets.refuse_misfits(chosen)
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
    """Take back the doubt about lengths of texts: they are compared with their documents."""
    if isinstance(table, Inventory):
        return table
    said = [note for note in table.notes if getattr(note, "template", None) != OTHER_LENGTHS]
    return table if len(said) == len(table.notes) else replace(table, notes=tuple(said))


def past_end(table: Run | Qrels | Inventory, texts: Texts) -> NDArray[np.bool_]:
    """Tell which rows end beyond the text of their document."""
    past: NDArray[np.bool_] = table.end > _lengths(table, texts)
    return past


def _lengths(table: Run | Qrels | Inventory, texts: Texts) -> Ints:
    """Characters of each row's document; of one that is not there more than any row has."""
    held = texts.documents
    length = [len(held[doc]) if doc in held else np.iinfo(np.int64).max for doc in table.docs]
    found: Ints = np.array(length, np.int64)[table.doc]
    return found


def noted_past_end(table: Run | Qrels, texts: Texts | None) -> list[Note]:
    """Say how many rows end beyond the text of their document, and warn of those that begin there.

    The former will be cut; the latter are offsets of something else.
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
        _counted(level, words, table, texts, rows) for level, words, rows in counted if rows.any()
    ]


def _counted(
    level: Level, words: str, table: Run | Qrels, texts: Texts, rows: NDArray[np.bool_]
) -> Note:
    """Count rows and show the first one."""
    row = int(np.argmax(rows))
    doc = table.docs[int(table.doc[row])]
    first = f"{doc}[{table.start[row]}:{table.end[row]}], {len(texts.documents[doc]):,} characters"
    about = f"{{n:row}} {words} (first: {{first}})"
    return Note(about, n=int(rows.sum()), first=first, level=level)


@dataclass
class _Offsets:
    """Rows with offsets, read in one unit or another."""

    table: Run | Qrels | Inventory
    texts: Texts
    rows: Ints

    @cached_property
    def read(self) -> Offsets:
        """The offsets beside their texts."""
        column: Any = getattr(self.table, "extra", {}).get("text")
        said = [""] * self.rows.size if column is None else column[self.rows].tolist()
        return Offsets(
            lambda doc: self.texts.documents[self.table.docs[doc]],
            self.table.doc[self.rows].astype(np.int64),
            self.table.start[self.rows],
            self.table.end[self.rows],
            [str(text) if text else "" for text in said],
            LetterTable(),
            cut=True,
        )

    def fit(self, unit: Unit) -> bool:
        """Tell whether all rows with a text fit it."""
        return bool((self.read.fits(unit) | ~self.read.told).all())

    def best(self, unit: Unit | None) -> Unit:
        """Return the unit that fits: the user's, or one that the texts prove."""
        chosen, most = self.read.best(unit)
        count = self.read.counts()
        if unit is not None and count[most] > count[unit]:
            total = plural(self.rows.size, "offset")
            problem = f"{count[unit]:,} of {total} fit their text as {unit}, {count[most]:,} as "
            self._refuse(problem + most, f"Use --unit {most}")
        return chosen

    def doubt(self) -> Note | None:
        """Warn of offsets without a text that fit their documents only in another unit."""
        past = past_end(self.table, self.texts)[self.rows]
        if self.read.told.any() or not past.any():
            return None
        for unit in ("utf16", "byte"):
            start, end = self.read.spans(unit)
            if not ((start == INSIDE) | (end == INSIDE)).any():
                words = "{n:row} {n:passes|pass} the end of {n:its|their} document as code points, "
                words += "none as {words}: {hint} if that is what offsets count"
                hint = spelt(f"use --unit {unit}")
                return Note(words, n=int(past.sum()), words=UNIT_WORDS[unit], hint=hint,
                            level="warning")  # fmt: skip
        return None

    def converted(self, unit: Unit) -> tuple[Ints, Ints]:
        """Start and end in code points; refuse offsets inside a character."""
        start, end = self.read.spans(unit)
        inside = (start == INSIDE) | (end == INSIDE)
        self._refuse_rows(
            inside,
            lambda at, row: inside_character(
                int((self.table.start if start[at] == INSIDE else self.table.end)[row]),
                unit,
                self._doc(row),
            ),
        )
        return start, end

    def _doc(self, row: int) -> str:
        return self.table.docs[int(self.table.doc[row])]

    def refuse_absent(self) -> None:
        """Refuse rows whose document is not there (E40)."""
        known = np.array([name in self.texts for name in self.table.docs.tolist()], bool)
        absent = ~known[self.table.doc[self.rows]]
        if absent.any():
            row = int(self.rows[np.argmax(absent)])
            problem = absent_document(self._doc(row), int(absent.sum()), [*self.texts])
            raise RowsError(self.table.source, [(row, problem)])

    def refuse_misfits(self, unit: Unit) -> None:
        """Refuse texts that are not what the offsets point at (E17); the first says what to do."""
        wrong = self.read.told & ~self.read.fits(unit)
        first = int(np.argmax(wrong))
        hint = "Use --unit utf16 or --unit byte, or --trust text or --trust offsets to go on"
        self._refuse_rows(
            wrong,
            lambda at, row: spelt(
                self._difference(row, self.read.said[at])
                + (f". Wrong unit? {hint}" if at == first else "")
            ),
        )

    def _difference(self, row: int, wanted: str) -> str:
        start, end = int(self.table.start[row]), int(self.table.end[row])
        source = self.texts.documents[self._doc(row)][start:end]
        pairs = enumerate(zip(source, wanted, strict=False))
        at = next((i for i, (a, b) in pairs if a != b), min(len(source), len(wanted)))
        return (
            f"text differs from {self._doc(row)}[{start}:{end}] at character {at} "
            f"({quote(wanted[at : at + 20])} instead of {quote(source[at : at + 20])})"
        )

    def _refuse_rows(self, wrong: NDArray[np.bool_], words: Any) -> None:
        rows = np.flatnonzero(wrong)
        if rows.size:
            shown = rows[:SHOWN_PROBLEMS].tolist()
            problems = [(int(self.rows[at]), words(at, int(self.rows[at]))) for at in shown]
            raise RowsError(self.table.source, problems, rows.size)

    def _refuse(self, problem: str, hint: str) -> None:
        if self.table.source is None:
            raise TableError(None, f"{problem}. {spelt(hint)}")
        raise FormatError(self.table.source, None, problem, hint)
