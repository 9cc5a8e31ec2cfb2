from __future__ import annotations

import gzip

import numpy as np
import pytest

from partwise.errors import TableError
from partwise.files.options import Reading
from partwise.files.reading import read_qrels, read_run
from partwise.files.writing import write_qrels, write_run
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


def test_runs_are_written_as_they_were(tmp_path):
    lines = "200\t12\t1\t48.63\t28426\t295\ttagA\n200\t13\t2\t50.5\t0\t10\ttagA\n"
    (tmp_path / "run.tsv").write_text(lines)
    run = read_run(tmp_path / "run.tsv", format="genomics-run")

    write_run(run, tmp_path / "again.txt", format="genomics-run")

    assert (tmp_path / "again.txt").read_text() == lines


def test_ranks_follow_the_scores_where_they_order_the_run(tmp_path):
    run = Run.from_columns(
        topic=["1", "1", "2", "1"],
        doc=["a", "b", "a", "c"],
        start=[0, 0, 5, 0],
        end=[9, 9, 9, 9],
        score=[1.0, 3.0, 2.0, 3.0],
    )
    write_run(run, tmp_path / "r.txt", format="genomics-run")
    again = read_run(tmp_path / "r.txt", format="genomics-run")

    assert again.rank.tolist() == [3, 2, 1, 1]  # equal scores: document ids descend
    assert again.score.tolist() == run.score.tolist()


def test_gold_is_written_as_it_was(tmp_path):
    lines = "200\t14\t64716\t194\tICAM-1|TNF ALPHA\n200\t14\t70000\t5\t\n"
    (tmp_path / "gold.tsv").write_text(lines)
    gold = read_qrels(tmp_path / "gold.tsv", format="genomics-gold")

    write_qrels(gold, tmp_path / "again.txt", format="genomics-gold")

    assert (tmp_path / "again.txt").read_text() == lines


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({}, "a part without offsets"),
        ({"start": [0], "end": [1], "element": ["/a[1]"]}, "elements beside offsets"),
        ({"start": [0], "end": [1], "score": [1.0], "tokens": [3]}, "the column tokens"),
        ({"start": [0], "end": [1]}, "its name"),
    ],
)
def test_runs_that_it_cannot_hold(tmp_path, columns, words):
    run = Run.from_columns(topic=["1"], doc=["d"], **columns)

    with pytest.raises(TableError, match="a Genomics run cannot hold") as caught:
        write_run(run, tmp_path / "r.txt", format="genomics-run")

    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"grade": [1]}, "judgements without offsets"),
        ({"start": [0], "end": [1], "grade": [2]}, "grades"),
        ({"start": [0], "end": [1], "length": [9]}, "the column length"),
    ],
)
def test_judgements_that_it_cannot_hold(tmp_path, columns, words):
    qrels = Qrels.from_columns(topic=["1"], doc=["d"], **columns)

    with pytest.raises(TableError, match=f"a Genomics gold standard cannot hold {words}"):
        write_qrels(qrels, tmp_path / "q.txt", format="genomics-gold")


def test_real_files_survive(real_data, tmp_path):
    folder = real_data / "trec_genomics_2007"
    run = read_run(folder / "run-york-01.tsv.gz")
    write_run(run, tmp_path / "r.txt.gz", format="genomics-run")
    again = read_run(tmp_path / "r.txt.gz", format="genomics-run")
    for name in ("start", "end", "rank", "score", "topic", "doc"):
        assert np.array_equal(getattr(run, name), getattr(again, name))
    assert gzip.decompress((tmp_path / "r.txt.gz").read_bytes()).split(b"\n")[0].count(b"\t") == 5

    gold = read_qrels(folder / "gold.tsv", reading=Reading(encoding="latin-1"))
    write_qrels(gold, tmp_path / "g.txt", format="genomics-gold")
    same = read_qrels(tmp_path / "g.txt", format="genomics-gold")
    assert np.array_equal(gold.start, same.start)
    assert gold.extra["aspects"].tolist() == same.extra["aspects"].tolist()


def test_rows_without_a_tag_are_written_so(tmp_path):
    lines = "200\t12\t1\t2.5\t0\t10\ttagA\n200\t13\t2\t1.5\t0\t10\t\n"
    (tmp_path / "r.txt").write_text(lines)
    run = read_run(tmp_path / "r.txt", format="genomics-run")
    assert run.extra["run"].tolist() == ["tagA", ""]

    write_run(run, tmp_path / "again.txt", format="genomics-run")

    assert (tmp_path / "again.txt").read_text() == lines


@pytest.mark.parametrize("sign", ["\t", "\n", "\r"])
def test_aspects_that_would_tear_a_line(tmp_path, sign):
    qrels = Qrels.from_columns(
        topic=["1"], doc=["d"], start=[0], end=[1], aspects=[f"ends in{sign}"]
    )

    with pytest.raises(TableError, match="a tab or the end of a line in an aspect"):
        write_qrels(qrels, tmp_path / "q.txt", format="genomics-gold")


def test_ranks_that_scores_contradict_are_left_out_only_if_allowed(tmp_path):
    run = Run.from_columns(
        topic=["1"] * 2, doc=["a", "b"], start=[0, 0], end=[5, 5], score=[1.0, 2.0], rank=[1, 2]
    )
    with pytest.raises(TableError, match="the column rank, which the scores contradict"):
        write_run(run, tmp_path / "r.txt", format="genomics-run")

    notes = write_run(run, tmp_path / "r.txt", format="genomics-run", lossy=True)

    assert notes == ("column rank left out (2 values): the scores contradict it",)
    assert (tmp_path / "r.txt").read_text() == "1\ta\t2\t1.0\t0\t5\trun\n1\tb\t1\t2.0\t0\t5\trun\n"
