"""Documents of runs and assessments that do not meet (findings 1.5)."""

from __future__ import annotations

import io
import json
import sys

import numpy as np
import pytest
from tests.helpers import grouped_options, small_blocks

import partwise as pw
from partwise.errors import FormatError, PartwiseError, PartwiseWarning


def _qrels(docs, **columns):
    return pw.Qrels.from_columns(
        topic=["q"] * len(docs), doc=docs, grade=[1] * len(docs), **columns
    )


def _run(docs):
    score = np.arange(len(docs), 0, -1.0)
    return pw.Run.from_columns(topic=["q"] * len(docs), doc=docs, score=score)


@pytest.mark.parametrize(
    ("judged", "returned", "how", "words"),
    [
        ("DOC-1", "doc-1", "casefold", "regardless of case"),
        ("d.md", "corpora/d.md", "name", "without folder"),
        ("d.md", "corpora\\d.md", "name", "without folder"),
        ("d", "corpora/d.md", "stem", "without folder and suffix"),
        ("d.txt", "d", "stem", "without folder and suffix"),
    ],
)
def test_names_that_would_meet_are_an_error(judged, returned, how, words):  # findings 1.5
    qrels, run = _qrels([judged]), _run([returned])
    with pytest.raises(FormatError, match=f"{words}. Use .*{how}.* to match them so"):
        pw.evaluate(qrels, run, ["AP"])
    assert pw.evaluate(qrels, run, ["AP"], reading=pw.Reading(doc_ids=how)).mean("run", "AP") == 1
    with pytest.warns(PartwiseWarning, match="none of its 1 document is judged"):
        assert (
            pw.evaluate(qrels, run, ["AP"], reading=pw.Reading(doc_ids="exact")).mean("run", "AP")
            == 0
        )


def test_names_that_never_meet_are_a_warning():  # findings 1.5
    with pytest.warns(PartwiseWarning, match="none of its 2 documents is judged"):
        results = pw.evaluate(_qrels(["x", "y"]), _run(["a17", "b"]), ["AP"])
    words = "warning: run: none of its 2 documents is judged (run: a17.., assessments: x..)"
    assert words in results.notes
    assert results.met[0]["documents"] == {"retrieved": 2, "judged": 0}


def test_some_names_that_would_meet_are_a_warning():  # findings 1.5
    with pytest.warns(PartwiseWarning):
        results = pw.evaluate(_qrels(["x", "y"]), _run(["x", "docs/y.txt"]), ["AP"])
    (said,) = [note for note in results.notes if note.startswith("warning: ")]
    assert said == (
        'warning: run: 1 document would be judged under doc_ids="stem" '
        '("docs/y.txt" in the run, "y" in the assessments)'
    )
    saved = json.loads(results.to_json())
    assert saved["runs"][0]["documents"] == {"retrieved": 2, "judged": 1}
    assert pw.Results.from_json(results.to_json()).met == results.met


def _alike(judged, returned, **options):
    results = pw.evaluate(_qrels(judged), _run(returned), ["AP"], **grouped_options(**options))
    return [note for note in results.notes if "named alike" in note]


def test_a_judged_document_of_another_spelling_is_a_warning():
    others = ["a", "b", "c", "d"]
    with pytest.warns(PartwiseWarning, match="named alike"):
        said = _alike([*others, "state_of_the_union"], [*others, "State-of-the-Union", "z"])
    assert said == [
        "warning: run: 1 judged document is never retrieved, and the run has one named alike: "
        '"state_of_the_union" / "State-of-the-Union". Name them alike, or use doc_ids="exact" '
        "if they differ"
    ]
    with pytest.warns(PartwiseWarning, match="2 judged documents are never .* has some named"):
        assert len(_alike(["a", "b c", "d_1_2"], ["a", "b-c", "d-1-2"])) == 1
    with pytest.warns(PartwiseWarning, match='"Škoda_Élan" / "škoda élan"'):
        assert len(_alike(["a", "Škoda_Élan"], ["a", "škoda élan"])) == 1


@pytest.mark.parametrize(
    ("judged", "returned"),
    [
        ("doc-1-12", "doc-11-2"),  # numbers of other parts
        ("doc-1", "doc-2"),
        ("--", "__"),
        ("Ж-1", "Ш-1"),
    ],
)
def test_other_names_are_not_alike(judged, returned):
    assert _alike(["a", judged], ["a", returned]) == []


def test_names_that_are_both_there_are_two_documents():
    assert _alike(["a", "b_c"], ["a", "b_c", "b-c"]) == []
    assert _alike(["a", "b_c", "b-c"], ["a", "bc"]) == []  # which of the two?
    assert _alike(["a", "b_c"], ["a", "b-c"], doc_ids="exact") == []


def test_a_way_that_makes_judged_documents_one_is_no_remedy():  # findings 1.5
    qrels = _qrels(["a/d", "b/d"])
    with pytest.warns(PartwiseWarning, match="none of its 1 document is judged"):
        pw.evaluate(qrels, _run(["d"]), ["AP"])
    with pytest.raises(PartwiseError, match='makes two documents one: "a/d" and "b/d"'):
        pw.evaluate(qrels, _run(["d"]), ["AP"], reading=pw.Reading(doc_ids="name"))


def test_structure_lengths_and_inventory_follow(tmp_path):  # findings 1.5
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5])
    run = pw.Run.from_columns(topic=["q"], doc=["in/d.md"], score=[1.0], missing="document")
    lengths = pw.Lengths.from_columns(doc=["out/d.txt"], length=[10])
    results = pw.evaluate(
        qrels, run, ["CharP@1"], lengths=lengths, reading=pw.Reading(doc_ids="stem")
    )
    assert results.mean("run", "CharP@1") == 0.5


def test_a_run_that_answers_with_nothing_meets_nothing():
    run = pw.Run.from_columns(topic=["q"], doc=[None], score=[None])
    with pytest.warns(PartwiseWarning, match="no results"):
        results = pw.evaluate(_qrels(["d"]), run, ["AP"])
    assert results.met[0]["documents"] == {"retrieved": 0, "judged": 0}


@pytest.mark.parametrize("through", ["file", "pipe"])
def test_a_run_that_nobody_judged_is_read_once(tmp_path, monkeypatch, through):
    # judged topics after unjudged ones, over several blocks
    (tmp_path / "q").write_text("q900 0 AP1-1 1\n")
    rows = [
        f"q{t:03} Q0 {'FT' if t < 900 else 'ft'}{t}-{r} {r} {9 - r}.5 t\n"
        for t in range(950)
        for r in range(8)
    ]
    path = tmp_path / "r"
    path.write_text("".join(rows))
    qrels = pw.read_qrels(tmp_path / "q")
    if through == "pipe":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    small_blocks(monkeypatch, 1 << 12)
    with pytest.warns(PartwiseWarning, match=r"none of its 8 documents is judged \(run: ft900-0"):
        pw.evaluate(qrels, "-" if through == "pipe" else path, ["AP"])


def _never(run):
    raise AssertionError(run)


def test_topics_alone_are_no_slip():
    """Measures that need no judgements need only topics."""
    found = pw.evaluate({"q": []}, {"q": [{"doc": "a", "start": 0, "end": 5}]}, "CharOverlap@5")
    said = "run: nothing is judged: only measures that need no judgements have a value"
    assert list(found.notes) == [said]
    assert found.mean("run", "CharOverlap@5") == 0
