"""What check passes, evaluate reads; what convert writes, check passes: findings 4.9."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.conftest import examples

import partwise as pw
from partwise.errors import (
    FormatError,
    MissingAssessmentError,
    PartwiseError,
    TableError,
    UsageError,
)
from partwise.evaluation.evaluate import evaluate
from partwise.files import reading as api
from partwise.files.kinds import kind_of
from partwise.files.writing import write_qrels, write_run
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        (
            "two.fol",
            "1 Q0 d1 5 100 0 0:5\n2 Q0 d1 5 200 0 0:5\n",
            "two.fol:2: document d1 has the lengths 100 and 200",
        ),
        ("gg.txt", "200\t12\t0\t5\tA\n\t13\t0\t5\tB\n", "gg.txt:2: topic is missing"),
        ("gh.txt", "200\t12\t0\t5\tA\n200\t\t0\t5\tB\n", "gh.txt:2: doc is missing"),
        (
            "nul.jsonl",
            '{"topic":"q","doc":"d","start":0,"end":5,"a\\u0000b":1}\n',
            "nul.jsonl:1: a NUL character in a column name",
        ),
    ],
)
def test_what_could_not_be_written_is_refused(here, name, content, words):  # findings 4.9
    Path(name).write_text(content)
    with pytest.raises(FormatError) as caught:
        api.read_qrels(name)
    assert str(caught.value) == words


def test_lenient_reading_leaves_lengths_to_evaluate(here):  # findings 4.9
    Path("two.fol").write_text("1 Q0 d1 5 100 0 0:5\n2 Q0 d1 5 200 0 0:5\n")

    assert len(api.read_qrels("two.fol", reading=pw.Reading(lenient=True))) == 2


word = st.sampled_from(["q", "d", "é", "a b", '"', ",", "#", "1", "0", "-", "=x", "|", "\\", "."])
number = st.sampled_from(["0", "1", "5", "07", "12", "-1", "1.5", "1e3", "x", ""])
path = st.sampled_from(["/a[1]", "/a[1]/b[2]", "/a", "news", "", "/a[1] /b[1]", "/a[1]|/b[1]"])


@st.composite
def tables(draw) -> str:
    """Tables of ours with a few odd cells."""
    given_ = {"topic": word, "doc": word, "start": number, "end": number, "element": path}
    given_ |= {"score": number, "rank": number, "grade": number, "length": number, "x y": word}
    given_ |= {"tree": path, "assessor": word, "bep": number, "run": word}
    names = draw(st.lists(st.sampled_from(sorted(set(given_) - {"topic", "doc"})), unique=True))
    names = ["topic", "doc", *names]
    separator = draw(st.sampled_from(["\t", ","]))
    lines = draw(st.lists(st.tuples(*(given_[name] for name in names)), min_size=1, max_size=3))
    return "".join(separator.join(line) + "\n" for line in [names, *lines])


@st.composite
def columns(draw) -> str:
    """Lines of blank-separated formats, mostly right."""
    shapes = [
        "{w} Q0 {w} {n} {n} t",
        "{w} 0 {w} {n}",
        "{w} Q0 {w} {n} {n} {n} {n}:{n}",
        "{w} Q0 {w} {n} {n} t {p}",
        "{w} Q0 {w} {n} {n} t {n} {n}",
        "{w}\t{w}\t{n}\t{n}\tA",
        "{w} {w} {n} {n} {n} {n} t",
    ]
    shape = draw(st.sampled_from(shapes))
    out = []
    for _ in range(draw(st.integers(1, 3))):
        line = shape
        for mark, values in (("{w}", word), ("{n}", number), ("{p}", path)):
            while mark in line:
                line = line.replace(mark, draw(values), 1)
        out.append(line + "\n")
    return "".join(out)


def _read(name: str) -> Run | Qrels | None:
    """Read a file as check does."""
    try:
        kind = kind_of(name)
        if kind not in ("run", "qrels"):
            return None
        return api.read_run(name) if kind == "run" else api.read_qrels(name)
    except PartwiseError:
        return None


@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(content=st.one_of(tables(), columns()))
def test_law_of_passing(tmp_path_factory, content):  # findings 4.9
    folder = tmp_path_factory.mktemp("law")
    file = folder / "in.txt"
    file.write_text(content)
    table = _read(str(file))
    if table is None:
        return
    _evaluated(table)
    for suffix in ("tsv", "csv", "jsonl", "parquet"):
        target = folder / f"out.{suffix}"
        write = write_run if isinstance(table, Run) else write_qrels
        try:
            write(table, target, lossy=True)
        except (TableError, UsageError, FormatError):
            continue  # refused with its reason: nothing was written
        read = api.read_run if isinstance(table, Run) else api.read_qrels
        again = read(target, reading=pw.Reading(missing="document"))
        assert len(again) == len(table), (suffix, content, target.read_bytes())
        assert again.docs.tolist() == table.docs.tolist()


def _evaluated(table: Run | Qrels) -> None:
    """Evaluate what was read against a partner that fits."""
    if isinstance(table, Run):
        qrels = Qrels.from_columns(topic=[table.topics[0]], doc=["other"], grade=[1])
        evaluate(qrels, [table], ["AP"], reading=pw.Reading(doc_ids="exact"))
        return
    run = Run.from_columns(topic=[table.topics[0]], doc=["other"], rank=[1])
    with suppress(MissingAssessmentError):  # of documents, where elements are assessed
        evaluate(table, [run], ["AP"], reading=pw.Reading(doc_ids="exact"))
