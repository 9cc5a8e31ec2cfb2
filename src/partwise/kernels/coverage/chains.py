"""The most that k intervals cover.

Intervals lie on one line of wanted positions, the topics side by side. Inner intervals are
dropped: a choice that uses the smaller can use the larger instead. What remains ascends in start
and in end, so in a chosen chain an interval shares with earlier ones only what it shares with the
one just before. Intervals that overlap form a *cluster*; the best coverage of a cluster is concave
in the number of intervals, so clusters combine exactly by their marginal gains.
"""

from __future__ import annotations

import numpy as np

from partwise._typing import Flags, Ints
from partwise.kernels.ragged import offsets_from_owners, rank_in_segment

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
    kept = rank <= k
    best[topic[kept], rank[kept]] = gain[kept]
    return np.cumsum(best, axis=1)


def without_inner(start: Ints, end: Ints) -> tuple[Ints, Ints]:
    """Non-empty intervals that lie in no other, ascending; of equal ones one stays. O(n log n)."""
    some = start < end
    start, end = start[some], end[some]
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
    found = []
    done: Ints | None = None
    base = start[opens][np.cumsum(opens) - 1]
    reach = base + end - start
    for _ in range(k):
        head = np.flatnonzero(opens)
        covered = np.maximum.reduceat(reach, head)
        before = base[head] if done is None else done
        found.append((base[head], covered - before))
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
    return found


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
        at = row[level == power]
        out[at] = np.maximum(table[low[at]], table[at - (1 << power)])
    return out
