"""Buckets of tables: values and notes of a plain evaluation, and what is refused."""

from __future__ import annotations

import warnings

import pytest
from tests.helpers import grouped_options

import partwise as pw

WORDS = ["CharR@3", "CharP", "AP", "CharAP", "PartRR"]


def columns(*rows, names):
    return dict(zip(names, zip(*rows, strict=True), strict=True))


def qrels(*rows, **more):
    names = ("topic", "doc", "start", "end", "length")
    return pw.Qrels.from_columns(**columns(*rows, names=names), **more)


def run(*rows, **more):
    names = ("topic", "doc", "start", "end", "score")
    return pw.Run.from_columns(**columns(*rows, names=names), **more)


JUDGED = qrels(
    ("a", "x", 0, 9, None),
    ("b", "x", 3, 30, 20),  # the length of x, on the row of another topic
    ("ü€", "y", 0, 5, 100),
    ("none", "y", 4, 9, None),
    ("d", "Z.txt", 0, 9, None),
)


def both(tmp_path, n, judged, runs, measures=WORDS, **how):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain = pw.evaluate(judged, runs, measures, **grouped_options(**how))
    reading = ("structure", "lengths", "inventory", "doc_ids", "lenient", "missing", "columns")
    options = {name: value for name, value in how.items() if name not in reading}
    pw.bucket(
        judged,
        runs,
        tmp_path,
        n,
        **grouped_options(**{k: v for k, v in how.items() if k in reading}),
    )
    for number in range(n):
        part = pw.evaluate_bucket(tmp_path, number, measures, **options)
        part.write(tmp_path / "parts" / f"part-{number:05d}-of-{n:05d}.parquet")
    return plain, pw.merge(tmp_path)


def same(plain, found):
    assert found.table.tobytes() == plain.table.tobytes()
    assert found.notes == plain.notes
    assert found.counts == plain.counts
    assert found.met == plain.met


RUNS = {
    "ties, scattered and ignored topics": [
        ("b", "x", 0, 50, 1.0),
        ("ignored", "x", 0, 5, 2.0),
        ("a", "x", 0, 5, 1.0),
        ("b", "y", 0, 5, 1.0),
        ("other", "x", 0, 5, 2.0),
        ("a", "x", 3, 500, 1.0),
        ("ü€", "y", 1, 4, 3.0),
        ("a", "y", 3, 5, 1.0),
    ],
    "one topic": [("ü€", "y", 1, 4, 3.0)],
    "names of another spelling": [("d", "z.TXT", 0, 9, 1.0), ("a", "x", 0, 5, 1.0)],
    "names alike": [("a", "Z txt", 0, 9, 1.0), ("a", "x", 0, 5, 1.0)],
    "scores that rise": [("a", "x", 0, 9, 1.0), ("a", "y", 0, 5, 2.0), ("b", "y", 0, 5, 2.0)],
}


@pytest.mark.parametrize(
    ("kind", "n"),
    [*((kind, n) for kind in RUNS for n in (1, 2, 7, 16)), (next(iter(RUNS)), 64)],
)
def test_runs_of_every_kind(tmp_path, kind, n):
    same(*both(tmp_path, n, JUDGED, run(*RUNS[kind], answered=["none"])))


@pytest.mark.parametrize(
    "how",
    [
        {"topics": "common"},
        {"undefined": "zero"},
        {"order": "file"},
        {"doc_ids": "casefold"},
        {"doc_ids": "exact"},
        {"preset": "rag"},
        {"measures": None},
        {"lengths": {"x": 40, "y": 100}, "lenient": True},
    ],
    ids=str,
)
def test_options(tmp_path, how):
    runs = [run(*RUNS["ties, scattered and ignored topics"]), run(*RUNS["one topic"])]

    same(*both(tmp_path, 3, JUDGED, runs, **{"measures": WORDS, **how}))


def test_nothing_judged_is_warned_of_and_nearly_judged_refused(tmp_path):
    same(*both(tmp_path / "a", 3, JUDGED, run(("a", "q", 0, 5, 1.0), ("b", "r", 0, 5, 1.0))))
    with pytest.raises(pw.FormatError, match=r"Z.TXT.*would be.*Z.txt"):
        pw.evaluate(JUDGED, run(("d", "Z.TXT", 0, 5, 1.0)), WORDS)
    pw.bucket(JUDGED, run(("d", "Z.TXT", 0, 5, 1.0)), tmp_path / "b", 2)
    for number in range(2):
        part = pw.evaluate_bucket(tmp_path / "b", number, WORDS)
        part.write(tmp_path / "b" / "parts" / f"part-{number:05d}-of-00002.parquet")
    with pytest.raises(pw.FormatError, match=r"Z.TXT.*would be.*Z.txt"):
        pw.merge(tmp_path / "b")


def test_a_folder_that_holds_something_is_refused(tmp_path):
    (tmp_path / "mine").write_text("x")

    with pytest.raises(pw.UsageError, match="not an empty folder"):
        pw.bucket(JUDGED, run(*RUNS["one topic"]), tmp_path)
    assert [place.name for place in tmp_path.iterdir()] == ["mine"]


def test_buckets_that_are_not_there(tmp_path):
    pw.bucket(JUDGED, run(*RUNS["one topic"]), tmp_path, 2)

    with pytest.raises(pw.UsageError, match="bucket 2 of 2"):
        pw.evaluate_bucket(tmp_path, 2)
    with pytest.raises(pw.FormatError, match="no manifest"):
        pw.evaluate_bucket(tmp_path / "runs", 0)


@pytest.mark.parametrize("harm", ["cut", "changed", "gone"])
def test_damaged_files_are_named_and_others_stay_usable(tmp_path, harm):
    rows = [f"{topic}\tx\t0\t5\t1\n" for topic in ("a", "b", "ü€", "d", "e", "f")]
    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\tscore\n" + "".join(rows))
    pw.bucket(JUDGED, tmp_path / "r.tsv", tmp_path / "b", 4)
    file = sorted((tmp_path / "b" / "runs").rglob("part-*"))[0]
    number = int(file.parent.name.removeprefix("bucket="))
    content = file.read_bytes()
    if harm == "gone":
        file.unlink()
    else:
        file.write_bytes(content[:50] if harm == "cut" else content[:-9] + b"?" + content[-8:])

    with pytest.raises(pw.PartwiseError, match=file.name):
        pw.evaluate_bucket(tmp_path / "b", number, WORDS)
    others = [bucket for bucket in range(4) if bucket != number]
    assert all(pw.evaluate_bucket(tmp_path / "b", bucket, WORDS) for bucket in others)


def test_bad_rows_are_named_by_their_lines(tmp_path):
    (tmp_path / "q.tsv").write_text(
        "topic\tdoc\telement\te\ts\nb\tx\tname\t1\t1\na\tx\tother\t1\t1\n"
    )
    (tmp_path / "r.tsv").write_text("topic\tdoc\telement\tscore\na\tx\t/a[1]\t1\n")
    with pytest.raises(pw.PartwiseError) as plain:
        pw.evaluate(tmp_path / "q.tsv", tmp_path / "r.tsv", "nxCG@5")
    pw.bucket(tmp_path / "q.tsv", tmp_path / "r.tsv", tmp_path / "b", 5)

    errors = set()
    for number in range(5):
        try:
            pw.evaluate_bucket(tmp_path / "b", number, "nxCG@5")
        except pw.PartwiseError as bad:
            errors.add(str(bad))
    assert errors == {str(plain.value)}
    assert "q.tsv:2: name is a name" in str(plain.value)


def test_slips_in_python_are_told(tmp_path):
    for n in ("3", 1.5, None, True):
        with pytest.raises(pw.UsageError, match="n must be a whole number of buckets, not "):
            pw.bucket(JUDGED, run(("a", "x", 0, 9, 1.0)), tmp_path / "b", n)
    assert not (tmp_path / "b").exists()
    pw.bucket(JUDGED, run(("a", "x", 0, 9, 1.0)), tmp_path / "b", 2)

    with pytest.raises(pw.UsageError, match="must be a whole number, not '1'"):
        pw.evaluate_bucket(tmp_path / "b", "1", WORDS)
    for slip in ("undefinded", "lenient"):
        with pytest.raises(
            pw.UsageError, match=f"{slip}= is no option of evaluate_bucket: preset, "
        ):
            pw.evaluate_bucket(tmp_path / "b", 0, WORDS, **{slip: True})


def test_finished_buckets_of_another_number_are_refused(tmp_path):
    found = run(("a", "x", 0, 5, 1.0))
    pw.bucket(JUDGED, found, tmp_path, 4)

    assert pw.bucket(JUDGED, found, tmp_path, 4, resume=True) == tmp_path
    assert pw.bucket(JUDGED, found, tmp_path, resume=True) == tmp_path
    with pytest.raises(pw.UsageError, match=r"holds 4 buckets, not 8\. Use another folder"):
        pw.bucket(JUDGED, found, tmp_path, 8, resume=True)
