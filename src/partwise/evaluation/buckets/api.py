"""Buckets as Python users call them: `bucket`, `evaluate_bucket`, `merge`."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.errors import UsageError
from partwise.evaluation.arguments import Given, tracking_columns
from partwise.evaluation.buckets.asked import OPTIONS, Asked
from partwise.evaluation.buckets.held import give_back
from partwise.evaluation.buckets.making import BucketMaker
from partwise.evaluation.buckets.merge import checked_parts, merged, missing_buckets, refuse_foreign
from partwise.evaluation.buckets.one import evaluate_part
from partwise.evaluation.buckets.part import Part, read_part
from partwise.evaluation.buckets.pieces import PieceAt, PieceFound, clear_unfinished
from partwise.evaluation.options import Rules, saved_options
from partwise.files.atomic import scratch
from partwise.files.bucketed.folder import MANIFEST, BucketFolder
from partwise.files.options import Reading
from partwise.messages import plural
from partwise.texts.verification import Verification

if TYPE_CHECKING:
    from partwise.tables.results import Results
    from partwise.tables.run import Run

_Path = str | os.PathLike[str]
_KEPT = (
    *("lenient", "missing", "columns", "doc_ids", "cited", "order", "assessor", "scale", "task"),
    *("whole_documents", "unit", "trust", "ambiguous", "max_errors"),
)
"""Options that the manifest records."""
USUAL = 16
"""Buckets where nobody says how many."""


def bucket(
    qrels: Any,
    runs: Any,
    folder: _Path,
    n: int = USUAL,
    *,
    structure: Any = None,
    lengths: Any = None,
    inventory: Any = None,
    texts: Any = None,
    reading: Reading | None = None,
    rules: Rules | None = None,
    outside: bool = False,
    resume: bool = False,
) -> Path:
    """Split assessments and runs by topic into a folder of buckets.

    Parameters
    ----------
    qrels, runs, structure, lengths, inventory
        As `evaluate` takes them.
    folder : path
        A new or empty folder.
    n : int
        How many buckets.
    texts, reading
        As in `evaluate`.
    rules : Rules, optional
        Task and whole documents; all other rules are asked for when buckets are evaluated.
    outside : bool
        Read offsets X and -1 of INEX runs as inex_eval does, for presets that follow it.
    resume : bool
        Go on where bucketing was ended; finished buckets must be those of the same tables and
        options, and are kept.

    Returns
    -------
    Path
        The folder.
    """
    reading, rules = tracking_columns(reading or Reading()), rules or Rules()
    rules.require_only("bucket", "task", "whole_documents")
    checked = Verification(texts, reading)
    given = Given(reading, rules, checked.quotes(), outside=outside)
    inventories = given.inventories(inventory)
    kept = {name: value for name, value in saved_options(reading, rules).items() if name in _KEPT}
    tables: dict[str, Any] = {
        "structure": given.structure(structure),
        "lengths": given.lengths(lengths),
        "inventories": inventories,
        "checked": checked,
        "doc_ids": reading.doc_ids,
        "lenient": reading.lenient,
    }
    with _written(BucketFolder(folder), n, resume=resume) as (place, buckets):
        maker = BucketMaker(place, buckets, given.qrels(qrels), **tables)
        maker.finish(_split(maker, given.tables(runs)), kept, given.notes)
    return Path(folder)


def _split(maker: BucketMaker, runs: Iterator[Run]) -> list[list[PieceFound]]:
    """Split whole runs; none is held while the next is read."""
    found: list[list[PieceFound]] = []
    for run in runs:  # `enumerate` would hold it
        found.append([maker.split(run, PieceAt(len(found)))])
        del run
        give_back()
    return found


@contextmanager
def _written(place: BucketFolder, n: int, *, resume: bool) -> Iterator[tuple[BucketFolder, int]]:
    """Give the folder to write; finished buckets must be what would be written once more."""
    finished = (place.path / MANIFEST).exists()
    if finished and resume:
        if n not in (USUAL, place.buckets):  # the usual number may be what nobody asked for
            held = plural(place.buckets, "bucket")
            raise UsageError(f"{place.path} holds {held}, not {n}. Use another folder")
        with scratch() as other:
            again = BucketFolder(other / "buckets")
            yield again, place.buckets
            if again.manifest["key"] != place.manifest["key"]:
                raise UsageError(
                    f"{place.path} holds buckets of other tables or options. Use another folder"
                )
        return
    if finished:
        raise UsageError(f"{place.path} holds buckets. Use another folder, or --resume")
    if resume:
        clear_unfinished(place.path)
    refuse_used(place.path)
    yield place, n


def refuse_used(path: Path) -> None:
    """Refuse a folder that holds anything."""
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise UsageError(f"{path} is not an empty folder. Use another folder")


def evaluate_bucket(
    folder: _Path, number: int, measures: Any = None, *, extra: Sequence[Any] = (), **options: Any
) -> Part:
    """Evaluate one bucket of a folder; the options are those of `evaluate` but for reading."""
    other = next((name for name in options if name not in OPTIONS), None)
    if other is not None:
        raise UsageError(f"{other}= is no option of evaluate_bucket: {', '.join(OPTIONS)}")
    place = BucketFolder(folder)
    if not isinstance(number, int):
        raise UsageError(f"the number of a bucket must be a whole number, not {number!r}")
    if not 0 <= number < place.buckets:
        raise UsageError(f"bucket {number} of {place.buckets}: from 0 to {place.buckets - 1}")
    return evaluate_part(place, number, Asked(measures, options, tuple(extra)))


def merge(*parts: _Path) -> Results:
    """Merge part files, or those of a folder of buckets.

    Returns
    -------
    Results
        Those that `evaluate` gives.
    """
    found: list[Part] = []
    for place in map(Path, parts):
        inside = sorted((place / "parts").glob("part-*.parquet")) if place.is_dir() else [place]
        read = [read_part(file) for file in inside or _refuse_empty(place)]
        if (place / MANIFEST).exists():
            for part in read:
                refuse_foreign(part, BucketFolder(place))
        found += read
    return merged(checked_parts(found, int(found[0].about["buckets"]) if found else 0))


def _refuse_empty(place: Path) -> list[Path]:
    buckets = BucketFolder(place).buckets
    raise missing_buckets(range(buckets), buckets, shlex.quote(str(place)))
