"""Markup inside running text: link targets, tags and entities that a quote may lack or have."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from partwise.tables.texts import Text

AROUND = 1 << 12
"""Characters looked at on either side of a piece: markup may begin before it."""
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
    """Tell whether a text has a link target, a tag or an entity."""
    return any(_found_in(text[at : at + _STEP + AROUND]) for at in range(0, len(text), _STEP))


def _found_in(text: str) -> bool:
    if "](" not in text and "<" not in text and "&" not in text:
        return False
    return _MARKUP.search(text) is not None


def mask_of_piece(text: Text, low: int, high: int) -> NDArray[np.bool_]:
    """Return which characters of a piece of a text are markup, looking `AROUND` it."""
    begin = max(low - AROUND, 0)
    around = markup_mask(text[begin : high + AROUND])
    return around[low - begin : high - begin]


def markup_mask(text: str) -> NDArray[np.bool_]:
    """Return which characters of a text are markup. O(characters)."""
    border = np.zeros(len(text) + 1, np.int8)
    for match in _MARKUP.finditer(text):
        border[match.start()] += 1
        border[match.end()] -= 1
    found: NDArray[np.bool_] = np.cumsum(border[:-1], dtype=np.int8) > 0
    return found
