"""Alternatives of random topics, by documents and by paragraphs, against a walk down the list."""

from __future__ import annotations

import math
import random

import pytest

import partwise as pw

K = 4
MEASURES = ["AltHit", "AltP", "AltR"]


class World:
    """Assessments with alternatives, and a run with ids that nobody judged."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        topics = [f"t{n}" for n in range(5)]
        docs, paths = "abcd", ["/p[1]", "/p[2]", "/p[3]", None]
        self.gold = [
            {"topic": rng.choice(topics), "doc": rng.choice(docs), "element": rng.choice(paths),
             "alternative": rng.choice(["0", "1", "2", None]), "grade": int(rng.random() < 0.8)}
            for _ in range(24)
        ]  # fmt: skip
        self.gold = [*{(r["topic"], r["doc"], r["element"]): r for r in self.gold}.values()]
        self.gold.append({**dict.fromkeys(self.gold[0]), "topic": "t0", "doc": "a", "grade": 0})
        ids = [(doc, path) for doc in docs + "xy" for path in [*paths, "/q[1]"]]
        self.run = {topic: rng.sample(ids, rng.randrange(15)) for topic in topics}

    def rows(self):
        return [
            {"topic": topic, "doc": doc, "element": path, "score": -rank}
            for topic, ids in self.run.items()
            for rank, (doc, path) in enumerate(ids)
        ]


def alternatives(world, topic, by):
    """Different sets of ids, in the order in which the assessments name them."""
    sets: dict[object, set] = {}
    for row in world.gold:
        if row["topic"] == topic and row["grade"] and (by == "doc" or row["element"]):
            name = row["doc"] if by == "doc" else (row["doc"], row["element"])
            sets.setdefault(row["alternative"], set()).add(name)
    return [*dict.fromkeys(map(frozenset, sets.values()))]


def returned(world, topic, by):
    """Different ids in the order of the list."""
    ids = [one for one in world.run[topic] if by == "doc" or one[1]]
    return [*dict.fromkeys(doc if by == "doc" else (doc, path) for doc, path in ids)]


def expected(world, topic, by):
    sets, ids = alternatives(world, topic, by), returned(world, topic, by)
    entries = []
    for rank, name in enumerate(ids):
        holding = [one for one in sets if name in one]
        if not holding:
            entries.append(False)
        entries += [one <= {*ids} for one in holding if not one & {*ids[rank + 1 :]}]
    complete = sum(entries[:K])
    share = max((len(one & {*ids[: len(one)]}) / len(one) for one in sets), default=math.nan)
    if not sets:
        return [math.nan] * 4
    return [float(complete > 0), complete / K, complete / len(sets), share]


@pytest.mark.parametrize("by", ["doc", "paragraph"])
@pytest.mark.parametrize("seed", range(20))
def test_alternatives(seed, by):
    world = World(seed)
    names = [*(f"{name}(by={by})@{K}" for name in MEASURES), f"AltRprec(by={by})"]
    reading = pw.Reading(missing="document")
    found = pw.evaluate(world.gold, [world.rows()], names, reading=reading)
    for topic in found.topics:
        values = found.table[0, :, found.topics.index(topic)]
        assert values.tolist() == pytest.approx(expected(world, topic, by), nan_ok=True), topic


def test_paragraphs_are_needed():
    gold = [{"topic": "t", "doc": "a", "grade": 1}]
    run = [{"topic": "t", "doc": "a", "score": 1}]
    with pytest.raises(pw.PartwiseError, match=r"AltR\(by=paragraph\) needs paragraphs"):
        pw.evaluate(gold, [run], "AltR(by=paragraph)@1")
    named = [{"topic": "t", "doc": "a", "element": "/p[1]", "score": 1}]
    gold[0]["element"] = "/p[1]"  # one name is enough
    assert (
        pw.evaluate(gold, [named], "AltR(by=paragraph)@1").mean("run", "AltR(by=paragraph)@1") == 1
    )
