"""Time of the element measures: 34 topics x 1,500 results of nested elements.

    python benchmarks/elements.py [topics] [results]

Prints, for several settings, microseconds a result for all measures together on
one core, and how the time grows with the number of results.
"""

from __future__ import annotations

import sys
import time

import numpy as np

import partwise.measures  # noqa: F401
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.language.parser import parse
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure

BUDGET = 20.0
FANOUT = (6, 5, 4, 3)
"""Children at each depth: bodies, sections, subsections, paragraphs."""
SETTINGS = {
    "sog": "",
    "gen, tolerance .5": "quant=gen, tolerance=0.5",
    "sog, literal": "norm=literal",
    "gen, full, tolerance 1": "quant=gen, ideal=full, tolerance=1",
}
MEASURES = (
    "xCG@10", "xCI@10", "nxCG@10", "nxCG@50", "AnxCG@1500", "gr@50",
    "ep@0.1", "Aep", "iAep", "Q", "Rmeasure",
)  # fmt: skip
OTHERS = ("APrecall", "Precall@0.5", "GRPngR@10", "GRPngP@10", "GRPng@0.1", "Overlap@20", "Overlap")


def template():
    """Parent, tag and path of one document's elements in document order."""
    parent, depth, path = [-1], [0], ["/article[1]"]

    def grow(node):
        if depth[node] == len(FANOUT):
            return
        for i in range(FANOUT[depth[node]]):
            parent.append(node)
            depth.append(depth[node] + 1)
            path.append(f"{path[node]}/x{depth[node]}[{i + 1}]")
            grow(len(parent) - 1)

    grow(0)
    return np.array(parent), path


def collection(n_docs):
    """Equal documents; leaves hold 100 characters."""
    parent, path = template()
    n = parent.size
    start, end = np.zeros(n, np.int64), np.zeros(n, np.int64)
    at = 0
    inner = np.zeros(n, bool)
    inner[parent[1:]] = True
    for c in range(n):
        start[c] = at
        at += 0 if inner[c] else 100
        end[c] = at
    for c in range(n - 1, 0, -1):
        end[parent[c]] = max(end[parent[c]], end[c])
    docs = [f"d{d}" for d in range(n_docs)]
    tags = [p.rsplit("/", 1)[1].split("[")[0] for p in path]
    structure = Structure.from_columns(
        doc=np.repeat(docs, n).tolist(),
        parent=[None if p < 0 else int(p) for p in parent] * n_docs,
        tag=tags * n_docs,
        start=np.tile(start, n_docs).tolist(),
        end=np.tile(end, n_docs).tolist(),
    )
    return structure, docs, parent, path


def world(n_topics, n_results, n_docs=200, seed=0):
    """Structure, graded elements that reach up to the root, and nested results."""
    draw = np.random.default_rng(seed)
    structure, docs, parent, path = collection(n_docs)
    n = parent.size
    topic, doc, node, e, s = [], [], [], [], []
    for t in range(n_topics):
        for d in draw.choice(n_docs, 20, replace=False):
            relevant = set()
            for leaf in draw.choice(n, 25, replace=False):
                c = int(leaf)
                while c >= 0 and c not in relevant:
                    relevant.add(c)
                    c = int(parent[c])
            for c in sorted(relevant):
                topic.append(t)
                doc.append(d)
                node.append(c)
                e.append(int(draw.integers(1, 4)))
                s.append(int(draw.integers(1, 4)))
    qrels = Qrels.from_columns(
        topic=[f"t{t}" for t in topic],
        doc=[docs[d] for d in doc],
        element=[path[c] for c in node],
        e=e,
        s=s,
    )
    size = n_topics * n_results
    run = Run(
        name="bench",
        topics=Names.of(f"t{t}" for t in range(n_topics)),
        topic=np.repeat(np.arange(n_topics, dtype=np.int32), n_results),
        docs=Names.of(docs),
        # half of the results come from few documents, so that many overlap
        doc=np.where(
            draw.random(size) < 0.5, draw.integers(0, 20, size), draw.integers(0, n_docs, size)
        ).astype(np.int32),
        start=np.full(size, -1),
        end=np.full(size, -1),
        elements=Names.of(path),
        element=draw.integers(0, n, size).astype(np.int32),
        score=np.tile(np.arange(n_results, 0, -1.0), n_topics),
    )
    return structure, qrels, run


def spelled(measure, setting):
    if not setting or measure.startswith("xCI"):
        return parse(measure)
    name, at, cutoff = measure.partition("@")
    return parse(f"{name}({setting}){at}{cutoff}")


def seconds(view, measures):
    begin = time.process_time()
    for measure in measures:
        measure.values(view)
    return time.process_time() - begin


def main():
    n_topics, n_results = (int(x) for x in (*sys.argv[1:], 34, 1500)[:2])
    structure, qrels, run = world(n_topics, n_results)
    judged = Assessments(qrels, structure=structure)
    n = len(run)
    view = View(judged, run)
    begin = time.process_time()
    shown = view.elements.pool.shown
    joined = time.process_time() - begin
    print(f"{n:,} results, {len(qrels):,} judged elements, {len(structure):,} elements")
    print(f"join of run, assessments and trees: {joined:.3f} s, {1e6 * joined / n:.2f} us a result")
    print(f"results shown before in full: {100 * shown.mean():.0f} %")
    worst = 0.0
    for label, setting in SETTINGS.items():
        fresh = View(judged, run)
        spent = seconds(fresh, [spelled(m, setting) for m in MEASURES])
        worst = max(worst, 1e6 * spent / n)
        print(f"{label:24} {spent:.3f} s  {1e6 * spent / n:5.2f} us a result, join included")
    spent = seconds(View(judged, run), [parse(m) for m in OTHERS])
    print(f"{'Precall, GRPng, Overlap':24} {spent:.3f} s  {1e6 * spent / n:5.2f} us a result")
    print("growth, default setting:")
    for size in (n_results // 4, n_results // 2, n_results):
        structure, qrels, run = world(n_topics, size)
        spent = seconds(
            View(Assessments(qrels, structure=structure), run), [parse(m) for m in MEASURES]
        )
        print(f"  {len(run):>9,} results {spent:.3f} s  {1e6 * spent / len(run):5.2f} us a result")
    print(f"budget {BUDGET:g} us a result: {'kept' if worst <= BUDGET else 'MISSED'}")


if __name__ == "__main__":
    main()
