"""Gains of a reader from a retrieved document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol

import numpy as np

from partwise._typing import Ints, Reals
from partwise.errors import MissingLengthError, PartwiseError
from partwise.kernels.ranked import ratio
from partwise.language.component import Component, param, register
from partwise.tables.columns import first

if TYPE_CHECKING:
    from partwise.geometry.view import View


ReadFrom = Literal["natural", "document"]
ORDER = param(
    "natural",
    choices=("natural", "document"),
    about="What is read: the retrieved parts, or the whole document, as a baseline.",
)


class Labelled(Protocol):
    """Whatever has a name for messages."""

    @classmethod
    def label(cls) -> str:
        """Name of the component."""


class DocumentGain(Component):
    """A score in [0, 1] for a retrieved document and its parts.

    A document that is not relevant always earns 0, so a gain is asked for
    relevant documents only.
    """

    noun: ClassVar[str] = "a document score"
    inside: ClassVar[str] = "AgP({0}), gP({0})@10"

    def of_hits(self, view: View) -> Reals:
        """Gain of each of `view.relevant_documents`, computed once per view."""
        return view.memo(("gain", self), lambda: self.gains(view))

    def gains(self, view: View) -> Reals:
        """Compute the gain of each retrieved relevant document."""
        raise PartwiseError(f"{self.label()} does not define gains()")


@dataclass(frozen=True)
class Coverage:
    """Characters of retrieved relevant documents."""

    hit: Ints
    """Relevant and retrieved."""
    retrieved: Ints
    """Retrieved; each character once, however many parts show it."""
    relevant: Ints
    """Relevant."""


def coverage(view: View, gain: DocumentGain, order: ReadFrom) -> Coverage:
    """Count the characters that precision and recall of a document are made of."""
    relevant = view.assessments.n_relevant_in(view.relevant_documents.pair, gain.label())
    if order == "document":
        return Coverage(relevant, lengths_of_hits(view, gain), relevant)
    seen = view.parts.seen(gain.label())
    hit = view.memo("hit characters", lambda: _by_hit(view, seen.fresh_relevant))
    retrieved = view.memo("retrieved characters", lambda: _by_hit(view, view.parts.fresh))
    return Coverage(hit, retrieved, relevant)


def lengths_of_hits(view: View, reader: Labelled) -> Ints:
    """Length of each retrieved relevant document; MissingLengthError where it is not known."""
    length = view.assessments.length[view.relevant_documents.pair]
    if (hit := first(length < 0)) is not None:
        row = int(view.rows[view.documents.first[view.retrieval.hit_document[hit]]])
        raise MissingLengthError(row, view.retrieval.document_name(row), reader.label())
    return length


def _by_hit(view: View, x: Ints) -> Ints:
    total = np.zeros(view.documents.doc.size, np.int64)
    np.add.at(total, view.parts.document, x)
    return total[view.retrieval.hit_document]


class CoverageGain(DocumentGain):
    """A score of the characters that the parts of a document show together, or all of it.

    A subclass declares `order`, behind parameters of its own.
    """

    def gains(self, view: View) -> Reals:
        """Compute the score of each document from its characters."""
        order: ReadFrom = vars(self)["order"]  # declared here it would be the first parameter
        return self.share(coverage(view, self, order))

    def share(self, text: Coverage) -> Reals:
        """Return the score of documents whose characters are counted."""
        raise PartwiseError(f"{self.label()} does not define share()")


@register()
class Rel(DocumentGain):
    r"""Whether the document is relevant.

    .. math:: S(d) = 1 \text{ if } rel(d) \neq \emptyset, \text{ else } 0

    References
    ----------
    With it, the in-context measures become those of document retrieval.
    """

    def gains(self, view: View) -> Reals:
        """Earn 1 for each relevant document."""
        return np.ones(len(view.relevant_documents))


@register()
class DocP(CoverageGain):
    r"""Precision inside the document.

    .. math:: S(d) = \frac{|rel(d) \cap ret(d)|}{|ret(d)|}

    References
    ----------
    Pehcevski and Thom (2007), equation 1; over sets of characters as in Arvola,
    Kekäläinen and Junkkari (2010), so that repeated text costs nothing extra.
    """

    order: ReadFrom = ORDER

    def share(self, text: Coverage) -> Reals:
        """Share of the retrieved text that is relevant."""
        return ratio(text.hit, text.retrieved)


@register()
class DocR(CoverageGain):
    r"""Recall inside the document.

    .. math:: S(d) = \frac{|rel(d) \cap ret(d)|}{|rel(d)|}

    References
    ----------
    Pehcevski and Thom (2007), equation 2; over sets of characters.
    """

    order: ReadFrom = ORDER

    def share(self, text: Coverage) -> Reals:
        """Share of the relevant text that is retrieved."""
        return ratio(text.hit, text.relevant)


@register()
class F(CoverageGain):
    r"""F of precision and recall inside the document.

    .. math::

        S(d) = \frac{(1+\beta^2)\,|rel(d) \cap ret(d)|}{\beta^2\,|rel(d)| + |ret(d)|}

    References
    ----------
    Pehcevski and Thom (2007), equation 3 (beta = 1). Arvola, Kekäläinen and Junkkari
    (2010) call the parameter alpha.
    """

    beta: float = param(1.0, above=0, about="Below 1 favours precision; INEX 2008 used 0.25.")
    order: ReadFrom = ORDER

    def share(self, text: Coverage) -> Reals:
        """F of each document."""
        square = self.beta**2
        return ratio((1 + square) * text.hit, square * text.relevant + text.retrieved)


@register()
class BEP(DocumentGain):
    r"""Nearness of the entry point to the best entry point.

    .. math:: S(d) = \max\left(0, \frac{n - |entry(d) - bep(d)|}{n}\right)

    The entry is where the document's highest-ranked part starts (0 for a whole
    document); an entry past the end counts as the end.

    Notes
    -----
    A relevant document without an assessed best entry point: its first relevant
    character stands in, with a note, unless ``missing=zero``.

    References
    ----------
    Best in Context task, INEX 2006 to 2009. The default of `n` is not given in
    the papers; always print it with the measure's name.
    """

    n: int = param(
        500, low=1, spelled=True, about="Distance in characters from which nothing is earned."
    )

    missing: Literal["first", "zero"] = param(
        "first",
        choices=("first", "zero"),
        about="A relevant document without a best entry point: its first relevant character "
        "stands in, or it earns nothing, as in inex_eval.",
    )

    def gains(self, view: View) -> Reals:
        """Nearness of each document's first part."""
        judged, pair = view.assessments, view.relevant_documents.pair
        entry = view.parts.start[view.documents.first[view.retrieval.hit_document]]
        stands_in = self.missing == "first"
        best = judged.entry_points()[pair] if stands_in else judged.judged_documents.bep[pair]
        gain: Reals = np.maximum(self.n - np.abs(entry - best), 0) / self.n
        return np.where(best < 0, 0.0, gain)
