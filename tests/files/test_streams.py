from __future__ import annotations

import gzip
import io
from random import Random

import pytest
from backports import zstd
from hypothesis import given
from hypothesis import strategies as st
from tests.files.samples import said

from partwise.files import streams
from partwise.files.streams import Limit, OpenedFile, Recoded, filled, packing, unpacked


def stream(content: bytes) -> io.BufferedReader:
    return io.BufferedReader(io.BytesIO(content))


def recoded(content: bytes, encoding: str) -> bytes:
    return io.BufferedReader(Recoded(stream(content), encoding, "x")).read()


def test_streams_of_one_file_do_not_disturb_each_other(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(bytes(range(200)) * 1000)
    file = OpenedFile(str(path))
    one, two = file.stream(), file.stream()

    assert one.read(5) == two.read(5) == bytes(range(5))
    assert one.read(100_000)[-1] == 4
    assert two.read(1) == b"\x05"
    one.close()
    assert two.read() == path.read_bytes()[6:]


@pytest.mark.parametrize(
    ("content", "kind"),
    [(gzip.compress(b"a"), "gzip"), (zstd.compress(b"a"), "zstd"), (b"\x1f", None), (b"", None)],
    ids=["gzip", "zstd", "one byte", "nothing"],
)
def test_packing_is_told_by_the_first_bytes(content, kind):
    raw = stream(content)

    assert packing(raw) == kind
    assert raw.read() == content  # looked at, not taken


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress, bytes])
def test_unpacked(pack):
    content = b"line\n" * 50_000

    assert unpacked(stream(pack(content)), "x", Limit(10**6)).read() == content


def test_what_is_not_packed_is_handed_on():
    raw = stream(b"plain")

    assert unpacked(raw, "x", Limit(1, 1)) is raw


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress])
def test_damages_are_told_in_one_way(pack):
    content = bytearray(pack(Random(7).randbytes(5000).hex().encode()))
    with pytest.raises(EOFError):
        unpacked(stream(bytes(content[:-20])), "x", Limit(10**6)).read()
    content[10:60] = bytes(50)
    with pytest.raises(OSError, match=r"damaged (gzip|zstd) data"):
        unpacked(stream(bytes(content)), "x", Limit(10**6)).read()


def test_no_more_than_the_limit():
    packed = gzip.compress(bytes(1000))

    assert len(unpacked(stream(packed), "x", Limit(1, 1000)).read()) == 1000
    words = said(unpacked(stream(packed), "x", Limit(1, 999)).read)
    assert words == "x: more than 999 bytes unpacked. Use max_bytes=..."


def test_limits_without_a_wish(monkeypatch):
    monkeypatch.setattr(streams, "_HARMLESS", 1000)

    assert [Limit(size).bytes for size in (0, 5, 6)] == [1000, 1000, 1200]
    unpack = "Use max_bytes=..., or unpack it first"
    assert str(Limit(5).error("x")) == f"x: more than 1,000 bytes unpacked. {unpack}"
    assert str(Limit(6, hint="Stop").error("x")) == (
        "x: more than 1,200 bytes unpacked, 200 times its size. Stop"
    )


@given(st.text("aé\n€😀ਅ", max_size=40), st.sampled_from(["utf-16", "utf-8", "utf-32", "gb18030"]))
def test_recoded_to_utf8(text, encoding):
    assert recoded(text.encode(encoding), encoding) == text.encode()


def test_characters_across_chunks():
    text = "a" + "é" * 70_000

    assert recoded(text.encode("utf-16-le"), "utf-16-le") == text.encode()


@pytest.mark.parametrize(
    ("content", "encoding", "words"),
    [
        (b"a\nb\n\x80", "ascii", "x:3: not ascii (byte 0x80)"),
        (b"a\n" * 70_000 + b"\x80", "ascii", "x:70001: not ascii (byte 0x80)"),
        (b"a\n\x81\n", "shift_jis", "x:2: not shift_jis (byte 0x81)"),
        ("ਅ\nਅ".encode("utf-16-le") + b"\x00\xdc", "utf-16-le", "x:2: not utf-16-le (byte 0x00)"),
        (("ਅ\n" * 40_000).encode("utf-16-le") + b"\xd8", "utf-16-le", "x:40001: not utf-16-le"),
    ],
)
def test_the_line_of_what_cannot_be_decoded(content, encoding, words):
    assert said(recoded, content, encoding).startswith(words)


def test_half_of_a_character_at_the_end_of_a_chunk():
    first = ("\n" + "a" * 32_766).encode("utf-16-le") + b"\x00\xd8"
    rest = ("\n" * 100).encode("utf-16-le")

    assert len(first) == streams.CHUNK
    assert said(recoded, first + rest, "utf-16-le").startswith("x:2: not utf-16-le (byte 0x00)")


def test_utf16_without_its_mark_may_be_asked_for(monkeypatch):
    class Marked:
        def decode(self, _chunk: bytes, *, final: bool) -> str:
            raise UnicodeError("UTF-16 stream does not start with BOM")

    file = Recoded(stream(b"a"), "utf-16", "x")
    monkeypatch.setattr(file, "_decoder", Marked())
    assert said(file.readinto, bytearray(5)) == (
        "x: not utf-16 (no byte-order mark). Use encoding=... if it is something else"
    )


def test_filled_to_the_brim():
    class Drop(io.RawIOBase):
        """Gives one byte at a time."""

        def __init__(self) -> None:
            self._left = list(b"abc")

        def readable(self) -> bool:
            return True

        def readinto(self, target) -> int:
            if not self._left:
                return 0
            target[0] = self._left.pop(0)
            return 1

    buffer = bytearray(2)
    drops = io.BufferedReader(Drop(), 1)
    assert (filled(drops, memoryview(buffer)), bytes(buffer)) == (2, b"ab")
    assert filled(drops, memoryview(buffer)) == 1
    assert filled(drops, memoryview(buffer)) == 0
