"""Runs that are written to files and evaluated some topics at a time."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.geometry import view as views

HEADER = "topic\tdoc\tstart\tend\tscore\n"
QRELS = "topic\tdoc\tstart\tend\tlength\n" + "".join(
    f"q{t}\td{t % 3}\t0\t10\t90\n" for t in range(6)
)
MEASURES = ["gP@2", "NCE@3", "CharR@1"]


def lines(*topics):
    """A run of three parts for each topic."""
    rows = [f"q{t}\td{d}\t{5 * d}\t{5 * d + 9}\t{9 - d}\n" for t in topics for d in range(3)]
    return HEADER + "".join(rows)


def beside(folder, qrels):
    """Return what writes a run beside assessments and returns the paths of both."""
    (folder / "qrels.tsv").write_text(qrels)

    def write(text, name="run"):
        (folder / f"{name}.tsv").write_text(text)
        return str(folder / "qrels.tsv"), str(folder / f"{name}.tsv")

    return write


@pytest.fixture
def met(monkeypatch):
    """Topics and rows of what was evaluated, in order."""
    found = []

    class Watched(views.View):
        def __init__(self, judged, run, **options):
            super().__init__(judged, run, **options)
            found.append((judged.n_topics, len(run)))

    monkeypatch.setattr("partwise.evaluation.prepared.View", Watched)
    return found


def same(found, whole):
    """What was evaluated apart is what was evaluated together, to the bit."""
    assert found.table.view(np.uint64).tolist() == whole.table.view(np.uint64).tolist()
    assert found.notes == whole.notes
    assert (found.counts, found.met, found.runs) == (whole.counts, whole.met, whole.runs)
    assert found.present.tolist() == whole.present.tolist()
