"""Speed of the navigation measures on a made-up collection.

    python benchmarks/navigation.py [--topics 100] [--results 1500] [--ideals 500]

A quarter of the results lies in documents that hold ideals, one to nine of them each. Every
family is timed on a view of its own, so nothing is shared between the lines; then twice the
results show how the time grows. With ``Proximity`` a result leads to all ideals of its
document, the worst case for the product tree.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from partwise.evaluation.plan import parse
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure

FAMILIES = {
    "PRUM, all recall values, noisy-or": (30, ("APRUM", "PRUM@0.1", "PRUM(r=1)")),
    "PRUM, all recall values, exact": (20, ("APRUM(novelty=exact)", "PRUM(novelty=exact)@0.1")),
    "the same where every ideal is reached": (
        30,
        ("APRUM(nav=Proximity)", "PRUM(nav=Proximity)@0.1"),
    ),
    "and exact": (20, ("APRUM(nav=Proximity, novelty=exact)",)),
    "EPRUM and GR": (None, ("AEPRUM", "EPRUM@0.5", "GR")),
    "ESR family": (
        10,
        (
            *("ESRP@10", "ESRR@10", "AESRP", "SRPRUM", "SRP@10", "ASRP"),
            *("SRiP@10", "SRiR@10", "SRiP2@10", "SRiR2@10", "ASRiP", "ASRiP2"),
            *("NSRCG@10", "NSRCG2@10", "EHits@10", "ENearMisses@10", "EMisses@10"),
        ),
    ),
}


def structure(n_docs: int, n_sections: int = 5, n_paragraphs: int = 6) -> Structure:
    """Articles of sections of paragraphs, 100 characters each."""
    tags, parent, start, end = ["article"], [-1], [0], [n_sections * n_paragraphs * 100]
    for section in range(n_sections):
        low = section * n_paragraphs * 100
        tags.append("sec")
        parent.append(0)
        start.append(low)
        end.append(low + n_paragraphs * 100)
        above = len(tags) - 1
        for paragraph in range(n_paragraphs):
            tags.append("p")
            parent.append(above)
            start.append(low + paragraph * 100)
            end.append(low + paragraph * 100 + 100)
    one = len(tags)
    return Structure.from_columns(
        doc=np.repeat([f"d{i:05}" for i in range(n_docs)], one),
        parent=[None if p < 0 else p for p in parent] * n_docs,
        tag=tags * n_docs,
        start=start * n_docs,
        end=end * n_docs,
    )


def collection(n_topics: int, n_results: int, n_ideals: int, seed: int = 1) -> View:
    """Topics with ideals in documents of one to nine of them, and a run of elements."""
    rng = np.random.default_rng(seed)
    n_docs = 1000
    trees = structure(n_docs)
    paths = trees.to_frame()["path"].to_list()[: len(trees) // n_docs]
    judged: list[tuple[int, int, int]] = []
    rows: list[tuple[int, int, int, int]] = []
    for topic in range(n_topics):
        docs = rng.permutation(n_docs)
        counts = rng.integers(1, 10, n_docs)
        held = docs[: int(np.searchsorted(np.cumsum(counts), n_ideals)) + 1]
        wanted = [
            (topic, int(doc), int(node))
            for doc, count in zip(held, counts, strict=False)
            for node in rng.choice(len(paths), int(count), replace=False)
        ]
        judged += wanted[:n_ideals]
        others = docs[held.size :]
        inside = rng.random(n_results) < 0.25
        doc = np.where(inside, rng.choice(held, n_results), rng.choice(others, n_results))
        node = rng.integers(0, len(paths), n_results)
        rows += [
            (topic, int(d), int(n), rank) for rank, (d, n) in enumerate(zip(doc, node, strict=True))
        ]
    names = trees.docs.tolist()
    topic, doc, node = zip(*judged, strict=True)
    qrels = Qrels.from_columns(
        topic=[f"t{t}" for t in topic],
        doc=[names[d] for d in doc],
        element=[paths[n] for n in node],
        grade=np.ones(len(judged)),
    )
    topic, doc, node, rank = zip(*rows, strict=True)
    run = Run.from_columns(
        topic=[f"t{t}" for t in topic],
        doc=[names[d] for d in doc],
        element=[paths[n] for n in node],
        rank=rank,
    )
    return View(Assessments(qrels, structure=trees), run)


def timed(view: View, measures: tuple[str, ...]) -> float:
    """CPU seconds of some measures on a fresh view."""
    fresh = View(view.assessments, view.run)
    begin = time.process_time()
    for text in measures:
        parse(text).values(fresh)
    return time.process_time() - begin


def main() -> None:
    """Print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--topics", type=int, default=100)
    options.add_argument("--results", type=int, default=1500)
    options.add_argument("--ideals", type=int, default=500)
    given = options.parse_args()
    once = collection(given.topics, given.results, given.ideals)
    twice = collection(given.topics, 2 * given.results, given.ideals)
    print(f"{given.topics} topics x {given.results} results x {given.ideals} ideals, one core")
    print(f"{'':36}{'seconds':>10}{'limit':>8}{'twice the results':>20}{'ratio':>8}")
    for name, (limit, measures) in FAMILIES.items():
        one, two = timed(once, measures), timed(twice, measures)
        said = "" if limit is None else f"{limit}"
        print(f"{name:36}{one:10.2f}{said:>8}{two:20.2f}{two / one:8.2f}")


if __name__ == "__main__":
    main()
