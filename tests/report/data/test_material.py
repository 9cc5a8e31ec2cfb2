from __future__ import annotations

import pytest
from tests.conftest import ROOT
from tests.report.conftest import EXAMPLE, NAMES, qrels_of, run_of

import partwise as pw
from partwise.report.findings import Choices, Findings, core
from partwise.report.material import BUDGET, chosen_budget, gather, saved_material


def test_results_are_those_of_evaluate(example):
    runs = [EXAMPLE / f"{name}.jsonl" for name in NAMES]
    expected = pw.evaluate(EXAMPLE / "qrels.tsv", runs, texts=EXAMPLE / "texts")

    assert (example.results.table == expected.table).all()
    assert example.results.notes == expected.notes


def test_losses_follow_the_budget(example):
    found = pw.losses(
        EXAMPLE / "qrels.tsv",
        [EXAMPLE / f"{name}.jsonl" for name in NAMES],
        inventory={name: EXAMPLE / "chunks" / f"{name}.tsv" for name in NAMES},
        budget=4000,
    )

    assert [run.mean for run in example.losses.runs] == [run.mean for run in found.runs]


def test_an_inventory_of_another_chunking_is_noticed():
    runs = [EXAMPLE / "small.jsonl", EXAMPLE / "large.jsonl"]
    found = gather(EXAMPLE / "qrels.tsv", runs, inventory=EXAMPLE / "chunks" / "small.tsv")

    (said,) = [note for note in found.notes if "another chunking" in note]
    assert said.startswith("warning: 72 of 72 parts of large are not in ")
    assert len({*found.notes}) == len(found.notes)


def test_the_budget_is_asked_for_or_that_of_a_measure():
    results = pw.evaluate(
        qrels_of(("t", "d", 0, 9)), run_of("r", ("t", "d", 0, 5)), ["CharR@1", "CharP(budget=77)"]
    )

    assert chosen_budget(results, None) == 77
    assert chosen_budget(results, 5) == 5
    assert chosen_budget(pw.evaluate({"t": {"d": 1}}, {"t": {"d": 1.0}}, "AP"), None) == BUDGET


def test_graded_documents_have_no_reading_account():
    found = gather({"t": {"d": 1, "e": 0}}, {"t": {"d": 1.0, "e": 2.0}}, ["AP"])

    assert found.accounts == ()
    assert found.results.table.tolist() == [[[0.5]]]


def test_graded_documents_of_known_length_can_be_read():
    texts = {"d": "x" * 20, "e": "y" * 30}
    found = gather({"t": {"d": 1, "e": 0}}, {"t": {"d": 1.0, "e": 2.0}}, ["AP"], texts=texts)
    told = core(Findings(found, Choices()))

    assert found.accounts[0].length.tolist() == [50]
    assert (told["curve"], told["spent"]) == (None, None)
    assert told["levels"]["y"] == [[0.5] * 11]


def test_elements_are_placed_by_the_structure():
    files = ROOT / "tests" / "golden" / "files"
    found = gather(files / "spans.fol", files / "neap.tsv", structure=files / "structure.tsv")

    assert found.accounts[0].parts.start.tolist()[:2] == [0, 0]
    assert found.accounts[0].parts.end.tolist()[:2] == [40, 50]


def test_why_there_is_no_reading_view_is_noted():
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])
    run = pw.Run.from_columns(topic=["t", "t"], doc=["d", "e"], score=[2.0, 1.0])

    found = gather(qrels, run, ["RR"])

    assert found.accounts == ()
    assert any("no reading curve and no reading view: " in note for note in found.notes)


def test_a_second_run_of_the_same_name():
    qrels, run = qrels_of(("t", "d", 0, 9)), run_of("r", ("t", "d", 0, 5))

    assert gather(qrels, [run, run], ["CharR"]).results.runs == ("r", "r#2")


def test_saved_results_know_no_parts(example):
    found = saved_material(example.results, {"wick": "When?"}, 100)

    assert (found.views, found.accounts, found.budget) == ((), (), 100)
    assert found.topics.text == {"wick": "When?"}


def test_slips_name_the_line(tmp_path):
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nt\td\t0\t3\n")
    (tmp_path / "r.jsonl").write_text(
        '{"topic": "t", "doc": "d", "start": 0, "end": 3, "score": 1, "text": "xyz"}\n'
    )
    with pytest.raises(pw.FormatError, match=r"r\.jsonl:1: text differs"):
        gather(tmp_path / "q.tsv", tmp_path / "r.jsonl", ["CharR"], texts={"d": "abc"})


@pytest.mark.parametrize("name", ["texts", "inventory"])
def test_saved_results_take_no_parts(example, name):
    with pytest.raises(pw.UsageError, match=f"{name} needs assessments and runs"):
        saved_material(example.results, None, None, **{name: "somewhere"})


def test_quotes_become_places():
    said = [{"topic": "t", "doc": "d", "text": "the wick"}]
    run = run_of("r", ("t", "d", 5, 9))
    texts = {"d": "Trim the wick, then fill the wick."}
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[5], end=[13])

    assert gather(qrels, run, ["CharR"], texts=texts).results.table.tolist() == [[[0.5]]]
    with pytest.raises(pw.PartwiseError, match="places"):
        gather(said, run, ["CharR"], texts=texts)
    found = gather(said, run, ["CharR"], texts=texts, reading=pw.Reading(ambiguous="first"))
    assert found.results.table.tolist() == [[[0.5]]]


def test_questions_of_other_topics_are_warned_of(example):
    qrels, run = qrels_of(("t", "d", 0, 9)), run_of("r", ("t", "d", 0, 5))
    said = "warning: topics: none of its 1 topic is judged (there: other.., assessments: t..)"

    assert said in gather(qrels, run, "CharR@1", topics_file={"other": "Why?"}).notes
    assert said in saved_material(pw.evaluate(qrels, run), {"other": "Why?"}, None).notes
    assert not gather(qrels, run, "CharR@1", topics_file={"t": "Why?"}).notes
