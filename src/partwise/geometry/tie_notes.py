"""Notes on tied scores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise._typing import Flags, Ints

if TYPE_CHECKING:
    from partwise.geometry.view import View


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
        words = "a tie spans the {cutoffs:cutoff} in {topics:topic}"
        view.notes.add(words, n=len(names), cutoffs=[str(depth)], topics=names)


def _counts(view: View) -> tuple[int, int, int]:
    """Count tied places, those that no rank tells apart, and those between documents."""
    places = _tied_places(view)
    left = _unbroken(view, places)
    return places.size, left.size, _across_documents(view, left)


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
