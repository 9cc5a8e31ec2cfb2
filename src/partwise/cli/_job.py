"""From the words of a command to Results: reading and evaluating in one place."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from partwise._record import record
from partwise.cli._defaults import FILE, used_defaults
from partwise.cli._files import Files, refuse_two_inputs, rules_of
from partwise.cli._process import Progress
from partwise.errors import UsageError
from partwise.evaluation.checks import check_rules, prepared_qrels
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.options import Rules, Work
from partwise.evaluation.plan import Plan, plan
from partwise.evaluation.run_files import with_run_files
from partwise.files.options import Reading
from partwise.geometry.run_notes import of_task
from partwise.tables.provenance import DEFAULTS, FROM, with_defaults
from partwise.tables.run_order import whole_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from partwise.evaluation.run_file import RunFile
    from partwise.language.measure import Measure
    from partwise.tables.lengths import Lengths
    from partwise.tables.qrels import Qrels
    from partwise.tables.results import Results
    from partwise.tables.run import Run
    from partwise.tables.structure.table import Structure

Table = TypeVar("Table")


class Tables(NamedTuple):
    """Everything that a job names, held at once."""

    structure: Structure | None
    lengths: Lengths | None
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
    """What was noticed before anything was read."""

    @cached_property
    def files(self) -> Files:
        """Reads files as the options say."""
        return Files(self.options)

    def results(self, words: Iterable[Any], extra: Iterable[Measure] = ()) -> Results:
        """Read everything and evaluate; `extra` measures are added where they are missing."""
        refuse_two_inputs([self.qrels, *self.runs])
        get = self.options.get
        structure, lengths = self.structure(), self.lengths()
        with self.progress() as progress:
            progress.step(f"reading {self.qrels}")
            qrels = self.assessments(structure)
            planned = self.plan(qrels, words).with_measures(extra)
            further = self.further(structure, lengths, planned)
            jobs = get("jobs")
            further["reading"] = replace(further["reading"], unit=get("unit"), trust=get("trust"))
            further["rules"] = replace(
                further["rules"],
                task=get("task"),
                whole_documents=bool(get("whole_documents")),
            )
            results = evaluate(
                qrels,
                self._read_runs(progress),
                planned,
                texts=self.files.checked.texts,
                work=Work(
                    jobs=1 if jobs is None else jobs, memory=get("memory"), progress=progress.within
                ),
                **further,
            )
        self.files.refuse_unused_columns()
        given = {name: value for name, value in self.options.items() if name in DEFAULTS}
        decided = {**planned.decided, "max_errors": self.files.quotes.how.max_errors}
        taken = used_defaults()
        said, of = ((), {}) if taken is None else ((taken,), {FROM: FILE})
        notes = of_task(get("task"), (*self.notes, *results.notes, *said))
        return replace(results, options=with_defaults(given | decided) | of, notes=notes)

    def tables(self) -> Tables:
        """Read everything, and evaluate nothing."""
        refuse_two_inputs([self.qrels, *self.runs])
        structure, lengths = self.structure(), self.lengths()
        with self.progress() as progress:
            progress.step(f"reading {self.qrels}")
            qrels = self.assessments(structure)
            runs = []
            for name in self.runs:
                progress.step(f"reading {name}")
                runs.append(self._run(name, structure))
        return Tables(structure, lengths, qrels, runs)

    def progress(self, steps: int | None = None) -> Progress:
        """Return the progress over all files, or over so many steps."""
        total = 1 + len(self.runs) if steps is None else steps
        return Progress(total, quiet=self.options.get("quiet", False))

    def plan(self, qrels: Qrels, words: Iterable[Any]) -> Plan:
        """Decide what is measured."""
        get = self.options.get
        return plan(qrels, words, get("preset"), rules_of(get), get("order"))

    def further(
        self, structure: Structure | None, lengths: Lengths | None, planned: Plan
    ) -> dict[str, Any]:
        """Return the arguments of `evaluate` beside the tables and the measures."""
        get = self.options.get
        return {
            "structure": structure,
            "lengths": lengths,
            "inventory": self.files.inventories(),
            "reading": Reading(
                order=planned.order, doc_ids=get("doc_ids"), lenient=self.files.lenient
            ),
            "rules": Rules(topics=planned.topics, nav=get("nav"), equivalent=get("equivalent")),
        }

    def assessments(self, structure: Structure | None) -> Qrels:
        """Read the assessments."""
        get = self.options.get
        qrels = self.files.qrels(self.qrels)
        return prepared_qrels(qrels, assessor=get("assessor"), scale=get("scale"))

    def structure(self) -> Structure | None:
        """Read the structure, if one is given."""
        return self._if_given("structure", self.files.structure)

    def lengths(self) -> Lengths | None:
        """Read the lengths, if given."""
        return self._if_given("lengths", self.files.lengths)

    def _if_given(self, option: str, read: Callable[[str], Table]) -> Table | None:
        name = self.options.get(option)
        return None if name is None else read(name)

    def _read_runs(self, progress: Progress) -> Iterator[RunFile]:
        """Yield the runs, which are read while they are evaluated."""
        for name in self.runs:
            progress.step(f"evaluating {name}")
            yield self.files.run_file(name)

    def _run(self, name: Any, structure: Structure | None, form: str | None = None) -> Run:
        """Read a run, hold it to the rules of the task, and widen its parts where asked to."""
        get = self.options.get
        run = self.files.run(name, form)
        if task := get("task"):
            check_rules(run, structure, task, lenient=self.files.lenient)
        return whole_documents(run, get("order")) if get("whole_documents") else run


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
