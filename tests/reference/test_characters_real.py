"""Real runs against the definitions, on a few topics."""

from __future__ import annotations

import gzip
from collections import defaultdict

import numpy as np
import pytest
from tests.reference import characters_slow as slow
from tests.reference.characters_collections import Collection

import partwise as pw


def genomics(folder, topics):
    """Gold passages and the made-up overlapping run, ordered by rank."""
    gold = [line.split("\t") for line in (folder / "gold.tsv").read_text().splitlines()]
    with gzip.open(folder / "run-made-overlap.tsv.gz", "rt") as lines:
        run = [line.split("\t") for line in lines]

    def row(topic, doc, offset, length):
        start = int(offset)
        end = start + int(length)
        return {"topic": topic, "doc": doc, "start": start, "end": end, "grade": None} | {
            "bep": None,
            "score": None,
            "tokens": None,
        }

    judged = [row(r[0], r[1], r[2], r[3]) for r in gold if r[0] in topics]
    run = sorted((r for r in run if r[0] in topics), key=lambda r: (r[0], int(r[2])))
    return Collection(topics, judged, [row(r[0], r[1], r[4], r[5]) for r in run])


def test_genomics_walk(real_data):
    collection = genomics(real_data / "trec_genomics_2007", ["200", "201", "207", "215"])
    found = pw.parse("CharAP").values(collection.view())
    for topic, value in zip(collection.topics, found, strict=True):
        assert value == pytest.approx(walk(collection.slow(topic)), abs=1e-12)
    assert (found > 0).any()


def walk(topic):
    """CharAP in floating point: fractions over a million characters grow too long."""
    relevant, seen, hits, read, terms = topic.rel, set(), 0, 0, []
    for part in topic.parts:
        for c in range(part.start, part.end):
            here = (part.doc, c)
            if here in relevant:
                if here in seen:
                    continue
                seen.add(here)
                hits += 1
            read += 1
            if here in relevant:
                terms.append(hits / read)
    return np.sum(terms) / len(relevant)


MEASURES = {
    "CharP@5": (5, {}),
    "CharR@5": (5, {}),
    "CharR": (None, {}),
    "CharIoU@5": (5, {}),
    "CharF@5": (5, {}),
    "CharOverlap@5": (5, {}),
    "iP(tolerance=0.3)@0.1": (0.1, {"tolerance": 0.3}),
    "AiP(points=11)@20": (20, {"points": 11}),
    "CharR(budget=4000)": (None, {"budget": 4000}),
    "CharP(budget=4000)": (None, {"budget": 4000}),
    "RR": (None, {}),
    "gP@3": (3, {}),
    "gP(BEP)@3": (3, {"gain": ("BEP", {})}),
    "gP(ChP)@3": (3, {"gain": ("ChP", {})}),
    "gP(T2IF(order=worst))@3": (3, {"gain": ("T2IF", {"order": "worst"})}),
    "AgP": (None, {}),
    "CE@10": (10, {}),
    "ANCE@10": (10, {}),
}


def evidence(folder, n_topics):
    """Judged spans and the chunk run of the first topics."""
    judged, lengths = defaultdict(list), {}
    for line in (folder / "qrels.fol").read_text().splitlines():
        topic, _, doc, _, size, *rest = line.split()
        lengths[doc] = int(size)
        for place in rest[1:]:
            offset, length = map(int, place.split(":"))
            base = {"topic": topic, "doc": doc, "start": offset, "end": offset + length}
            judged[topic].append(base | {"grade": 1, "bep": int(rest[0])})
    topics = list(judged)[:n_topics]
    run = []
    for line in (folder / "runs" / "bm25-chunk500.fol.txt").read_text().splitlines():
        topic, _, doc, _, score, _, offset, length = line.split()
        if topic in topics:
            start = int(offset)
            base = {"topic": topic, "doc": doc, "start": start, "end": start + int(length)}
            run.append(base | {"score": float(score), "tokens": None})
    return Collection(topics, [r for t in topics for r in judged[t]], run, lengths)


def test_evidence_chunks(real_data):
    collection = evidence(real_data / "evidence-inference", 3)
    view = collection.view()
    topics = [collection.slow(topic) for topic in collection.topics]
    for text, (cutoff, params) in MEASURES.items():
        name = text.split("(")[0].split("@")[0]
        wanted = [slow.value(topic, name, cutoff, **params) for topic in topics]
        assert pw.parse(text).values(view) == pytest.approx(wanted, abs=1e-12), text
