"""Notes on a run once the measures have looked at it: repeats, overlap, order and ties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise._typing import Flags, Ints
from partwise.geometry.base import of_every_topic

if TYPE_CHECKING:
    from partwise.geometry.view import View
    from partwise.messages import Note


MOST_RESULTS = 1_500
"""Results a topic that evaluation campaigns accept; more are worth a note."""

DOUBLED = "every part is listed more than once in its topic. Are the rows doubled?"
EMPTY = (
    "{n:part} {n:is|are} empty; {n:it keeps its|they keep their} rank and {n:shows|show} nothing"
)
NO_ELEMENT = (
    "{n:result} {n:is not a single element and scores|are not single elements and score} 0 "
    "in {measures}"
)
ENTRY = (
    "{n:entry point} without text: {n:its document is|their documents are} read from the "
    "beginning (use order=entry to start there)"
)


def run_notes(view: View, measures: Sequence[Any] = ()) -> list[Note]:
    """Everything noticed so far, and what order, repeats and ties mean for these measures."""
    if "parts" in view.__dict__:
        _note_doubled(view)
        _note_overlap(view)
        _note_empty(view)
    if "elements" in view.__dict__:
        scored = [repr(measure) for measure in measures if measure.family == "elements"]
        view.notes.add(NO_ELEMENT, n=view.elements.n_others if scored else 0, measures=scored)
    if any(_by_document(measure) for measure in measures):
        n = view.documents.n_scattered
        view.notes.add(
            "parts of {n:document}, counted topic by topic, are not contiguous; each document is "
            "ranked at its first part",
            n=n,
        )
        _note_repeated(view)
    long = int((view.ranking.length > MOST_RESULTS).sum())
    view.notes.add(
        f"{{n:topic}} {{n:has|have}} more than {MOST_RESULTS:,} results; all count", n=long
    )
    note_ties(view, measures)
    return view.notes.of(view.retrieved.name)


def of_task(task: str | None, notes: Iterable[str]) -> tuple[str, ...]:
    """Leave out what is said of parts without text, where a task asks for entry points."""
    if task != "best-in-context":
        return tuple(notes)
    return tuple(note for note in notes if getattr(note, "template", "") not in (EMPTY, ENTRY))


def _note_overlap(view: View) -> None:
    parts = view.parts
    if "fresh_by_place" in parts.__dict__:
        overlapping = int((parts.fresh_by_place < parts.end - parts.start).sum())
        template = "{n:part} {n:overlaps|overlap} earlier parts (text already seen earns nothing)"
        view.notes.add(template, n=overlapping)


def _note_doubled(view: View) -> None:
    parts = view.parts
    doubled, total = parts.n_doubled, int((parts.count > 0).sum())
    view.notes.warn(DOUBLED, **of_every_topic(doubled, total))


def _note_empty(view: View) -> None:
    """Count parts without text; an entry point is what measures of entry points ask for."""
    parts = view.parts
    if not ({"fresh_by_place", "_size"} & parts.__dict__.keys() or view.reads_from_the_beginning):
        return  # nobody asked for the text of the parts, only for where they start
    empty = (parts.start == parts.end) & ~parts.endless
    n_entries = 0
    if view.reads_from_the_beginning:
        has_text = np.zeros(view.documents.doc.size, np.bool_)
        has_text[parts.document[~empty]] = True
        n_entries = int((empty & ~has_text[parts.document]).sum())
    view.notes.add(ENTRY, n=n_entries)
    if "fresh_by_place" in parts.__dict__:
        view.notes.add(EMPTY, n=int(empty.sum()) - n_entries)


def _note_repeated(view: View) -> None:
    """Count whole documents that a topic lists again; passages are told by their text."""
    whole = view.documents.of_place[view.run.whole[view.rows]]
    listed = np.zeros(view.documents.doc.size, np.bool_)
    listed[whole] = True
    repeated = whole.size - np.count_nonzero(listed)
    view.notes.add(
        "{n:result} {n:lists|list} a document again; it counts at its first rank", n=repeated
    )


def _by_document(measure: Any) -> bool:
    """Return True for a measure that ranks documents, so that their parts are gathered."""
    return getattr(measure, "counts", "parts") == "documents"


# -- tied scores -----------------------------------------------------------------------------------


def note_ties(view: View, measures: Iterable[Any]) -> None:
    """Count ties, say what broke them, and name the topics where one spans a cutoff."""
    n_tied, n_left, across = _counts(view)
    if not n_tied:
        return
    what = "score" if view.retrieved.has_scores else "rank"
    # the column rank decides before anything else
    how = "{ranked:??rank{left:??, then |}|}"
    how += "{left:?{across:?document id (descending), then |}position|}"
    counts = {"left": n_left, "ranked": n_tied - n_left, "across": across}
    view.notes.add(f"{{n:tied {what}}}; ties broken by {how}", n=n_tied, **counts)
    measures = list(measures)
    sharing = [repr(measure) for measure in measures if getattr(measure, "ties", "") == "expected"]
    if sharing and view.retrieval.shares_rank.any():
        view.notes.add("{measures}: tied results share a rank", measures=sharing)
    cutoffs: dict[int, set[bool]] = {}
    for measure in measures:
        if isinstance(depth := measure.cutoff, int):
            by_document = getattr(measure, "counts", "parts") == "documents"
            cutoffs.setdefault(depth, set()).add(by_document)
    for depth, kinds in sorted(cutoffs.items()):
        split = np.zeros(view.n_topics, bool)
        for by_document in kinds:
            split |= _spanned(view, depth, by_document=by_document)
        names = [view.assessments.topics[topic] for topic in np.flatnonzero(split).tolist()]
        template = "a tie spans the {cutoffs:cutoff} in {topics:topic}"
        view.notes.add(template, n=len(names), cutoffs=[str(depth)], topics=names)


def _counts(view: View) -> tuple[int, int, int]:
    """Count tied places, those that no rank tells apart, and those between documents."""
    places = _tied_places(view)
    unbroken = _unbroken(view, places)
    return places.size, unbroken.size, _across_documents(view, unbroken)


def _tied_places(view: View) -> Ints:
    """Places of judged topics that are tied with the place before."""
    listed = view.ranking
    tied = np.flatnonzero(listed.tied)
    topics = np.flatnonzero(listed.end > listed.begin)
    if not tied.size or not topics.size:
        return np.empty(0, np.int64)
    topics = topics[np.argsort(listed.begin[topics])]
    owner = topics[np.searchsorted(listed.begin[topics], tied, side="right") - 1]
    inside = (tied >= listed.begin[owner]) & (tied < listed.end[owner])
    tied, owner = tied[inside], owner[inside]
    return tied[np.argsort(owner, kind="stable")]


def _unbroken(view: View, places: Ints) -> Ints:
    """Tied places that no column of ranks tells apart."""
    return places[view.retrieval.shares_rank[places]]


def _across_documents(view: View, places: Ints) -> int:
    """Count the ties between parts of different documents."""
    doc, rows = view.run.doc, view.ranking.rows
    return int((doc[rows[places]] != doc[rows[places - 1]]).sum())


def _spanned(view: View, depth: int, *, by_document: bool) -> Flags:
    """Topics whose results `depth` and `depth` + 1 are tied, and no rank tells them apart."""
    listed = view.ranking
    tied = view.retrieval.shares_rank
    if by_document:
        offsets = view.documents.offsets
        deep = np.flatnonzero(np.diff(offsets) > depth)
        after = view.documents.first[offsets[deep] + depth]
        before = view.documents.first[offsets[deep] + depth - 1]
        block = np.cumsum(~tied)
        together = block[after] == block[before]
    else:
        deep = np.flatnonzero(listed.length > depth)
        together = tied[listed.begin[deep] + depth]
    out = np.zeros(view.n_topics, bool)
    out[deep[together]] = True
    return out
