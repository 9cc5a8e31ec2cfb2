"""Making of buckets: tables are read once, rows of runs are divided by topic as they are."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise._version import __version__
from partwise.errors import UsageError
from partwise.evaluation.arguments import Given, tracking_columns
from partwise.evaluation.options import Collection, Rules
from partwise.evaluation.prepared import joined_topics
from partwise.evaluation.run_evaluator import without_rows
from partwise.evaluation.run_files import RunFile
from partwise.files.atomic import claimed, recover, replacing_folder, told, write_bytes
from partwise.files.groups import Groups
from partwise.files.options import Reading
from partwise.messages import plural
from partwise.spelling import is_on_command_line
from partwise.tables.provenance import Input, inputs_of, with_digest
from partwise.tables.run import Run
from partwise.tables.schema import ColumnNames
from partwise.texts.verification import Verification
from partwise.work.folder import (
    INPUTS,
    LOCK,
    RUN,
    TABLE,
    VERSION,
    BucketFolder,
    check_buckets,
    check_unused,
    digest,
    is_unfinished,
    run_folder,
)
from partwise.work.inputs import (
    Inputs,
    StoredRun,
    digest_of,
    digest_of_file,
    lined,
    packed,
    recorded_options,
    unpacked,
)

if TYPE_CHECKING:
    from collections.abc import Callable

USUAL = 16
"""Number of buckets where nobody says how many."""


@dataclass
class Arguments:
    """Tables, files and options of which buckets are made.

    Parameters
    ----------
    qrels, runs, tables
        As `evaluate` takes them.
    reading : Reading
        How files become tables.
    rules : Rules
        Task and whole documents.
    notes : tuple of str
        Notes on the arguments, before all others.
    """

    qrels: Any
    runs: Any
    tables: Collection
    reading: Reading
    rules: Rules
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.reading = tracking_columns(self.reading)
        self._checked = Verification(self.tables.texts, self.reading)
        self.given = Given(self.reading, self.rules, self._checked.quotes())

    @cached_property
    def inputs(self) -> Inputs:
        """Everything but the runs, as it was read."""
        given, tables = self.given, self.tables
        inventory = given.inventories(tables.inventory)
        qrels = given.qrels(self.qrels)
        read = Collection(
            given.structure(tables.structure),
            given.lengths(tables.lengths),
            inventory,
            None
            if tables.texts is None
            else Verification(tables.texts, replace(self.reading, doc_ids=None)).texts,
        )
        recorded = recorded_options(self.reading, self.rules)
        return Inputs(qrels, read, self.reading, self.rules, recorded)

    def key(self, n: int, runs: list[str]) -> str:
        """Return the key of n buckets of runs with these digests."""
        read = self.inputs
        questions: Any = self.reading.topics_file
        content = {
            "qrels": digest_of(read.qrels),
            "structure": read.tables.structure and digest_of(read.tables.structure),
            "lengths": read.tables.lengths and digest_of(read.tables.lengths),
            "inventory": [
                [name, digest_of(t)] for name, t in (read.tables.inventory or {}).items()
            ],
            "texts": None if read.tables.texts is None else digest_of(read.tables.texts),
            "questions": digest_of_file(questions) if _is_file(questions) else digest_of(questions),
        }
        return digest([VERSION, "crc32", n, read.recorded, content, runs])

    def run_key(self, n: int, run: Run | RunFile, groups: Groups | None = None) -> str:
        """Return the key of the n buckets of a run."""
        return digest([n, self.inputs.recorded, _digest(run, groups)])

    def check_same(self, folder: BucketFolder, n: int | None = None) -> None:
        """Raise an error for finished buckets of other tables or options, or not n of them."""
        what = "files" if is_on_command_line() else "tables"
        if n is not None and n != folder.buckets:
            has = f"{folder.path} holds {plural(folder.buckets, 'bucket')}"
            words = f"-n {n}: {has}" if is_on_command_line() else f"{has}, not {n}"
            raise UsageError(f"{words}. Use another folder")
        keys = [self.run_key(folder.buckets, run) for run in self.given.runs(self.runs)]
        if self.key(folder.buckets, keys) != folder.key:
            raise UsageError(
                f"{folder.path} holds buckets of other {what} or options. Use another folder"
            )


def _is_file(value: Any) -> bool:
    return isinstance(value, str | Path) and Path(value).is_file()


def _digest(run: Run | RunFile, groups: Groups | None) -> str:
    """Return the digest of a run: of its file, or of its table."""
    if isinstance(run, Run):
        return digest_of(run)
    if groups is not None and groups.source.content is not None:
        return digest_of(groups.source.content)
    return digest_of_file(run.path) if Path(run.path).is_file() else digest_of(str(run.path))


def make_buckets(
    folder: BucketFolder,
    n: int,
    arguments: Arguments,
    *,
    only: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> int:
    """Write all buckets of a folder, or only one of them; return the number of rows.

    Runs that are there already, of the same files and options, are kept.
    """
    check_buckets(n)
    arguments.inputs  # noqa: B018  judgements that cannot be read leave no folder
    with told(folder.path):
        (folder.path / "runs").mkdir(parents=True, exist_ok=True)
        lock = claimed(folder.path / LOCK)
    with lock as is_ours:
        if not is_ours or folder.is_finished:
            raise UsageError(f"{folder.path} is written by another process. Use another folder")
        return _written(folder, n, arguments, only, progress)


def _written(
    folder: BucketFolder,
    n: int,
    arguments: Arguments,
    only: int | None,
    progress: Callable[[str], None] | None,
) -> int:
    """Write the runs, the inputs and the manifest of a folder."""
    inputs, runs = arguments.inputs, list[StoredRun]()
    for run in arguments.given.runs(arguments.runs):
        if progress is not None and isinstance(run, RunFile):
            progress(f"bucketing {run.path}")
        place = folder.path / run_folder(len(runs))
        runs.append(_stored(run, place, n, only, arguments))
        del run  # one run is held at a time
    arguments.given.columns.refuse_unused()
    inputs = replace(
        inputs,
        runs=tuple(runs),
        files=_files(inputs, runs),
        notes=tuple(arguments.given.notes),
        first_notes=arguments.notes,
    )
    write_bytes(folder.path / INPUTS, inputs.packed())
    n_rows = sum(run.n_rows for run in runs)
    folder.finish(
        {
            "partwise": __version__,
            "key": arguments.key(n, [run.key for run in runs]),
            "hash": "crc32",
            "buckets": n,
            "topics": len(inputs.qrels.topics),
            "judged_rows": len(inputs.qrels),
            "runs": [
                {"number": number, "name": name, "source": run.empty.source, "rows": run.n_rows}
                for number, (name, run) in enumerate(zip(inputs.names, runs, strict=True))
            ],
            "reading": inputs.recorded,
            "inputs": list(inputs.files),
        },
        len(runs),
    )
    return n_rows


def _files(inputs: Inputs, runs: list[StoredRun]) -> tuple[Input, ...]:
    """Return role, name and SHA-256 of each file, now: it may be another one later."""
    tables = inputs.tables
    named = [
        ("qrels", inputs.qrels.source),
        *(("run", run.empty.source) for run in runs),
        ("structure", getattr(tables.structure, "source", None)),
        ("lengths", getattr(tables.lengths, "source", None)),
        *(("inventory", table.source) for table in (tables.inventory or {}).values()),
        ("texts", getattr(tables.texts, "source", None)),
    ]
    return tuple(map(with_digest, inputs_of(named)))


def _stored(
    run: Run | RunFile, place: Path, n: int, only: int | None, arguments: Arguments
) -> StoredRun:
    """Write the rows of a run, unless they are there."""
    groups = None if isinstance(run, Run) else run.groups(all_columns=True)
    key = arguments.run_key(n, run, groups)
    recover(place)
    known = _known(place)
    if known is not None and known.key == key:
        arguments.given.columns.used.update(known.used_columns)
        return known
    rules = arguments.rules  # of a task, and whole documents, need all rows of a topic
    with replacing_folder(place, lambda _: None) as new:
        if (
            isinstance(run, Run)
            or groups is None
            or run.needs_all_rows
            or not groups.can_be_split
            or rules.task is not None
            or rules.whole_documents
        ):
            table = run if isinstance(run, Run) else run.read()
            stored = _table(joined_topics(table, arguments.inputs.qrels), table, new)
        else:
            stored = _split(run, groups, new, n, only)
        used = tuple(sorted(arguments.given.columns.used))
        stored = replace(stored, key=key, used_columns=used)
        write_bytes(new / RUN, packed(stored))
    return stored


def _known(place: Path) -> StoredRun | None:
    """Return a run that an earlier try has finished."""
    try:
        known: StoredRun = unpacked((place / RUN).read_bytes())
    except (OSError, pickle.UnpicklingError):
        return None
    return known


def _table(run: Run, read: Run, folder: Path) -> StoredRun:
    """Write the rows of a run as one table."""
    if run is not read:  # topics were joined by their questions, which is done once
        run = replace(run, format=None)
    write_bytes(folder / TABLE, packed(lined(run)))
    return StoredRun(without_rows(run), run.topics.tolist(), len(run))


def _split(run: RunFile, groups: Groups, folder: Path, n: int, only: int | None) -> StoredRun:
    """Divide the rows of a run file by topic, as they are."""
    first = next(run.prepared([groups.first()]))
    split = groups.split(folder, n, only)
    source = groups.source.holding(groups.skeleton)
    source.notes = [*groups.source.notes]
    source._file = None  # type: ignore[assignment]
    reading = groups.reading
    if reading.columns is not None:
        reading = replace(reading, columns=ColumnNames(reading.columns))
    return StoredRun(
        without_rows(first),
        split.topics,
        split.n_rows,
        source=source,
        format=groups.format.name,
        reading=reading,
        first=split.first,
    )


def start(folder: BucketFolder, *, resume: bool) -> None:
    """Check that buckets may be made in a folder, before anything is read or written."""
    unfinished = is_unfinished(folder.path)
    if unfinished and not resume and is_on_command_line():
        raise UsageError(f"{folder.path} holds unfinished buckets. Use another folder, or --resume")
    if not (unfinished and resume):
        check_unused(folder.path)
