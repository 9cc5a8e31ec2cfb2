"""From the words of a command to Results: its files are arguments of `evaluate`."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from partwise._record import record
from partwise.cli._arguments import (
    check_inputs,
    collection_of,
    given_of,
    inventories_of,
    reading_of,
    rules_of,
)
from partwise.cli._process import Progress
from partwise.errors import UsageError
from partwise.evaluation.evaluate import evaluated
from partwise.evaluation.options import Request, Rules, Work
from partwise.evaluation.plan import Plan, plan
from partwise.evaluation.run_files import with_run_files
from partwise.files.options import Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from partwise.evaluation.arguments import Given
    from partwise.language.measure import Measure
    from partwise.tables.lengths import Inventory, Lengths
    from partwise.tables.qrels import Qrels
    from partwise.tables.results import Results
    from partwise.tables.run import Run
    from partwise.tables.structure.table import Structure
    from partwise.texts.verification import Verification


class Tables(NamedTuple):
    """Everything that a job names, held at once."""

    structure: Structure | None
    lengths: Lengths | None
    inventory: dict[str | None, Inventory] | None
    qrels: Qrels
    runs: list[Run]


@record
class EvaluationJob:
    """Files and options of the commands that evaluate."""

    qrels: str
    runs: tuple[str, ...]
    options: dict[str, Any]
    """What the options of `partwise.cli._options` gave."""
    notes: Sequence[str] = ()
    """Notes on the file arguments."""

    def results(self, words: Iterable[Any], extra: Iterable[Measure] = ()) -> Results:
        """Read everything and evaluate; `extra` measures are added where they are missing."""
        check_inputs([self.qrels, *self.runs])
        rules = rules_of(self.options)
        request = Request(list(words), self.options.get("preset"), rules, tuple(extra))
        tables, reading = collection_of(self.options), reading_of(self.options)
        with self.progress() as progress:
            progress.step(f"reading {self.qrels}")
            jobs, memory = self.options.get("jobs"), self.options.get("memory")
            work = Work(jobs=1 if jobs is None else jobs, memory=memory, progress=progress.within)
            runs = self._names(progress)
            results = evaluated(self.qrels, runs, request, tables, reading=reading, work=work)
        return replace(results, notes=(*self.notes, *results.notes))

    def _names(self, progress: Progress) -> Iterator[str]:
        """Yield the runs, which are read while they are evaluated."""
        for name in self.runs:
            progress.step(f"evaluating {name}")
            yield name

    def progress(self, steps: int | None = None) -> Progress:
        """Return the progress over all files, or over so many steps."""
        total = 1 + len(self.runs) if steps is None else steps
        return Progress(total, quiet=self.options.get("quiet", False))

    # -- tables that are held ----------------------------------------------------------------

    @cached_property
    def _reader(self) -> tuple[Given, Verification]:
        return given_of(self.options)

    @property
    def checked(self) -> Verification:
        """The check of offsets against the texts, where there are any."""
        return self._reader[1]

    def tables(self) -> Tables:
        """Read everything, and evaluate nothing."""
        check_inputs([self.qrels, *self.runs])
        given, options = self._reader[0], self.options
        with self.progress() as progress:
            progress.step(f"reading {self.qrels}")
            structure = given.structure(options.get("structure"))
            lengths = given.lengths(options.get("lengths"))
            inventory = given.inventories(inventories_of(options))
            qrels, runs = given.qrels(self.qrels), []
            for name in self.runs:
                progress.step(f"reading {name}")
                runs.append(given.run(name))
        given.columns.refuse_unused()
        return Tables(structure, lengths, inventory, qrels, runs)

    def plan(self, qrels: Qrels, words: Iterable[Any]) -> Plan:
        """Decide what is measured."""
        options = self.options
        return plan(qrels, words, options.get("preset"), rules_of(options), options.get("order"))

    def further(self, read: Tables, planned: Plan) -> dict[str, Any]:
        """Return the arguments of `evaluate` beside the tables and the measures."""
        get = self.options.get
        return {
            "structure": read.structure,
            "lengths": read.lengths,
            "inventory": read.inventory,
            "reading": Reading(
                order=planned.order, doc_ids=get("doc_ids"), lenient=get("lenient", False)
            ),
            "rules": Rules(topics=planned.topics, nav=get("nav"), equivalent=get("equivalent")),
        }


def refuse_equivalent(options: dict[str, Any]) -> None:
    """Refuse to count copies once in values that were saved."""
    if options.get("equivalent") is not None:
        raise UsageError(
            "saved results cannot count copies: use --equivalent where they are evaluated"
        )


def saved_or_evaluated(
    files: tuple[str, ...],
    words: list[str],
    what: str,
    *,
    least: int = 1,
    options: dict[str, Any],
) -> Results:
    """Return saved results, or evaluate at least so many runs; `what` says what is needed."""
    from partwise.evaluation.saved_results import chosen, read_saved
    from partwise.statistics.merging import merge

    files, notes = with_run_files(files)
    saved = read_saved(files)
    if saved is not None:
        refuse_equivalent(options)
        merged = merge(saved, files, lenient=options.get("lenient", False))
        return chosen(merged, words, options.get("nav"))
    if len(files) < 1 + least:
        raise UsageError(f"{what}, or saved results")
    job = EvaluationJob(files[0], files[1:], options, notes)
    if asks_for_spreading(options):
        from partwise.cli._work import Distribution, request_of

        return Distribution(options, None).results(job, request_of(words, (), options))
    return job.results(words)


def asks_for_spreading(options: dict[str, Any]) -> bool:
    """Return whether options ask for buckets: an engine, or files that are kept."""
    words = (options.get(name) for name in ("engine", "work"))
    return any(word is not None for word in words) or bool(options.get("resume"))
