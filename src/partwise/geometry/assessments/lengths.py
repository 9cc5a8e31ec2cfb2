"""Lengths of documents from every source that knows one."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from partwise._typing import Ints
from partwise.errors import TableError
from partwise.kernels.ragged import distinct
from partwise.messages import Notes
from partwise.tables.checks import first
from partwise.tables.columns import ABSENT
from partwise.tables.row_errors import RowsError

if TYPE_CHECKING:
    from partwise.tables.lengths import Lengths
    from partwise.tables.names import Names
    from partwise.tables.qrels import Qrels
    from partwise.tables.structure.table import Structure


DIFFER = "{n:document length} {n:differs|differ} between sources; the first was taken"


class Source(NamedTuple):
    """One place that tells lengths; -1 where it does not."""

    label: str
    docs: Names
    length: Ints


class DocumentLengths:
    """Lengths of documents: the length table, the texts, the structure's roots, the assessments.

    The first source that knows a document wins. Sources that disagree are an
    error, with `lenient` a note.
    """

    def __init__(
        self,
        qrels: Qrels,
        lengths: Lengths | None,
        structure: Structure | None,
        *,
        texts: Lengths | None = None,
        lenient: bool,
        notes: Notes,
    ) -> None:
        self.sources: list[Source] = []
        if lengths is not None:
            self.sources.append(Source("the lengths", lengths.docs, lengths.length))
        if texts is not None:
            self.sources.append(Source("the texts", texts.docs, texts.length))
        if structure is not None:
            self.sources.append(Source("the structure", structure.docs, structure.length))
        n_differ = 0
        if (qrels.length >= 0).any():
            judged, n_differ = _from_assessments(qrels, lenient=lenient)
            self.sources.append(Source("the assessments", qrels.docs, judged))
        for better, other in combinations(self.sources, 2):
            n_differ += _compare(better, other, qrels, lenient=lenient)
        notes.warn(DIFFER, n=n_differ)

    def of(self, docs: Names) -> Ints:
        """Length of each document, -1 where no source knows it."""
        found = np.full(len(docs), ABSENT, np.int64)
        for source in self.sources:
            known = source.length
            if source.docs is not docs:
                known = np.append(source.length, ABSENT)[docs.codes_in(source.docs)]
            np.copyto(found, known, where=found < 0)
        return found


def _from_assessments(qrels: Qrels, *, lenient: bool) -> tuple[Ints, int]:
    """Length of each assessed document, and how many are told two."""
    length = np.full(len(qrels.docs), ABSENT, np.int64)
    rows = np.flatnonzero(qrels.length >= 0)[::-1]
    length[qrels.doc[rows]] = qrels.length[rows]  # backwards: the first row writes last
    rows = rows[::-1]
    differ = qrels.length[rows] != length[qrels.doc[rows]]
    if not lenient and (at := first(differ)) is not None:
        row = int(rows[at])
        name, taken = qrels.docs[qrels.doc[row]], length[qrels.doc[row]]
        problem = f"document {name} is {qrels.length[row]} long here, {taken} before"
        raise RowsError(qrels.source, [(row, problem)])
    return length, distinct(qrels.doc[rows[differ]]).size


def _compare(better: Source, other: Source, qrels: Qrels, *, lenient: bool) -> int:
    """Count the documents for which two sources tell different lengths."""
    known = np.append(better.length, ABSENT)[other.docs.codes_in(better.docs)]
    differ = (known >= 0) & (other.length >= 0) & (known != other.length)
    if not lenient and (code := first(differ)) is not None:
        problem = (
            f"document {other.docs[code]} is {known[code]} long in {better.label}, "
            f"{other.length[code]} in {other.label}"
        )
        row = first((qrels.doc == code) & (qrels.length >= 0)) if other.docs is qrels.docs else None
        raise (
            TableError(None, problem) if row is None else RowsError(qrels.source, [(row, problem)])
        )
    return int(differ.sum())
