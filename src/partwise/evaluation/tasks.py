"""Rules of INEX tasks, checked only when the user names a task.

- ``focused``: no two results of a topic overlap;
- ``relevant-in-context``: the same, and the results of a document stand together;
- ``best-in-context``: one result a document;
- ``thorough``: anything goes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from partwise.errors import FormatError, UsageError, quote
from partwise.geometry.spans import extents
from partwise.kernels.intervals import lay_out
from partwise.tables.run_order import order_keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from partwise.tables.run import Order, Run
    from partwise.tables.structure.table import Structure

    LineOf = Callable[[int], int | None]

Task = Literal["focused", "relevant-in-context", "best-in-context", "thorough"]
TASKS: tuple[str, ...] = get_args(Task)


def check_task(
    run: Run,
    structure: Structure | None,
    task: str,
    line_of: LineOf | None,
    *,
    order: Order | None = None,
    hint: str | None = None,
) -> None:
    """Refuse a run that breaks the rules of a task.

    Parameters
    ----------
    run : Run
        What is checked.
    structure : Structure, optional
        Needed where results are elements.
    task : {'focused', 'relevant-in-context', 'best-in-context', 'thorough'}
        Whose rules hold.
    line_of : callable or None
        Line of a row in the run's file, for the message.
    order : {'score', 'rank', 'file'}, optional
        What orders the run; default: what its format asks for.
    hint : str, optional
        What to do about it.
    """
    if task not in TASKS:
        raise UsageError(f"there is no task {quote(task)} (available: {', '.join(TASKS)})")
    checker = _Checker(run, task, line_of, order, hint)
    if task in ("focused", "relevant-in-context"):
        checker.no_overlap(structure)
    if task == "relevant-in-context":
        checker.documents_together()
    if task == "best-in-context":
        checker.one_a_document()


@dataclass(frozen=True)
class _Checker:
    run: Run
    task: str
    line_of: LineOf | None
    order: Order | None
    hint: str | None

    def no_overlap(self, structure: Structure | None) -> None:
        """Refuse two results of a topic that share text."""
        run = self.run
        start, end = extents(run, np.arange(len(run)), structure)
        whole = start < 0
        # a whole document overlaps whatever else it holds: it reaches past every other end
        beyond = int(end.max(initial=0)) + 1
        start, end = np.where(whole, 0, start), np.where(whole, beyond, end)
        key = _pairs(run)
        order = np.lexsort((-end, start, key))
        order = order[(end > start)[order]]
        axis = lay_out(np.full(int(key.max(initial=0)) + 1, beyond))
        low, high = axis[key[order]] + start[order], axis[key[order]] + end[order]
        reach = np.maximum.accumulate(high)
        over = np.flatnonzero(low[1:] < reach[:-1])
        if not over.size:
            return
        second = int(order[over[0] + 1])
        earlier = np.flatnonzero(high[: over[0] + 1] > low[over[0] + 1])[0]
        self._refuse_overlap(*sorted((int(order[earlier]), second)))

    def _refuse_overlap(self, first: int, second: int) -> None:
        run = self.run
        doc, topic = run.docs[run.doc[first]], run.topics[run.topic[first]]
        lines = f"{self._unit}s {self._place(first)} and {self._place(second)}"
        one, other = self._part(first), self._part(second)
        if other.startswith(f"{one}/"):
            other = "..." + other[len(one) :]
        problem = f"task {quote(self.task)} forbids overlap: topic {topic}, {lines}, {doc} {one}"
        raise FormatError(self._file, None, f"{problem} and {other}", self.hint)

    def documents_together(self) -> None:
        """Refuse a document that returns after other documents."""
        run = self.run
        rows = self._ranked()
        key = _pairs(run)[rows]
        new = np.ones(rows.size, np.bool_)
        new[1:] = key[1:] != key[:-1]
        heads = rows[new]
        _, first = np.unique(key[new], return_index=True)
        again = np.ones(heads.size, np.bool_)
        again[first] = False
        if again.any():
            row = int(heads[np.argmax(again)])
            doc, topic = run.docs[run.doc[row]], run.topics[run.topic[row]]
            where = f"topic {topic}, document {doc} returns at {self._unit} {self._place(row)}"
            wish = f"task {quote(self.task)} wants each document's parts together"
            raise FormatError(self._file, None, f"{wish}: {where}", self.hint)

    def _ranked(self) -> NDArray[np.int64]:
        """Rows by topic and rank; equal ones stay in the order of the file."""
        run = self.run
        return np.lexsort((*order_keys(run, self.order)[::-1], run.topic))

    def one_a_document(self) -> None:
        """Refuse a document with two results for a topic."""
        run = self.run
        _, first, inverse = np.unique(_pairs(run), return_index=True, return_inverse=True)
        again = first[inverse] != np.arange(len(run))
        if again.any():
            row = int(np.argmax(again))
            before = int(first[inverse[row]])
            doc, topic = run.docs[run.doc[row]], run.topics[run.topic[row]]
            lines = f"{self._unit}s {self._place(before)} and {self._place(row)}"
            wish = f"task {quote(self.task)} wants one result a document"
            where = f"topic {topic}, {lines}, document {doc}"
            raise FormatError(self._file, None, f"{wish}: {where}", self.hint)

    # -- words -----------------------------------------------------------------------------

    @property
    def _file(self) -> str:
        return self.run.source or self.run.name

    @property
    def _unit(self) -> str:
        return "row" if self.line_of is None or self.run.source is None else "line"

    def _place(self, row: int) -> int:
        if self.line_of is None or self.run.source is None:
            return row
        line = self.line_of(row)
        return row if line is None else line

    def _part(self, row: int) -> str:
        run = self.run
        if run.element[row] >= 0:
            return run.elements[run.element[row]]
        if run.tree[row] >= 0:
            return run.trees[run.tree[row]]
        return "whole" if run.start[row] < 0 else f"{run.start[row]}..{run.end[row]}"


def _pairs(run: Run) -> NDArray[np.int64]:
    """Return the number of each row's pair of topic and document."""
    key = run.topic * np.int64(len(run.docs) + 1) + run.doc
    number: NDArray[np.int64] = np.unique(key, return_inverse=True)[1]
    return number
