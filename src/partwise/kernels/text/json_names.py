"""Names that JSON spells with escapes, as programs do that write nothing but ASCII."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.kernels.text.lines import NEWLINE, PAD, Field
from partwise.kernels.text.names import gather_names

_BACKSLASH, _LETTER_U = b"\\u"
_ASCII, _TWO_BYTES = 0x80, 0x800
"""Code points from which on UTF-8 takes two bytes, and three."""
_HALVES = 0xD800, 0xE000
_DIGIT = np.zeros(256, np.int64)
for _value, _sign in enumerate("0123456789abcdef"):
    _DIGIT[[ord(_sign), ord(_sign.upper())]] = _value


def unescaped(
    data: NDArray[np.uint8], hi: int, names: Mapping[str, Field]
) -> tuple[NDArray[np.uint8], dict[str, Field]] | None:
    r"""Return a block that ends with the names that had escapes, and where names stand in it.

    Escapes are whole, as `fields_of` finds them. None unless each is the ``\uXXXX`` of one
    character past ASCII: others are not written where they are not needed.
    """
    slash = np.flatnonzero(data[PAD:hi] == _BACKSLASH) + PAD
    pieces, found, size = [data[:hi]], dict(names), hi
    for name, (start, end) in names.items():
        rows = np.flatnonzero(np.searchsorted(slash, start) < np.searchsorted(slash, end))
        if not rows.size:
            continue
        spelled = gather_names(data, (start[rows], end[rows]))
        decoded = _decoded(spelled, np.cumsum(end[rows] - start[rows]))
        if decoded is None:
            return None
        blob, stop = decoded
        first, last = start.copy(), end.copy()
        first[rows[0]], first[rows[1:]], last[rows] = size, size + stop[:-1], size + stop
        found[name] = first, last
        pieces.append(blob)
        size += blob.size
    return np.concatenate((*pieces, np.full(PAD, NEWLINE, np.uint8))), found


def _decoded(blob: NDArray[np.uint8], ends: Ints) -> tuple[NDArray[np.uint8], Ints] | None:
    """Put characters in the place of escapes; also where each name ends then."""
    at = np.flatnonzero(blob == _BACKSLASH)
    sign = blob[np.minimum(at[:, None] + np.arange(1, 6), blob.size - 1)]
    code = _DIGIT[sign[:, 1:]] @ np.array([4096, 256, 16, 1])
    half = (code >= _HALVES[0]) & (code < _HALVES[1])
    if (sign[:, 0] != _LETTER_U).any() or (code < _ASCII).any() or half.any():
        return None
    two = code < _TWO_BYTES
    last = _ASCII | (code & 63)
    middle = _ASCII | ((code >> 6) & 63)
    blob, kept = blob.copy(), np.ones(blob.size, np.bool_)
    blob[at] = np.where(two, 0xC0 | (code >> 6), 0xE0 | (code >> 12))
    blob[at + 1] = np.where(two, last, middle)
    blob[at + 2] = last
    kept[at + 2] = ~two
    for further in (3, 4, 5):
        kept[at + further] = False
    stop = np.cumsum(kept, dtype=np.int64)[ends - 1]
    return blob[kept], stop
