"""Pieces of input whose rows are in buckets: what was found of them waits until all are done.

`.progress.json` says what is split, and how; `.pieces` holds what was found of each piece that is
done. So bucketing that was ended goes on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Any

from partwise.errors import FormatError
from partwise.evaluation.buckets.run_buckets import RunBuckets
from partwise.files.atomic import recover, told, write_bytes
from partwise.files.bucketed.folder import MANIFEST, PIECES, PROGRESS, BucketFolder, is_unfinished


@dataclass(frozen=True)
class PieceAt:
    """Which piece of which run, and the number of its first row as far as one could tell."""

    run: int
    piece: int = 0
    first: int = 0


@dataclass(frozen=True)
class PieceFound:
    """What was found of a piece, and the files that hold its rows."""

    where: PieceAt
    found: RunBuckets
    files: dict[str, dict[str, Any]]

    def numbered(self, folder: BucketFolder, first: int) -> dict[str, dict[str, Any]]:
        """Return the files, whose rows are numbered from `first` on."""
        import polars as pl

        moved = first - self.where.first
        if moved:  # lines before it were blank, or held more than one row
            for name in self.files:
                frame = folder.raw(name)
                row = (pl.col("row").cast(pl.Int64) + moved).cast(pl.UInt64)
                folder.write(name, frame.with_columns(row.alias("row")))
        return {name: folder.files.get(name, known) for name, known in self.files.items()}


class PieceLog:
    """The pieces of a folder that are done.

    Parameters
    ----------
    folder : BucketFolder
        Where buckets are made.
    plan : mapping
        All that decides what the buckets hold, as JSON can hold it.
    pieces : list of int
        How many pieces each run has.
    """

    def __init__(self, folder: BucketFolder, plan: Mapping[str, Any], pieces: list[int]) -> None:
        self._folder, self._pieces = folder, pieces
        self._plan = json.loads(json.dumps({**plan, "pieces": pieces}))
        self._rows: dict[tuple[int, int], int] = {}

    def begin(self) -> None:
        """Keep what is done of the same work and remove what is left of other work."""
        if self._known() != self._plan:
            clear_unfinished(self._folder.path)
            self._write_plan()

    def _write_plan(self) -> None:
        path = self._folder.path
        with told(path):
            path.mkdir(parents=True, exist_ok=True)
        write_bytes(path / PROGRESS, json.dumps(self._plan).encode())

    def _known(self) -> Any:
        with suppress(OSError, ValueError):
            return json.loads((self._folder.path / PROGRESS).read_bytes())
        return None

    def every(self) -> list[tuple[int, int]]:
        """Return all pieces: number of the run, and of the piece in it."""
        return [(run, at) for run, many in enumerate(self._pieces) for at in range(many)]

    def is_done(self, run: int, piece: int) -> bool:
        """Tell whether a piece is done."""
        return self._place(run, piece).exists()

    def rows_before(self, run: int, piece: int) -> int | None:
        """Return how many rows a run has before a piece; None where some of them are not done."""
        if not all((run, at) in self._rows or self.is_done(run, at) for at in range(piece)):
            return None
        return sum(self.rows(run, at) for at in range(piece))

    def rows(self, run: int, piece: int) -> int:
        """Return how many rows a piece has that is done."""
        if (run, piece) not in self._rows:
            self._rows[run, piece] = self.read(run, piece).found.rows
        return self._rows[run, piece]

    def write(self, done: PieceFound) -> None:
        """Remember that a piece is done."""
        where = done.where
        self._rows[where.run, where.piece] = done.found.rows
        data = {"first": where.first, "files": done.files, "found": done.found.data()}
        place = self._place(where.run, where.piece)
        with told(place):
            place.parent.mkdir(exist_ok=True)
        text = json.dumps(data, ensure_ascii=False)
        write_bytes(place, text.encode("utf-8", "surrogatepass"))

    def read(self, run: int, piece: int) -> PieceFound:
        """Return what was found of a piece that is done."""
        place = self._place(run, piece)
        try:
            data = json.loads(place.read_bytes().decode("utf-8", "surrogatepass"))
            where = PieceAt(run, piece, data["first"])
            return PieceFound(where, RunBuckets.of(data["found"]), data["files"])
        except (ValueError, KeyError, TypeError):
            hint = "Remove this file, and split its piece again"
            raise FormatError(str(place), None, "damaged", hint) from None

    def runs(self) -> list[Iterator[PieceFound]]:
        """Return what was found of each run, piece by piece."""
        return [self._of_run(run, many) for run, many in enumerate(self._pieces)]

    def _of_run(self, run: int, pieces: int) -> Iterator[PieceFound]:
        for at in range(pieces):
            yield self.read(run, at)

    def clear(self) -> None:
        """Forget everything: the folder is finished."""
        forget_pieces(self._folder.path)

    def _place(self, run: int, piece: int) -> Path:
        return self._folder.path / PIECES / f"{run:05d}-{piece:05d}.json"


def forget_pieces(path: Path) -> None:
    """Remove what tells how far the bucketing of a finished folder is."""
    rmtree(path / PIECES, ignore_errors=True)
    (path / PROGRESS).unlink(missing_ok=True)
    recover(path / MANIFEST)


def clear_unfinished(path: Path) -> None:
    """Remove what an unfinished bucketing left; a folder that holds anything else is left alone."""
    for place in sorted(path.iterdir()) if is_unfinished(path) else []:
        rmtree(place) if place.is_dir() else place.unlink()


def stamp(name: str) -> list[Any]:
    """Return what tells a file from one of the same name that was changed."""
    place = Path(name)
    if not place.exists() or not (place.is_file() or place.is_dir()):
        return [name, None]
    about = place.stat()
    return [name, about.st_size, about.st_mtime_ns]
