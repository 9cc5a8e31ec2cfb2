"""User models and navigation measures on small worlds, written from their definitions.

Nodes are tuples: ``("e", doc, path)`` for elements, ``("p", doc, start, end)`` for passages. A
tree is a frozenset of nodes. Nothing is shared with the library.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from tests.reference import slow_navigation as slow

ZERO, ONE = Fraction(0), Fraction(1)
Node = tuple


@dataclass
class World:
    """Documents with elements {path: (parent path or None, start, end)} and an inventory."""

    elements: dict = field(default_factory=dict)  # doc -> {path: (parent, start, end)}
    inventory: dict = field(default_factory=dict)  # doc -> [(start, end)]
    length: dict = field(default_factory=dict)  # doc -> characters

    def node(self, doc, start=None, end=None, path=None):
        """The node of a result or a span: an element where it is exactly one."""
        known = self.elements.get(doc, {})
        if path is not None:
            return ("e", doc, path)
        if start is None:
            roots = [p for p, (parent, _, _) in known.items() if parent is None]
            return ("e", doc, roots[0]) if roots else ("p", doc, 0, self.length[doc])
        end = min(end, self.length[doc])
        start = min(start, end)
        same = [p for p, (_, a, b) in known.items() if (a, b) == (start, end) and b > a]
        return ("e", doc, same[0]) if len(same) == 1 else ("p", doc, start, end)

    def span(self, node):
        return self.elements[node[1]][node[2]][1:] if node[0] == "e" else node[2:]

    def tag(self, node):
        return node[2].rsplit("/", 1)[1].split("[")[0]

    def nodes(self, doc):
        return [("e", doc, path) for path in self.elements.get(doc, {})]


def overlap(a, b):
    return max(0, min(a[1], b[1]) - max(a[0], b[0]))


# -- models: chance(world, x, y) for x != y of one document --------------------------------


def nonav(world, x, y):
    return ZERO


def hierarchy(world, x, y):
    a, b = world.span(x), world.span(y)
    longer = max(a[1] - a[0], b[1] - b[0])
    return Fraction(overlap(a, b), longer) if longer else ZERO


def t2i(n):
    def chance(world, x, y):
        (s, _), (a, b) = world.span(x), world.span(y)
        return ONE if s <= a <= s + n or a < s < b else ZERO

    return chance


def proximity(scale):
    def chance(world, x, y):
        return Fraction(scale) / (scale + abs(world.span(x)[0] - world.span(y)[0]))

    return chance


def window(before, after):
    def chance(world, x, y):
        a, b = world.span(x)
        return ONE if overlap((a - before, b + after), world.span(y)) else ZERO

    return chance


def reads(least):
    def chance(world, x, y):
        a, b = world.span(y)
        share = Fraction(overlap(world.span(x), (a, b)), b - a) if b > a else ZERO
        return share if least is None else Fraction(int(share >= least))

    return chance


def edges(table):
    def chance(world, x, y):
        return table.get((x, y), ZERO)

    return chance


def steps_of(routes, *, abandonment):
    """Routes: lists of nodes. Returns {(x, y): probability}, stops under (x, x)."""
    weight: Counter = Counter()
    for route in routes:
        visits = [n for i, n in enumerate(route) if i == 0 or route[i - 1] != n]
        for x, y in pairwise(visits):
            weight[x, y] += 1
        if abandonment:
            weight[visits[-1], visits[-1]] += 1
    total: Counter = Counter()
    for (x, _), w in weight.items():
        total[x] += w
    return {(x, y): Fraction(w, total[x]) for (x, y), w in weight.items()}


def summary_matrix(world, routes, *, abandonment):
    weight: Counter = Counter()
    stops: Counter = Counter()
    for route in routes:
        visits = [n for i, n in enumerate(route) if i == 0 or route[i - 1] != n]
        for x, y in pairwise(visits):
            weight[world.tag(x), world.tag(y)] += 1
        stops[world.tag(visits[-1])] += 1
    total: Counter = Counter()
    for (a, _), w in weight.items():
        total[a] += w
    if abandonment:
        total += stops
    return {(a, b): Fraction(w, total[a]) for (a, b), w in weight.items()}


def partition(matrix, part_of, *, spread=False):
    def chance(world, x, y):
        p = matrix.get((part_of(world, x), part_of(world, y)), ZERO)
        if spread:
            others = [
                z for z in world.nodes(x[1]) if z != x and part_of(world, z) == part_of(world, y)
            ]
            p /= max(len(others), 1)
        return p

    return chance


def depth_part(world, node):
    return {"article": "article", "section": "section", "sec": "section", "ss1": "ss1"}.get(
        world.tag(node), "other"
    )


def depth_part_by_depth(world, node):
    """The same where the tags of the roots say nothing."""
    steps = node[2].count("/")
    return ["article", "section", "ss1", "other"][min(steps, 4) - 1]


def depth_matrix():
    depths = {"article": 1, "section": 2, "ss1": 3, "other": 4}
    total = sum(Fraction(1, d) for d in depths.values())
    return {(a, b): Fraction(1, depths[b]) / total for a in depths for b in depths}


# -- conversions ---------------------------------------------------------------------------


def row_normalised(chance, universe, *, cap=False):
    """Step from reach; ``universe(x)`` are the nodes of the row, the target joins if absent.

    With ``cap`` no row is scaled up.
    """

    def step(world, x, y):
        row = set(universe(x)) | {y}
        total = sum((chance(world, x, z) for z in row if z != x), start=ZERO)
        total = max(ONE, total) if cap else total
        return min(ONE, chance(world, x, y) / total) if total else ZERO

    return step


def visiting(table):
    """Reach from listed steps."""
    sums: Counter = Counter()
    for (x, _), p in table.items():
        sums[x] += p
    rows: dict = {}
    for (x, y), p in table.items():
        rows.setdefault(x, {})[y] = p / max(ONE, sums[x])
        rows.setdefault(y, {})

    def reach(world, x, y):
        if x not in rows or y not in rows or x[1] != y[1]:
            return ZERO
        names = {n: i for i, n in enumerate(sorted(rows))}
        chain = {names[a]: {names[b]: p for b, p in row.items()} for a, row in rows.items()}
        chain[names[y]] = {}
        return slow.visits(chain, names[y]).get(names[x], ZERO)

    return reach


# -- measures ------------------------------------------------------------------------------


def tree_reach(world, chance, results, ideals):
    """reach[i][x] of a run of trees, zeros for repeats."""
    table = []
    for i, t in enumerate(results):
        row = []
        for a in ideals:
            if t in results[:i] or doc_of(t) != doc_of(a):
                row.append(ZERO)
            else:
                row.append(slow.share_seen(a, t, lambda f, e: chance(world, f, e), "seen"))
        table.append(row)
    return table


def doc_of(tree):
    return next(iter(tree))[1]


def stepper(world, chance):
    """Step look-up that is 0 across documents, as the ESR reference wants it."""
    return lambda f, e: chance(world, f, e) if f[1] == e[1] else ZERO


def expectations(world, chance, results, assessed, shared):
    return slow.expectations(results, assessed, stepper(world, chance), shared)


def generalised_recall(world, chance, results, ideals):
    """{ideal: probability of having been seen}."""
    table = tree_reach(world, chance, results, list(ideals))
    return {
        a: 1 - math.prod((1 - row[k] for row in table), start=ONE) for k, a in enumerate(ideals)
    }


def union_share(world, results, tree):
    """Share of a tree's characters that all results show together."""
    wanted = {c for n in tree for c in range(*world.span(n))}
    shown = {
        c for t in results if doc_of(t) == doc_of(tree) for n in t for c in range(*world.span(n))
    }
    if not wanted:
        return ONE if tree in results else ZERO
    return Fraction(len(wanted & shown), len(wanted))


def characters(world, tree):
    return len({c for n in tree for c in range(*world.span(n))})


def structural_relevance(world, chance, results, inferred, shared):
    """Gain of each rank: inferred relevance times the chance not to have been seen."""
    step = stepper(world, chance)
    return [
        inferred(t) * (1 - slow.redundancy(t, results[:i], step, shared))
        for i, t in enumerate(results)
    ]


def once(world, chance, itself, results, targets):
    """Chances of each rank where a document shows more than `itself` says only the first time.

    Whoever comes again sees no more than the first time either.
    """
    full, plain = (tree_reach(world, c, results, targets) for c in (chance, itself))
    docs = [{node[1] for node in tree} for tree in results]
    known = [docs[i] & set().union(*docs[:i]) for i in range(len(docs))]
    return [
        [min(a, b) for a, b in zip(f, p, strict=True)] if seen else f
        for f, p, seen in zip(full, plain, known, strict=True)
    ]
