"""Numbers of a text, read from its bytes eight at a time.

A decimal of at most 16 characters is an integer below 2**53 divided by a power
of ten that a double holds exactly, so one division rounds correctly and the
result equals C's ``strtod`` bit for bit. All other spellings (exponents,
infinities, longer decimals) go through Python's own correctly rounded parser.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.text.lines import Field, spare_bits, words_at

_ONES = np.uint64(0x0101010101010101)
_HIGH = np.uint64(0x8080808080808080)
_ZEROS = np.uint64(0x3030303030303030)
_POINT = np.uint64(0x1E)  # "." after the zeros were taken away
_POINTS = _POINT * _ONES
_TO_HIGH = np.uint64(0x7676767676767676)  # lifts a byte above 9 over the high bit
_EXACT = np.uint64(1 << 53)
_TENS = np.array([10.0**power for power in range(17)])
_WIDEST = 16
_WIDEST_PADDED = 64
_MINUS, _PLUS = 45, 43
_FLOAT_BYTES = np.zeros(256, bool)
_FLOAT_BYTES[np.frombuffer(b"0123456789+-.eEinftyINFTY", np.uint8)] = True
_WHOLE = rb"[+-]?[0-9]+\Z"

GOOD, BAD, TOO_LARGE = 0, 1, 2
"""What `parse_ints` says about a field."""


def parse_floats(data: NDArray[np.uint8], field: Field) -> tuple[Reals, Flags]:
    """Read decimal numbers; the second array marks what is not one (NaN included).

    Some thirty array operations where all fields are plain decimals, and no Python object.
    """
    start, end = field
    value, bad = _decimals(data, start, end)
    rest = np.flatnonzero(bad)
    if rest.size:
        sign = _signs(data, start[rest])
        signed, sign = rest[sign != 0], sign[sign != 0]
        value[signed], bad[signed] = _decimals(data, start[signed] + 1, end[signed])
        value[signed] *= sign
        rest = np.flatnonzero(bad)
        value[rest], bad[rest] = _parse_any(data, start[rest], end[rest])
    return value, bad


def parse_ints(data: NDArray[np.uint8], field: Field) -> tuple[Ints, NDArray[np.int8]]:
    """Read whole numbers; the second array is GOOD, BAD or TOO_LARGE for 64 bits."""
    start, end = field
    value, bad = _wholes(data, start, end)
    state = bad.view(np.int8)
    rest = np.flatnonzero(bad)
    if not rest.size:
        return value, state
    sign = _signs(data, start[rest])
    signed, sign = rest[sign != 0], sign[sign != 0]
    value[signed], bad[signed] = _wholes(data, start[signed] + 1, end[signed])
    value[signed] *= sign
    limits = np.iinfo(np.int64)
    for row in np.flatnonzero(bad & (end - start > _WIDEST)).tolist():
        text = data[start[row] : end[row]].tobytes()
        if re.match(_WHOLE, text):
            digits = text.lstrip(b"+-").lstrip(b"0")
            exact = int(text) if len(digits) < 20 else limits.max + 1
            fits = limits.min <= exact <= limits.max
            value[row] = exact if fits else 0
            state[row] = GOOD if fits else TOO_LARGE
    return value, state


def _decimals(data: NDArray[np.uint8], start: Ints, end: Ints) -> tuple[Reals, Flags]:
    """Read decimals without sign or exponent, of at most sixteen characters and 2**53."""
    length = end - start
    low, high = _digits(data, length, end)
    low, high, places, point = _without_point(low, high)
    bad = _not_digits(low, high)
    bad |= length <= point
    bad |= length > _WIDEST  # also where sixteen characters end in zeros: digits stand before them
    whole = _eight(low)
    if high is not None:
        whole += _eight(high) * np.uint64(100_000_000)
        bad |= whole >= _EXACT
    value = whole.astype(np.float64)
    value /= _TENS.take(places)
    return value, bad


def _wholes(data: NDArray[np.uint8], start: Ints, end: Ints) -> tuple[Ints, Flags]:
    """Read whole numbers without sign, of at most sixteen digits."""
    length = end - start
    low, high = _digits(data, length, end)
    bad = _not_digits(low, high)
    bad |= length <= 0
    value = _eight(low)
    if high is not None:
        value += _eight(high) * np.uint64(100_000_000)
        bad |= length > _WIDEST
    return value.view(np.int64), bad


def _signs(data: NDArray[np.uint8], start: Ints) -> Ints:
    """-1 or 1 where a field starts with a sign, else 0."""
    mark = data[start].astype(np.int64)
    sign: Ints = (mark == _PLUS).astype(np.int64) - (mark == _MINUS)
    return sign


def _digits(
    data: NDArray[np.uint8], length: Ints, end: Ints
) -> tuple[NDArray[np.uint64], NDArray[np.uint64] | None]:
    """Return the last eight characters of each field and the eight before, as digit values.

    The last character stands in the highest byte, what lies before the field is 0.
    The second array is None when no field is longer than eight.
    """
    low = words_at(data, end - 8)
    low ^= _ZEROS
    low = _cut(low, length)
    longest = int(length.max(initial=0))
    if longest <= 8:
        return low, None
    if longest > 9:
        high = words_at(data, end - 16)
        high ^= _ZEROS
        return low, _cut(high, length - 8)
    # one character more, as in "12.345678", is cheaper to fetch alone
    ninth = data[end - 9] ^ np.uint8(48)
    ninth *= length > 8
    return low, ninth.astype(np.uint64) << np.uint64(56)


def _cut(word: NDArray[np.uint64], length: Ints) -> NDArray[np.uint64]:
    if int(length.min(initial=8)) >= 8:
        return word
    drop = spare_bits(length)
    word >>= drop
    word <<= drop
    return word


_Pointless = tuple[NDArray[np.uint64], NDArray[np.uint64] | None, NDArray[np.uint8], Flags]


def _without_point(low: NDArray[np.uint64], high: NDArray[np.uint64] | None) -> _Pointless:
    """Take the decimal point out of sixteen digits; also how many digits follow it.

    The last array says which fields have a point. A second point stays and is
    found by `_not_digits`.
    """
    fixed = _fixed_point(low, high)
    if fixed is not None:
        return fixed
    if high is None:
        high = np.zeros_like(low)
    mark = _first_point(low)
    in_low = mark != 0
    squeezed = _close_gap(low, mark) | (high >> np.uint64(56))
    if in_low.all():
        high <<= np.uint64(8)
        return squeezed, high if high.any() else None, _bytes_above(mark), in_low
    mark_high = np.where(in_low, np.uint64(0), _first_point(high))
    in_high = mark_high != 0
    places = np.where(in_low, _bytes_above(mark), np.uint8(0))
    places = np.where(in_high, _bytes_above(mark_high) + np.uint8(8), places)
    low = np.where(in_low, squeezed, low)
    high = np.where(in_high, _close_gap(high, mark_high), high)
    return low, np.where(in_low, high << np.uint64(8), high), places, in_low | in_high


def _fixed_point(low: NDArray[np.uint64], high: NDArray[np.uint64] | None) -> _Pointless | None:
    """Do the work of `_without_point` where all points stand at one place, as in most files."""
    mark = _first_point(low[:1])
    if not mark.any():
        return None
    unit = mark >> np.uint64(7)
    if ((low & unit * np.uint64(255)) != unit * _POINT).any():
        return None
    squeezed = _close_gap(low, mark)
    if high is not None:
        squeezed |= high >> np.uint64(56)
        high <<= np.uint64(8)
        high = high if high.any() else None
    return squeezed, high, _bytes_above(mark), np.ones(1, bool)


def _first_point(word: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the high bit of the first byte that holds a decimal point, 0 where none does."""
    rest = word ^ _POINTS
    found: NDArray[np.uint64] = rest - _ONES
    np.invert(rest, out=rest)
    found &= rest
    found &= _HIGH
    np.negative(found, out=rest)
    found &= rest  # the lowest bit alone
    return found


def _close_gap(word: NDArray[np.uint64], mark: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Move the bytes before the marked point over it: 256 times what they are, less the point."""
    unit = mark >> np.uint64(7)
    moved: NDArray[np.uint64] = unit - np.uint64(1)
    moved = moved & word
    moved *= np.uint64(255)
    moved += word
    unit *= _POINT
    moved -= unit
    return moved


def _bytes_above(mark: NDArray[np.uint64]) -> NDArray[np.uint8]:
    above: NDArray[np.uint8] = np.uint8(7) - (np.bitwise_count(mark - np.uint64(1)) >> np.uint8(3))
    return above


def _not_digits(low: NDArray[np.uint64], high: NDArray[np.uint64] | None) -> Flags:
    over = low + _TO_HIGH
    over |= low
    if high is not None:
        over |= high + _TO_HIGH
        over |= high
    over &= _HIGH
    odd: Flags = over != 0
    return odd


def _eight(word: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the number of eight digit values: pairs, then fours, then all, by one product each."""
    word = (word * np.uint64(2561)) >> np.uint64(8)
    word &= np.uint64(0x00FF00FF00FF00FF)
    word = (word * np.uint64(6553601)) >> np.uint64(16)
    word &= np.uint64(0x0000FFFF0000FFFF)
    word *= np.uint64(42949672960001)
    word >>= np.uint64(32)
    return word


def _parse_any(data: NDArray[np.uint8], start: Ints, end: Ints) -> tuple[Reals, Flags]:
    """Read numbers of any spelling as ``float`` does, but no NaN, underscore or blank."""
    length = end - start
    wide = length > _WIDEST_PADDED
    width = int(length[~wide].max(initial=1))
    column = np.arange(width)
    block = data[np.minimum(start[:, None] + column, data.size - 1)]
    inside = column < length[:, None]
    bad = ~(_FLOAT_BYTES[block] | ~inside).all(axis=1) | wide
    block[~inside | bad[:, None]] = 0
    block[bad, 0] = 48
    texts = block.view(f"S{width}").ravel()
    try:
        value = texts.astype(np.float64)
    except ValueError:
        value = np.zeros(length.size)
        for row in np.flatnonzero(~bad).tolist():
            value[row], bad[row] = _parse_one(bytes(texts[row]))
    for row in np.flatnonzero(wide).tolist():
        value[row], bad[row] = _parse_one(data[start[row] : end[row]].tobytes())
    return value, bad


def _parse_one(text: bytes) -> tuple[float, bool]:
    if not _FLOAT_BYTES[np.frombuffer(text, np.uint8)].all():
        return 0.0, True
    try:
        return float(text), False
    except ValueError:
        return 0.0, True
