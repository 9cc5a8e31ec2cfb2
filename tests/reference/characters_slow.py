"""Character-level measures written straight from their definitions.

Text is a set or list of single characters, numbers are fractions, nothing is
shared with the library. Slow on purpose.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, inf, log2, nan


class LengthNeeded(Exception):
    """The definition needs a length that nobody knows."""


@dataclass
class Judged:
    """A judged document of a topic."""

    length: int | None = None
    rel: set[int] = field(default_factory=set)
    relevant: bool = False
    endless: bool = False
    bep: int | None = None
    grade: float | None = None


@dataclass
class Part:
    """A part after clipping; `end` is None for a whole document of unknown length."""

    doc: str
    start: int
    end: int | None
    tokens: int | None

    @property
    def text(self) -> set[tuple[str, int]]:
        if self.end is None:
            raise LengthNeeded(self.doc)
        return {(self.doc, c) for c in range(self.start, self.end)}

    @property
    def size(self) -> int:
        return len(self.text)


@dataclass
class Topic:
    """All there is to know about one topic."""

    docs: dict[str, Judged]
    parts: list[Part]
    lengths: dict[str, int]
    graded_documents_only: bool = False

    def judged(self, doc):
        return self.docs.get(doc, Judged(self.lengths.get(doc)))

    @property
    def rel(self):
        for d in self.docs.values():
            if d.endless:
                raise LengthNeeded
        return {(doc, c) for doc, d in self.docs.items() for c in d.rel}

    @property
    def n_rel(self):
        return sum(d.relevant for d in self.docs.values())

    @property
    def D(self):
        return list(dict.fromkeys(p.doc for p in self.parts))

    def ret(self, doc):
        text = set()
        for p in self.parts:
            if p.doc == doc:
                text |= {c for _, c in p.text}
        return text


def quotient(a, b):
    return Fraction(a) / Fraction(b) if b else Fraction(0)


def f_measure(hit, n_rel, n_read, beta):
    square = Fraction(repr(float(beta))) ** 2
    return quotient((1 + square) * hit, square * n_rel + n_read)


# -- documents ---------------------------------------------------------------------------------


def flags(t, k=None):
    return [t.judged(d).relevant for d in t.D][:k]


def P(t, k):
    return quotient(sum(flags(t, k)), k) if t.n_rel else nan


def R(t, k=None):
    return quotient(sum(flags(t, k)), t.n_rel) if t.n_rel else nan


def AP(t, k=None):
    if not t.n_rel:
        return nan
    return sum((P(t, j + 1) for j, hit in enumerate(flags(t, k)) if hit), Fraction(0)) / t.n_rel


def RR(t, k=None):
    if not t.n_rel:
        return nan
    found = flags(t, k)
    return Fraction(1, found.index(True) + 1) if True in found else Fraction(0)


def Rprec(t):
    return P(t, t.n_rel) if t.n_rel else nan


def IPrec(t, x):
    if not t.n_rel:
        return nan
    ranks = range(1, len(t.D) + 1)
    return max((P(t, j) for j in ranks if R(t, j) >= Fraction(repr(x))), default=Fraction(0))


def nDCG(t, k=None, gain="auto"):
    if gain == "auto":
        gain = "given" if t.graded_documents_only else "binary"
    if gain in ("chars", "density"):
        t.rel  # noqa: B018  all relevant text must be known

    def worth(d):
        j = t.judged(d)
        if gain == "given":
            return max(0.0, j.grade or 0)
        if gain == "binary":
            return float(j.relevant)
        if gain == "chars":
            return float(len(j.rel))
        if not j.relevant:
            return 0.0
        if j.length is None:
            raise LengthNeeded(d)
        return len(j.rel) / j.length if j.length else 0.0

    best = sorted((worth(d) for d in t.docs), reverse=True)[:k]
    ideal = sum(g / log2(i + 2) for i, g in enumerate(best))
    got = sum(worth(d) / log2(i + 2) for i, d in enumerate(t.D[:k]))
    return got / ideal if ideal > 0 else nan


# -- focused -----------------------------------------------------------------------------------


def sizes(t, parts, *, relevant_only=False):
    """Check that all lengths that a definition needs are known."""
    for p in parts:
        if p.end is None and (not relevant_only or t.judged(p.doc).relevant):
            raise LengthNeeded(p.doc)


def text_of(p):
    return set() if p.end is None else p.text


def rsizes(t, parts, tolerance):
    seen, out, rel = set(), [], t.rel
    for p in parts:
        mine = text_of(p) & rel
        again = mine & seen
        out.append(len(mine) - (1 - Fraction(repr(float(tolerance)))) * len(again))
        seen |= text_of(p)
    return out


def within(t, budget, unit):
    """Parts that a budget pays for."""
    out, left = [], budget
    for p in t.parts:
        if left <= 0:
            break
        if unit == "tokens":
            cost = p.tokens
        else:
            if p.end is None:
                raise LengthNeeded(p.doc)
            cost = p.size
        end = p.end
        if cost > left and p.end is not None:
            end = p.start + (p.size * left) // cost
        out.append(Part(p.doc, p.start, end, p.tokens))
        left -= cost
    return out


def chosen(t, k, budget, unit):
    return t.parts[:k] if budget is None else within(t, budget, unit)


def CharP(t, k=None, tolerance=0.0, budget=None, unit="characters"):
    parts = chosen(t, k, budget, unit)
    rel = t.rel
    sizes(t, parts)
    if not rel:
        return nan
    return quotient(sum(rsizes(t, parts, tolerance)), sum(p.size for p in parts))


def CharR(t, k=None, tolerance=0.0, budget=None, unit="characters"):
    parts = chosen(t, k, budget, unit)
    rel = t.rel
    sizes(t, parts, relevant_only=True)
    return quotient(sum(rsizes(t, parts, tolerance)), len(rel)) if rel else nan


def iP(t, x, tolerance=0.0, k=None):
    rel = t.rel
    sizes(t, t.parts[:k])
    if not rel:
        return nan
    best, gained, shown = Fraction(0), Fraction(0), 0
    parts = t.parts[:k]
    level = x if isinstance(x, Fraction) else Fraction(repr(x))
    for p, r in zip(parts, rsizes(t, parts, tolerance), strict=True):
        gained, shown = gained + r, shown + p.size
        if gained / len(rel) >= level:
            best = max(best, quotient(gained, shown))
    return best


def AiP(t, k=None, tolerance=0.0, points=101):
    levels = [Fraction(i, points - 1) for i in range(points)]
    values = [iP(t, x, tolerance, k) for x in levels]
    return sum(values) / points


def CharAP(t, k=None):
    rel, parts = t.rel, t.parts[:k]
    sizes(t, parts)
    if not rel:
        return nan
    seen, hits, read, total = set(), 0, 0, Fraction(0)
    for p in parts:
        for c in range(p.start, p.end):
            here = (p.doc, c)
            if here in rel and here in seen:
                continue
            read += 1
            if here in rel:
                hits += 1
                total += Fraction(hits, read)
                seen.add(here)
    return total / len(rel)


# -- document gains ----------------------------------------------------------------------------


def reading(t, doc, order, part=0, jump=0):
    """Characters of a document in the order in which they are read; None is effort."""
    sequence = plain_reading(t, doc, order)
    opens = set()
    if order == "entry":
        entry = next(p.start for p in t.parts if p.doc == doc)
        opens = {entry}
    elif order != "document":
        shown = t.ret(doc)
        opens = {c for c in shown if c - 1 not in shown}
    out = []
    for i, c in enumerate(sequence):
        out += [None] * part * (c in opens)
        out += [None] * jump * (i > 0 and sequence[i - 1] != c - 1)
        out.append(c)
    return out


def plain_reading(t, doc, order):
    """Characters of a document in the order in which they are read."""
    j = t.judged(doc)
    if j.length is None:
        raise LengthNeeded(doc)
    if order == "document":
        return list(range(j.length))
    shown = t.ret(doc)
    if order == "entry":
        entry = next(p.start for p in t.parts if p.doc == doc)
        shown = set(range(entry, j.length))
    rest = [c for c in range(j.length) if c not in shown]
    if order == "worst":
        rest = [c for c in rest if c not in j.rel] + [c for c in rest if c in j.rel]
    return sorted(shown) + rest


def until_tired(t, doc, n, how):
    j, read, missed = t.judged(doc), 0, 0
    hit = 0
    for c in reading(t, doc, **how):
        read += 1
        hit += c in j.rel
        missed += c not in j.rel
        if missed == n:
            break
    return hit, read


def covered(t, doc, order="natural"):
    if t.judged(doc).endless:
        raise LengthNeeded(doc)
    if order == "document":
        if t.judged(doc).length is None:
            raise LengthNeeded(doc)
        n_rel = len(t.judged(doc).rel)
        return n_rel, t.judged(doc).length, n_rel
    return len(t.ret(doc) & t.judged(doc).rel), len(t.ret(doc)), len(t.judged(doc).rel)


def gain_Rel(t, doc):
    return Fraction(1)


def gain_DocP(t, doc, order="natural"):
    hit, shown, _ = covered(t, doc, order)
    return quotient(hit, shown)


def gain_DocR(t, doc, order="natural"):
    hit, _, relevant = covered(t, doc, order)
    return quotient(hit, relevant)


def gain_F(t, doc, beta=1.0, order="natural"):
    hit, shown, relevant = covered(t, doc, order)
    return f_measure(hit, relevant, shown, beta)


def gain_BEP(t, doc, n=500):
    j = t.judged(doc)
    bep = j.bep
    if bep is None:
        bep = 0 if j.endless else min(j.rel, default=0)
    entry = next(p.start for p in t.parts if p.doc == doc)
    return max(Fraction(0), Fraction(n - abs(entry - bep), n))


def gain_aveChP(t, doc, order="natural", part=0, jump=0):
    j, hits, total = t.judged(doc), 0, Fraction(0)
    for place, c in enumerate(reading(t, doc, order, part, jump), 1):
        if c in j.rel:
            hits += 1
            total += Fraction(hits, place)
    return quotient(total, len(j.rel))


def gain_ChP(t, doc, n=600, order="natural", part=0, jump=0):
    read = reading(t, doc, order, part, jump)[:n]
    return quotient(sum(c in t.judged(doc).rel for c in read), len(read))


def gain_T2IP(t, doc, n=300, order="natural", **costs):
    return quotient(*until_tired(t, doc, n, {"order": order} | costs))


def gain_T2IR(t, doc, n=300, order="natural", **costs):
    return quotient(until_tired(t, doc, n, {"order": order} | costs)[0], len(t.judged(doc).rel))


def gain_T2IF(t, doc, n=300, beta=1.0, order="natural", **costs):
    hit, read = until_tired(t, doc, n, {"order": order} | costs)
    return f_measure(hit, len(t.judged(doc).rel), read, beta)


def S(t, gain):
    """Gains of the retrieved documents in rank order."""
    name, params = gain
    of = globals()[f"gain_{name}"]
    return [of(t, d, **params) if t.judged(d).relevant else Fraction(0) for d in t.D]


# -- in context --------------------------------------------------------------------------------

F1 = ("F", {})


def gP(t, k, gain=F1):
    gains = S(t, gain)
    return sum(gains[:k], Fraction(0)) / k if t.n_rel else nan


gR = R


def gRw(t, k=None):
    total = len(t.rel)
    return quotient(sum(len(t.judged(d).rel) for d in t.D[:k]), total) if total else nan


def running(t, gain):
    gains = S(t, gain)
    return [sum(gains[: j + 1], Fraction(0)) / (j + 1) for j in range(len(gains))]


def AgP(t, k=None, gain=F1):
    at = running(t, gain)
    if not t.n_rel:
        return nan
    return quotient(
        sum(g for g, d in list(zip(at, t.D, strict=True))[:k] if t.judged(d).relevant), t.n_rel
    )


def AgPw(t, k=None, gain=F1, variant="stepwise"):
    at, total = list(zip(running(t, gain), t.D, strict=True))[:k], len(t.rel)
    if not total:
        return nan
    if variant == "interpolated":
        at = [(max(g for g, _ in at[j:]), d) for j, (_, d) in enumerate(at)]
    if variant != "final":
        return sum((quotient(len(t.judged(d).rel), total) * g for g, d in at), Fraction(0))
    hits = [g for g, d in at if t.judged(d).relevant]
    return gRw(t, k) * quotient(sum(hits), len(hits))


def igP(t, x, gain=F1):
    at = running(t, gain)
    if not t.n_rel:
        return nan
    reached = [g for j, g in enumerate(at, 1) if gR(t, j) >= Fraction(repr(x))]
    return max(reached, default=Fraction(0))


# -- effort ------------------------------------------------------------------------------------


def efforts(t, n, params):
    """ES of the first n ranks, and nonrel."""
    screen, levels = params.get("screen", 300), params.get("levels", 4)
    nonrel = Fraction(repr(float(params.get("nonrel") or levels + 1)))
    out = []
    for d in t.D:
        j = t.judged(d)
        if not j.relevant:
            out.append(nonrel)
            continue
        costs = {name: params[name] for name in ("part", "jump") if name in params}
        order = reading(t, d, params.get("order", "natural"), **costs)
        first = next((i for i, c in enumerate(order, 1) if c in j.rel), inf)
        out.append(Fraction(min(levels, ceil(first / screen)) if first < inf else levels))
    return (out + [nonrel] * n)[:n], nonrel


def CE(t, k, effort=("LE", {})):
    es, _ = efforts(t, k, effort[1])
    return sum(e - 1 for e in es) if t.n_rel else nan


def NCE(t, k, effort=("LE", {})):
    es, nonrel = efforts(t, k, effort[1])
    ie = [Fraction(1) if j < t.n_rel else nonrel for j in range(k)]
    return sum(e / i - 1 for e, i in zip(es, ie, strict=True)) if t.n_rel else nan


def ANCE(t, k=600, effort=("LE", {})):
    es, nonrel = efforts(t, k, effort[1])
    if not t.n_rel:
        return nan
    total, at = Fraction(0), Fraction(0)
    for j, e in enumerate(es):
        at += e / (1 if j < t.n_rel else nonrel) - 1
        total += at
    return total / k


# -- union -------------------------------------------------------------------------------------


def union(parts):
    text = set()
    for p in parts:
        text |= p.text
    return text


def CharIoU(t, k=None, multiset=False, budget=None, unit="characters"):
    parts, rel = chosen(t, k, budget, unit), t.rel
    ret = union(parts)
    whole = sum(p.size for p in parts) + len(rel - ret) if multiset else len(ret | rel)
    return quotient(len(ret & rel), whole) if rel else nan


def CharF(t, k=None, beta=1.0, multiset=False, budget=None, unit="characters"):
    parts, rel = chosen(t, k, budget, unit), t.rel
    ret = union(parts)
    shown = sum(p.size for p in parts) if multiset else len(ret)
    return f_measure(len(ret & rel), len(rel), shown, beta) if rel else nan


def CharOverlap(t, k=None):
    parts = t.parts[:k]
    ret, shown = union(parts), sum(p.size for p in parts)
    return 1 - Fraction(len(ret), shown) if shown else Fraction(0)


def value(t, name, cutoff=None, **params):
    """Value of a measure by name."""
    of = globals()[name]
    given = {} if cutoff is None else {"x" if isinstance(cutoff, float) else "k": cutoff}
    return float(of(t, **given, **params))
