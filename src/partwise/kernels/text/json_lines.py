"""Lines of JSON that all have one shape, found on their bytes.

Files that programs write have the same keys in the same order with the same spacing on every line.
Then the quotes alone tell where every value stands, and comparing the bytes between the values
with those of the first line proves it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.kernels.text.lines import LONG, NEWLINE, PAD, Field, words

_QUOTE, _BACKSLASH, _BRACE, _COMMA, _MINUS, _ZERO, _NINE = b'"\\},-09'
_ESCAPES = np.zeros(256, np.bool_)
_ESCAPES[np.frombuffer(b'"\\/bfnrtu', np.uint8)] = True
_HEX = np.zeros(256, np.bool_)
_HEX[np.frombuffer(b"0123456789abcdefABCDEF", np.uint8)] = True
_ONES, _HIGH = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
_CASE, _LETTER_E = np.uint64(0x2020202020202020), np.uint64(0x6565656565656565)
_NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\Z")


@dataclass(frozen=True, slots=True)
class Member:
    """One key of a shape.

    Parameters
    ----------
    before : bytes
        What stands between the value before and the key's first quote.
    head : bytes
        From the key's first quote to the beginning of the value, a quote that opens it included.
    is_text : bool
        Whether the value is a string; else it is a number.
    """

    before: bytes
    head: bytes
    is_text: bool


def fields_of(data: NDArray[np.uint8], hi: int, shape: list[Member]) -> list[Field] | None:
    """Find the values of all lines; None unless every line has the shape.

    Strings may hold escapes, which are checked; numbers are left to their reader.
    """
    text = data[PAD:hi]
    newline = np.flatnonzero(text == NEWLINE) + PAD
    if np.count_nonzero(text < 32) != newline.size:  # control characters are no JSON
        return None
    line = np.concatenate(([PAD], newline[:-1] + 1))
    filled = newline > line
    line, newline = line[filled], newline[filled]
    quote = _quotes(data, hi)
    width = sum(4 if member.is_text else 2 for member in shape)
    if quote is None or quote.size != line.size * width:
        return None
    if not line.size:
        return None
    return _values(data, np.ascontiguousarray(quote.reshape(-1, width).T), shape, (line, newline))


def plain_fields_of(data: NDArray[np.uint8], hi: int, shape: list[Member]) -> list[Field] | None:
    """Find the values of all lines where no string holds a comma or an escape; else None.

    Commas are a third of the quotes. Each has to stand before its key; then there are as many
    quotes as in the shape only if none is inside a string.
    """
    text = data[PAD:hi]
    if (text == _BACKSLASH).any():
        return None
    is_mark = text == _COMMA
    is_mark |= text < 32  # newlines; any other control character stands where none of them may
    marks = np.flatnonzero(is_mark)
    lines, more = divmod(marks.size, len(shape))
    width = sum(4 if member.is_text else 2 for member in shape)
    if not lines or more or np.count_nonzero(text == _QUOTE) != lines * width:
        return None
    marks += PAD
    return _between(data, np.ascontiguousarray(marks.reshape(-1, len(shape)).T), shape)


def _between(
    data: NDArray[np.uint8], marks: NDArray[np.int64], shape: list[Member]
) -> list[Field] | None:
    """Return the values between the commas of each line, its last mark being the newline."""
    newline = marks[-1]
    if (data[newline] != NEWLINE).any() or (data[newline - 1] != _BRACE).any():
        return None
    begin = np.concatenate(([PAD], newline[:-1] + 1))
    found = []
    for number, member in enumerate(shape):
        literal = member.before + member.head
        if not _all_are(data, begin, literal):
            return None
        start = begin + len(literal)
        if number + 1 == len(shape):
            stop = newline - 1
        else:
            begin = stop = marks[number] - shape[number + 1].before.index(b",")
        if member.is_text:
            stop = stop - 1
            if (stop < start).any() or (data[stop] != _QUOTE).any():
                return None
        found.append((start, stop))
    return found


def _values(
    data: NDArray[np.uint8], quotes: NDArray[np.int64], shape: list[Member], lines: Field
) -> list[Field] | None:
    """Return where values stand, given the quotes of each line; None unless all fits."""
    line, newline = lines
    first = np.cumsum([0, *(4 if member.is_text else 2 for member in shape)])
    key = quotes[first[:-1]]
    found = []
    for number, member in enumerate(shape):
        before, start = key[number] - len(member.before), key[number] + len(member.head)
        last = number + 1 == len(shape)
        stop = newline - 1 if last else key[number + 1] - len(shape[number + 1].before)
        good = _all_are(data, before, member.before + member.head)
        if good and member.is_text:
            closes = quotes[first[number] + 3]
            good, stop = bool((closes + 1 == stop).all()), closes
        if not good:
            return None
        found.append((start, stop))
    whole = (key[0] - len(shape[0].before) == line).all() and (data[newline - 1] == _BRACE).all()
    return found if whole else None


def _all_are(data: NDArray[np.uint8], at: Ints, literal: bytes) -> bool:
    """Whether the same bytes stand at all places."""
    size, places = len(literal), data.size - len(literal) + 1
    if at.max(initial=0) >= places:  # a line that ends too early
        return False
    pieces = np.ndarray((places,), f"V{size}", buffer=data, strides=(1,))
    return pieces[at].tobytes() == literal * at.size


def _quotes(data: NDArray[np.uint8], hi: int) -> Ints | None:
    """Quotes that open or close a string; None where an escape is not JSON, or half a character."""
    is_quote = data[:hi] == _QUOTE
    slash = np.flatnonzero(data[PAD:hi] == _BACKSLASH) + PAD
    if slash.size:
        opens = slash[_run_place(slash) % 2 == 0]
        escaped = data[opens + 1]
        if not _ESCAPES[escaped].all():
            return None
        digits = opens[escaped == ord("u")][:, None] + np.arange(2, 6)
        code = data[digits]  # padding stands behind the last line
        if not _HEX[code].all() or ((code[:, 0] | 32) == ord("d")).any():
            return None
        is_quote[opens + 1] = False
    return np.flatnonzero(is_quote)


def _run_place(at: Ints) -> Ints:
    """Place of each position in its run of neighbours, from 0."""
    opens = np.concatenate(([True], at[1:] != at[:-1] + 1))
    number = np.arange(at.size)
    return number - np.maximum.accumulate(np.where(opens, number, 0))


def has_escapes(data: NDArray[np.uint8], hi: int, *fields: Field) -> bool:
    """Whether any of some strings is not spelled as it is."""
    slash = np.flatnonzero(data[PAD:hi] == _BACKSLASH) + PAD
    if not slash.size:
        return False
    first = ((np.searchsorted(slash, start), np.searchsorted(slash, end)) for start, end in fields)
    return any(bool((before < after).any()) for before, after in first)


def are_numbers(
    data: NDArray[np.uint8], field: Field, *, simple: bool = False, whole: bool = False
) -> bool:
    """Whether fields that hold nothing but numbers spell them as JSON does.

    That they are numbers, and whole ones where they have to be, is for the reader of numbers to
    say; JSON has no leading zeros, no plus sign, no bare point and no infinity. Numbers that are
    `simple` have no exponent, and those that are `whole` no point either.
    """
    start, end = field
    if not whole and not _are_digits(data[end - 1]).all():
        return False
    lead = data[start]
    if lead.min(initial=_NINE) <= _ZERO:
        negative = lead == _MINUS
        first = start + negative if negative.any() else start
        if not _are_digits(data[first]).all():
            return False
        zero = np.flatnonzero(data[first] == _ZERO)
        after = first[zero] + 1
        if not ((after == end[zero]) | ~_are_digits(data[after])).all():
            return False
    if simple or whole:
        return True
    odd = np.flatnonzero(_with_exponent(data, field))  # the others are digits, a sign and a point
    texts = (data[start[row] : end[row]].tobytes() for row in odd.tolist())
    return all(_NUMBER.match(text) for text in texts)


def _are_digits(sign: NDArray[np.uint8]) -> Flags:
    digits: Flags = (sign - np.uint8(_ZERO)) < 10  # what stands before 0 wraps around
    return digits


def _with_exponent(data: NDArray[np.uint8], field: Field) -> Flags:
    """Fields that hold an ``e``."""
    word, (start, end) = words(data), field
    found = np.zeros(start.size, np.bool_)
    for done in range(0, min(int((end - start).max(initial=0)), LONG), 8):
        rows = np.flatnonzero(end - start > done) if done else slice(None)
        rest = np.minimum(end[rows] - start[rows] - done, 8)
        part = word[end[rows] - done - 8] >> ((8 - rest) << 3).view(np.uint64)
        part |= _CASE
        part ^= _LETTER_E
        found[rows] |= ((part - _ONES) & ~part & _HIGH) != 0
    for row in np.flatnonzero(end - start > LONG).tolist():
        found[row] |= b"e" in data[start[row] : end[row]].tobytes().lower()
    return found
