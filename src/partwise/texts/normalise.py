"""Texts in normal form: their letters, document after document, with the way back.

Small documents are put together and large ones are read a piece at a time. Letters are kept up
to a limit and worked out again beyond it, so that neither a million documents nor one of a
gigabyte costs memory by its size.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.ragged import distinct
from partwise.kernels.text.letters import SEPARATOR, LetterTable, narrow
from partwise.tables.texts import Text
from partwise.texts.markup import mask_of_piece

PIECE = 1 << 19
"""Characters read at a time."""
KEPT = 128 << 20
"""Bytes of letters that are kept; those of all other pieces are worked out when wanted."""
_RECENT = 16
"""Pieces beyond them that are kept for a while."""


class Letters(NamedTuple):
    """The letters of a piece.

    Parameters
    ----------
    codes : array
        Letters, with `SEPARATOR` between two documents.
    edges : array of uint8
        One bit a code: a word begins there.
    """

    codes: NDArray[Any]
    edges: NDArray[np.uint8]


@dataclass
class Block:
    """Some documents that follow each other: one piece of several small ones, or one large one.

    Parameters
    ----------
    docs : range
        Numbers of the documents.
    first, last : arrays
        Where the letters of each document begin and end in the block.
    pieces : array
        Codes before each piece, and all codes.
    before : array
        Character of the last letter before each piece, -2 where there is none.
    """

    docs: range
    first: Ints
    last: Ints
    pieces: Ints
    before: Ints

    @property
    def size(self) -> int:
        """Codes, separators included."""
        return int(self.pieces[-1])

    def spans(self) -> Ints:
        """Codes of each document, with the separator after it."""
        return np.diff(np.append(self.first, self.size))


class Shelf:
    """The letters of documents, as if all stood in one row with gaps between documents.

    Parameters
    ----------
    names : sequence of str
        Documents, in order.
    texts : mapping of str to Text
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
        texts: Mapping[str, Text],
        table: LetterTable,
        *,
        without_markup: bool = False,
    ) -> None:
        self.names, self.table, self._texts = names, table, texts
        self._without_markup = without_markup
        self._kept: dict[tuple[int, int], Letters] = {}
        self._recent: OrderedDict[tuple[int, int], Letters] = OrderedDict()
        self._room = KEPT
        self.blocks = [self._block(number, docs) for number, docs in enumerate(self._groups())]
        self.base = np.cumsum([0, *(block.size + 1 for block in self.blocks)])[:-1]
        pairs = list(zip(self.base, self.blocks, strict=True))
        nothing = [np.empty(0, np.int64)]
        self.first = np.concatenate([base + block.first for base, block in pairs] or nothing)
        self.last = np.concatenate([base + block.last for base, block in pairs] or nothing)

    def text(self, doc: int) -> Text:
        """Return the text of a document."""
        return self._texts[self.names[doc]]

    def letters(self, text: str) -> tuple[Ints, Ints]:
        """Return the letters of any text in this form, and the character each comes from."""
        return self.table.of(text, self._mask(text, 0, len(text)))

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

    def _block(self, number: int, docs: range) -> Block:
        pieces, before, previous = [0], [], -2
        for nth in range(self._count(docs)):
            codes, source = self._read(docs, nth)
            before.append(previous)
            letters = self._letters(docs, codes, source, previous)
            previous = int(source[-1]) if source.size else previous
            pieces.append(pieces[-1] + letters.codes.size)
            size = letters.codes.nbytes + letters.edges.nbytes
            if size <= self._room:
                self._room -= size
                self._kept[number, nth] = letters
        if len(docs) > 1:
            last = np.searchsorted(source, self._borders(docs))
            first = np.concatenate(([0], last[:-1]))
        else:
            first, last = np.array([0]), np.array([pieces[-1]])
        shift = np.arange(len(docs))
        return Block(docs, first + shift, last + shift, np.array(pieces), np.array(before))

    def _letters(self, docs: range, codes: Ints, source: Ints, previous: int) -> Letters:
        """Lay out the letters of a piece; separators stand between several documents."""
        edges = np.diff(source, prepend=previous) > 1
        narrowed: NDArray[Any] = narrow(codes)
        if len(docs) > 1:
            last = np.searchsorted(source, self._borders(docs))
            first = np.concatenate(([0], last[:-1]))
            edges[first[first < source.size]] = True
            narrowed = np.insert(narrowed, last[:-1], SEPARATOR)
            edges = np.insert(edges, last[:-1], True)
        return Letters(narrowed, np.packbits(edges))

    def _borders(self, docs: range) -> Ints:
        return np.cumsum([len(self.text(doc)) for doc in docs])

    def _count(self, docs: range) -> int:
        """Return of how many pieces some documents are: several together are one."""
        return 1 if len(docs) > 1 else max(-(-len(self.text(docs[0])) // PIECE), 1)

    def _read(self, docs: range, nth: int) -> tuple[Ints, Ints]:
        """Return the letters of a piece and the characters they come from."""
        if len(docs) > 1:
            texts = [self.text(doc)[:] for doc in docs]
            masks = [self._mask(text, 0, len(text)) for text in texts]
            mask = np.concatenate([one for one in masks if one is not None] or [np.empty(0, bool)])
            return self.table.of("".join(texts), mask if self._without_markup else None)
        text, at = self.text(docs[0]), nth * PIECE
        codes, source = self.table.of(text[at : at + PIECE], self._mask(text, at, at + PIECE))
        return codes, source + at

    def _mask(self, text: Text, low: int, high: int) -> NDArray[np.bool_] | None:
        return mask_of_piece(text, low, high) if self._without_markup else None

    def _piece(self, number: int, nth: int) -> Letters:
        """Return the letters of a piece, those read last without work."""
        key = number, nth
        found = self._kept.get(key) or self._recent.get(key)
        if found is None:
            block = self.blocks[number]
            found = self._letters(block.docs, *self._read(block.docs, nth), int(block.before[nth]))
            self._recent[key] = found
            if len(self._recent) > _RECENT:
                self._recent.popitem(last=False)
        return found

    def stretches(self, more: int, doc: int = -1) -> Iterator[tuple[Block, int, NDArray[Any]]]:
        """Yield block, place and letters of each piece, with `more` letters of the next.

        Parameters
        ----------
        more : int
            Letters of the next pieces of the block that are added.
        doc : int
            The only document to be read; -1 reads all.
        """
        numbers = range(len(self.blocks))
        if doc >= 0:
            number = self._number(int(self.first[doc]))
            numbers = range(number, number + 1)
        for number in numbers:
            block, base = self.blocks[number], int(self.base[number])
            low, high = 0, block.size
            if doc >= 0:
                low, high = int(self.first[doc]) - base, int(self.last[doc]) - base
            for nth in range(block.pieces.size - 1):
                begin, end = max(low, int(block.pieces[nth])), min(high, int(block.pieces[nth + 1]))
                if begin < end:
                    codes = self._codes(number, begin, min(end + more, high))
                    yield block, base + begin, codes

    def doc_of(self, at: Ints) -> Ints:
        """Return the document at each place of the row."""
        return np.searchsorted(self.first, at, side="right") - 1

    def _number(self, at: int) -> int:
        return int(np.searchsorted(self.base, at, side="right")) - 1

    def codes(self, low: int, high: int) -> NDArray[Any]:
        """Return the letters between two places of one document."""
        number = self._number(low)
        base = int(self.base[number])
        return self._codes(number, low - base, high - base)

    def _codes(self, number: int, low: int, high: int) -> NDArray[Any]:
        pieces = self.blocks[number].pieces
        if pieces.size == 2:
            return self._piece(number, 0).codes[low:high]
        nth = int(np.searchsorted(pieces, low, side="right")) - 1
        found = []
        while nth < pieces.size - 1 and int(pieces[nth]) < high:
            at = int(pieces[nth])
            found.append(self._piece(number, nth).codes[max(low - at, 0) : high - at])
            nth += 1
        return found[0] if len(found) == 1 else np.concatenate(found or [np.empty(0, np.uint8)])

    def edge(self, at: Ints) -> NDArray[np.bool_]:
        """Tell where a word or a document begins or ends before a letter of the row."""
        found = np.ones(at.size, bool)
        number = np.searchsorted(self.base, at, side="right") - 1
        for which in distinct(number).tolist():
            block = self.blocks[which]
            place = at - self.base[which]
            inside = (number == which) & (place < block.size)
            piece = np.searchsorted(block.pieces, place, side="right") - 1
            for nth in distinct(piece[inside]).tolist():
                rows = np.flatnonzero(inside & (piece == nth))
                bit, bits = place[rows] - block.pieces[nth], self._piece(which, nth).edges
                found[rows] = bits[bit >> 3] >> (7 - (bit & 7)) & 1
        return found

    def source(self, at: Ints) -> Ints:
        """Return the character of its document from which each letter of the row comes.

        Letters are worked out again for the pieces that hold them: O(piece) each.
        """
        found = np.empty(at.size, np.int64)
        number = np.searchsorted(self.base, at, side="right") - 1
        for which in distinct(number).tolist():
            block, rows = self.blocks[which], np.flatnonzero(number == which)
            place = at[rows] - self.base[which]
            doc = np.searchsorted(block.first, place, side="right") - 1
            piece = np.searchsorted(block.pieces, place, side="right") - 1
            place -= doc  # separators are no letters
            for one in distinct(piece).tolist():
                here, source = piece == one, self._read(block.docs, one)[1]
                found[rows[here]] = source[place[here] - block.pieces[one]]
            if len(block.docs) > 1:
                border = self._borders(block.docs)
                found[rows] -= np.concatenate(([0], border[:-1]))[doc]
        return found
