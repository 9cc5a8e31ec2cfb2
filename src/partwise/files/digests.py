"""Digests of files, made from the bytes as a reader gets them: no file is opened for its digest.

Saved results name the SHA-256 of every input. Who knows that results will be saved reads inside
`collecting()`; elsewhere nothing is hashed, and nobody waits for it.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from partwise.tables.provenance import Input

_STEP = 1 << 20


class RunningDigest:
    """The digest of a file while it is read: forwards, with repetitions, or only in part.

    Parameters
    ----------
    file : io.FileIO
        The open file; what nobody has read is read from it in the end.
    """

    def __init__(self, file: io.FileIO) -> None:
        import hashlib

        self._file = file
        self._hash = hashlib.sha256()
        self._until = 0
        self._digest: str | None = None

    def saw(self, place: int, data: memoryview) -> None:
        """Take bytes that were read at a place; only those after all that were seen count."""
        known = self._until - place
        if 0 <= known < len(data):
            self._hash.update(data[known:])
            self._until += len(data) - known

    def finished(self) -> str | None:
        """Return the digest; bytes that nobody asked for are read now."""
        if self._digest is None and not self._file.closed:
            self._file.seek(self._until)
            while piece := self._file.read(_STEP):
                self._hash.update(piece)
                self._until += len(piece)
            self._digest = self._hash.hexdigest()
        return self._digest

    def close(self) -> None:
        """Finish, and close the file."""
        try:
            self.finished()
        except OSError:  # the digest is then made as if nobody had collected it
            self._digest = None
        finally:
            self._file.close()


_collected: ContextVar[dict[str, RunningDigest] | None] = ContextVar("digests", default=None)


@contextmanager
def collecting(*, wanted: bool = True) -> Iterator[None]:
    """Digest the files that are read inside, if that is `wanted`."""
    token = _collected.set({} if wanted else None)
    try:
        yield
    finally:
        _collected.reset(token)


def digest_while_reading(path: str, file: io.FileIO) -> RunningDigest | None:
    """Return what takes the bytes of a file that was just opened; None where nobody collects."""
    known = _collected.get()
    if known is None:
        return None
    known[path] = RunningDigest(file)
    return known[path]


def with_collected(inputs: Iterable[Input]) -> tuple[Input, ...]:
    """Return inputs, those with a digest whose bytes were seen."""
    known = _collected.get() or {}
    return tuple(_with(entry, known.get(entry["file"] or "")) for entry in inputs)


def _with(entry: Input, running: RunningDigest | None) -> Input:
    found = None if running is None else running.finished()
    return entry if found is None else {**entry, "sha256": found}
