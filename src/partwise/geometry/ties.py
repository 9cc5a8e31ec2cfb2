"""Notes on tied scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partwise.messages import list_some, plural

if TYPE_CHECKING:
    from partwise.geometry.view import View


def tie_notes(view: View, measures: Iterable[Any]) -> Iterator[str]:
    """Count ties, and name the topics where one straddles a cutoff of a measure."""
    listed = view.listing
    topics = zip(listed.begin.tolist(), listed.end.tolist(), strict=True)
    count = sum(int(np.count_nonzero(listed.tied[begin:end])) for begin, end in topics)
    if not count:
        return
    what = "rank" if view.run.score is None and not view.run.ranked else "score"
    said = plural(count, "result", "has", "have")
    yield f"{said} the {what} of the one before; ties went by document id, descending"
    measures = list(measures)
    sharing = [repr(measure) for measure in measures if getattr(measure, "ties", "") == "expected"]
    if sharing and view.shares_rank.any():
        yield f"{list_some(sharing, most=4)}: tied results share a rank"
    cutoffs: dict[int, set[bool]] = {}
    for measure in measures:
        if measure.depth is not None:
            by_document = getattr(measure, "counts", "parts") == "documents"
            cutoffs.setdefault(measure.depth, set()).add(by_document)
    for depth, kinds in sorted(cutoffs.items()):
        split = np.zeros(view.n_topics, bool)
        for by_document in kinds:
            split |= _straddled(view, depth, by_document=by_document)
        if split.any():
            names = [view.judged.topics[topic] for topic in np.flatnonzero(split).tolist()]
            word = "topic" if len(names) == 1 else "topics"
            yield f"a tie straddles rank {depth} in {word} {list_some(names)}"


def _straddled(view: View, depth: int, *, by_document: bool) -> NDArray[np.bool_]:
    """Topics whose results `depth` and `depth` + 1 are tied."""
    listed = view.listing
    if by_document and not view.run.ranked:
        offsets = view.documents.offsets
        deep = np.flatnonzero(np.diff(offsets) > depth)
        after = view.documents.first[offsets[deep] + depth]
        before = view.documents.first[offsets[deep] + depth - 1]
        block = np.cumsum(~listed.tied)
        together = block[after] == block[before]
    else:
        deep = np.flatnonzero(listed.length > depth)
        together = listed.tied[listed.begin[deep] + depth]
    out = np.zeros(view.n_topics, bool)
    out[deep[together]] = True
    return out
