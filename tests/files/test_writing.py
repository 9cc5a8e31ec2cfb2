"""Writing tables: formats by name, and what a format has no room for."""

import warnings

import pytest

import partwise as pw
from partwise.errors import PartwiseWarning, UsageError
from partwise.files.writing import format_of, unsaid_topics, write_run_quietly

ANSWERED = pw.Run.from_columns(
    topic=["q1", "q2", "q3"], doc=["a", None, None], score=[1, None, None]
)
WORDS = "2 topics answered with nothing left out (q2, q3)"


@pytest.mark.parametrize("name", ["r.run", "r.trec-run", "r.run.gz", "r.fol"])
def test_topics_that_a_format_cannot_name_are_warned_of(tmp_path, name):
    run = ANSWERED
    if name == "r.fol":
        columns = {"doc": ["a", None, None], "start": [0, None, None], "end": [5, None, None]}
        run = pw.Run.from_columns(topic=["q1", "q2", "q3"], score=[1, None, None], **columns)
    with pytest.warns(PartwiseWarning) as said:
        assert pw.write_run(run, tmp_path / name) == ()
    assert [str(one.message) for one in said] == [WORDS]
    assert said[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert write_run_quietly(run, tmp_path / name) == ()


@pytest.mark.parametrize("name", ["r.tsv", "r.csv", "r.jsonl", "r.parquet"])
def test_tables_name_them(tmp_path, name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pw.write_run(ANSWERED, tmp_path / name)
    assert pw.read_run(tmp_path / name).answered == ["q2", "q3"]


def test_nothing_is_said_of_topics_with_results():
    run = pw.Run.from_columns(topic=["q1"], doc=["a"], score=[1])
    assert unsaid_topics(run, "trec-run") == []
    assert unsaid_topics(ANSWERED, "tsv") == []
    assert unsaid_topics(ANSWERED, "trec-run") == [WORDS]


def test_the_name_decides():
    assert format_of(ANSWERED, "x.jsonl.zst") == "jsonl"
    assert format_of(ANSWERED, "x.run") == "trec-run"
    with pytest.raises(UsageError, match="a run cannot be written as"):
        format_of(ANSWERED, "x", "trec-qrels")
