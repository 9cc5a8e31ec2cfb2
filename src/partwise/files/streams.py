"""Streams that decompress or recode what lies below them."""

from __future__ import annotations

import codecs
import io
import sys
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from partwise.errors import FormatError, UsageError, quote
from partwise.files.digests import RunningDigest, digest_while_reading

if TYPE_CHECKING:
    from typing_extensions import Buffer


CHUNK = 1 << 16
"""Bytes that are read at a time."""

_ZSTD = b"\x28\xb5\x2f\xfd"
_MARKS = {"gzip": b"\x1f\x8b", "zstd": _ZSTD}
_RATIO = 200
"""Times that a file may grow when it is unpacked; text rarely grows more than twenty times."""

_HARMLESS = 64 << 20
"""Bytes that any file may unpack to."""


class OpenedFile:
    """A file that is opened once, however many streams read it; closed with its last owner.

    Parameters
    ----------
    path : str
        The file, opened when it is first read.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._file: io.FileIO | None = None
        self._digest: RunningDigest | None = None

    def handle(self) -> io.FileIO:
        """Return the open file at its first byte; it is not to be closed."""
        if self._file is None:
            self._file = Path(self._path).open("rb", buffering=0)  # noqa: SIM115  closed below
            self._digest = digest_while_reading(self._path, self._file)
            weakref.finalize(self, (self._digest or self._file).close)
        self._file.seek(0)
        return self._file

    def stream(self, begin: int = 0, end: int | None = None) -> io.BufferedReader:
        """Return a stream of the bytes between two places; streams do not disturb each other."""
        self.handle()  # what cannot be opened is told now
        return io.BufferedReader(_Section(self, begin, end), CHUNK)

    def read_at(self, place: int, target: Buffer) -> int:
        """Fill `target` with the bytes from `place` on; return how many there were."""
        file = self.handle()
        file.seek(place)
        size = file.readinto(target)
        if self._digest is not None:
            self._digest.saw(place, memoryview(target)[:size])
        return size


class _Section(io.RawIOBase):
    """One reading of an opened file, or of a section of it, with a place of its own."""

    def __init__(self, file: OpenedFile, begin: int, end: int | None) -> None:
        self._file, self._place, self._end = file, begin, end

    def readable(self) -> bool:
        """Tell that bytes can be read."""
        return True

    def readinto(self, target: Buffer) -> int:
        """Fill `target` with the next bytes."""
        view = memoryview(target).cast("B")
        if self._end is not None:
            view = view[: max(self._end - self._place, 0)]
        size = self._file.read_at(self._place, view) if len(view) else 0
        self._place += size
        return size


class Recoded(io.RawIOBase):
    """A stream in another encoding, read as UTF-8."""

    def __init__(self, stream: io.BufferedReader, encoding: str, name: str) -> None:
        self._stream, self._encoding, self._name = stream, encoding, name
        self._decoder = codecs.getincrementaldecoder(encoding)("strict")
        self._ready = b""
        self._line = 1

    def readable(self) -> bool:
        """Tell that bytes can be read."""
        return True

    def readinto(self, target: Buffer) -> int:
        """Fill `target` with the next bytes; refuse those that do not fit the encoding."""
        while not self._ready:
            chunk = self._stream.read(CHUNK)
            try:
                text = self._decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as bad:
                problem = f"not {self._encoding} (byte 0x{bad.object[bad.start]:02X})"
                raise FormatError(self._name, self._line_of(bad, chunk), problem) from None
            except UnicodeError:  # UTF-16 asks for its mark
                problem = f"not {self._encoding} (no byte-order mark)"
                hint = "Use --encoding NAME if it is something else"
                raise FormatError(self._name, None, problem, hint) from None
            self._line += text.count("\n")
            self._ready = text.encode("utf-8", "surrogatepass")
            if not chunk:
                break
        view = memoryview(target).cast("B")
        size = min(len(view), len(self._ready))
        view[:size], self._ready = self._ready[:size], self._ready[size:]
        return size

    def _line_of(self, bad: UnicodeDecodeError, chunk: bytes) -> int:
        """Return the line of bytes that cannot be decoded; a byte 10 need not be a newline."""
        held = len(bad.object) - len(chunk)  # what was left of the chunk before
        self._decoder.errors = "ignore"
        return self._line + self._decoder.decode(chunk[: max(bad.start - held, 0)]).count("\n")


def packing(raw: io.BufferedReader) -> str | None:
    """Tell how a stream is compressed by its first bytes, not by the file's name."""
    magic = raw.peek(len(_ZSTD))
    return next((name for name, mark in _MARKS.items() if magic.startswith(mark)), None)


def unpacked(raw: io.BufferedReader, name: str, limit: Limit) -> io.BufferedReader:
    """Decompress what is compressed.

    Parameters
    ----------
    raw : io.BufferedReader
        The stored bytes.
    name : str
        The file, for messages.
    limit : Limit
        How many bytes may come out.
    """
    kind = packing(raw)
    if kind is None:
        return raw
    import gzip

    stream = gzip.GzipFile(fileobj=raw) if kind == "gzip" else _zstd_file(raw)
    return io.BufferedReader(_Unpacked(stream, kind, name, limit), CHUNK)


class Limit(NamedTuple):
    """How many bytes a file may unpack to, so that a small file cannot fill the machine.

    Parameters
    ----------
    size : int
        Bytes of the file as it is stored.
    most : int or None
        What the user allows; None allows `_RATIO` times the stored bytes.
    hint : str
        What to do about a file that is refused for its ratio.
    """

    size: int
    most: int | None = None
    hint: str = "Use --max-bytes N, or unpack it first"

    @property
    def bytes(self) -> int:
        """Most bytes that may come out."""
        return max(_HARMLESS, _RATIO * self.size) if self.most is None else self.most

    def error(self, name: str) -> FormatError:
        """Word what is beyond the limit."""
        said = f"more than {self.bytes:,} bytes unpacked"
        if self.most is None:
            said += f", {_RATIO} times its size" if self.bytes > _HARMLESS else ""
            return FormatError(name, None, said, self.hint)
        return FormatError(name, None, said, "Use --max-bytes N")


def _zstd_file(raw: io.BufferedReader) -> io.BufferedIOBase:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    file: io.BufferedIOBase = zstd.ZstdFile(raw)
    return file


class _Unpacked(io.RawIOBase):
    """A decompressing stream whose damages are told in one way."""

    def __init__(self, stream: io.BufferedIOBase, kind: str, name: str, limit: Limit) -> None:
        self._stream, self._kind, self._name, self._limit = stream, kind, name, limit
        self._left = limit.bytes

    def readable(self) -> bool:
        """Tell that bytes can be read."""
        return True

    def readinto(self, target: Buffer) -> int:
        """Fill `target` with the next bytes."""
        try:
            size = self._stream.readinto(target)
        except (EOFError, MemoryError):
            raise
        except Exception as bad:  # each library has its own class of errors
            raise OSError(f"damaged {self._kind} data") from bad
        self._left -= size
        if self._left < 0:
            raise self._limit.error(self._name)
        return size


def filled(stream: io.BufferedReader, target: memoryview) -> int:
    """Read until `target` is full or the stream ends; return how much there was."""
    got = 0
    while got < len(target):
        size = stream.readinto(target[got:])
        if not size:
            break
        got += size
    return got


_NO_FILES = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"})
"""Encodings of single words or of program text: no file is written in them."""


def text_encoding(name: str) -> str:
    """Return the usual name of an encoding; UsageError unless it turns bytes into text."""
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        raise UsageError(f"unknown encoding {quote(name)}") from None
    try:
        b"a".decode(found)
    except UnicodeError:
        pass  # one byte is not enough for some
    except LookupError:
        raise UsageError(f"{quote(name)} is not an encoding of text") from None
    if found.replace("_", "-") in _NO_FILES:
        raise UsageError(f"{quote(name)} is not an encoding of text files")
    return found


def decoded(data: bytes, encoding: str, file: str) -> str:
    """Return the text of a document; bytes that do not fit are refused with their line."""
    encoding = text_encoding(encoding)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as bad:
        line = data[: bad.start].decode(encoding, "ignore").count("\n") + 1
        name = "UTF-8" if encoding == "utf-8" else encoding
        raise FormatError(
            file,
            line,
            f"not {name} (byte 0x{data[bad.start]:02X})",
            "Use --encoding NAME if it is something else",
        ) from None
