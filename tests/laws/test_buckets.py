"""Topics that are evaluated in buckets have the same values, to the last bit, and notes."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
import pytest
from tests.helpers import grouped_options, single_topics
from tests.laws.collections import documents, elements, graded, spans
from tests.laws.instances import MEASURES

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")

KINDS = {
    "spans": spans,
    "chunks": partial(spans, chunks=True),
    "elements by share": elements,
    "elements by grade": partial(elements, scale="grade"),
    "graded elements": graded,
    "trees": partial(graded, trees=True),
    "documents": documents,
}


def measured(tables):
    """All measures that the collection has a value for."""
    found = []
    for measure in MEASURES:
        try:
            tables.values(measure)
        except pw.PartwiseError:
            continue
        found.append(measure)
    return found


@cache
def collected(kind):
    """A collection with what goes beside it, its measures, two runs, and what they are worth."""
    tables = KINDS[kind](1)
    how = tables.beside
    measures = measured(tables)
    runs = [tables.run, KINDS[kind](2).run.named("other")]
    return (
        tables.qrels,
        runs,
        measures,
        how,
        pw.evaluate(tables.qrels, runs, measures, **grouped_options(**how)),
    )


def in_buckets(folder, n, measures, qrels, runs, **how):
    """Evaluate in n buckets, the last one first."""
    pw.bucket(qrels, runs, folder, n, **grouped_options(**how))
    for number in reversed(range(n)):
        part = pw.evaluate_bucket(folder, number, measures)
        part.write(folder / "parts" / f"part-{number:05d}-of-{n:05d}.parquet")
    return pw.merge(folder)


@pytest.mark.parametrize("n", [1, 2, 7])
@pytest.mark.parametrize("kind", KINDS)
def test_buckets_change_nothing(tmp_path, kind, n):
    qrels, runs, measures, how, plain = collected(kind)

    found = in_buckets(tmp_path / "b", n, measures, qrels, runs, **how)

    differ = (found.table != plain.table) & ~(np.isnan(found.table) & np.isnan(plain.table))
    assert sorted({plain.measures[m] for m in np.nonzero(differ)[1]}) == []
    assert found.table.tobytes() == plain.table.tobytes()
    assert found.notes == plain.notes
    assert (found.counts, found.met, found.topics) == (plain.counts, plain.met, plain.topics)


@pytest.mark.parametrize("kind", KINDS)
def test_batches_of_a_bucket_change_nothing(tmp_path, kind, monkeypatch):
    qrels, runs, measures, how, plain = collected(kind)
    single_topics(monkeypatch)

    found = in_buckets(tmp_path / "b", 2, measures, qrels, runs, **how)

    assert found.table.tobytes() == plain.table.tobytes()
    assert found.notes == plain.notes
    assert (found.counts, found.met, found.topics) == (plain.counts, plain.met, plain.topics)


def test_every_measure_is_tried():
    tried = {repr(one) for kind in KINDS for one in collected(kind)[2]}

    missing = {repr(measure) for measure in MEASURES} - tried
    assert sorted(missing) == []
