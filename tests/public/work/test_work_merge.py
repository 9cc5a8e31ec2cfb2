"""Merged parts: results of a plain evaluation, and parts that are refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.helpers import grouped_options

import partwise as pw

QRELS = pw.Qrels.from_columns(
    topic=["a", "b", "c", "d"], doc=["x"] * 4, start=[0, 0, 5, 9], end=[9, 4, 9, 12]
)
RUN = pw.Run.from_columns(
    topic=["a", "b", "c"], doc=["x"] * 3, start=[0, 2, 0], end=[3, 9, 9], score=[3.0, 2.0, 1.0]
)
MEASURES = ["CharR@1", "CharP@1"]


def made(folder, n=3, measures=MEASURES, qrels=QRELS, **options):
    pw.bucket(qrels, RUN, folder, n)
    names = []
    for number in range(n):
        part = pw.evaluate_bucket(folder, number, measures, **options)
        names.append(folder / "parts" / f"part-{number:05d}-of-{n:05d}.parquet")
        part.write(names[-1])
    return names


def test_parts_in_any_order(tmp_path):
    parts = made(tmp_path / "b")
    plain = pw.evaluate(QRELS, RUN, MEASURES)

    for order in (parts, parts[::-1], [*parts, parts[1]]):
        assert pw.merge(*order).table.tobytes() == plain.table.tobytes()


def test_missing_buckets_are_named(tmp_path):
    parts = made(tmp_path / "b")
    b, words = tmp_path / "b", "partwise evaluate"

    with pytest.raises(
        pw.PartwiseError, match=f"bucket 1 of 3 is missing. Make it with `{words} {b} --bucket 1/3`"
    ):
        pw.merge(parts[0], parts[2])
    with pytest.raises(
        pw.PartwiseError, match=f"buckets 0, 1 of 3 are missing. Make each .* {b} --bucket 0/3`"
    ):
        pw.merge(parts[2])
    shutil.rmtree(tmp_path / "b" / "parts")
    with pytest.raises(
        pw.PartwiseError, match=f"buckets 0, 1, 2 of 3 are missing. .*{words} {b} --bucket 0/3`"
    ):
        pw.merge(tmp_path / "b")


def test_parts_apart_from_their_folder_are_made_from_the_files(tmp_path):
    part = made(tmp_path / "b")[2].rename(tmp_path / "two.parquet")

    with pytest.raises(pw.PartwiseError, match=r"`partwise evaluate QRELS RUN... --bucket 0/3`"):
        pw.merge(part)


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"measures": ["CharR@2"]}, "measures"),
        ({"undefined": "zero"}, "undefined"),
        ({"order": "file"}, "order"),
        ({"n": 2}, "2 buckets, not 3"),
    ],
)
def test_parts_of_another_evaluation(tmp_path, other, why):
    mine = made(tmp_path / "mine")
    theirs = made(tmp_path / "theirs", **other)

    with pytest.raises(pw.PartwiseError, match=f"belongs to another evaluation .*{why}"):
        pw.merge(*mine[:1], theirs[1], *mine[2:])


def test_parts_of_other_files(tmp_path):
    mine = made(tmp_path / "mine")
    changed = pw.Qrels.from_columns(
        topic=["a", "b", "c", "d"], doc=["x"] * 4, start=[0, 0, 5, 9], end=[9, 4, 9, 13]
    )
    theirs = made(tmp_path / "theirs", qrels=changed)

    with pytest.raises(pw.PartwiseError, match="belongs to another evaluation"):
        pw.merge(mine[0], mine[1], theirs[2])


def test_broken_parts_are_named(tmp_path):
    parts = made(tmp_path / "b")
    parts[1].write_bytes(parts[1].read_bytes()[:200])

    with pytest.raises(pw.PartwiseError, match=r"part-00001-of-00003.parquet: not a part file"):
        pw.merge(tmp_path / "b")


def test_weights_of_topics_are_kept(tmp_path):
    qrels = pw.Qrels.from_columns(
        topic=["a", "b", "c"],
        doc=["x"] * 3,
        start=[0] * 3,
        end=[9] * 3,
        tag=["one", "two", "two"],
        weight=["0.2", "0.5", "0.3"],
    )
    plain = pw.evaluate(qrels, RUN, preset="legalbench")

    made(tmp_path / "b", measures=None, qrels=qrels, preset="legalbench")

    found = pw.merge(tmp_path / "b")
    assert found.mean_table.tobytes() == plain.mean_table.tobytes()
    assert found.labels == plain.labels
    assert found.notes == plain.notes


def plain_and_merged(tmp_path, qrels, runs, **how):
    plain = pw.evaluate(qrels, runs, ["AP"], **grouped_options(**how))
    pw.bucket(qrels, runs, tmp_path / "same", 2, **grouped_options(**how))
    for number in range(2):
        part = pw.evaluate_bucket(tmp_path / "same", number, ["AP"])
        part.write(tmp_path / f"same/parts/part-{number:05d}-of-00002.parquet")
    return plain.notes, pw.merge(tmp_path / "same").notes


@pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
def test_documents_that_nobody_judged_are_told_however_names_are_compared(tmp_path):
    qrels = pw.Qrels.from_dict({"a": {"x": 1}, "b": {"y": 1}})
    run = pw.Run.from_dict({"a": {"u": 1.0, "v": 0.5}, "b": {"u": 1.0}}, name="r")

    plain, merged = plain_and_merged(tmp_path, qrels, run, doc_ids="exact")

    assert any("none of its 2 documents is judged" in note for note in plain)
    assert merged == plain


def test_notes_of_a_reader_have_the_name_that_a_run_is_shown_under(tmp_path):
    qrels = pw.Qrels.from_dict({"a": {"x": 1}, "b": {"y": 1}})
    runs = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        place = tmp_path / folder / "r.tsv"
        place.write_text("topic\tdoc\tstart\tend\tscore\na\tx\t1\t9\t3\nb\ty\t\t\t4\n")
        runs.append(str(place))

    plain, merged = plain_and_merged(tmp_path, qrels, runs, missing="document")

    assert "r#2: 1 row without a place counts as a whole document" in plain
    assert merged == plain


def test_digests_are_those_of_the_files_that_were_split(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("q.tsv").write_text("topic\tdoc\tgrade\na\tx\t1\nb\tx\t1\n")
    Path("r.tsv").write_text("topic\tdoc\tscore\na\tx\t1\n")
    plain = pw.evaluate("q.tsv", "r.tsv", ["AP"]).to_json()
    pw.bucket("q.tsv", "r.tsv", "b", 2)
    for number in range(2):
        pw.evaluate_bucket("b", number, ["AP"]).write(f"b/parts/part-0000{number}-of-00002.parquet")
    assert pw.merge("b").to_json() == plain

    monkeypatch.chdir(tmp_path)
    assert pw.merge("here/b").to_json() == plain
    (tmp_path / "r.tsv").write_text("another file")
    assert pw.merge("here/b").to_json() == plain


def test_a_folder_of_parts_of_other_buckets(tmp_path):
    """All of them are of one evaluation, though not of this folder's."""
    made(tmp_path / "mine")
    other = pw.Qrels.from_columns(topic=["a", "b"], doc=["x"] * 2, start=[0, 0], end=[9, 4])
    for part in made(tmp_path / "theirs", qrels=other):
        shutil.copy(part, tmp_path / "mine" / "parts")

    said = "00000-of-00003.parquet belongs to other buckets .*; it differs in: files that were read"
    with pytest.raises(pw.PartwiseError, match=said):
        pw.merge(tmp_path / "mine")
    (tmp_path / "mine" / "manifest.json").unlink()
    assert pw.merge(tmp_path / "mine").topics == ("a", "b")


@pytest.mark.parametrize(
    ("how", "why"), [({}, r"files that were read \(other.tsv\)"), ({"lenient": True}, "lenient")]
)
def test_what_was_read_otherwise_is_named(tmp_path, monkeypatch, how, why):
    monkeypatch.chdir(tmp_path)
    Path("q.tsv").write_text("topic\tdoc\tgrade\na\tx\t1\nb\tx\t1\n")
    Path("r.tsv").write_text("topic\tdoc\tscore\na\tx\t1\n")
    Path("other.tsv").write_text("topic\tdoc\tscore\nb\tx\t1\n")
    for place, run, reading in (("b", "r.tsv", {}), ("c", "r.tsv" if how else "other.tsv", how)):
        pw.bucket("q.tsv", run, place, 2, **grouped_options(**reading))
        for number in range(2):
            pw.evaluate_bucket(place, number, ["AP"]).write(f"{place}/{number}")

    with pytest.raises(pw.PartwiseError, match=f"another evaluation .* it differs in: {why}$"):
        pw.merge("b/0", "c/1")


def test_nothing_to_merge():
    with pytest.raises(pw.PartwiseError, match="no part is given"):
        pw.merge()
