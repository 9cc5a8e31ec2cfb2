"""Ceilings of small random collections: the best of all choices, and bounds of it."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest
from tests.helpers import bounded_ceilings
from tests.reference.slow_coverage import characters, most_for_budget, most_of_k, oracle

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")

LENGTH = 30
LIMITS = [{"k": 1}, {"k": 2}, {"k": 4}, *({"budget": n} for n in (1, 4, 9, 17, 33, 60, 500))]


class World:
    """Parts of two documents with their tokens, and the relevant spans of four topics."""

    def __init__(self, seed: int, n_parts: int = 5) -> None:
        rng = random.Random(seed)

        def span() -> tuple[str, int, int]:
            start = rng.randrange(LENGTH - 1)
            return rng.choice("ab"), start, rng.randrange(start + 1, LENGTH + 1)

        self.parts = sorted({span() for _ in range(n_parts)})
        self.tokens = [rng.randrange(1, 12) for _ in self.parts]
        self.gold = {f"t{n}": [span() for _ in range(rng.randrange(1, 4))] for n in range(4)}

    def wanted(self, topic: str) -> set[tuple[str, int]]:
        return {place for span in self.gold[topic] for place in characters(span)}

    def losses(self, **limit) -> dict[str, dict]:
        """What `losses` says of each topic, for a run with one part."""
        names = ("doc", "start", "end")
        parts = [
            dict(zip((*names, "tokens"), (*part, n), strict=True))
            for part, n in zip(self.parts, self.tokens, strict=True)
        ]
        gold = [
            {"topic": topic, **dict(zip(names, span, strict=True))}
            for topic, spans in self.gold.items()
            for span in spans
        ]
        run = [{"topic": "t0", "score": 1, **parts[0]}]
        found = pw.losses(gold, [run], inventory=parts, lengths={"a": 30, "b": 30}, **limit)
        return {row["topic"]: row for row in found.topics.to_dicts()}


def readings(limit):
    return [limit] if "k" in limit else [limit, limit | {"unit": "tokens"}]


@pytest.mark.parametrize("seed", range(12))
def test_ceilings_are_the_best_of_all_choices(seed):
    world = World(seed)
    for limit in (reading for one in LIMITS for reading in readings(one)):
        tokens = world.tokens if "unit" in limit else None
        for topic, row in world.losses(**limit).items():
            wanted = world.wanted(topic)
            best = (
                most_of_k(world.parts, wanted, limit["k"])
                if "k" in limit
                else most_for_budget(world.parts, wanted, limit["budget"], tokens)
            )
            assert (row["ceiling.low"], row["ceiling.high"]) == (best, best), (limit, topic)


def cells(parts, wanted):
    """Where a part, or what is relevant, begins or ends."""
    edges = {(doc, at) for doc, start, end in parts for at in (start, end)}
    return edges | {
        (doc, at)
        for doc in "ab"
        for at in range(LENGTH + 1)
        if ((doc, at) in wanted) != ((doc, at - 1) in wanted)
    }


def choices(parts, price, wanted):
    """Cost and coverage of some parts and the beginning of one more, up to the end of a cell."""
    cut = [(0, set())]
    for (doc, start, end), cost in zip(parts, price, strict=True):
        for where, at in cells(parts, wanted):
            if where == doc and start < at <= end and (doc, at - 1) in wanted:
                text = set(characters((doc, start, at)))
                cut.append(((at - start) * cost // (end - start), text & wanted))
    rows = range(len(parts))
    for n in range(len(parts) + 1):
        for some in combinations(rows, n):
            text = {place for row in some for place in characters(parts[row])} & wanted
            for cost, more in cut:
                yield cost + sum(price[row] for row in some), len(text | more)


def hull(points, budget):
    """Height of the hull above all choices at a budget, rounded down."""
    points = {*points}
    most = max(covered for _, covered in points)
    cheap = [point for point in points if point[0] <= budget]
    if max(covered for _, covered in cheap) == most:
        return most
    return int(
        max(
            y + Fraction((v - y) * (budget - x), u - x)
            for x, y in cheap
            for u, v in points - {*cheap}
        )
    )


@pytest.mark.parametrize("seed", range(12))
def test_bounds_of_ceilings(seed, monkeypatch):
    """What is too long to be tried out lies between two greedy choices and a hull of all."""
    bounded_ceilings(monkeypatch)
    world = World(seed, 4)
    for limit in (reading for one in LIMITS[3:] for reading in readings(one)):
        tokens = world.tokens if "unit" in limit else None
        price = tokens or [end - start for _, start, end in world.parts]
        for topic, row in world.losses(**limit).items():
            wanted, budget = world.wanted(topic), limit["budget"]
            high = hull(choices(world.parts, price, wanted), budget)
            held = {place for part in world.parts for place in characters(part)} & wanted
            high = min(high, len(held), *([] if tokens else [budget]))
            orders = [
                oracle(world.parts, wanted, per_cost=one, tokens=tokens) for one in (True, False)
            ]
            low = max(
                read([(part, price[world.parts.index(part)]) for part, _ in order], wanted, budget)
                for order in orders
            )
            low = max(low, row["shown"])
            assert (row["ceiling.low"], row["ceiling.high"]) == (low, max(low, high))


def read(parts, wanted, left):
    """Relevant characters of parts that are read in their order, the last one in part."""
    shown = set()
    for (doc, start, end), cost in parts:
        size = min((end - start) * max(left, 0) // cost, end - start)
        shown |= {*characters((doc, start, start + size))} & wanted
        left -= cost
    return len(shown)


def test_copies_for_which_the_longest_part_is_no_good_beginning():
    """Documents a and b are copies: 0-5 of one and 5-10 of the other beat 2-8 and any second."""
    gold = [{"topic": "t", "doc": doc, "start": 0, "end": 10, "same": "x"} for doc in "ab"]
    places = [("a", 2, 8), ("a", 0, 5), ("b", 5, 10)]
    parts = [dict(zip(("doc", "start", "end"), place, strict=True)) for place in places]
    run = [{"topic": "t", "doc": "a", "start": 0, "end": 1, "score": 1}]
    for limit, best in (({"k": 1}, 6), ({"k": 2}, 10), ({"k": 3}, 10), ({"budget": 10}, 10)):
        found = pw.losses(
            gold, [run], inventory=parts, rules=pw.Rules(equivalent="same"),
            lengths=dict.fromkeys("ab", 20), **limit,
        ).topics  # fmt: skip
        assert found.select("ceiling.low", "ceiling.high").rows() == [(best, best)], limit
