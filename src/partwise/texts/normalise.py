"""Normalised text: markup, entities and letters that count when quotes are compared."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.ragged import distinct
from partwise.kernels.text.letters import SEPARATOR, LetterTable, narrow
from partwise.tables.texts import Text

AROUND = 1 << 12
"""Characters of context on either side of a piece: markup may begin before it."""
_STEP = 1 << 20

_TAGS = (
    "a|abbr|address|article|aside|b|bdi|bdo|big|blockquote|body|br|caption|center|cite|"
    "code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|font|footer|"
    "form|h1|h2|h3|h4|h5|h6|head|header|hr|html|i|img|input|ins|kbd|label|legend|li|link|"
    "main|mark|meta|nav|ol|option|p|pre|q|s|samp|script|section|select|small|span|strike|"
    "strong|style|sub|summary|sup|table|tbody|td|textarea|tfoot|th|thead|time|title|tr|"
    "tt|u|ul|var|wbr"
)
"""Names of tags; anything else between angle brackets is text."""

TARGET = r"\]\((?:[^()\n]|\([^()\n]*\)){0,1000}\)"
TAG = rf"</?(?:{_TAGS})(?:\s[^<>]{{0,1000}})?/?>"
_ENTITY = r"&(?:\#[0-9]{1,7}|\#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});"
_MARKUP = re.compile(f"{TARGET}|{TAG}|{_ENTITY}", re.IGNORECASE)


def has_markup(text: Text) -> bool:
    """Return True if a text has a link target, a tag or an entity."""
    return any(
        _found_in(text[start : start + _STEP + AROUND]) for start in range(0, len(text), _STEP)
    )


def _found_in(text: str) -> bool:
    if "](" not in text and "<" not in text and "&" not in text:
        return False
    return _MARKUP.search(text) is not None


def mask_of_piece(text: Text, low: int, high: int) -> NDArray[np.bool_]:
    """Return a mask of the markup characters of a piece, with `AROUND` characters of context."""
    begin = max(low - AROUND, 0)
    around = markup_mask(text[begin : high + AROUND])
    return around[low - begin : high - begin]


def markup_mask(text: str) -> NDArray[np.bool_]:
    """Return a mask of the markup characters of a text: bool[characters]. O(characters)."""
    border = np.zeros(len(text) + 1, np.int8)
    for match in _MARKUP.finditer(text):
        border[match.start()] += 1
        border[match.end()] -= 1
    mask: NDArray[np.bool_] = np.cumsum(border[:-1], dtype=np.int8) > 0
    return mask


# Small documents are put together and large ones are read a piece at a time. Letters are kept up
# to a limit and worked out again beyond it, so that neither a million documents nor one of a
# gigabyte costs memory by its size.

PIECE = 1 << 19
"""Characters read at a time."""
MAX_CACHE_BYTES = 128 << 20
"""Bytes of letters in the permanent cache; those of further pieces are recomputed."""
_RECENT = 16
"""Pieces in the LRU cache beside the permanent one."""


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
    """Consecutive documents: several small ones in one piece, or one large one in pieces.

    Parameters
    ----------
    docs : range
        Numbers of the documents.
    first, last : arrays
        Start and end of the letters of each document, as positions in the block.
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


class TextIndex:
    """Letters of all documents on one axis, with gaps between documents.

    Positions on this axis are called places.

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
        First place of each block.
    first, last : arrays
        First place of each document, and the place after its last.
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
        self._cached: dict[tuple[int, int], Letters] = {}
        self._recent: OrderedDict[tuple[int, int], Letters] = OrderedDict()
        self._cache_bytes_left = MAX_CACHE_BYTES
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
        """Group consecutive documents of at most `PIECE` characters together."""
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
            if size <= self._cache_bytes_left:
                self._cache_bytes_left -= size
                self._cached[number, nth] = letters
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
        """Return the number of pieces of a block; several documents are one piece."""
        return 1 if len(docs) > 1 else max(-(-len(self.text(docs[0])) // PIECE), 1)

    def _read(self, docs: range, nth: int) -> tuple[Ints, Ints]:
        """Return the letters of a piece and the characters they come from."""
        if len(docs) > 1:
            texts = [self.text(doc)[:] for doc in docs]
            masks = [self._mask(text, 0, len(text)) for text in texts]
            mask = np.concatenate(
                [mask_part for mask_part in masks if mask_part is not None] or [np.empty(0, bool)]
            )
            return self.table.of("".join(texts), mask if self._without_markup else None)
        text, start = self.text(docs[0]), nth * PIECE
        codes, source = self.table.of(
            text[start : start + PIECE], self._mask(text, start, start + PIECE)
        )
        return codes, source + start

    def _mask(self, text: Text, low: int, high: int) -> NDArray[np.bool_] | None:
        return mask_of_piece(text, low, high) if self._without_markup else None

    def _piece(self, number: int, nth: int) -> Letters:
        """Return the letters of a piece, from a cache if possible."""
        key = number, nth
        letters = self._cached.get(key) or self._recent.get(key)
        if letters is None:
            block = self.blocks[number]
            letters = self._letters(
                block.docs, *self._read(block.docs, nth), int(block.before[nth])
            )
            self._recent[key] = letters
            if len(self._recent) > _RECENT:
                self._recent.popitem(last=False)
        return letters

    def stretches(self, overlap: int, doc: int = -1) -> Iterator[tuple[Block, int, NDArray[Any]]]:
        """Yield block, first place and letters of each piece, with `overlap` letters of the next.

        Parameters
        ----------
        overlap : int
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
                    codes = self._codes(number, begin, min(end + overlap, high))
                    yield block, base + begin, codes

    def doc_of(self, places: Ints) -> Ints:
        """Return the document of each place: int64, indices into `names`."""
        return np.searchsorted(self.first, places, side="right") - 1

    def _number(self, place: int) -> int:
        return int(np.searchsorted(self.base, place, side="right")) - 1

    def codes(self, low: int, high: int) -> NDArray[Any]:
        """Return the letters between two places of one document, `high` excluded."""
        number = self._number(low)
        base = int(self.base[number])
        return self._codes(number, low - base, high - base)

    def _codes(self, number: int, low: int, high: int) -> NDArray[Any]:
        pieces = self.blocks[number].pieces
        if pieces.size == 2:
            return self._piece(number, 0).codes[low:high]
        nth = int(np.searchsorted(pieces, low, side="right")) - 1
        slices = []
        while nth < pieces.size - 1 and int(pieces[nth]) < high:
            base = int(pieces[nth])
            slices.append(self._piece(number, nth).codes[max(low - base, 0) : high - base])
            nth += 1
        return slices[0] if len(slices) == 1 else np.concatenate(slices or [np.empty(0, np.uint8)])

    def edge(self, places: Ints) -> NDArray[np.bool_]:
        """Return a mask of the places before which a word or a document begins or ends."""
        edges = np.ones(places.size, bool)
        number = np.searchsorted(self.base, places, side="right") - 1
        for which in distinct(number).tolist():
            block = self.blocks[which]
            place = places - self.base[which]
            inside = (number == which) & (place < block.size)
            piece = np.searchsorted(block.pieces, place, side="right") - 1
            for nth in distinct(piece[inside]).tolist():
                rows = np.flatnonzero(inside & (piece == nth))
                bit, bits = place[rows] - block.pieces[nth], self._piece(which, nth).edges
                edges[rows] = bits[bit >> 3] >> (7 - (bit & 7)) & 1
        return edges

    def source(self, places: Ints) -> Ints:
        """Return the character offset in its document of the letter at each place.

        Recomputes the letters of the pieces concerned: O(piece) each.
        """
        characters = np.empty(places.size, np.int64)
        number = np.searchsorted(self.base, places, side="right") - 1
        for which in distinct(number).tolist():
            block, rows = self.blocks[which], np.flatnonzero(number == which)
            place = places[rows] - self.base[which]
            doc = np.searchsorted(block.first, place, side="right") - 1
            piece = np.searchsorted(block.pieces, place, side="right") - 1
            place -= doc  # separators are no letters
            for nth in distinct(piece).tolist():
                rows_in_piece, source = piece == nth, self._read(block.docs, nth)[1]
                characters[rows[rows_in_piece]] = source[place[rows_in_piece] - block.pieces[nth]]
            if len(block.docs) > 1:
                border = self._borders(block.docs)
                characters[rows] -= np.concatenate(([0], border[:-1]))[doc]
        return characters


_TAG_MARKUP = re.compile(f"{TARGET}|{TAG}", re.IGNORECASE)
_INLINE = re.compile(
    r"\]|</?(?:a|abbr|b|big|cite|code|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)\b",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"[*_`]+")
_HIDDEN = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufe00-\ufe0f]"
)
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bc\u00b4\uff07", "'"))
_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-\u2010\u2011][ \t]*\r?[\n\r]\s*(?=[^\W\d_])")
_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_BEFORE_MINUS = "([{<\"'\u00ab\u201c\u201d\u201e\u2018\u2019\u201a"
_PERCENT = re.compile("[\\s*_`\\\\]*[%\u066a\uff05\ufe6a]")
_THOUSANDS = re.compile(r"\d{3}(?!\d)")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")

_NEGATION = re.compile(
    r"not|no|never|none|nor|neither|nothing|nobody|nowhere|without|non|nicht|nie|"
    r"niemals|ohne|weder|ne|pas|jamais|sans|nunca|sin|nada|senza|mai|não|sem|لا|لم|لن|"
    r"ليس|ليست|غير|دون|بدون"
    r"|kein(?:e[nmrs]?)?|aucune?s?|ning[uú]n[oa]?s?"
)
_CHINESE = frozenset("不没沒無无未非别別")


def changed(quote: str, source: str) -> str:
    """Compare digits and negations of a quote and of its place in the source.

    Returns
    -------
    str
        Empty, ``digits``, ``negation`` or ``digits|negation``.
    """
    differences = [] if numbers(quote) == numbers(source) else ["digits"]
    if not negations(quote) & negations(source):
        differences.append("negation")
    return "|".join(differences)


@lru_cache(1024)
def _plain(text: str) -> str:
    """Take out markup and hidden characters, fold apostrophes."""
    if "<" in text or "](" in text:
        text = _TAG_MARKUP.sub(lambda mark: "" if _INLINE.match(mark[0]) else " ", text)
    return _HIDDEN.sub("", text).translate(_APOSTROPHES)


@lru_cache(1024)
def numbers(text: str) -> tuple[tuple[str, bool, bool, bool], ...]:
    """Return the digits of a text in order.

    Each with: a decimal sign stands before it, a minus stands before it, a percent sign after it.
    """
    plain = _digits_only(_HYPHENATED.sub("", _plain(text)))
    places = [index for index, sign in enumerate(plain) if "0" <= sign <= "9"]
    digits = []
    for n, index in enumerate(places):
        before = places[n - 1] if n else -1
        decimal = n > 0 and _is_decimal(plain, before, index)
        minus = before != index - 1 and not decimal and _is_minus(plain, index)
        percent = _PERCENT.match(plain, index + 1) is not None
        digits.append((plain[index], decimal, minus, percent))
    return tuple(digits)


def _digits_only(text: str) -> str:
    """Write digits of every script, and numbers in one character, as 0 to 9."""
    if text.isascii():
        return text
    signs = []
    for sign in text:
        value = unicodedata.decimal(sign, None)
        if value is None and unicodedata.category(sign) == "No":
            signs.append(unicodedata.normalize("NFKD", sign))
        else:
            signs.append(sign if value is None else str(value))
    return "".join(signs)


def _is_decimal(text: str, before: int, index: int) -> bool:
    """Return True if a decimal sign separates two consecutive digits."""
    between = text[before + 1 : index]
    if between in (".", "\u066b"):
        return True
    if between != ",":
        return False
    return _THOUSANDS.match(text, index) is None


def _is_minus(text: str, index: int) -> bool:
    if index == 0 or text[index - 1] not in _DASHES:
        return False
    if index == 1:
        return True
    before = text[index - 2]
    return before.isspace() or before in _BEFORE_MINUS or unicodedata.category(before) == "Sc"


@lru_cache(1024)
def negations(text: str) -> frozenset[tuple[tuple[str, int], ...]]:
    """Return the negations of a text with their counts.

    A hyphen at the end of a line may belong to the word or not: one answer for each.
    """
    plain = _EMPHASIS.sub("", _plain(text)).lower()
    return frozenset(_count(_HYPHENATED.sub(sign, plain)) for sign in ("", "-"))


def _count(text: str) -> tuple[tuple[str, int], ...]:
    counts: Counter[str] = Counter()
    for word in _WORD.findall(text):
        if word.endswith("n't") or word == "cannot":
            counts["not"] += 1
        elif word.startswith("n'"):
            counts["ne"] += 1
        elif _NEGATION.fullmatch(word):
            counts[word] += 1
    if not text.isascii():
        counts.update(sign for sign in text if sign in _CHINESE)
    return tuple(sorted(counts.items()))
