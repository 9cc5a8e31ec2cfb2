"""From the words of a command to Results: reading and evaluating in one place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from partwise.cli._defaults import FILE, used_defaults
from partwise.cli._files import Files, refuse_two_inputs
from partwise.cli._progress import Progress
from partwise.errors import UsageError
from partwise.evaluation.checks import check_rules, prepared_qrels
from partwise.evaluation.document_runs import documents_suffice
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.plan import DECIDING, Plan, plan
from partwise.evaluation.run_files import with_run_files
from partwise.geometry.run_notes import without_entry_points
from partwise.tables.provenance import DEFAULTS, FROM, with_defaults
from partwise.tables.run_order import whole_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from partwise.language.component import Measure
    from partwise.tables.lengths import Lengths
    from partwise.tables.qrels import Qrels
    from partwise.tables.ranked_run import AnyRun
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


@dataclass(frozen=True)
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
            results = evaluate(
                qrels,
                self._read_runs(progress, qrels, planned, structure),
                planned,
                texts=self.files.checked.texts,
                unit=get("unit"),
                trust=get("trust"),
                equivalent=get("equivalent"),
                **further,
            )
        given = {name: value for name, value in self.options.items() if name in DEFAULTS}
        decided = {**planned.decided, "max_errors": self.files.quotes.how.max_errors}
        taken = used_defaults()
        said, of = ((), {}) if taken is None else ((taken,), {FROM: FILE})
        notes = (*self.notes, *results.notes, *said)
        if get("task") == "best-in-context":  # an entry point is what was asked for
            notes = without_entry_points(notes)
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

    def progress(self) -> Progress:
        """Return the progress over all files."""
        return Progress(1 + len(self.runs), quiet=self.options.get("quiet", False))

    def plan(self, qrels: Qrels, words: Iterable[Any]) -> Plan:
        """Decide what is measured."""
        names = (*DECIDING, "nav")
        return plan(qrels, words, **{name: self.options.get(name) for name in names})

    def further(
        self, structure: Structure | None, lengths: Lengths | None, planned: Plan
    ) -> dict[str, Any]:
        """Return the arguments of `evaluate` beside the tables and the measures."""
        get = self.options.get
        return {
            "structure": structure,
            "lengths": lengths,
            "inventory": self.files.inventories(),
            "topics": planned.topics,
            "nav": get("nav"),
            "order": planned.order,
            "doc_ids": get("doc_ids"),
            "lenient": self.files.lenient,
        }

    def assessments(self, structure: Structure | None) -> Qrels:
        """Read the assessments."""
        get = self.options.get
        qrels = self.files.qrels(self.qrels, structure)
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

    def _read_runs(
        self,
        progress: Progress,
        qrels: Qrels,
        planned: Plan,
        structure: Structure | None,
    ) -> Iterator[AnyRun]:
        get = self.options.get
        compact = not get("task") and not get("whole_documents")
        compact &= documents_suffice(
            planned.measures, qrels, order=planned.order, doc_ids=get("doc_ids")
        )
        for name in self.runs:
            progress.step(f"evaluating {name}")
            if compact:
                yield self.files.documents(name, qrels)
            else:
                yield self._run(name, structure)
        self.files.refuse_unused_columns()

    def _run(self, name: str, structure: Structure | None) -> Run:
        """Read a run, hold it to the rules of the task, and widen its parts where asked to."""
        get = self.options.get
        run = self.files.run(name)
        if task := get("task"):
            check_rules(run, structure, task, lenient=self.files.lenient)
        return whole_documents(run, get("order")) if get("whole_documents") else run


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
        if options.get("equivalent") is not None:
            raise UsageError("results were saved before: use --equivalent where they are evaluated")
        merged = merge(saved, files, lenient=options.get("lenient", False))
        return chosen(merged, words, options.get("nav"))
    if len(files) < 1 + least:
        raise UsageError(f"{what}, or saved results")
    return EvaluationJob(files[0], files[1:], options, notes).results(words)
