from __future__ import annotations

import contextlib
import io
import random

import polars as pl
import pytest

from partwise.files.parsing.parquet_pages import SizeError, check_pages

FRAME = pl.DataFrame(
    {"topic": ["q", "r", None], "n": [1, None, 3], "list": [[1, 2], [], None], "none": [None] * 3}
)


def stored(frame=FRAME, **options) -> bytes:
    stream = io.BytesIO()
    frame.write_parquet(stream, **options)
    return stream.getvalue()


def said(data: bytes) -> str:
    with pytest.raises(SizeError) as bad:
        check_pages(io.BytesIO(data))
    return str(bad.value)


@pytest.mark.parametrize("compression", ["zstd", "snappy", "uncompressed"])
@pytest.mark.parametrize("rows", [1, 2, None])
def test_good_files_pass(compression, rows):
    check_pages(io.BytesIO(stored(compression=compression, row_group_size=rows)))
    check_pages(io.BytesIO(stored(FRAME.head(0), compression=compression)))


def test_long_headers_pass():
    """Statistics of long names stand in the header of a page."""
    check_pages(io.BytesIO(stored(pl.DataFrame({"doc": ["x" * 100_000]}), statistics="full")))


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_files_of_others_pass(version):
    arrow = pytest.importorskip("pyarrow.parquet")
    stream = io.BytesIO()
    options = {"data_page_version": version, "write_page_index": True, "data_page_size": 100}
    arrow.write_table(FRAME.drop("none").to_arrow(), stream, **options)

    check_pages(stream)


def test_by_hand():
    """One page of one value; its header says so, as a zigzag number."""
    good = stored(pl.DataFrame({"n": [7]}), compression="uncompressed", statistics=False)
    at = good.index(b"\x2c\x15\x02") + 1  # a record, in it the first field: one value
    assert said(good[: at + 1] + b"\x01" + good[at + 2 :]) == "an impossible number of values"
    more = said(good[: at + 1] + b"\x04" + good[at + 2 :])
    assert more == "a page with more values than its column"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PAR1" + b"\xff\xff\xff\x7f" + b"PAR1", "a footer longer than the file"),
        (b"PAR1" + b"\x15" + b"\x01\0\0\0" + b"PAR1", "a record that ends too early"),
        (b"PAR1" + b"\x1d" + b"\x01\0\0\0" + b"PAR1", "a field of no known kind"),
        (b"PAR1" + b"\x1c" * 40 + b"\x28\0\0\0" + b"PAR1", "records nested too deeply"),
        (b"PAR1" + b"\x15" + b"\xff" * 11 + b"\x0c\0\0\0" + b"PAR1",
         "a number of more than 64 bits"),
        (b"PAR1" + b"\x19\xfc\xff\xff\x7f" + b"\x05\0\0\0" + b"PAR1",
         "a record that ends too early"),
    ],
)  # fmt: skip
def test_what_is_mistaken(data, words):
    assert said(data) == words


def test_damage_is_never_another_error():
    good, random_ = stored(), random.Random(1)
    for _ in range(2000):
        data = bytearray(good)
        for _ in range(random_.randint(1, 4)):
            data[random_.randrange(len(data))] = random_.randrange(256)
        with contextlib.suppress(SizeError):
            check_pages(io.BytesIO(bytes(data)))
