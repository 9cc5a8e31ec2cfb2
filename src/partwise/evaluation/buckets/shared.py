"""Bucketing that several processes share, as Python users ask for it: `bucket(..., piece=)`."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any

from partwise._version import __version__
from partwise.errors import UsageError
from partwise.evaluation.buckets.held import give_back
from partwise.evaluation.buckets.pieces import PieceAt, PieceFound, PieceLog, stamp
from partwise.evaluation.buckets.planner import Room
from partwise.evaluation.buckets.run_buckets import RunBuckets
from partwise.evaluation.run_files import run_files
from partwise.files.bucketed.folder import MANIFEST, BucketFolder
from partwise.files.bucketed.pieces import CutFile
from partwise.files.dispatch import format_of
from partwise.files.reading import read_run
from partwise.files.source import Source

if TYPE_CHECKING:
    from partwise.evaluation.arguments import Given
    from partwise.evaluation.buckets.making import BucketMaker
    from partwise.tables.run import Run


class SharedBuckets:
    """Runs whose pieces are split by whoever asks for them.

    Parameters
    ----------
    given : Given
        Reads runs as the caller wants.
    runs : path, or sequence of paths
        The files.
    maker : BucketMaker
        Splits them.
    place, n
        The folder, and how many buckets it gets.
    reading : dict
        All that decides how files are read, as JSON can hold it.
    cuts : bool
        Whether files can be read in pieces; quotes, whole documents and tasks need all of a file.
    """

    def __init__(
        self,
        given: Given,
        runs: Any,
        maker: BucketMaker,
        *,
        place: BucketFolder,
        n: int,
        reading: dict[str, Any],
        cuts: bool,
    ) -> None:
        listed = runs if isinstance(runs, list | tuple) else [runs]
        if not all(isinstance(run, str | os.PathLike) for run in listed):
            raise UsageError("piece= and finish= need paths of files: a table has no pieces")
        found = run_files([os.fspath(run) for run in listed])
        self._given, self._maker, self._reading = given, maker, reading
        self._names, self._notes = found.names, found.notes
        self._place, self._n, self._cuts_files = place, n, cuts
        self.is_finished = (place.path / MANIFEST).exists()

    @cached_property
    def _cuts(self) -> list[CutFile | None]:
        return [self._cut(name) for name in self._names]

    def _cut(self, name: str) -> CutFile | None:
        if not self._cuts_files:
            return None
        how = self._given.run_options
        source = Source(name, lenient=how["lenient"])
        form = format_of(source, None, "run", how["columns"]).name
        return CutFile(source, form, Room().at_once())

    @cached_property
    def _log(self) -> PieceLog:
        plan = {
            "format": "partwise-progress",
            "partwise": __version__,
            "buckets": self._n,
            "reading": self._reading,
            "inputs": [stamp(name) for name in self._names],
        }
        return PieceLog(self._place, plan, [1 if cut is None else len(cut) for cut in self._cuts])

    def refuse_other_work(self) -> None:
        """Refuse finished buckets that are not what would be made."""
        if not self._maker.makes(self._place.manifest, self._names, self._reading):
            raise UsageError(
                f"{self._place.path} holds buckets of other tables or options. Use another folder"
            )

    def split(self, number: int, of: int) -> None:
        """Split one of so many pieces of the input."""
        if not 0 <= number < of:
            raise UsageError(f"piece=({number}, {of}): the first is from 0 to {of - 1}")
        self._log.begin(others=True)
        for run, piece in self._log.share(number, of):
            if not self._log.is_done(run, piece):
                self._log.write(self._split(run, piece))

    def _split(self, run: int, piece: int) -> PieceFound:
        give_back()  # of the piece before, whose rows are free only now
        table, guessed = self._read(run, piece)
        before = self._log.rows_before(run, piece)
        where = PieceAt(run, piece, guessed if before is None else before)
        if table is None:
            return PieceFound(where, RunBuckets(), {})
        return self._maker.split(table, where)

    def _read(self, run: int, piece: int) -> tuple[Run | None, int]:
        """Read a piece, None where it has no rows, and guess the number of its first."""
        cut = self._cuts[run]
        if cut is None:
            return next(self._given.runs(self._names[run])), 0
        some = cut.piece(piece)
        if some.source is None:
            return None, some.first
        how = {**self._given.run_options, "format": cut.form if piece else None}
        with some.lined():
            table = read_run(some.source, **how)
            return next(self._given.runs([table])), some.first

    def finish(self) -> None:
        """Put all pieces together; columns that no file has are refused."""
        self._log.begin(others=True)
        if self._given.columns:
            for run in range(len(self._names)):
                self._read(run, 0)
            self._given.columns.refuse_unused()
        self._maker.finish(self._log.runs(), self._reading, [*self._notes, *self._given.notes])
        self._log.clear()
