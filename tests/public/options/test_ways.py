"""Ways to one evaluation: buckets, parts, bounds and commands give the same results."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from tests.helpers import answer, grouped_options
from tests.public.options.worlds import MEASURES, passages, write

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Working directory with the files of the passages."""
    monkeypatch.chdir(tmp_path)
    passages(tmp_path)
    return tmp_path


def same(found, plain, *, notes=True):
    """Equal results, to the last bit and the last note."""
    assert found.table.tobytes() == plain.table.tobytes()
    if notes:
        assert [str(note) for note in found.notes] == [str(note) for note in plain.notes]
    for name in ("runs", "topics", "measures", "better", "counts", "met", "aggregates", "labels"):
        assert getattr(found, name) == getattr(plain, name), name
    for name in ("present", "averaged"):
        assert getattr(found, name).tolist() == getattr(plain, name).tolist(), name
    assert json.loads(found.to_json())["inputs"] == json.loads(plain.to_json())["inputs"]
    assert found.options == plain.options


def by_buckets(place, n, qrels, runs, measures=None, reading=None, **options):
    """Results of n buckets, the last evaluated first."""
    reading = reading or {}
    pw.bucket(qrels, runs, place, n, **grouped_options(**reading))
    for number in reversed(range(n)):
        part = pw.evaluate_bucket(place, number, measures, **options)
        part.write(Path(place) / "parts" / f"part-{number:05d}-of-{n:05d}.parquet")
    return pw.merge(place)


WORLDS = {  # options of evaluate, options of reading among them
    "plain": ({}, {}),
    "topics": ({"topics": "common", "undefined": "zero"}, {}),
    "order": ({"order": "file"}, {"order": "file"}),
    "names": ({"doc_ids": "stem"}, {"doc_ids": "stem"}),
    "exact": ({"doc_ids": "exact"}, {"doc_ids": "exact"}),
    "copies": ({"equivalent": "kind", "measures": ["CharR@2", "Hit"]}, {}),
    "lengths": ({"lengths": {"C": 40, "H": 9}}, {"lengths": {"C": 40, "H": 9}}),
    "preset": ({"preset": "rag", "measures": None}, {}),
    "convention": (
        {"convention": "inex", "measures": ["AgP", "gP@5", "AiP"], "quirks": "lines,run-topics"},
        {},
    ),
    "trec_eval": ({"convention": "trec_eval10"}, {}),
    "tokens": ({"budget_unit": "tokens", "measures": ["CharR@2", "P@1"]}, {}),
    "whole": ({"whole_documents": True, "measures": ["P@2", "AP"]}, {"whole_documents": True}),
}


@pytest.mark.parametrize("world", WORLDS)
def test_buckets_change_nothing(folder, world):
    options, reading = WORLDS[world]
    given = {"measures": MEASURES} | options
    plain = pw.evaluate("q.tsv", ["r.tsv", "o.tsv", "s/r.tsv"], **grouped_options(**given))
    others = {name: value for name, value in given.items() if name not in reading}
    if "order" in reading:  # read in that order, and evaluated in it
        others["order"] = reading["order"]
    runs = ["r.tsv", "o.tsv", "s/r.tsv"]
    found = by_buckets("b", 3, "q.tsv", runs, reading=reading, **others)
    same(found, plain, notes=world != "copies")


def test_tables_are_bucketed_as_files_are(folder):
    runs = [pw.read_run(name) for name in ("r.tsv", "o.tsv", "s/r.tsv")]
    plain = pw.evaluate(pw.read_qrels("q.tsv"), runs, MEASURES)
    same(by_buckets("b", 1, pw.read_qrels("q.tsv"), runs, MEASURES), plain)


TREES = (
    "doc parent tag start end\nd - article 0 90\nd 0 sec 0 50\nd 0 sec 50 90\ne - article 0 40\n"
)
ELEMENTS = """\
topic doc element e s
1 d /article[1]/sec[1] 2 2
2 d /article[1]/sec[2] 1 2
3 e /article[1] 2 2
"""
ELEMENT_RUN = """\
topic doc element score
1 d /article[1]/sec[2] 3
1 d /article[1]/sec[1] 2
2 d /article[1] 2
2 e /article[1] 1
4 e /article[1] 1
"""
INVENTORY = "doc start end\nA 0 20\nA 20 70\nB 0 50\nD 0 40\nE 0 30\nF 0 10\nG 0 10\ndoc-C 0 9\n"
IDS = "id doc start end\np1 A 0 20\np2 B 0 50\np3 A 20 70\np4 D 0 9\n"


def test_structures_and_inventories_are_split_too(folder):
    write(folder, t=TREES, eq=ELEMENTS, er=ELEMENT_RUN, inv=INVENTORY)
    measures = ["P@1", "nxCG@2", "GR@5"]
    how, nav = {"structure": "t.tsv"}, {"nav": "Hierarchy"}
    plain = pw.evaluate("eq.tsv", "er.tsv", measures, **grouped_options(**how, **nav))
    same(by_buckets("b", 3, "eq.tsv", "er.tsv", measures, how, **nav), plain)
    assert plain.of("er", "P@1").tolist() == [1, 1, 0]
    assert plain.of("er", "nxCG@2").tolist() == [1, 0, 0]
    write(folder, small="doc start end\nA 0 20\nB 0 50\n")
    measures = ["CharR@auto", "Ceiling(CharR)@2", "PartP@auto"]
    for place, table in [("c", "inv.tsv"), ("d", {"r": "inv.tsv", "o": "small.tsv"})]:
        how = {"inventory": table}
        plain = pw.evaluate("q.tsv", ["r.tsv", "o.tsv"], measures, **grouped_options(**how))
        same(by_buckets(place, 4, "q.tsv", ["r.tsv", "o.tsv"], measures, how), plain)
        assert (plain.of("r", "Ceiling(CharR)@2") != plain.of("o", "Ceiling(CharR)@2")).any() == (
            place == "d"
        )


def test_parts_named_by_id_get_their_places(folder):
    write(folder, ids=IDS, named="topic id score\n1 p2 3\n1 p1 2\n2 p4 1\n")
    how = {"inventory": "ids.tsv"}
    plain = pw.evaluate("q.tsv", "named.tsv", ["CharR@2", "CharP@1"], **grouped_options(**how))
    # topic 1: all 50 of B and 10 of A's 30; topic 2: 9 of 15 characters
    assert plain.of("named", "CharR@2").tolist()[:2] == pytest.approx([60 / 80, 9 / 15])
    same(by_buckets("b", 3, "q.tsv", "named.tsv", ["CharR@2", "CharP@1"], how), plain)


# -- memory, work folders, resuming --------------------------------------------------------------


def test_bounded_memory_and_work_folders(folder):
    runs = ["r.tsv", "o.tsv", "s/r.tsv"]
    plain = pw.evaluate("q.tsv", runs, MEASURES)
    same(pw.evaluate("q.tsv", runs, MEASURES, work=pw.Work(memory="300M")), plain)
    same(pw.evaluate("q.tsv", runs, MEASURES, work=pw.Work(memory=10**9)), plain)
    same(pw.evaluate("q.tsv", runs, MEASURES, work=pw.Work(memory="1GiB", folder="w")), plain)
    parts = sorted(Path("w/parts").iterdir())
    assert len(parts) == json.loads(Path("w/manifest.json").read_text())["buckets"] == 1
    with pytest.raises(pw.UsageError, match="w holds buckets"):
        pw.evaluate("q.tsv", runs, MEASURES, work=pw.Work(memory="1GiB", folder="w"))
    parts[0].unlink()
    same(
        pw.evaluate("q.tsv", runs, MEASURES, work=pw.Work(memory="1GiB", folder="w", resume=True)),
        plain,
    )
    before = parts[0].stat().st_mtime_ns
    same(
        pw.evaluate("q.tsv", runs, MEASURES, work=pw.Work(memory="1GiB", folder="w", resume=True)),
        plain,
    )
    assert parts[0].stat().st_mtime_ns == before  # a part that fits is kept
    parts[0].write_bytes(parts[0].read_bytes()[:-9])
    same(
        pw.evaluate("q.tsv", runs, MEASURES, work=pw.Work(memory="1GiB", folder="w", resume=True)),
        plain,
    )
    for word, options in [
        ("it differs in: measures", {"measures": "P@1"}),
        ("it differs in: undefined", {"undefined": "zero"}),
        ("other tables or options", {"order": "file"}),
    ]:
        given = {"measures": MEASURES} | options
        with pytest.raises(pw.UsageError, match=word):
            pw.evaluate(
                "q.tsv",
                runs,
                work=pw.Work(memory="1GiB", folder="w", resume=True),
                **grouped_options(**given),
            )
    with pytest.raises(pw.UsageError, match="other tables or options"):
        pw.evaluate(
            "q.tsv", runs[:1], MEASURES, work=pw.Work(memory="1GiB", folder="w", resume=True)
        )
    tables = [pw.read_run(name) for name in runs]
    same(
        pw.evaluate(pw.read_qrels("q.tsv"), tables, MEASURES, work=pw.Work(memory="1GiB")),
        pw.evaluate(pw.read_qrels("q.tsv"), tables, MEASURES),
    )


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"memory": "299M"}, "memory is too little for one job: at least 300M is needed"),
        ({"memory": "599M", "jobs": 2}, "memory is too little for 2 jobs: at least 600M"),
        ({"memory": "440M", "engine": "dask"}, "too little for one job: at least 450M"),
        ({"memory": 2.5}, "memory must be a size"),
        ({"memory": "many"}, "many"),
        ({"jobs": -1}, "jobs must be a whole number of at least 0"),
        ({"jobs": True, "work": "w"}, "jobs must be a whole number"),
        ({"jobs": 1.5}, "jobs must be a whole number"),
        ({"engine": 3}, "engine must be a name"),
        ({"engine": "dask://host:1"}, "needs folder=..., which all its workers see"),
        ({"resume": True}, "needs folder=..., where the work was begun"),
        ({"engine": "flink"}, "flink"),
    ],
    ids=str,
)
def test_bounds_that_are_refused(folder, options, word):
    with pytest.raises(pw.PartwiseError) as caught:
        pw.evaluate("q.tsv", "r.tsv", "P@1", **grouped_options(**options))
    assert word in str(caught.value)
    assert not Path("w").exists()


SIZES = {"300M": 300e6, "0.3G": 300e6, "300MB": 300e6, "300MiB": 300 * 2**20, "1g": 1e9}


@pytest.mark.parametrize("size", SIZES)
def test_sizes_of_memory(folder, size):
    """A size is enough for one job just if it has 300 million bytes for each."""
    jobs = int(SIZES[size] // 300e6) + 1
    with pytest.raises(pw.UsageError, match=f"too little for {jobs} jobs"):
        pw.evaluate("q.tsv", "r.tsv", "P@1", work=pw.Work(memory=size, jobs=jobs))
    assert pw.evaluate("q.tsv", "r.tsv", "P@1", work=pw.Work(memory=size)).runs == ("r",)


def test_runs_too_large_for_their_memory_are_evaluated_as_they_are_read(folder):
    """300 MB hold 125,000 rows; files from 8 MiB on are looked at."""
    random = np.random.default_rng(1)
    topics = [f"t{at:04d}" for at in range(700)]
    rows = 190
    qrels = pw.Qrels.from_columns(
        topic=[*topics[:650], "t9999"], doc=["d1"] * 651, start=[5] * 651, end=[45] * 651,
        length=[100] * 651,
    )  # fmt: skip
    columns = {
        "topic": np.repeat(topics, rows),
        "doc": [
            f"document-with-a-name-that-is-long-enough-for-eight-mebibytes-{at % 97}"
            for at in range(700 * rows)
        ],
        "start": random.integers(0, 50, 700 * rows),
        "score": np.tile(np.arange(rows, 0, -1.0), 700),
    }
    columns["end"] = columns["start"] + random.integers(1, 60, 700 * rows)
    columns["doc"][1::7] = ["d1"] * len(columns["doc"][1::7])
    mixed = random.permutation(700 * rows)
    run = pw.Run.from_columns(**columns, name="large")
    pw.write_run(run, "large.tsv")
    assert Path("large.tsv").stat().st_size > 1 << 23
    measures = ["CharR@5", "CharP(budget=90)", "CharAP"]
    how = {"lengths": {"d1": 100}}
    write(folder, small="topic doc start end score\nt0003 d1 0 9 1\nt0001 d1 9 30 1\nx d1 0 1 1\n")
    runs = ["large.tsv", "small.tsv"]
    plain = pw.evaluate(qrels, runs, measures, **grouped_options(**how))
    assert plain.counts == {"judged": 651, "run": 701, "ignored": 51, "empty": 0}
    same(
        pw.evaluate(qrels, runs, measures, work=pw.Work(memory="300M"), **grouped_options(**how)),
        plain,
    )
    same(
        pw.evaluate(qrels, runs, measures, work=pw.Work(memory="300M")),
        pw.evaluate(qrels, runs, measures),
    )
    scattered = {name: np.asarray(cells)[mixed] for name, cells in columns.items()}
    pw.write_run(pw.Run.from_columns(**scattered, name="large"), "large.tsv")
    plain = pw.evaluate(qrels, runs, measures, **grouped_options(**how))
    same(
        pw.evaluate(qrels, runs, measures, work=pw.Work(memory="300M"), **grouped_options(**how)),
        plain,
    )


# -- parts and merging ---------------------------------------------------------------------------


def parts_of(place, n, measures, **options):
    pw.bucket("q.tsv", "r.tsv", place, n)
    names = [Path(place) / "parts" / f"part-{at:05d}-of-{n:05d}.parquet" for at in range(n)]
    for at, name in enumerate(names):
        pw.evaluate_bucket(place, at, measures, **options).write(name)
    return names


def test_parts_are_merged_in_any_order_and_refused_where_they_do_not_fit(folder):
    plain = pw.evaluate("q.tsv", "r.tsv", ["P@1", "CharR"])
    names = parts_of("b", 3, ["P@1", "CharR"])
    same(pw.merge(*reversed(names)), plain)
    same(pw.merge(names[1], names[0], names[2], names[1]), plain)
    same(pw.merge("b"), plain)
    other = parts_of("c", 3, ["P@1"])
    zero = parts_of("z", 3, ["P@1", "CharR"], undefined="zero")
    two = parts_of("d", 2, ["P@1", "CharR"])
    refusals = [
        (names[:2], "bucket 2 of 3 is missing. Make it with `partwise evaluate b --bucket 2/3`"),
        (names[2:], "buckets 0, 1 of 3 are missing. Make each with"),
        ([*names[:2], other[2]], "belongs to another evaluation (key "),
        ([*names[:2], other[2]], "it differs in: measures"),
        ([*names[:2], zero[2]], "it differs in: undefined"),
        ([*names, two[1]], "it differs in: 2 buckets, not 3"),
        ([], "no part is given"),
    ]
    for given, words in refusals:
        with pytest.raises(pw.PartwiseError) as caught:
            pw.merge(*given)
        assert words in str(caught.value)
    write(folder, r="topic doc start end score\n1 A 0 9 1\n")
    for at, name in enumerate(parts_of("e", 3, ["P@1"])):
        names[at].write_bytes(name.read_bytes())
    with pytest.raises(pw.PartwiseError, match=r"belongs to other buckets .* that were read"):
        pw.merge("b")
    for at in range(3):
        names[at].unlink()
    with pytest.raises(pw.PartwiseError, match="buckets 0, 1, 2 of 3 are missing"):
        pw.merge("b")


def test_many_missing_buckets_are_counted(folder):
    pw.bucket("q.tsv", "r.tsv", "b", 40)
    pw.evaluate_bucket("b", 0, "P@1").write("b/parts/part-00000-of-00040.parquet")
    listed = ", ".join(map(str, range(1, 21)))
    with pytest.raises(pw.PartwiseError, match=f"buckets {listed} and 19 more of 40 are missing"):
        pw.merge("b")


def test_two_parts_of_a_bucket_that_differ(folder):
    names = parts_of("b", 2, "P@1")
    write(folder, r="topic doc start end score\n1 A 0 9 1\n2 C 0 9 1\n3 E 0 9 1\n5 A 0 9 1\n")
    frame = names[0].read_bytes()
    Path("other.parquet").write_bytes(frame[:-20] + bytes(20))
    with pytest.raises(pw.FormatError, match=r"other.parquet: not a part file, or damaged"):
        pw.merge(*names, "other.parquet")
    with pytest.raises(pw.FormatError, match=r"gone.parquet: no such file"):
        pw.merge("gone.parquet")
    pw.write_run(pw.read_run("r.tsv"), "run.parquet")
    with pytest.raises(pw.FormatError, match=r"run.parquet: not a part file"):
        pw.merge("run.parquet")


def test_buckets_that_are_refused(folder):
    pw.bucket("q.tsv", "r.tsv", "b", 2)
    for word, call in [
        ("b holds buckets. Use another folder", lambda: pw.bucket("q.tsv", "r.tsv", "b", 2)),
        ("b holds 2 buckets, not 3", lambda: pw.bucket("q.tsv", "r.tsv", "b", 3, resume=True)),
        ("holds buckets of other", lambda: pw.bucket("q.tsv", "o.tsv", "b", 2, resume=True)),
        ("holds buckets of other", lambda: pw.bucket(
            "q.tsv", "r.tsv", "b", 2, reading=pw.Reading(lenient=True), resume=True)),
        ("is not an empty folder", lambda: pw.bucket("q.tsv", "r.tsv", "s", 2)),
        ("is not an empty folder", lambda: pw.bucket("q.tsv", "r.tsv", "o.tsv", 2)),
        ("0 buckets; from 1 to 4,096", lambda: pw.bucket("q.tsv", "r.tsv", "n", 0)),
        ("4,097 buckets; from 1", lambda: pw.bucket("q.tsv", "r.tsv", "n", 4097)),
        ("a whole number of buckets", lambda: pw.bucket("q.tsv", "r.tsv", "n", True)),
        ("a whole number of buckets", lambda: pw.bucket("q.tsv", "r.tsv", "n", 2.0)),
        ("from 0 to 1", lambda: pw.evaluate_bucket("b", 2)),
        ("from 0 to 1", lambda: pw.evaluate_bucket("b", -1)),
        ("must be a whole number", lambda: pw.evaluate_bucket("b", "0")),
        ("lenient= is no option", lambda: pw.evaluate_bucket("b", 0, lenient=True)),
        ("of other tables or options", lambda: pw.bucket("q.tsv", "o.tsv", "b", 2,
                                                         resume=True)),
    ]:  # fmt: skip
        with pytest.raises(pw.UsageError) as caught:
            call()
        assert word in str(caught.value)
    assert not Path("n").exists()
    assert pw.bucket("q.tsv", "r.tsv", "b", resume=True) == Path("b")
    pw.bucket("q.tsv", "r.tsv", "u", 2)
    Path("u", "manifest.json").unlink()
    pw.bucket("q.tsv", "r.tsv", "u", 2, resume=True)  # unfinished: begun again
    keys = {json.loads(Path(name, "manifest.json").read_text())["key"] for name in "bu"}
    assert len(keys) == 1


# -- commands ------------------------------------------------------------------------------------


def test_commands_give_what_python_gives(folder):
    words = [word for measure in MEASURES for word in ("-m", measure)]
    plain = pw.evaluate("q.tsv", ["r.tsv", "o.tsv"], MEASURES)
    saved = ["--per-topic", "--format", "json"]

    def read(*call):
        reply = answer(folder, *call)
        assert reply.code == 0, reply.err
        return pw.Results.from_json(reply.out)

    told = read("evaluate", "q.tsv", "r.tsv", "o.tsv", *words, *saved)
    assert told.table.tobytes() == plain.table.tobytes()
    assert answer(folder, "bucket", "q.tsv", "r.tsv", "o.tsv", "-o", "b", "--buckets", 3).code == 0
    for at in range(3):
        assert answer(folder, "evaluate", "b", "--bucket", f"{at}/3", *words).code == 0
    merged = read("merge", "b", *saved)
    assert json.loads(merged.to_json()) == json.loads(told.to_json())
    for share, word in [("3/3", "I from 0"), ("x/3", "I/N"), ("1", "I/N"), ("0/5000", "4,096")]:
        reply = answer(folder, "evaluate", "b", "--bucket", share, *words)
        assert (reply.code, word in reply.err) == (2, True), reply.err
    for at in range(3):
        call = ["evaluate", "q.tsv", "r.tsv", "o.tsv", "--bucket", f"{at}/3", *words]
        assert answer(folder, *call, "-o", f"part{at}.parquet").code == 0
    again = read("merge", *(f"part{at}.parquet" for at in range(3)), *saved)
    assert again.table.tobytes() == plain.table.tobytes()
    assert list(map(str, again.notes)) == list(map(str, told.notes))


@pytest.mark.parametrize(
    ("lines", "memory", "buckets"),
    [
        (374_990, "300M", 1), (375_010, "300M", 2), (749_990, "300M", 2), (750_010, "300M", 4),
        (874_990, "500M", 1), (875_010, "500M", 2),
    ],
)  # fmt: skip
def test_buckets_are_as_many_as_memory_needs(folder, lines, memory, buckets):
    """400 bytes a row beside 150 MB of the process, by the lines of the files; powers of two."""
    place = folder / "o.tsv"
    rows = place.read_text()
    place.write_text(rows + "\n" * (lines - rows.count("\n")))
    found = pw.evaluate("q.tsv", ["o.tsv"], "CharR@2", work=pw.Work(memory=memory, folder="w"))
    assert json.loads(Path("w/manifest.json").read_text())["buckets"] == buckets
    place.write_text(rows)
    assert found.table.tobytes() == pw.evaluate("q.tsv", "o.tsv", "CharR@2").table.tobytes()


def test_a_topic_that_needs_more_than_its_memory_is_refused(folder):
    """Rows of 400 bytes beside 150 MB."""
    rows = "".join(f"1\tA\t{at % 50}\t60\t{-at}.123456789\n" for at in range(310_000))
    (folder / "long.tsv").write_text("topic\tdoc\tstart\tend\tscore\n" + rows)
    with pytest.raises(pw.FormatError) as caught:
        pw.evaluate("q.tsv", "long.tsv", "CharAP", work=pw.Work(memory="300M"), lengths={"A": 100})
    # rows as far as they were read: how many depends on what this process holds already
    said = re.match(
        r"long.tsv: topic 1 has ([0-9,]+) results and needs about (\d+) MB", str(caught.value)
    )
    rows_read = int(said[1].replace(",", ""))
    assert 125_000 < rows_read <= 310_000
    assert int(said[2]) == round((rows_read * 400 + 150e6) / 1e6)
