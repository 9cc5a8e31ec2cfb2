"""The rows of a block of a TREC run, and how a topic's rows are ranked."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise.files.blocks import Block
from partwise.files.fast.judged import Judged
from partwise.files.limits import LONGEST_NAME
from partwise.files.parsing.buffers import ArrayBuilder
from partwise.kernels.text.lines import PAD, Field, split_rows
from partwise.kernels.text.names import all_same, fingerprints
from partwise.kernels.text.numbers import parse_floats, parse_ints
from partwise.kernels.text.ranking import has_repeats, rank_rows

SHORTEST_LINE = len(b"1 0 d 1 1 t\n")
"""Bytes of the shortest line that is a row."""


class IrregularError(Exception):
    """Something that the ordinary reader has to look at."""


@record
class TrecRows:
    r"""Rows of a six-column run that are all well-formed.

    Parameters
    ----------
    data : ndarray of uint8
        The bytes that hold the names.
    topic, doc : pair of ndarray of int64
        Where the names start and end.
    rank, score : ndarray
        Columns 4 and 5.
    tag : bytes or None
        Column 6 if all rows agree.
    n_comments : int
        Comment lines between the rows.
    signs : bytes
        Those of ``/``, ``\`` and ``.`` that documents' names may hold.
    """

    data: NDArray[np.uint8]
    topic: Field
    doc: Field
    rank: NDArray[np.int64]
    score: NDArray[np.float64]
    tag: bytes | None
    n_comments: int
    signs: bytes

    @property
    def said(self) -> tuple[set[bytes | None], int]:
        """Tags of the rows, and comments between them: what is kept when the bytes are not."""
        return {self.tag} if self.score.size else set(), self.n_comments


def parse_rows(block: Block) -> TrecRows:
    """Read the rows of a block; `IrregularError` unless each of them is well-formed."""
    data = block.data
    rows = split_rows(data, block.hi, 6)
    rank, state = parse_ints(data, rows.field(3))
    score, bad = parse_floats(data, rows.field(4))
    if rows.odd.size or bad.any() or state.any() or (rank < 0).any():
        raise IrregularError
    names = (rows.field(0), rows.field(2))
    if any((end - start).max(initial=0) > LONGEST_NAME for start, end in names):
        raise IrregularError
    tag = rows.field(5)
    constant = len(rows) > 0 and all_same(data, tag)
    text = data[tag[0][0] : tag[1][0]].tobytes() if constant else None
    signs = signs_in(data[: block.hi])
    if b"." in signs and _only_points(data[: block.hi], rows.field(4)):
        signs = signs.replace(b".", b"")
    return TrecRows(data, rows.field(0), rows.field(2), rank, score, text, rows.n_comments, signs)


def signs_in(data: NDArray[np.uint8]) -> bytes:
    """Signs that separate folders and suffixes, as far as they occur in a text."""
    text = data.tobytes()
    return bytes(sign for sign in b"/\\." if sign in text)


def _only_points(data: NDArray[np.uint8], score: Field) -> bool:
    """Whether every full stop is the point of a score; False where that takes a closer look."""
    start, end = score
    if not start.size:
        return False
    back = int(end[0] - start[0]) - data[start[0] : end[0]].tobytes().find(b".")
    if not 0 < back <= PAD or not (data[end - back] == ord(".")).all():
        return False
    return np.count_nonzero(data == ord(".")) == start.size and bool((end - start >= back).all())


@record
class Ranked:
    """Complete topics in final order.

    Parameters
    ----------
    sizes : ndarray of int64
        Number of rows of each topic, in order.
    doc : ndarray of int32
        Code of each document among the judged ones, or their number.
    tied : ndarray of bool
        The row has the score of the row before it in its topic.
    disagreements : ndarray of int64
        Neighbours in each topic whose ranks say the opposite of their scores.
    """

    sizes: NDArray[np.int64]
    doc: NDArray[np.int32]
    tied: NDArray[np.bool_]
    disagreements: NDArray[np.int64]


class Lists:
    """Ranked lists and what was noticed on the way.

    Parameters
    ----------
    room : int
        How many rows there may be.
    """

    def __init__(self, room: int) -> None:
        self.topics: list[bytes] = []
        self.sizes, self.disagreements = ArrayBuilder(np.int64), ArrayBuilder(np.int64)
        self.doc, self.tied = ArrayBuilder(np.int32, room), ArrayBuilder(np.bool_, room)
        self.tags: set[bytes | None] = set()
        self.n_comments = 0

    def see(self, tags: set[bytes | None], n_comments: int) -> None:
        """Note what a block said beside its rows."""
        self.tags |= tags
        self.n_comments += n_comments

    def add(self, ranked: Ranked) -> None:
        """Append the lists of some topics."""
        self.sizes.add(ranked.sizes)
        self.doc.add(ranked.doc)
        self.tied.add(ranked.tied)
        self.disagreements.add(ranked.disagreements)


def rank_topics(offsets: NDArray[np.int64], rows: TrecRows, judged: Judged) -> Ranked:
    """Rank rows whose topics lie together; `IrregularError` if a topic repeats a document."""
    sizes = np.diff(offsets)
    segment = np.repeat(np.arange(sizes.size), sizes)
    mixed = fingerprints(rows.data, rows.doc, fold=True)
    if has_repeats(segment, mixed, rows.data, rows.doc):
        raise IrregularError
    doc, rank = judged.find(rows.data, rows.doc, mixed, rows.signs), rows.rank
    order, tied = rank_rows(offsets, rows.score, rows.data, rows.doc)
    if order is not None:
        doc, rank = doc[order], rank[order]
    against = (rank[1:] < rank[:-1]) & ~tied[1:]
    against[offsets[1:-1] - 1] = False
    where = segment[np.flatnonzero(against)]
    return Ranked(sizes, doc, tied, np.bincount(where, minlength=sizes.size))
