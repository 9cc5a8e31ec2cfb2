"""Documents of the texts by the names that tables give them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from partwise._typing import Ints
from partwise.errors import UsageError, quote
from partwise.kernels.text.near import near
from partwise.messages import plural
from partwise.spelling import spelt
from partwise.tables.doc_ids import REMEDIES, DocIds, reduced
from partwise.tables.texts import Text
from partwise.texts.seeds import ANYWHERE

_DIGITS = re.compile("[0-9]+")

UNKNOWN = -2
"""Stands for a document that is not in the texts."""


class Documents:
    """Numbers of the documents of the texts.

    Parameters
    ----------
    texts : mapping of str to Text
        The documents, by name.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        What of a name is compared.
    """

    def __init__(self, texts: Mapping[str, Text], doc_ids: DocIds | None = None) -> None:
        self.names = list(texts)
        self._how: DocIds = doc_ids or "exact"
        self._number: dict[str, int] = {}
        for number, name in enumerate(self.names):
            before = self._number.setdefault(reduced(name, self._how), number)
            if before != number:
                one, other = quote(self.names[before]), quote(name)
                option = spelt(f"--doc-ids {self._how}")
                raise UsageError(f"{option} makes two texts one: {one} and {other}")

    def numbers(self, names: Sequence[str]) -> Ints:
        """Return the number of each document, `ANYWHERE` for an empty name, else `UNKNOWN`."""
        known = {name: self._of(name) for name in dict.fromkeys(names)}
        return np.array([known[name] for name in names], np.int64)

    def _of(self, name: str) -> int:
        if not name:
            return ANYWHERE
        return self._number.get(reduced(name, self._how), UNKNOWN)

    def absent(self, name: str, rows: int) -> str:
        """Word a document that is not in the texts (E40)."""
        return absent_document(name, rows, self.names)


def absent_document(name: str, rows: int, known: Sequence[str]) -> str:
    """Word a document that is not in the texts (E40)."""
    held = plural(len(known), "document")
    example = f", e.g. {known[0]}" if known else ""
    said = f"document {name} is not in the texts ({plural(rows, 'row')}; the texts hold {held}"
    for how in REMEDIES:
        if reduced(name, how) in {reduced(other, how) for other in known}:
            return f"{said}{example}). Did you mean {spelt(f'--doc-ids {how}')}?"
    meant = _near(name, known)
    return f"{said}{example})" + (f". Did you mean {' or '.join(meant)}?" if meant else "")


def _near(name: str, known: Sequence[str]) -> list[str]:
    """Return names that may have been meant; another number is another document."""
    numbers = _DIGITS.findall(name)
    return near(name, (other for other in known if _DIGITS.findall(other) == numbers))
