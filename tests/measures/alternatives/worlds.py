"""A topic that {a, b} or {c} answers."""

from __future__ import annotations

import warnings

import partwise as pw

QRELS = pw.Qrels.from_columns(
    topic=["t", "t", "t", "u"], doc=["a", "b", "c", "a"], alternative=["0", "0", "1", None],
    grade=[1, 1, 1, 0],
)  # fmt: skip


def value(measure: str, returned: str, *, judged: bool = True) -> float:
    """Value of a measure for documents of one letter, where something is relevant or nothing."""
    topic = "t" if judged else "u"
    ranks = range(len(returned), 0, -1)
    run = {topic: {doc: float(rank) for doc, rank in zip(returned, ranks, strict=True)}}
    with warnings.catch_warnings():  # an empty run is worth a warning
        warnings.simplefilter("ignore" if not returned else "error")
        found = pw.evaluate(QRELS, run, measure)
    return float(found.of(found.runs[0], measure)[found.topics.index(topic)])
