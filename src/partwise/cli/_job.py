"""From the words of a command to Results: reading and evaluating in one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from partwise.cli._options import how_to_read, refuse_unused_columns, verification
from partwise.cli._progress import Progress
from partwise.errors import UsageError
from partwise.evaluation.checks import check_rules, prepared_qrels
from partwise.evaluation.document_runs import documents_suffice, read_documents
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.plan import plan
from partwise.evaluation.run_files import with_run_files
from partwise.evaluation.saved_results import chosen, read_saved
from partwise.files import reading as api
from partwise.geometry.run_notes import without_entry_points
from partwise.language.component import Measure
from partwise.statistics.merging import merge
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.provenance import DEFAULTS, with_defaults
from partwise.tables.qrels import Qrels
from partwise.tables.ranked_run import AnyRun
from partwise.tables.results import Results
from partwise.tables.run_order import whole_documents
from partwise.tables.structure.table import Structure


@dataclass
class EvaluationJob:
    """Files and options of ``evaluate``, ``compare`` and the lab.

    Parameters
    ----------
    qrels : str
        File of the assessments.
    runs : tuple of str
        Files of the runs.
    quiet : bool
        No progress.
    options : dict
        What the options of `partwise.cli._options` gave.
    notes : sequence of str
        What was noticed before anything was read.
    """

    qrels: str
    runs: tuple[str, ...]
    quiet: bool
    options: dict[str, Any] = field(default_factory=dict)
    notes: Sequence[str] = ()

    def results(self, words: Iterable[Any], extra: Iterable[Measure] = ()) -> Results:
        """Read everything and evaluate; `extra` measures are added where they are missing."""
        if [self.qrels, *self.runs].count("-") > 1:
            raise UsageError("standard input (-) can be read only once")
        get = self.options.get
        structure = self.structure()
        lengths, inventory = self.lengths(), self.inventory()
        with Progress(1 + len(self.runs), quiet=self.quiet) as progress:
            progress.step(f"reading {self.qrels}")
            qrels = self.assessments(structure)
            chosen = plan(
                qrels,
                words,
                preset=get("preset"),
                nav=get("nav"),
                undefined=get("undefined"),
            )
            results = evaluate(
                qrels,
                self._read_runs(progress, qrels, [*chosen.measures, *extra], structure),
                [*chosen.measures, *extra],
                structure=structure,
                lengths=lengths,
                inventory=inventory,
                nav=get("nav"),
                topics=get("topics", "all"),
                undefined=chosen.undefined,
                order=get("order"),
                doc_ids=get("doc_ids"),
                texts=verification(self.options).texts,
                unit=get("unit"),
                trust=get("trust"),
                lenient=self.options.get("lenient", False),
            )
        given = {name: value for name, value in self.options.items() if name in DEFAULTS}
        decided = {"undefined": chosen.undefined, "preset": chosen.preset}
        notes = (*self.notes, *results.notes)
        if get("task") == "best-in-context":  # an entry point is what was asked for
            notes = without_entry_points(notes)
        return replace(results, options=with_defaults(given | decided), notes=notes)

    def assessments(self, structure: Structure | None) -> Qrels:
        """Read the assessments."""
        qrels = api.read_qrels(
            self.qrels,
            format=self.options.get("format_qrels"),
            **self._reading(),
            structure=structure,
        )
        return prepared_qrels(
            qrels, assessor=self.options.get("assessor"), scale=self.options.get("scale")
        )

    def structure(self) -> Structure | None:
        """Read the structure, if one is given."""
        name = self.options.get("structure")
        lenient = self.options.get("lenient", False)
        return None if name is None else api.read_structure(name, lenient=lenient)

    def lengths(self) -> Lengths | None:
        """Read the lengths, if given."""
        name = self.options.get("lengths")
        if name is None:
            return None
        how = self._reading()
        del how["missing"]
        return api.read_lengths(name, **how)

    def inventory(self) -> Inventory | None:
        """Read the inventory, if one is given."""
        name = self.options.get("inventory")
        return None if name is None else api.read_inventory(name, **self._reading())

    def _reading(self) -> dict[str, Any]:
        return how_to_read(self.options)

    def _read_runs(
        self,
        progress: Progress,
        qrels: Qrels,
        measures: list[Measure],
        structure: Structure | None,
    ) -> Iterator[AnyRun]:
        get = self.options.get
        task, whole, order = get("task"), get("whole_documents"), get("order")
        compact = not task and not whole
        compact &= documents_suffice(measures, order=order, doc_ids=get("doc_ids"))
        for name in self.runs:
            progress.step(f"evaluating {name}")
            if compact:
                yield read_documents(name, qrels, **self._run_reading())
                continue
            run = api.read_run(name, **self._run_reading())
            if task:
                check_rules(run, structure, task, lenient=get("lenient", False))
            yield whole_documents(run, order) if whole else run
        refuse_unused_columns(self.options)

    def _run_reading(self) -> dict[str, Any]:
        return {
            **self._reading(),
            "format": self.options.get("format_run"),
            "fol": self.options.get("fol", "length"),
            "order": self.options.get("order"),
        }


def saved_or_evaluated(
    files: tuple[str, ...],
    words: list[str],
    what: str,
    *,
    least: int = 1,
    quiet: bool,
    options: dict[str, Any],
) -> Results:
    """Return saved results, or evaluate at least so many runs; `what` says what is needed."""
    files, notes = with_run_files(files)
    saved = read_saved(files)
    if saved is not None:
        merged = merge(saved, files, lenient=options.get("lenient", False))
        return chosen(merged, words, options.get("nav"))
    if len(files) < 1 + least:
        raise UsageError(f"{what}, or saved results")
    work = EvaluationJob(files[0], files[1:], quiet=quiet, options=options, notes=notes)
    return work.results(words)
