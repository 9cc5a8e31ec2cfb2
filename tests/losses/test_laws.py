"""What holds for every collection: sums are exact, ceilings are ordered and monotone."""

from __future__ import annotations

import numpy as np
import pytest
from tests.helpers import grouped_options
from tests.reference.slow_coverage import characters, most_for_budget, most_of_k

import partwise as pw
from partwise.losses.breakdown import KEYS, LOST, PLACES, READ
from partwise.tables.lengths import Inventory
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

DOCS, LENGTH = ("a", "b", "c"), 30


def some_parts(rng, n):
    docs = [DOCS[i] for i in rng.integers(0, 3, n)]
    start = rng.integers(0, LENGTH, n)
    return docs, start, np.minimum(start + rng.integers(0, 16, n), LENGTH)


def table(rng, n_topics, most, least=0):
    """Random parts of many topics, as columns."""
    topics, docs, starts, ends = [], [], [], []
    for topic in range(n_topics):
        n = int(rng.integers(0, most + 1))
        doc, start, end = some_parts(rng, n)
        end = np.maximum(end, start + least)
        topics += [f"t{topic}"] * n
        docs += doc
        starts += start.tolist()
        ends += end.tolist()
    return {"topic": topics, "doc": docs, "start": starts, "end": ends}


class Collection:
    def __init__(self, seed, n_topics=50, n_chunks=7):
        self.rng = rng = np.random.default_rng(seed)
        gold = table(rng, n_topics, 4, least=1)
        gold = {
            name: [*column, blank]
            for (name, column), blank in zip(gold.items(), ("t0", "a", 1, 5), strict=True)
        }
        self.qrels = Qrels.from_columns(**gold)
        returned = table(rng, n_topics, 5)
        self.run = Run.from_columns(**returned, name="run") if returned["topic"] else None
        doc, start, end = some_parts(rng, n_chunks)
        self.inventory = Inventory.from_columns(doc=doc, start=start, end=end)
        self.candidates = Run.from_columns(**table(rng, n_topics, 6), name="candidates")

    def losses(self, **more):
        known = {"lengths": dict.fromkeys(DOCS, LENGTH), "doc_ids": "exact", **more}
        return pw.losses(
            self.qrels, self.run, **grouped_options(**{"inventory": self.inventory, **known})
        )


@pytest.mark.filterwarnings("ignore::partwise.errors.PartwiseWarning")
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(50))
def test_sums_are_exact(seed):
    # 50 collections of about 50 topics, four limits each: 10,000 cases
    world = Collection(seed)
    for limit in ({"k": 1}, {"k": 3}, {"budget": 7}, {"budget": 40}):
        found = world.losses(**limit, candidates=world.candidates if seed % 2 else "self")
        table = found.runs[0].table
        amount = {key: table[:, at] for at, key in enumerate(KEYS)}
        lost = np.stack([amount[f"lost.{key}"] for key in LOST])
        assert (lost >= 0).all()
        assert (amount["shown"] + lost.sum(axis=0) == amount["relevant"]).all()
        places = sum(amount[f"places.{key}"] for key in PLACES)
        assert (amount["shown"] + places == amount["relevant"]).all()
        assert all((amount[f"places.{key}"] >= 0).all() for key in PLACES)
        assert (sum(amount[f"read.{key}"] for key in READ[1:-1]) == amount["read.characters"]).all()
        assert (amount["ceiling.low"] == amount["ceiling.high"]).all()
        assert (amount["candidates_ceiling.low"] <= amount["ceiling.low"]).all()
        mean = found.mean.to_dicts()[0]
        assert mean["shown"] + sum(mean[f"lost.{key}"] for key in LOST) == pytest.approx(1)


@pytest.mark.filterwarnings("ignore::partwise.errors.PartwiseWarning")
@pytest.mark.parametrize("seed", range(6))
def test_ceilings_equal_the_best_of_all_choices(seed):
    world = Collection(1000 + seed, n_topics=6, n_chunks=5)
    run = world.run.to_frame()
    added = list(zip(run["doc"], run["start"], run["end"], strict=True))[:2]
    short = Run.from_columns(
        topic=["t0", "t0"], doc=run["doc"][:2], start=run["start"][:2], end=run["end"][:2]
    )
    world.run = short
    held = world.inventory
    parts = [
        (held.docs[d], int(s), int(e))
        for d, s, e in zip(held.doc, held.start, held.end, strict=True)
    ]
    parts = sorted({*parts, *added})
    gold = world.qrels.to_frame()
    for limit in ({"k": 1}, {"k": 2}, {"k": 4}, {"budget": 11}, {"budget": 37}):
        found = world.losses(**limit).topics
        for topic, best in zip(found["topic"], found["ceiling.low"], strict=True):
            rows = gold.filter(gold["topic"] == topic)
            spans = zip(rows["doc"], rows["start"], rows["end"], strict=True)
            wanted = {place for span in spans for place in characters(span)}
            slow = (
                most_of_k(parts, wanted, limit["k"])
                if "k" in limit
                else most_for_budget(parts, wanted, limit["budget"])
            )
            assert best == slow


@pytest.mark.filterwarnings("ignore::partwise.errors.PartwiseWarning")
def test_ceilings_grow_with_the_limit_and_the_inventory():
    world = Collection(7)
    doc, start, end = some_parts(world.rng, 10)
    small = Inventory.from_columns(doc=doc[:5], start=start[:5], end=end[:5])
    large = Inventory.from_columns(doc=doc, start=start, end=end)
    before = {}
    for limit in [{"k": k} for k in range(1, 8)] + [{"budget": n} for n in range(1, 80, 9)]:
        few, many = (
            world.losses(**limit, inventory=one).topics["ceiling.low"].to_numpy()
            for one in (small, large)
        )
        assert (few <= many).all()
        kind = next(iter(limit))
        assert (before.get(kind, 0) <= many).all()
        before[kind] = many


@pytest.mark.filterwarnings("ignore::partwise.errors.PartwiseWarning")
@pytest.mark.parametrize("limit", [{"k": 3}, {"budget": 40}])
def test_shown_is_character_recall(limit):
    world = Collection(11)
    measure = "CharR@3" if "k" in limit else "CharR(budget=40)"
    lengths = dict.fromkeys(DOCS, LENGTH)
    recall = pw.evaluate(world.qrels, world.run, measure, lengths=lengths)
    found = world.losses(**limit)

    assert found.mean["shown"][0] == recall.mean("run", measure)
