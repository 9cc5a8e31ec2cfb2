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
    REQUESTER,
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
        """Return a mask of the documents without a text."""
        texts: Any = self.texts or {}
        return np.array([name not in texts for name in docs.tolist()], np.bool_)

    def lengths(self, lengths: Lengths | None) -> Lengths | None:
        """Return `lengths`, completed with those of the texts of further documents."""
        if self.texts is None:
            return lengths
        text_lengths = self.texts.lengths()
        if lengths is None:
            return text_lengths
        known_docs = {*lengths.docs.tolist()}
        rows: Ints = np.flatnonzero([name not in known_docs for name in text_lengths.docs.tolist()])
        docs = [*lengths.docs.tolist(), *text_lengths.docs.take(rows).tolist()]
        length = np.concatenate((lengths.length, text_lengths.length[rows]))
        return replace(lengths, docs=Names.of(docs), length=length)

    def check_judged(self, qrels: Qrels) -> None:
        """Raise FormatError or TableError if a judged span ends beyond its text."""
        if self.texts is None:
            return
        documents = self.texts.documents
        doc_lengths = [
            len(documents[doc]) if doc in documents else -1 for doc in qrels.docs.tolist()
        ]
        length = np.array(doc_lengths, np.int64)[qrels.doc]
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

    def check_shared_documents(self, qrels: Qrels, runs: Sequence[Run]) -> None:
        """Raise FormatError if no judged or retrieved document has a text."""
        if self.texts is None:
            return
        docs = [*dict.fromkeys([*qrels.docs, *(doc for run in runs for doc in run.docs)])]
        if any(doc in self.texts for doc in docs):
            return
        place, n_texts = self.texts.source or "texts", plural(len(self.texts), "document")
        problem = (
            f"not one document of the assessments or runs is among its {n_texts} "
            f"({list_some([*self.texts], 3)}; wanted: {list_some(docs, 3)})"
        )
        raise FormatError(place, None, problem, "Use --doc-ids where only folder or suffix differs")

    def note_absent(self, docs: Names) -> list[Note]:
        """Return a note on the documents without a text, where texts are used."""
        if self.texts is None:
            return []
        absent = [docs[code] for code in np.flatnonzero(self.without_text(docs)).tolist()]
        if not absent:
            return []
        template = "{n:document} {n:has|have} no text in {file} ({docs})"
        file = self.texts.source or "the texts"
        return [Note(template, n=len(absent), file=file, docs=list_some(sorted(absent), 3))]


BUDGET = 4000
"""Default budget in characters, when neither the user nor a measure sets one."""


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
        Characters read by run; empty where no text is highlighted.
    texts : Texts or None
        The documents.
    losses : Losses or None
        Losses, where an inventory is given.
    notes : tuple of str
        Notes of reading and evaluation.
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
        masks = self.results.averaged
        n = len(self.results.topics)
        return [np.ones(n, np.bool_) for _ in self.results.runs] if masks is None else [*masks]


def chosen_budget(results: Results, budget: int | None) -> int:
    """Return `budget`, else that of the first measure with one, else `BUDGET`."""
    if budget is not None:
        return budget
    measure_budgets = (measure.budget for measure in measures_of(results))
    return next((budget for budget in measure_budgets if budget is not None), BUDGET)


def saved_material(
    results: Results, topics: Any, budget: int | None, *, texts: Any = None, inventory: Any = None
) -> Material:
    """Return the material of saved results: values without parts.

    Raises UsageError for texts or an inventory, which need parts.
    """
    for option, value in (("--texts", texts), ("--inventory", inventory)):
        if value is not None and value != ():
            what = spelt(option).partition("=")[0]
            raise UsageError(f"{what} needs assessments and runs; saved results know no parts")
    topic_texts, n_characters = as_topic_texts(topics), chosen_budget(results, budget)
    topic_notes = topic_texts.notes(results.topics)
    return Material(results, topic_texts, n_characters, notes=(*topic_notes, *results.notes))


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
    arguments = Given(reading, rules, fitting.checked.quotes())
    inventories = arguments.inventories(inventory) or {}
    trees = arguments.structure(options.pop("structure", None))
    judged, listed = arguments.qrels(qrels), list(arguments.tables(runs))
    topic_texts = as_topic_texts(topics_file)
    exact: Any = None if doc_ids is None else "exact"
    fitted, placed, fitted_inventories = _fitted(fitting, judged, listed, inventories)
    tables: dict[str, Any] = {
        "structure": matched(trees, doc_ids),
        "lengths": fitting.lengths(
            matched(arguments.lengths(options.pop("lengths", None)), doc_ids)
        ),
    }
    copies = rules.equivalent
    fitted = with_texts(fitted, copies, fitting.texts, tables["structure"])
    rules = replace(rules, task=None, whole_documents=False)
    as_read = Reading(order=order, doc_ids=exact, lenient=lenient)
    how = {"reading": as_read, "rules": rules, **tables, **options}
    results = evaluate(fitted, placed, measures, inventory=fitted_inventories or None, **how)
    placed = [run.named(name) for run, name in zip(placed, results.runs, strict=True)]
    prepared = Prepared(fitted, Collection(**tables), Reading(lenient=lenient), equivalent=copies)
    views = [prepared.view(run, order) for run in placed]
    accounts, account_notes = _accounts(views)
    n_characters = chosen_budget(results, budget)
    lost = None
    if fitted_inventories and accounts:
        counted = Rules(topics=rules.topics, equivalent=copies)
        same = replace(as_read, doc_ids="exact")
        found_in: dict[str, Any] = {"inventory": fitted_inventories, **tables}
        lost = losses(fitted, placed, budget=n_characters, reading=same, rules=counted, **found_in)
    how.pop("preset", None)
    how["rules"] = replace(rules, undefined=results.options["undefined"])
    notes = [*notes, *topic_texts.notes(results.topics)]
    all_notes = Notes(
        [*notes, *results.notes, *arguments.notes, *account_notes, *uncounted(fitted, copies)]
    )
    all_notes.extend(fitting.note_absent(_documents(fitted, placed)))
    all_notes.extend(note for note in (lost.notes if lost else ()) if note not in results.notes)
    return Material(
        results,
        topic_texts,
        n_characters,
        tuple(views),
        tuple(accounts),
        fitting.texts,
        lost,
        tuple(all_notes),
        graded_lines(fitted, placed, **how),
    )


def _fitted(
    fitting: Fitting, qrels: Qrels, runs: list[Run], inventories: dict[str | None, Inventory]
) -> tuple[Qrels, list[Run], dict[str | None, Inventory]]:
    """Return tables whose offsets fit the texts; errors name the line."""
    run: Run | None = None
    try:
        fitted = fitting.of(qrels, merging=False)
        fitting.check_judged(fitted)
        placed: list[Run] = []
        for run in runs:
            placed += [fitting.of(run)]
        run = None
        fitting.check_shared_documents(fitted, placed)
        fitted_inventories = {name: fitting.of(table) for name, table in inventories.items()}
    except RowsError as error:
        raise with_lines(error, qrels, run, *inventories.values()) from None
    return fitted, placed, fitted_inventories


def _accounts(views: list[View]) -> tuple[list[Account], list[Note]]:
    """Return the account of each run, or a note on why there is none."""
    judged = views[0].assessments
    try:
        judged.n_characters(REQUESTER)
        return [Account(view.parts) for view in views], _of_copies(judged)
    except (MissingAssessmentError, MissingLengthError, RowsError) as error:
        if judged.grades_documents_only:  # nobody expects a place in them
            return [], []
        template = "no reading curve and no reading view: {why}"
        return [], [Note(template, why=str(error).partition("\n")[0])]


def _of_copies(judged: Assessments) -> list[Note]:
    """Return a note that the reading view marks each copy of a text by itself."""
    if not judged.copies.any_copies:
        return []
    template = "numbers count a text with copies once; the reading view marks each place by itself"
    return [Note(f"{template}: a copy that no part shows is called missed")]


def _documents(qrels: Qrels, runs: list[Run]) -> Names:
    """Return all judged and retrieved documents."""
    names = dict.fromkeys([*qrels.docs, *(doc for run in runs for doc in run.docs)])
    return Names.of(names)


LEAST = 100
"""First point of the curve, in characters."""

POINTS = 48
RANKS = tuple(range(1, 11))

Average = Callable[[Reals], float]
"""Function from values by topic to their mean, as the results average them."""


def averaging(counted: Flags, undefined: str) -> Average:
    """Return the function that averages the `counted` topics; undefined values are 0 or skipped."""

    def average(values: Reals) -> float:
        completed = np.where(np.isnan(values), 0.0, values) if undefined == "zero" else values
        return MEAN.of(np.where(counted, completed, np.nan))

    return average


def round_above(number: float) -> int:
    """Return the next 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power >= number:
                return step * power
        power *= 10


def budgets(accounts: Sequence[Account], required: Iterable[int]) -> list[int]:
    """Return geometric points up to a round number above the runs' median length.

    Each `required` budget is one of them.
    """
    required_points = sorted(set(required))
    medians = [float(np.median(account.length)) for account in accounts if account.length.size]
    last = round_above(max([10 * LEAST, *required_points, *medians]))
    first = min([LEAST, *required_points])
    spaced = np.geomspace(first, last, POINTS).round().astype(np.int64).tolist()
    return sorted({*spaced, *required_points})


def curve(
    accounts: Sequence[Account], averages: Sequence[Average], required: Iterable[int]
) -> dict[str, Any]:
    """Return mean recall of each run within budgets and at ranks; None where nothing is defined."""
    points = budgets(accounts, required)
    finds = [account.finds() for account in accounts]
    both = list(zip(finds, averages, strict=True))
    return {
        "budget": points,
        "recall": [[average(find.recall_within(n)) for n in points] for find, average in both],
        "rank": list(RANKS),
        "recall_rank": [[average(find.recall_at(k)) for k in RANKS] for find, average in both],
    }


Parts = list[list[Any]]


def packed(pieces: Iterable[bytes]) -> str:
    """Return the pieces as gzip in base64; deterministic."""
    buffer = io.BytesIO()
    with gzip.GzipFile(fileobj=buffer, mode="wb", compresslevel=6, mtime=0, filename="") as file:
        for piece in pieces:
            file.write(piece)
    return base64.b64encode(buffer.getvalue()).decode("ascii")


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
        used, inverse = np.unique(codes, return_inverse=True)
        return np.array([self.number(docs[code]) for code in used.tolist()], np.int64)[inverse]


@dataclass(frozen=True, eq=False)
class TopicBlocks:
    """Judged spans and parts of each run, by topic."""

    blocks: list[dict[str, Any]]
    """One per topic of the page."""
    docs: list[dict[str, Any]]
    """``id``, ``length`` and ``text`` of each document that they name."""


def topic_blocks(material: Material, topics: Ints) -> TopicBlocks:
    """Lay out the given topics of a page; nothing where no text is highlighted."""
    if not material.accounts:
        return TopicBlocks([], [])
    documents = DocumentList()
    judged = _judged(material.views[0], topics, documents)
    both = zip(material.views, material.accounts, strict=True)
    runs = [_parts(view, account, topics, documents) for view, account in both]
    blocks = [
        {"topic": number, "judged": judged[number], "runs": [run[number] for run in runs]}
        for number in range(topics.size)
    ]
    if material.views[0].assessments.copies.any_copies:
        relevant = material.accounts[0].relevant[topics].tolist()
        blocks = [{**block, "relevant": n} for block, n in zip(blocks, relevant, strict=True)]
    texts: Any = material.texts or {}
    doc_lengths = _lengths(material, [*documents.names])
    docs = [
        {"id": name, "length": doc_lengths[name], "text": "embedded" if name in texts else None}
        for name in documents.names
    ]
    return TopicBlocks(blocks, docs)


def _judged(view: View, topics: Ints, documents: DocumentList) -> list[Parts]:
    """Return the merged judged spans of topics as document, start and end."""
    judged = view.assessments
    pairs, highlights = judged.judged_documents, judged.entry_highlights
    pair, offsets = ranges(pairs.offsets[topics], pairs.offsets[topics + 1])
    start, end, owner = judged.spans_of(pair)
    doc = documents.numbers(judged.qrels.docs, pairs.doc[pair][owner])
    rows = np.stack((doc, start, end), axis=1).tolist()
    bounds = np.concatenate(([0], np.cumsum(np.diff(highlights.offsets)[pair])))[offsets].tolist()
    return [rows[a:b] for a, b in pairwise(bounds)]


def _parts(view: View, account: Account, topics: Ints, documents: DocumentList) -> list[Parts]:
    """Return the parts of topics: document, start, end, score, characters by kind, stretches."""
    parts, run = account.parts, view.run
    rows, offsets = ranges(parts.offsets[topics], parts.offsets[topics + 1])
    source = parts.row[rows]
    doc = documents.numbers(run.docs, run.doc[source])
    places = np.stack((doc, parts.start[rows], parts.end[rows]), axis=1).tolist()
    kinds = kinds_of(parts)[rows].tolist()
    kind, length, bounds = account.stretches(rows)
    pieces = np.stack((kind, length), axis=1).tolist()
    ends = bounds.tolist()
    scores = _scores(run.score, source)
    laid = [
        [*places[index], scores[index], *kinds[index], pieces[ends[index] : ends[index + 1]]]
        for index in range(rows.size)
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
