"""Folders and archives of documents: which files are documents, and of what kind."""

from __future__ import annotations

import io
import os
import re
import stat
import sys
import tarfile
import zipfile
import zlib
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from partwise.errors import FormatError
from partwise.files.streams import Limit, unpacked
from partwise.files.zip_files import opened_zip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import IO


# A folder is searched through in order of names, a zip or tar archive in its
# own order; gzip and Zstandard are unpacked by their first bytes. Nothing is
# ever written, and a link inside an archive or folder is not followed.

_UNPACK = "Unpack it first"
_PIECE = 1 << 20
_PACKED = (".gz", ".zst")
_HEAD = 512
_TAR_MARK = slice(257, 262)


@dataclass(frozen=True, slots=True)
class Found:
    """One document's bytes.

    Parameters
    ----------
    place : str
        Where it is, for messages: the file, or archive and member.
    path : str
        Its path below what the user named, with slashes, without compression suffix.
    data : bytes
        Its unpacked content; only the beginning of a file that is not to be read at once.
    file : str or None
        The file that has these bytes and no others.
    whole : bool
        Whether `data` is all of it.
    """

    place: str
    path: str
    data: bytes
    file: str | None = None
    whole: bool = True


class Walk:
    """Goes through everything the user named.

    Parameters
    ----------
    paths : iterable of path
        Files, folders and archives.
    wanted : callable
        Which names inside folders and archives count; a file the user names always does.
    limit : int
        Most unpacked bytes of one document.
    large : int, optional
        A plain file of more bytes is handed on with its beginning only.

    Attributes
    ----------
    left_out : int
        Files that do not count.
    links : dict
        What the user named -> symbolic links in it, which are not followed.
    """

    def __init__(
        self,
        paths: Iterable[str | os.PathLike[str]],
        *,
        wanted: Callable[[str], bool],
        limit: int,
        large: int | None = None,
    ) -> None:
        self._large = sys.maxsize if large is None else large
        self._paths = [os.fspath(path) for path in paths]
        self._wanted = wanted
        self._limit = limit
        self.left_out = 0
        self.links: dict[str, list[str]] = {}

    @property
    def named(self) -> str:
        """What the user named."""
        return ", ".join(self._paths)

    def expected(self) -> int:
        """Count the files in folders and the members of zip archives, everything else as one."""
        return sum(_count(Path(path)) for path in self._paths)

    def __iter__(self) -> Iterator[Found | FormatError]:
        """Yield documents, and errors in place of those that cannot be unpacked."""
        for path in self._paths:
            if path != "-" and Path(path).is_dir():
                yield from self._folder(path)
            else:
                yield from self._guarded(path, Path(path).name)

    def _folder(self, top: str) -> Iterator[Found | FormatError]:
        for folder, below, names in os.walk(top):
            below[:] = sorted(name for name in below if not name.startswith("."))
            inner = Path(folder).relative_to(top).as_posix()
            for name in sorted([*names, *below]):
                inside = name if inner == "." else f"{inner}/{name}"
                file = os.path.join(folder, name)  # noqa: PTH118 -- a path object each is too slow
                if os.path.islink(file):  # noqa: PTH114
                    self._link(top, inside, wanted=name in below)
                elif name not in below and self._counts(inside) and os.path.isfile(file):  # noqa: PTH113
                    yield from self._guarded(file, inside)

    def _link(self, place: str, inside: str, *, wanted: bool = False) -> None:
        """Note a link, which may lead anywhere, in the place of what it leads to."""
        if wanted or self._counts(inside):
            self.links.setdefault(place, []).append(inside)

    def _guarded(self, file: str, inside: str) -> Iterator[Found | FormatError]:
        try:
            yield from self._file(file, inside)
        except FormatError as bad:
            yield bad
        except FileNotFoundError:
            yield FormatError(file, None, "no such file or folder")
        except (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError) as bad:
            yield FormatError(file, None, f"damaged archive ({bad})")
        except OSError as bad:
            yield FormatError(file, None, f"cannot be read ({bad.strerror or bad})")

    def _file(self, file: str, inside: str) -> Iterator[Found | FormatError]:
        with _opened(file) as raw, unpacked(raw, file, _limit(raw)) as stream:
            head = stream.peek(_HEAD)
            if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
                yield from self._zip(file)
            elif head[_TAR_MARK] == b"ustar":
                yield from self._tar(file, stream)
            elif stream is raw and file != "-" and self._large < _size(raw) <= self._limit:
                yield Found(file, inside, head, file, whole=False)
            else:
                plain = file if stream is raw and file != "-" else None
                yield Found(file, _unpacked_name(inside), self._read(stream, file), plain)

    def _zip(self, file: str) -> Iterator[Found | FormatError]:
        with opened_zip(file) as (archive, unnamed):
            for member in archive.infolist():
                inside = member.filename
                if inside in unnamed:
                    yield FormatError(file, None, "the name of a member is not UTF-8")
                    continue
                if stat.S_ISLNK(member.external_attr >> 16):
                    self._link(file, inside)
                    continue
                if member.is_dir() or not self._counts(inside):
                    continue
                limit = Limit(member.compress_size, hint=_UNPACK)
                yield self._member(file, inside, lambda m=member: archive.open(m), limit)  # type: ignore[misc]

    def _tar(self, file: str, stream: IO[bytes]) -> Iterator[Found | FormatError]:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for member in archive:
                inside = member.name.removeprefix("./")
                if member.issym() or member.islnk():
                    self._link(file, inside)
                if not member.isreg() or not self._counts(inside):
                    continue
                yield self._member(file, inside, lambda m=member: archive.extractfile(m))  # type: ignore[misc]

    def _member(
        self,
        file: str,
        inside: str,
        open_: Callable[[], IO[bytes] | None],
        limit: Limit | None = None,
    ) -> Found | FormatError:
        """Read a member of an archive; what is wrong with it is not wrong with the others."""
        place = f"{file}/{inside}"
        try:
            with open_() or io.BytesIO() as stream:
                data = self._read(stream, place, limit)
            if inside.endswith(_PACKED):
                data = self._unpacked(data, place)
        except FormatError as bad:
            return bad
        except (MemoryError, tarfile.TarError):
            raise
        except (RuntimeError, NotImplementedError) as bad:  # encrypted or exotic
            return FormatError(file, None, f"{inside} cannot be unpacked ({bad})")
        except Exception:  # each way of packing has its own class of errors
            return FormatError(file, None, f"{inside} is damaged")
        return Found(place, _unpacked_name(inside), data)

    def _unpacked(self, data: bytes, place: str) -> bytes:
        limit = Limit(len(data), hint=_UNPACK)
        with unpacked(io.BufferedReader(io.BytesIO(data)), place, limit) as stream:
            return self._read(stream, place)

    def _read(self, stream: IO[bytes], place: str, limit: Limit | None = None) -> bytes:
        """Read all of a document, a piece at a time: a small file may pretend to be large."""
        pieces, size = [], 0
        while piece := stream.read(_PIECE):
            pieces.append(piece)
            size += len(piece)
            if limit is not None and size > limit.bytes:
                raise limit.error(place)
            if size > self._limit:
                break
        data = b"".join(pieces)
        if size > self._limit:
            raise FormatError(
                place, None, f"more than {self._limit:,} bytes unpacked", "Use --max-bytes N"
            )
        return data

    def _counts(self, inside: str) -> bool:
        if "__MACOSX/" in inside or _is_hidden(inside):
            return False
        if self._wanted(_unpacked_name(inside)):
            return True
        self.left_out += 1
        return False


def _count(path: Path) -> int:
    if path.is_dir():
        return sum(len(names) for _, _, names in os.walk(path))
    if path.suffix == ".zip" and zipfile.is_zipfile(path):
        with suppress(zipfile.BadZipFile, OSError), opened_zip(str(path)) as (archive, _):
            return len(archive.namelist())
    return 1


def _is_hidden(inside: str) -> bool:
    if not inside.startswith(".") and "/." not in inside:
        return False
    return any(part.startswith(".") and part not in (".", "..") for part in inside.split("/"))


def _unpacked_name(inside: str) -> str:
    return inside.rpartition(".")[0] if inside.endswith(_PACKED) else inside


def _limit(raw: io.BufferedReader) -> Limit:
    """Return how much may come out of an open file."""
    size = _size(raw)
    return Limit(0, sys.maxsize) if size < 0 else Limit(size, hint=_UNPACK)


def _size(raw: io.BufferedReader) -> int:
    """Return the bytes of an open file, -1 for a pipe, which tells its size to nobody."""
    if not raw.seekable():
        return -1
    at = raw.tell()
    size = raw.seek(0, os.SEEK_END)
    raw.seek(at)
    return size


@contextmanager
def _opened(file: str) -> Iterator[io.BufferedReader]:
    if file == "-":
        yield io.BufferedReader(io.BytesIO(sys.stdin.buffer.read()))
        return
    with open(file, "rb") as raw:  # noqa: PTH123
        yield raw


Kind = Literal["xml", "html", "markdown", "text"]

KINDS_BY_SUFFIX: dict[str, Kind] = {
    ".xml": "xml",
    ".nxml": "xml",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "text",
    ".text": "text",
}
_HTML = re.compile(rb"<!doctype\s+html|<html[\s>]", re.IGNORECASE)


def has_known_suffix(path: str) -> bool:
    """Tell whether a file's name says what kind of document it is."""
    return suffix_of(path) in KINDS_BY_SUFFIX


def suffix_of(path: str) -> str:
    """Return the suffix in lower case, with its dot."""
    name = path.rpartition("/")[2]
    dot = name.rfind(".")
    return name[dot:].lower() if dot > 0 else ""


def kind_by_content(found: Found) -> Kind:
    """Tell the kind of a document whose name does not say it."""
    head = found.data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head.startswith(b"<"):
        if b"\x00" in found.data[:4096]:
            raise FormatError(found.place, None, "is not text", "Use --kind if it is")
        return "text"
    return "html" if _HTML.search(head) else "xml"
