"""The loop: every run becomes a view, every measure reads it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from partwise.evaluation.arguments import Given
from partwise.evaluation.arranged import arranged
from partwise.evaluation.checks import named_apart
from partwise.evaluation.collected import Collected
from partwise.evaluation.document_runs import documents_suffice
from partwise.evaluation.equivalent import refuse_unaware
from partwise.evaluation.inventories import Inventories
from partwise.evaluation.lines import with_lines
from partwise.evaluation.notes import document_notes, weight_notes
from partwise.evaluation.plan import BudgetUnit, Topics, Undefined, plan, quirks_of
from partwise.evaluation.prepared import Prepared
from partwise.evaluation.resources import with_resources
from partwise.tables.doc_ids import DocIds, check_doc_ids
from partwise.tables.provenance import inputs_of, with_defaults
from partwise.tables.row_errors import RowsError
from partwise.tables.run import Order, Run
from partwise.texts.how import STRICT, How, Trust
from partwise.texts.verify import Verification

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from partwise.evaluation.conventions import Convention
    from partwise.files.units import Unit
    from partwise.tables.missing import Missing
    from partwise.tables.results import Results


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
        Most errors of a quote, as a share of its letters.
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
        What budgets count in measures that name no unit.
    kilt_keys : str, optional
        What tells provenances apart in measures of alternatives: ``wikipedia_id`` (default) or
        ``wikipedia_id,start_paragraph_id,end_paragraph_id``.
    equivalent : str, optional
        Column of the assessments: rows of a topic with the same value are copies of one text,
        which counts once. ``"text"``: rows with the same text.

    Returns
    -------
    Results
    """
    checked = Verification(texts, unit, trust, doc_ids)
    quotes = checked.quotes(How.refusing(ambiguous, max_errors), missing, columns)
    how: dict[str, Any] = {"lenient": lenient, "missing": missing, "columns": columns}
    kept = quirks_of({"preset": preset, "convention": convention, "quirks": quirks})
    given = Given(order=order, quotes=quotes, cited=cited, outside="outside" in kept, **how)
    inventory = given.inventories(inventory)
    qrels = given.qrels(qrels)
    structure, lengths = given.structure(structure), given.lengths(lengths)
    planned = plan(
        qrels,
        measures,
        preset=preset,
        nav=nav,
        undefined=undefined,
        topics=topics,
        order=order,
        convention=convention,
        quirks=quirks,
        kilt_keys=kilt_keys,
        budget_unit=budget_unit,
    )
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
        )
        planned = replace(planned, measures=with_resources(planned.measures))
        collected = Collected(tables.qrels, planned, doc_ids or planned.doc_ids)
        collected.notes.extend(planned.notes)
        collected.notes.extend(document_notes(tables.qrels, planned.measures))
        if planned.rules is None or planned.rules.weigh is None:
            collected.notes.extend(weight_notes(tables.qrels, planned.measures))
        inventories = Inventories(given, tables, inventory)
        collected.notes.extend([*tables.notes, *inventories.notes])
        for run in given.lists(runs, qrels if listed else None):
            # no name is given to what is made of a run: all is freed before the next one is read
            run = named_apart(run, collected.names, collected.notes)  # noqa: PLW2901
            run = arranged(run, tables.qrels, tables.structure, planned)  # noqa: PLW2901
            collected.add(tables.view(run, order, inventories.of(run.name)))
            run = None  # noqa: PLW2901
        inventories.refuse_unknown_runs(collected.names)
        collected.notes.extend(given.notes)
        found = collected.results(tables.assessments.notes)
    except RowsError as error:
        more = [] if inventories is None else inventories.read
        raise with_lines(error, qrels, run if isinstance(run, Run) else None, *more) from None
    first, *others = tables.files
    return replace(
        found,
        inputs=inputs_of(
            [first, *collected.files, *others, *inventories.files, ("texts", checked.source)]
        ),
        options=with_defaults(
            {
                **planned.decided,
                "budget_unit": budget_unit,
                "missing": missing,
                "doc_ids": doc_ids,
                "columns": None if columns is None else dict(columns),
                "lenient": lenient,
                "unit": unit,
                "trust": trust,
                "ambiguous": ambiguous,
                "max_errors": max_errors,
                "equivalent": equivalent,
                "nav": nav if nav is None or isinstance(nav, str) else repr(nav),
            }
        ),
    )
