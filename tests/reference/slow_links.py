"""Links across documents written straight from links.md section 1, in sets and exact fractions.

A place is a document and None (all of it), a name, or a passage (start, end). A link is two places
and a probability.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import prod

from tests.reference import slow_navigation as slow

LENGTH = 24
"""No passage of these tests ends later."""


def letters(place):
    """Characters of a place; a name is one of its own behind the text."""
    doc, where = place
    if where is None:
        names = {(doc, name) for name in "pqr"}
        return {(doc, at) for at in range(LENGTH)} | names
    if isinstance(where, str):
        return {(doc, where)}
    start, end = where
    return {(doc, at) for at in range(start, max(end, start + 1))}


def touches(x, y):
    """Whether two places share a character."""
    return bool(letters(x) & letters(y))


def listed(links):
    """Probability of each link."""
    return {(f, t): p for f, t, p in links}


def alike(links, damping, level):
    """Steps of Links: every distinct linked place alike."""

    def reduced(place):
        return (place[0], None) if level == "document" else place

    pairs = {(reduced(f), reduced(t)) for f, t, _ in links}
    pairs = {(f, t) for f, t in pairs if f != t}
    out = {f: [t for g, t in pairs if g == f] for f, _ in pairs}
    return {(f, t): damping / len(out[f]) for f, t in pairs}


def walked(routes, abandonment):
    """Steps of Routes, counted walk by walk: routes are lists of places."""
    counts, stops = {}, {}
    for route in routes:
        visits = [place for at, place in enumerate(route) if at == 0 or route[at - 1] != place]
        for pair in pairwise(visits):
            counts[pair] = counts.get(pair, 0) + 1
        stops[visits[-1]] = stops.get(visits[-1], 0) + 1
    total = {}
    for (f, _), n in counts.items():
        total[f] = total.get(f, 0) + n
    if abandonment:
        total = {f: total.get(f, 0) + stops.get(f, 0) for f in {*total, *stops}}
    return {(f, t): Fraction(n, total[f]) for (f, t), n in counts.items()}


def hitting(steps, goals):
    """Chance of ever standing on one of some places, from all; the goals are one state, -1."""
    places = sorted({place for pair in steps for place in pair}, key=repr)
    number = {place: -1 if place in goals else at for at, place in enumerate(places)}
    rows = {}
    for (f, t), p in steps.items():
        if f not in goals:
            row = rows.setdefault(number[f], {})
            row[number[t]] = row.get(number[t], Fraction(0)) + p
    found = slow.visits(rows, -1)
    known = {place: found.get(at, Fraction(0)) for place, at in number.items()}
    return lambda place: Fraction(1) if place in goals else known.get(place, Fraction(0))


def exact(chances, x, y, kind):
    """Reach between two other places that are the ends themselves."""
    return chances.get((x, y), Fraction(0)) if kind == "reach" else hitting(chances, {y})(x)


def meet(chances, x, y, kind):
    """Reach between what touches the ends."""
    if touches(x, y):
        return Fraction(1)
    if kind == "reach":
        some = [p for (f, t), p in chances.items() if touches(f, x) and touches(t, y)]
        return 1 - prod((1 - p for p in some), start=Fraction(1))
    places = {place for pair in chances for place in pair}
    goals = {place for place in places if touches(place, y)}
    h = hitting(chances, goals)
    seen = Fraction(1)
    for f in (place for place in places if touches(place, x)):
        out = [(t, p) for (g, t), p in chances.items() if g == f and t != f]
        total = max(Fraction(1), sum((p for (g, _), p in chances.items() if g == f), Fraction(0)))
        seen *= 1 - sum((p / total * h(t) for t, p in out), Fraction(0))
    return 1 - seen
