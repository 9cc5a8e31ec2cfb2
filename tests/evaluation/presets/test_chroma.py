"""The preset against Chroma's evaluation, written down character by character."""

from __future__ import annotations

import csv
import json
import math

import numpy as np
import pytest

import partwise as pw
from partwise.errors import UsageError
from partwise.evaluation.presets import has_label, preset

QRELS = pw.Qrels.from_columns(topic=["q", "q"], doc=["d", "d"], start=[10, 60], end=[20, 70])
CHUNKS = [(0, 10), (10, 25), (25, 45), (45, 60), (60, 65), (65, 100)]
INVENTORY = pw.Inventory.from_columns(
    doc=["d"] * 6, start=[a for a, _ in CHUNKS], end=[b for _, b in CHUNKS]
)
RUN = pw.Run.from_columns(
    topic=["q"] * 4, doc=["d"] * 4, start=[10, 60, 60, 0], end=[25, 65, 65, 10]
)
LABELS = ["iou", "recall", "precision_omega", "precision"]


def labelled(found, topic=0):
    return {name: found.of("run", name)[topic] for name in LABELS}


def test_fixture():
    auto = pw.evaluate(QRELS, RUN, preset="chroma@auto", inventory=INVENTORY)
    two = pw.evaluate(QRELS, RUN, preset="chroma@2", inventory=INVENTORY)

    assert [label.name for label in auto.labels if label] == LABELS
    assert list(labelled(auto).values()) == pytest.approx([0.375, 0.75, 0.25, 0.428571], abs=5e-7)
    assert list(labelled(two).values()) == pytest.approx([0.6, 0.75, 0.25, 0.75])
    assert auto.measures[4:] == ("CharR(budget=4000)", "Hit@5", "PartRR", "CharOverlap@5")
    assert auto.labels[0].tool == "chunking_evaluation d451fc4 retrieve=-1"
    assert preset("chroma").tool == "chunking_evaluation d451fc4 retrieve=5"


def test_quirks():
    # without touching parts: [10,25) [60,65) [65,100)
    found = pw.evaluate(
        QRELS, RUN, preset="chroma@auto", inventory=INVENTORY, rules=pw.Rules(quirks="cap20")
    )

    assert labelled(found)["precision_omega"] == pytest.approx(20 / 55)
    assert labelled(found)["precision"] == pytest.approx(15 / 25)  # the first three parts
    assert found.labels[0].tool is None


@pytest.mark.parametrize(("quirks", "k"), [("on", 20), ("touch", 25)])
def test_at_most_twenty_parts(quirks, k):
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[25])
    every = pw.Inventory.from_columns(doc=["d"] * 30, start=list(range(30)), end=list(range(1, 31)))
    run = pw.Run.from_columns(
        topic=["q"] * 30, doc=["d"] * 30, start=list(range(30)), end=list(range(1, 31))
    )

    found = pw.evaluate(
        qrels, run, preset="chroma@auto", inventory=every, rules=pw.Rules(quirks=quirks)
    )

    assert found.mean("run", "recall") == k / 25


def test_without_an_inventory():
    found = pw.evaluate(QRELS, RUN, preset="chroma")

    assert math.isnan(found.mean("run", "precision_omega"))
    (said,) = [note for note in found.notes if "inventory" in note]
    assert said.startswith("precision_omega: undefined for all ")
    assert not any("CharOmega" in note for note in found.notes)
    with pytest.raises(UsageError, match=r"CharIoU.*@auto needs to know which parts exist"):
        pw.evaluate(QRELS, RUN, preset="chroma@auto")


@pytest.mark.parametrize("name", ["chroma@", "chroma@0", "chroma@x", "chroma@-1"])
def test_no_cutoff(name):
    with pytest.raises(UsageError, match="expected chroma@10 or chroma@auto"):
        preset(name)


def test_labels_of_every_cutoff():
    assert has_label("chroma@10")("precision_omega")


def test_spread_is_in_the_json():
    both = pw.Qrels.from_columns(topic=["q", "r"], doc=["d", "d"], start=[0, 0], end=[10, 10])
    run = pw.Run.from_columns(topic=["q"], doc=["d"], start=[0], end=[10])
    found = json.loads(pw.evaluate(both, run, preset="chroma").to_json())

    first = found["runs"][0]["values"][1]
    assert (first["label"], first["mean"], first["std"]) == ("recall", 0.5, 0.5)
    assert "std" not in found["runs"][0]["values"][-1]


# -- the tool on its own data -------------------------------------------------------------


def naive(references, chunks, retrieved, *, touch=True):
    """Score a question on sets of characters."""
    gold = {c for a, b in references for c in range(a, b)}
    near = [
        (a, b)
        for a, b in chunks
        if any((a <= e and b >= s) if touch else (max(a, s) < min(b, e)) for s, e in references)
    ]
    union = {c for a, b in near for c in range(a, b)}
    hit = len(gold & {c for a, b in retrieved for c in range(a, b)})
    size = sum(b - a for a, b in retrieved)
    return {
        "iou": hit / (size + len(gold) - hit),
        "recall": hit / len(gold),
        "precision_omega": len(union & gold) / len(union | gold),
        "precision": hit / size if size else 0,
    }, len(near)


@pytest.mark.parametrize(
    ("name", "quirks"), [("chroma", "on"), ("chroma@10", "on"), ("chroma@auto", "on"),
                         ("chroma@auto", "off")],
)  # fmt: skip
def test_every_question(real_data, tmp_path, name, quirks):
    folder = real_data / "chunking_evaluation"
    with (folder / "questions_df.csv").open(encoding="utf-8", newline="") as file:
        questions = list(csv.DictReader(file))
    texts = {p.stem: len(p.read_text(encoding="utf-8")) for p in (folder / "corpora").glob("*.md")}
    chunks = {  # windows of 400 every 300 characters: they overlap, and touch references
        doc: [(a, min(a + 400, size)) for a in range(0, size, 300)] for doc, size in texts.items()
    }
    rng = np.random.default_rng(11)
    rows = []
    for n, question in enumerate(questions):
        doc = question["corpus_id"]
        at = json.loads(question["references"])[0]["start_index"] // 300
        for near in rng.integers(-4, 5, 30).tolist():
            chunk = chunks[doc][min(max(at + near, 0), len(chunks[doc]) - 1)]
            rows.append((f"q{n:03}", doc, *chunk))
    topic, doc, start, end = zip(*rows, strict=True)
    run = pw.Run.from_columns(topic=topic, doc=doc, start=start, end=end)
    places = [(doc, *chunk) for doc, listed in chunks.items() for chunk in listed]
    docs, starts, ends = zip(*places, strict=True)
    inventory = pw.Inventory.from_columns(doc=docs, start=starts, end=ends)

    found = pw.evaluate(
        folder / "questions_df.csv",
        run,
        preset=name,
        inventory=inventory,
        rules=pw.Rules(quirks=quirks),
    )

    assert len(found.topics) == 472
    on = quirks == "on"
    for n, question in enumerate(questions):
        references = [
            (r["start_index"], r["end_index"]) for r in json.loads(question["references"])
        ]
        listed = [(a, b) for t, _, a, b in rows[30 * n : 30 * n + 30]]
        cutoff = name.partition("@")[2] or "5"
        every = chunks[question["corpus_id"]]
        k = int(cutoff) if cutoff != "auto" else naive(references, every, [(0, 1)], touch=on)[1]
        k = min(k, 20) if cutoff == "auto" and on else k
        slow, _ = naive(references, every, listed[:k], touch=on)
        assert labelled(found, n) == pytest.approx(slow, abs=1e-12)
