from __future__ import annotations

import gzip
import io
import subprocess
import sys

import polars as pl
import pytest
from tests.files.samples import said

from partwise.files.parsing import parquet
from partwise.files.parsing.parquet import (
    check_in_child,
    is_parquet,
    parquet_columns,
    parquet_frame,
    parquet_slices,
    projected_slices,
)
from partwise.files.source import Source

FRAME = pl.DataFrame({"topic": ["q", "r"], "n": [1, None]})


def packed(frame=FRAME) -> bytes:
    stream = io.BytesIO()
    frame.write_parquet(stream)
    return stream.getvalue()


def test_told_by_its_first_bytes(source):
    assert is_parquet(source(packed(), "x.txt"))
    assert not is_parquet(source("PAR 1 0 d 1\n", "x.parquet"))
    assert not is_parquet(source(""))


def test_not_inside_a_compressed_file(source):
    file = source(gzip.compress(packed()))

    assert said(is_parquet, file) == "x: Parquet inside gzip; unpack it first"


def test_frame_and_columns(source):
    file = source(packed())

    assert parquet_columns(file) == ["topic", "n"]
    assert parquet_frame(file).equals(FRAME)


def test_a_name_with_the_signs_of_a_pattern(source):
    assert parquet_frame(source(packed(), "a[1]*.parquet")).equals(FRAME)


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(packed())))
    file = Source("-")

    check_in_child(file)
    assert parquet_frame(file).equals(FRAME)


@pytest.mark.parametrize("content", [b"PAR1", packed()[:-9], b"PAR1" + bytes(40) + b"PAR1"])
def test_damaged_files_are_told_in_one_line(source, content, capfd):
    words = said(parquet_frame, source(content))

    assert words.startswith(("x: cannot be read as Parquet (", "x: a damaged Parquet file"))
    assert "\n" not in words
    assert capfd.readouterr().err == ""


def test_sizes_that_would_end_the_process(source):
    good = packed(pl.DataFrame({"n": [7]}))
    at = good.index(b"\x2c\x15\x02") + 1
    bad = source(good[: at + 1] + b"\x01" + good[at + 2 :])
    words = "x: a damaged Parquet file (an impossible number of values)"

    assert said(parquet_frame, bad) == words
    assert said(lambda file: list(parquet_slices(file, 10)), bad) == words
    assert said(lambda file: list(projected_slices(file, {"n": "n"}, 10)), bad) == words


def test_a_column_that_is_needed(source):
    file = source(packed())

    assert parquet_frame(file, ("topic",)).equals(FRAME)
    assert said(lambda x: parquet_frame(x, ("n", "m")), file) == (
        "x: no column m (available: topic, n)"
    )


def test_a_nul_in_a_column_name(source):
    file = source(packed(pl.DataFrame({"a\0b": [1]})))

    assert said(parquet_columns, file) == "x: a NUL character in a column name"


def test_a_file_that_ends_the_process(source, monkeypatch):
    file = source(packed())
    check_in_child(file)  # a good one passes
    monkeypatch.setattr(parquet, "_READ", "import os; os.kill(os.getpid(), 9) # {}")

    assert said(check_in_child, file) == "x: a damaged Parquet file"
    check_in_child(source("1 0 d 1\n"))  # no Parquet, no child


def test_standard_error_is_given_back_and_may_be_closed(source):
    source(packed())
    script = (
        "import os, sys\n"
        "from partwise.files.parsing.parquet import parquet_columns\n"
        "from partwise.files.source import Source\n"
        "parquet_columns(Source('x'))\n"
        "print('still here', file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stderr == b"still here\n"
    closed = f'{sys.executable} -c "{script.replace("print", "str")}" 2>&-'
    closed = closed.replace(", file=sys.stderr", "")
    assert subprocess.run(closed, shell=True, check=False).returncode == 0


def test_memory_that_is_refused_is_no_fault_of_the_file(tmp_path, monkeypatch):
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "a.parquet")

    def refused(*_, **__):
        raise pl.exceptions.ComputeError("Cannot allocate memory (os error 12)")

    monkeypatch.setattr(pl, "read_parquet_schema", refused)
    with pytest.raises(MemoryError):
        parquet.parquet_columns(Source(tmp_path / "a.parquet"))
