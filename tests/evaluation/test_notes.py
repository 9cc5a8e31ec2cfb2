from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from partwise.evaluation.notes import (
    RunFacts,
    document_notes,
    input_notes,
    order_notes,
    place_notes,
    reader_notes,
    topic_notes,
    undefined_notes,
    weight_notes,
)
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.measures import AP, RR, AiP, CharR, R
from partwise.tables.labels import Label

SPANS = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5])
DOCUMENTS = pw.Qrels.from_columns(topic=["q", "r"], doc=["d", "d"], grade=[1, 1])


def run(**columns):
    return pw.Run.from_columns(**{"topic": ["q"], "doc": ["d"], **columns})


def facts(of=None, order=None, /, **columns):
    return RunFacts.of(run(**columns) if of is None else of, DOCUMENTS.topics, order)


def test_document_measures_whose_names_mean_parts_elsewhere():
    assert document_notes(SPANS, [RR()]) == ["RR, which counts documents; for spans use PartRR"]
    assert document_notes(SPANS, [CharR()]) == []
    assert document_notes(DOCUMENTS, [RR()]) == []


def test_the_notes_of_the_reader_name_the_run(tmp_path):
    named = pw.Run.from_columns(topic=["q"], doc=["d"], page=[1])
    (tmp_path / "r.tsv").write_text("topic\tdoc\tpage\trank\nq\td\t1\t1\n")

    assert reader_notes(named) == ["run: unknown column page"]
    read = pw.read_run(tmp_path / "r.tsv")
    read_as, unknown = reader_notes(read)
    assert read_as == read.notes[0]  # the file is named there already
    assert unknown == "r: unknown column page"


def test_rows_without_places():
    doubtful = "warning: run: no column for a place (start, end, length, element or tree)"

    (against_spans,) = place_notes(facts(), SPANS, [CharR()])
    assert against_spans.startswith(doubtful)
    assert "the assessments are spans; use inventory=... if rows" in against_spans
    (quoted,) = place_notes(facts(text=["lamp"]), SPANS, [CharR()])
    assert quoted.endswith("spans (partwise locate turns the column text into places)")
    plain = ["run: no column for a place; rows are whole documents"]
    assert place_notes(facts(), SPANS, [AP()]) == plain
    assert place_notes(facts(), DOCUMENTS, [CharR()]) == plain
    assert place_notes(facts(start=[0], end=[5]), SPANS, [CharR()]) == []
    assert place_notes(facts(missing="document"), SPANS, [CharR()]) == []


@pytest.mark.parametrize("place", ["element", "tree"])
def test_rows_without_places_against_elements(place):
    judged = pw.Qrels.from_columns(topic=["q"], doc=["d"], grade=[1], **{place: ["/a[1]"]})

    (said,) = place_notes(facts(), judged, [CharR()])

    assert "the assessments are elements; use inventory=..." in said


def test_orders_that_are_doubtful():
    two = {"topic": ["q", "q"], "doc": ["d", "e"]}

    (risen,) = order_notes(facts(**two, score=[0.1, 0.9]))
    assert risen.endswith('Name the column distance, or use order="file"')
    assert order_notes(facts(**two, score=[0.9, 0.1])) == []
    assert order_notes(facts(run(**two, score=[0.1, 0.9]), "file")) == []
    assert order_notes(facts(pw.Run.from_dict({"q": {"d": 0.1, "e": 0.9}}))) == []
    assert order_notes(facts(topic=[], doc=[])) == ["warning: run: no results"]


def test_topics_that_do_not_meet():
    some = run(topic=["q", "x", "y"], doc=["d"] * 3, answered=["z"])
    present = np.array([True, False])

    assert list(facts(some).ignored) == ["x", "y", "z"]
    assert topic_notes(facts(some), DOCUMENTS, present, "all") == [
        "run: 3 topics without assessments ignored (x, y, z)",
        "run: 1 judged topic without results (r), counted as empty",
    ]
    left = topic_notes(facts(answered=["r"]), DOCUMENTS, present, "common")
    assert left == [
        "run: 1 topic answered with nothing (r)",
        'run: 1 judged topic without results (r), left out (topics="common")',
    ]
    assert topic_notes(facts(), DOCUMENTS, np.array([True, True]), "all") == []


def test_topics_that_are_undefined():
    def said(counts, policy="skip"):
        return list(undefined_notes([AP(), R() @ 5, AiP()], np.array(counts), 3, policy))

    assert said([0, 0, 0]) == []
    (shared,) = said([2, 2, 0])
    assert shared.startswith("AP, R@5: undefined for 2 of 3 topics (")
    assert shared.endswith("; left out of the mean")
    apart = said([2, 1, 3])
    assert len(apart) == 3
    assert "AiP: undefined for all 3 topics" in apart[2]
    assert apart[2].endswith("; no mean")
    assert said([3, 0, 0], "zero")[0].endswith('; counted (undefined="zero")')


def test_all_notes_on_a_run_together():
    view = View(Assessments(DOCUMENTS), run(topic=["x"], page=[1]))

    assert input_notes(view, [AP()], "all") == [
        "run: no column for a place; rows are whole documents",
        "run: unknown column page",
        "run: 1 topic without assessments ignored (x)",
        "run: 2 judged topics without results (q, r), counted as empty",
    ]


class TestWeights:
    def notes(self, weights, *measures):
        qrels = pw.Qrels.from_columns(
            topic=["t", "t"], doc=["A", "B"], start=[0, 0], end=[5, 5], weight=weights
        )
        return weight_notes(qrels, [pw.parse(measure) for measure in measures])

    def test_measures_without_weights_are_named(self):
        assert self.notes([2, 1], "CharR@5", "GroupR") == [
            "assessments: weights are weights of groups in GroupR; CharR@5 ignores them"
        ]
        said = self.notes(["0.5", ""], "CharR", "Hit", "AP", "PartRR")
        assert "CharR, Hit, AP and 1 more ignore them" in said[0]

    def test_nothing_is_said_of_weights_that_change_nothing(self):
        assert self.notes([2, 1], "GroupR@3") == []
        assert self.notes([1, 1], "CharR") == []
        assert self.notes(["1", ""], "CharR") == []


def test_undefined_values_are_called_as_their_columns():
    labels = (Label("map"), None)

    (said,) = undefined_notes([AP(), R() @ 5], np.array([2, 2]), 3, "skip", labels)

    assert said.startswith("map, R@5: undefined for 2 of 3 topics (")
