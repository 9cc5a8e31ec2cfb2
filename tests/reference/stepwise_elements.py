"""Gains of one topic, rank by rank, as elements.md section 10 describes: a second reference.

Plain floats and dicts that are updated after every result; shares no idea with
the library, which never steps through the ranks of a tree.
"""

from __future__ import annotations

from collections import defaultdict


def stepwise_gains(  # noqa: C901
    parent, size, q, relevant, run, *, t, bounded, mass=None
):
    """Gains of a run (positions, None = no element) with derived ideals, norm bounded or literal.

    `parent` is a list (-1 for roots) in document order; `q` maps positions to values.
    `mass` gives highlighted characters for gain='text'.
    """
    ideal_of, ideals = _ideals(parent, q, relevant)
    left = {i: q[i] for i in ideals}
    below = defaultdict(list)
    for i in ideals:
        for a in _above(parent, i):
            below[a].append(i)
    val, inner = dict(q), defaultdict(float)
    for j, value in q.items():
        if parent[j] >= 0:
            inner[parent[j]] += value * size[j]
    shown, covered = set(), defaultdict(int)
    gains = []
    for c in run:
        if c is None:
            gains.append(0.0)
            continue
        line = _above(parent, c)
        full = c in shown or any(a in shown for a in line)
        own = q.get(c, 0.0)
        if mass is None:
            worth = t * own if full else val.get(c, 0.0)
        else:
            seen = mass.get(c, 0) if full else covered[c]
            worth = (mass.get(c, 0) - (1 - t) * seen) / max(size[c], 1)
        holder = ideal_of(c)
        family = [holder] if holder is not None else below[c]
        gain = min(worth, sum(left[i] for i in family))
        gain = 0.0 if gain < 1e-12 else gain
        if bounded or holder is not None:
            owed = gain
            for i in sorted(family, key=lambda i: (-left[i], i)):
                part = min(owed, left[i])
                left[i] -= part
                owed -= part
        gains.append(gain)
        if full:
            continue
        delta = (t * own - val.get(c, 0.0)) * size[c]
        val[c] = t * own
        for a in line:
            inner[a] += delta
            here = q.get(a, 0.0)
            new = t * here + ((1 - t) * inner[a] / size[a] if size[a] else 0.0)
            new = min(new, here) if bounded else new
            delta = (new - val.get(a, 0.0)) * size[a]
            val[a] = new
        if mass is not None:
            fresh = mass.get(c, 0) - covered[c]
            for a in line:
                covered[a] += fresh
        shown.add(c)
    return gains, sorted((q[i] for i in ideals), reverse=True)


def _above(parent, c):
    found = []
    while parent[c] >= 0:
        c = parent[c]
        found.append(c)
    return found


def _ideals(parent, q, relevant):
    """The ideals in document order, and the ideal at or above an element."""
    holds = {a for c in relevant for a in _above(parent, c)}
    found = set()
    for leaf in relevant - holds:
        path = [leaf, *_above(parent, leaf)]  # deepest first: max keeps the deepest of equals
        best = max(path, key=lambda c: q.get(c, 0.0))
        if q.get(best, 0.0) > 0:
            found.add(best)
    ideals = sorted(c for c in found if not found & set(_above(parent, c)))
    chosen = set(ideals)

    def at_or_above(c):
        return next((i for i in (c, *_above(parent, c)) if i in chosen), None)

    return at_or_above, ideals
