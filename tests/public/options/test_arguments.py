"""Arguments of evaluation: kinds of tables, files and folders, rules of tasks, lines of errors."""

from __future__ import annotations

import itertools
import json
from collections import namedtuple
from pathlib import Path

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from tests.helpers import answer, grouped_options
from tests.public.options.worlds import passages, write

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")

GRADES = {"q1": {"a": 1, "b": 0}, "q2": {"c": 1}}
SCORES = {"q1": {"b": 2.0, "a": 1.0}, "q2": {"c": 1.0}}
Qrel = namedtuple("Qrel", ["query_id", "doc_id", "relevance", "iteration"])
ScoredDoc = namedtuple("ScoredDoc", ["query_id", "doc_id", "score"])
QRELS = [Qrel(q, d, g, "0") for q, rows in GRADES.items() for d, g in rows.items()]
RUN = [ScoredDoc(q, d, s) for q, rows in SCORES.items() for d, s in rows.items()]


class RanxQrels:
    """Assessments as ranx holds them."""

    name = None

    def __init__(self):
        self.qrels = GRADES

    def to_dict(self):
        return self.qrels


class RanxRun:
    """A run as ranx holds it."""

    def __init__(self, name=None):
        self.run, self.name = SCORES, name

    def to_dict(self):
        return self.run


class Dataset:
    """Assessments as ir_datasets gives them."""

    def qrels_iter(self):
        return iter(QRELS)


def frame(kind, head, rows):
    """A table of another library."""
    import pandas as pd
    import polars as pl

    records = [dict(zip(head, row, strict=True)) for row in rows]
    made = {"records": lambda: records, "tuple": lambda: tuple(records)}
    made |= {"pandas": lambda: pd.DataFrame(records), "polars": lambda: pl.DataFrame(records)}
    made["lazy"] = lambda: pl.LazyFrame(records)
    return made[kind]()


FRAMES = ("records", "tuple", "pandas", "polars", "lazy")


def qrels_kinds():
    head = ("qid", "docno", "label")
    rows = [(q, d, g) for q, found in GRADES.items() for d, g in found.items()]
    yield from (GRADES, pw.Qrels.from_dict(GRADES), RanxQrels(), QRELS, Dataset(), iter(QRELS))
    yield from (frame(kind, head, rows) for kind in FRAMES)


def run_kinds():
    head = ("query_id", "doc_id", "score")
    yield from (SCORES, pw.Run.from_dict(SCORES), RanxRun(), RUN, iter(RUN), [RUN], [iter(RUN)])
    yield from (frame(kind, head, RUN) for kind in FRAMES)
    yield from ([frame(kind, head, RUN)] for kind in FRAMES)
    yield from ([SCORES], (RanxRun(),), iter([pw.Run.from_dict(SCORES)]))


def test_every_kind_of_table_has_the_same_value():
    for qrels in qrels_kinds():
        assert pw.evaluate(qrels, SCORES, "AP").mean("run", "AP") == (1 / 2 + 1) / 2
    for run in run_kinds():
        found = pw.evaluate(GRADES, run, "AP")
        assert (found.runs, found.mean("run", "AP")) == (("run",), 0.75)


def test_several_runs_in_every_kind_of_list():
    named = [pw.Run.from_dict(SCORES, name=name) for name in "xy"]
    for runs in (named, tuple(named), iter(named), (run for run in named)):
        assert pw.evaluate(GRADES, runs, "AP").runs == ("x", "y")
    both = pw.evaluate(GRADES, [RanxRun("bm25"), SCORES, RUN], "AP")
    assert both.runs == ("bm25", "run", "run#2")
    assert both.mean_table.tolist() == [[0.75]] * 3
    gold = {"q": [{"doc": "a", "start": 0, "end": 10}]}
    parts = {"q": [{"doc": "a", "start": 20, "end": 30}, {"doc": "a", "start": 0, "end": 10}]}
    assert pw.evaluate(gold, parts, "PartRR").mean("run", "PartRR") == 0.5
    assert pw.evaluate(gold, {"q": []}, "PartRR").mean("run", "PartRR") == 0.0
    inventory = pw.Inventory.from_columns(
        doc=["a", "a"], start=[0, 20], end=[10, 30], id=["x", "y"]
    )
    ids = pw.evaluate({"q": ["x"]}, {"q": ["y", "x"]}, "PartRR", inventory=inventory)
    assert ids.mean("run", "PartRR") == 0.5


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: (RanxRun(), SCORES), "qrels must be assessments, not "),
        (lambda: (3, SCORES), "qrels must be partwise.Qrels, not int"),
        (lambda: ([], SCORES), "qrels must be partwise.Qrels, not list"),
        (lambda: (GRADES, 3), "a run must be a Run, a dict, a frame or a path, not int"),
        (lambda: (GRADES, [3]), "a run must be a Run, a dict, a frame or a path, not int"),
        (lambda: (GRADES, []), "no run is given"),
        (lambda: (GRADES, iter([])), "no run is given"),
        (lambda: (pw.Run.from_dict(SCORES), SCORES), "qrels must be partwise.Qrels, not partwise"),
        (lambda: (GRADES, pw.Qrels.from_dict(GRADES)), "a run must be a Run"),
        (
            lambda: (frame("polars", ("q_id", "doc_id", "score"), [("q1", "a", 0.5)]), SCORES),
            "a run, not assessments",
        ),
    ],
)
def test_swapped_and_strange_arguments(call, words):
    with pytest.raises(pw.PartwiseError) as caught:
        pw.evaluate(*call(), "AP")
    assert words in str(caught.value)


@pytest.mark.parametrize("name", ["lengths", "inventory", "structure"])
def test_other_tables_of_a_strange_kind(name):
    with pytest.raises(pw.UsageError, match=f"{name} must be .*, not int"):
        pw.evaluate(GRADES, SCORES, "AP", **grouped_options(**{name: 3}))


def test_lengths_and_columns():
    gold, whole = {"q": [{"doc": "a", "start": 0, "end": 10}]}, {"q": {"a": 1.0}}
    made = [{"a": 40}, pw.Lengths.from_columns(doc=["a"], length=[40])]
    made += [frame(kind, ("doc", "length"), [("a", 40)]) for kind in FRAMES]
    for lengths in made:
        found = pw.evaluate(
            gold, whole, "CharP@1", lengths=lengths, reading=pw.Reading(missing="document")
        )
        assert found.mean("run", "CharP@1") == 0.25
    rows = [{"query": "q", "source": "a", "from": 0, "to": 10}]
    columns = {"topic": "query", "doc": "source", "start": "from", "end": "to"}
    assert (
        pw.evaluate(rows, rows, "CharR", reading=pw.Reading(columns=columns)).mean("run", "CharR")
        == 1
    )
    with pytest.raises(pw.PartwiseError, match="elsewhere"):
        pw.evaluate(
            rows, rows, "CharR", reading=pw.Reading(columns=columns | {"score": "elsewhere"})
        )


# -- files and folders ---------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    passages(tmp_path)
    (tmp_path / "runs").mkdir()
    for name in ("b", "a", "c"):
        (tmp_path / "runs" / f"{name}.tsv").write_text((tmp_path / "o.tsv").read_text())
    (tmp_path / "runs" / "notes.md").write_text("nothing\n")
    (tmp_path / "runs" / ".hidden.tsv").write_text("nothing\n")
    return tmp_path


def test_paths_stand_for_files_folders_and_patterns(folder):
    left_out = "runs: 1 file is not a run and was left out (notes.md)"
    for given, runs in [
        ("runs", "abc"), (Path("runs"), "abc"), ("runs/[ab].tsv", "ab"), ("run?", "abc"),
        (["runs/c.tsv", "runs/a.tsv"], "ca"), (["runs/*.tsv", "r.tsv"], "abcr"),
    ]:  # fmt: skip
        found = pw.evaluate("q.tsv", given, "CharR")
        assert found.runs == tuple(runs)
        assert (left_out in found.notes) == (given in ("runs", Path("runs"), "run?"))
    (folder / "runs" / "other.txt").write_text("?\n")
    words = "runs: 2 files are not runs and were left out (notes.md, other.txt)"
    assert words in pw.evaluate("q.tsv", "runs", "CharR").notes
    (folder / "odd[1].tsv").write_text((folder / "o.tsv").read_text())
    assert pw.evaluate("q.tsv", "odd[1].tsv", "CharR").runs == ("odd[1]",)
    (folder / "empty").mkdir()
    (folder / "empty" / "x.md").write_text("x\n")
    for given, words in [
        ("x*.tsv", "x*.tsv: no file has such a name"), ("gone.tsv", "gone.tsv"),
        ("empty", "empty: no run in this folder (1 file)"),
    ]:  # fmt: skip
        with pytest.raises(pw.PartwiseError) as caught:
            pw.evaluate("q.tsv", given, "CharR")
        assert words in str(caught.value)
    reply = answer(folder, "evaluate", "q.tsv", "runs", "r*.tsv", "-m", "CharR", "--format", "json")
    assert [run["run"] for run in json.loads(reply.out)["runs"]] == ["a", "b", "c", "r"]


# -- rules of tasks ------------------------------------------------------------------------------

PARTS = st.lists(
    st.tuples(
        st.sampled_from("12"), st.sampled_from("de"), st.integers(0, 12), st.integers(0, 6),
        st.integers(0, 3),
    ),
    min_size=1, max_size=6,
)  # fmt: skip


def broken_rule(task, rows):
    """Rows that break the rule of a task: two that overlap, or one that comes back."""
    ranked = sorted(range(len(rows)), key=lambda at: -rows[at][4])
    if task in ("focused", "relevant-in-context"):
        for one, other in itertools.combinations(range(len(rows)), 2):
            (t, d, a, n, _), (u, f, b, m, _) = rows[one], rows[other]
            if (t, d) == (u, f) and n and m and a < b + m and b < a + n:
                return "forbids overlap"
    if task == "relevant-in-context":
        for topic in "12":
            docs = [rows[at][1] for at in ranked if rows[at][0] == topic]
            if len([doc for doc, _ in itertools.groupby(docs)]) > len(set(docs)):
                return "parts together"
    pairs = [row[:2] for row in rows]
    if task == "best-in-context" and len(set(pairs)) < len(pairs):
        return "one result a document"
    return None


@settings(max_examples=50)
@drawn(PARTS, st.sampled_from(["focused", "relevant-in-context", "best-in-context", "thorough"]))
def test_rules_of_tasks(rows, task):
    topic, doc, start, size, score = zip(*rows, strict=True)
    end = [a + n for a, n in zip(start, size, strict=True)]
    run = pw.Run.from_columns(topic=topic, doc=doc, start=start, end=end, score=score)
    qrels = pw.Qrels.from_columns(topic=["1", "2"], doc=["d", "e"], start=[0, 0], end=[5, 5])
    broken = broken_rule(task, rows)
    if broken is None:
        assert pw.evaluate(qrels, run, "CharR", rules=pw.Rules(task=task)).options["task"] == task
    else:
        with pytest.raises(pw.FormatError, match=f'task "{task}" .*{broken}'):
            pw.evaluate(qrels, run, "CharR", rules=pw.Rules(task=task))


HEAD = "topic doc start end score\n"
BROKEN = {  # rows of a run, task, words
    "overlap": (
        "1 d 0 5 9\n1 e 0 5 8\n2 d 0 5 8\n1 d 4 9 7\n", "focused",
        "forbids overlap: topic 1, lines 2 and 5, d 0..5 and 4..9",
    ),
    "over others between": (
        "1 d 0 100 9\n1 d 200 300 8\n1 d 150 160 7\n1 d 90 95 6\n", "focused",
        "lines 2 and 5, d 0..100 and 90..95",
    ),
    "whole document": ("1 d - - 9\n1 e 0 3 8\n1 d 5 9 7\n", "focused", "d whole and 5..9"),
    "returns": (
        "1 d 0 5 9\n1 e 0 5 8\n1 d 6 9 7\n", "relevant-in-context",
        "wants each document's parts together: topic 1, document d returns at line 4",
    ),
    "second result": (
        "1 d 0 5 9\n2 d 0 5 8\n1 d 6 9 7\n", "best-in-context",
        "wants one result a document: topic 1, lines 2 and 4, document d",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_broken_rules_name_lines(tmp_path, case):
    rows, task, words = BROKEN[case]
    write(tmp_path, q="topic doc start end length\n1 d 0 5 900\n2 e 0 5 900\n", r=HEAD + rows)
    how = {"missing": "document", "task": task}
    with pytest.raises(pw.FormatError) as caught:
        pw.evaluate(tmp_path / "q.tsv", tmp_path / "r.tsv", "CharR", **grouped_options(**how))
    assert words in str(caught.value)
    run = pw.read_run(tmp_path / "r.tsv", reading=pw.Reading(missing="document"))
    with pytest.raises(pw.FormatError) as caught:
        pw.evaluate(tmp_path / "q.tsv", run, "CharR", **grouped_options(**how))
    assert words in str(caught.value)
    reply = answer(tmp_path, "evaluate", "q.tsv", "r.tsv", "-m", "CharR", "--missing", "document",
                   "--task", task)  # fmt: skip
    assert (reply.code, words in reply.err) == (2, True)
    assert answer(tmp_path, "evaluate", "q.tsv", "r.tsv", "-m", "CharR", "--missing", "document",
                  "--task", "thorough").code == 0  # fmt: skip
    with pytest.raises(pw.UsageError, match=r'no task "fokused" \(available: focused, rele'):
        pw.evaluate(
            tmp_path / "q.tsv",
            tmp_path / "r.tsv",
            "CharR",
            reading=pw.Reading(missing="document"),
            rules=pw.Rules(task="fokused"),
        )


def test_overlapping_elements_are_named_by_their_paths():
    structure = pw.Structure.from_columns(
        doc=["d"] * 3, parent=[None, 0, 1], tag=["article", "bdy", "sec"], start=[0, 2, 3],
        end=[20, 18, 9],
    )  # fmt: skip
    rows = {"topic": ["1", "1"], "doc": ["d", "d"]}
    run = pw.Run.from_columns(
        **rows, element=["/article[1]/bdy[1]", "/article[1]/bdy[1]/sec[1]"], name="x"
    )
    qrels = pw.Qrels.from_columns(topic=["1"], doc=["d"], start=[0], end=[5])
    with pytest.raises(pw.FormatError) as caught:
        pw.evaluate(qrels, run, "CharR", rules=pw.Rules(task="focused"), structure=structure)
    words = (
        'x: task "focused" forbids overlap: topic 1, rows 0 and 1, d /article[1]/bdy[1] and .../'
    )
    assert str(caught.value).startswith(words)


# -- lines of errors -----------------------------------------------------------------------------

LINES = {  # judgements, run, options, file and line, word
    "unknown length": (
        "topic doc start end\n1 a 0 5\n", "topic doc start end score\n1 a 0 9 3\n\n1 b - - 2\n",
        {"missing": "document", "measures": "CharP@5"}, "r.tsv:4", "length of document b",
    ),
    "unknown length judged": (
        "topic doc start end\n1 b 0 5\n1 a - -\n", "topic doc start end score\n1 b 0 9 3\n",
        {"missing": "document", "measures": "CharR"}, "q.tsv:3", "length of document a",
    ),
    "two weights": (
        "topic doc start end group weight\n1 a 0 5 g 1\n1 b 0 5 h 1\n1 c 0 5 g 2\n",
        "topic doc start end score\n1 a 0 9 3\n", {"measures": "GroupR"}, "q.tsv:4", "two weights",
    ),
    "no text": (
        "topic doc start end text\n1 a 0 5 x\n1 b 0 5 -\n",
        "topic doc start end score\n1 a 0 9 3\n", {"measures": "CharR", "equivalent": "text"},
        "q.tsv:3", "no text to compare",
    ),
    "two lengths": (
        "topic doc start end length\n1 a 0 5 10\n2 a 0 5 20\n",
        "topic doc start end score\n1 a 0 9 3\n", {"measures": "CharP"}, "q.tsv", "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", LINES)
def test_errors_name_the_lines_of_files(tmp_path, monkeypatch, case):
    monkeypatch.chdir(tmp_path)
    qrels, run, options, place, word = LINES[case]
    for name, text in (("q", qrels), ("r", run)):
        write(tmp_path, **{name: text})
    with pytest.raises(pw.PartwiseError) as caught:
        pw.evaluate("q.tsv", "r.tsv", **grouped_options(**options))
    assert str(caught.value).startswith(f"{place}:" if ":" in place else place)
    assert word in str(caught.value)
    how = {name: options[name] for name in ("missing",) if name in options}
    rest = {name: value for name, value in options.items() if name not in how}
    with pytest.raises(pw.PartwiseError) as again:
        pw.evaluate_bucket(pw.bucket("q.tsv", "r.tsv", "b", 1, **grouped_options(**how)), 0, **rest)
    assert str(again.value) == str(caught.value)


MEETINGS = {  # judgements, run: refused or warned of in the words of an evaluation
    "no topic": ("topic doc start end\n1 a 0 5\n", "topic doc start end score\n2 a 0 9 3\n"),
    "near names": ("topic doc start end\n1 a 0 5\n", "topic doc start end score\n1 x/a 0 9 3\n"),
    "no name": ("topic doc start end\n1 a 0 5\n", "topic doc start end score\n1 b 0 9 3\n"),
    "past the end": (
        "topic doc start end length\n1 a 0 5 8\n", "topic doc start end score\n1 a 0 9 3\n",
    ),
    "no places": ("topic doc start end length\n1 a 0 5 8\n", "topic doc score\n1 a 3\n"),
    "beyond the document": (
        "topic doc start end length\n1 a 0 5 8\n", "topic doc start end score\n1 a 10 19 3\n",
    ),
    "documents": ("topic doc rel\n1 a 1\n2 b 1\n", "topic doc score\n1 a 3\n3 b 2\n"),
}  # fmt: skip


@pytest.mark.parametrize("case", MEETINGS)
def test_check_speaks_as_evaluate_does(tmp_path, case):
    qrels, run = MEETINGS[case]
    write(tmp_path, q=qrels, r=run)
    measure = "P@1" if case == "documents" else "CharP"
    plain = answer(tmp_path, "evaluate", "q.tsv", "r.tsv", "-m", measure)
    checked = answer(tmp_path, "check", "r.tsv", "--qrels", "q.tsv")
    assert checked.code == plain.code
    told = checked.out + checked.err
    of_others = ("note: q.tsv", "note: r: 1 part is empty")  # of judgements, and of a measure
    for line in plain.err.splitlines():
        if line.startswith(of_others):
            continue
        assert line.removeprefix("warning: ").removeprefix("note: ") in told, line
    assert bool(plain.err)
    assert answer(tmp_path, "check", "q.tsv", "--as", "qrels").code == 0


@pytest.mark.parametrize("case", ["two weights", "two lengths"])
def test_check_looks_at_judgements_as_evaluate_does(tmp_path, case):
    qrels, run, *_ = LINES[case]
    write(tmp_path, q=qrels, r=run)
    reply = answer(tmp_path, "check", "q.tsv", "--as", "qrels")
    assert reply.code == (2 if case == "two lengths" else 0)
