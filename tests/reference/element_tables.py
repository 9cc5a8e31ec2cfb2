"""From the plain trees of the exact reference to the library's tables and values."""

from __future__ import annotations

import numpy as np

import partwise as pw


def extents(trees):
    """Start of each element: children first, then the element's own text."""
    start = [0] * len(trees.parent)
    for c in range(len(trees.parent)):
        at = start[c]
        for child in trees.children[c]:
            start[child] = at
            at += trees.size[child]
    return [(a, a + n) for a, n in zip(start, trees.size, strict=True)]


def documents(trees):
    """Name of the document of each element."""
    return [f"d{([c, *trees.above(c)])[-1]}" for c in range(len(trees.parent))]


def paths(trees):
    """Path of each element; all are called x."""
    names = []
    for c, p in enumerate(trees.parent):
        siblings = trees.children[p] if p is not None else [c]
        above = "" if p is None else names[p]
        names.append(f"{above}/x[{siblings.index(c) + 1}]")
    return names


_MADE = {}
"""The last trees, and their table: an example has many views of the same trees."""


def structure_of(trees):
    given = *trees.parent, *trees.size
    if given not in _MADE:
        _MADE.clear()
        _MADE[given] = _structure(trees)
    return _MADE[given]


def _structure(trees):
    docs = documents(trees)
    first = {d: docs.index(d) for d in docs}
    parent = [None if p is None else p - first[docs[c]] for c, p in enumerate(trees.parent)]
    start, end = zip(*extents(trees), strict=True)
    return pw.Structure.from_columns(
        doc=docs, parent=parent, tag=["x"] * len(docs), start=list(start), end=list(end)
    )


def qrels_of(trees, per_topic, scale="grade"):
    """Graded elements; every topic also has a judged document without relevance."""
    docs, names = documents(trees), paths(trees)
    rows = [
        (f"t{t}", docs[c], names[c], *pair)
        for t, (grades, _) in enumerate(per_topic)
        for c, pair in [*grades.items(), (0, (0, 0))]
        if pair != (0, 0) or c not in grades
    ]
    topic, doc, element, e, s = zip(*rows, strict=True)
    return pw.Qrels.from_columns(
        topic=list(topic), doc=list(doc), element=list(element), e=list(e), s=list(s), scale=scale
    )


def run_of(trees, per_topic, ranks=None):
    """Ranked elements; None becomes a passage.

    `ranks` has a list of ranks per topic; without it a result is one rank lower than the last.
    """
    docs, names, places = documents(trees), paths(trees), extents(trees)
    rows = [
        (f"t{t}", docs[0], None, *places[0], rank) if c is None
        else (f"t{t}", docs[c], names[c], None, None, rank)
        for t, (_, run) in enumerate(per_topic)
        for rank, c in zip(ranks[t] if ranks else range(1, len(run) + 1), run, strict=True)
    ]  # fmt: skip
    topic, doc, element, start, end, rank = zip(*rows, strict=True) if rows else [()] * 6
    return pw.Run.from_columns(
        topic=list(topic),
        doc=list(doc),
        element=list(element),
        start=start,
        end=end,
        rank=np.array(rank, np.int64),
    )


def view_of(trees, per_topic, scale="grade", ranks=None):
    """View of one run on graded elements; `ranks` as in `run_of`."""
    qrels, run = qrels_of(trees, per_topic, scale), run_of(trees, per_topic, ranks)
    return pw.View.of(qrels, run, structure=structure_of(trees), order="rank")


def view_without_structure(trees, per_topic, ranks=None):
    """The same without the element trees."""
    run = run_of(trees, per_topic, ranks)
    return pw.View.of(qrels_of(trees, per_topic), run, order="rank")


def in_order_of_ties(trees, run, rank):
    """Results of each rank in the order in which ties are broken, one list a rank."""
    docs, names, places = documents(trees), paths(trees), extents(trees)

    def place(c):
        start, end = places[c or 0]
        path = "" if c is None else names[c]
        return start, -end, path.count("/"), path

    ranks = []
    for r in sorted(set(rank)):
        shared = sorted((c for c, at in zip(run, rank, strict=True) if at == r), key=place)
        ranks.append(sorted(shared, key=lambda c: docs[c or 0], reverse=True))
    return ranks


def highlight_view_of(trees, per_topic, exhaustivity=None):
    """View of one run on highlighted spans, with e for some elements.

    Per topic a list of (element, start, end) relative to the element's document,
    and a run; `exhaustivity` maps (topic number, element) to e.
    """
    docs, names = documents(trees), paths(trees)
    # every topic is judged, in this order, even where nothing is highlighted
    rows = [(f"t{t}", docs[0], None, None, None, 0, None) for t in range(len(per_topic))]
    rows += [
        (f"t{t}", docs[c], None, a, b, None, None)
        for t, (spans, _) in enumerate(per_topic)
        for c, a, b in spans
    ]
    rows += [
        (f"t{t}", docs[c], names[c], None, None, None, e)
        for (t, c), e in (exhaustivity or {}).items()
    ]
    names_ = ["topic", "doc", "element", "start", "end", "grade", "e"]
    columns = dict(zip(names_, zip(*rows, strict=True), strict=True))
    qrels = pw.Qrels.from_columns(
        topic=list(columns["topic"]),
        doc=list(columns["doc"]),
        element=list(columns["element"]),
        start=columns["start"],
        end=columns["end"],
        grade=[np.nan if g is None else g for g in columns["grade"]],
        **({"e": [np.nan if e is None else e for e in columns["e"]]} if exhaustivity else {}),
    )
    run = run_of(trees, per_topic)
    return pw.View.of(qrels, run, structure=structure_of(trees), order="rank")


# -- gains of single results, as the steps of cumulated gain -----------------------------------


def gains_of(view, n_ranks, **setting):
    """Gain of each rank, float64[n_ranks, n_topics]; NaN for topics where nothing is relevant."""
    curve = [(pw.xCG(**setting) @ k).values(view) for k in range(1, n_ranks + 1)]
    return np.diff(curve, axis=0, prepend=0)


def ideal_gains_of(view, n_ranks, **setting):
    """Gain of each rank of the ideal ranking, float64[n_ranks, n_topics]; 0 after its end."""
    curve = [(pw.xCI(**setting) @ k).values(view) for k in range(1, n_ranks + 1)]
    return np.diff(curve, axis=0, prepend=0)
