"""What a report is made of: results, the parts of every run, and what was lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from partwise._typing import Flags
from partwise.errors import MissingAssessmentError, MissingLengthError, UsageError
from partwise.evaluation.arguments import Given, tracking_columns
from partwise.evaluation.equivalent import with_texts
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.lines import with_lines
from partwise.evaluation.options import Rules
from partwise.evaluation.prepared import Prepared
from partwise.files.options import Reading
from partwise.files.topics import TopicTexts, as_topic_texts
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.view import View
from partwise.losses.analyse import losses
from partwise.losses.table import Losses
from partwise.messages import Note, Notes
from partwise.report.data.account import WHO, Account
from partwise.report.data.fitting import Fitting
from partwise.report.data.lines import GradedLines, graded_lines, uncounted
from partwise.report.data.phrases import Described, measures_of
from partwise.spelling import spelt
from partwise.tables.doc_ids import matched
from partwise.tables.lengths import Inventory
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.results import Results
from partwise.tables.row_errors import RowsError
from partwise.tables.run import Run
from partwise.tables.texts import Texts
from partwise.texts.verification import Verification

BUDGET = 4000
"""Characters that are read when neither the user nor a measure says how many."""


@dataclass(frozen=True, eq=False)
class Material:
    """Everything that a page shows, before it is laid out.

    Parameters
    ----------
    results : Results
        Values of all runs, measures and topics.
    topics : TopicTexts
        Questions and attributes.
    budget : int
        Characters of the budget bars.
    views : tuple of View
        The runs beside the assessments; empty where only values are known.
    accounts : tuple of Account
        What each run lets its readers read; empty where no text is highlighted.
    texts : Texts or None
        The documents.
    losses : Losses or None
        What was lost, where an inventory is given.
    notes : tuple of str
        What a careful reader should know.
    lines : GradedLines
        Curves of assessments that highlight no text.
    """

    results: Results
    topics: TopicTexts
    budget: int = BUDGET
    views: tuple[View, ...] = ()
    accounts: tuple[Account, ...] = ()
    texts: Texts | None = None
    losses: Losses | None = None
    notes: tuple[str, ...] = ()
    lines: GradedLines = field(default_factory=GradedLines)
    measures: tuple[Described, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "measures", measures_of(self.results))

    @property
    def averaged(self) -> list[Flags]:
        """Topics that count in the means of each run."""
        found = self.results.averaged
        n = len(self.results.topics)
        return [np.ones(n, np.bool_) for _ in self.results.runs] if found is None else [*found]


def chosen_budget(results: Results, asked: int | None) -> int:
    """Return the budget asked for, else that of the first measure that has one."""
    if asked is not None:
        return asked
    found = (one.budget for one in measures_of(results))
    return next((budget for budget in found if budget is not None), BUDGET)


def saved_material(
    results: Results, topics: Any, budget: int | None, *, texts: Any = None, inventory: Any = None
) -> Material:
    """Return what saved results know: values, and nothing about parts, which texts need."""
    for option, given in (("--texts", texts), ("--inventory", inventory)):
        if given is not None and given != ():
            what = spelt(option).partition("=")[0]
            raise UsageError(f"{what} needs assessments and runs; saved results know no parts")
    known, asked = as_topic_texts(topics), chosen_budget(results, budget)
    said = known.notes(results.topics)
    return Material(results, known, asked, notes=(*said, *results.notes))


def gather(
    qrels: Any,
    runs: Any,
    measures: Any = None,
    *,
    texts: Any = None,
    topics_file: Any = None,
    inventory: Any = None,
    budget: int | None = None,
    notes: Sequence[str] = (),
    **options: Any,
) -> Material:
    """Read and evaluate everything; `options` are those of `evaluate`."""
    rules: Rules = options.pop("rules", None) or Rules()
    reading = tracking_columns(options.pop("reading", None) or Reading())
    if topics_file is not None:
        reading = replace(reading, topics_file=as_topic_texts(topics_file).text)
    order, doc_ids, lenient = reading.order, reading.doc_ids, reading.lenient
    fitting = Fitting(texts, reading)
    given = Given(reading, rules, fitting.checked.quotes())
    inventories = given.inventories(inventory) or {}
    trees = given.structure(options.pop("structure", None))
    judged, listed = given.qrels(qrels), list(given.tables(runs))
    known = as_topic_texts(topics_file)
    exact: Any = None if doc_ids is None else "exact"
    fitted, placed, held = _fitted(fitting, judged, listed, inventories)
    tables: dict[str, Any] = {
        "structure": matched(trees, doc_ids),
        "lengths": fitting.lengths(matched(given.lengths(options.pop("lengths", None)), doc_ids)),
    }
    copies = rules.equivalent
    fitted = with_texts(fitted, copies, fitting.texts, tables["structure"])
    rules = replace(rules, task=None, whole_documents=False)
    as_read = Reading(order=order, doc_ids=exact, lenient=lenient)
    how = {"reading": as_read, "rules": rules, **tables, **options}
    results = evaluate(fitted, placed, measures, inventory=held or None, **how)
    placed = [one.named(name) for one, name in zip(placed, results.runs, strict=True)]
    views = _views(fitted, placed, {**tables, "equivalent": copies}, order, lenient=lenient)
    accounts, said = _accounts(views)
    asked = chosen_budget(results, budget)
    lost = None
    if held and accounts:
        counted = Rules(topics=rules.topics, equivalent=copies)
        same = replace(as_read, doc_ids="exact")
        found_in: dict[str, Any] = {"inventory": held, **tables}
        lost = losses(fitted, placed, budget=asked, reading=same, rules=counted, **found_in)
    how.pop("preset", None)
    how["rules"] = replace(rules, undefined=results.options["undefined"])
    notes = [*notes, *known.notes(results.topics)]
    found = Notes([*notes, *results.notes, *given.notes, *said, *uncounted(fitted, copies)])
    found.extend(fitting.note_absent(_documents(fitted, placed)))
    found.extend(note for note in (lost.notes if lost else ()) if note not in results.notes)
    return Material(
        results,
        known,
        asked,
        tuple(views),
        tuple(accounts),
        fitting.texts,
        lost,
        tuple(found),
        graded_lines(fitted, placed, **how),
    )


def _fitted(
    fitting: Fitting, qrels: Qrels, runs: list[Run], inventories: dict[str | None, Inventory]
) -> tuple[Qrels, list[Run], dict[str | None, Inventory]]:
    """Return tables whose places fit the texts; what does not is told with its line."""
    run: Run | None = None
    try:
        fitted = fitting.of(qrels, merging=False)
        fitting.check_judged(fitted)
        placed: list[Run] = []
        for run in runs:
            placed += [fitting.of(run)]
        run = None
        fitting.refuse_strangers(fitted, placed)
        held = {name: fitting.of(table) for name, table in inventories.items()}
    except RowsError as error:
        raise with_lines(error, qrels, run, *inventories.values()) from None
    return fitted, placed, held


def _views(
    qrels: Qrels, runs: list[Run], tables: dict[str, Any], order: Any, *, lenient: bool
) -> list[View]:
    prepared = Prepared(
        qrels,
        **tables,
        checked=Verification(None),
        doc_ids=None,
        lenient=lenient,
    )
    return [prepared.view(run, order) for run in runs]


def _accounts(views: list[View]) -> tuple[list[Account], list[Note]]:
    """Account for what every run lets its readers read, or say why nobody can."""
    judged = views[0].assessments
    try:
        judged.n_characters(WHO)
        return [Account(view.parts) for view in views], _of_copies(judged)
    except (MissingAssessmentError, MissingLengthError, RowsError) as error:
        if judged.grades_documents_only:  # nobody expects a place in them
            return [], []
        words = "no reading curve and no reading view: {why}"
        return [], [Note(words, why=str(error).partition("\n")[0])]


def _of_copies(judged: Assessments) -> list[Note]:
    """Say what marks of a text cannot: that it was found in another place."""
    if not judged.copies.some:
        return []
    words = "numbers count a text with copies once; the reading view marks each place by itself"
    return [Note(f"{words}: a copy that no part shows is called missed")]


def _documents(qrels: Qrels, runs: list[Run]) -> Names:
    """Return the documents that anybody names."""
    names = dict.fromkeys([*qrels.docs, *(doc for run in runs for doc in run.docs)])
    return Names.of(names)
