from __future__ import annotations

import json

import polars as pl
from tests.helpers import grouped_options

import partwise as pw
from partwise.files import atomic

QRELS = pw.Qrels.from_columns(
    topic=["a", "b", "a"], doc=["x", "y", "x"], start=[0, 3, 7], end=[2, 9, 9], length=[None, 50, 9]
)
RUN = pw.Run.from_columns(
    topic=["b", "z", "a", "b"],
    doc=["x", "x", "y", "z"],
    start=[0, 1, 2, 3],
    end=[5, 6, 7, 8],
    score=[1.0, 2.0, 3.0, 4.0],
    page=[1, 2, 3, 4],
    name="bm25",
)


def test_what_a_folder_holds(tmp_path):
    pw.bucket(QRELS, RUN, tmp_path, 2)

    manifest = json.loads((tmp_path / "manifest.json").read_text())
    files = {place.relative_to(tmp_path).as_posix() for place in tmp_path.rglob("*.parquet")}
    assert set(manifest["files"]) == files
    assert (manifest["format"], manifest["version"]) == ("partwise-buckets", 1)
    assert (manifest["hash"], manifest["buckets"], manifest["topics"]) == ("crc32", 2, 2)
    entry = manifest["runs"][0]
    assert (entry["name"], entry["rows"], entry["ignored_rows"]) == ("bm25", 4, 1)
    assert (entry["topics"], entry["ignored_topics"]) == (3, 1)
    topics = pl.read_parquet(tmp_path / "topics.parquet")
    assert topics["topic"].to_list() == ["a", "b"]
    lengths = pl.read_parquet(tmp_path / "lengths.parquet")
    assert dict(lengths.rows()) == {"x": 9, "y": 50}


def test_rows_keep_the_number_that_they_had(tmp_path):
    pw.bucket(QRELS, RUN, tmp_path, 1)

    (file,) = (tmp_path / "runs").rglob("part-*.parquet")
    frame = pl.read_parquet(file)
    assert frame["row"].to_list() == [0, 2, 3]
    assert frame["row"].dtype == pl.UInt64
    assert frame["doc"].to_list() == ["x", "y", "z"]
    assert "+page" not in frame.columns  # no measure reads it


def test_what_a_file_costs_does_not_grow_with_those_that_are_there(tmp_path, monkeypatch):
    """A look through a folder for each file of each piece would be quadratic."""
    looks = []
    monkeypatch.setattr(atomic, "recover", looks.append)
    topics = [f"q{n}" for n in range(40)]
    qrels = pw.Qrels.from_columns(topic=topics, doc=["x"] * 40, grade=[1] * 40)
    run = pw.Run.from_columns(topic=topics, doc=["x"] * 40, score=[1.0] * 40)

    many = []
    for n in (2, 32):
        looks.clear()
        pw.bucket(qrels, run, tmp_path / str(n), n)
        many.append(len(looks))

    assert many[0] == many[1]


def test_the_key_follows_content_and_not_names_or_times(tmp_path):
    def key(folder, text="q\tx\t1\n", n=2, **how):
        here = tmp_path / folder
        here.mkdir()
        (here / "q.tsv").write_text("topic\tdoc\tgrade\nq\tx\t1\n")
        (here / f"{folder}.tsv").write_text("topic\tdoc\tscore\n" + text)
        pw.bucket(here / "q.tsv", here / f"{folder}.tsv", here / "b", n, **grouped_options(**how))
        return json.loads((here / "b" / "manifest.json").read_text())["key"]

    first = key("one")
    assert key("two") == first
    assert key("three", text="q\tx\t2\n") != first
    assert key("four", n=3) != first
    assert key("five", doc_ids="exact") != first
