"""Notes and refusals of a view."""

from __future__ import annotations

import numpy as np
import pytest
from tests.reference.characters_collections import Collection

import partwise as pw
import partwise.measures
from partwise.errors import MissingLengthError, ParameterError, TableError
from partwise.geometry.run_notes import run_notes
from partwise.geometry.view import View
from partwise.language.parser import parse


def row(doc, start=None, end=None, **more):
    base = {"topic": "t", "doc": doc, "start": start, "end": end}
    return {**base, "grade": None, "bep": None, "score": None, "tokens": None, **more}


def view(run, judged=None, lengths=None, topics=("t",)):
    judged = [row("a", 0, 10)] if judged is None else judged
    return Collection(list(topics), judged, run, lengths or {}).view()


def notes(seen, *measures):
    for text in measures:
        parse(text).values(seen)
    return [note.removeprefix("run: ") for note in run_notes(seen, [parse(m) for m in measures])]


def test_parts_past_the_end_are_clipped_with_a_note():
    seen = view([row("a", 5, 20), row("a", 30, 40)], lengths={"a": 10})

    assert parse("CharP").values(seen).tolist() == [1.0]
    assert seen.parts.end.tolist() == [10, 10]
    assert notes(seen)[:2] == [
        "2 parts extend past the end of their document and were truncated",
        "1 part is empty; it keeps its rank and shows nothing",
    ]


def test_repeated_text_is_kept_with_a_note():
    seen = view([row("a", 0, 8), row("a", 0, 8), row("a", 6, 9)])
    assert notes(seen, "CharP") == [
        "2 parts overlap earlier parts (text already seen earns nothing)"
    ]


def test_scattered_documents_are_gathered_with_one_note():
    seen = view([row("b", 0, 5), row("a", 0, 5), row("b", 6, 9), row("a", 6, 9)])
    assert parse("RR").values(seen).tolist() == [0.5]
    assert notes(seen, "CharR") == []
    notes(seen, "RR")
    assert tuple(seen.notes) == (
        "parts of 2 documents are not contiguous; each document is ranked at its first part",
    )


def test_ties_are_counted_and_cutoffs_they_straddle_named():
    # Parts b a | c b | d: rank 1 splits a tie of parts, documents b a | c | d split none at 2.
    parts = [row(d, 0, 5, score=s) for d, s in (("a", 2), ("b", 2), ("b", 1), ("c", 1), ("d", 0))]
    ties = "2 tied scores; ties broken by document id (descending), then position"

    found = notes(view(parts), "CharP@1", "CharP@2", "P@2", "CharP@4")
    assert found[-2:] == [ties, "a tie spans the cutoff 1 in topic t"]
    found = notes(view(parts), "P@1", "CharP@3")
    assert found[-3:] == [
        ties,
        "a tie spans the cutoff 1 in topic t",
        "a tie spans the cutoff 3 in topic t",
    ]
    assert notes(view(parts), "P@3")[-1] == ties


def test_a_length_that_is_needed_is_named_with_its_row():
    parts = [row("a", 0, 5), row("b"), row("a")]
    seen = view(parts)
    for text, doc, at in (("CharP", "b", 1), ("AiP", "b", 1), ("CharR", "a", 2), ("AgP", "a", 2)):
        with pytest.raises(MissingLengthError) as error:
            parse(text).values(seen)
        assert (error.value.row, error.value.document) == (at, doc)
    assert str(error.value).startswith("row 2: the length of document a is not known, and F needs")


@pytest.mark.parametrize("text", ["CharP@1", "CharR@2", "AiP@1", "CharAP@1", "CharIoU@1", "P@5"])
def test_lengths_beyond_the_cutoff_are_not_needed(text):
    parse(text).values(view([row("a", 0, 5), row("b"), row("a")]))


def test_documents_that_are_not_relevant_need_no_length():
    seen = view([row("b"), row("a", 0, 5)])
    for text in ("CharR", "gP@2", "AgP", "gP(BEP)@1", "gRw"):
        assert np.isfinite(parse(text).values(seen)).all()
    for text in ("gP(aveChP)@1", "CE@2"):
        with pytest.raises(MissingLengthError) as error:
            parse(text).values(seen)
        assert error.value.row == 1


def test_a_budget_in_tokens_needs_them():
    tokens = [row("a", 0, 5, tokens=3), row("a", 5, 9)]
    with pytest.raises(TableError, match="row 1: CharR counts tokens"):
        parse("CharR(budget=5, unit=tokens)").values(view(tokens))
    with pytest.raises(TableError, match="row 0"):
        parse("CharR(budget=5, unit=tokens)").values(view([row("a", 0, 5)]))


@pytest.mark.parametrize(
    "text",
    [
        "CharR(budget=0)", "CharR(budget=10)@5", "CharR(unit=tokens)", "CharP(budget=2.5)", "iP@1",
        "iP", "P", "gP", "CE", "NCE", "IPrec", "igP", "P@0", "iP@1.5", "AiP(points=1)", "F@1",
        "CharP(tolerance=2)", "CharF(beta=0)", "LE", "CE(LE(nonrel=1))@1",
        "CE(LE(levels=6, nonrel=5))@1",
        "gP(T2IP(n=0))@1", "gP(aveChP(order=best))@1", "nDCG(gain=some)", "AgP(LE)", "CE(F)@3",
        "Rprec@5", "AgPw(variant=first)", "CharOverlap(budget=5)",
    ],
)  # fmt: skip
def test_measures_that_do_not_exist(text):
    with pytest.raises((ParameterError, ValueError, LookupError)):
        parse(text).complete()


def test_offsets_beyond_counting_are_refused():
    seen = view([row("b", 0, 2**62), row("c", 0, 2**62)])
    with pytest.raises(TableError, match="too far"):
        parse("CharP").values(seen)


def test_long_documents_cost_nothing():
    far = 10**12
    seen = view([row("a", 0, far)], [row("a", far // 2, far)], {"a": far})
    wanted = {"CharP": 0.5, "CharR": 1.0, "CharIoU": 0.5, "gP(DocP)@1": 0.5, "gP(ChP)@1": 0.0}
    for text, value in wanted.items():
        assert parse(text).values(seen).tolist() == [value]
    # Relevant characters after as many others: the mean of t / (n/2 + t) is 1 - ln 2.
    for text in ("CharAP", "gP(aveChP)@1"):
        assert parse(text).values(seen)[0] == pytest.approx(1 - np.log(2), abs=1e-9)


def test_views_share_assessments():
    collection = Collection(["t"], [row("a", 0, 10)], [row("a", 0, 5)], {"a": 20})
    judged = collection.assessments()
    one, other = (View(judged, collection.table()) for _ in range(2))
    assert parse("CharR").values(one).tolist() == parse("CharR").values(other).tolist()
    assert one.assessments.entry_highlights is other.assessments.entry_highlights


ENTRY = pw.Qrels.from_columns(
    topic=["t"], doc=["d"], start=[500], end=[600], length=[1000], bep=[500]
)


def entry_notes(end, *measures):
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[500], end=[end], rank=[1])
    return list(pw.evaluate(ENTRY, run, list(measures)).notes)


def test_entry_points_are_what_their_measures_ask_for():  # findings 6.3
    assert entry_notes(500, "AgP(BEP)") == []
    assert entry_notes(500, "CharR") == [
        "run: 1 part is empty; it keeps its rank and shows nothing"
    ]


def test_reading_from_the_beginning_is_told():  # findings 6.3
    told = (
        "run: 1 entry point without text: its document is read from the beginning "
        "(use order=entry to start there)"
    )
    assert entry_notes(500, "CE(LE(screen=100))@1", "AgP(aveChP)", "AgP(BEP)") == [told]
    assert entry_notes(501, "CE(LE(screen=100))@1", "AgP(aveChP)", "AgP(BEP)") == []
    assert entry_notes(500, "AgP(aveChP(order=entry))") == []


@pytest.mark.parametrize(
    ("gain", "natural", "entry"), [("AgP(aveChP{})", 0.089225, 1), ("CE(LE(screen=100{}))@1", 3, 0)]
)
def test_reading_from_the_entry(gain, natural, entry):  # the values of findings 6.3
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[500], end=[500], rank=[1])
    how = "(order=entry)" if "ave" in gain else ", order=entry"
    measures = [gain.format(""), gain.format(how)]
    found = pw.evaluate(ENTRY, run, measures).means["mean"].to_list()
    assert found == pytest.approx([natural, entry], abs=1e-6)
