"""The loop: every run becomes a view, every measure reads it."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from partwise.engines.choose import worker_count
from partwise.evaluation.arguments import Given
from partwise.evaluation.collected import Collected
from partwise.evaluation.equivalent import refuse_unaware
from partwise.evaluation.inventories import Inventories
from partwise.evaluation.lines import with_lines
from partwise.evaluation.notes import document_notes, weight_notes
from partwise.evaluation.plan import BudgetUnit, Topics, Undefined, plan, quirks_of
from partwise.evaluation.prepared import Prepared
from partwise.evaluation.resources import with_resources
from partwise.evaluation.run_evaluator import RunEvaluator
from partwise.files.digests import with_collected
from partwise.geometry.run_notes import of_task
from partwise.tables.doc_ids import DocIds, check_doc_ids
from partwise.tables.provenance import inputs_of, with_defaults
from partwise.tables.row_errors import RowsError
from partwise.tables.run import Order
from partwise.texts.how import STRICT, Trust
from partwise.texts.verification import Verification

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from partwise.engines.base import Step
    from partwise.evaluation.conventions import Convention
    from partwise.evaluation.partial_results import PartialResults
    from partwise.files.units import Unit
    from partwise.tables.missing import Missing
    from partwise.tables.qrels import Scale
    from partwise.tables.results import Results

_READ = (
    *("lenient", "missing", "columns", "order", "cited", "topics_file"),
    *("assessor", "scale", "task", "whole_documents"),
)
"""Options that say how arguments become tables."""
_PLANNED = (
    *("preset", "nav", "undefined", "topics", "order", "convention", "quirks"),
    *("kilt_keys", "budget_unit"),
)
"""Options that say what is evaluated, and by whose rules."""
_SAVED = (
    *("budget_unit", "missing", "doc_ids", "columns", "assessor", "scale", "task"),
    "whole_documents",
    *("cited", "lenient", "unit", "trust", "ambiguous", "max_errors", "equivalent", "nav"),
)
"""Options that results remember beside the plan's."""


def evaluate(
    qrels: Any,
    runs: Any,
    measures: Any = None,
    *,
    preset: str | None = None,
    structure: Any = None,
    lengths: Any = None,
    inventory: Any = None,
    nav: Any = None,
    topics: Topics | None = None,
    undefined: Undefined | None = None,
    order: Order | None = None,
    missing: Missing = "error",
    columns: Mapping[str, str] | None = None,
    doc_ids: DocIds | None = None,
    texts: Any = None,
    unit: Unit | None = None,
    trust: Trust | None = None,
    ambiguous: Literal["first", "all"] | None = None,
    max_errors: float = STRICT,
    lenient: bool = False,
    cited: bool = False,
    convention: Convention | None = None,
    quirks: str | Iterable[str] | None = None,
    kilt_keys: str | None = None,
    budget_unit: BudgetUnit | None = None,
    equivalent: str | None = None,
    topics_file: Any = None,
    assessor: str | None = None,
    scale: Scale | None = None,
    task: str | None = None,
    whole_documents: bool = False,
    jobs: int = 1,
    memory: str | int | None = None,
    engine: str | None = None,
    work: str | os.PathLike[str] | None = None,
    resume: bool = False,
    step: Step | None = None,
) -> Results:
    """Score runs against assessments.

    Parameters
    ----------
    qrels : Qrels, dict, frame or path
        The assessments; their topics are the ones averaged. A dictionary is
        ``{topic: {document: grade}}``.
    runs : Run, dict, frame or path, or iterable of them
        May be a generator: runs are read, evaluated and dropped one by one. A dictionary is
        ``{topic: {document: score}}``.
    measures : Measure or str, or iterable of them, optional
        Default: the preset that fits the assessments.
    preset : str, optional
        A named set of measures, before those of `measures`. Where it reproduces a tool, the
        tool's values come first, under their labels.
    structure, lengths, inventory : tables, optional
        Element trees, document lengths (also ``{document: length}``), and all parts that could
        have been returned (also by the name of the run: ``{run: table}``).
    nav : Navigation or str, optional
        User model of the measures that take one and name none.
    topics : {'all', 'common'}, optional
        Average over all judged topics, or only those that are also in the run. Default: all,
        or what the preset or convention implies.
    undefined : {'skip', 'zero'}, optional
        Leave undefined topics out of the mean, or count them. Default: skip,
        but zero for the preset ``trec``.
    order : {'score', 'rank', 'file'}, optional
        What orders a run. Default: by score, or what the run's format asks for.
    missing : {'error', 'document', 'skip'}
        What a row without a place is in a table that has places; for frames and files given here.
    columns : mapping of str to str, optional
        Names of columns in frames and files given here, ours to theirs: ``{"doc": "source"}``.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        How names of documents are compared: as they are, regardless of case, without folder,
        without folder and suffix. Default: as they are, and a run that meets the assessments
        only otherwise is refused.
    texts : Texts, dict or path, optional
        The documents' texts: offsets are checked against the column ``text`` of runs and
        assessments, rows with a text and no place are located, and lengths are known.
    unit : {'codepoint', 'utf16', 'byte'}, optional
        What offsets count; needs `texts`. Default: code points, unless the texts prove another.
    trust : {'text', 'offsets'}, optional
        Where offsets do not fit their text: place the row by its text, or take the offsets as
        they are. Default: such a table is refused.
    ambiguous : {'first', 'all'}, optional
        A quote with several places counts at the first, or (in assessments) at all. Default: such
        a table is refused.
    max_errors : float
        Maximum errors of a quote, as a share of its letters.
    lenient : bool
        Let the first of several sources win where they disagree.
    cited : bool
        Of TREC RAG answers keep only the references that are cited, in order of first citation.
    convention : {'partwise', 'inex', 'trec_eval9', 'trec_eval10'}, optional
        Whose rules hold: ours, those of inex_eval, or those of trec_eval for IPrec. Default:
        those of the preset.
    quirks : str or iterable of str, optional
        ``on`` (default), ``off``, or those of the preset's tool that are kept, by name.
    budget_unit : {'characters', 'tokens'}, optional
        Unit of budgets in measures that name none.
    kilt_keys : str, optional
        What identifies a provenance in measures of alternatives: ``wikipedia_id`` (default) or
        ``wikipedia_id,start_paragraph_id,end_paragraph_id``.
    equivalent : str, optional
        Column of the assessments: rows of a topic with the same value are copies of one text,
        which counts once. ``"text"``: rows with the same text.
    topics_file : path or dict, optional
        The question of each topic, by which files of traces are matched with topics.
    assessor : str, optional
        Take the rows of one assessor only.
    scale : {'grade', 'share'}, optional
        Scale of e and s in element assessments.
    task : {'focused', 'relevant-in-context', 'best-in-context', 'thorough'}, optional
        Refuse runs that break the rules of this INEX task.
    whole_documents : bool
        Replace the parts of each document by the whole document, at its first rank.
    jobs : int
        Worker processes; 0 for one on each core. They share run files that are given as paths;
        tables are evaluated in this process. The values are the same.
    memory : str or int, optional
        Memory limit for all processes together: ``"2GiB"``.
    engine : str, optional
        Engine: ``processes`` (default), ``dask``, ``spark``, or the address of a
        scheduler (``dask://host:8786``).
    work : path, optional
        A new folder where buckets and their parts are kept. Default: none is kept.
    resume : bool
        Go on with the finished parts in `work`, which must be of the same tables and options.
    step : callable, optional
        Is told in words how far work that takes long is, for a progress bar; not by workers.

    Returns
    -------
    Results
    """
    asked = {name: value for name, value in locals().items() if name not in ("qrels", "runs")}
    if resume or (engine, work) != (None, None):
        from partwise.evaluation.buckets.python import evaluate_spread

        spreading = {name: asked[name] for name in ("jobs", "memory", "engine", "work", "resume")}
        return evaluate_spread(qrels, runs, measures, asked, **spreading)
    jobs = asked["jobs"] = worker_count(jobs)
    evaluation = Evaluation(qrels, asked)
    if jobs == 1:
        return evaluation.results(evaluation.evaluated(runs))
    from partwise.evaluation.shares import evaluate_shares

    return evaluation.results(evaluate_shares(evaluation, runs, jobs))


class Evaluation:
    """Judgements, measures and options of an evaluation, ready to meet runs.

    Parameters
    ----------
    qrels : Qrels, dict, frame or path
        The judgements.
    options : mapping
        The other parameters of `evaluate`.
    """

    def __init__(self, qrels: Any, options: Mapping[str, Any]) -> None:
        self.options = options
        get = options.__getitem__
        self._checked = Verification(get("texts"), get("unit"), get("trust"), get("doc_ids"))
        located = (get(name) for name in ("ambiguous", "max_errors", "missing", "columns"))
        outside = "outside" in quirks_of(options)
        given = {name: options[name] for name in _READ}
        self.given = Given(quotes=self._checked.quotes(*located), outside=outside, **given)
        inventory = self.given.inventories(get("inventory"))
        qrels = self.given.qrels(qrels)
        structure = self.given.structure(get("structure"))
        lengths = self.given.lengths(get("lengths"))
        self.read = {"structure": structure, "lengths": lengths, "inventory": inventory}
        """Tables beside the judgements, as they were read."""
        self.qrels = qrels
        """Judgements as they were read."""
        planned = plan(qrels, get("measures"), **{name: options[name] for name in _PLANNED})
        if planned.rules is not None and planned.rules.prepare is not None:
            qrels = planned.rules.prepare(qrels)
        check_doc_ids(get("doc_ids"))
        if get("equivalent") is not None:
            refuse_unaware(planned.measures)
        try:
            self.tables = Prepared(
                qrels,
                structure=structure,
                lengths=lengths,
                checked=self._checked,
                doc_ids=get("doc_ids"),
                lenient=get("lenient"),
                clip="no-clip" not in planned.quirks,
                equivalent=get("equivalent"),
                step=get("step"),
            )
            self.planned = replace(planned, measures=with_resources(planned.measures))
            said = [*planned.notes, *document_notes(self.tables.qrels, self.planned.measures)]
            if planned.rules is None or planned.rules.weigh is None:
                said += weight_notes(self.tables.qrels, self.planned.measures)
            self._inventories = Inventories(self.given, self.tables, inventory)
        except RowsError as error:
            raise with_lines(error, qrels) from None
        self.collected = Collected(self.tables.qrels, self.planned)
        notes = [*said, *self.tables.notes, *self._inventories.notes]
        self.collected.notes.extend(notes)
        self.evaluator = RunEvaluator(
            self.tables,
            self.planned,
            self._inventories,
            get("doc_ids") or planned.doc_ids,
            _bytes_of_process(get("memory"), get("jobs")),
        )

    def evaluated(self, runs: Any) -> Iterator[PartialResults]:
        """Evaluate one run after the other; none is held while the next is read."""
        for run in self.given.runs(runs):
            yield self.evaluator.evaluate(run, self.collected.named_apart)
            del run

    def results(self, partial: Iterable[PartialResults]) -> Results:
        """Put together what the runs gave for all judged topics."""
        collected, tables, options = self.collected, self.tables, self.options
        try:
            for run in partial:
                collected.count(run)
                del run
            self.given.columns.refuse_unused()
            self._inventories.refuse_unknown_runs(collected.names)
            collected.notes.extend(self.given.notes)
            notes = [*tables.assessments.notes, *self.evaluator.notes.values()]
            results = collected.results(notes)
        except RowsError as error:
            raise with_lines(error, tables.qrels, *self._inventories.read) from None
        files = [*collected.files, *tables.files[1:], *self._inventories.files]
        inputs = inputs_of([tables.files[0], *files, ("texts", self._checked.source)])
        return replace(
            results,
            notes=of_task(options["task"], results.notes),
            inputs=with_collected(inputs),
            options=with_defaults(self.planned.decided | _saved(options)),
        )


def _bytes_of_process(memory: str | int | None, jobs: int) -> int | None:
    """Return the maximum bytes of each of so many processes."""
    if memory is None:
        return None
    from partwise.evaluation.buckets.memory_size import bytes_of_process

    return bytes_of_process(memory, jobs)


def _saved(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return what saved results keep of the options that are no part of the plan."""
    columns, nav = asked["columns"], asked["nav"]
    return {name: asked[name] for name in _SAVED} | {
        "columns": None if columns is None else dict(columns),
        "nav": nav if nav is None or isinstance(nav, str) else repr(nav),
    }
