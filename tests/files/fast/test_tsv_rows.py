"""Blocks of TSV files as rows of chunk runs."""

from __future__ import annotations

import pytest

from partwise.files.fast.rows import IrregularError
from partwise.files.fast.tsv_rows import TsvRows
from partwise.files.source import Source
from partwise.tables.column_names import Schema

HEAD = "topic\tdoc\tstart\tend\tscore\n"


def read(tmp_path, text, columns=None):
    path = tmp_path / "run.tsv"
    path.write_bytes(text.encode())
    source = Source(path)
    reader = TsvRows(source, Schema("run", columns))
    return reader, [reader(block) for block in source.blocks()]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("blank", ["", "\n"])
@pytest.mark.parametrize("comment", ["", "# made by hand\n"])
def test_cells_are_found(tmp_path, newline, blank, comment):
    text = comment + HEAD + "q1\ta\t0\t5\t2\n" + blank + "q1\tb\t3\t9\t1\n"

    _, (rows,) = read(tmp_path, text.replace("\n", newline))

    assert (rows.start.tolist(), rows.end.tolist(), rows.score.tolist()) == ([0, 3], [5, 9], [2, 1])
    assert [rows.data[a:b].tobytes() for a, b in zip(*rows.doc.field, strict=True)] == [b"a", b"b"]


def test_other_names_are_read_as_ours_with_a_note(tmp_path):
    text = "score\tqid\tsource\tstart_char\tend\twho\n2\tq1\ta\t0\t5\tx\n"

    reader, (rows,) = read(tmp_path, text, {"doc": "source"})

    assert rows.end.tolist() == [5]
    assert "start_char as start" in reader.notes[0]
    assert "unknown column" in reader.notes[1]


def test_the_topic_of_a_line(tmp_path):
    reader, _ = read(tmp_path, "doc\ttopic\tstart\tend\tscore\na\tq1\t0\t5\t2\n")

    assert not reader.leads
    assert reader.topic_of(b"a\tq1\t0\t5\t2\n") == b"q1\t"
    assert reader.topic_of(b"a\n") is None


@pytest.mark.parametrize("row", ["q1\ta\t0\t5\n", "q1\ta\t0\t5\t2\t3\n", "q1\ta\t0\tx\t2\n"])
def test_irregular_rows(tmp_path, row):
    with pytest.raises(IrregularError):
        read(tmp_path, HEAD + "q1\ta\t0\t5\t2\n" + row)


def test_tables_of_another_kind(tmp_path):
    with pytest.raises(IrregularError):
        read(tmp_path, "topic\tdoc\tscore\nq1\ta\t2\n")
