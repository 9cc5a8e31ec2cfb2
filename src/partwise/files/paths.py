"""What a path is before it is read: folder, pipe or archive."""

from __future__ import annotations

import os
from pathlib import Path

from partwise.errors import FormatError
from partwise.files.parsing.parquet import check_in_child
from partwise.files.source import Source

PathLike = str | os.PathLike[str]


def buffered(path: PathLike) -> PathLike:
    """Return what can be read several times, and is opened once: a source, or a folder's path.

    Standard input and pipes are read now, and what they held is kept.
    """
    return path if is_folder(path) else Source(path)


def read_text(path: PathLike, encoding: str = "utf-8") -> str:
    """Return what a small text file says."""
    try:
        return Path(path).read_text(encoding=encoding)
    except OSError as error:
        raise FormatError(str(path), None, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FormatError(str(path), None, "not UTF-8") from None


def probe(path: PathLike) -> None:
    """Refuse a file that would end the process which reads it."""
    if not is_folder(path):
        check_in_child(Source(path, lenient=True))


def is_archive(source: Source) -> bool:
    """Tell zip and tar archives by their first bytes."""
    head = source.magic(512)
    return head.startswith(b"PK\x03\x04") or head[257:262] == b"ustar"


def is_folder(path: PathLike) -> bool:
    """Tell whether a path is a folder."""
    return os.fspath(path) != "-" and Path(path).is_dir()


def is_pipe(name: str) -> bool:
    """Tell whether a path is something that can be read only buffered."""
    return Path(name).exists() and not (Path(name).is_file() or Path(name).is_dir())
