"""Copies of a text, written from the definitions with sets of characters.

A character is where it stands, or, in a text with copies, which one of that text it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil

import numpy as np

DOCS, LENGTH = ("a", "b", "c"), 24


@dataclass
class Row:
    """A judged span; rows of one `text` are copies."""

    doc: str
    start: int
    end: int
    text: str = ""
    group: str = ""
    alternative: str = ""

    @property
    def place(self):
        return self.doc, self.start, self.end


@dataclass
class World:
    """One topic: judged rows, a ranked list of parts (doc, start, end), parts that exist."""

    rows: list[Row]
    run: list[tuple]
    inventory: list[tuple]
    candidates: list[tuple]

    def copied(self):
        texts = [row.text for row in self.rows if row.text]
        return {t for t in texts if len({r.place for r in self.rows if r.text == t}) > 1}

    def names(self):
        """Where a relevant character stands -> which character it is."""
        named = {}
        for row in self.rows:
            for i in range(row.start, row.end):
                named.setdefault((row.doc, i), (row.doc, i))
        for row in self.rows:
            if row.text in self.copied():
                for i in range(row.start, row.end):
                    named[row.doc, i] = (row.text, i - row.start)
        return named

    def overlaps(self):
        copies = {(r.text, r.place) for r in self.rows if r.text in self.copied()}
        return any(
            p[0] == q[0] and p[1] < q[2] and q[1] < p[2]
            for (_, p), (_, q) in combinations(sorted(copies), 2)
        )


def text(part):
    doc, start, end = part
    return [(doc, i) for i in range(start, end)]


def tokens(part):
    """What a part costs in tokens: some are dear, some are cheap."""
    doc, start, end = part
    return -(-(end - start) // (1 + (start + len(doc)) % 3))


def beginning(part, left, unit):
    """As much of a part as what is left of a budget pays for."""
    doc, start, end = part
    cost = price(part, unit)
    return part if cost <= left else (doc, start, start + (end - start) * left // cost)


def price(part, unit):
    return tokens(part) if unit == "tokens" else part[2] - part[1]


def read(parts, k=None, budget=None, unit="characters"):
    """Parts that are read, the last one as far as it is."""
    if k is not None:
        return parts[:k]
    if budget is None:
        return parts
    found = []
    for part in parts:
        if budget <= 0:
            break
        found.append(beginning(part, budget, unit))
        budget -= price(part, unit)
    return found


def counted(world, parts):
    """What was read, character by character."""
    named = world.names()
    right = {doc for doc, _ in named}
    keys = ("characters", "new", "repeated", "padding", "wrong_place", "wrong_document", "again")
    n = dict.fromkeys(keys, 0)
    seen = set()
    for part in parts:
        holds = any(c in named for c in text(part))
        other = "padding" if holds else "wrong_place" if part[0] in right else "wrong_document"
        this = []
        for c in text(part):
            which = named.get(c, c)
            n["characters"] += 1
            n["again"] += which in seen or (c in named and which in this)
            if c in named:
                n["repeated" if which in seen or which in this else "new"] += 1
            else:
                n[other] += 1
            this.append(which)
        seen |= set(this)
    return n


def average_precision(world, parts):
    named, seen = world.names(), set()
    hits = passed = 0
    total = Fraction(0)
    for part in parts:
        for c in text(part):
            if c in named and named[c] in seen:
                continue
            passed += 1
            if c in named:
                hits += 1
                total += Fraction(hits, passed)
                seen.add(named[c])
    return total / len(set(named.values()))


def places(world, parts):
    """The missing characters by where any of their copies is."""
    named = world.names()
    relevant = set(named.values())
    exist = [*world.inventory, *world.run, *world.candidates]

    def among(several):
        return {named[c] for part in several for c in text(part) if c in named}

    def of_documents(docs):
        return {which for (doc, _), which in named.items() if doc in docs}

    shown, held = among(parts), among(exist)
    indexed = of_documents({part[0] for part in exist})
    opened = of_documents({part[0] for part in parts})
    listed = among([*world.run, *world.candidates])
    missing = held - shown
    return {
        "no_document": len(relevant - indexed),
        "no_part": len(indexed - held),
        "wrong_place_listed": len(missing & opened & listed),
        "wrong_place_unlisted": len((missing & opened) - listed),
        "document_not_shown_listed": len((missing & listed) - opened),
        "document_not_shown_unlisted": len(missing - opened - listed),
    }


def best(world, parts, k=None, budget=None, unit="characters"):
    """The most relevant characters that any choice shows, by all subsets."""
    named = world.names()
    parts = sorted({part for part in parts if any(c in named for c in text(part))})
    held = [{named[c] for c in text(part) if c in named} for part in parts]
    most = 0
    for n in range(len(parts) + 1 if k is None else min(k, len(parts)) + 1):
        for chosen in combinations(range(len(parts)), n):
            shown = set().union(*(held[i] for i in chosen))
            if budget is not None:
                left = budget - sum(price(parts[i], unit) for i in chosen)
                if left < 0:
                    continue
                for part in parts:
                    begun = {named[c] for c in text(beginning(part, left, unit)) if c in named}
                    most = max(most, len(shown | begun))
            most = max(most, len(shown))
    return most


def most_of_cutting(world, parts, k=None, budget=None, unit="characters"):
    """What any way of cutting the same text could show."""
    named = world.names()
    held = {c: which for c, which in named.items() if any(c in text(part) for part in parts)}
    whole = len(set(held.values()))
    if budget is not None:
        return min(whole, budget) if unit == "characters" else whole
    by_doc = [len({w for (d, _), w in held.items() if d == doc}) for doc in DOCS]
    return min(whole, sum(sorted(by_doc, reverse=True)[:k]))


def spans(world):
    """Units: (group, alternative, characters); a text with copies is one."""
    named, copied = world.names(), world.copied()
    found = []
    for row in world.rows:
        if row.text in copied:
            held = {named[row.doc, i] for i in range(row.start, row.end)}
            found.append((row.group, row.alternative, frozenset(held)))
    sets = {(r.doc, r.group, r.alternative) for r in world.rows if r.text not in copied}
    for doc, group, alternative in sorted(sets):
        key = (doc, group, alternative)
        mine = [r for r in world.rows if r.text not in copied]
        at = {i for r in mine if (r.doc, r.group, r.alternative) == key
              for i in range(r.start, r.end)}  # fmt: skip
        for low in sorted(i for i in at if i - 1 not in at):
            high = low
            while high in at:
                high += 1
            found.append((group, alternative, frozenset(named[doc, i] for i in range(low, high))))
    return list(dict.fromkeys(found))


def enough(size, least):
    return (
        min(least, size) if isinstance(least, int) else max(1, ceil(Fraction(repr(least)) * size))
    )


def is_found(span, shown, least):
    return len(span & shown) >= enough(len(span), least)


def shown_by(world, parts):
    named = world.names()
    return {named[c] for part in parts for c in text(part) if c in named}


def span_recall(world, parts, least):
    shown = shown_by(world, parts)
    units = {span for _, _, span in spans(world)}
    return sum(is_found(span, shown, least) for span in units) / len(units)


def group_recall(world, parts, least):
    shown = shown_by(world, parts)
    groups = {}
    for group, alternative, span in spans(world):
        key = group if group or alternative else span
        groups.setdefault(key, []).append((alternative, is_found(span, shown, least)))

    def complete(members):
        base = all(ok for alternative, ok in members if not alternative)
        sets = {alternative for alternative, _ in members if alternative}
        return base and (not sets or any(all(ok for a, ok in members if a == s) for s in sets))

    return sum(map(complete, groups.values())) / len(groups)


def is_hit(world, part, least):
    shown = shown_by(world, [part])
    return any(is_found(span, shown, least) for _, _, span in spans(world))


def some_part(rng, most=10):
    start = int(rng.integers(0, LENGTH))
    end = min(start + int(rng.integers(0, most)), LENGTH)
    return DOCS[rng.integers(0, 3)], start, end


def some_world(seed, *, sets=False):
    """Draw a world in which no two copies overlap."""
    rng = np.random.default_rng(seed)
    while True:
        rows = []
        for name in "xy":
            size = int(rng.integers(1, 8))
            for _ in range(int(rng.integers(0, 4))):
                start = int(rng.integers(0, LENGTH - size))
                rows.append(Row(DOCS[rng.integers(0, 3)], start, start + size, name))
        for _ in range(int(rng.integers(0, 4))):
            doc, start, end = some_part(rng)
            if start < end:
                rows.append(Row(doc, start, end, str(rng.choice(["", "z"])) if not rows else ""))
        if sets:
            for row in rows:
                row.group, row.alternative = rng.choice(["", "g", "h"]), rng.choice(["", "1", "2"])
        world = World(
            rows,
            [some_part(rng) for _ in range(int(rng.integers(1, 6)))],
            [some_part(rng) for _ in range(int(rng.integers(1, 6)))],
            [some_part(rng) for _ in range(int(rng.integers(1, 3)))],
        )
        if rows and not world.overlaps():
            return world
