"""Streams that decompress or recode what lies below them."""

from __future__ import annotations

import codecs
import io
import sys
from typing import TYPE_CHECKING

from partwise.errors import FormatError

if TYPE_CHECKING:
    from typing_extensions import Buffer

CHUNK = 1 << 16
"""Bytes that are read at a time."""

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"


class Recoded(io.RawIOBase):
    """A stream in another encoding, read as UTF-8."""

    def __init__(self, stream: io.BufferedReader, encoding: str, name: str) -> None:
        self._stream, self._encoding, self._name = stream, encoding, name
        self._decoder = codecs.getincrementaldecoder(encoding)("strict")
        self._ready = b""
        self._line = 1

    def readable(self) -> bool:
        return True

    def readinto(self, target: Buffer) -> int:
        """Fill `target` with the next bytes."""
        while not self._ready:
            chunk = self._stream.read(CHUNK)
            try:
                text = self._decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as bad:
                line = self._line + bad.object[: bad.start].count(b"\n")
                byte = bad.object[bad.start]
                problem = f"not {self._encoding} (byte 0x{byte:02X})"
                raise FormatError(self._name, line, problem) from None
            except UnicodeError:  # UTF-16 asks for its mark
                problem = f"not {self._encoding} (no byte-order mark)"
                hint = "Say --encoding NAME if it is something else"
                raise FormatError(self._name, None, problem, hint) from None
            self._line += text.count("\n")
            self._ready = text.encode("utf-8", "surrogatepass")
            if not chunk:
                break
        view = memoryview(target).cast("B")
        size = min(len(view), len(self._ready))
        view[:size], self._ready = self._ready[:size], self._ready[size:]
        return size


def unpacked(raw: io.BufferedReader) -> io.BufferedReader:
    """Decompress by magic bytes, not by the file's name."""
    magic = raw.peek(4)[:4]
    if magic.startswith(_GZIP):
        import gzip

        return io.BufferedReader(_Unpacked(gzip.GzipFile(fileobj=raw), "gzip"), CHUNK)
    if magic == _ZSTD:
        return io.BufferedReader(_Unpacked(_zstd_file(raw), "zstd"), CHUNK)
    return raw


def _zstd_file(raw: io.BufferedReader) -> io.BufferedIOBase:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    file: io.BufferedIOBase = zstd.ZstdFile(raw)
    return file


class _Unpacked(io.RawIOBase):
    """A decompressing stream whose damages are told in one way."""

    def __init__(self, stream: io.BufferedIOBase, kind: str) -> None:
        self._stream, self._kind = stream, kind

    def readable(self) -> bool:
        return True

    def readinto(self, target: Buffer) -> int:
        """Fill `target` with the next bytes."""
        try:
            return self._stream.readinto(target)
        except (EOFError, MemoryError):
            raise
        except Exception as bad:  # each library has its own class of errors
            raise OSError(f"damaged {self._kind} data") from bad
