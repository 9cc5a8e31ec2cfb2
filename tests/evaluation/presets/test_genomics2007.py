"""The preset against the track's program, written down step by step."""

from __future__ import annotations

import csv
import gzip
from collections import defaultdict

import pytest

import partwise as pw
from partwise.errors import MissingAssessmentError

QRELS = pw.Qrels.from_columns(
    topic=["t"] * 3,
    doc=["A", "A", "B"],
    start=[10, 30, 0],
    end=[20, 40, 20],
    aspects=["x|y", "z", "x"],
)
RUN = pw.Run.from_columns(
    topic=["t"] * 5,
    doc=["A", "A", "C", "B", "A"],
    start=[5, 8, 0, 10, 10],
    end=[15, 38, 10, 30, 15],
    rank=[1, 2, 3, 4, 5],
)
LABELS = ["DOCUMENT", "PASSAGE", "PASSAGE2", "ASPECT"]


def values(found, topic=0, run="run"):
    return {name: found.of(run, name)[topic] for name in LABELS}


def test_fixture():
    found = pw.evaluate(QRELS, RUN, preset="genomics2007")

    assert [label.name for label in found.labels if label] == LABELS
    assert values(found) == pytest.approx(
        {"DOCUMENT": 0.833333, "PASSAGE": 0.326429, "PASSAGE2": 0.317825, "ASPECT": 0.666667},
        abs=5e-7,
    )
    assert found.measures[4:] == ("CharR@5", "CharP@5", "AgP", "PartRR")


def naive(gold, run, *, first_gold=True, repeats=True):
    """Score a topic; gold is (doc, start, end, aspects), run (doc, start, end) in order."""
    met_of = [
        [g for g, (doc, a, b, _) in enumerate(gold) if doc == d and max(a, s) < min(b, e)]
        for d, s, e in run
    ]
    met_of = [met[:1] for met in met_of] if first_gold else met_of
    docs = list(dict.fromkeys(doc for doc, _, _ in run))
    relevant = {doc for doc, _, _, _ in gold}
    hits = [n for n, doc in enumerate(docs) if doc in relevant]
    document = sum((i + 1) / (n + 1) for i, n in enumerate(hits)) / len(relevant)

    seen = defaultdict(set)
    read = credit = number = 0
    passage = 0.0
    credited = set()
    for (doc, s, e), met in zip(run, met_of, strict=True):
        places = [(max(gold[g][1], s), min(gold[g][2], e)) for g in met]
        if repeats:
            own = sum(b - a for a, b in places)
        else:
            own = len({c for a, b in places for c in range(a, b)} - seen[doc])
            seen[doc].update(range(s, e))
        read, credit = read + e - s, credit + own
        if own:
            number += 1
            passage += credit / read
            credited.update(met)
    passage /= number + len(gold) - len(credited)

    known, found, total = set(), 0, 0
    aspect = 0.0
    for met in met_of:
        new = {name for g in met for name in gold[g][3].split("|")} - known
        if not met or new:
            total += 1
        if new:
            found += 1
            aspect += len(new) * found / total
        known |= new
    named = {name for *_, names in gold for name in names.split("|")}
    return {"DOCUMENT": document, "PASSAGE": passage, "ASPECT": aspect / len(named)}


@pytest.mark.parametrize("quirks", ["on", "off", "first-gold", "repeats"])
def test_quirks_on_the_fixture(quirks):
    gold = [("A", 10, 20, "x|y"), ("A", 30, 40, "z"), ("B", 0, 20, "x")]
    run = [("A", 5, 15), ("A", 8, 38), ("C", 0, 10), ("B", 10, 30), ("A", 10, 15)]
    kept = {"on": {"first-gold", "repeats"}, "off": set()}.get(quirks, {quirks})
    slow = naive(gold, run, first_gold="first-gold" in kept, repeats="repeats" in kept)

    found = pw.evaluate(QRELS, RUN, preset="genomics2007", rules=pw.Rules(quirks=quirks))

    ours = values(found)
    assert {name: ours[name] for name in slow} == pytest.approx(slow)
    assert (found.labels[0].tool is None) == (quirks != "on")


def test_ties_in_rank_go_by_pmid_as_text_offset_and_length():
    rows = [("9", 0, 5), ("10", 7, 9), ("10", 3, 9), ("10", 3, 8)]
    doc, start, end = zip(*rows, strict=True)
    run = pw.Run.from_columns(topic=["t"] * 4, doc=doc, start=start, end=end, rank=[1] * 4)
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["9"], start=[0], end=[5], aspects=["a"])

    found = pw.evaluate(qrels, run, preset="genomics2007")

    assert found.mean("run", "DOCUMENT") == 1 / 2  # "10" < "9"
    assert found.mean("run", "PASSAGE") == pytest.approx(5 / (5 + 6 + 2 + 5))


def test_aspects_are_needed():
    bare = pw.Qrels.from_columns(topic=["t"], doc=["A"], start=[0], end=[5])
    with pytest.raises(MissingAssessmentError, match="AspectAP needs aspects"):
        pw.evaluate(bare, RUN, preset="genomics2007")


def rows(path):
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
    return list(csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize(
    ("name", "quirks"),
    [
        *((f"run-york-0{n}", "on") for n in (1, 2, 5)),
        *(("run-made-overlap", quirks) for quirks in ("on", "off", "first-gold", "repeats")),
    ],
)
def test_every_topic_of_the_real_files(real_data, name, quirks):
    folder = real_data / "trec_genomics_2007"
    gold, run = defaultdict(list), defaultdict(list)
    for topic, doc, start, size, names in rows(folder / "gold.tsv"):
        gold[topic].append((doc, int(start), int(start) + int(size), names))
    for topic, doc, rank, _, start, size, *_ in rows(folder / f"{name}.tsv.gz"):
        run[topic].append((int(rank), doc, int(start), int(size)))

    found = pw.evaluate(
        folder / "gold.tsv",
        folder / f"{name}.tsv.gz",
        preset="genomics2007",
        rules=pw.Rules(quirks=quirks),
    )

    kept = {"on": {"first-gold", "repeats"}, "off": set()}.get(quirks, {quirks})
    assert len(found.topics) == 36
    for at, topic in enumerate(found.topics):
        listed = [(doc, a, a + n) for _, doc, a, n in sorted(run[topic])]
        slow = naive(
            gold[topic], listed, first_gold="first-gold" in kept, repeats="repeats" in kept
        )
        ours = values(found, at, found.runs[0])
        assert {label: ours[label] for label in slow} == pytest.approx(slow, abs=1e-12)
