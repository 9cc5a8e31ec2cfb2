"""Hits whose text earlier results have shown already, character by character.

Without navigation a hit counts ``1 - (1 - tolerance) * share``, where the share of its relevant
characters (of all its characters where elements or passages are judged) was shown before.
"""

from __future__ import annotations

import random

import pytest

import partwise as pw

DOCS, LENGTH = "ab", 24
TOPICS = ["t0", "t1", "t2"]


def characters(spans):
    return {(doc, at) for doc, start, end in spans for at in range(start, end)}


class World:
    """Overlapping chunks, relevant spans of topics, and runs of chunks and other passages."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)

        def span():
            start = rng.randrange(LENGTH - 1)
            return rng.choice(DOCS), start, rng.randrange(start + 1, LENGTH + 1)

        self.chunks = sorted({span() for _ in range(7)})
        self.gold = {topic: [span() for _ in range(rng.randrange(1, 4))] for topic in TOPICS}
        self.run = {
            topic: [*dict.fromkeys([*rng.sample(self.chunks, 4), span(), span()])]
            for topic in TOPICS
        }
        for listed in self.run.values():
            rng.shuffle(listed)

    def rows(self, spans, **more):
        return [
            {"topic": topic, "doc": doc, "start": start, "end": end}
            | {name: value(rank) for name, value in more.items()}
            for topic in TOPICS
            for rank, (doc, start, end) in enumerate(spans[topic])
        ]

    def hits(self, topic, k, tolerance, *, highlighted):
        """Targets are chunks with relevant text, or the judged passages themselves."""
        relevant = characters(self.gold[topic])
        targets = {*self.chunks} if highlighted else {*self.gold[topic]}
        total = 0.0
        for rank, one in enumerate(self.run[topic][:k]):
            own = characters([one]) & relevant if highlighted else characters([one])
            if one in targets and own:
                share = len(own & characters(self.run[topic][:rank])) / len(own)
                total += 1 - (1 - tolerance) * share
        return total


LENGTHS = dict.fromkeys(DOCS, LENGTH)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("tolerance", [0, 0.25, 1])
def test_chunks_with_relevant_text(seed, tolerance):
    world = World(seed)
    inventory = [dict(zip(("doc", "start", "end"), chunk, strict=True)) for chunk in world.chunks]
    run = world.rows(world.run, score=lambda rank: -rank)
    names = [f"EHits(nav=NoNav, tolerance={tolerance})@{k}" for k in (1, 3, 6)]
    found = pw.evaluate(world.rows(world.gold), [run], names, inventory=inventory, lengths=LENGTHS)
    for column, k in enumerate((1, 3, 6)):
        for topic, value in zip(found.topics, found.table[0, column], strict=True):
            relevant = characters(world.gold[topic])
            if any(characters([chunk]) & relevant for chunk in world.chunks):
                assert value == pytest.approx(world.hits(topic, k, tolerance, highlighted=True))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("tolerance", [0, 0.25])
def test_judged_passages(seed, tolerance):
    world = World(seed)
    for topic in TOPICS:  # judged passages are among the results, and apart from each other
        world.gold[topic] = [world.run[topic][-1]]
    run = world.rows(world.run, score=lambda rank: -rank)
    name = f"EHits(nav=NoNav, hits=exact, tolerance={tolerance})@6"
    found = pw.evaluate(world.rows(world.gold), [run], name, lengths=LENGTHS)
    for topic, value in zip(found.topics, found.table[0, 0], strict=True):
        assert value == pytest.approx(world.hits(topic, 6, tolerance, highlighted=False))
