"""Writing tables: formats by name, and what a format has no room for."""

from __future__ import annotations

import gzip
import os
import warnings
import zipfile
from pathlib import Path

import pytest
from backports import zstd

import partwise as pw
from partwise.errors import FormatError, PartwiseWarning, UsageError
from partwise.files import reading as api
from partwise.files.writing import (
    format_of,
    is_fol,
    unsaid_topics,
    write_qrels,
    write_run,
    write_run_quietly,
)
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

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


def run(**more) -> Run:
    return Run.from_columns(**({"topic": ["q"], "doc": ["a"], "score": [1.0]} | more))


def qrels(**more) -> Qrels:
    return Qrels.from_columns(**({"topic": ["q"], "doc": ["a"]} | more))


SPAN = {"start": [1], "end": [5]}
ELEMENT = {"element": ["/a[1]"], "e": [1]}


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_names_decide_format_and_compression(tmp_path, suffix):
    run = Run.from_columns(topic=["q"], doc=["a"], score=[1], rank=[1])
    for name, form in (
        ("x.tsv", "tsv"),
        ("x.csv", "csv"),
        ("x.jsonl", "jsonl"),
        ("x.run", "trec-run"),
    ):
        write_run(run, tmp_path / (name + suffix))
        assert api.read_run(tmp_path / (name + suffix)).format == form
    packed = (tmp_path / f"x.tsv{suffix}").read_bytes()
    assert packed.startswith({"": b"topic", ".gz": b"\x1f\x8b", ".zst": b"\x28\xb5"}[suffix])


def test_standard_output(capfdbinary):
    write_run(Run.from_columns(topic=["q"], doc=["a"], score=[1], rank=[1]), "-")

    assert capfdbinary.readouterr().out == b"q Q0 a 1 1.0 run\n"


def test_formats_that_cannot_be_written(tmp_path):
    with pytest.raises(UsageError, match='assessments cannot be written as "trec-run"'):
        write_qrels(qrels(grade=[1]), tmp_path / "x", format="trec-run")
    with pytest.raises(UsageError, match='a run cannot be written as "fol-qrels"'):
        write_run(run(), tmp_path / "x", format="fol-qrels")
    with pytest.raises(FormatError, match=r'to \.json files\. Use format="trec'):
        write_run(run(), tmp_path / "x.json")


def test_a_full_disk_keeps_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "x.tsv"
    path.write_bytes(b"old")

    def full(*_args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FormatError, match="no space left on device"):
        write_run(run(), path)
    assert path.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("name", "table", "form"),
    [
        ("x", run(), "trec-run"),
        ("x.txt", run(**SPAN), "inex-run"),
        ("x.fol", run(), "inex-run"),
        ("x.xml", run(), "inex-submission"),
        ("x.genomics-run", run(**SPAN), "genomics-run"),
        ("x.TSV.GZ", run(), "tsv"),
        ("-", run(), "trec-run"),
        ("x.qrels", qrels(grade=[1]), "trec-qrels"),
        ("x.qrels", qrels(**SPAN), "fol-qrels"),
        ("x.fol", qrels(grade=[1]), "fol-qrels"),
        ("x.xml", qrels(**ELEMENT, s=[0.5]), "xrai"),
        ("x.xml", qrels(**ELEMENT, s=[1], scale="grade"), "xrai-2004"),
        (f"x{os.sep}", qrels(**ELEMENT, s=[0.5]), "xrai"),
        ("x.ZIP", qrels(**ELEMENT, s=[0.5]), "xrai"),
    ],
)
def test_the_name_suggests_the_format(name, table, form):
    assert format_of(table, name) == form


def test_the_caller_has_the_last_word():
    assert format_of(run(), "x.tsv", "csv") == "csv"
    assert is_fol("x.FOL.gz")
    assert not is_fol("fol")


def test_a_run_has_no_folder(here):
    with pytest.raises(FormatError, match="x/: a run is not written to a folder"):
        write_run(run(), "x/")


@pytest.mark.parametrize(
    ("suffix", "unpack"),
    [(".gz", gzip.decompress), (".GZ", gzip.decompress), (".ZST", zstd.decompress)],
)
def test_packed_whatever_the_case_of_the_name(here, suffix, unpack):
    write_run(run(), f"x.run{suffix}")

    assert unpack(Path(f"x.run{suffix}").read_bytes()) == b"q Q0 a 1 1.0 run\n"


def test_packed_files_are_the_same_every_time(here):
    write_run(run(), "a.run.gz")
    write_run(run(), "b.run.gz")

    assert Path("a.run.gz").read_bytes() == Path("b.run.gz").read_bytes()


@pytest.mark.parametrize("name", ["pools.zip", "POOLS.ZIP"])
@pytest.mark.parametrize("count", [1, 2])
def test_pools_in_an_archive(here, name, count):
    topics = [f"q{i}" for i in range(count)]
    table = Qrels.from_columns(
        topic=topics, doc=["a"] * count, element=["/a[1]"] * count, e=[1] * count, s=[0.5] * count
    )
    write_qrels(table, name)

    with zipfile.ZipFile(name) as archive:
        assert archive.namelist() == [f"{topic}.xml" for topic in topics]


def test_one_pool_is_a_file_and_two_are_a_folder(here):
    one = qrels(**ELEMENT, s=[0.5])
    write_qrels(one, "one.xml")
    assert Path("one.xml").is_file()
    two = Qrels.from_columns(
        topic=["q", "r"], doc=["a"] * 2, element=["/a[1]"] * 2, e=[1, 1], s=[1, 0.5]
    )
    write_qrels(two, "two.xml")
    assert sorted(path.name for path in Path("two.xml").iterdir()) == ["q.xml", "r.xml"]


def test_what_was_left_out_is_returned(here):
    assert write_run(run(tokens=[5]), "x.run", lossy=True) == ("column tokens left out (1 value)",)
    assert write_run(run(), "x.run", lossy=True) == ()
