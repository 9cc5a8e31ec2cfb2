"""Views are freed with their arrays when their run is done, without the cycle collector."""

from __future__ import annotations

import gc
import weakref
from collections import Counter

import numpy as np
import pytest
from tests.helpers import with_files
from tests.laws.collections import every_collection
from tests.laws.instances import MEASURES

import partwise as pw


@pytest.fixture(scope="module")
def collector():
    """Switch the cycle collector off, and have it overlook what was there before."""
    gc.collect()
    gc.disable()
    gc.freeze()  # what imports left is many times what a view holds, and stays as long as we do
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


def in_cycles():
    """Names of our objects that only the cycle collector would have freed."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    kinds = {type(thing) for thing in gc.garbage}
    gc.garbage.clear()
    return sorted(kind.__name__ for kind in kinds if kind.__module__.startswith("partwise."))


def alive():
    """Objects of ours that are not frozen, by class."""
    kinds = (type(thing) for thing in gc.get_objects())
    return Counter(kind for kind in kinds if str(kind.__module__).startswith("partwise."))


@pytest.mark.parametrize("measure", MEASURES, ids=repr)
def test_no_cycle_keeps_a_view(collector, measure):
    for tables in every_collection(measure, 1):
        view = tables.view()
        measure.values(view)
        made = weakref.ref(view)
        del view

        assert made() is None
    assert in_cycles() == []


@pytest.mark.parametrize("kind", ["reach", "step"])
def test_nor_do_links(collector, tmp_path, kind):
    (tmp_path / "l.tsv").write_text("a b .5\nb c .5\n")
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["c"], grade=[1])
    run = pw.Run.from_columns(topic=["t"], doc=["b"], rank=[1])
    measure = with_files(pw.GR(nav=pw.Edges(str(tmp_path / "l.tsv"), kind=kind)))

    def evaluate():
        view = pw.View.of(qrels, run)
        assert measure.values(view).tolist() == [0.5]
        assert alive() - before  # a view, and what belongs to it
        return weakref.ref(view)

    before = Counter()
    evaluate()  # whoever asks first leaves what tables and models hold for good
    before = alive()

    assert evaluate()() is None
    assert alive() - before == Counter()
    assert in_cycles() == []


def test_a_run_is_gone_when_the_next_is_read(collector):
    made = []

    class Watch(pw.CharR):
        """Recall that remembers its views, for as long as they live."""

        def values(self, view):
            made.append(weakref.ref(view))
            return super().values(view)

    measures = ["CharR@3", "nDCG", "AgP", "PartP@2", "CharR(budget=20)", "EPRUM(r=1)", "ESRR"]
    measures += [Watch()]

    def runs():
        for number in range(3):
            assert all(thing() is None for thing in made)
            run = pw.Run.from_columns(
                topic=["t"] * 3,
                doc=["d", "d", "e"],
                start=[0, 5, 0],
                end=[10, 20, 30],
                score=np.array([3.0, 2.0, 1.0]),
                name=f"run {number}",
            )
            made.extend(map(weakref.ref, (run, run.doc, run.start, run.score)))
            yield run
            del run

    qrels = pw.Qrels.from_columns(
        topic=["t"] * 2, doc=["d", "e"], start=[3, 0], end=[12, 9], grade=[2, 1], length=[40, 40]
    )
    pw.evaluate(qrels, runs(), measures)

    assert len(made) == 15
