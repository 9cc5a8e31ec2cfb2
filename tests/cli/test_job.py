from __future__ import annotations

import pytest

from partwise.cli._job import EvaluationJob, saved_or_evaluated
from partwise.errors import FormatError, UsageError


@pytest.fixture(autouse=True)
def here(fixture_files, monkeypatch):
    monkeypatch.chdir(fixture_files)
    (fixture_files / "q").write_text("q 0 d 1\np 0 d 0\n")
    (fixture_files / "r").write_text("q Q0 e 1 2 x\nq Q0 d 2 1 x\n")
    (fixture_files / "two.tsv").write_text(
        "topic\tdoc\tstart\tend\tassessor\n1\tA\t10\t30\tann\n1\tB\t0\t50\tbob\n"
    )
    return fixture_files


def job(qrels="q", *runs, **options):
    return EvaluationJob(qrels, runs or ("r",), {"quiet": True, **options})


def test_results_carry_options_and_notes():
    results = EvaluationJob(
        "q", ("r",), {"quiet": True, "order": "score"}, ["said before"]
    ).results(["AP"])

    assert results.mean("x", "AP") == 0.5
    assert (results.options["order"], results.options["undefined"]) == ("score", "skip")
    assert results.notes[0] == "said before"
    assert [entry["file"] for entry in results.inputs] == ["q", "r"]


def test_the_preset_decides_about_undefined_topics():
    results = job().results([])

    assert (results.options["preset"], results.options["undefined"]) == ("trec", "zero")
    assert results.mean("x", "AP") == 0.25


@pytest.mark.parametrize(
    ("name", "size", "called"),
    [("s.parquet", 64_000_000, [True]), ("s.parquet", 63_999_999, []), ("s.tsv", 64_000_000, [])],
)
def test_tables_are_returned_where_polars_reads_large_runs(
    monkeypatch, tmp_path, name, size, called
):
    found = []
    monkeypatch.setattr("partwise.cli._job.return_tables_at_once", lambda: found.append(True))
    with (tmp_path / name).open("wb") as file:
        file.truncate(size)

    job("q", "no.parquet", str(tmp_path / name)).files  # noqa: B018

    assert found == called


def test_extra_measures_are_added():
    from partwise.measures import RR

    assert job().results(["AP"], [RR()]).measures == ("AP", "RR")


def test_one_assessor():
    assert job("two.tsv", "one.tsv", assessor="bob").results(["CharR"]).mean("one", "CharR") == 1
    with pytest.raises(UsageError, match='no assessor "eve"'):
        job("two.tsv", "one.tsv", assessor="eve").results(["CharR"])


def test_whole_documents():
    parts = job("qrels.tsv", "one.tsv").results(["CharR@1"])
    whole = job("qrels.tsv", "one.tsv", whole_documents=True).results(["CharR@1"])

    # of 85 characters the part A 0..20 shows 10, the document A 30
    assert parts.mean("one", "CharR@1") == pytest.approx(10 / 85)
    assert whole.mean("one", "CharR@1") == pytest.approx(30 / 85)


def test_rules_of_a_task_hold_for_every_run():
    with pytest.raises(FormatError, match='task "focused" forbids overlap'):
        job("qrels.tsv", "one.tsv", task="focused").results(["CharR"])


def test_everything_is_read_at_once():
    (structure, lengths, qrels, runs) = job("qrels.tsv", "one.tsv").tables()

    assert (structure, lengths, len(qrels)) == (None, None, 4)
    assert [(run.name, len(run)) for run in runs] == [("one", 4)]


def test_standard_input_for_two_files():
    for ask in (lambda: job("-", "-").results(["AP"]), job("-", "-").tables):
        with pytest.raises(UsageError, match=r"standard input \(-\) can be read only once"):
            ask()


def test_saved_results_or_runs(here):
    evaluated = saved_or_evaluated(("q", "r"), ["AP", "P@1"], "two", options={"quiet": True})
    (here / "s.json").write_text(evaluated.to_json())

    saved = saved_or_evaluated(("s.json",), ["P@1"], "two", options={})

    assert (evaluated.measures, saved.measures) == (("AP", "P@1"), ("P@1",))
    assert saved.mean("x", "P@1") == 0
    with pytest.raises(UsageError) as caught:
        saved_or_evaluated(("q", "r"), [], "compare needs two runs", least=2, options={})
    assert str(caught.value) == "compare needs two runs, or saved results"
