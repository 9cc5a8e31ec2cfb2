"""The navigation measures written straight from their formulas, in exact fractions.

Nothing here is shared with the library: lists of lists, sets, enumeration. A run is a list of
results, ``reach[i][x]`` the chance that result ``i`` (from 0) shows ideal ``x``; a result that
repeats an earlier one must have zeros.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import prod


def seen(reach, i):
    """P_i(x) for all x: seen from one of the first i results."""
    m = len(reach[0]) if reach else 0
    return [1 - prod((1 - row[x] for row in reach[:i]), start=Fraction(1)) for x in range(m)]


def subsets(p):
    """Distribution of the number of successes, by summing over all subsets (PRUM eq. 7)."""
    m = len(p)
    f = [Fraction(0)] * (m + 1)
    for size in range(m + 1):
        for chosen in combinations(range(m), size):
            f[size] += prod(
                (p[x] if x in chosen else 1 - p[x] for x in range(m)), start=Fraction(1)
            )
    return f


def distribution(p):
    """The same one factor at a time."""
    f = [Fraction(1)]
    for q in p:
        f = [
            (f[s] * (1 - q) if s < len(f) else 0) + (f[s - 1] * q if s else 0)
            for s in range(len(f) + 1)
        ]
    return f


def prum(reach, m, elements, distinct, novelty):
    """PRUM at recall values 1..m (navigation.md 3.2, PRUM eq. 5)."""
    o = len(reach)
    u = elements - distinct
    before = [seen(reach, i) if reach else [Fraction(0)] * m for i in range(o + 1)]
    f = [distribution(p) for p in before]
    values = []
    for r in range(1, m + 1):
        a = sum(
            (
                leading(before[i], before[i + 1], f[i], s, novelty)
                for i in range(o)
                for s in range(r)
            ),
            start=Fraction(0),
        )
        b = sum(f[o][s] * (r - s) for s in range(r))
        c = sum(f[i][s] for i in range(o) for s in range(r))
        d = sum(f[o][s] * (r - s) * (1 + Fraction(u - (m - s)) / (m - s + 1)) for s in range(r))
        values.append(Fraction(a + b) / (c + d))
    return values


def leading(old, new, f, s, novelty):
    """f_{i-1}[s] N_i[s]."""
    if f[s] == 0:
        return Fraction(0)
    m = len(old)
    if novelty == "exact":
        g = [Fraction(1)]
        for p, q in zip(old, new, strict=True):
            up = [*g, Fraction(0)]
            g = [up[t] * (1 - q) + (up[t - 1] * p if t else 0) for t in range(len(up))]
        return f[s] - g[s]
    miss = Fraction(1)
    for x in range(m):
        if new[x] == old[x]:
            continue
        without = distribution(old[:x] + old[x + 1 :])
        ratio = (new[x] - old[x]) * (without[s] if s < m else 0) / f[s]
        miss *= 1 - min(Fraction(1), ratio)
    return f[s] * (1 - miss)


def scenarios(reach, m):
    """All ways a user can meet the ideals: (probability, first rank of each ideal or None)."""
    o = len(reach)
    ways = []
    for x in range(m):
        left = Fraction(1)
        way = []
        for i in range(o):
            way.append((left * reach[i][x], i + 1))
            left *= 1 - reach[i][x]
        way.append((left, None))
        ways.append([(p, rank) for p, rank in way if p])
    for choice in product(*ways):
        yield prod((p for p, _ in choice), start=Fraction(1)), [rank for _, rank in choice]


def prum_by_scenarios(reach, m, elements, distinct):
    """Expected leading ranks over expected consulted ranks, user by user."""
    o, u = len(reach), elements - distinct
    values = []
    for r in range(1, m + 1):
        leads = consulted = Fraction(0)
        for p, ranks in scenarios(reach, m):
            found = sorted(rank for rank in ranks if rank is not None)
            if len(found) >= r:
                stop = found[r - 1]
                leads += p * len({rank for rank in found if rank <= stop})
                consulted += p * stop
            else:
                s = len(found)
                leads += p * (len(set(found)) + r - s)
                consulted += p * (o + (r - s) * Fraction(u + 1, m - s + 1))
        values.append(leads / consulted)
    return values


def eprum_by_scenarios(reach, m):
    """Expectation of min(1, r / first rank with r ideals)."""
    values = []
    for r in range(1, m + 1):
        total = Fraction(0)
        for p, ranks in scenarios(reach, m):
            found = sorted(rank for rank in ranks if rank is not None)
            if len(found) >= r:
                total += p * min(Fraction(1), Fraction(r, found[r - 1]))
        values.append(total)
    return values


def eprum(reach, m, effort="r"):
    """EPRUM from its sum over ranks (navigation.md 3.2, links.md 2.7)."""
    o = len(reach)
    tails = []
    for i in range(o + 1):
        f = distribution(seen(reach, i) if reach else [Fraction(0)] * m)
        tails.append([sum(f[r:]) for r in range(m + 1)])
    return [
        sum(
            (
                min(Fraction(1), Fraction(r if effort == "r" else 1, k))
                * (tails[k][r] - tails[k - 1][r])
                for k in range(1, o + 1)
            ),
            start=Fraction(0),
        )
        for r in range(1, m + 1)
    ]


def simulate(reach, m, elements, distinct, r, n, rng):
    """Let n users walk; sums of (leading ranks, consulted ranks) per user."""
    o, u = len(reach), elements - distinct
    leads, consulted = [], []
    for _ in range(n):
        found: set[int] = set()
        lead = rank = 0
        while rank < o and len(found) < r:
            new = {x for x in range(m) if rng.random() < reach[rank][x]} - found
            lead += bool(new)
            found |= new
            rank += 1
        if len(found) < r:
            # The rest of the collection in random order: m - s of u units are wanted.
            order = rng.permutation(u) < m - len(found)
            for wanted in order.tolist():
                rank += 1
                if wanted:
                    lead += 1
                    found.add(-1 - rank)
                if len(found) >= r:
                    break
        leads.append(lead)
        consulted.append(rank)
    return leads, consulted


def share_seen(target, origin, step, shared):
    """p~(t; t'): share of tree ``target`` seen from tree ``origin`` (sets of nodes)."""
    both = target & origin
    if shared == "printed":
        total = sum((step(f, e) for f in origin - both for e in target - both), start=Fraction(0))
    else:
        total = sum((step(f, e) for f in origin for e in target - both), start=Fraction(0))
        total += len(origin) * len(both)
    return min(Fraction(1), Fraction(total) / (len(target) * len(origin)))


def redundancy(tree, results, step, shared):
    """p(a; R) over the distinct trees of ``results``."""
    distinct = []
    for t in results:
        if t not in distinct:
            distinct.append(t)
    if shared != "nodes":
        return 1 - prod(
            (1 - share_seen(tree, t, step, shared) for t in distinct), start=Fraction(1)
        )
    total = Fraction(0)
    for e in tree:
        miss = Fraction(1)
        for t in distinct:
            known = 1 if e in t else sum((step(f, e) for f in t), start=Fraction(0)) / len(t)
            miss *= 1 - min(Fraction(1), Fraction(known))
        total += 1 - miss
    return total / len(tree)


def expectations(results, assessed, step, shared="seen"):
    """(Hits, NearMisses, Misses) of a ranked list of trees; ``assessed``: {tree: relevance}."""
    hits = near = misses = Fraction(0)
    for tree, rel in assessed.items():
        if tree in results:
            first = results.index(tree)
            hits += rel * (1 - redundancy(tree, results[:first], step, shared))
        else:
            p = redundancy(tree, results, step, shared)
            near += rel * p
            misses += rel * (1 - p)
    return hits, near, misses


def visits(rows, goal):
    """Probability of ever visiting ``goal``: Gauss-Jordan on the states that can get there.

    ``rows[x]`` maps next states to probabilities.
    """
    can = {goal}
    while True:
        more = {
            x for x, row in rows.items() if any(y in can and p for y, p in row.items() if y != x)
        }
        if more <= can:
            break
        can |= more
    states = sorted(can - {goal})
    a = [
        [Fraction(int(x == y)) - (rows[x].get(y, Fraction(0)) if x != y else 0) for y in states]
        + [rows[x].get(goal, Fraction(0))]
        for x in states
    ]
    n = len(states)
    for c in range(n):
        pivot = next(i for i in range(c, n) if a[i][c])
        a[c], a[pivot] = a[pivot], a[c]
        a[c] = [v / a[c][c] for v in a[c]]
        for i in range(n):
            if i != c and a[i][c]:
                a[i] = [v - a[i][c] * w for v, w in zip(a[i], a[c], strict=True)]
    return {goal: Fraction(1)} | {x: a[k][n] for k, x in enumerate(states)}
