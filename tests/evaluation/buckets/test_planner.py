from __future__ import annotations

import polars as pl
import pytest

from partwise.errors import UsageError
from partwise.evaluation.buckets.planner import Room, estimated_rows


def test_too_little_memory_names_the_least():
    with pytest.raises(UsageError, match="at least 300M"):
        Room(1, 10**8)
    with pytest.raises(UsageError, match="2 jobs: at least 600M"):
        Room(2, 5 * 10**8)
    with pytest.raises(UsageError, match="2 jobs: at least 900M"):
        Room(2, 8 * 10**8, "dask")


def test_numbers_of_buckets():
    # rows x 400 / (SIZE / jobs - 150 MB), at least the jobs, a power of two
    assert Room(1, 600_000_000).buckets(5_000_000) == 8
    assert Room(2, 900_000_000).buckets(5_000_000) == 16  # 200 MB are for the process that asks
    assert Room(2, 600_000_000).buckets(5_000_000) == 64  # 50 MB for rows at least
    assert Room(3).buckets(10) == 4
    assert Room(1).buckets(0) == 1
    assert Room(1, 300_000_000).buckets(10**10) == 4096
    assert Room(1, 300_000_000).at_once().rows < Room(1).at_once().rows
    assert Room(1, 310_000_000).at_once().bytes == 20_000_000


def test_memory_is_shared_with_the_process_that_asks():
    assert Room(1).each(10**9, alone=True) is None
    assert Room(1, 600_000_000).each(120_000_000, alone=True) == 540_000_000  # a tenth is left
    assert Room(1, 600_000_000).each(180_000_000, alone=True) == 510_000_000  # 30 MB of tables
    assert Room(2, 900_000_000).each(180_000_000, alone=False) == 305_000_000  # and 20 MB
    for jobs, alone in ((1, True), (2, False)):  # a notebook that holds more than the bound
        assert Room(jobs, 600_000_000).each(2 * 10**9, alone=alone) == 200_000_000


def test_rows_are_counted_here_and_there(tmp_path):
    (tmp_path / "r.tsv").write_bytes(b"x" * 37 + b"\n")
    (tmp_path / "long.tsv").write_bytes(b"%09d\n" * 100_000 + (b"y" * 99 + b"\n") * 20_000)
    pl.DataFrame({"topic": ["a"] * 7}).write_parquet(tmp_path / "p")
    (tmp_path / "broken").write_bytes(b"PAR1" + b"x" * 20)

    assert estimated_rows([str(tmp_path / "r.tsv"), "-"]) == 1
    assert estimated_rows([str(tmp_path / "long.tsv")]) == pytest.approx(120_000, rel=0.1)
    assert estimated_rows([str(tmp_path / "p")]) == 7
    assert estimated_rows([str(tmp_path / "broken")]) == 2
