"""Ranked lists of a run: its rows by score, ties broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.kernels.ragged import count_before
from partwise.tables.run_order import order_keys, ordered_by

if TYPE_CHECKING:
    from partwise.geometry.assessments import Assessments
    from partwise.tables.names import Names
    from partwise.tables.run import Order, Run

ENDLESS = np.iinfo(np.int64).max
"""Where a whole document of unknown length ends when ties are broken."""


@dataclass(frozen=True, eq=False)
class Ranking:
    """The judged topics' rows of a run in final order."""

    begin: Ints
    end: Ints
    """Topic ``i`` owns the places ``begin[i]:end[i]``."""
    rows: Ints
    """Row of the run at each place."""
    tied: Flags
    """The place has the score of the place before it in its topic."""
    n_disagree: int = 0
    """Places whose rank in the file contradicts their score."""

    @property
    def length(self) -> Ints:
        """Results of each topic."""
        return self.end - self.begin


def ranking(run: Run, judged: Assessments, order: Order | None) -> Ranking:
    """Put the rows of the judged topics in order.

    Scores descend, compared as doubles; ties go by document id descending by code
    point, start ascending, end descending, fewer steps, path ascending, and last the
    order of the file. Rows that are in order already are not sorted.
    """
    topic_of = run.topics.codes_in(judged.topics)
    topic = topic_of[run.topic]
    keys = order_keys(run, order)
    rows, key = np.arange(topic.size), keys[0] if keys else None
    if topic_of.min(initial=0) < 0:
        rows = np.flatnonzero(topic >= 0)
        topic, key = topic[rows], None if key is None else key[rows]
    if key is None:
        rows = rows[np.argsort(topic, kind="stable")]
        tied = np.zeros(rows.size, bool)
    else:
        rows, tied = _sorted(rows, topic, key)
        if tied.any():
            _break_ties(run, judged, rows, tied, keys[1:])
    offsets = np.concatenate(([0], np.cumsum(np.bincount(topic, minlength=judged.n_topics))))
    disagree = 0
    if ordered_by(run, order) == "score":
        disagree = _disagreements(run, rows, tied, offsets)
    return Ranking(offsets[:-1], offsets[1:], rows, tied, disagree)


def _sorted(rows: Ints, topic: Ints, key: NDArray[Any]) -> tuple[Ints, Flags]:
    same_topic = topic[1:] == topic[:-1]
    in_order = (topic[1:] > topic[:-1]) | (same_topic & (key[1:] >= key[:-1]))
    if not in_order.all():
        order = np.lexsort((key, topic))
        rows, topic, key = rows[order], topic[order], key[order]
        same_topic = topic[1:] == topic[:-1]
    tied = np.zeros(rows.size, bool)
    np.logical_and(same_topic, key[1:] == key[:-1], out=tied[1:])
    return rows, tied


def _break_ties(
    run: Run,
    judged: Assessments,
    rows: Ints,
    tied: Flags,
    before: list[NDArray[Any]],
) -> None:
    """Order the rows of each tie, in place; rows without a tie are not looked at.

    Columns `before` decide first, in this order.
    """
    member = tied.copy()
    member[:-1] |= tied[1:]
    places = np.flatnonzero(member)
    block = np.cumsum(~tied)[places]
    members = rows[places]
    first = [key[members] for key in reversed(before)]
    keys = (members, *_tie_keys(run, judged, members), *first, block)
    rows[places] = members[np.lexsort(keys)]


def _tie_keys(run: Run, judged: Assessments, rows: Ints) -> list[NDArray[Any]]:
    """Keys of the tie rule, the least important first."""
    keys: list[NDArray[Any]] = []
    if run.tokens is not None:  # the same part twice: only its cost may still differ
        keys.append(run.tokens[rows])
    for names, code in (
        (run.elements, run.last),
        (run.trees, run.tree),
        (run.elements, run.element),
    ):
        if code is not None and len(names) and (code[rows] >= 0).any():
            keys += _path_keys(names, code[rows])
    start, end = _places(run, judged, rows)
    docs, doc = np.unique(run.doc[rows], return_inverse=True)
    keys += [-end, start, -run.docs.take(docs).ranks()[doc]]
    return keys


def _path_keys(names: Names, code: NDArray[np.int32]) -> list[NDArray[Any]]:
    """Path ascending, fewer steps before."""
    codes, position = np.unique(code[code >= 0], return_inverse=True)
    path, steps = np.full(code.size, -1, np.int64), np.zeros(code.size, np.int64)
    chosen = names.take(codes)
    path[code >= 0] = chosen.ranks()[position]
    slashes = count_before(chosen.blob() == ord("/"))
    ends = np.cumsum(chosen.lengths)
    steps[code >= 0] = (slashes[ends] - slashes[ends - chosen.lengths])[position]
    return [path, steps]


def _places(run: Run, judged: Assessments, rows: Ints) -> tuple[Ints, Ints]:
    """Start and end as the tie rule sees them."""
    from partwise.geometry.spans import located

    start, end = located(run, rows, judged.structure)
    whole = start < 0
    if whole.any():
        docs, doc = np.unique(run.doc[rows[whole]], return_inverse=True)
        length = judged.lengths.of(run.docs.take(docs))
        start, end = np.maximum(start, 0), end.copy()
        end[whole] = np.where(length < 0, ENDLESS, length)[doc]
    return start, end


def _disagreements(run: Run, rows: Ints, tied: Flags, offsets: Ints) -> int:
    """Count neighbours that scores and ranks order differently."""
    if run.rank is None or rows.size < 2:
        return 0
    rank = run.rank[rows]
    falls = np.flatnonzero(rank[1:] < rank[:-1]) + 1
    decides = ~tied
    decides[offsets[offsets < rows.size]] = False  # the first place of a topic
    return int(np.count_nonzero(decides[falls]))
