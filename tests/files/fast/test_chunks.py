"""Chunk runs read block by block; tests/laws compare all that measures say of them."""

from __future__ import annotations

import numpy as np
import pytest
from tests.files.fast.test_sight import sight

from partwise.files.fast import chunks
from partwise.files.fast.chunks import read_chunks
from partwise.files.source import Source
from partwise.tables.column_names import Schema

HEAD = "topic\tdoc\tstart\tend\tscore\n"


@pytest.fixture
def read(tmp_path, monkeypatch):
    def run(*lines, head=HEAD, block=1 << 21, docs=("a", "b-1", "c"), **options):
        monkeypatch.setattr(chunks, "_BLOCK", block)
        path = tmp_path / "system.tsv"
        path.write_text(head + "".join(f"{line}\n" for line in lines))
        return read_chunks(Source(path), "tsv", Schema("run"), sight(docs=docs, **options))

    return run


LINES = [f"q{topic}\t{doc}\t{at}\t{at + 9}\t{9 - at}" for topic in (2, 0, 5) for at, doc in
         enumerate(["x", "a", "c", "x", "b-1"])]  # fmt: skip


@pytest.mark.parametrize("block", [1, 40, 100, 1 << 20])
def test_blocks_of_any_size_give_the_same_run(read, block):
    whole, cut = read(*LINES), read(*LINES, block=block)

    assert whole.topics.tolist() == cut.topics.tolist() == ["q2", "q0", "q5"]
    assert whole.counts == cut.counts
    for name in ("topic", "doc", "start", "end", "rank", "shares_rank", "length", "present"):
        assert np.array_equal(getattr(whole, name), getattr(cut, name))


def test_rows_stand_in_the_order_of_the_assessments(read):
    found = read(*LINES, rank=9)

    assert found.topics.take(found.topic).tolist() == ["q0"] * 5 + ["q2"] * 5
    assert found.name == "system"
    assert len(found) == 15
    assert found.length.tolist() == [5, 5, 5]


def test_names_alike_are_kept_once(read):
    found = read("q0\ta\t0\t5\t3", "q0\tB1\t0\t5\t2", "q0\tB_1\t0\t5\t1", "q1\tB1\t0\t5\t1")

    assert found.alike.tolist() == ["B1", "B_1"]


@pytest.mark.parametrize(
    "lines",
    [
        ["q0\ta\t0\t5\t1", "q1\ta\t0\t5\t1", "q0\ta\t0\t5\t1"],  # a topic comes back
        ["q0\ta\t0\t5\t1", "q1\ta\t0\tx\t1"],  # a cell that is no number
        ["q0\tx\t0\t5\t1"],  # nothing is judged
        ["q0\ta\t0\t5\t1", "q0\tC\t0\t5\t1"],  # would be judged in small letters
        [],
    ],
)
@pytest.mark.parametrize("block", [1, 1 << 20])
def test_what_needs_a_closer_look_is_left_to_the_ordinary_reader(read, lines, block):
    assert read(*lines, block=block) is None


def test_two_names_of_a_column_are_left_to_the_ordinary_reader(read):
    head = HEAD.replace("topic", "topic\tqid")
    assert read("q0\tq0\ta\t0\t5\t1", head=head) is None


def test_runs_with_one_label_are_called_so(read):
    head = HEAD.replace("\n", "\trun\n")
    assert read("q0\ta\t0\t5\t1\tmine", "q1\ta\t0\t5\t1\tmine", head=head, block=1).name == "mine"
    assert read("q0\ta\t0\t5\t1\tmine", "q1\ta\t0\t5\t1\tyours", head=head, block=1) is None


def test_other_formats_are_not_read_so(tmp_path):
    assert read_chunks(Source(__file__), "csv", Schema("run"), sight()) is None


def test_batches_are_handed_on_before_the_next_topic_is_added(tmp_path, monkeypatch):
    monkeypatch.setattr(chunks, "_BLOCK", 20)
    monkeypatch.setattr(chunks, "_BATCH", 8)
    path = tmp_path / "system.tsv"
    path.write_text(HEAD + "".join(f"q{t}\ta\t0\t5\t{d}\n" for t in range(30) for d in range(6)))
    taken = []
    what = sight(30, docs=("a", "x"), rank=9)

    last = read_chunks(Source(path), "tsv", Schema("run"), what, taken.append)

    assert len(taken) > 1
    topics = [topic for run in (*taken, last) for topic in run.topics.tolist()]
    assert topics == [f"q{topic}" for topic in range(30)]
    assert all(run.counts.rows == run.topic.size >= 8 for run in taken)
    assert sum(run.counts.rows for run in (*taken, last)) == 180
    assert not any(run.notes for run in taken)
    assert last.present.tolist() == [True, False]
