"""The rows of a block of a chunk run, whatever the file's format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise._typing import Ints, Reals
from partwise.files.fast.doc_names import DocNames
from partwise.files.fast.rows import IrregularError
from partwise.files.limits import LONGEST_NAME
from partwise.kernels.text.lines import Field
from partwise.kernels.text.names import all_same, name_changes
from partwise.kernels.text.numbers import parse_floats, parse_ints, plain_decimals

FARTHEST = 1 << 40
"""Offsets from which on sums may leave 64 bits; the ordinary reader looks at them."""

NEEDED = ("topic", "doc", "start", "end")
READ = frozenset({*NEEDED, "score", "rank", "tokens", "run"})
REFUSED = frozenset({"length", "element", "tree", "distance"})
"""Columns of runs that say more than the fused path understands."""


def is_plain(names: frozenset[str]) -> bool:
    """Tell whether a table of these columns is a run of passages by score or rank."""
    return names.issuperset(NEEDED) and not names & REFUSED and bool(names & {"score", "rank"})


@record
class ChunkRows:
    """Rows that are all well-formed.

    Parameters
    ----------
    data : ndarray of uint8
        The bytes.
    first, topics : ndarray of int64, list of bytes
        Rows where a topic begins, and its name.
    doc : DocNames
        The documents.
    start, end : ndarray of int64
        Places.
    score, rank, tokens : ndarray or None
        Columns, where the table has them.
    label : bytes or None
        The one value of the column ``run``.
    score_at : pair of ndarray of int64, optional
        Where the scores stand among the bytes.
    decimals : bool
        Whether they are all spelled without sign and exponent.
    """

    data: NDArray[np.uint8]
    first: Ints
    topics: list[bytes]
    doc: DocNames
    start: Ints
    end: Ints
    score: Reals | None
    rank: Ints | None
    tokens: Ints | None
    label: bytes | None
    score_at: Field | None = None
    decimals: bool = False

    def __len__(self) -> int:
        return self.start.size


def parsed(
    data: NDArray[np.uint8], cells: Mapping[str, Field], score: Reals | None = None
) -> ChunkRows:
    """Read the numbers of some rows; `IrregularError` unless each cell is well-formed.

    Scores that are known already are not read again.
    """
    if score is None and "score" in cells:
        score = plain_decimals(data, cells["score"])
    decimals = score is not None
    if score is None and "score" in cells:
        score = _reals(data, cells["score"])
    rows = checked_rows(
        data,
        cells,
        start=_wholes(data, cells["start"]),
        end=_wholes(data, cells["end"]),
        score=score,
        rank=_wholes(data, cells["rank"]) if "rank" in cells else None,
        tokens=_wholes(data, cells["tokens"]) if "tokens" in cells else None,
    )
    return replace(rows, decimals=decimals)


def checked_rows(
    data: NDArray[np.uint8],
    cells: Mapping[str, Field],
    *,
    start: Ints,
    end: Ints,
    score: Reals | None,
    rank: Ints | None,
    tokens: Ints | None,
    first: Ints | None = None,
    index: Ints | None = None,
) -> ChunkRows:
    """Return rows whose names and places are as they should be; `IrregularError` otherwise.

    `first` are the rows to which the names of topics belong (None: to each), `index` is that of
    `DocNames`.
    """
    for name in ("topic", "doc"):
        length = cells[name][1] - cells[name][0]
        if length.size and not 0 < length.min() <= length.max() <= LONGEST_NAME:
            raise IrregularError
    if (end < start).any() or end.max(initial=0) > FARTHEST:
        raise IrregularError
    label = None
    if "run" in cells and start.size:
        at = cells["run"]
        label = data[at[0][0] : at[1][0]].tobytes()
        if not label or not all_same(data, at):
            raise IrregularError
    return ChunkRows(
        data,
        *_heads(data, cells["topic"], first),
        DocNames.of(data, cells["doc"], index),
        start,
        end,
        score,
        rank,
        tokens,
        label,
        cells.get("score"),
    )


def _heads(data: NDArray[np.uint8], field: Field, first: Ints | None) -> tuple[Ints, list[bytes]]:
    """Rows where a topic begins, and its name."""
    start, end = field
    if first is None:
        change = np.flatnonzero(name_changes(data, field)) + 1
        first = np.concatenate((np.zeros(min(1, start.size), np.int64), change))
        start, end = start[first], end[first]
    places = zip(start.tolist(), end.tolist(), strict=True)
    return first, [data[a:b].tobytes() for a, b in places]


def _wholes(data: NDArray[np.uint8], field: Field) -> Ints:
    value, state = parse_ints(data, field)
    if state.any() or value.min(initial=0) < 0:
        raise IrregularError
    return value


def _reals(data: NDArray[np.uint8], field: Field) -> Reals:
    value, bad = parse_floats(data, field)
    if bad.any():
        raise IrregularError
    return value
