"""Rows that are read of a run where measures see no more of it."""

from __future__ import annotations

import numpy as np
import pytest
from tests.laws import test_seen_parts as law
from tests.laws.instances import MEASURES, VARIANTS

import partwise as pw
from partwise.evaluation import prepared
from partwise.evaluation.chunk_runs import sees

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
files = law.files


@pytest.fixture
def viewed(monkeypatch):
    """Runs that measures look at."""
    runs = []

    class Watched(pw.View):
        def __init__(self, judged, run, **options):
            super().__init__(judged, run, **options)
            runs.append(run)

    monkeypatch.setattr(prepared, "View", Watched)
    return runs


@pytest.mark.parametrize("format_", list(law.WRITERS))
def test_few_rows_are_kept(files, viewed, format_):
    qrels, path = files(format_)

    pw.evaluate(qrels, str(path), ["CharR@2", "CharAP"])

    assert repr(viewed[0]).startswith("ChunkRun('run': 200 parts, 5 topics, ")
    assert viewed[0].topic.size < 150


@pytest.mark.parametrize("measures", law.SETS[:3], ids=len)
@pytest.mark.parametrize("kind", law.WHOLE_NUMBERS, ids=str)
def test_numbers_for_names(tmp_path, viewed, kind, measures):
    path = tmp_path / "run.parquet"

    law.both(law.numbered(path, kind), path, measures)

    assert [type(run).__name__ for run in viewed] == ["Run", "ChunkRun"]


def test_the_law_has_all_measures_that_say_what_they_see():
    shortened = {measure for measure in [*MEASURES, *VARIANTS] if sees([measure]) is not None}

    assert shortened
    assert shortened <= set(law.SEEN)


def test_a_subclass_with_values_of_its_own_sees_everything():
    class Mine(pw.CharR):
        def values(self, view):
            return np.zeros(view.n_topics)

    class Bounded(Mine):
        def sees(self):
            return self.first_parts()

    assert sees([pw.CharR @ 5]) is not None
    assert sees([Mine @ 5]) is None
    assert sees([Bounded @ 5]) is not None
