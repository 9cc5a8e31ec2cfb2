from __future__ import annotations

import json

import polars as pl
import pytest

import partwise as pw
from partwise.errors import FormatError
from partwise.evaluation.buckets.part import _checksum, read_part

QRELS = pw.Qrels.from_dict({"a": {"x": 1}, "b": {"x": 0}, "c": {"y": 1}})
RUN = pw.Run.from_dict({"a": {"x": 1.0}, "z": {"x": 1.0}})


def part(tmp_path):
    pw.bucket(QRELS, RUN, tmp_path / "b", 1)
    return pw.evaluate_bucket(tmp_path / "b", 0, ["AP", "P@1"])


def test_a_part_file_holds_a_row_per_run_topic_and_measure(tmp_path):
    part(tmp_path).write(tmp_path / "p.parquet")

    frame = pl.read_parquet(tmp_path / "p.parquet")
    assert frame.columns == ["run", "topic", "measure", "value", "present"]
    assert frame["topic"].to_list() == ["a", "a", "b", "b", "c", "c"]
    assert frame["measure"].to_list() == ["AP", "P@1"] * 3
    assert frame["value"].to_list() == [1, 1, None, None, 0, 0]
    assert frame["present"].to_list() == [True, True, False, False, False, False]


def test_a_part_is_read_as_it_was_written(tmp_path):
    one = part(tmp_path)
    one.write(tmp_path / "p.parquet")

    other = read_part(tmp_path / "p.parquet")
    assert (other.topics, other.measures, other.key) == (one.topics, one.measures, one.key)
    assert other.runs[0].values.tobytes() == one.runs[0].values.tobytes()
    assert other.runs[0].facts == one.runs[0].facts
    assert list(other.runs[0].noted) == list(one.runs[0].noted)


def test_files_that_are_no_parts(tmp_path):
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "other.parquet")
    (tmp_path / "text.parquet").write_text("no")

    for name in ("other.parquet", "text.parquet"):
        with pytest.raises(FormatError, match=f"{name}: not a part file"):
            read_part(tmp_path / name)
    with pytest.raises(FormatError, match=r"damaged: another table\. Evaluate"):
        read_part(tmp_path / "other.parquet")
    with pytest.raises(FormatError, match="no such file"):
        read_part(tmp_path / "missing.parquet")


@pytest.mark.parametrize(("old", "new"), [(b'"AP"', b'"AQ"'), (b"judged_topics", b"jugded_topics")])
def test_damage_is_noticed(tmp_path, old, new):
    part(tmp_path).write(tmp_path / "p.parquet")
    content = (tmp_path / "p.parquet").read_bytes()
    assert old in content
    (tmp_path / "p.parquet").write_bytes(content.replace(old, new))

    with pytest.raises(FormatError, match=r"damaged: not what was written\. Evaluate"):
        read_part(tmp_path / "p.parquet")


@pytest.mark.parametrize("name", ["key", "bucket", "folder", "weighing", "positions", "runs"])
def test_a_part_of_a_version_that_says_other_things(tmp_path, name):
    place = tmp_path / "p.parquet"
    part(tmp_path).write(place)
    about = json.loads(pl.read_parquet_metadata(place)["partwise"])
    del about[name]
    frame, text = pl.read_parquet(place), json.dumps(about)
    said = {"partwise": text, "partwise-crc32": _checksum(text, frame)}
    frame.write_parquet(place, metadata=said)

    with pytest.raises(FormatError, match=r"of this version\. Use one version of partwise for all"):
        read_part(place)
