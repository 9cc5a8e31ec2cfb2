"""The short way from a TREC run to ranked lists, against sorting in plain Python."""

from __future__ import annotations

import gzip
import weakref
from itertools import groupby, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.evaluation.document_runs import read_documents
from partwise.evaluation.evaluate import evaluate
from partwise.files import reading as api
from partwise.files.fast import scattered as _trec_scattered
from partwise.files.fast import trec as _trec_ranked
from partwise.files.fast.judged import Judged
from partwise.files.source import Source
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.ranked_run import RankedRun
from partwise.tables.run import Run

SCORES = ["1", "2", "2.0", "+1.5", "1.5", "-0.0", "0", "1e-3", "0.001", "inf", "-Infinity"]
SCORES += ["12.345678901234567", "12.345678901234568", "3.14159", "1" * 20, "9007199254740993"]

topics = st.sampled_from(["1", "07", "topic-with-a-long-name", "é"])
docs = st.one_of(
    st.text("abz09", min_size=1, max_size=3),
    st.builds("clueweb09-en00{:02}-é".format, st.integers(0, 30)),
)
row = st.tuples(topics, docs, st.integers(0, 9), st.sampled_from(SCORES))
rows = st.lists(row, min_size=1, max_size=30, unique_by=lambda r: (r[0], r[1]))
blanks = st.sampled_from([" ", "\t", "   ", " \t"])


def slow(rows, judged):
    """The final order as trec_eval has it: score as double, then document id, both descending."""
    lists = {}
    for topic, doc, rank, score in rows:
        lists.setdefault(topic, []).append((float(score), doc.encode(), rank))
    found = []
    for topic, parts in lists.items():
        parts.sort(key=lambda p: p[1], reverse=True)
        parts.sort(key=lambda p: -p[0])
        before = None
        for score, doc, _ in parts:
            name = doc.decode()
            found.append((topic, name if name in judged else None, score == before))
            before = score
    return found


def contradictions(rows):
    lists = {}
    for topic, doc, rank, score in rows:
        lists.setdefault(topic, []).append((float(score), doc.encode(), rank))
    count = 0
    for parts in lists.values():
        parts.sort(key=lambda p: p[1], reverse=True)
        parts.sort(key=lambda p: -p[0])
        count += sum(b[2] < a[2] and b[0] != a[0] for a, b in pairwise(parts))
    return count


def listed(run):
    names = [*run.docs.tolist(), None]
    return [
        (run.topics[t], names[d], bool(tied))
        for t, d, tied in zip(run.topic.tolist(), run.doc.tolist(), run.tied.tolist(), strict=True)
    ]


def qrels_of(names, topics=("1",)):
    names = sorted(names)
    return Qrels.from_columns(
        topic=[topics[i % len(topics)] for i in range(len(names))],
        doc=names,
        grade=[1] * len(names),
    )


def check(path, rows):
    judged = {doc for _, doc, _, _ in rows[::2]}
    qrels = qrels_of(judged, sorted({topic for topic, *_ in rows}))
    run = read_documents(path, qrels, format="trec-run")

    assert isinstance(run, RankedRun)
    assert listed(run) == slow(rows, judged)
    missing = set(qrels.topics.tolist())
    count = contradictions([r for r in rows if r[0] in missing])
    said = [note for note in run.notes if "rank and score disagree" in note]
    assert bool(said) == bool(count)
    if count:
        assert f"disagree for {count:,} result" in said[0]


@given(rows, st.data())
def test_any_order_of_lines_and_any_blanks(tmp_path_factory, rows, data):
    path = tmp_path_factory.mktemp("run") / "run.txt"
    lines = []
    for topic, doc, rank, score in rows:
        blank = data.draw(blanks)
        lines.append(blank.join([topic, "Q0", doc, str(rank), score, "tag"]))
    end = data.draw(st.sampled_from(["\n", "\r\n", "\n\n", " \n"]))
    path.write_text(end.join(lines) + data.draw(st.sampled_from(["", end])), newline="")

    check(path, rows)


@given(rows, st.integers(20, 200))
def test_topics_together_in_small_blocks(tmp_path_factory, rows, size):
    path = tmp_path_factory.mktemp("run") / "run.txt"
    together = sorted(rows, key=lambda r: r[0])
    path.write_text("".join(f"{t} Q0 {d} {r} {s} tag\n" for t, d, r, s in together))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_trec_ranked, "_BLOCK", size)
        patch.setattr(_trec_ranked, "_SHORTEST_TOPICS", 0)
        check(path, together)


@given(rows, st.integers(20, 200))
def test_scattered_topics_in_small_blocks(tmp_path_factory, rows, size):
    path = tmp_path_factory.mktemp("run") / "run.txt"
    path.write_text("".join(f"{t} Q0 {d} {r} {s} tag\n" for t, d, r, s in rows))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_trec_ranked, "_BLOCK", size)
        patch.setattr(_trec_scattered, "_ROWS_AT_ONCE", 3)
        patch.setattr(_trec_scattered, "_ROWS_SORTED", 7)
        patch.setattr(_trec_scattered, "_RENUMBER", 2)
        check(path, rows)


def many(n_topics, depth, seed):
    rng = np.random.default_rng(seed)
    rows = []
    for topic in range(n_topics):
        ids = rng.choice(10_000, depth, replace=False)
        scores = np.sort(np.round(rng.random(depth) * 20, 2))[::-1]
        rows += [
            (f"q{topic}", f"D{d}", i, f"{s:.6f}")
            for i, (d, s) in enumerate(zip(ids.tolist(), scores.tolist(), strict=True), 1)
        ]
    return rows


@pytest.mark.parametrize("how", ["together", "shuffled", "interleaved"])
def test_larger_files_through_several_blocks(tmp_path, how, monkeypatch):
    rows = many(60, 100, 5)
    if how == "shuffled":
        np.random.default_rng(1).shuffle(rows)
        rows = [tuple(r) for r in rows]
        rows = [(t, d, int(r), s) for t, d, r, s in rows]
    elif how == "interleaved":
        rows = [rows[t * 100 + i] for i in range(100) for t in range(60)]
    path = tmp_path / "run.txt.gz"
    path.write_bytes(
        gzip.compress("".join(f"{t} Q0 {d} {r} {s} x\n" for t, d, r, s in rows).encode())
    )
    monkeypatch.setattr(_trec_ranked, "_BLOCK", 1 << 14)

    check(path, rows)


def test_a_topic_that_returns_at_the_end(tmp_path):
    rows = [*many(3, 50, 2), ("q0", "late", 99, "21.0")]
    path = tmp_path / "run.txt"
    path.write_text("".join(f"{t} Q0 {d} {r} {s} x\n" for t, d, r, s in rows))

    check(path, rows)


def test_one_topic_larger_than_a_block(tmp_path, monkeypatch):
    rows = many(1, 3000, 3)
    path = tmp_path / "run.txt"
    path.write_text("".join(f"{t} Q0 {d} {r} {s} x\n" for t, d, r, s in rows))
    monkeypatch.setattr(_trec_ranked, "_BLOCK", 1 << 12)
    check(path, rows)
    monkeypatch.setattr(_trec_ranked, "_LARGEST_TOPIC", 1 << 13)
    check(path, rows)


def test_comments_and_name(tmp_path):
    path = tmp_path / "x.run"
    path.write_text("# made by hand\n1 Q0 a 1 2 one\n1 Q0 b 2 1 two\n")
    run = read_documents(path, qrels_of(["a"]))

    assert isinstance(run, RankedRun)
    assert run.name == "x"
    assert "1 comment line skipped" in run.notes
    path.write_text("1 Q0 a 1 2 one\n1 Q0 b 2 1 one\n")
    assert read_documents(path, qrels_of(["a"])).name == "one"


def test_what_is_irregular_goes_the_ordinary_way(tmp_path):
    path = tmp_path / "run.txt"
    path.write_text("1 Q0 a 1 2 t junk\n1 Q0 b 2 1 t\n")
    run = read_documents(path, qrels_of(["a"]), format="trec-run")

    assert isinstance(run, Run)
    assert len(run) == 2
    assert "1 line has more columns than the format knows; they were not read" in run.notes


def test_other_formats_are_not_ranked(tmp_path):
    path = tmp_path / "run.txt"
    path.write_text("1 Q0 a 1 2 t 0 5\n1 Q0 a 2 1 t 2 7\n")

    assert isinstance(read_documents(path, qrels_of(["a"])), Run)


def test_trec_evals_own_files(real_data):
    folder = real_data / "trec-eval-test"
    qrels = api.read_qrels(folder / "qrels.test")
    ranked = read_documents(folder / "results.test", qrels)
    judged = set(qrels.docs.tolist())
    rows = []
    for line in Path(folder / "results.test").read_text().splitlines():
        topic, _, doc, rank, score, _ = line.split()
        rows.append((topic, doc, int(rank), score))

    assert listed(ranked) == slow(rows, judged)
    assert [len(list(g)) for _, g in groupby(ranked.topic.tolist())] == [500, 500, 500]


@given(rows)
def test_values_equal_those_of_the_ordinary_way(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("run") / "run.txt"
    path.write_text("".join(f"{t} Q0 {d} {r} {s} tag\n" for t, d, r, s in rows))
    qrels = Qrels.from_columns(
        topic=[t for t, *_ in rows], doc=[d for _, d, *_ in rows], grade=[r for *_, r, _ in rows]
    )
    measures = ["AP", "nDCG@3", "P@2", "R@5", "RR", "Rprec", "nDCG"]
    ordinary = evaluate(qrels, api.read_run(path), measures)
    compact = evaluate(qrels, read_documents(path, qrels), measures)

    assert compact.table.tobytes() == ordinary.table.tobytes()
    assert set(compact.notes) == set(ordinary.notes)


def test_names_are_split_at_ascii_blanks_only(tmp_path):
    path = tmp_path / "run.txt"
    path.write_text("1 Q0 a\u00a0b 1 2.5 t\n1 Q0 c\u3000\x1cd 2 1.5 t\n")

    assert api.read_run(path).docs.tolist() == ["a\u00a0b", "c\u3000\x1cd"]


def test_an_answer_does_not_keep_the_bytes_of_its_block(tmp_path):
    (tmp_path / "run").write_text("1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n")
    [block] = Source(tmp_path / "run").blocks()
    judged = Judged(Names.of(["a"]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_trec_ranked, "_SHORTEST_TOPICS", 0)
        answer = _trec_ranked._rank_block(block, judged)
    held = weakref.ref(block.data)
    del block

    assert held() is None
    assert answer[:2] == (({b"t"}, 0), [b"1"])
