"""--equivalent against the definitions: characters, spans, groups, losses, ceilings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import grouped_options
from tests.reference import slow_copies as slow

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")

SEEDS = st.integers(0, 2**32)
LENGTHS = dict.fromkeys(slow.DOCS, slow.LENGTH)
LIMITS = (
    {"k": 1},
    {"k": 3},
    {"budget": 7},
    {"budget": 20},
    {"budget": 5, "unit": "tokens"},
)
LEAST = (1, 3, 0.3, 0.5, 1.0)


def columns(parts):
    doc, start, end = zip(*parts, strict=True)
    return {"doc": list(doc), "start": list(start), "end": list(end)}


def priced(parts):
    return {**columns(parts), "tokens": [slow.tokens(part) for part in parts]}


def tables(world):
    rows = world.rows
    qrels = pw.Qrels.from_columns(
        topic=["t"] * len(rows),
        **columns([row.place for row in rows]),
        same=[row.text for row in rows],
        group=[row.group for row in rows],
        alternative=[row.alternative for row in rows],
    )
    return qrels, run_of(world.run, "run")


def run_of(parts, name):
    ranks = list(range(1, len(parts) + 1))
    return pw.Run.from_columns(topic=["t"] * len(parts), **priced(parts), rank=ranks, name=name)


def values(world, *measures):
    qrels, run = tables(world)
    how = {"lengths": LENGTHS, "doc_ids": "exact"}
    found = pw.evaluate(
        qrels, run, measures, rules=pw.Rules(equivalent="same"), **grouped_options(**how)
    )
    return dict(zip(measures, found.table[0, :, 0].tolist(), strict=True))


@given(seed=SEEDS, k=st.integers(1, 5), budget=st.integers(1, 30))
def test_characters(seed, k, budget):
    world = slow.some_world(seed)
    total = len(set(world.names().values()))
    wanted = {}
    for end, how in ((f"@{k}", {"k": k}), (f"(budget={budget})", {"budget": budget}), ("", {})):
        n = slow.counted(world, slow.read(world.run, **how))
        union = n["characters"] - n["again"]
        wanted[f"CharR{end}"] = n["new"] / total
        wanted[f"CharP{end}"] = n["new"] / n["characters"] if n["characters"] else 0
        wanted[f"CharF{end}"] = 2 * n["new"] / (total + union)
        wanted[f"CharIoU{end}"] = n["new"] / (total + union - n["new"])
        if "budget" not in end:
            wanted[f"CharP(repeats=free){end}"] = n["new"] / union if union else 0
            wanted[f"CharOverlap{end}"] = n["again"] / n["characters"] if n["characters"] else 0
            tolerant = n["new"] + 0.5 * n["repeated"]
            wanted[f"CharR(tolerance=0.5){end}"] = tolerant / total
            average = slow.average_precision(world, slow.read(world.run, **how))
            wanted[f"CharAP{end}"] = float(average)

    ranks = range(1, len(world.run) + 1)
    down = [slow.counted(world, world.run[:rank]) for rank in ranks]
    precision = [n["new"] / n["characters"] if n["characters"] else 0 for n in down]
    for x in (0.0, 0.1, 0.5, 1.0):
        reached = [p for p, n in zip(precision, down, strict=True) if n["new"] >= x * total]
        wanted[f"iP@{x}"] = max(reached, default=0)
    wanted["AiP(points=2)"] = (wanted["iP@0.0"] + wanted["iP@1.0"]) / 2

    assert values(world, *wanted) == pytest.approx(wanted)


@given(seed=SEEDS, k=st.integers(1, 5), least=st.sampled_from(LEAST), sets=st.booleans())
def test_spans_and_groups(seed, k, least, sets):
    world = slow.some_world(seed, sets=sets)
    parts = world.run[:k]
    hits = [slow.is_hit(world, part, least) for part in world.run]
    first = [1 / rank for rank, hit in enumerate(hits[:k], 1) if hit]
    again = sum(hit and world.run.index(world.run[i]) == i for i, hit in enumerate(hits[:k]))
    groups = slow.group_recall(world, parts, least)
    wanted = {
        f"SpanR(min={least})@{k}": slow.span_recall(world, parts, least),
        f"GroupR(min={least})@{k}": groups,
        f"Complete(min={least})@{k}": float(groups == 1),
        f"Hit(min={least})@{k}": float(any(hits[:k])),
        f"PartRR(min={least})@{k}": max(first, default=0),
        f"PartP(min={least})@{k}": again / k,
        f"CharR@{k}": values(world, f"CharR@{k}")[f"CharR@{k}"],
    }

    found = values(world, *wanted)
    assert found == pytest.approx(wanted)
    if least == 1.0 and isinstance(least, float) and not sets:
        assert (found[f"SpanR(min={least})@{k}"] == 1) == (found[f"CharR@{k}"] == 1)


def lost(world, **limit):
    qrels, run = tables(world)
    inventory = pw.Inventory.from_columns(**priced(world.inventory))
    how = {"lengths": LENGTHS, "doc_ids": "exact", "inventory": inventory, "equivalent": "same"}
    found = pw.losses(
        qrels,
        run,
        **grouped_options(**how),
        **grouped_options(**limit),
        candidates=run_of(world.candidates, "more"),
    )
    return found.to_dict()["runs"][0]["total"]


@given(seed=SEEDS, limit=st.sampled_from(LIMITS))
def test_losses(seed, limit):
    world = slow.some_world(seed)
    total = len(set(world.names().values()))
    parts = slow.read(world.run, **limit)
    exist = [*world.inventory, *world.run, *world.candidates]
    listed = [*world.run, *world.candidates]
    found = lost(world, **limit)
    where = slow.places(world, parts)
    n = slow.counted(world, parts)
    high, first = slow.best(world, exist, **limit), slow.best(world, listed, **limit)
    room = slow.most_of_cutting(world, exist, **limit)
    held = total - where["no_document"] - where["no_part"]

    assert found["relevant"] == total
    assert found["read"] == n
    assert found["places"] == where
    assert found["ceiling"] == {"low": high, "high": high}
    assert found["candidates_ceiling"] == {"low": first, "high": first}
    assert found["lost"] == {
        "no_document": where["no_document"],
        "no_part": where["no_part"],
        "limit": held - room,
        "cutting": room - high,
        "candidates": high - first,
        "ranking": first - n["new"],
    }
