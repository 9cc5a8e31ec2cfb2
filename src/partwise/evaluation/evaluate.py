"""The loop: every run becomes a view, every measure reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from partwise.errors import UsageError
from partwise.evaluation.arguments import Given
from partwise.evaluation.asking import values_of
from partwise.evaluation.checks import check_offsets, named_elements
from partwise.evaluation.lines import with_lines
from partwise.evaluation.meeting import linked, linked_files, meeting
from partwise.evaluation.notes import (
    document_notes,
    no_common_topics,
    order_notes,
    place_notes,
    reader_notes,
    topic_notes,
    undefined_notes,
)
from partwise.evaluation.plan import resolve
from partwise.evaluation.presets.default import default_preset
from partwise.evaluation.presets.named import preset as preset_named
from partwise.files.units import Unit
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.resolve.element_names import spelt_apart, with_elements
from partwise.geometry.run_notes import run_notes
from partwise.geometry.view import View
from partwise.language.component import Measure
from partwise.messages import Note, Notes
from partwise.tables.doc_ids import DocIds, check_doc_ids, matched
from partwise.tables.provenance import inputs_of, with_defaults
from partwise.tables.qrels import Qrels
from partwise.tables.results import Results
from partwise.tables.row_errors import RowsError
from partwise.tables.run import Order, Run
from partwise.texts.verify import Trust, Verification

if TYPE_CHECKING:
    from partwise.tables.missing import Missing

Topics = Literal["all", "common"]
Undefined = Literal["skip", "zero"]


@dataclass(frozen=True)
class Plan:
    """What is evaluated, and how topics count."""

    measures: list[Measure]
    undefined: Undefined
    preset: str | None = None


def plan(
    qrels: Qrels,
    measures: Iterable[Any] | str | None = None,
    *,
    preset: str | None = None,
    nav: Any = None,
    undefined: Undefined | None = None,
) -> Plan:
    """Choose the measures: those given, else the preset, else what the assessments suggest."""
    given = [measures] if isinstance(measures, str | Measure | type) else list(measures or ())
    chosen = name = None
    if preset is not None or not given:
        name = preset or default_preset(qrels)
        chosen = preset_named(name)
        given = [*chosen.measures, *given]
    policy = undefined or (chosen.undefined if chosen is not None else "skip")
    if policy not in ("skip", "zero"):
        raise UsageError(f"undefined must be skip or zero, not {policy!r}")
    return Plan(resolve(given, nav=nav), policy, name)  # type: ignore[arg-type]


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
    topics: Topics = "all",
    undefined: Undefined | None = None,
    order: Order | None = None,
    missing: Missing = "error",
    columns: Mapping[str, str] | None = None,
    doc_ids: DocIds | None = None,
    texts: Any = None,
    unit: Unit | None = None,
    trust: Trust | None = None,
    lenient: bool = False,
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
        A named set of measures, before those of `measures`.
    structure, lengths, inventory : tables, optional
        Element trees, document lengths (also ``{document: length}``), and all parts that could
        have been returned.
    nav : Navigation or str, optional
        User model of the measures that take one and name none.
    topics : {'all', 'common'}
        Average over all judged topics, or only those that are also in the run.
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
        assessments, and lengths are known.
    unit : {'codepoint', 'utf16', 'byte'}, optional
        What offsets count; needs `texts`. Default: code points, unless the texts prove another.
    trust : {'offsets'}, optional
        Take offsets as they are where their text differs.
    lenient : bool
        Let the first of several sources win where they disagree.

    Returns
    -------
    Results
    """
    given = Given(lenient=lenient, missing=missing, columns=columns, order=order)
    qrels = given.qrels(qrels)
    structure, lengths = given.structure(structure), given.lengths(lengths)
    inventory = given.inventory(inventory)
    checked = Verification(texts, unit, trust, doc_ids)
    planned = plan(qrels, measures, preset=preset, nav=nav, undefined=undefined)
    if topics not in ("all", "common"):
        raise UsageError(f"topics must be all or common, not {topics!r}")
    check_doc_ids(doc_ids)
    run: Run | None = None
    try:
        structure = matched(structure, doc_ids)
        qrels = named_elements(matched(qrels, doc_ids), structure, lenient=lenient)
        qrels = checked.of(qrels)
        lengths = matched(lengths, doc_ids)
        inventory = matched(inventory, doc_ids, merging=True)
        inventory = None if inventory is None else checked.of(inventory)
        assessments = Assessments(
            qrels,
            lengths=lengths,
            structure=structure,
            texts=checked.lengths,
            lenient=lenient,
            doc_ids=doc_ids,
        )
        collected = _Collected(qrels, planned, topics, doc_ids)
        collected.notes.extend(document_notes(qrels, planned.measures))
        if lengths is not None:
            about = lengths.source or "lengths"
            collected.notes.extend(Note.read(note).of(about) for note in lengths.notes)
        if inventory is not None:
            inventory, said = with_elements(inventory, structure, lenient=lenient)
            about = inventory.source or "inventory"
            noticed = (*inventory.notes, *said)
            collected.notes.extend(Note.read(note).of(about) for note in noticed)
        for run in given.runs(runs):
            check_offsets(run, assessments)
            named = checked.of(matched(collected.named(run), doc_ids, merging=True))
            named = named_elements(named, structure, lenient=lenient)
            view = View(assessments, named, structure=structure, inventory=inventory, order=order)
            if structure is None:
                view.notes.extend(spelt_apart(named, qrels))
            collected.add(named, view)
        collected.notes.extend(given.notes)
        found = collected.results(assessments.notes)
    except RowsError as error:
        raise with_lines(error, qrels, run, inventory) from None
    tables = {"qrels": qrels, "structure": structure, "lengths": lengths, "inventory": inventory}
    files = [(role, None if table is None else table.source) for role, table in tables.items()]
    return replace(
        found,
        inputs=inputs_of([*files[:1], *collected.files, *files[1:], ("texts", checked.source)]),
        options=with_defaults(
            {
                "order": order,
                "topics": topics,
                "undefined": planned.undefined,
                "missing": missing,
                "doc_ids": doc_ids,
                "columns": None if columns is None else dict(columns),
                "lenient": lenient,
                "unit": unit,
                "trust": trust,
                "nav": nav if nav is None or isinstance(nav, str) else repr(nav),
                "preset": planned.preset,
            }
        ),
    )


class _Collected:
    """Values and notes, run by run."""

    def __init__(self, qrels: Qrels, planned: Plan, topics: Topics, doc_ids: DocIds | None) -> None:
        self.qrels = qrels
        self.measures = planned.measures
        self.undefined = planned.undefined
        self.topics = topics
        self.doc_ids = doc_ids
        self.names: list[str] = []
        self.tables: list[NDArray[np.float64]] = []
        self.present: list[NDArray[np.bool_]] = []
        self.averaged: list[NDArray[np.bool_]] = []
        self.notes = Notes()
        self.files: list[tuple[str, str | None]] = []
        self.met: list[dict[str, dict[str, int]]] = []
        self.seen_topics: set[str] = set()
        self.ignored_topics: set[str] = set()
        self.empty_topics: set[str] = set()

    def add(self, run: Run, view: View) -> None:
        """Evaluate one run."""
        present = view.present
        if not present.any() and len(run.topics):
            raise no_common_topics(run, self.qrels)
        met = {"documents": meeting(view, self.doc_ids)}
        table = np.stack([values_of(measure, view, run) for measure in self.measures])
        nan = np.isnan(table)
        counted = present if self.topics == "common" else np.ones_like(present)
        if self.undefined == "zero":
            empty = np.array([measure.empty_value() for measure in self.measures])
            table = np.where(nan, empty[:, None], table)
        table[:, ~counted] = np.nan
        known = self.qrels.topics.index
        mine = run.topics.tolist()
        extra = [topic for topic in mine if topic not in known]
        self.seen_topics.update(mine)
        self.ignored_topics.update(extra)
        self.empty_topics.update(run.answered)
        self.names.append(run.name)
        self.tables.append(table)
        self.present.append(present)
        self.averaged.append(counted)
        self.met.append(met | linked(view))
        links = [("links", file) for file in linked_files(view)]
        self.files += [("run", run.source), *links]
        lost = (nan & counted).sum(axis=1)
        undefined = undefined_notes(self.measures, lost, int(counted.sum()), self.undefined)
        topics = topic_notes(run, self.qrels, present, extra, self.topics)
        doubtful = (*place_notes(run, self.qrels, self.measures), *order_notes(run, view.order))
        for notes in (
            doubtful,
            reader_notes(run),
            topics,
            run_notes(view, self.measures),
            undefined,
        ):
            self.notes.extend(notes)

    def named(self, run: Run) -> Run:
        """Return the run under a name that no earlier run has."""
        name, number = run.name, 1
        while name in self.names:
            number += 1
            name = f"{run.name}#{number}"
        if number > 1:
            source = f" ({run.source})" if run.source else ""
            self.notes.add(f"a second run is named {run.name}{source}; it is shown as {name}")
        return run if number == 1 else run.named(name)

    def results(self, notes: Notes) -> Results:
        """Put everything together."""
        if not self.names:
            raise UsageError("no run is given")
        counts = {
            "judged": len(self.qrels.topics),
            "run": len(self.seen_topics),
            "ignored": len(self.ignored_topics),
            "empty": len(self.empty_topics),
        }
        return Results(
            runs=tuple(self.names),
            topics=tuple(self.qrels.topics.tolist()),
            measures=tuple(repr(measure) for measure in self.measures),
            better=tuple(measure.better for measure in self.measures),
            table=np.stack(self.tables),
            present=np.stack(self.present),
            averaged=np.stack(self.averaged),
            counts=counts,
            met=tuple(self.met),
            notes=tuple(Notes([*self.qrels.notes, *notes, *self.notes])),
        )
