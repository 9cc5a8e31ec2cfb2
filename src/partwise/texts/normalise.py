"""Texts in normal form: their letters, document after document, with the way back.

Small documents are put together and large ones are read a piece at a time, so that neither a
million documents nor one of a gigabyte costs more than its letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.text.letters import SEPARATOR, LetterTable, narrow
from partwise.texts.markup import markup_mask

PIECE = 1 << 19
"""Characters read at a time."""


@dataclass
class Block:
    """Some documents that follow each other, in normal form.

    Parameters
    ----------
    docs : range
        Numbers of the documents.
    codes : array
        Their letters, with `SEPARATOR` between two documents.
    edges : array of uint8
        One bit a code: a word begins there.
    first, last : arrays
        Where the letters of each document begin and end in `codes`.
    pieces : array
        Letters before each piece of `PIECE` characters of a large document.
    """

    docs: range
    codes: NDArray[Any]
    edges: NDArray[np.uint8]
    first: Ints
    last: Ints
    pieces: Ints

    def spans(self) -> Ints:
        """Codes of each document, with the separator after it."""
        return np.diff(np.append(self.first, self.codes.size))


class Shelf:
    """The letters of documents, as if all stood in one row with gaps between documents.

    Parameters
    ----------
    names : sequence of str
        Documents, in order.
    texts : mapping of str to str
        Their texts.
    table : LetterTable
        Looks up letters.
    without_markup : bool
        Leave out link targets, tags and entities.

    Attributes
    ----------
    base : array
        Where each block begins in the row.
    first, last : arrays
        Where the letters of each document begin and end in the row.
    """

    def __init__(
        self,
        names: Sequence[str],
        texts: Mapping[str, str],
        table: LetterTable,
        *,
        without_markup: bool = False,
    ) -> None:
        self.names, self.table, self._texts = names, table, texts
        self._without_markup = without_markup
        self.blocks = [self._block(docs) for docs in self._groups()]
        self.base = np.cumsum([0, *(block.codes.size + 1 for block in self.blocks)])[:-1]
        pairs = list(zip(self.base, self.blocks, strict=True))
        nothing = [np.empty(0, np.int64)]
        self.first = np.concatenate([base + block.first for base, block in pairs] or nothing)
        self.last = np.concatenate([base + block.last for base, block in pairs] or nothing)

    def text(self, doc: int) -> str:
        """Return the text of a document."""
        return self._texts[self.names[doc]]

    def letters(self, text: str) -> tuple[Ints, Ints]:
        """Return the letters of any text in this form, and the character each comes from."""
        return self.table.of(text, markup_mask(text) if self._without_markup else None)

    def _groups(self) -> Iterator[range]:
        """Put documents together until they have `PIECE` characters."""
        begin, size = 0, 0
        for doc in range(len(self.names)):
            length = len(self.text(doc))
            if doc > begin and size + length > PIECE:
                yield range(begin, doc)
                begin, size = doc, 0
            size += length
        if begin < len(self.names):
            yield range(begin, len(self.names))

    def _block(self, docs: range) -> Block:
        codes: list[NDArray[Any]] = []
        edges: list[NDArray[np.bool_]] = []
        pieces, before = [0], -2
        for letters, source in self._pieces(docs):
            codes.append(narrow(letters))
            edges.append(np.diff(source, prepend=before) > 1)
            pieces.append(pieces[-1] + letters.size)
            before = int(source[-1]) if source.size else before
        if len(docs) > 1:
            border = np.cumsum([len(self.text(doc)) for doc in docs])
            last = np.searchsorted(source, border)
            first = np.concatenate(([0], last[:-1]))
            edges[0][first[first < source.size]] = True
            codes = [np.insert(codes[0], last[:-1], SEPARATOR)]
            edges = [np.insert(edges[0], last[:-1], True)]
        else:
            first, last = np.array([0]), np.array([pieces[-1]])
        shift = np.arange(len(docs))
        bits = np.packbits(np.concatenate(edges))
        return Block(
            docs, np.concatenate(codes), bits, first + shift, last + shift, np.array(pieces)
        )

    def _pieces(self, docs: range, wanted: set[int] | None = None) -> Iterator[tuple[Ints, Ints]]:
        """Yield letters and the characters they come from, a piece at a time.

        Several documents are one piece, however many characters they have.
        """
        text = self.text(docs[0]) if len(docs) == 1 else "".join(map(self.text, docs))
        mask = None
        if self._without_markup:
            mask = np.concatenate([markup_mask(self.text(doc)) for doc in docs])
        size = PIECE if len(docs) == 1 else max(len(text), 1)
        for number, at in enumerate(range(0, max(len(text), 1), size)):
            if wanted is None or number in wanted:
                left_out = None if mask is None else mask[at : at + size]
                letters, source = self.table.of(text[at : at + size], left_out)
                yield letters, source + at

    def doc_of(self, at: Ints) -> Ints:
        """Return the document at each place of the row."""
        return np.searchsorted(self.first, at, side="right") - 1

    def codes(self, low: int, high: int) -> NDArray[Any]:
        """Return the letters between two places of one document."""
        block = int(np.searchsorted(self.base, low, side="right")) - 1
        base = int(self.base[block])
        return self.blocks[block].codes[low - base : high - base]

    def edge(self, at: Ints) -> NDArray[np.bool_]:
        """Tell where a word or a document begins or ends before a letter of the row."""
        found = np.ones(at.size, bool)
        number = np.searchsorted(self.base, at, side="right") - 1
        for block in np.unique(number).tolist():
            rows = np.flatnonzero(number == block)
            place, bits = at[rows] - self.base[block], self.blocks[block].edges
            inside = place < self.blocks[block].codes.size
            rows, place = rows[inside], place[inside]
            found[rows] = bits[place >> 3] >> (7 - (place & 7)) & 1
        return found

    def source(self, at: Ints) -> Ints:
        """Return the character of its document from which each letter of the row comes.

        Letters are worked out again for the pieces that hold them: O(piece) each.
        """
        found = np.empty(at.size, np.int64)
        number = np.searchsorted(self.base, at, side="right") - 1
        for which in np.unique(number).tolist():
            block, rows = self.blocks[which], np.flatnonzero(number == which)
            place = at[rows] - self.base[which]
            doc = np.searchsorted(block.first, place, side="right") - 1
            place -= doc  # separators are no letters
            piece = np.searchsorted(block.pieces, place, side="right") - 1
            wanted = np.unique(piece).tolist()
            for one, (_, source) in zip(wanted, self._pieces(block.docs, set(wanted)), strict=True):
                here = piece == one
                found[rows[here]] = source[place[here] - block.pieces[one]]
            if len(block.docs) > 1:
                length = np.array([len(self.text(one)) for one in block.docs])
                found[rows] -= (np.cumsum(length) - length)[doc]
        return found
