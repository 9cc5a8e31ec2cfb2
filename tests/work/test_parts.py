"""Parts, workers and inputs that are damaged, foreign or of another version."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import numpy as np
import pytest

import partwise as pw
from partwise.errors import FormatError, PartwiseError, UsageError
from partwise.work import api, inputs
from partwise.work.buckets import (
    BucketRequest,
    VersionError,
    evaluate_bucket,
    packed_request,
    versions,
)
from partwise.work.engines.base import TaskFailedError
from partwise.work.folder import BucketFolder
from partwise.work.merge import MergeError, checked_parts, merged
from partwise.work.part import read_part

QRELS = pw.Qrels.from_columns(
    topic=["a", "b", "c", "d"], doc=["x"] * 4, start=[0, 0, 5, 9], end=[9, 4, 9, 12]
)
RUN = pw.Run.from_columns(
    topic=["a", "b", "c"], doc=["x"] * 3, start=[0, 2, 0], end=[3, 9, 9], score=[3.0, 2.0, 1.0]
)
ASKED = BucketRequest.of(["CharR@1"], {})


def made(folder, n=3):
    """Part files of all buckets."""
    pw.bucket(QRELS, RUN, folder, n)
    names = [folder / "parts" / f"part-{number:05d}-of-{n:05d}.parquet" for number in range(n)]
    for number, name in enumerate(names):
        pw.evaluate_bucket(folder, number, "CharR@1").write(name)
    return names


def test_a_part_is_read_as_it_was_written(tmp_path):
    pw.bucket(QRELS, RUN, tmp_path / "b", 1)
    part = pw.evaluate_bucket(tmp_path / "b", 0, ["AP", "CharR@1"])
    part.write(tmp_path / "p.parquet")

    read = read_part(tmp_path / "p.parquet")
    assert (read.topics, read.measures, read.key) == (part.topics, part.measures, part.key)
    assert read.frame().equals(part.frame())
    assert read.frame()["topic"].to_list() == [t for t in "abcd" for _ in range(2)]
    (piece, codes), *_ = read.runs[0].groups.pieces
    (other, same), *_ = part.runs[0].groups.pieces
    assert (piece.facts, codes.tolist(), [*piece.noted]) == (
        other.facts,
        same.tolist(),
        [*other.noted],
    )


@pytest.mark.parametrize(("old", "new"), [(b'"CharR@1"', b'"CharR@2"'), (b"judged_t", b"jugded_t")])
def test_damage_is_noticed(tmp_path, old, new):
    name = made(tmp_path)[0]
    content = name.read_bytes()
    assert old in content
    name.write_bytes(content.replace(old, new))

    with pytest.raises(FormatError, match=r"damaged: not what was written\. Evaluate"):
        read_part(name)


@pytest.mark.parametrize("name", ["key", "folder", "positions", "results", "request"])
def test_a_part_of_a_version_that_says_other_things(tmp_path, name, monkeypatch):
    part = read_part(made(tmp_path)[0])
    dumps = json.dumps
    monkeypatch.setattr(
        "partwise.work.part.json.dumps",
        lambda about, **how: dumps({k: v for k, v in about.items() if k != name}, **how),
    )
    part.write(tmp_path / "p")

    with pytest.raises(FormatError, match=r"of this version\. Use one version of partwise for all"):
        read_part(tmp_path / "p")


def test_two_parts_of_one_bucket_that_differ(tmp_path):
    parts = [*map(read_part, made(tmp_path))]
    part = next(part for part in parts if part.topics)
    runs = [replace(run, values=np.full_like(run.values, 0.125)) for run in part.runs]

    with pytest.raises(MergeError, match="two parts with different values"):
        checked_parts([*parts, replace(part, runs=runs)], 3)


def test_each_topic_is_in_one_part(tmp_path):
    parts = [*map(read_part, made(tmp_path))]
    number = next(number for number, part in enumerate(parts) if part.topics)
    lost = replace(parts[number], topics=(), positions=np.empty(0, np.int64))

    with pytest.raises(MergeError, match="of 4 judged topics, each once"):
        merged([lost if part is parts[number] else part for part in parts])
    with pytest.raises(MergeError, match="is twice in the parts"):
        merged([*parts, parts[number]])


def test_parts_of_another_version(tmp_path, monkeypatch):
    mine = made(tmp_path / "mine")
    with monkeypatch.context() as changed:
        changed.setattr("partwise.work.buckets.__version__", "0.0.0")
        changed.setattr("partwise.work.part.__version__", "0.0.0")
        theirs = made(tmp_path / "theirs")

    with pytest.raises(MergeError, match="version of partwise"):
        pw.merge(*mine[:2], theirs[2])


@pytest.mark.parametrize("name", ["partwise", "numpy", "Python"])
def test_workers_of_another_version_are_refused(tmp_path, name):
    pw.bucket(QRELS, RUN, tmp_path, 2)
    sent = {**pickle.loads(packed_request(ASKED, None)), "versions": versions() | {name: "0.0"}}

    with pytest.raises(VersionError, match=f"a worker has {name} .*, not 0.0"):
        evaluate_bucket(str(tmp_path), 0, pickle.dumps(sent))
    assert not (tmp_path / "parts").exists()


class Written:
    """Writes a file when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return np.memmap, (self.path, np.uint8, "w+", 0, (9,))


def test_a_stored_table_writes_no_file(tmp_path):
    path = tmp_path / "written"
    with pytest.raises(pickle.UnpicklingError, match=r"memmap is no part of a table"):
        inputs.unpacked(pickle.dumps(Written(str(path))))
    assert not path.exists()


@pytest.mark.parametrize("value", [print, (exec, "x"), pw.parse, np.load])
def test_tables_are_read_and_nothing_is_called(value):
    with pytest.raises(pickle.UnpicklingError, match="is no part of a table"):
        inputs.unpacked(pickle.dumps(value))
    assert inputs.unpacked(inputs.packed(RUN)).name == "run"


class Failing:
    """Engine whose workers die in one bucket."""

    def __init__(self, bucket=None):
        self.bucket, self.done = bucket, []

    def completed(self, function, tasks):
        for number in reversed(range(len(tasks))):
            if tasks[number][1] == self.bucket:
                raise TaskFailedError(number, 3, "a worker died")
            self.done.append(tasks[number][1])
            yield number, function(*tasks[number])


def workers(engine):
    """Workers of an engine."""
    found = api.Workers(1, "processes", None)
    found._engine = engine
    return found


@pytest.mark.parametrize(
    ("advice", "end"),
    [
        (None, "died; finished buckets are in .*, go on with --resume$"),
        ("", "died$"),
        ("x", "died; x$"),
    ],
)
def test_only_what_is_missing_is_done_again(tmp_path, advice, end):
    folder = BucketFolder(pw.bucket(QRELS, RUN, tmp_path, 4))
    with pytest.raises(PartwiseError, match=f"bucket 1 failed 3 times: a worker {end}"):
        workers(Failing(1)).evaluate(folder, ASKED, advice=advice)
    with pytest.raises(UsageError, match="holds parts"):
        workers(Failing()).evaluate(folder, ASKED)
    folder.part(3).write_bytes(b"half")

    again, told = Failing(), []
    results = workers(again).evaluate(
        folder, ASKED, resume=True, on_part=lambda *facts: told.append(facts[:2])
    )
    assert sorted(again.done) == [0, 1, 3]
    assert told == [(2, 4), (3, 4), (4, 4)]
    assert results.table.tobytes() == pw.evaluate(QRELS, RUN, "CharR@1").table.tobytes()


def test_a_topic_that_needs_more_memory_is_named(tmp_path):
    folder = BucketFolder(pw.bucket(QRELS, RUN, tmp_path, 1))
    with pytest.raises(FormatError, match="topic a has 1 result and needs about 150 MB"):
        evaluate_bucket(str(folder.path), 0, packed_request(ASKED, 150_000_000))
