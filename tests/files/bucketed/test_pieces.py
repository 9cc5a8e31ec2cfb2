from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.errors import FormatError
from partwise.files.bucketed import pieces
from partwise.files.bucketed.pieces import CutFile, Size
from partwise.files.reading import read_run
from partwise.files.source import Source

HEADER = "topic\tdoc\tscore\n"
ROWS = [f"t{n % 7}\td{n}\t{n}\n" for n in range(100)]


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(pieces, "_SAMPLE", 64)


def docs(piece, form):
    with piece.lined():
        run = read_run(piece.source, format=form)
    return [run.docs[code] for code in run.doc.tolist()]


def rows(path, form, n=10):
    cut = CutFile(Source(path), form, Size(n))
    return [docs(cut.piece(number), form) for number in range(len(cut))]


def written(tmp_path, form):
    path = tmp_path / f"r.{form}"
    if form == "tsv":
        path.write_text(HEADER + "".join(ROWS))
    else:
        frame = pl.read_csv((HEADER + "".join(ROWS)).encode(), separator="\t")
        frame.write_ndjson(path) if form == "jsonl" else frame.write_parquet(path)
    return path


@pytest.mark.parametrize("form", ["tsv", "jsonl", "parquet"])
def test_every_row_is_in_one_piece(tmp_path, form):
    path = written(tmp_path, form)

    found = rows(path, form)

    assert len(found) > 3
    assert [doc for piece in found for doc in piece] == [f"d{n}" for n in range(100)]


@pytest.mark.parametrize("form", ["tsv", "jsonl", "parquet"])
def test_a_piece_is_the_same_whoever_reads_it(tmp_path, form):
    path = written(tmp_path, form)
    every = rows(path, form)

    for number in reversed(range(len(every))):
        piece = CutFile(Source(path), form, Size(10)).piece(number)  # none was read before
        assert docs(piece, form) == every[number]
        assert piece.first == sum(map(len, every[:number]))
        if form != "parquet":
            assert piece.before == piece.first


def test_a_piece_has_no_more_than_so_many_bytes(tmp_path):
    for form in ("tsv", "parquet"):
        cut = CutFile(Source(written(tmp_path, form)), form, Size(10**9, 256))
        found = [docs(cut.piece(number), form) for number in range(len(cut))]
        assert len(found) > 3
        assert sum(map(len, found)) == 100


@given(lengths=st.lists(st.integers(0, 300), min_size=1, max_size=30), rows=st.integers(1, 9))
def test_lines_of_any_length_are_in_one_piece(tmp_path_factory, lengths, rows):
    path = tmp_path_factory.mktemp("any") / "r.tsv"
    lines = [f"t\td{n}{'x' * size}\t1\n" for n, size in enumerate(lengths)]
    path.write_text(HEADER + "".join(lines))
    cut = CutFile(Source(path), "tsv", Size(rows))
    pieces = [cut.piece(number) for number in range(len(cut))]

    blocks = [b"" if piece.source is None else piece.source.content for piece in pieces]
    if len(pieces) > 1:
        assert all(block.startswith(HEADER.encode()) for block in blocks if block)
        whole = b"".join(block.removeprefix(HEADER.encode()) for block in blocks)
        assert whole.decode() == "".join(lines)
        counted = [block.count(b"\n") - bool(block) for block in blocks]
        assert [piece.before for piece in pieces] == [sum(counted[:n]) for n in range(len(pieces))]


def test_errors_name_the_lines_of_the_file(tmp_path):
    bad = [*ROWS[:80], "t1\td\tno\n", *ROWS[80:]]
    (tmp_path / "r.tsv").write_text(HEADER + "".join(bad))

    with pytest.raises(FormatError) as said:
        rows(tmp_path / "r.tsv", "tsv")
    assert said.value.line == 82


def test_errors_name_the_rows_of_a_file_of_parquet(tmp_path):
    ranks = [-1 if n == 81 else n for n in range(100)]
    frame = pl.DataFrame({"topic": ["t"] * 100, "doc": [f"d{n}" for n in range(100)]})
    frame.with_columns(rank=pl.Series(ranks)).write_parquet(tmp_path / "r.parquet")

    with pytest.raises(FormatError, match="row 82: rank -1"):
        rows(tmp_path / "r.parquet", "parquet")


def test_files_that_cannot_be_cut_stay_whole(tmp_path):
    (tmp_path / "r.txt").write_text("".join(f"t Q0 d{n} 1 1 x\n" for n in range(50)))

    cut = CutFile(Source(tmp_path / "r.txt"), "trec-run", Size(5))
    assert len(cut) == 1
    piece = cut.piece(0)
    assert (piece.source.path, piece.before) == (str(tmp_path / "r.txt"), 0)


def test_of_a_piece_of_parquet_nothing_is_held_before_it_is_read(tmp_path):
    path = written(tmp_path, "parquet")
    cut = CutFile(Source(path), "parquet", Size(10))

    piece = cut.piece(3)

    assert (piece.source.content, piece.source.rows) == (None, (30, 10))
    assert docs(piece, "parquet") == [f"d{n}" for n in range(30, 40)]
    assert Source(piece.source).rows == (30, 10)


def test_a_damaged_file_of_parquet_is_named(tmp_path):
    path = written(tmp_path, "parquet")
    path.write_bytes(path.read_bytes()[:-20] + b"PAR1")

    with pytest.raises(FormatError, match=r"r\.parquet"):
        CutFile(Source(path), "parquet", Size(10))
