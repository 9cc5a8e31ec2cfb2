"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from partwise.errors import FormatError


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file that takes the place of `path` when the block ends without an error.

    Everything is written to a temporary name beside the target, flushed to the disk and
    renamed. After an error, an interrupt or on a full disk the old file is as it was.
    """
    target = Path(os.path.realpath(path))
    try:
        if _is_special(target):
            with target.open("wb") as stream:
                yield stream
            return
        with _beside(target) as stream:
            yield stream
    except OSError as bad:
        raise _unwritable(path, bad) from None


@contextmanager
def _beside(target: Path) -> Iterator[BinaryIO]:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(_mode(target))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Replace a file's content, or leave the old file as it is."""
    with replacing(path) as stream:
        stream.write(content)


def _is_special(target: Path) -> bool:
    """Pipes and devices cannot be replaced, only written to."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _mode(target: Path) -> int:
    """Permissions of the old file, or those of any new one."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _unwritable(path: str | os.PathLike[str], bad: OSError) -> FormatError:
    target = Path(path)
    if isinstance(bad, FileNotFoundError) and not target.parent.is_dir():
        return FormatError(str(path), None, "its folder does not exist")
    reason = bad.strerror or str(bad)
    return FormatError(str(path), None, f"cannot be written ({reason[:1].lower()}{reason[1:]})")
