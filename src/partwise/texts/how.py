"""How quotes are located: the options of `locate` and of all that reads quotes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from partwise.errors import UsageError
from partwise.files.options import STRICT, Trust
from partwise.files.units import Unit, check_unit
from partwise.tables.doc_ids import DocIds, check_doc_ids

LOOSE = 0.30
"""Errors that are allowed where a user asks for it, as a share of the letters."""

As = Literal["qrels", "run", "chunks"]
Omission = Literal["pieces", "cover", "literal"]
Ambiguous = Literal["keep", "first", "all"]


@dataclass(frozen=True)
class How:
    """How quotes are located.

    Parameters
    ----------
    ambiguous : {'keep', 'first', 'all'}
        What becomes of quotes with several places.
    max_errors : float
        Most errors, as a share of a quote's letters.
    ordered : bool, optional
        The rows of a document are the chunks of one splitter call. Default: for chunks.
    overlap : int, optional
        Characters that neighbouring chunks share at most.
    unit : {'codepoint', 'utf16', 'byte'}, optional
        What given offsets count.
    trust : {'text', 'offsets'}
        What is right where given offsets do not fit their text.
    ellipsis : {'pieces', 'cover', 'literal'}, optional
        What becomes of quotes with omissions. Default: cover for runs, else pieces.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        What of a document's name is compared.
    kind : {'qrels', 'run', 'chunks'}, optional
        What the rows are; by default their columns say it.
    bare : bool
        Pass on rows that have neither a quote nor a place.
    convert : bool
        Convert offsets that have no text to code points, too.
    """

    ambiguous: Ambiguous = "keep"
    max_errors: float = STRICT
    ordered: bool | None = None
    overlap: int | None = None
    unit: Unit | None = None
    trust: Trust = "text"
    ellipsis: Omission | None = None
    doc_ids: DocIds | None = None
    kind: As | None = None
    bare: bool = False
    convert: bool = True

    @classmethod
    def refusing(
        cls,
        ambiguous: Ambiguous | None,
        max_errors: float,
        unit: Unit | None,
        doc_ids: DocIds | None,
    ) -> How:
        """Return how quotes are located where a place is needed: several are refused."""
        _check("ambiguous", ambiguous, (None, "first", "all"))
        chosen = ambiguous or "keep"
        return cls(ambiguous=chosen, max_errors=max_errors, unit=unit, doc_ids=doc_ids)

    def __post_init__(self) -> None:
        check_unit(self.unit)
        check_doc_ids(self.doc_ids)
        _check("ambiguous", self.ambiguous, get_args(Ambiguous))
        _check("trust", self.trust, get_args(Trust))
        _check("ellipsis", self.ellipsis, (None, *get_args(Omission)))
        _check("kind", self.kind, (None, *get_args(As)))
        if not 0 <= self.max_errors < 1:
            raise UsageError(f"max_errors must be from 0 to below 1, not {self.max_errors}")


def _check(name: str, given: object, known: Sequence[object]) -> None:
    if given not in known:
        words = [str(word) for word in known if word is not None]
        raise UsageError(f"{name} must be {', '.join(words[:-1])} or {words[-1]}, not {given!r}")
