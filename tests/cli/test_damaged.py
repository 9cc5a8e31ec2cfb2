"""Damaged files: one line, exit 2, no traceback, whatever was done to them."""

from __future__ import annotations

import sys

import polars as pl
import pytest

LINE = "a damaged Parquet file"


@pytest.fixture
def parquet(tmp_path):
    """Files of which one byte was changed: one ends the process that reads it, one panics."""
    place = tmp_path / "m.parquet"
    frame = {"topic": ["q", "q", "r"], "doc": ["d", "e", "d"], "start": [1, 5, 9]}
    pl.DataFrame({**frame, "end": [4, 8, 12]}).write_parquet(place)
    good = place.read_bytes()
    for at, name in ((44, "abort"), (46, "panic")):
        bad = bytearray(good)
        bad[at] ^= 1
        (tmp_path / f"{name}.parquet").write_bytes(bad)
    return tmp_path


@pytest.mark.parametrize("name", ["abort", "panic"])
def test_check_survives_damaged_parquet(parquet, partwise_process, name):  # findings 4.5
    answer = partwise_process("check", f"{name}.parquet")

    assert answer.code == 2
    assert answer.out == ""
    assert answer.err == f"{name}.parquet: {LINE}\n"


def test_check_survives_damaged_parquet_from_a_pipe(parquet, partwise_process):  # findings 4.5
    content = (parquet / "abort.parquet").read_bytes()

    answer = partwise_process("check", "-", stdin=content)

    assert (answer.code, answer.err) == (2, f"<stdin>: {LINE}\n")


@pytest.mark.parametrize(
    "words",
    [
        ["evaluate", "panic.parquet", "good.tsv", "-m", "CharR@5"],
        ["evaluate", "good.tsv", "panic.parquet", "-m", "CharR@5"],
        ["evaluate", "good.tsv", "good.tsv", "-m", "CharR@5", "--lengths", "panic.parquet"],
        ["evaluate", "good.tsv", "good.tsv", "-m", "CharR@5", "--inventory", "panic.parquet"],
        ["evaluate", "good.tsv", "good.tsv", "-m", "CharR@5", "--structure", "panic.parquet"],
        ["convert", "panic.parquet", "out.tsv"],
    ],
)
def test_a_panic_is_one_line_wherever_parquet_is_read(  # findings 4.5
    parquet, partwise_process, words
):
    (parquet / "good.tsv").write_text("topic\tdoc\tstart\tend\nq\td\t1\t4\n")

    answer = partwise_process(*words)

    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"panic.parquet: {LINE}\n"


def test_standard_error_is_there_again_after_parquet(parquet, partwise_process):  # findings 4.5
    answer = partwise_process("check", "panic.parquet", "nothing.tsv")

    assert answer.err == f"panic.parquet: {LINE}\nnothing.tsv: no such file\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no /dev/fd")
def test_parquet_without_standard_error(parquet, partwise_process):  # findings 4.5
    answer = partwise_process("check", "m.parquet", close=(2,))

    assert answer.code == 0
    assert "no problems" in answer.out


HOSTILE = ("abort-a.parquet", "abort-b.parquet", "parquet-dc070f9c")


@pytest.mark.parametrize("name", HOSTILE)
def test_found_files_of_parquet(real_data, partwise_process, name):  # findings 4.5
    answer = partwise_process("check", real_data / "hostile" / name)

    assert answer.code == 2
    lines = answer.err.splitlines()
    assert lines
    assert all(line.startswith(f"{real_data / 'hostile' / name}: ") for line in lines)
