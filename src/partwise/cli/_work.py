"""Buckets, parts and processes, from the words of a command."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from os import urandom
from pathlib import Path
from typing import Any

import click

from partwise.cli._arguments import check_inputs, collection_of, reading_of
from partwise.cli._job import EvaluationJob
from partwise.cli._option_kinds import asked as asked_for_flag
from partwise.cli._process import Progress
from partwise.errors import FormatError, UsageError
from partwise.evaluation.options import Rules
from partwise.files.atomic import beside, scratch, told
from partwise.messages import plural
from partwise.tables.provenance import DEFAULTS
from partwise.tables.results import Results
from partwise.work.api import Workers
from partwise.work.buckets import OPTIONS, BucketRequest, Buckets
from partwise.work.engines.base import check_engine, engine, is_remote, worker_count
from partwise.work.folder import MANIFEST, BucketFolder, check_buckets, parse_bucket, part_name
from partwise.work.making import Arguments, make_buckets, start
from partwise.work.memory import (
    WORTH_AN_ENGINE,
    estimated_rows,
    memory_limit,
    n_buckets,
    process_limit,
)
from partwise.work.merge import checked_parts, merged
from partwise.work.part import Part, read_part


def arguments_of(job: EvaluationJob) -> Arguments:
    """Return the files and options of a command, of which buckets are made."""
    options = job.options
    rules = Rules(task=options.get("task"), whole_documents=bool(options.get("whole_documents")))
    tables, reading = collection_of(options), reading_of(options)
    return Arguments(job.qrels, [*job.runs], tables, reading, rules, tuple(job.notes))


def bucket_files(job: EvaluationJob, output: str, n: int | None, *, resume: bool = False) -> str:
    """Make a folder of buckets; return a line that says what was made."""
    folder = BucketFolder(output)
    if n is not None:
        check_buckets(n)
    check_inputs([job.qrels, *job.runs])
    if not (resume and folder.is_finished):
        start(folder, resume=resume)
    with job.progress(1 + len(job.runs)) as progress:
        progress.step(f"reading {job.qrels}")
        arguments = arguments_of(job)
        if resume and folder.is_finished:
            arguments.check_same(folder, n)
            folder.clean()
            return f"{output}: already finished"
        n = n_buckets(estimated_rows([job.qrels, *job.runs])) if n is None else n
        rows = make_buckets(folder, n, arguments, progress=progress.step)
    return f"{output}: {plural(rows, 'row')} in {plural(n, 'bucket')}"


def request_of(
    words: Sequence[Any], extra: Sequence[Any], options: Mapping[str, Any]
) -> BucketRequest:
    """Return the measures and rules that the options of a command ask for."""
    return BucketRequest.of(list(words), options, extra)


def check_no_reading_options() -> None:
    """Raise an error for options about reading where everything was read before."""
    context = click.get_current_context()
    given = click.core.ParameterSource.COMMANDLINE
    further = ("structure", "lengths", "inventory", "texts", "topics_file", "max_bytes")
    for name in (*(name for name in DEFAULTS if name not in OPTIONS), *further):
        if context.get_parameter_source(name) is given:
            option = "--" + name.replace("_", "-")
            raise UsageError(
                f"{option} belongs to partwise bucket: these buckets were already made"
            )


def write_part(job: EvaluationJob, word: str, asked: BucketRequest, target: str | None) -> str:
    """Evaluate one bucket, of a folder or of the files themselves, and write its part."""
    bucket, n = parse_bucket(word)
    for name in ("jobs", "engine", "work", "resume"):
        value = job.options.get(name)
        if value is not None and value is not False:
            raise UsageError(f"--bucket {word} runs in one process: leave out --{name}")
    memory = process_limit(memory_limit(job.options.get("memory"), 1), 1, alone=True)
    if not job.runs:
        folder = BucketFolder(job.qrels)
        if folder.buckets != n:
            raise UsageError(f"--bucket {word}: {job.qrels} has {plural(folder.buckets, 'bucket')}")
        place = Path(target) if target else folder.part(bucket)
        part = Buckets(folder, asked, memory).evaluate(bucket)
        if target is None:
            _check_replaced(part, place)
        part.write(place)
        return str(place)
    place = Path(target or part_name(bucket, n))
    check_inputs([job.qrels, *job.runs])
    with scratch() as work:
        arguments, folder = arguments_of(job), BucketFolder(work / "buckets")
        make_buckets(folder, n, arguments, only=bucket)
        originals = dict(enumerate(arguments.given.runs(arguments.runs)))
        Buckets(folder, asked, memory, originals).evaluate(bucket).write(place)
    return str(place)


def _check_replaced(part: Part, place: Path) -> None:
    """Raise an error for a part of another evaluation, which would be replaced."""
    if not place.exists():
        return
    with suppress(FormatError):  # a damaged one is made again
        before = read_part(place)
        if before.key != part.key:
            part_options = part.options | {"version of partwise": before.about.get("partwise")}
            reason = ", ".join(before.differences(part_options, part.about["folder"]))
            problem = f"{place} belongs to another evaluation; it differs in: {reason}"
            raise UsageError(f"{problem}. Use -o FILE, or ask for the same")


def evaluate_folder(path: str, asked: BucketRequest, options: dict[str, Any]) -> Results:
    """Evaluate all buckets of a folder and merge their parts."""
    folder = BucketFolder(path)
    if options.get("work") is not None:
        raise UsageError(f"--work is for files; these buckets are already in {path}")
    if options.get("resume") or any(
        options.get(name) is not None for name in ("engine", "jobs", "memory")
    ):
        return Distribution({**options, "work": path}, None).evaluated(folder, asked)
    buckets = Buckets(folder, asked)
    parts = [buckets.evaluate(number) for number in range(folder.buckets)]
    return merged(checked_parts(parts, folder.buckets), asked)


class Distribution:
    """Processes, memory and folder of an evaluation in buckets.

    Parameters
    ----------
    options : dict
        Those of `partwise.cli._options.scale_options`.
    target : str, optional
        The file of the results.
    """

    def __init__(self, options: dict[str, Any], target: str | None) -> None:
        get = options.get
        self.jobs = worker_count(1 if get("jobs") is None else get("jobs"))
        self.engine: str | None = get("engine")
        self.limit = memory_limit(get("memory"), self.jobs, self.engine)
        self.work: str | None = get("work")
        self.resume = bool(get("resume"))
        self._quiet, self._target = bool(get("quiet")), target
        if self.work == "":
            raise UsageError("--work is empty: expected the name of a folder")
        if self.resume and self.work is None:
            raise UsageError("--resume needs --work DIR: the folder to go on in")
        if self.engine is not None and is_remote(self.engine) and self.work is None:
            raise UsageError(f"--engine {self.engine} needs --work DIR that all its workers see")
        if self.engine is not None:
            engine(self.engine, self.jobs)  # what it needs is missed before any work

    def results(self, job: EvaluationJob, asked: BucketRequest) -> Results:
        """Make buckets, evaluate them and merge the parts."""
        self._advise(job)
        if self.engine is not None:  # nothing is split for a scheduler that is not there
            check_engine(self.engine, self.jobs)
        with self._folder() as place:
            folder = BucketFolder(place)
            if folder.is_finished:
                arguments_of(job).check_same(folder)
                if not self.resume:
                    raise UsageError(f"{place} holds buckets. Use --resume to go on with them")
            else:
                n = n_buckets(estimated_rows(job.runs), self.jobs, self.limit)
                bucket_files(job, str(place), n, resume=self.resume)
            return self.evaluated(BucketFolder(place), asked)

    def evaluated(self, folder: BucketFolder, asked: BucketRequest) -> Results:
        """Evaluate the buckets of a folder and merge the parts."""
        jobs = min(self.jobs, folder.buckets)
        workers = Workers(jobs, self.engine, self.limit)
        with (
            Progress(folder.buckets, quiet=self._quiet) as progress,
            self._named_after_signal(folder),
        ):
            on_part = PartProgress(progress, jobs)
            advice = "" if self.work is None else None  # `_keep` names the folder then
            return workers.evaluate(
                folder, asked, resume=self.resume, on_part=on_part, advice=advice
            )

    @contextmanager
    def _named_after_signal(self, folder: BucketFolder) -> Iterator[None]:
        """Name the folder of finished parts after a signal."""
        try:
            yield
        except (KeyboardInterrupt, SystemExit):
            if self.work is not None and not self._quiet:
                click.echo(f"finished parts are in {folder.parts}; --resume goes on", err=True)
            raise

    def _advise(self, job: EvaluationJob) -> None:
        """Say with --verbose when an engine costs more than it saves."""
        named = self.engine is not None and self.engine != "processes"
        if named and asked_for_flag("verbose") and not self._quiet:
            rows = estimated_rows(job.runs)
            if rows < WORTH_AN_ENGINE:
                limit = f"below {WORTH_AN_ENGINE // 10**6} million rows an engine does not pay"
                click.echo(f"note: about {plural(rows, 'row')}: {limit}; --jobs may", err=True)

    @contextmanager
    def _folder(self) -> Iterator[Path]:
        """Open the folder of buckets; a temporary one is removed when all went well."""
        if self.work is not None:
            yield Path(self.work)
            return
        with ExitStack() as at_last:
            if self._target is None:
                waiting = at_last.enter_context(scratch())
            else:
                with told(self._target):
                    waiting = at_last.enter_context(beside(Path(self._target).resolve()))
            place = waiting / "buckets"
            place.mkdir()
            try:
                yield place
            except BaseException as bad:
                if (place / MANIFEST).exists() and not isinstance(bad, UsageError):
                    self._keep(place, waiting.with_name(f".partwise-work-{urandom(4).hex()}"))
                raise

    @staticmethod
    def _keep(place: Path, target: Path) -> None:
        """Move finished parts out of the folder that is about to be removed."""
        place.rename(target)
        click.echo(f"kept: {target} (--work {target} --resume goes on)", err=True)


class PartProgress:
    """Progress of buckets: rows a second, and the time that is left.

    Parameters
    ----------
    progress : Progress
        The bar.
    jobs : int
        Number of workers.
    """

    def __init__(self, progress: Progress, jobs: int) -> None:
        self._progress, self._jobs = progress, jobs
        self._n_rows = self._n_done = 0
        self._begun = time.monotonic()
        progress.step("evaluating buckets")

    def __call__(self, n_done: int, n: int, facts: Mapping[str, Any]) -> None:
        """Show that `n_done` of n are done, those of an earlier evaluation included."""
        self._n_done, self._n_rows = self._n_done + 1, self._n_rows + facts["rows"]
        seconds = max(time.monotonic() - self._begun, 0.001)
        speed = f"{self._n_rows / seconds:,.0f} rows/s"
        rest = f"{seconds / self._n_done * (n - n_done):,.0f} s left"
        self._progress.done = n_done - 1  # the step is the bucket that was done last
        workers = plural(self._jobs, "worker")
        self._progress.step(f"evaluating buckets ({workers}, {speed}, {rest})")
