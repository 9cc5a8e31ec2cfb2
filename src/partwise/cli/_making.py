"""From the words of a command to a folder of buckets, piece by piece."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise._version import __version__
from partwise.cli._arena import return_tables_at_once
from partwise.cli._files import by_run, refuse_two_inputs
from partwise.cli._job import EvaluationJob
from partwise.cli._quotes import errors_allowed
from partwise.errors import UsageError
from partwise.evaluation.buckets.api import refuse_used
from partwise.evaluation.buckets.asked import OPTIONS
from partwise.evaluation.buckets.hashing import check_buckets
from partwise.evaluation.buckets.held import give_back
from partwise.evaluation.buckets.making import BucketMaker, key_of_files
from partwise.evaluation.buckets.pieces import PieceAt, PieceFound, PieceLog, stamp
from partwise.evaluation.buckets.planner import Room, estimated_rows
from partwise.evaluation.buckets.run_buckets import RunBuckets
from partwise.files.bucketed.folder import MANIFEST, BucketFolder, digest_of_file, is_unfinished
from partwise.files.bucketed.pieces import Size
from partwise.messages import plural
from partwise.tables.provenance import DEFAULTS

if TYPE_CHECKING:
    from partwise.tables.structure.table import Structure

_FILES = ("structure", "lengths", "texts", "topics_file")


class Making:
    """Buckets that are being made.

    Parameters
    ----------
    job : EvaluationJob
        What is read, and how.
    output : str
        The folder.
    buckets : int, optional
        How many; by default about a million rows each.
    only : int, optional
        Write this bucket and no other.
    size : Size, optional
        How much is read at once.
    """

    def __init__(
        self,
        job: EvaluationJob,
        output: str,
        buckets: int | None,
        *,
        only: int | None = None,
        size: Size | None = None,
    ) -> None:
        return_tables_at_once()
        self.job, self.folder, self._only = job, BucketFolder(output), only
        self._n = usual_number([job.qrels, *job.runs]) if buckets is None else buckets
        self._size = size or Room().at_once()
        check_buckets(self._n)
        refuse_two_inputs([job.qrels, *job.runs])

    @cached_property
    def _structure(self) -> Structure | None:
        return self.job.structure()

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing left to do."""
        return (self.folder.path / MANIFEST).exists()

    @cached_property
    def _cuts(self) -> list[Any]:
        return [self.job.cut(name, self._size) for name in self.job.runs]

    @cached_property
    def log(self) -> PieceLog:
        """What is done."""
        options = self.job.options
        plan = {
            "format": "partwise-progress",
            "partwise": __version__,
            "buckets": self._n,
            "only": self._only,
            "size": vars(self._size),
            "reading": reading_of(options),
            "inputs": list(map(stamp, self._named())),
        }
        return PieceLog(self.folder, plan, [1 if cut is None else len(cut) for cut in self._cuts])

    def _named(self) -> list[str]:
        """Return the files that are read."""
        job, get = self.job, self.job.options.get
        words = get("inventory") or ()
        parts = [words] if isinstance(words, str) else [word.split("=")[-1] for word in words]
        named = [job.qrels, *job.runs, *map(get, _FILES), *parts]
        return [name for name in named if name is not None]

    def begin(self) -> None:
        """Look at what is in the folder."""
        try:  # in this order: the folder of others is empty first, then unfinished
            refuse_used(self.folder.path)
        except UsageError:
            if not is_unfinished(self.folder.path):
                raise
        self.log.begin()

    def read_assessments(self) -> None:
        """Read them now, so that those that cannot be read leave no folder."""
        self._maker  # noqa: B018

    @cached_property
    def _maker(self) -> BucketMaker:
        job = self.job
        return BucketMaker(
            self.folder,
            self._n,
            job.assessments(self._structure),
            structure=self._structure,
            lengths=job.lengths(),
            inventories=job.files.inventories(),
            checked=job.files.checked,
            doc_ids=job.options.get("doc_ids"),
            lenient=job.files.lenient,
            only=self._only,
        )

    def split(self, pieces: Sequence[tuple[int, int]]) -> int:
        """Split pieces that are not done; return how many rows all have."""
        rows, log = 0, self.log
        done = [one for one in pieces if log.is_done(*one)]
        with self.job.progress(1 + len(pieces)) as progress:
            progress.step(f"reading {self.job.qrels}")
            for number, piece in pieces:
                progress.step(f"bucketing {self.job.runs[number]}")
                if not log.is_done(number, piece):
                    log.write(self._split(number, piece))
                rows += log.rows(number, piece)
        if len(pieces) == len(log.every()):
            self.use_columns(read=not done)
        return rows

    def _split(self, number: int, piece: int) -> PieceFound:
        name, cut = self.job.runs[number], self._cuts[number]
        maker = self._maker
        give_back()  # of the piece before, whose rows are free only now
        run, guessed = self.job.piece(name, cut, piece, self._structure)
        before = self.log.rows_before(number, piece)
        where = PieceAt(number, piece, guessed if before is None else before)
        return PieceFound(where, RunBuckets(), {}) if run is None else maker.split(run, where)

    def use_columns(self, *, read: bool = False) -> None:
        """Refuse names of columns that no file has; `read`: this process read all of them."""
        if self.job.options.get("columns") and not read:
            self.read_assessments()
            for name, cut in zip(self.job.runs, self._cuts, strict=True):
                self.job.piece(name, cut, 0, self._structure)
        self.job.files.refuse_unused_columns()

    def finish(self) -> str:
        """Write the manifest; return a line that says what was made."""
        read = self._maker.finish(self.log.runs(), reading_of(self.job.options), self.job.notes)
        self.log.clear()
        return f"{self.folder.path}: {plural(read, 'row')} in {plural(self._n, 'bucket')}"


def usual_number(files: Sequence[str]) -> int:
    """Return a number of buckets of about a million rows each."""
    return Room().buckets(estimated_rows(files))


def reading_of(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that decided how files were read, as a manifest holds them."""
    names = [name for name in DEFAULTS if name not in OPTIONS or name == "order"]
    found = {name: options.get(name) for name in names}
    columns = found.get("columns")
    found["columns"] = None if not columns else dict(columns)
    if options.get("loose"):  # another word for it
        found["max_errors"] = errors_allowed(options.get)
    questions = Path(options.get("topics_file") or "")
    if questions.is_file():  # no table of the folder, but it decides which topics rows have
        found["topics_file"] = digest_of_file(questions)
    return found


def refuse_other_work(job: EvaluationJob, folder: BucketFolder, n: int | None = None) -> None:
    """Refuse finished buckets that are not of the files and options of a job, or not `n`."""
    known, reading = folder.manifest, reading_of(job.options)
    if n not in (None, folder.buckets):
        has = plural(folder.buckets, "bucket")
        raise UsageError(f"-n {n}: {folder.path} holds {has}. Use another folder")
    inputs = [(one["role"], one["file"]) for one in known["inputs"]]
    same = _named(known) == _asked(job) and known["reading"] == reading
    if not same or key_of_files(folder.buckets, reading, inputs) != known["key"]:
        raise UsageError(
            f"{folder.path} holds buckets of other files or options. Use another folder"
        )


_BESIDE = ("structure", "lengths", "texts")


def _named(manifest: dict[str, Any]) -> tuple[Any, ...]:
    """Return the files from which buckets were made."""
    inputs = [(one["role"], one["file"]) for one in manifest["inputs"]]
    kept = manifest["inventory"] or {}
    return (
        [file for role, file in inputs if role in ("qrels", "run")],
        {one["run"]: one["source"] for one in kept.values()},
        {role: file for role, file in inputs if role in _BESIDE},
    )


def _asked(job: EvaluationJob) -> tuple[Any, ...]:
    """Return the files from which buckets are to be made."""
    words = job.options.get("inventory") or ()
    others = {name: job.options.get(name) for name in _BESIDE}
    return (
        [job.qrels, *job.runs],
        {None: words} if isinstance(words, str) else by_run("--inventory", words),
        {name: file for name, file in others.items() if file is not None},
    )
