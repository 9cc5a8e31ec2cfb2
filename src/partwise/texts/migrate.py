"""`migrate`: assessments that survive new versions of the texts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from partwise._version import __version__
from partwise.errors import UsageError, quote
from partwise.files.source import buffered
from partwise.messages import Notes, texts_of
from partwise.tables.doc_ids import DocIds
from partwise.tables.schema import our_names
from partwise.tables.texts import Texts, views
from partwise.texts.finder import FATES, Move, Moves, OldSpan
from partwise.texts.locate import as_texts, kept_cells, numbers, summary_of, unplaced_notes
from partwise.texts.offsets import COLUMN, Documents, stamped
from partwise.texts.rows import QuoteRows, column_names, rows_of
from partwise.texts.stale import AssessedTexts

if TYPE_CHECKING:
    import polars as pl

_POINT = 80
"""Characters after a best entry point by which it is located."""
_FIRST = ("topic", "doc", "start", "end")
_SAID = ("status", "errors", "changed", "old_doc", "old_start", "old_end")
_OTHERS = ("places", "by", "piece", "elsewhere", "given_start", "given_end", COLUMN)
"""Columns of `locate` that refer to the old texts; they are dropped."""


@dataclass(frozen=True, eq=False)
class Migration:
    """Assessments of new texts.

    Parameters
    ----------
    table : polars.DataFrame
        The columns that came in with the new ``doc``, ``start`` and ``end``, then ``status errors
        changed old_doc old_start old_end``.
    counts : dict of str to int
        Rows of each status: unchanged, moved, edited, ambiguous, gone.
    notes : tuple of str
        Notes, warnings first.
    texts : tuple of Texts
        The old texts and the new ones.
    """

    table: pl.DataFrame
    counts: dict[str, int]
    notes: tuple[str, ...]
    texts: tuple[Texts, Texts]

    def __repr__(self) -> str:
        return f"Migration({self.summary})"

    @property
    def summary(self) -> str:
        """One line: how many spans of each status."""
        return summary_of(self.table.height, "span", self.counts)

    @property
    def doubtful(self) -> int:
        """Rows that a person should look at."""
        return sum(self.counts[fate] for fate in ("edited", "ambiguous", "gone"))

    def to_json(self) -> str:
        """Return everything as JSON."""
        import json

        content = {"partwise": __version__, "rows": self.table.height, "counts": self.counts}
        content |= {"moved": self.table.to_dicts(), "notes": texts_of(self.notes)}
        return json.dumps(content, ensure_ascii=False, default=str) + "\n"

    def review(self) -> pl.DataFrame:
        """Return the rows that a person should look at, with the old text and the new one."""
        import polars as pl

        rows = self.table.filter(pl.col("status").is_in(["edited", "ambiguous", "gone"]))
        old, new = self.texts
        before, after = [], []
        for row in rows.iter_rows(named=True):
            before.append(_cut(old, row["old_doc"], row["old_start"], row["old_end"]))
            after.append(_cut(new, row["doc"], row["start"], row["end"]))
        names = [name for name in ("topic", "status", "errors", "changed") if name in rows.columns]
        places = ["old_doc", "old_start", "old_end", "doc", "start", "end"]
        texts = [pl.Series("old_text", before, pl.String), pl.Series("new_text", after, pl.String)]
        return rows.select([*names, *places]).with_columns(texts)


def _cut(texts: Texts, doc: str | None, start: int | None, end: int | None) -> str | None:
    return (
        None
        if doc is None or start is None or doc not in texts
        else texts.documents[doc][start:end]
    )


def migrate(
    qrels: Any,
    old: Any,
    new: Any,
    *,
    doc_ids: DocIds | None = None,
    columns: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
    stamp: bool = False,
    trust: Literal["offsets"] | None = None,
) -> Migration:
    """Move assessed spans from old versions of texts to new ones.

    Parameters
    ----------
    qrels : path, frame, list of dict or Qrels
        Spans of the old texts.
    old, new : Texts, dict or path
        The texts that were assessed, and those that take their place.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        What of a document's name is compared with those of the old texts.
    columns, encoding, stamp
        As in `locate`.
    trust : {'offsets'}, optional
        Go on where the text beside a place is not what the old texts hold there, which is refused
        otherwise.

    Returns
    -------
    Migration

    Examples
    --------
    >>> gold = [{"topic": "q", "doc": "a", "start": 4, "end": 8}]
    >>> migrate(gold, {"a": "The lamp burns."}, {"a": "Again the lamp burns."})
    Migration(1 span: 0 unchanged, 1 moved, 0 edited, 0 ambiguous, 0 gone)
    """
    before, after = as_texts(old), as_texts(new)
    if before is None or after is None:
        raise UsageError("migrate needs the old texts and the new ones")
    if trust not in (None, "offsets"):
        raise UsageError(f"trust is {trust!r}. Use 'offsets', or leave it out")
    rows = _rows(qrels, columns, encoding)
    migrator = _Migrator(rows, before, after, doc_ids, trust)
    moves = migrator.moves()
    points = migrator.entry_points()
    table = migrator.frame(moves, points)
    if stamp or COLUMN in rows.columns:
        table = stamped(table, after)
    fates = [move.fate for move in moves]
    counts = {str(fate): fates.count(fate) for fate in FATES}
    notes = Notes([*before.remarks, *after.remarks, *rows.notes])
    lost = (
        0
        if points is None
        else int((rows.offsets("bep") >= 0).sum()) - sum(point >= 0 for point in points)
    )
    notes.warn("{n:best entry point} could not be moved and {n:was|were} left out", n=lost)
    notes.extend(unplaced_notes(table))
    return Migration(table, counts, tuple(notes), (before, after))


def _rows(source: Any, columns: Mapping[str, str] | None, encoding: str) -> QuoteRows:
    """Read a table of ours, or assessments of any other format."""
    if isinstance(source, str | os.PathLike):
        place = buffered(source)
        if "doc" not in our_names(column_names(place), columns):
            from partwise.files.options import Reading
            from partwise.files.reading import read_qrels

            qrels = read_qrels(place, reading=Reading(encoding=encoding))
            return replace(rows_of(qrels.to_frame()), source=qrels.source, lines=None)
        source = place
    return rows_of(source, columns=columns, encoding=encoding)


class _Migrator:
    def __init__(
        self,
        rows: QuoteRows,
        old: Texts,
        new: Texts,
        doc_ids: DocIds | None,
        trust: Literal["offsets"] | None,
    ) -> None:
        self._rows, self._old, self._new = rows, views(old), views(new)
        documents = Documents(old, doc_ids)
        names = rows.texts("doc")
        doc = documents.numbers(names)
        if (doc < 0).any():
            first = int(np.argmax(doc < 0))
            problem = documents.absent(names[first], names.count(names[first]))
            raise rows.error([(first, problem.replace("the texts", "the old texts"))], 1)
        self._docs = [documents.names[number] for number in doc.tolist()]
        self._start, self._end = rows.offsets("start"), rows.offsets("end")
        self._spans = np.flatnonzero((self._start >= 0) & (self._end >= 0)).tolist()
        assessed = AssessedTexts(rows, self._docs, self._old, self._new)
        assessed.check(self._spans, quotes=trust is None)
        self._moves = Moves(old, new)
        for name in ("element", "tree"):
            self._check_column(name)

    def _check_column(self, name: str) -> None:
        """Raise RowsError for a column that cannot be moved, if its document has changed."""
        for row, cell in enumerate(self._rows.texts(name)):
            doc = self._docs[row]
            if cell != "" and not self._moves.is_same(doc):
                problem = f"{name} {quote(cell)} of document {doc}, which has changed"
                hint = "migrate moves spans only. Leave the column out, or give spans"
                raise self._rows.error([(row, f"{problem}; {hint}")], 1)

    def moves(self) -> list[Move]:
        """Return the move of each row."""
        old_spans = [
            OldSpan(self._docs[row], int(self._start[row]), int(self._end[row]))
            for row in self._spans
        ]
        move_of = dict(zip(self._spans, self._moves.of(old_spans), strict=True))
        return [move_of.get(row) or self._document(row) for row in range(self._rows.size)]

    def entry_points(self) -> list[int] | None:
        """Move best entry points with the text that begins there; -1 = unknown."""
        points = self._rows.offsets("bep")
        if (points < 0).all():
            return None
        rows = np.flatnonzero(points >= 0).tolist()
        old_spans = []
        for row in rows:
            size = len(self._old[self._docs[row]])
            start = min(int(points[row]), size)
            old_spans.append(OldSpan(self._docs[row], start, min(start + _POINT, size)))
        moved_points = [-1] * self._rows.size
        for row, old_span, move in zip(rows, old_spans, self._moves.of(old_spans), strict=True):
            moved_points[row] = move.start if move.doc == old_span.doc else -1
        return moved_points

    def _document(self, row: int) -> Move:
        """Keep a row that is about a whole document, as long as there is one."""
        doc = self._docs[row]
        return Move("unchanged", doc) if doc in self._new else Move("gone")

    def frame(self, moves: list[Move], points: list[int] | None) -> pl.DataFrame:
        """Put the new places into the rows."""
        import polars as pl

        cells = {name: c for name, c in self._rows.columns.items() if name not in _OTHERS + _SAID}
        kept_columns = {name: kept_cells(name, column) for name, column in cells.items()}
        docs = [move.doc or None for move in moves]
        spans = set(self._spans)
        old = [
            (self._start[row], self._end[row]) if row in spans else (-1, -1)
            for row in range(len(moves))
        ]
        new_columns: dict[str, Any] = {
            "doc": pl.Series(docs, dtype=pl.String),
            "start": numbers([move.start for move in moves]),
            "end": numbers([move.end for move in moves]),
            "status": pl.Series([move.fate for move in moves], dtype=pl.String),
            "errors": numbers([move.errors for move in moves]),
            "changed": pl.Series([move.changed or None for move in moves], dtype=pl.String),
            "old_doc": pl.Series(self._docs, dtype=pl.String),
            "old_start": numbers([int(start) for start, _ in old]),
            "old_end": numbers([int(end) for _, end in old]),
        }
        if points is not None:
            new_columns["bep"] = numbers(points)
        if "length" in kept_columns:
            new_columns["length"] = numbers([len(self._new[doc]) if doc else -1 for doc in docs])
        first = {
            name: (kept_columns | new_columns)[name]
            for name in _FIRST
            if name in kept_columns or name in new_columns
        }
        rest = {name: column for name, column in kept_columns.items() if name not in first}
        last = {name: column for name, column in new_columns.items() if name not in first}
        return pl.DataFrame(first | rest | last)
