"""Covering relevant text with passages: exact choice of a few, bounds, and greedy choice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.kernels.intervals import covered_before, found_together, merge
from partwise.kernels.ragged import distinct, offsets_from_owners, owners, ranges, rank_in_segment

# Intervals lie on one line of wanted positions, the topics side by side. Inner intervals are
# dropped: a choice that uses the smaller can use the larger instead. What remains ascends in start
# and in end, so in a chosen chain an interval shares with earlier ones only what it shares with
# the one just before. Intervals that overlap form a *cluster*; the best coverage of a cluster is
# concave in the number of intervals, so clusters combine exactly by their marginal gains.

_NOTHING = np.iinfo(np.int64).min // 2


def most_covered(start: Ints, end: Ints, border: Ints, k: int) -> Ints:
    """Greatest coverage by at most 0, 1, ... `k` intervals, a row per topic.

    Topic ``i`` owns the positions ``border[i]:border[i + 1]``. O(n log n + n k log overlap).
    """
    n = border.size - 1
    best = np.zeros((n, k + 1), np.int64)
    place, gain = _gains(*without_inner(start, end), k)
    topic = np.searchsorted(border, place, "right") - 1
    order = np.lexsort((-gain, topic))
    topic, gain = topic[order], gain[order]
    rank = rank_in_segment(offsets_from_owners(topic, n))
    counted = rank <= k
    best[topic[counted], rank[counted]] = gain[counted]
    return np.cumsum(best, axis=1)


def without_inner(start: Ints, end: Ints) -> tuple[Ints, Ints]:
    """Non-empty intervals that lie in no other, ascending; of equal ones one stays. O(n log n)."""
    filled = start < end
    start, end = start[filled], end[filled]
    order = np.lexsort((-end, start))
    start, end = start[order], end[order]
    reach = np.maximum.accumulate(end)
    outer = np.ones(end.size, np.bool_)
    np.greater(end[1:], reach[:-1], out=outer[1:])
    return start[outer], end[outer]


def _gains(start: Ints, end: Ints, k: int) -> tuple[Ints, Ints]:
    """Place and size of the marginal gains of all clusters, at most `k` of each."""
    opens = np.ones(start.size, np.bool_)
    np.greater_equal(start[1:], end[:-1], out=opens[1:])
    cluster = np.cumsum(opens) - 1
    single = np.bincount(cluster)[cluster] == 1 if start.size else opens
    places, gains = [start[single]], [(end - start)[single]]
    start, end = start[~single], end[~single]
    if start.size:
        for place, gain in _by_rounds(start, end, opens[~single], k):
            places.append(place)
            gains.append(gain)
    return np.concatenate(places), np.concatenate(gains)


def _by_rounds(start: Ints, end: Ints, opens: Flags, k: int) -> list[tuple[Ints, Ints]]:
    """Gains of the first, second, ... interval of clusters of several.

    A chain's coverage is kept as the position that it would reach from the beginning of its
    cluster: such positions ascend from cluster to cluster, and running maxima need no borders.
    """
    gains = []
    done: Ints | None = None
    base = start[opens][np.cumsum(opens) - 1]
    reach = base + end - start
    for _ in range(k):
        head = np.flatnonzero(opens)
        covered = np.maximum.reduceat(reach, head)
        before = base[head] if done is None else done
        gains.append((base[head], covered - before))
        last = end[np.append(head[1:], end.size) - 1]
        open_still = covered < last
        if not open_still.any():
            break
        done = covered
        if not open_still.all():
            rows = open_still[np.cumsum(opens) - 1]
            done = covered[open_still]
            start, end, opens = start[rows], end[rows], opens[rows]
            base, reach = base[rows], reach[rows]
        reach = _one_more(start, end, base, reach)
    return gains


def _one_more(start: Ints, end: Ints, base: Ints, reach: Ints) -> Ints:
    """Coverage of the best chains that end at each interval, one interval longer."""
    clear = np.searchsorted(end, start, "right")  # the first interval that is still open
    ahead = np.concatenate((base[:1], np.maximum.accumulate(reach)))[clear]
    apart = np.maximum(ahead, base) - start
    longer: Ints = end + np.maximum(apart, _window_max(reach - end, clear))
    return longer


def _window_max(x: Ints, low: Ints) -> Ints:
    """Greatest value from `low` to the row before each row. O(n log width)."""
    row = np.arange(x.size)
    width = row - low
    level = np.frexp(width.astype(np.float64))[1] - 1
    out = np.full(x.size, _NOTHING)
    table = x
    for power in range(int(level.max(initial=-1)) + 1):
        if power:
            half = 1 << (power - 1)
            table = np.maximum(table[:-half], table[half:])
        rows = row[level == power]
        out[rows] = np.maximum(table[low[rows]], table[rows - (1 << power)])
    return out


# Spans are disjoint and lie on the line of wanted positions; a span is found when as many of its
# positions are covered as it needs. Inner intervals are dropped, so a chosen chain ascends in start
# and in end. Of all chains of one length that end at an interval only the best goes on: the one
# that found most of the spans behind its end, and among those the one that covers most of the span
# in which it ends. One more found span outweighs any start on the open one, which only repays that.

_AT_ONCE = 4_000_000
"""Pairs of intervals that are compared at once."""


class Spans(NamedTuple):
    """Disjoint spans of one topic, ascending, and how much of each is needed."""

    start: Ints
    end: Ints
    need: Ints


def most_found(start: Ints, end: Ints, spans: Spans, k: int | None) -> int:
    """Greatest number of spans that at most `k` intervals find. O(n^2 k)."""
    start, end = without_inner(start, end)
    everything = int(found_together(start, end, *spans).sum())
    if k is None or k >= start.size or not everything:
        return everything
    chains = _SpanChains(start, end, spans)
    best = 0
    for _ in range(k):
        best = max(best, chains.n_found())
        if best == everything:
            break
        chains.lengthen()
    return best


class _SpanChains:
    """The best chain that ends at each interval; all of one length.

    ``behind`` counts the spans found that end where the chain does or before, ``covered`` the
    positions of the span in which it ends; a chain that does not exist has found -1.
    """

    def __init__(self, start: Ints, end: Ints, spans: Spans) -> None:
        self.start, self.end, self.spans = start, end, spans
        self._ends = np.append(spans.end, np.iinfo(np.int64).max)
        self._starts = np.append(spans.start, np.iinfo(np.int64).max)
        self._needs = np.append(spans.need, 1)
        self._open = np.searchsorted(spans.end, end, "right")  # the span that goes on at an end
        self._inside = self._starts[self._open] < end
        self._need = self._needs[self._open]
        first_open = np.searchsorted(spans.end, start, "right")
        self.behind, self.covered = self._new(start, np.arange(start.size), first_open)

    def n_found(self) -> int:
        """Greatest number of spans found by any chain."""
        complete = self._inside & (self.covered >= self._need)
        return int((self.behind + complete).max(initial=0))  # without a chain it is 0 at most

    def lengthen(self) -> None:
        """Add one interval to every chain."""
        n = self.start.size
        behind, covered = np.full(n, -1, np.int64), np.zeros(n, np.int64)
        step = max(_AT_ONCE // n, 1)
        for low in range(1, n, step):
            rows = np.arange(low, min(low + step, n))
            behind[rows], covered[rows] = self._best(rows)
        self.behind, self.covered = behind, covered

    def _best(self, rows: Ints) -> tuple[Ints, Ints]:
        """Extend the chains before these intervals to them; of each interval the best stays."""
        last = int(rows[-1])
        chain = np.arange(last)[:, None]  # the chain's end so far
        reach, goes_on = self.end[:last, None], self._inside[:last, None]
        begin = np.maximum(self.start[rows], reach)
        end = self.end[rows]
        span = self._open[:last, None]
        ended = self._ends[span] <= end
        added = np.minimum(self._ends[span], end) - np.minimum(begin, self._ends[span])
        total = self.covered[:last, None] + np.maximum(added, 0)
        first = np.where(goes_on, span + 1, span)
        closed, covered = self._new(begin, np.broadcast_to(rows, begin.shape), first)
        behind = self.behind[:last, None] + closed
        behind += goes_on & ended & (total >= self._needs[span])
        same = goes_on & ~ended  # the chain still ends in the span in which it ended
        covered = np.where(same, total, covered)
        exists = (chain < rows) & (self.behind[:last, None] >= 0)
        behind = np.where(exists, behind, -1)
        best_chain = np.lexsort((covered, behind), axis=0)[-1]
        across = np.arange(rows.size)
        return behind[best_chain, across], covered[best_chain, across]

    def _new(self, begin: Ints, row: Ints, first: Ints) -> tuple[Ints, Ints]:
        """Count spans from `first` on that ``[begin, end of row)`` finds and leaves behind.

        The second result is what it covers of the span in which it ends.
        """
        end, last = self.end[row], self._open[row]
        met = np.maximum(np.searchsorted(self.spans.end, begin, "right"), first)
        cut = (met < last) & (self._starts[met] < begin)
        whole = np.maximum(last - met, 0)
        enough = self._ends[met] - begin >= self._needs[met]
        closed = whole - (cut & ~enough)
        covered = np.where(self._inside[row], end - np.maximum(begin, self._starts[last]), 0)
        return closed, np.maximum(covered, 0)


def overlaps_before(start: Ints, end: Ints) -> Flags:
    """Mask of the intervals that overlap the one before; intervals ascend by start."""
    overlaps = np.zeros(start.size, np.bool_)
    np.less(start[1:], np.maximum.accumulate(end)[:-1], out=overlaps[1:])
    return overlaps


_EXACT = 2**26
"""Ratios of whole numbers below this are distinct as doubles if they differ."""


class GreedyChoice(NamedTuple):
    """Intervals by topic in the order in which they were chosen, and what each adds."""

    row: Ints
    topic: Ints
    gain: Ints


def choose(
    pieces: tuple[Ints, Ints, Ints], cost: Ints, topic: Ints, *, per_cost: bool
) -> GreedyChoice:
    """Choose until nothing new is left.

    A row covers one interval or several: `pieces` are rows, starts and ends, disjoint within a
    row. Rows are in the order that decides ties, topics ascending along the line. The most new
    positions win, ties to the lower cost; `per_cost` the most per cost, ties to more positions.
    After each round covered positions are taken out of the line. O(rounds pieces log topics).
    """
    nonempty = np.flatnonzero(pieces[1] < pieces[2])
    nonempty = nonempty[np.argsort(topic[pieces[0][nonempty]], kind="stable")]
    row, s, e = (column[nonempty] for column in pieces)
    picked, topics, gains = [], [], []
    while row.size:
        opens = _heads(row)
        part, new = row[opens], np.add.reduceat(e - s, opens)
        best = _best(new, cost[part], _heads(topic[part]), per_cost=per_cost)
        picked.append(part[best])
        topics.append(topic[part[best]])
        gains.append(new[best])
        chosen = np.zeros(part.size, np.bool_)
        chosen[best] = True
        of_chosen = np.repeat(chosen, np.diff(np.append(opens, row.size)))
        gone = merge(s[of_chosen], e[of_chosen])
        s, e = s - covered_before(s, *gone), e - covered_before(e, *gone)
        remains = s < e
        row, s, e = row[remains], s[remains], e[remains]
    if not picked:
        none = np.empty(0, np.int64)
        return GreedyChoice(none, none, none)
    rows, owners, new = map(np.concatenate, (picked, topics, gains))
    order = np.argsort(owners, kind="stable")
    return GreedyChoice(rows[order], owners[order], new[order])


def _heads(owner: Ints) -> Ints:
    """First row of each run of one owner."""
    return np.flatnonzero(np.concatenate(([True], owner[1:] != owner[:-1])))


def _best(new: Ints, cost: Ints, head: Ints, *, per_cost: bool) -> Ints:
    """Row of each segment that wins."""
    keys: tuple[NDArray[Any], NDArray[Any]] = (new, -cost)
    if per_cost:
        keys = (_ratio(new, cost), new)
    length = np.diff(np.append(head, new.size))
    won = np.ones(new.size, np.bool_)
    for key in keys:
        low = key.min()
        best = np.maximum.reduceat(np.where(won, key, low), head)
        won &= key == np.repeat(best, length)
    row = np.where(won, np.arange(new.size), new.size)
    return np.minimum.reduceat(row, head)


def _ratio(new: Ints, cost: Ints) -> NDArray[Any]:
    if max(int(cost.max(initial=1)), int(new.max(initial=1))) < _EXACT:
        ratio: NDArray[Any] = new / cost
        return ratio
    pairs = zip(new.tolist(), cost.tolist(), strict=True)
    return np.array([Fraction(n, c) for n, c in pairs], object)


# Where wanted text has copies, parts are no intervals of a line any more, and nothing short of all
# subsets is exact. A subset is a number whose bits are its parts. What a subset leaves uncovered is
# the text whose parts all lie outside it: one sum over the subsets of every subset.

MOST_PARTS = 12
"""Parts whose subsets are all tried."""


class ReadPieces(NamedTuple):
    """Pieces of wanted text in the order in which they are read, part by part."""

    part: Ints
    """From 0."""
    position: Ints
    """Position at which each piece begins, ascending along a part."""
    low: Ints
    high: Ints
    """Bounds of the piece in the text, whichever copy it is of."""


class Subsets:
    """Coverage of every subset of `n` parts. O(n 2**n + pieces 2**n)."""

    def __init__(self, reading: ReadPieces, n: int) -> None:
        self.n = n
        self.number = np.arange(1 << n)
        border = distinct(np.concatenate((reading.low, reading.high)))
        first, until = np.searchsorted(border, (reading.low, reading.high))
        cell, offsets = ranges(first, until)
        piece = owners(offsets)
        self._part, self._cell = reading.part[piece], cell
        self._position = reading.position[piece] + border[cell] - reading.low[piece]
        self._size = np.diff(border)
        self._holders = np.zeros(border.size, np.int64)
        np.bitwise_or.at(self._holders, cell, np.int64(1) << self._part)

    @property
    def count(self) -> Ints:
        """Number of parts of each subset, int64[2**n]."""
        return self.total(np.ones(self.n, np.int64))

    def total(self, of_part: Ints) -> Ints:
        """Sum of a number of each part, by subset."""
        total = np.zeros(self.number.size, np.int64)
        for part in range(self.n):
            total += of_part[part] * (self.number >> part & 1)
        return total

    @property
    def covered(self) -> Ints:
        """Positions that each subset covers together, int64[2**n]."""
        inside = np.zeros(self.number.size, np.int64)
        np.add.at(inside, self._holders[:-1], self._size)
        for part in range(self.n):
            halves = inside.reshape(-1, 2, 1 << part)
            halves[:, 1] += halves[:, 0]
        covered: Ints = inside[-1] - inside[::-1]  # less what lies in the others alone
        return covered

    def added(self, part: int, until: Ints) -> Ints:
        """Positions that a part adds to each subset, read up to the positions `until`."""
        rows = np.flatnonzero(self._part == part)
        _, new = np.unique(self._cell[rows], return_index=True)  # a second copy adds nothing
        total = np.zeros(self.number.size, np.int64)
        for row in rows[new].tolist():
            cell = self._cell[row]
            n_shown = np.clip(until - self._position[row], 0, self._size[cell])
            total += np.where(self.number & self._holders[cell], 0, n_shown)
        return total
