"""Random collections: the same values whichever way they come in."""

from __future__ import annotations

import gzip
import os
import random
import subprocess
import sys

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.helpers import answer
from tests.laws import collections

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

import partwise as pw
from partwise.files.registry import FORMATS as FORMATS_KNOWN

CHARACTERS = [
    "CharR@3",
    "CharP(budget=60)",
    "CharAP",
    "AiP",
    "AgP",
    "SpanR@5",
    "CharOverlap",
    "Hit@2",
]
DOCUMENTS = ["AP", "nDCG@5", "P@3", "Bpref", "RBP", "ERR"]
FORMATS = ("tsv", "csv", "jsonl", "parquet")

few = settings(
    max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), database=None
)


def values(qrels, run, measures):
    """Evaluate and return the bytes of every value, by topic."""
    found = pw.evaluate(qrels, run, measures)
    means = found.mean_table
    assert np.isfinite(means[~np.isnan(means)]).all()
    defined = ~np.isnan(found.table).all(axis=2)
    assert np.isfinite(means[defined]).all()
    order = np.argsort(found.topics)
    return np.array(found.topics)[order].tolist(), found.table[0][:, order].tobytes()


def collection(seed):
    """Spans and passages of all kinds, with names that need care."""
    tables = collections.spans(seed)
    run = tables.run.to_frame().drop("run")
    qrels = tables.qrels.to_frame()
    names = {f"d{i}": name for i, name in enumerate(("d", "é 1", "#x", "a,b", '"q"', "0"))}
    length = collections.LENGTH
    run = run.with_columns(run["start"].fill_null(0), run["end"].fill_null(length))
    run, qrels = (frame.with_columns(frame["doc"].replace(names)) for frame in (run, qrels))
    return pw.Qrels.from_frame(qrels.with_columns(length=length)), pw.Run.from_frame(run)


@few
@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_every_format_packed_and_shuffled(tmp_path_factory, seed, random_):
    qrels, run = collection(seed)
    expected = values(qrels, run, CHARACTERS)
    folder = tmp_path_factory.mktemp("same")

    for format_ in FORMATS:
        judged, found = folder / f"q.{format_}", folder / f"r.{format_}"
        pw.write_qrels(qrels, judged, format=format_)
        pw.write_run(run, found, format=format_)
        assert values(judged, found, CHARACTERS) == expected, format_
        if format_ != "parquet":
            for change in (shuffled(format_, random_), windows, packed):
                other = folder / f"other.{format_}"
                other.write_bytes(change(found.read_bytes()))
                assert values(judged, other, CHARACTERS) == expected, (format_, change)


def shuffled(format_, random_):
    """Return what puts lines in another order, below a header."""

    def change(data: bytes) -> bytes:
        lines = data.decode().splitlines()
        head, rows = (lines[:1], lines[1:]) if format_ != "jsonl" else ([], lines)
        random_.shuffle(rows)
        return "\n".join([*head, *rows, ""]).encode()

    return change


def windows(data: bytes) -> bytes:
    """End lines as Windows does."""
    return data.replace(b"\n", b"\r\n")


def packed(data: bytes) -> bytes:
    """Pack a file."""
    return gzip.compress(data, mtime=0)


@few
@given(st.integers(0, 10_000))
def test_converted_and_back(tmp_path_factory, seed):
    qrels, run = collection(seed)
    folder = tmp_path_factory.mktemp("back")
    pw.write_run(run, folder / "a.tsv")
    expected = values(qrels, folder / "a.tsv", CHARACTERS)

    for one, other in zip(FORMATS, (*FORMATS[1:], FORMATS[0]), strict=True):
        pw.write_run(pw.read_run(folder / f"a.{one}"), folder / f"a.{other}", format=other)
    assert values(qrels, folder / "a.tsv", CHARACTERS) == expected


@few
@given(st.integers(0, 10_000))
def test_documents_as_dictionaries_frames_and_files(tmp_path_factory, seed):
    random_ = random.Random(seed)
    docs = [f"d{i}" for i in range(12)]
    judged = {t: {d: random_.randrange(3) for d in random_.sample(docs, 8)} for t in "abc"}
    found = {t: {d: float(random_.randrange(5)) for d in random_.sample(docs, 9)} for t in "abc"}
    qrels, run = pw.Qrels.from_dict(judged), pw.Run.from_dict(found)
    folder = tmp_path_factory.mktemp("documents")
    pw.write_qrels(qrels, folder / "q", format="trec-qrels")
    pw.write_run(run, folder / "r", format="trec-run")

    expected = values(judged, found, DOCUMENTS)

    assert values(qrels, run, DOCUMENTS) == expected
    frames = pw.Qrels.from_frame(qrels.to_frame()), pw.Run.from_frame(run.to_frame())
    assert values(*frames, DOCUMENTS) == expected
    assert values(folder / "q", folder / "r", DOCUMENTS) == expected


def plain(seed):
    """Documents with grades and spans in them, in names and numbers that any format can hold."""
    random_ = random.Random(seed)
    docs = [f"d{i}" for i in range(12)]
    judged = {f"{t}": {d: random_.randrange(2) for d in random_.sample(docs, 8)} for t in (1, 2, 3)}
    found = {
        f"{t}": dict(zip(random_.sample(docs, 9), map(float, range(9, 0, -1)), strict=True))
        for t in (1, 2, 3)
    }
    cells = [
        {"topic": topic, "doc": doc, "start": start, "end": start + random_.randrange(1, 30)}
        for topic, each in found.items()
        for doc in each
        for start in (random_.randrange(60),)
    ]
    spans = [row | {"rank": at % 9 + 1, "score": 9.0 - at % 9} for at, row in enumerate(cells)]
    relevant = pl.DataFrame(
        {"topic": t, "doc": d, "start": 10, "end": 40, "bep": 10, "grade": 1, "length": 100}
        for t, each in judged.items()
        for d, grade in each.items()
        if grade
    )
    marked, passages = pw.Qrels.from_frame(relevant), pl.DataFrame(spans)
    documents = pw.Qrels.from_dict(judged)
    yield documents, pw.Run.from_dict(found), DOCUMENTS
    yield documents, pw.Run.from_frame(passages.select("topic", "doc", "rank")), DOCUMENTS
    yield marked, pw.Run.from_frame(passages), CHARACTERS
    bare = pw.Qrels.from_frame(relevant.drop("bep", "length"))
    yield bare, pw.Run.from_frame(passages.drop("score")), ["CharR@3", "CharP@3", "SpanR@5"]


def test_every_format_that_can_hold_a_table(tmp_path):
    """What a format takes without loss has the same values; each format takes something."""
    runs, judgements = set(), set()
    for qrels, run, measures in (one for seed in range(2) for one in plain(seed)):
        expected = values(qrels, run, measures)
        for name, format_ in FORMATS_KNOWN.items():
            if "run" in format_.kinds and written(pw.write_run, run, tmp_path / "r", name):
                runs.add(name)
                for way in ways(tmp_path / "r", name):
                    read = pw.read_run(tmp_path / "r", format=name)
                    assert values(qrels, read, measures) == expected, (name, way)
            if "qrels" in format_.kinds and written(pw.write_qrels, qrels, tmp_path / "q", name):
                judgements.add(name)
                for way in ways(tmp_path / "q", name):
                    read = pw.read_qrels(tmp_path / "q", format=name)
                    assert values(read, run, measures) == expected, (name, way)

    ours = {"tsv", "csv", "jsonl", "parquet"}
    assert runs >= ours | {"trec-run", "inex-run", "inex-submission", "genomics-run", "ranx",
                           "msmarco"}, runs  # fmt: skip
    assert judgements >= {"tsv", "csv", "jsonl", "parquet", "trec-qrels", "fol-qrels", "beir"}, (
        judgements
    )


def ways(path, name):
    """Yield the ways in which a file may come, after it was changed to that."""
    yield "as it was written"
    if path.is_dir() or name in ("parquet", "ranx"):
        return
    plain_bytes = path.read_bytes()
    changes = {"packed": packed, "packed by zstd": zstd.compress}
    if name not in ("csv", "chroma"):  # CSV ends its lines so already
        changes["lines of Windows"] = windows
    for way, change in changes.items():
        path.write_bytes(change(plain_bytes))
        yield way


@few
@given(st.integers(0, 10_000))
def test_the_command_converts_and_back(tmp_path_factory, seed):
    qrels, run = collection(seed)
    folder = tmp_path_factory.mktemp("converted")
    expected = values(qrels, run, CHARACTERS)
    pw.write_qrels(qrels, folder / "q.tsv")
    pw.write_run(run, folder / "r.tsv")

    for what in "qr":
        for one, other in zip(FORMATS, (*FORMATS[1:], "tsv"), strict=True):
            done = answer(folder, "convert", f"{what}.{one}", f"{what}.{other}", "-q")
            assert done.code == 0, done.err

    assert values(folder / "q.tsv", folder / "r.tsv", CHARACTERS) == expected


def written(write, table, path, name):
    """Tell whether a format holds a table without loss."""
    try:
        write(table, path, format=name)
    except pw.PartwiseError:
        return False
    return True


@few
@given(st.integers(0, 10_000))
def test_packed_assessments_and_other_packings(tmp_path_factory, seed):
    qrels, run = collection(seed)
    expected = values(qrels, run, CHARACTERS)
    folder = tmp_path_factory.mktemp("packed")
    for name, write, table in (("q.tsv", pw.write_qrels, qrels), ("r.jsonl", pw.write_run, run)):
        write(table, folder / name, format=name.partition(".")[2])
        plain_bytes = (folder / name).read_bytes()
        (folder / f"{name}.gz").write_bytes(packed(plain_bytes))
        half = plain_bytes.index(b"\n") + 1
        several = packed(plain_bytes[:half]) + packed(plain_bytes[half:])
        (folder / f"several.{name}.gz").write_bytes(several)

    for before in ("", "several."):
        found = values(folder / f"{before}q.tsv.gz", folder / f"{before}r.jsonl.gz", CHARACTERS)
        assert found == expected


@pytest.mark.slow
def test_hash_seeds_places_and_threads_change_no_byte(tmp_path):
    qrels, run = collection(5)
    pw.write_qrels(qrels, tmp_path / "q.tsv")
    pw.write_run(run, tmp_path / "r.jsonl", format="jsonl")
    words = [sys.executable, "-m", "partwise", "evaluate", "q.tsv", "r.jsonl", "--per-topic"]
    measures = [word for name in CHARACTERS for word in ("-m", name)]
    surroundings = (
        {},
        {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Kathmandu"},
        {"PYTHONHASHSEED": "77", "LC_ALL": "tr_TR.UTF-8", "POLARS_MAX_THREADS": "1"},
        {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip

    out = [
        subprocess.run([*words, *measures, "--format", "tsv", "-q"], cwd=tmp_path, check=True,
                       capture_output=True, env=os.environ | more).stdout
        for more in surroundings
    ]  # fmt: skip

    assert len(out[0]) > 500
    assert len({*out}) == 1
