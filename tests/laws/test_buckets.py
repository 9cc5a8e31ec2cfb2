"""Topics that are evaluated in buckets have the same values, to the last bit, and notes."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from tests.laws.collections import documents, elements, graded, spans
from tests.laws.instances import MEASURES

import partwise as pw
from partwise.errors import PartwiseError
from partwise.evaluation.buckets import one
from partwise.evaluation.buckets.batches import Batches
from partwise.evaluation.evaluate import evaluate

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
        except PartwiseError:
            continue
        found.append(measure)
    return found


def in_buckets(folder, n, measures, qrels, runs, **how):
    """Evaluate in n buckets, the last one first."""
    pw.bucket(qrels, runs, folder, n, **how)
    for number in reversed(range(n)):
        part = pw.evaluate_bucket(folder, number, measures)
        part.write(folder / "parts" / f"part-{number:05d}-of-{n:05d}.parquet")
    return pw.merge(folder)


@pytest.mark.parametrize("n", [1, 2, 7])
@pytest.mark.parametrize("kind", KINDS)
def test_buckets_change_nothing(tmp_path, kind, n):
    tables = KINDS[kind](1)
    how = {name: getattr(tables, name) for name in ("structure", "lengths", "inventory")}
    measures = measured(tables)
    runs = [tables.run, KINDS[kind](2).run.named("other")]
    plain = evaluate(tables.qrels, runs, measures, **how)

    found = in_buckets(tmp_path / "b", n, measures, tables.qrels, runs, **how)

    differ = (found.table != plain.table) & ~(np.isnan(found.table) & np.isnan(plain.table))
    assert sorted({plain.measures[m] for m in np.nonzero(differ)[1]}) == []
    assert found.table.tobytes() == plain.table.tobytes()
    assert found.notes == plain.notes
    assert (found.counts, found.met, found.topics) == (plain.counts, plain.met, plain.topics)


@pytest.mark.parametrize("kind", KINDS)
def test_batches_of_a_bucket_change_nothing(tmp_path, kind, monkeypatch):
    tables = KINDS[kind](1)
    how = {name: getattr(tables, name) for name in ("structure", "lengths", "inventory")}
    measures = measured(tables)
    runs = [tables.run, KINDS[kind](2).run.named("other")]
    plain = evaluate(tables.qrels, runs, measures, **how)
    monkeypatch.setattr(one, "batches_of", lambda _: EachAlone(None))

    found = in_buckets(tmp_path / "b", 2, measures, tables.qrels, runs, **how)

    assert found.table.tobytes() == plain.table.tobytes()
    assert found.notes == plain.notes
    assert (found.counts, found.met, found.topics) == (plain.counts, plain.met, plain.topics)


class EachAlone(Batches):
    """Every topic is a batch."""

    def hold(self, rows):
        return False

    def fitting(self, rows):
        return 1


def test_every_measure_is_tried():
    tried = {repr(one) for kind in KINDS.values() for one in measured(kind(1))}

    missing = {repr(measure) for measure in MEASURES} - tried
    assert sorted(missing) == []
