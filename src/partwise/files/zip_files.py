"""Zip archives, also those in which the name of a member is not what it claims to be."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_END, _ENTRY = b"PK\x05\x06", b"PK\x01\x02"
_UTF8 = 0x0800
_SIZES = struct.Struct("<HHH")
_HEADER = 46
"""Bytes of an entry of the directory before its name."""


@contextmanager
def opened_zip(file: str) -> Iterator[tuple[zipfile.ZipFile, frozenset[str]]]:
    """Open an archive; also say which members have names that cannot be read.

    The library refuses the whole archive for one name that is said to be UTF-8 and is not. Such
    names are read in the other encoding that zip knows, so that the other members can be read.
    """
    unnamed: frozenset[str] = frozenset()
    try:
        try:
            archive = zipfile.ZipFile(file)
        except UnicodeDecodeError:
            content = bytearray(Path(file).read_bytes())
            unnamed = frozenset(_renamed(content))
            archive = zipfile.ZipFile(io.BytesIO(content))
    except (NotImplementedError, ValueError, OverflowError, struct.error) as bad:
        raise zipfile.BadZipFile(str(bad)) from None  # of a damaged directory
    with archive:
        yield archive, unnamed


def _renamed(content: bytearray) -> Iterator[str]:
    """Take the mark of UTF-8 from names that are not, and yield them as they are read then."""
    end = content.rfind(_END)
    (size,) = struct.unpack_from("<L", content, end + 12)
    at = end - size
    while content[at : at + 4] == _ENTRY:
        name_size, extra, comment = _SIZES.unpack_from(content, at + 28)
        name = bytes(content[at + _HEADER : at + _HEADER + name_size])
        (flags,) = struct.unpack_from("<H", content, at + 8)
        if flags & _UTF8 and not _is_utf8(name):
            struct.pack_into("<H", content, at + 8, flags & ~_UTF8)
            yield name.decode("cp437")
        at += _HEADER + name_size + extra + comment


def _is_utf8(name: bytes) -> bool:
    try:
        name.decode()
    except UnicodeDecodeError:
        return False
    return True
