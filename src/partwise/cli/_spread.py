"""One command for many processes: buckets, an engine, and a merge."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from os import urandom
from pathlib import Path
from typing import Any

import click

from partwise.cli._buckets import make_buckets
from partwise.cli._job import EvaluationJob
from partwise.cli._making import refuse_other_work
from partwise.cli._option_kinds import asked as asked_for_flag
from partwise.cli._pace import Pace
from partwise.cli._progress import Progress
from partwise.engines.choose import cores, is_remote, reach, spreading
from partwise.errors import UsageError
from partwise.evaluation.buckets.asked import Asked
from partwise.evaluation.buckets.memory_size import parse_size
from partwise.evaluation.buckets.planner import WORTH_AN_ENGINE, Room, estimated_rows
from partwise.evaluation.buckets.spread import evaluate_all, within
from partwise.files.atomic import beside, scratch, told
from partwise.files.bucketed.folder import MANIFEST, BucketFolder
from partwise.messages import plural
from partwise.tables.results import Results


class Spread:
    """What the options say about processes, memory and where files are kept.

    Parameters
    ----------
    options : dict
        Those of `partwise.cli._options.scale_options`.
    target : str, optional
        Where the results go.
    """

    def __init__(self, options: dict[str, Any], target: str | None) -> None:
        get = options.get
        jobs = cores() if get("jobs") == 0 else get("jobs") or 1
        size = get("memory")
        self.engine: str | None = get("engine")
        self.room = Room(jobs, None if size is None else parse_size(size), self.engine)
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
            spreading(self.engine, jobs)  # what it needs is missed before any work

    def results(self, job: EvaluationJob, asked: Asked) -> Results:
        """Make buckets, evaluate them and merge the parts."""
        self._advise(job)
        if self.engine is not None:  # nobody splits files for a scheduler that is not there
            reach(self.engine, self.room.jobs)
        with self._folder() as place:
            self._make(job, place)
            return self.evaluated(BucketFolder(place), asked)

    def evaluated(self, folder: BucketFolder, asked: Asked) -> Results:
        """Evaluate the buckets of a folder and merge the parts."""
        jobs = min(self.room.jobs, folder.buckets)
        engine, bound = within(self.room, self.engine, jobs)
        asked = replace(asked, memory=bound)
        with Progress(folder.buckets, quiet=self._quiet) as progress, self._told_where(folder):
            told = Pace(progress, jobs)
            advice = "" if self.work is None else None  # `_keep` says where they are then
            return evaluate_all(folder, asked, engine, resume=self.resume, told=told, advice=advice)

    @contextmanager
    def _told_where(self, folder: BucketFolder) -> Iterator[None]:
        """Say after a signal where the finished parts are."""
        try:
            yield
        except (KeyboardInterrupt, SystemExit):
            if self.work is not None and not self._quiet:
                click.echo(f"finished parts are in {folder.parts()}; --resume goes on", err=True)
            raise

    def _make(self, job: EvaluationJob, place: Path) -> None:
        folder = BucketFolder(place)
        if (place / MANIFEST).exists():
            self._check(job, folder)
            return
        buckets = self.room.buckets(estimated_rows([*job.runs]))
        size = self.room.at_once()
        make_buckets(job, str(place), buckets, resume=self.resume, size=size)

    def _advise(self, job: EvaluationJob) -> None:
        """Tell those who want to know all when an engine costs more than it saves."""
        named = self.engine is not None and self.engine != "processes"
        if named and asked_for_flag("verbose") and not self._quiet:
            rows = estimated_rows([*job.runs])
            if rows < WORTH_AN_ENGINE:
                said = f"below {WORTH_AN_ENGINE // 10**6} million rows an engine does not pay"
                click.echo(f"note: about {plural(rows, 'row')}: {said}; --jobs may", err=True)

    def _check(self, job: EvaluationJob, folder: BucketFolder) -> None:
        """Refuse a folder of other work."""
        refuse_other_work(job, folder)
        if not self.resume:
            raise UsageError(f"{folder.path} holds buckets. Use --resume to go on with them")

    @contextmanager
    def _folder(self) -> Iterator[Path]:
        """Give the folder of buckets; one of our own is removed when all went well."""
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
    def _keep(place: Path, kept: Path) -> None:
        """Take finished parts out of the folder that is about to be removed."""
        place.rename(kept)
        click.echo(f"kept: {kept} (--work {kept} --resume goes on)", err=True)
