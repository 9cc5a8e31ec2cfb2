"""Names of documents that differ in case, folder or suffix only, brought together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any, Literal, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from partwise.errors import FormatError, TableError, UsageError, quote
from partwise.kernels.text.names import encode_names
from partwise.spelling import spelt
from partwise.tables.columns import ABSENT
from partwise.tables.names import Names

DocIds = Literal["exact", "name", "stem", "casefold"]

REMEDIES: dict[DocIds, str] = {
    "casefold": "regardless of case",
    "name": "without folder",
    "stem": "without folder and suffix",
}
"""Ways of comparing names, in the order in which they are tried, with their words."""

T = TypeVar("T", bound=Any)


def check_doc_ids(how: str | None) -> None:
    """Raise UsageError for an unknown way of comparing names."""
    if how is not None and how not in get_args(DocIds):
        *others, last = get_args(DocIds)
        raise UsageError(f"doc_ids must be {', '.join(others)} or {last}, not {how!r}")


def reduced(name: str, how: DocIds) -> str:
    """Return what is compared of a document's name.

    Examples
    --------
    >>> [reduced("corpora/Lamp.md", how) for how in ("casefold", "name", "stem")]
    ['corpora/lamp.md', 'Lamp.md', 'Lamp']
    """
    if how == "exact":
        return name
    if how == "casefold":
        return name.casefold()
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2] or name
    return last if how == "name" else _without_suffix(last)


def _without_suffix(name: str) -> str:
    stem, dot, suffix = name.rpartition(".")
    return stem if dot and stem.strip(".") and suffix else name


class Reduced:
    """The names of a dictionary as one way of comparing sees them.

    Parameters
    ----------
    names : Names
        The names as they are written.
    how : {'exact', 'name', 'stem', 'casefold'}
        What is compared of them.
    """

    def __init__(self, names: Names, how: DocIds) -> None:
        self._written = names
        self.code: NDArray[np.int32]
        blob = names.blob().tobytes()
        if how == "casefold" and blob.isascii():  # all at once: names may be millions
            lower = np.frombuffer(blob.lower(), np.uint8)
            repeated = Names.from_blob(lower, np.cumsum(names.lengths))
            self.code, first = encode_names(repeated.data, repeated.field)
            self.names = repeated.take(first)
            return
        number: dict[str, int] = {}
        codes = [number.setdefault(reduced(name, how), len(number)) for name in names.tolist()]
        self.code = np.array(codes, np.int32)
        self.names = Names.of(number)

    def twins(self) -> tuple[str, str] | None:
        """Two names that have become one, if there are any."""
        if len(self.names) == len(self._written):
            return None
        _, first, inverse = np.unique(self.code, return_index=True, return_inverse=True)
        repeated = int(np.flatnonzero(first[inverse] != np.arange(inverse.size))[0])
        return self._written[int(first[inverse[repeated]])], self._written[repeated]


def codes_under(names: Names, how: DocIds, known: Names) -> NDArray[np.int64]:
    """Code in `known`, which are reduced names, of each name; -1 where it is absent.

    Millions of names may be asked for: those in ASCII are changed to lower case all at once.
    """
    blob, index = names.blob().tobytes(), known.index
    if how == "casefold" and blob.isascii():
        text, ends = blob.decode("ascii").lower(), np.cumsum(names.lengths).tolist()
        codes = (index.get(text[a:b], ABSENT) for a, b in pairwise([0, *ends]))
    else:
        codes = (index.get(reduced(name, how), ABSENT) for name in names.tolist())
    return np.fromiter(codes, np.int64, len(names))


def matched(table: T, how: DocIds | None, *, merging: bool = False) -> T:
    """Return a table whose documents have their reduced names.

    Documents that become one are an error unless `merging`: a run may name a document in
    two ways, but two judged documents must stay two.
    """
    if table is None or how in (None, "exact"):
        return table
    reduction = Reduced(table.docs, how)
    if not merging and (both := reduction.twins()) is not None:
        one, other = map(quote, both)
        problem = f"{spelt(f'--doc-ids {how}')} makes two documents one: {one} and {other}"
        place = getattr(table, "file", None) or table.source
        if place is None:
            raise TableError(None, problem)
        raise FormatError(place, None, problem)
    changed: dict[str, Any] = {"docs": reduction.names}
    if any(field.name == "doc" for field in fields(table)):
        changed["doc"] = np.append(reduction.code, np.int32(ABSENT))[table.doc]
    return replace(table, **changed)


def remedies(names: Iterable[Names]) -> list[DocIds]:
    """Return the ways of comparing that could change anything about these names, in order."""
    blobs = [names.blob().tobytes() for names in names]
    ways: list[DocIds] = []
    plain = all(blob.isascii() and blob == blob.lower() for blob in blobs)
    capital = all(blob.isascii() and blob == blob.upper() for blob in blobs)
    if not plain and not capital:
        ways.append("casefold")
    if any(sign in blob for blob in blobs for sign in (b"/", b"\\")):
        ways.append("name")
    if any(sign in blob for blob in blobs for sign in (b"/", b"\\", b".")):
        ways.append("stem")
    return ways
