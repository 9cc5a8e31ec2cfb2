"""Rows of any origin as checked tables: the one way to Run, Qrels, Lengths and Inventory.

Readers of files and callers who hand over columns make a `Table` of named columns; `run_of`,
`qrels_of`, `lengths_of` and `inventory_of` apply the rules to it. Problems of a file are collected
and raised with their lines; of rows in memory the first is raised (`partwise.tables.problems`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags
from partwise.errors import TableError
from partwise.kernels.ragged import distinct
from partwise.messages import Note, Notes, plural
from partwise.tables.columns import Coded, decoded, encode, joined, used_names
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.names import Names
from partwise.tables.part_ids import ids_are_documents, texts_of
from partwise.tables.part_texts import other_lengths
from partwise.tables.paths import split_ranges
from partwise.tables.problems import Origin
from partwise.tables.qrels import Qrels
from partwise.tables.row_rules import (
    MISSING_HINT,
    TableOptions,
    check_judged_once,
    check_numbers_agree,
    first_of_each,
    is_empty,
    missing_note,
    moved_up,
    no_place,
    repeated_pairs,
    twice_answered,
)
from partwise.tables.rows import text_columns
from partwise.tables.run import Run
from partwise.tables.schema import What, our_names
from partwise.tables.table import Table

# -- runs --------------------------------------------------------------------------------------


def run_of(
    table: Table, options: TableOptions, *, name: str | None = None, answered: Iterable[str] = ()
) -> Run:
    """Build a run; `answered` are further topics that were answered with nothing."""
    table.need("topic")
    table = _named_by_id(_without_bare_topics(table, answered, "answered"), options)
    if table.size or "doc" in table.texts:
        table.need("doc")
    table = _placed(table, "run", options)
    start, end = table.spans(run=True)
    score, rank, distance = (table.complete(name) for name in ("score", "rank", "distance"))
    table.problems.refuse()
    tokens, labels = table.whole("tokens"), table.text("run")
    element, last = split_ranges(table.text("element"))
    label, tags = run_name(labels, table.source)
    name = name or label
    return Run(
        name=name,
        **text_columns(topic=table.text("topic"), doc=used_names(table.text("doc"))),
        **text_columns(element=element, tree=table.text("tree")),
        start=start,
        end=end,
        last=last,
        tokens=None if (tokens < 0).all() else tokens,
        score=score,
        rank=rank,
        distance=distance,
        extra=table.extra if table.in_memory else {**table.extra, **tags},
        notes=(
            *table.notes,
            *_ordering(table),
            *several_runs(labels.names.tolist(), name),
            *other_lengths(table.extra, start, end, table.lines.words),
        ),
        **_provenance(table, options),
    )


def run_name(labels: Coded, source: Origin) -> tuple[str, dict[str, NDArray[Any]]]:
    """Return the name of a run, and its labels as an extra column where they vary."""
    if len(labels.names) == 1 and not (labels.codes < 0).any():
        return labels.names[0], {}
    return source.stem, {"run": decoded(labels)} if len(labels.names) else {}


def several_runs(labels: list[str], name: str) -> Notes:
    """Warn of rows that name more than one run: their lists are read as one."""
    notes = Notes()
    if len(labels) > 1:
        template = (
            "{n} names of runs ({labels}) read as one run, {name}. Use one table for each run"
        )
        notes.warn(template, n=len(labels), labels=[*labels], name=name)
    return notes


def _ordering(table: Table) -> list[Note]:
    """Note what ranks a run where that is not obvious."""
    filled = {name for name, real in table.reals.items() if not np.isnan(real).all()}
    ranks = [*({"score"} & filled), *({"rank"} & table.wholes.keys())]
    if "distance" in filled:
        if ranks:
            return [Note(f"both {ranks[0]} and distance: {ranks[0]} orders the run")]
        return [Note("ordered by distance, smallest first")]
    if ranks or not table.size or table.in_memory:
        return []
    return [Note(f"no score and no rank: ranked by {table.lines.unit}")]


def _provenance(table: Table, options: TableOptions) -> dict[str, Any]:
    """Provenance of the rows: file, format, lines and options of reading."""
    if table.in_memory:
        return {"missing": options.missing}
    return {
        "source": table.source.name,
        "format": table.format,
        "missing": options.missing,
        "lines": table.lines,
    }


# -- assessments -------------------------------------------------------------------------------


def qrels_of(
    table: Table, options: TableOptions, *, judged: Iterable[str] = (), scale: Any = None
) -> Qrels:
    """Build assessments; `judged` are further topics for which nothing was found relevant."""
    _check_judged(table, options)
    table = _without_bare_topics(table, judged, "judged")
    listed = table.text("doc").codes < 0
    table = _named_by_id(table, options)
    if table.size or "doc" in table.texts or "topic" not in table.texts:
        table.need("topic", "doc")
    table = _placed(_graded(table, listed, options), "qrels", options)
    start, end = table.spans(run=False)
    element, tree, topic = table.text("element"), table.text("tree"), table.text("topic")
    doc, assessor = used_names(table.text("doc")), table.text("assessor")
    grade, e, s = (table.real(name) for name in ("grade", "e", "s"))
    placed = (start != -1) | (end != -1) | (element.codes >= 0) | (tree.codes >= 0)
    if options.missing != "error" or table.unplaced("qrels") is None:  # else they were named above
        _check_graded(table, ~placed & np.isnan(grade) & np.isnan(e) & (doc.codes >= 0), doc)
    bep, length = table.whole("bep"), table.whole("length")
    if not table.in_memory:
        lines, problems = table.lines, table.problems
        check_numbers_agree("lengths", length, (doc,), lines, problems)
        check_numbers_agree("best entry points", bep, (doc, topic, assessor), lines, problems)
    table.problems.refuse()
    if scale is None and not np.isnan(s).all():
        scale = "share" if "s" in table.decimal else "grade"
    return Qrels(
        **text_columns(topic=topic, doc=doc, element=element, tree=tree, assessor=assessor),
        start=start,
        end=end,
        grade=grade,
        e=e,
        s=s,
        scale=scale,
        bep=bep,
        length=length,
        extra=table.extra,
        notes=(
            *table.notes,
            *(() if table.in_memory else fractions(grade)),
            *other_lengths(table.extra, start, end, table.lines.words),
        ),
        **_provenance(table, options),
    )


def graded_documents(table: Table, *, lenient: bool) -> Qrels:
    """Build assessments of whole documents from topics, documents and grades.

    A document judged twice for a topic is an error or, leniently, has its largest grade.
    """
    notes = Notes(table.notes)
    if lenient:
        table.problems.refuse()
        repeats, first = repeated_pairs(table.text("topic").codes, table.text("doc").codes)
        np.maximum.at(table.real("grade"), first, table.real("grade")[repeats])
        table = table.taken(np.delete(np.arange(table.size), repeats)) if repeats.size else table
        n_twice = distinct(first).size
        notes.add("{n:document} judged twice, the largest grade taken", n=n_twice)
    else:
        hint = "Use --lenient to take the largest grade"
        topics, docs = table.text("topic"), table.text("doc")
        check_judged_once(topics, docs, table.lines, table.problems, hint)
    notes.extend(fractions(table.real("grade")))
    return Qrels(
        **text_columns(topic=table.text("topic"), doc=table.text("doc")),
        grade=table.real("grade"),
        source=table.source.name,
        notes=tuple(notes),
        format=table.format,
        lines=table.lines,
    )


def fractions(grades: NDArray[np.float64]) -> Notes:
    """Note how many grades have decimals."""
    notes = Notes()
    template = "{n:grade} {n:is not a whole number|are not whole numbers}"
    present = grades[~np.isnan(grades)]
    notes.add(template, n=int(np.count_nonzero(present != np.trunc(present))))
    return notes


def _graded(table: Table, listed: Flags, options: TableOptions) -> Table:
    """Grade rows that only name a part: it is relevant; those with a document need an inventory."""
    if "id" not in table.extra or "e" in table.reals:
        return table
    named = listed & (table.text("doc").codes >= 0)
    if options.inventory is not None:
        named = ~is_empty(table.extra["id"])
    bare = table.unplaced("qrels")
    return table.graded(named if bare is None else named & bare)


def _check_judged(table: Table, options: TableOptions) -> None:
    """Raise an error about a run that is given as assessments."""
    ranked = [name for name in ("score", "rank") if name in our_names(table.extra)]
    if not ranked or table.reals.keys() & {"grade", "e", "s"} or options.forced:
        return
    problem = f"has the column {ranked[0]} and no grade: a run, not assessments"
    if table.in_memory:
        raise TableError(None, f"{problem}. Use grade for what was judged")
    hint = f"Use --format-qrels {table.format} to read it as assessments"
    raise table.source.error(None, f"{problem} (QRELS come first)", hint)


def _check_graded(table: Table, bare: Flags, doc: Coded) -> None:
    """Note judged documents of which nothing is said, or only a quote without texts."""
    if not bare.any():
        return
    row = int(np.argmax(bare))
    document, nothing = f"document {doc.names[doc.codes[row]]}", "neither a grade nor a span or "
    if table.in_memory:
        raise TableError(table.lines.of(row), f"{document} has {nothing}element")
    many = plural(int(bare.sum()), "row", "has", "have")
    hint = "; partwise locate turns its column text into places" if "text" in table.extra else ""
    first = f"(first: {table.lines.words(row)}, {document})"
    table.problems.add(None, f"{many} {nothing}element {first}{hint}")


# -- documents and parts -----------------------------------------------------------------------


def lengths_of(table: Table) -> Lengths:
    """Build lengths; rows of a file that repeat a document must agree."""
    table.need("doc", "length")
    table.problems.refuse()
    doc, length = table.text("doc"), table.whole("length")
    if table.in_memory:
        repeated = first_of_each([doc.codes]) != np.arange(table.size)
        table.say(repeated, lambda row: f"document {doc.names[doc.codes[row]]} has two lengths")
    else:
        check_numbers_agree("lengths", length, (doc,), table.lines, table.problems)
    table.problems.refuse()
    first = np.empty(len(doc.names), np.int64)
    first[doc.codes[::-1]] = length[::-1]
    return Lengths(doc.names, first, table.source.name, table.notes)


def inventory_of(table: Table, options: TableOptions) -> Inventory:
    """Build an inventory."""
    table.need("doc")
    table = _placed(table, "inventory", options)
    start, end = table.spans(run=True)
    table.problems.refuse()
    tokens, size = (table.whole(name) for name in ("tokens", "size"))
    return Inventory(
        **text_columns(doc=used_names(table.text("doc")), element=table.text("element")),
        start=start,
        end=end,
        tokens=None if (tokens < 0).all() else tokens,
        size=None if (size < 0).all() else size,
        source=table.source.name,
        id=table.extra.get("id"),
        text=table.extra.get("text") if "id" in table.extra else None,
        notes=table.notes,
        lines=None if table.in_memory else table.lines,
    )


# -- rules of rows -----------------------------------------------------------------------------


def _without_bare_topics(
    table: Table, others: Iterable[str], option: Literal["answered", "judged"]
) -> Table:
    """Take out the rows that only name a topic: it was answered, or judged, with nothing.

    Such topics and `others` stay in the dictionary of their column. A topic that also has rows is
    noted as a problem.
    """
    judged = option == "judged"
    blank = table.blank("topic", "assessor" if judged else "run")
    topic, others = table.text("topic"), [*others]
    blank &= topic.codes >= 0
    if not blank.any() and not others:
        return table
    first = np.full(len(topic.names), -1)
    filled = np.flatnonzero(~blank & (topic.codes >= 0))[::-1]
    first[topic.codes[filled]] = filled

    def say(code: int) -> str:
        where = table.lines.words(int(first[code]))
        return twice_answered(topic.names[code], where, judged=judged)

    table.say(blank & (first[topic.codes] >= 0), lambda row: say(int(topic.codes[row])))
    index = dict(topic.names.index) if others else {}
    for name in others:
        if not isinstance(name, str) or not name:
            raise TableError(None, f"{option}: {name!r} is not a topic")
        code = index.setdefault(name, len(index))
        if code < first.size and first[code] >= 0:
            raise TableError(None, f"{option}: {say(code).replace(' here', '')}")
    if others:
        table = table.with_text("topic", Coded(topic.codes, Names.of(index)))
    return table.taken(np.flatnonzero(~blank)) if blank.any() else table


def _named_by_id(table: Table, options: TableOptions) -> Table:
    """Use ids as documents in rows that have no other; an inventory may know better."""
    if "id" not in table.extra:
        return table
    doc = table.text("doc")
    bare = doc.codes < 0
    if not bare.any():
        return table
    ids = [name if use else "" for name, use in zip(texts_of(table.extra["id"]), bare, strict=True)]
    table.say(np.array(["\x00" in name for name in ids]), lambda _: "id holds a NUL character")
    table.problems.refuse()
    codes, by_id, names = joined(doc, Coded(*encode(ids, "id", optional=True)))
    table = table.with_text("doc", Coded(np.where(bare, by_id, codes), names))
    count = int((by_id >= 0).sum())
    if options.inventory is not None or not count:
        return table
    return replace(table, notes=(*table.notes, ids_are_documents(count)))


def _placed(table: Table, what: What, options: TableOptions) -> Table:
    """Decide about the rows without a place in a table that has places.

    An inventory decides about rows that have an id.
    """
    bare, missing = table.unplaced(what), options.missing
    if bare is None:
        return table
    if options.inventory is not None and "id" in table.extra and what != "inventory":
        bare &= is_empty(table.extra["id"])
    if what == "qrels":  # judged and not relevant: there is nothing to be placed
        bare &= ~(table.real("grade") <= 0)
    count = int(bare.sum())
    if not count:
        return table
    if missing == "error":
        first = np.flatnonzero(bare)[:1]
        table.problems.at_rows(first, table.lines, lambda _: (no_place(count), MISSING_HINT))
        return table
    moved = 0
    if missing == "skip":
        if what == "run":
            moved = moved_up(table.text("topic").codes, _order(table), bare)
        table = table.taken(np.flatnonzero(~bare))
    elif what == "qrels" and "e" not in table.reals:
        table = table.graded(bare)
    return replace(table, notes=(*table.notes, missing_note(count, missing, moved)))


def _order(table: Table) -> list[NDArray[Any]]:
    """Keys of the order in which the rows of a run stand, the most important first."""
    keys: list[NDArray[Any]] = [-table.reals["score"]] if "score" in table.reals else []
    if "rank" in table.wholes:
        keys.append(table.wholes["rank"])
    elif not keys and "distance" in table.reals:
        keys.append(table.reals["distance"])
    return keys
