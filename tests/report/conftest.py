"""Reports of the example, and of small collections made for a test."""

from __future__ import annotations

import pytest
from tests.conftest import ROOT

import partwise as pw
from partwise.report.findings import Choices, Findings
from partwise.report.material import gather

EXAMPLE = ROOT / "examples" / "lighthouse"
NAMES = ("small", "medium", "large")


@pytest.fixture(scope="session")
def example():
    """The example's material, with texts, questions and inventories."""
    return gather(
        EXAMPLE / "qrels.tsv",
        [EXAMPLE / f"{name}.jsonl" for name in NAMES],
        texts=EXAMPLE / "texts",
        topics_file=EXAMPLE / "questions.tsv",
        inventory={name: EXAMPLE / "chunks" / f"{name}.tsv" for name in NAMES},
    )


@pytest.fixture(scope="session")
def findings(example):
    return Findings(example, Choices())


def qrels_of(*rows):
    """Assessments from (topic, doc, start, end)."""
    topic, doc, start, end = zip(*rows, strict=True)
    return pw.Qrels.from_columns(topic=topic, doc=doc, start=start, end=end)


def run_of(name, *rows):
    """A run from (topic, doc, start, end), ranked as listed."""
    topic, doc, start, end = zip(*rows, strict=True)
    score = [float(len(rows) - at) for at in range(len(rows))]
    return pw.Run.from_columns(name=name, topic=topic, doc=doc, start=start, end=end, score=score)


def found_of(values, measures=("CharR",), better=("higher",), **choices):
    """Findings on values ``[run][measure][topic]``; runs are called a, b, c ..."""
    import numpy as np

    from partwise.report.material import saved_material
    from partwise.tables.results import Results

    letters = "abcdefghijklmnopqrstuvwxyz"
    table = np.array(values, float)
    topics = tuple(f"t{at}" for at in range(table.shape[2]))
    runs = tuple(letters[at % 26] + str(at // 26 or "") for at in range(table.shape[0]))
    present = np.ones((len(runs), len(topics)), bool)
    results = Results(runs, topics, tuple(measures), tuple(better), table, present, {})
    return Findings(saved_material(results, None, None), Choices(**choices))
