"""Gains of a reader who reads a document in an order guided by the parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from partwise._typing import Ints, Reals
from partwise.gains.documents import DocumentGain, Labelled, lengths_of_hits
from partwise.kernels.intervals import lay_out, merge
from partwise.kernels.ranked import ratio
from partwise.kernels.reading import (
    DocumentTexts,
    ReadingOrder,
    ReadingPath,
    interruptions,
    mean_precision,
    reading_path,
    relevant_in_first,
    relevant_until_intolerable,
)
from partwise.language.component import param, register

if TYPE_CHECKING:
    from partwise.geometry.view import View

ORDERS: tuple[ReadingOrder, ...] = ("natural", "worst", "document", "entry")
ORDER = param("natural", choices=ORDERS, about="The reading order, as in aveChP.")
PART = param(
    0,
    low=0,
    about=(
        "Characters of effort before each stretch of retrieved text that is begun; with "
        "``order=entry`` once, at the entry."
    ),
)
JUMP = param(
    0,
    low=0,
    about=(
        "Characters of effort wherever the next character read does not follow the last one; "
        "opening the document is no jump."
    ),
)


class PartReader(Labelled, Protocol):
    """Reading order and costs of a reader who starts from the parts of a document."""

    order: ReadingOrder
    part: int
    jump: int


def reading_paths(view: View, reader: PartReader) -> ReadingPath:
    """Return the reading path of each relevant document; computed once per view and order."""
    view.assessments.n_relevant_in(view.relevant_documents.pair, reader.label())
    length, order = lengths_of_hits(view, reader), reader.order
    path = view.memo(("way", order), lambda: reading_path(_texts(view, order, length), order))
    if not (reader.part or reader.jump):
        return path
    extra = view.memo(
        ("interruptions", order), lambda: interruptions(_texts(view, order, length), order)
    )
    return path.costing(extra, reader.part, reader.jump)


def _texts(view: View, order: ReadingOrder, length: Ints) -> DocumentTexts:
    """Texts of the retrieved relevant documents on one axis."""
    origin = lay_out(length)[:-1]
    start, end, owner = view.assessments.spans_of(view.relevant_documents.pair)
    relevant = (start + origin[owner], end + origin[owner])
    nothing = np.empty(0, np.int64)
    retrieved = (nothing, nothing)
    if order == "entry":
        retrieved = _from_entry(view, origin, length)
    elif order != "document":
        retrieved = view.memo("retrieved text", lambda: _retrieved(view, origin, length))
    return DocumentTexts(origin, length, retrieved, relevant)


def _retrieved(view: View, origin: Ints, length: Ints) -> tuple[Ints, Ints]:
    """Merge the retrieved text of relevant documents, each character once."""
    hit = np.full(view.documents.doc.size, -1, np.int64)
    hit[view.retrieval.hit_document] = np.arange(len(view.relevant_documents))
    document = hit[view.parts.document]
    inside = np.flatnonzero(document >= 0)
    base, size = origin[document[inside]], length[document[inside]]
    start, end = (
        np.minimum(position[inside], size) for position in (view.parts.start, view.parts.end)
    )
    return merge(start + base, end + base)


def _from_entry(view: View, origin: Ints, length: Ints) -> tuple[Ints, Ints]:
    """Text from the start of each document's highest-ranked part to its end."""
    entry = view.parts.start[view.documents.first[view.retrieval.hit_document]]
    inside = np.flatnonzero(entry < length)
    return origin[inside] + entry[inside], origin[inside] + length[inside]


@register()
class aveChP(DocumentGain):
    r"""Average character precision along the reading order.

    .. math::

        S(d) = \frac{1}{|rel(d)|} \sum_{c \in rel(d)}
               \frac{\text{relevant characters read up to } c}{\text{characters read up to } c}

    Notes
    -----
    Reaches 1 for a perfect answer where parts and jumps cost nothing. What they cost is put
    into the reading as characters that are not relevant. Computed in closed form per
    relevant stretch, never character by character.

    References
    ----------
    Arvola, Kekäläinen and Junkkari (2010), section 4.1.
    """

    order: ReadingOrder = param(
        "natural",
        choices=ORDERS,
        about=(
            "What is read after the retrieved text: the rest from the beginning; the rest with "
            "its relevant text last; or simply the whole document from the beginning. ``entry`` "
            "reads from the start of the highest-ranked part to the end of the document, then "
            "from its beginning."
        ),
    )
    part: int = PART
    jump: int = JUMP

    def gains(self, view: View) -> Reals:
        """Average character precision of each document."""
        walked = reading_paths(view, self)
        return mean_precision(
            walked, view.assessments.n_relevant_in(view.relevant_documents.pair, self.label())
        )


@register()
class ChP(DocumentGain):
    r"""Precision of the first characters read.

    .. math:: S(d) = \frac{\text{relevant among the first } \min(n, |d|)}{\min(n, |d|)}

    Notes
    -----
    A perfect answer earns min(n, \|rel\|) / min(n, \|d\|), which may be below 1.

    References
    ----------
    Arvola, Kekäläinen and Junkkari (2010), section 4.1 (ChP@n).
    """

    n: int = param(600, low=1, about="Characters read.")
    order: ReadingOrder = ORDER
    part: int = PART
    jump: int = JUMP

    def gains(self, view: View) -> Reals:
        """Precision of each document's beginning."""
        walked = reading_paths(view, self)
        return ratio(relevant_in_first(walked, self.n), np.minimum(walked.size, self.n))


class ToleranceToIrrelevance(DocumentGain):
    """Reading that stops right after the n-th character that is not relevant.

    References
    ----------
    Arvola, Kekäläinen and Junkkari (2010), section 4.1 (tolerance to irrelevance).
    """

    n: int = param(300, low=1, about="Irrelevant characters read before the reader gives up.")
    order: ReadingOrder = ORDER
    part: int = PART
    jump: int = JUMP

    def counts(self, view: View) -> tuple[Ints, Ints, Ints]:
        """Relevant characters read, all characters read, relevant characters of each document."""
        walked = reading_paths(view, self)
        relevant = view.assessments.n_relevant_in(view.relevant_documents.pair, self.label())
        hit = relevant_until_intolerable(walked, self.n)
        missed = np.minimum(walked.size - relevant, self.n)
        return hit, hit + missed, relevant


@register()
class T2IP(ToleranceToIrrelevance):
    r"""Precision of what is read until tired of irrelevant text.

    .. math:: S(d) = \frac{|read \cap rel(d)|}{|read|}

    Reading stops right after the n-th character that is not relevant, or at the end.

    Notes
    -----
    A perfect answer earns \|rel\| / (\|rel\| + min(n, \|d\| - \|rel\|)).
    """

    def gains(self, view: View) -> Reals:
        """Precision of each document."""
        hit, n_read, _ = self.counts(view)
        return ratio(hit, n_read)


@register()
class T2IR(ToleranceToIrrelevance):
    r"""Recall of what is read until tired of irrelevant text.

    .. math:: S(d) = \frac{|read \cap rel(d)|}{|rel(d)|}
    """

    def gains(self, view: View) -> Reals:
        """Recall of each document."""
        hit, _, relevant = self.counts(view)
        return ratio(hit, relevant)


@register()
class T2IF(ToleranceToIrrelevance):
    r"""F of what is read until tired of irrelevant text.

    .. math::

        S(d) = \frac{(1+\beta^2)\,|read \cap rel(d)|}{\beta^2\,|rel(d)| + |read|}

    Notes
    -----
    Over characters *read*, not characters retrieved. A perfect answer earns
    (1+b²)\|rel\| / ((1+b²)\|rel\| + min(n, \|d\| - \|rel\|)).
    """

    beta: float = param(1.0, above=0, about="Below 1 favours precision.")

    def gains(self, view: View) -> Reals:
        """F of each document."""
        hit, n_read, relevant = self.counts(view)
        square = self.beta**2
        return ratio((1 + square) * hit, square * relevant + n_read)
