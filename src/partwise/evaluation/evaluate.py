"""The loop: every run becomes a view, every measure reads it."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from partwise.evaluation.arguments import Given
from partwise.evaluation.arranged import arranged
from partwise.evaluation.checks import named_apart
from partwise.evaluation.collected import Collected
from partwise.evaluation.document_runs import documents_suffice, read_documents
from partwise.evaluation.equivalent import refuse_unaware
from partwise.evaluation.inventories import Inventories
from partwise.evaluation.lines import with_lines
from partwise.evaluation.notes import document_notes, weight_notes
from partwise.evaluation.plan import BudgetUnit, Topics, Undefined, plan, quirks_of
from partwise.evaluation.prepared import Prepared
from partwise.evaluation.resources import with_resources
from partwise.evaluation.unread_run import Bound, LargeRuns
from partwise.files.digests import with_collected
from partwise.geometry.run_notes import of_task
from partwise.tables.doc_ids import DocIds, check_doc_ids
from partwise.tables.provenance import inputs_of, with_defaults
from partwise.tables.row_errors import RowsError
from partwise.tables.run import Order, Run
from partwise.texts.how import STRICT, Trust
from partwise.texts.verification import Verification

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from partwise.engines.base import Step
    from partwise.evaluation.batches import BatchReader
    from partwise.evaluation.conventions import Convention
    from partwise.evaluation.plan import Plan
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
        Worker processes; 0 for one on each core. Paths are better than tables then: what is
        given is written to buckets of topics first. The values are the same.
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
    spills = jobs != 1 or resume or (engine, work) != (None, None)
    if spills or not isinstance(memory, Bound | None):
        from partwise.evaluation.buckets.python import evaluate_spread

        spreading = {name: asked[name] for name in ("jobs", "memory", "engine", "work", "resume")}
        return evaluate_spread(qrels, runs, measures, asked, **spreading)
    checked = Verification(texts, unit, trust, doc_ids)
    quotes = checked.quotes(ambiguous, max_errors, missing, columns)
    outside = "outside" in quirks_of(asked)
    given = Given(quotes=quotes, outside=outside, **{name: asked[name] for name in _READ})
    inventory = given.inventories(inventory)
    qrels = given.qrels(qrels)
    structure, lengths = given.structure(structure), given.lengths(lengths)
    planned = plan(qrels, measures, **{name: asked[name] for name in _PLANNED})
    order = planned.order
    if planned.rules is not None and planned.rules.prepare is not None:
        qrels = planned.rules.prepare(qrels)
    check_doc_ids(doc_ids)
    if equivalent is not None:
        refuse_unaware(planned.measures)
    listed = documents_suffice(planned.measures, qrels, order=order, doc_ids=doc_ids)
    run, inventories = None, None
    try:
        tables = Prepared(
            qrels,
            structure=structure,
            lengths=lengths,
            checked=checked,
            doc_ids=doc_ids,
            lenient=lenient,
            clip="no-clip" not in planned.quirks,
            equivalent=equivalent,
            step=step,
        )
        planned = replace(planned, measures=with_resources(planned.measures))
        collected = Collected(tables.qrels, planned, doc_ids or planned.doc_ids)
        said = [*planned.notes, *document_notes(tables.qrels, planned.measures)]
        if planned.rules is None or planned.rules.weigh is None:
            said += weight_notes(tables.qrels, planned.measures)
        inventories = Inventories(given, tables, inventory)
        collected.notes.extend([*said, *tables.notes, *inventories.notes])
        alone = texts is structure is lengths is inventory is equivalent is None
        large = LargeRuns(tables, inventories, collected, memory, streams=texts is None)
        batched = None if listed or not alone else _seen(planned, tables, large)
        read = partial(read_documents, qrels=qrels, otherwise=large.read) if listed else batched
        for run in given.lists(runs, read or large.read):
            # no name is given to what is made of a run: all is freed before the next one is read
            run = named_apart(run, collected.names, collected.notes)  # noqa: PLW2901
            if large.counted():
                continue
            run = arranged(run, tables.qrels, tables.structure, planned)  # noqa: PLW2901
            before = () if batched is None else batched.taken()
            collected.add(tables.view(run, order, inventories.of(run.name)), before)
            run = None  # noqa: PLW2901
        inventories.refuse_unknown_runs(collected.names)
        collected.notes.extend(given.notes)
        found = collected.results([*tables.assessments.notes, *large.notes])
    except RowsError as error:
        more = [] if inventories is None else inventories.read
        raise with_lines(error, qrels, run if isinstance(run, Run) else None, *more) from None
    files = [*collected.files, *tables.files[1:], *inventories.files, ("texts", checked.source)]
    return replace(
        found,
        notes=of_task(task, found.notes),
        inputs=with_collected(inputs_of([tables.files[0], *files])),
        options=with_defaults(planned.decided | _saved(asked)),
    )


def _saved(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return what saved results keep of the options that are no part of the plan."""
    columns, nav = asked["columns"], asked["nav"]
    return {name: asked[name] for name in _SAVED} | {
        "columns": None if columns is None else dict(columns),
        "nav": nav if nav is None or isinstance(nav, str) else repr(nav),
    }


def _seen(planned: Plan, tables: Prepared, large: LargeRuns) -> BatchReader | None:
    """Return what reads of chunk runs no more than measures see, where that is enough."""
    from partwise.evaluation.chunk_runs import sight_of

    sight = sight_of(planned, tables)
    if sight is None:
        return None
    from partwise.evaluation.batches import BatchReader

    return BatchReader(planned, tables, sight, large)
