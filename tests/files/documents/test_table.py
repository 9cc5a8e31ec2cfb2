from __future__ import annotations

import gzip

import polars as pl
import pytest

from partwise.errors import FormatError, UsageError
from partwise.files.documents.table import TableWriter, read_structure
from partwise.tables.structure.table import Structure

HEADER = "doc\tnode\tparent\tpath\ttag\tstart\tend\tdepth\n"
ROWS = "d\t0\t\t/a[1]\ta\t0\t9\t1\nd\t1\t0\t/a[1]/b[1]\tb\t2\t5\t2\n007\t0\t\t/a[1]\ta\t0\t3\t1\n"


def write(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("suffix", ["parquet", "tsv", "csv", "jsonl"])
def test_written_and_read_again(tmp_path, suffix):
    table = read_structure(write(tmp_path / "s.tsv", HEADER + ROWS))
    target = tmp_path / f"out.{suffix}"

    with TableWriter(target) as writer:
        writer.write(table.to_frame())
        writer.finish()

    again = read_structure(target)
    assert again.to_frame().equals(table.to_frame())
    assert again.docs.tolist() == ["d", "007"]
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted({"s.tsv", f"out.{suffix}"})


@pytest.mark.parametrize("suffix", ["parquet", "tsv", "csv", "jsonl"])
def test_pieces_become_one_file(tmp_path, suffix):
    def piece(doc):
        return Structure.from_columns(
            doc=[doc, doc], parent=[None, 0], tag=["a", "p"], start=[0, 1], end=[4, 2]
        )

    target = tmp_path / f"out.{suffix}"
    with TableWriter(target) as writer:
        for doc in ("x", "y", "z"):
            writer.write(piece(doc).to_frame())
        writer.finish()

    assert read_structure(target).docs.tolist() == ["x", "y", "z"]
    assert [p.name for p in tmp_path.iterdir()] == [target.name]


def test_nothing_appears_when_it_fails(tmp_path):
    target = write(tmp_path / "out.tsv", "old")

    def fail():
        with TableWriter(target) as writer:
            writer.write(read_structure(write(tmp_path / "s.tsv", HEADER + ROWS)).to_frame())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert target.read_text() == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out.tsv", "s.tsv"]


def test_names_that_cannot_be_written(tmp_path):
    with pytest.raises(UsageError, match=r"use a name that ends in \.parquet"):
        TableWriter(tmp_path / "out.xlsx")
    with pytest.raises(FormatError, match="its folder does not exist"):
        TableWriter(tmp_path / "no" / "out.tsv")


def test_compressed(tmp_path):
    path = write(tmp_path / "s.tsv.gz", gzip.compress((HEADER + ROWS).encode()))

    assert len(read_structure(path)) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER + ROWS.replace("/b[1]\tb\t2\t5", "/b[1]\tb\t2\t50"), r"s.tsv:3: node 1 \[2, 50\)"),
        (HEADER + ROWS.replace("d\t1\t0", "d\t1\t1"), "s.tsv:3: the parent of node 1 is 1"),
        (HEADER + ROWS.replace("007\t0", "d\t0"), "s.tsv:4: node 0 where node 2 is due"),
        (
            HEADER + ROWS.replace("007", "e") + "d\t0\t\t/a[1]\ta\t0\t9\t1\n",
            "s.tsv:5: rows of document d are not contiguous",
        ),
        (HEADER + ROWS.replace("\t2\t5\t", "\ttwo\t5\t"), 's.tsv:3: start "two" is not a whole'),
        (
            "doc\tstart\nd\t0\n",
            "columns parent and end and path or tag .available: doc, start",
        ),
        ("doc\tnode\tparent\ttag\tstart\tend\tdoc\nd\t0\t\ta\t0\t9\te\n", 'column "doc" occurs'),
        ("doc,par\rent,doc\n", 'column "doc" occurs twice'),
        ('\ndoc,parent,tag,start,end,"tag"\nd,,a,0,9,b\n', ':2: column "tag" occurs twice'),
        ("<a/>", "is a document, not a structure table. Make one with partwise structure"),
        (HEADER + "d\t0\n", "s.tsv"),
    ],
)
def test_refused_with_the_line(tmp_path, text, message):
    with pytest.raises(FormatError, match=message):
        read_structure(write(tmp_path / "s.tsv", text))


@pytest.mark.parametrize("mark", ["\t", ","])
def test_a_line_with_more_cells_than_the_header_is_named(tmp_path, mark):
    lines = ["doc\tnode\tparent\tpath\ttag\tstart\tend\tdepth", "d\t0\t\t/a[1]\ta\t0\t9\t1",
             "d\t1\t0\t/a[1]/b[1]\tb\t0\t9\t2\tx"]  # fmt: skip
    path = tmp_path / "s.tsv"
    path.write_text("\n".join(lines).replace("\t", mark))

    with pytest.raises(FormatError, match=r"s.tsv:3: 9 columns, expected 8 as in the header"):
        read_structure(path)


def test_blank_lines_before_the_header(tmp_path):
    wide = "\n\n" + HEADER + ROWS.replace("\t2\n", "\t2\tx\n")

    with pytest.raises(FormatError, match=r"s\.tsv:5: 9 columns, expected 8 as in the header"):
        read_structure(write(tmp_path / "s.tsv", wide))
    bad = "\n\n" + HEADER + ROWS.replace("\t2\t5\t", "\ttwo\t5\t")
    with pytest.raises(FormatError, match=r's\.tsv:5: start "two" is not a whole'):
        read_structure(write(tmp_path / "s.tsv", bad))


def test_blank_lines_between_objects(tmp_path):
    row = (
        '{"doc":"d","node":%d,"parent":null,"path":"/a[1]","tag":"a","start":0,"end":5,"depth":1}\n'
    )

    with pytest.raises(FormatError, match=r"s\.jsonl:4: node 3 where node 1 is due"):
        read_structure(write(tmp_path / "s.jsonl", row % 0 + "\n\n" + row % 3))


@pytest.mark.parametrize("content", ["", "\n\n"])
def test_an_empty_file(tmp_path, content):
    with pytest.raises(FormatError, match=r"s\.tsv: the file is empty"):
        read_structure(write(tmp_path / "s.tsv", content))


@pytest.mark.parametrize("row", [b"d\t1\t0\t/a[1]/\xff\tb\t2\t5\t2\n", b'{"doc": "\xff"}\n'])
def test_a_line_that_is_no_text_is_named(tmp_path, row):
    head = HEADER.encode() if b"\t" in row else b'{"doc": "d"}\n'

    with pytest.raises(FormatError, match=r"s\.tsv:3: not UTF-8 \(byte 0xFF\)"):
        read_structure(write(tmp_path / "s.tsv", head + row.replace(b"\xff", b"x") + row))


def test_parquet_names_the_row(tmp_path):
    frame = read_structure(write(tmp_path / "s.tsv", HEADER + ROWS)).to_frame()
    frame.with_columns(end=pl.Series([9, 50, 3])).write_parquet(tmp_path / "s.parquet")

    with pytest.raises(FormatError, match=r"s.parquet: row 2: node 1 \[2, 50\) is not inside"):
        read_structure(tmp_path / "s.parquet")


def test_damaged_parquet(tmp_path):
    with pytest.raises(FormatError, match="cannot be read as Parquet"):
        read_structure(write(tmp_path / "s.parquet", b"PAR1 but not really"))
