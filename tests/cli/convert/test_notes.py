"""Notes of ``partwise convert``: columns, lines and whole documents."""

from __future__ import annotations

import pytest


def rows(path):
    return [line.split("\t") for line in path.read_text().splitlines()]


def columns(path, *names):
    header, *lines = rows(path)
    return [[line[header.index(name)] for name in names] for line in lines]


COLOURED = "topic\tdoc\tscore\tpage\tcolour\trun\nq\ta\t2\t1\tr\tx\nq\tb\t1\t2\tg\tx\n"
LENGTHS = "doc\tlength\na\t50\nb\t70\n"


def test_columns_that_a_table_keeps_are_named(partwise, tmp_path):
    (tmp_path / "r.tsv").write_text(COLOURED)

    assert partwise("convert", "r.tsv", "r.jsonl").err == "note: columns page, colour written\n"
    assert '"page":"1","colour":"r"' in (tmp_path / "r.jsonl").read_text()
    lossy = partwise("convert", "r.tsv", "r.run", "--to", "trec-run", "--lossy")
    assert lossy.err == (
        "note: column page left out (2 values)\nnote: column colour left out (2 values)\n"
    )
    # formats of other programs state themselves what they hold
    assert partwise("convert", "r.run", "again.jsonl").err == ""


def test_a_column_that_may_be_misspelt_is_named(partwise, tmp_path):
    (tmp_path / "r.tsv").write_text("topic\tdoc\tscroe\nq\ta\t1\nq\tb\t2\n")

    answer = partwise("convert", "r.tsv", "r.jsonl")

    assert "note: unknown column scroe (did you mean score for scroe?)\n" in answer.err
    assert "note: column scroe written\n" in answer.err


TREE = (
    "doc\tnode\tparent\tpath\ttag\tstart\tend\tdepth\n"
    "d\t0\t\t/a[1]\ta\t0\t20\t1\nd\t1\t0\t/a[1]/b[1]\tb\t0\t10\t2\nd\t2\t0\t/a[1]/b[2]\tb\t10\t20\t2\n"
)
SPANS = "topic\tdoc\tstart\tend\tscore\nt\td\t0\t20\t3\nt\td\t3\t9\t2\n"
LOST = "note: 1 of 2 spans became 2 elements; 1 left out (no element inside; first: "


@pytest.mark.parametrize(
    ("name", "first"), [("r.tsv", "line 4)"), ("r.jsonl", "line 2)"), ("r.parquet", "row ")]
)
def test_losses_name_the_line_of_the_input_or_its_row(partwise, tmp_path, name, first):
    (tmp_path / "s.tsv").write_text(TREE)
    (tmp_path / "r.tsv").write_text(SPANS.replace("\nt\t", "\n\nt\t", 1))  # one empty line
    if name != "r.tsv":
        assert partwise("convert", "r.tsv", name).code == 0

    words = ("--elements", "leaves", "--structure", "s.tsv", "--lossy")
    answer = partwise("convert", name, "c.txt", *words)

    assert answer.err.startswith(LOST + first)


@pytest.mark.parametrize("place", ["element", "tree"])
def test_whole_documents_among_elements_get_their_extent(partwise, tmp_path, place):
    (tmp_path / "l.tsv").write_text(LENGTHS)
    (tmp_path / "r.tsv").write_text(f"topic\tdoc\t{place}\tscore\nq\ta\t/a[1]\t2\nq\tb\t\t1\n")

    words = ("convert", "r.tsv", "out.tsv", "--missing", "document", "--lengths", "l.tsv")

    assert partwise(*words).err == "note: 1 row without a place counts as a whole document\n"
    assert columns(tmp_path / "out.tsv", "doc", "start", "end", place) == [
        ["a", "", "", "/a[1]"],
        ["b", "0", "70", ""],
    ]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("topic\tdoc\tstart\tend\tscore\nq\ta\t0\t4\t2\nq\tb\t1\t5\t1\n", [["0", "4"], ["1", "5"]]),
        ("topic\tdoc\tscore\nq\ta\t2\nq\tb\t1\n", None),
    ],
)
def test_tables_of_one_kind_get_no_extents(partwise, tmp_path, text, places):
    (tmp_path / "l.tsv").write_text(LENGTHS)
    (tmp_path / "r.tsv").write_text(text)

    answer = partwise("convert", "r.tsv", "out.tsv", "--lengths", "l.tsv")

    assert (answer.code, answer.err) == (0, "")
    if places is None:
        assert "start" not in rows(tmp_path / "out.tsv")[0]
    else:
        assert columns(tmp_path / "out.tsv", "start", "end") == places


@pytest.mark.parametrize(("grade", "place"), [("", ["0", "70"]), (2, ["0", "70"]), (0, ["", ""])])
def test_documents_that_are_not_relevant_need_no_extent(partwise, tmp_path, grade, place):
    (tmp_path / "l.tsv").write_text(LENGTHS)
    (tmp_path / "q.tsv").write_text(
        f"topic\tdoc\tstart\tend\tgrade\nq\ta\t0\t4\t1\nq\tb\t\t\t{grade}\n"
    )

    words = ("convert", "q.tsv", "out.tsv", "--missing", "document", "--lengths", "l.tsv")

    assert partwise(*words).code == 0
    assert columns(tmp_path / "out.tsv", "start", "end") == [["0", "4"], place]


def test_whole_documents_of_unknown_length_are_counted(partwise, tmp_path):
    note = "note: 1 row is a whole document; read the file with --missing document\n"
    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\tscore\nq\ta\t0\t4\t2\nq\tb\t\t\t1\n")

    assert note in partwise("convert", "r.tsv", "out.tsv", "--missing", "document").err
    assert columns(tmp_path / "out.tsv", "start", "end") == [["0", "4"], ["", ""]]


def test_topics_answered_with_nothing_stay_in_tables_only(partwise, tmp_path):
    (tmp_path / "r.jsonl").write_text('{"topic": "q", "doc": "a", "score": 2}\n{"topic": "p"}\n')

    assert partwise("convert", "r.jsonl", "r.tsv").err == ""
    assert [row[0] for row in rows(tmp_path / "r.tsv")] == ["topic", "q", "p"]
    lossy = partwise("convert", "r.jsonl", "r.run", "--to", "trec-run", "--lossy")
    assert lossy.err == "note: 1 topic answered with nothing left out (p)\n"
