"""Files and folders that appear whole or not at all.

What is written waits in a hidden folder beside its target, ``.NAME.xxxxxxxx.partwise``, which its
process keeps locked. Whoever writes the same name next removes what a killed process left there.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO

from partwise.errors import FormatError
from partwise.files.exchange import exchange
from partwise.messages import plural

SUFFIX = ".partwise"
_OF_SYSTEM = r"\(os error ([0-9]+)\)"
_FULL = {getattr(errno, name, None) for name in ("ENOSPC", "EDQUOT", "EFBIG")}
_MOVED = (errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT)
_TRIES = 1_000
"""How often a folder is put in its place while others do the same."""
_LOCK, _NEW, _OLD, _DONE = "lock", "new", "old", "done"


@contextmanager
def replacing(path: str | os.PathLike[str], size: int | None = None) -> Iterator[BinaryIO]:
    """Open a file that takes the place of `path` when the block ends without an error.

    Everything is written beside the target, flushed to the disk and renamed. After an error, an
    interrupt or on a full disk the old file is as it was. `size` is how many bytes will be
    written, where that is known.
    """
    target = Path(os.path.realpath(path))
    with told(path, size):
        if _is_special(target):
            with target.open("wb") as stream:
                yield stream
            return
        with beside(target) as waiting:
            new = waiting / _NEW
            with new.open("wb") as stream:
                yield stream
            put(new, target)


@contextmanager
def told(path: str | os.PathLike[str], size: int | None = None) -> Iterator[None]:
    """Say of which file it is that it cannot be written, and why; `size`: bytes of the file."""
    try:
        yield
    except Exception as bad:
        # polars has classes and words of its own for what the system said
        number = re.search(_OF_SYSTEM, str(bad))
        if number is not None:
            bad = OSError(int(number[1]), os.strerror(int(number[1])))
        if not isinstance(bad, OSError):
            raise
        if bad.errno == errno.ENOMEM:
            raise MemoryError from None
        raise _unwritable(path, bad, size) from None


def write_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Replace a file's content, or leave the old file as it is."""
    with replacing(path, len(content)) as stream:
        stream.write(content)


def put(file: Path, target: Path) -> None:
    """Rename a complete file to its target, with the permissions of the file that was there.

    Its content is on the disk before: after a power cut there is the old file or the new one.
    """
    with file.open("rb+") as stream:
        os.fsync(stream.fileno())
    _like(file, target)
    file.replace(target)


@contextmanager
def replacing_folder(path: str | os.PathLike[str], check: Callable[[Path], None]) -> Iterator[Path]:
    """Give a new folder that takes the place of `path` when the block ends without an error.

    The two folders change places in one step where the system can do that. Elsewhere the old one
    is put aside first; killed in between, the next process that writes the folder puts it back.

    Parameters
    ----------
    path : path
        The folder; those above it are made.
    check : callable
        Raises for an existing folder that must not be replaced; called before anything is
        written, and again before anything is removed.
    """
    target = Path(os.path.realpath(path))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with beside(target) as waiting:
            _check(target, Path(path), check)
            new = waiting / _NEW
            new.mkdir()
            yield new
            _swap(new, target, lambda: _check(target, Path(path), check))
    except OSError as bad:
        raise _unwritable(path, bad) from None


def _check(target: Path, path: Path, check: Callable[[Path], None]) -> None:
    with suppress(FileNotFoundError):  # others may just move it, so it is looked at once
        if not stat.S_ISDIR(target.stat().st_mode):
            raise FormatError(str(path), None, "is not a folder")
        check(path)


def _swap(new: Path, target: Path, check: Callable[[], None]) -> None:
    """Put a folder in its place, also when others put theirs there meanwhile."""
    for left in reversed(range(_TRIES)):
        check()
        _like(new, target)
        try:
            _swapped(new, target)
        except OSError as bad:
            # a target that came or went since it was looked at
            if bad.errno not in _MOVED or not new.exists() or not left:
                raise
        else:
            return


def _swapped(new: Path, target: Path) -> None:
    if not target.exists():
        new.replace(target)
        return
    if exchange(new, target):
        return
    old = new.with_name(_OLD)
    if old.exists():  # of a try before; there is a target again
        _put_off(old)
    target.replace(old)
    try:
        new.replace(target)
    finally:
        if target.exists():
            _put_off(old)


def _put_off(old: Path) -> None:
    """Rename a folder that was put aside, so that nobody takes it for the only copy."""
    old.replace(old.with_name(f"{_DONE}-{os.urandom(4).hex()}"))


@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """Give a hidden folder beside a target, which is removed at the end.

    What killed processes left for the same target is removed before.
    """
    recover(target)
    # the name is known before the folder exists: no signal can come in between
    waiting = _waiting(target)
    with ExitStack() as at_last:
        at_last.callback(_clean, waiting, target)
        at_last.enter_context(_claimed(waiting))
        yield waiting


def _waiting(target: Path) -> Path:
    return target.with_name(f".{target.name}.{os.urandom(4).hex()}{SUFFIX}")


def scratch() -> AbstractContextManager[Path]:
    """Give a folder among the system's temporary files, which is removed at the end.

    What killed processes left there is removed before.
    """
    import tempfile  # and with it much that no other file needs

    return beside(Path(tempfile.gettempdir()).resolve() / "partwise")


def _claimed(waiting: Path) -> IO[bytes]:
    """Make a folder and lock it; whoever looked in between took it for a leftover."""
    while True:
        with suppress(FileExistsError):
            waiting.mkdir(mode=0o700)
        with suppress(FileNotFoundError):  # somebody has just moved it away
            lock = (waiting / _LOCK).open("wb")
            if _locked(lock, unable=True) and _is_lock_of(lock, waiting):
                return lock
            lock.close()


@contextmanager
def claimed(path: Path) -> Iterator[bool]:
    """Hold a lock file, which is removed at the end; False where a living process holds it."""
    with path.open("ab") as lock:
        held = _locked(lock, unable=True)
        with suppress(FileNotFoundError):  # removed by the one who held it
            held = held and os.path.samestat(os.fstat(lock.fileno()), path.stat())
        try:
            yield held
        finally:
            if held:
                path.unlink(missing_ok=True)


def _is_lock_of(lock: IO[bytes], waiting: Path) -> bool:
    """Whether an open file is still the lock of a folder, not that of one moved away."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(lock.fileno()), (waiting / _LOCK).stat())
    return False


def recover(target: Path) -> None:
    """Remove what dead processes left beside a target; put back the only copy of a folder."""
    ours = re.compile(re.escape(f".{target.name}.") + r"\w{8}" + re.escape(SUFFIX))
    with suppress(OSError):
        for left in sorted(target.parent.iterdir()):
            if ours.fullmatch(left.name) and not left.is_symlink():
                _remove(left, target)


def _remove(left: Path, target: Path) -> None:
    """Remove a folder that nobody holds.

    It gets another name first: its owner may be about to lock it, sees that it is gone and makes
    it anew, and what is made anew is not removed.
    """
    with suppress(OSError):
        with (left / _LOCK).open("ab") as lock:
            if not (_locked(lock, unable=False) and _is_lock_of(lock, left)):
                return
            with suppress(PermissionError):  # Windows moves no folder with an open file in it
                left = left.replace(_waiting(target))
        _clean(left, target)


def _clean(waiting: Path, target: Path) -> None:
    """Remove a folder beside a target, but never the only copy of what was there."""
    try:
        _removed(waiting, target)
    except (KeyboardInterrupt, SystemExit):  # it is obeyed, but not half-way
        _removed(waiting, target)
        raise


def _removed(waiting: Path, target: Path) -> None:
    try:
        if (waiting / _OLD).is_dir() and not target.exists():
            (waiting / _OLD).replace(target)
    except OSError as bad:
        if bad.errno not in _MOVED:  # else somebody has just put another one there
            raise
    for pause in (0.0, 0.05, 0.2, 0.5):
        time.sleep(pause)
        shutil.rmtree(waiting, ignore_errors=True)
        if not waiting.exists():  # else a thread that was interrupted made another file meanwhile
            return


def _locked(file: IO[bytes], *, unable: bool) -> bool:
    """Lock a file until it is closed.

    False when a living process holds it; `unable` where the file system knows no locks.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as bad:
        return unable and bad.errno not in (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
    return True


def _is_special(target: Path) -> bool:
    """Pipes and devices cannot be replaced, only written to."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _like(new: Path, target: Path) -> None:
    """Give what is new the permissions of what was there; else it keeps the usual ones."""
    with suppress(FileNotFoundError):
        new.chmod(stat.S_IMODE(target.stat().st_mode))


def _unwritable(path: str | os.PathLike[str], bad: OSError, size: int | None = None) -> FormatError:
    target = Path(path)
    if isinstance(bad, FileNotFoundError) and not target.parent.is_dir():
        return FormatError(str(path), None, "its folder does not exist")
    reason = bad.strerror or str(bad)
    needed = "" if size is None or bad.errno not in _FULL else f"; {plural(size, 'byte')} needed"
    problem = f"cannot be written ({reason[:1].lower()}{reason[1:]}{needed})"
    return FormatError(str(path), None, problem)
