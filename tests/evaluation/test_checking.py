from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import FormatError, PartwiseError
from partwise.evaluation.checking import check_qrels, check_run

SPANS = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5], length=[10])


def run(**columns):
    given = {"topic": ["q"], "doc": ["d"], "start": [0], "end": [5], "score": [1.0]}
    return pw.Run.from_columns(**{**given, **columns})


def test_assessments_in_order_have_no_notes():
    assert list(check_qrels(SPANS)) == []


def test_a_span_beyond_its_document_is_noted():
    long = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[8], end=[12], length=[10])

    said = "1 judged span extends past the end of its document and was truncated"
    assert list(check_qrels(long)) == [said]


def test_lengths_that_disagree_are_refused_unless_lenient():
    two = pw.Qrels.from_columns(
        topic=["q", "p"], doc=["d", "d"], start=[0, 0], end=[5, 5], length=[10, 12]
    )

    with pytest.raises(PartwiseError, match="row 1: document d is 12 long here, 10 before"):
        check_qrels(two)
    assert any("length" in note for note in check_qrels(two, lenient=True))


def test_a_run_alone():
    assert list(check_run(run())) == []
    two = {"topic": ["q"] * 2, "doc": ["d"] * 2, "start": [0, 5], "end": [5, 9]}
    (risen,) = check_run(run(**two, score=[1, 2]))
    assert risen.startswith("warning: run: in every topic the scores rise")
    (empty,) = check_run(run(topic=[], doc=[], start=[], end=[], score=[]))
    assert empty == "warning: run: no results"


def test_a_run_and_what_is_judged_of_it():
    notes = check_run(run(topic=["p"], answered=["q"]), SPANS)

    assert "run: 1 topic without assessments ignored (p)" in notes
    assert "run: 1 topic answered with nothing (q)" in notes


def test_names_that_would_meet_are_refused_as_in_an_evaluation():
    with pytest.raises(FormatError, match="regardless of case"):
        check_run(run(doc=["D"]), SPANS)
    assert list(check_run(run(doc=["D"]), SPANS, doc_ids="casefold")) == []


def test_a_part_beyond_its_document_is_noted():
    said = "run: 1 part extends past the end of its document and was truncated"
    assert said in check_run(run(end=[50]), SPANS)
    # the length is not known here: nothing can be said
    unknown = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5])
    assert list(check_run(run(end=[50]), unknown)) == []
    lengths = pw.Lengths.from_columns(doc=["d"], length=[20])
    assert said in check_run(run(end=[50]), unknown, lengths=lengths)


def test_whole_documents_against_spans_are_doubtful():
    whole = pw.Run.from_columns(topic=["q"], doc=["d"], score=[1.0])

    said = "warning: run: no column for a place"
    assert any(note.startswith(said) for note in check_run(whole, SPANS))
    # for documents against documents it is only worth a note
    judged = pw.Qrels.from_columns(topic=["q"], doc=["d"], grade=[1])
    assert not any(note.startswith("warning") for note in check_run(whole, judged))
