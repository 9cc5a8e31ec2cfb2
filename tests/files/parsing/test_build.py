"""Our own tables: TSV, CSV, JSON lines, Parquet."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as arrow
import pytest
from pyarrow import parquet

from partwise.errors import FormatError, FormatErrors, TableError, UsageError
from partwise.evaluation.lines import line_of
from partwise.files import reading as api
from partwise.files.options import Reading
from partwise.files.writing import write_run

HEAD = ["topic", "doc", "start", "end", "score", "tokens", "note"]
ROWS = [
    ["007", "a", "0", "10", "2.5", "4", "x"],
    ["007", "b c", "5", "5", "1e-3", "", ""],
    ["8", "é", "", "", "-0.0", "7", "two words"],
]


def write(form: str) -> Path:
    path = Path(f"run.{form}")
    if form == "tsv":
        path.write_text("\n".join("\t".join(row) for row in [HEAD, *ROWS]))
    elif form == "csv":
        path.write_text("\n".join(",".join(row) for row in [HEAD, *ROWS]))
    else:
        kinds = [str, str, int, int, float, int, str]
        cells = [
            {n: k(v) if v else None for n, k, v in zip(HEAD, kinds, row, strict=True)}
            for row in ROWS
        ]
        if form == "jsonl":
            path.write_text(
                "\n".join(json.dumps({k: v for k, v in c.items() if v is not None}) for c in cells)
            )
        else:
            pl.DataFrame(cells).write_parquet(path)
    return path


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(read, content, name, **options) -> str:
    Path(name).write_text(content)
    with pytest.raises((FormatError, FormatErrors)) as caught:
        read(name, **options)
    return str(caught.value)


@pytest.mark.parametrize("form", ["tsv", "csv", "jsonl", "parquet"])
def test_all_formats_give_the_same_run(here, form):
    run = api.read_run(write(form), reading=Reading(missing="document"))

    assert run.format == form
    assert run.name == "run"
    assert run.topics.tolist() == ["007", "8"]
    assert run.docs.tolist() == ["a", "b c", "é"]
    assert run.start.tolist() == [0, 5, -1]
    assert run.end.tolist() == [10, 5, -1]
    assert run.score.tolist() == [2.5, 0.001, 0.0]
    assert run.tokens.tolist() == [4, -1, 7]
    assert run.rank is None
    assert run.extra["note"].tolist() == ["x", "", "two words"]


@pytest.mark.parametrize("end", ["\r\n", "\n\n", "\n"])
def test_line_ends_and_comments_above_the_header(here, end):
    text = end.join(["# made by hand", "topic\tdoc\tgrade", "q\t#1\t1", "#q\td\t0"]) + end
    Path("q.tsv").write_text(text, newline="")
    qrels = api.read_qrels("q.tsv")

    assert qrels.topics.tolist() == ["q", "#q"]
    assert qrels.docs.tolist() == ["#1", "d"]


def test_length_stands_for_end_in_runs_only(here):
    Path("x.tsv").write_text("topic\tdoc\tstart\tlength\nq\td\t5\t10\n")
    assert api.read_run("x.tsv").end.tolist() == [15]
    with pytest.raises(FormatError, match=r"x\.tsv:2: start without end"):
        api.read_qrels("x.tsv")
    Path("x.tsv").write_text("topic\tdoc\tstart\tend\tlength\nq\td\t5\t10\t200\n")
    assert api.read_qrels("x.tsv").length.tolist() == [200]


def test_the_name_of_a_run(here):
    Path("x.tsv").write_text("topic\tdoc\trun\nq\td\tbm25\nq\te\tbm25\n")
    assert api.read_run("x.tsv").name == "bm25"
    Path("x.tsv").write_text("topic\tdoc\trun\nq\td\tbm25\nq\te\tlm\n")
    run = api.read_run("x.tsv")
    assert run.name == "x"
    assert run.extra["run"].tolist() == ["bm25", "lm"]


def test_paths_and_trees(here):
    head = "topic\tdoc\telement\ttree\n"
    Path("x.tsv").write_text(head + "q\td\t/a[1]/b[2]\t\nq\td\t\t/a[1]/b[1]|/a[1]/c[1]\n")
    qrels = api.read_qrels("x.tsv")

    assert qrels.elements.tolist() == ["/a[1]/b[2]"]
    assert qrels.trees.tolist() == ["/a[1]/b[1]|/a[1]/c[1]"]
    assert np.isnan(qrels.grade).all()


@pytest.mark.parametrize(
    "name", ["news", "/news", "http://a.org/news", "e3", "a page", "/a[1]/b[0]"]
)
@pytest.mark.parametrize("lenient", [False, True])
def test_any_text_may_be_a_name(here, name, lenient):  # findings 3.1
    Path("x.tsv").write_text(f"topic\tdoc\telement\ttree\nq\td\t{name}\t\nq\td\t\t{name}|b\n")
    for table in (
        api.read_qrels("x.tsv", reading=Reading(lenient=lenient)),
        api.read_run("x.tsv", reading=Reading(lenient=lenient)),
    ):
        assert table.elements.tolist() == [name]
        assert table.trees.tolist() == [f"{name}|b"]
    assert api.read_run("x.tsv").last is None
    Path("x.tsv").write_text(f"doc\telement\nd\t{name}\n")
    assert api.read_inventory("x.tsv", reading=Reading(lenient=lenient)).elements.tolist() == [name]


@pytest.mark.parametrize(
    ("cells", "scale"),
    [(("1", "0.5"), "share"), (("1", "1.0"), "share"), (("3", "1"), "grade"), (("", ""), None)],
)
@pytest.mark.parametrize("form", ["tsv", "csv", "jsonl"])
def test_the_decimal_point_tells_the_scale(here, form, cells, scale):
    path = Path(f"x.{form}")
    if form == "jsonl":
        given = [f', "s": {cell}' if cell else "" for cell in cells]
        path.write_text(
            "".join(
                f'{{"topic": 1, "doc": 2, "element": "/a[{i}]", "e": 1{s}}}\n'
                for i, s in enumerate(given, 1)
            )
        )
    else:
        sep = "\t" if form == "tsv" else ","
        rows = [["1", "2", f"/a[{i}]", "1", s] for i, s in enumerate(cells, 1)]
        path.write_text(
            "\n".join(sep.join(r) for r in [["topic", "doc", "element", "e", "s"], *rows])
        )

    assert api.read_qrels(path).scale == scale


def test_csv_quotes(here):
    text = 'topic,doc,score,note\nq,"a, b",1,"say ""hi"""\nq,c,2,"two\nlines"\nq,d,x,\n'
    assert said(api.read_run, text, "x.csv") == 'x.csv:5: score "x" is not a number'
    Path("x.csv").write_text(text.replace(",x,", ",3,"))
    run = api.read_run("x.csv")
    assert run.docs.tolist() == ["a, b", "c", "d"]
    assert run.extra["note"].tolist() == ['say "hi"', "two\nlines", ""]


def test_csv_is_as_strict_as_tsv(here):
    assert said(api.read_run, "topic,doc,score\nq,d\n", "x.csv") == (
        "x.csv:2: 2 columns, expected 3 (topic doc score)"
    )
    assert said(api.read_run, 'topic,doc,score\nq,5" pipe,1\nq,"e",1\n', "x.csv").startswith(
        "x.csv:2: a quote inside a cell. Quote the whole cell and double the quotes in it"
    )


def test_json_lines_with_problems(here):
    good = '{"topic": 1, "doc": "a", "score": 1.5}\n\n'
    assert said(api.read_run, good + '{"topic": \n', "x.jsonl").startswith("x.jsonl:3: not JSON")
    assert said(api.read_run, good + '{"topic": 2, "doc": "b", "score": "abc"}\n', "x.jsonl") == (
        'x.jsonl:3: score "abc" is not a number'
    )
    assert said(api.read_run, good + '{"topic": 2, "score": 1}\n', "x.jsonl") == (
        "x.jsonl:3: doc is missing"
    )
    assert said(api.read_run, '{"topic": 2, "doc": ["b"], "score": 1}\n', "x.jsonl") == (
        'x.jsonl:1: doc "[...]" is not text'
    )
    assert said(
        api.read_qrels, '{"topic": 1, "doc": "a", "start": 1.5, "end": 9}\n', "x.jsonl"
    ).startswith('x.jsonl:1: start "1.5" is not a whole number')
    assert (
        said(api.read_qrels, '{"topic": 1, "doc": "a", "start": -1, "end": 9}\n', "x.jsonl")
        == "x.jsonl:1: start -1 is negative"
    )
    big = '{"topic": 1, "doc": "a", "start": 1, "end": 18446744073709551616}\n'
    assert said(api.read_qrels, big, "x.jsonl").startswith("x.jsonl:1: end")


def test_parquet_counts_rows(here):
    frame = pl.DataFrame({"topic": [1, 1], "doc": ["a", "b"], "start": [0, 9], "end": [5, 3]})
    frame.write_parquet("x.parquet")
    with pytest.raises(FormatError) as caught:
        api.read_qrels("x.parquet")
    assert str(caught.value) == "x.parquet: row 2: end 3 is before start 9"
    Path("x.parquet").write_bytes(b"PAR1 and nothing else")
    with pytest.raises(FormatError, match=r"x\.parquet: cannot be read as Parquet"):
        api.read_qrels("x.parquet")


def test_parquet_columns_of_categories(here):
    frame = pl.DataFrame(
        {
            "topic": pl.Series(["q1", "q1", "q2"], dtype=pl.Categorical),
            "doc": pl.Series(["b", "a", "b"], dtype=pl.Enum(["a", "b"])),
            "score": pl.Series(["1.5", "2", "3"], dtype=pl.Categorical),
            "rank": pl.Series(["1", "2", "3"], dtype=pl.Categorical),
            "note": pl.Series(["x", None, "y"], dtype=pl.Categorical),
        }
    )
    frame.write_parquet("x.parquet")
    run = api.read_run("x.parquet")

    assert run.topics.tolist() == ["q1", "q2"]
    assert [run.docs[code] for code in run.doc] == ["b", "a", "b"]
    assert (run.score.tolist(), run.rank.tolist()) == ([1.5, 2, 3], [1, 2, 3])
    assert run.extra["note"].tolist() == ["x", "", "y"]


def test_parquet_columns_of_a_dictionary(here):
    text = arrow.array(["q", "r", "q"]).dictionary_encode()
    numbers = arrow.array([7, 8, 7]).dictionary_encode()
    parquet.write_table(arrow.table({"topic": text, "doc": text, "rank": numbers}), "x.parquet")
    run = api.read_run("x.parquet")

    assert [run.topics[code] for code in run.topic] == ["q", "r", "q"]
    assert run.rank.tolist() == [7, 8, 7]


def test_parquet_numbers_that_cannot_be(here):
    frame = pl.DataFrame({"topic": ["q"] * 3, "doc": [True, False, True], "rank": [1, 2, -3]})
    frame = frame.with_columns(
        start=pl.Series([2**64 - 1, 1, 0], dtype=pl.UInt64),
        end=pl.Series([1e30, 2.0, 1.5]),
        tokens=pl.Series(["99999999999999999999", "1", "x"]),
    )
    frame.write_parquet("x.parquet")
    with pytest.raises(FormatErrors) as caught:
        api.read_run("x.parquet")
    assert sorted(str(caught.value).splitlines()) == [
        'x.parquet: row 1: doc "true" is not text',
        'x.parquet: row 1: end "1e+30" is beyond 64 bits',
        'x.parquet: row 1: start "18446744073709551615" is beyond 64 bits',
        'x.parquet: row 1: tokens "99999999999999999999" is beyond 64 bits',
        'x.parquet: row 2: doc "false" is not text',
        'x.parquet: row 3: doc "true" is not text',
        'x.parquet: row 3: end "1.5" is not a whole number',
        "x.parquet: row 3: rank -3 is negative",
        'x.parquet: row 3: tokens "x" is not a whole number',
    ]


def test_names_that_a_frame_made_floats(here):
    frame = pl.DataFrame(
        {"topic": [301.0, 302.0], "doc": [1, 2], "grade": [1.0, None], "start": [1, 2]}
    )
    frame = frame.with_columns(end=pl.col("start") + 5)
    frame.write_parquet("x.parquet")
    qrels = api.read_qrels("x.parquet")

    assert qrels.topics.tolist() == ["301", "302"]
    assert qrels.docs.tolist() == ["1", "2"]


def test_lists_in_unknown_columns(here):
    Path("x.jsonl").write_text(
        '{"topic": 1, "doc": "a", "tags": ["x", "y"], "n": 1.5, "ok": null}\n'
    )
    run = api.read_run("x.jsonl")
    assert run.extra["tags"].tolist() == [["x", "y"]]
    write_run(run, "y.jsonl")
    assert api.read_run("y.jsonl").extra["tags"].tolist() == [["x", "y"]]
    with pytest.raises(TableError, match="CSV cannot hold the lists of tags"):
        write_run(run, "y.csv")


def test_lengths_and_inventory(here):
    Path("l.tsv").write_text("doc\tlength\ttitle\na\t5\tx\nb\t7\ty\na\t5\tx\n")
    lengths = api.read_lengths("l.tsv")
    assert lengths.docs.tolist() == ["a", "b"]
    assert lengths.length.tolist() == [5, 7]
    Path("i.csv").write_text("doc,start,end,element,tokens\na,0,5,,3\na,,,/x[1],\n")
    parts = api.read_inventory("i.csv")
    assert parts.start.tolist() == [0, -1]
    assert parts.element.tolist() == [-1, 0]
    assert parts.tokens.tolist() == [3, -1]
    assert said(api.read_lengths, "doc\tlength\na\t\n", "l.tsv") == "l.tsv:2: length is missing"
    assert said(api.read_lengths, "doc\tlength\n", "l.tsv") == "l.tsv: a header and no rows"
    assert said(api.read_lengths, "a 5\n", "l.txt") == (
        "l.txt:1: 2 columns that are no header of a table. Lengths are a table with the "
        "columns doc and length; see partwise formats tsv"
    )
    assert said(api.read_lengths, "1 0 d 1\n", "l.txt").startswith("l.txt:1: 4 columns that are no")
    words = said(api.read_inventory, '{"start": 1}\n', "i")
    assert words.startswith("i: JSON without the key doc. ")


@pytest.mark.parametrize("read", [api.read_lengths, api.read_inventory])
def test_lengths_and_inventory_are_read_like_the_others(here, read):
    Path("x").write_text("\ufeffdoc\tlength\tstart\ncaf\xe9\t5\t0\n", encoding="utf-8")
    with pytest.raises(FormatError, match="byte-order mark"):
        read("x")
    assert read("x", format="tsv", reading=Reading(lenient=True)).docs.tolist() == ["caf\xe9"]
    Path("x").write_bytes("doc\tlength\tstart\ncaf\xe9\t5\t0\n".encode("latin-1"))
    assert read("x", reading=Reading(encoding="latin-1")).docs.tolist() == ["caf\xe9"]
    with pytest.raises(UsageError, match="x: offsets in byte units"):
        read("x", reading=Reading(encoding="latin-1", unit="byte"))


@pytest.mark.parametrize("form", ["tsv", "csv", "jsonl", "parquet"])
def test_rows_become_lines(here, form):
    path = write(form)
    if form in ("tsv", "csv", "jsonl"):
        text = path.read_text().split("\n")
        path.write_text("\n".join([*text[:-1], "", text[-1]]))

    expected = {"tsv": 5, "csv": 5, "jsonl": 4, "parquet": None}[form]
    assert line_of(api.read_run(path, reading=Reading(missing="document")), 2) == expected


def test_real_tables(real_data):
    spans = api.read_qrels(real_data / "evidence-inference" / "spans.tsv")
    assert len(spans) == 393
    assert len(spans.assessors) > 1
    gold = api.read_qrels(real_data / "chunking_evaluation" / "gold.tsv")
    assert (len(gold), len(gold.topics)) == (790, 472)
