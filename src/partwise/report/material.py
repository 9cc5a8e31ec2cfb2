"""Material of a report: texts, passages and budget curves."""

from __future__ import annotations

import base64
import gzip
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals
from partwise.errors import (
    FormatError,
    MissingAssessmentError,
    MissingLengthError,
    TableError,
    UsageError,
)
from partwise.evaluation.arguments import Given, tracking_columns
from partwise.evaluation.equivalent import with_texts
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.lines import with_lines
from partwise.evaluation.options import Collection, Rules
from partwise.evaluation.prepared import Prepared
from partwise.files.options import Reading
from partwise.files.topics import TopicTexts, as_topic_texts
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.kernels.ragged import ranges
from partwise.losses.analyse import losses
from partwise.losses.table import Losses
from partwise.messages import Note, Notes, list_some, plural
from partwise.report.account import (
    WHO,
    Account,
    Described,
    GradedLines,
    graded_lines,
    kinds_of,
    measures_of,
    uncounted,
)
from partwise.spelling import spelt
from partwise.tables.aggregates import MEAN
from partwise.tables.columns import first
from partwise.tables.doc_ids import matched
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.names import Names
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels
from partwise.tables.results import Results
from partwise.tables.run import Run
from partwise.tables.texts import Texts
from partwise.texts.verification import Checked, Verification


class Fitting:
    """Fits tables to texts; unlike in other commands some documents may have none.

    Parameters
    ----------
    texts, reading
        As in `Verification`.
    """

    def __init__(self, texts: Any, reading: Reading) -> None:
        self.checked, self._doc_ids = Verification(texts, reading), reading.doc_ids
        self.texts = self.checked.texts

    def of(self, table: Checked, *, merging: bool = True) -> Checked:
        """Return a table under the names that are compared, its offsets in code points."""
        named: Checked = matched(table, self._doc_ids, merging=merging)
        if self.texts is None:
            return named
        hidden = self.without_text(named.docs)[named.doc] & (named.start >= 0)
        seen = replace(named, start=np.where(hidden, -1, named.start)) if hidden.any() else named
        fitted = self.checked.of(seen)
        if not hidden.any():
            return fitted
        return replace(fitted, start=np.where(hidden, named.start, fitted.start))

    def without_text(self, docs: Names) -> Flags:
        """Tell which documents have no text."""
        texts: Any = self.texts or {}
        return np.array([name not in texts for name in docs.tolist()], np.bool_)

    def lengths(self, given: Lengths | None) -> Lengths | None:
        """Return the lengths given, and those of the texts of other documents."""
        if self.texts is None:
            return given
        own = self.texts.lengths()
        if given is None:
            return own
        there = {*given.docs.tolist()}
        rows: Ints = np.flatnonzero([name not in there for name in own.docs.tolist()])
        docs = [*given.docs.tolist(), *own.docs.take(rows).tolist()]
        length = np.concatenate((given.length, own.length[rows]))
        return replace(given, docs=Names.of(docs), length=length)

    def check_judged(self, qrels: Qrels) -> None:
        """Refuse a judged span that ends beyond its text."""
        if self.texts is None:
            return
        held = self.texts.documents
        known = [len(held[doc]) if doc in held else -1 for doc in qrels.docs.tolist()]
        length = np.array(known, np.int64)[qrels.doc]
        beyond = (qrels.start >= 0) & (length >= 0) & (qrels.end > length)
        if (row := first(beyond)) is None:
            return
        doc, topic = qrels.docs[int(qrels.doc[row])], qrels.topics[int(qrels.topic[row])]
        problem = (
            f"document {doc} has {int(length[row]):,} characters, but a judged span of topic "
            f"{topic} ends at {int(qrels.end[row]):,}"
        )
        if qrels.source is None:
            raise TableError(None, problem)
        raise FormatError(qrels.source, None, problem)

    def refuse_strangers(self, qrels: Qrels, runs: Sequence[Run]) -> None:
        """Refuse texts of other documents: not one that is judged or retrieved is among them."""
        if self.texts is None:
            return
        docs = [*dict.fromkeys([*qrels.docs, *(doc for run in runs for doc in run.docs)])]
        if any(doc in self.texts for doc in docs):
            return
        place, held = self.texts.source or "texts", plural(len(self.texts), "document")
        problem = (
            f"not one document of the assessments or runs is among its {held} "
            f"({list_some([*self.texts], 3)}; wanted: {list_some(docs, 3)})"
        )
        raise FormatError(place, None, problem, "Use --doc-ids where only folder or suffix differs")

    def note_absent(self, docs: Names) -> list[Note]:
        """Count the documents that have no text while others have one."""
        if self.texts is None:
            return []
        absent = [docs[code] for code in np.flatnonzero(self.without_text(docs)).tolist()]
        if not absent:
            return []
        words = "{n:document} {n:has|have} no text in {file} ({docs})"
        file = self.texts.source or "the texts"
        return [Note(words, n=len(absent), file=file, docs=list_some(sorted(absent), 3))]


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
    prepared = Prepared(fitted, Collection(**tables), Reading(lenient=lenient), equivalent=copies)
    views = [prepared.view(run, order) for run in placed]
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


LEAST = 100
"""Characters at which the curve begins."""

POINTS = 48
RANKS = tuple(range(1, 11))

Average = Callable[[Reals], float]
"""From values of topics to the mean that the results would show."""


def averaging(counted: Flags, undefined: str) -> Average:
    """Return how values of topics are averaged: which count, and undefined ones as 0 or not."""

    def average(values: Reals) -> float:
        shown = np.where(np.isnan(values), 0.0, values) if undefined == "zero" else values
        return MEAN.of(np.where(counted, shown, np.nan))

    return average


def round_above(number: float) -> int:
    """Return the next 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power >= number:
                return step * power
        power *= 10


def budgets(accounts: Sequence[Account], asked: Iterable[int]) -> list[int]:
    """Choose geometric points up to a round number above the runs' median length.

    Every asked budget is one of them.
    """
    wanted = sorted(set(asked))
    medians = [float(np.median(account.length)) for account in accounts if account.length.size]
    last = round_above(max([10 * LEAST, *wanted, *medians]))
    first = min([LEAST, *wanted])
    spaced = np.geomspace(first, last, POINTS).round().astype(np.int64).tolist()
    return sorted({*spaced, *wanted})


def curve(
    accounts: Sequence[Account], averages: Sequence[Average], asked: Iterable[int]
) -> dict[str, Any]:
    """Return mean recall of each run within budgets and at ranks; None where nothing is defined."""
    points = budgets(accounts, asked)
    finds = [account.finds() for account in accounts]
    both = list(zip(finds, averages, strict=True))
    return {
        "budget": points,
        "recall": [[average(one.recall_within(n)) for n in points] for one, average in both],
        "rank": list(RANKS),
        "recall_rank": [[average(one.recall_at(k)) for k in RANKS] for one, average in both],
    }


Parts = list[list[Any]]


def packed(pieces: Iterable[bytes]) -> str:
    """Return gzip in base64 of pieces; the same bytes for the same content."""
    held = io.BytesIO()
    with gzip.GzipFile(fileobj=held, mode="wb", compresslevel=6, mtime=0, filename="") as file:
        for piece in pieces:
            file.write(piece)
    return base64.b64encode(held.getvalue()).decode("ascii")


def packed_json(content: Any) -> str:
    """Pack JSON; undefined numbers are null."""
    import msgspec

    return packed([msgspec.json.encode(content)])


class DocumentList:
    """Documents that a page names, numbered as they are first met."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}

    def number(self, name: str) -> int:
        """Return the number of a document."""
        return self.names.setdefault(name, len(self.names))

    def numbers(self, docs: Names, codes: NDArray[np.integer]) -> Ints:
        """Return the numbers of many documents, given as codes of a table's dictionary."""
        used, at = np.unique(codes, return_inverse=True)
        return np.array([self.number(docs[code]) for code in used.tolist()], np.int64)[at]


@dataclass(frozen=True, eq=False)
class TopicBlocks:
    """What was judged and what each run returned, topic by topic."""

    blocks: list[dict[str, Any]]
    """One per topic of the page."""
    docs: list[dict[str, Any]]
    """``id``, ``length`` and ``text`` of each document that they name."""


def topic_blocks(material: Material, kept: Ints) -> TopicBlocks:
    """Lay out the topics `kept` of a page; nothing where no text is highlighted."""
    if not material.accounts:
        return TopicBlocks([], [])
    documents = DocumentList()
    judged = _judged(material.views[0], kept, documents)
    both = zip(material.views, material.accounts, strict=True)
    runs = [_parts(view, account, kept, documents) for view, account in both]
    blocks = [
        {"topic": number, "judged": judged[number], "runs": [run[number] for run in runs]}
        for number in range(kept.size)
    ]
    if material.views[0].assessments.copies.some:
        relevant = material.accounts[0].relevant[kept].tolist()
        blocks = [{**block, "relevant": n} for block, n in zip(blocks, relevant, strict=True)]
    texts: Any = material.texts or {}
    known = _lengths(material, [*documents.names])
    docs = [
        {"id": name, "length": known[name], "text": "embedded" if name in texts else None}
        for name in documents.names
    ]
    return TopicBlocks(blocks, docs)


def _judged(view: View, kept: Ints, documents: DocumentList) -> list[Parts]:
    """Return the merged judged spans of topics as document, start and end."""
    judged = view.assessments
    pairs, found = judged.judged_documents, judged.entry_highlights
    pair, offsets = ranges(pairs.offsets[kept], pairs.offsets[kept + 1])
    start, end, owner = judged.spans_of(pair)
    doc = documents.numbers(judged.qrels.docs, pairs.doc[pair][owner])
    rows = np.stack((doc, start, end), axis=1).tolist()
    bounds = np.concatenate(([0], np.cumsum(np.diff(found.offsets)[pair])))[offsets].tolist()
    return [rows[a:b] for a, b in pairwise(bounds)]


def _parts(view: View, account: Account, kept: Ints, documents: DocumentList) -> list[Parts]:
    """Return the parts of topics: place, score, characters by kind, stretches."""
    parts, run = account.parts, view.run
    rows, offsets = ranges(parts.offsets[kept], parts.offsets[kept + 1])
    source = parts.row[rows]
    doc = documents.numbers(run.docs, run.doc[source])
    places = np.stack((doc, parts.start[rows], parts.end[rows]), axis=1).tolist()
    kinds = kinds_of(parts)[rows].tolist()
    kind, length, bounds = account.stretches(rows)
    pieces = np.stack((kind, length), axis=1).tolist()
    ends = bounds.tolist()
    scores = _scores(run.score, source)
    laid = [
        [*places[at], scores[at], *kinds[at], pieces[ends[at] : ends[at + 1]]]
        for at in range(rows.size)
    ]
    cuts = offsets.tolist()
    return [laid[a:b] for a, b in pairwise(cuts)]


def _scores(score: Reals | None, rows: Ints) -> list[float | None]:
    if score is None:
        return [None] * rows.size
    return [number if np.isfinite(number) else None for number in score[rows].tolist()]


def _lengths(material: Material, names: list[str]) -> dict[str, int | None]:
    length = material.views[0].assessments.lengths.of(Names.of(names)).tolist()
    return {name: None if n < 0 else n for name, n in zip(names, length, strict=True)}
