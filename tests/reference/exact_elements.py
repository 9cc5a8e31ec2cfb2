"""Element measures in exact arithmetic, written from the formulas, slow and plain.

Nothing here knows the library. A collection is a list of elements in document
order; `parent[c]` is the parent's position (None for a root). Everything is a
`Fraction`; a run is a list of positions, None standing for a result that is
not an element of the structure.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction

ZERO, ONE = Fraction(0), Fraction(1)

STRICT = {(3, 3): ONE}
GEN = {
    (3, 3): ONE,
    (2, 3): Fraction(3, 4),
    (3, 2): Fraction(3, 4),
    (3, 1): Fraction(3, 4),
    (1, 3): Fraction(1, 2),
    (2, 2): Fraction(1, 2),
    (2, 1): Fraction(1, 2),
    (1, 2): Fraction(1, 4),
    (1, 1): Fraction(1, 4),
}
SOG = {
    (3, 3): ONE,
    (2, 3): Fraction(9, 10),
    (1, 3): Fraction(3, 4),
    (3, 2): Fraction(3, 4),
    (2, 2): Fraction(1, 2),
    (1, 2): Fraction(1, 4),
    (3, 1): Fraction(1, 4),
    (2, 1): Fraction(1, 10),
    (1, 1): Fraction(1, 10),
}
TABLES = {"strict": STRICT, "gen": GEN, "sog": SOG}


@dataclass
class Elements:
    """Trees of elements in document order, with sizes."""

    parent: list[int | None]
    size: list[int]

    def __post_init__(self):
        self.children = [[] for _ in self.parent]
        for c, p in enumerate(self.parent):
            if p is not None:
                self.children[p].append(c)

    def above(self, c):
        """Strict ancestors of c."""
        found, p = [], self.parent[c]
        while p is not None:
            found.append(p)
            p = self.parent[p]
        return found

    def below(self, c):
        """Strict descendants of c."""
        return [d for d in range(len(self.parent)) if c in self.above(d)]

    def depth(self, c):
        return len(self.above(c))


def ideals_of(trees, q, relevant, kind="derived"):
    """Ideal elements in document order (section 3)."""
    if kind == "full":
        return sorted(c for c in q if q[c] > 0)
    found = set()
    for leaf in relevant:
        if any(d in relevant for d in trees.below(leaf)):
            continue
        path = [leaf, *trees.above(leaf)]
        best = max(path, key=lambda c: (q.get(c, ZERO), trees.depth(c)))
        if q.get(best, ZERO) > 0:
            found.add(best)
    return sorted(c for c in found if not any(a in found for a in trees.above(c)))


def fully_seen(trees, c, seen):
    return c in seen or any(a in seen for a in trees.above(c))


def partly_seen(trees, c, seen):
    return not fully_seen(trees, c, seen) and any(d in seen for d in trees.below(c))


def relevance_value(trees, q, c, seen, t, bounded):
    """rv of section 4, by recursion over the children."""
    own = q.get(c, ZERO)
    if fully_seen(trees, c, seen):
        return t * own
    if not partly_seen(trees, c, seen):
        return own
    if trees.size[c] == 0:
        return t * own
    inner = sum(
        (relevance_value(trees, q, j, seen, t, bounded) * trees.size[j] for j in trees.children[c]),
        ZERO,
    )
    value = (1 - t) * inner / trees.size[c] + t * own
    return min(value, own) if bounded else value


def text_value(trees, spans_of, c, seen, t):
    """rv of section 7 with gain='text': highlighted characters not shown before."""
    own = spans_of[c]
    shown = set().union(*(spans_of[x] for x in seen))
    if trees.size[c] == 0:
        return ZERO
    return (len(own) - (1 - t) * len(own & shown)) / Fraction(trees.size[c])


def gains(trees, q, relevant, run, *, t=ZERO, norm="bounded", ideal="derived", value=None):
    """Return the gain of each rank, the ideals, and the ranks that first touch an ideal."""
    ideals = ideals_of(trees, q, relevant, ideal)
    left = {i: q[i] for i in ideals}
    touched: set[int] = set()
    seen: set[int] = set()
    gained, new = [], []
    for c in run:
        if c is None:
            gained.append(ZERO)
            new.append(False)
            continue
        if value is None:
            rv = relevance_value(trees, q, c, seen, t, norm == "bounded")
        else:
            rv = value(c, seen)
        holder, inner = family_of(trees, q, c, ideals, ideal)
        gain = drawn(rv, left, holder, inner, norm)
        touch = touch_of(gain, q, holder, [i for i in inner if i not in touched])
        new.append(touch is not None and touch not in touched)
        touched.add(touch)
        seen.add(c)
        gained.append(gain)
    return gained, ideals, new


def family_of(trees, q, c, ideals, ideal):
    """The ideal at or above c, or None and all ideals below c."""
    if ideal == "full":
        return (c if q.get(c, ZERO) > 0 else None), []
    over = [i for i in (c, *trees.above(c)) if i in ideals]
    if over:
        return over[0], []
    return None, [i for i in ideals if i in trees.below(c)]


def drawn(rv, left, holder, inner, norm):
    """Gain of one rank; what is drawn is taken from `left`."""
    if norm == "none":
        return rv
    family = [holder] if holder is not None else inner
    gain = min(rv, sum((left[i] for i in family), ZERO))
    if norm == "bounded" or holder is not None:
        owed = gain
        for i in sorted(family, key=lambda i: (-left[i], i)):
            part = min(owed, left[i])
            left[i] -= part
            owed -= part
    return gain


def touch_of(gain, q, holder, fresh):
    """The ideal that a rank touches."""
    if gain == 0:
        return None
    if holder is not None:
        return holder
    return min(fresh, key=lambda i: (-q[i], i)) if fresh else None


@dataclass
class Curve:
    """A run's gains beside the ideal gains: all formulas of section 5 for XCG."""

    G: list[Fraction]
    I: list[Fraction]
    new: list[bool]

    def cut(self, k):
        return Curve(self.G[:k], self.I, self.new[:k])

    @property
    def T(self):
        return sum(self.I, ZERO)

    @property
    def N(self):
        return sum(g > 0 for g in self.G) + len(self.I) - sum(self.new)

    def xCG(self, k):
        return sum(self.G[:k], ZERO)

    def xCI(self, k):
        return sum(self.I[:k], ZERO)

    def nxCG(self, k):
        return self.xCG(k) / self.xCI(k)

    def AnxCG(self, k):
        return sum((self.nxCG(i) for i in range(1, k + 1)), ZERO) / k

    def gr(self, k):
        return self.xCG(k) / self.T

    def ep(self, x, how="linear"):
        g = x * self.T
        reached = rank_at(self.G, g, how)
        return rank_at(self.I, g, how) / reached if reached is not None else ZERO

    def iAep(self, points=10, how="linear"):
        levels = [Fraction(i, points) for i in range(1, points + 1)]
        return sum((self.ep(x, how) for x in levels), ZERO) / points

    def Aep(self, how="linear"):
        total = ZERO
        for i, g in enumerate(self.G, start=1):
            if g > 0:
                total += rank_at(self.I, min(self.xCG(i), self.T), how) / i
        return total / self.N

    def cbg(self, i):
        return self.xCG(i) + sum(g > 0 for g in self.G[:i])

    def Q(self):
        terms = (self.cbg(i) / (self.xCI(i) + i) for i, g in enumerate(self.G, start=1) if g > 0)
        return sum(terms, ZERO) / self.N

    def Rmeasure(self):
        n = len(self.I)
        return self.cbg(n) / (self.xCI(n) + n)


def rank_at(gained, g, how="linear"):
    """rank(V, g) of section 5; None when never reached."""
    before = ZERO
    for i, x in enumerate(gained, start=1):
        at = before + x
        if at >= g:
            return i - 1 + ((g - before) / (at - before) if how == "linear" else g / at)
        before = at
    return None


def curve(trees, q, relevant, run, **setting):
    gained, ideals, new = gains(trees, q, relevant, run, **setting)
    return Curve(gained, sorted((q[i] for i in ideals), reverse=True), new)


def precall(q, ranks, x, collection=None):
    """Precall of ranks of hashable elements at recall level x (section 5).

    A rank is a list of the results that share it; a repeat is worth nothing.
    """
    M = sum(q.values(), ZERO)
    w = x * M
    j, found, seen = ZERO, ZERO, set()
    for shared in ranks:
        r = sum((q.get(c, ZERO) for c in set(shared) - seen), ZERO)
        i = len(shared) - r
        seen |= set(shared)
        if found + r >= w and (w > 0 or r > 0):
            return _raghavan(w, j, w - found, r, i)
        found += r
        j += i
    if collection is None:
        return ZERO
    r = M - found
    i = max(ZERO, collection - len(seen - {None}) - r)
    return _raghavan(w, j, w - found, r, i)


def _raghavan(w, j, s, r, i):
    if w == 0:
        return ZERO if j > 0 else (r + 1) / (r + 1 + i)
    return w / (w + j + s * i / (r + 1))


def aprecall(q, ranks, points=100, collection=None):
    levels = [Fraction(i, 100) for i in range(101 - points, 101)]
    return sum((precall(q, ranks, x, collection) for x in levels), ZERO) / points


def unseen(trees, run):
    """u of each rank: size minus the outermost descendants shown earlier; 0 if fully seen."""
    seen: set[int] = set()
    shares = []
    for c in run:
        if c is None:
            shares.append(0)
            continue
        if fully_seen(trees, c, seen):
            shares.append(0)
        else:
            inner = [d for d in trees.below(c) if d in seen]
            outer = [d for d in inner if not any(a in inner for a in trees.above(d))]
            shares.append(trees.size[c] - sum(trees.size[d] for d in outer))
        seen.add(c)
    return shares


def grpng_recall(trees, grades, run, k):
    total = sum(Fraction(e, 3) for e, _ in grades.values())
    got = ZERO
    for c, u in list(zip(run, unseen(trees, run), strict=True))[:k]:
        if c in grades and trees.size[c]:
            got += Fraction(grades[c][0], 3) * u / trees.size[c]
    return got / total


def grpng_precision(trees, grades, run, k):
    pairs = list(zip(run, unseen(trees, run), strict=True))[:k]
    read = sum(u for _, u in pairs)
    if read == 0:
        return ZERO
    return sum((Fraction(grades.get(c, (0, 0))[1], 3) * u for c, u in pairs), ZERO) / read


def grpng(trees, grades, run, x):
    for k in range(1, len(run) + 1):
        if grpng_recall(trees, grades, run, k) >= x:
            return grpng_precision(trees, grades, run, k)
    return ZERO


def overlap(trees, run, k=None, direction="any"):
    top = run[:k]
    if not top:
        return ZERO

    def related(a, b):
        if a is None or b is None:
            return False
        return a == b or a in trees.above(b) or b in trees.above(a)

    count = 0
    for i, c in enumerate(top):
        others = top[:i] if direction == "seen" else top[:i] + top[i + 1 :]
        count += any(related(c, d) for d in others)
    return Fraction(count, len(top))


def levels(step):
    """1/step, 2/step, ..., 1."""
    return [Fraction(i, step) for i in itertools.islice(itertools.count(1), step)]
