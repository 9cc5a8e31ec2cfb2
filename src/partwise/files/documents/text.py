"""Plain text: paragraphs between blank lines.

The document text is the file's decoded characters, without newline
translation. ``document`` holds the whole file, ``p`` each run of lines that
are not blank, from its first character that is not white space to its last.
Lines end with LF, CRLF or CR.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from partwise.errors import FormatError
from partwise.files.documents.builder import Growth, in_line
from partwise.files.streams import decoded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from partwise.files.documents.builder import Limits, TreeRows

_LINE_END = re.compile(r"\r\n?|\n")


def parse(
    data: bytes, file: str, forest: TreeRows, limits: Limits, *, keep: bool, encoding: str = "utf-8"
) -> str:
    """Add one document's elements to `forest`; return its text if asked to `keep` it."""
    text = decoded(data, encoding, file)
    growth = Growth(forest, file, limits, keep=False)
    try:
        _grow(text, growth)
    except FormatError as bad:
        raise in_line(bad, text, growth.position) from None
    return text if keep else ""


def _grow(text: str, growth: Growth) -> None:
    growth.open("document")
    for start, end in _paragraphs(text):
        growth.text(text[growth.position : start])
        growth.open("p")
        growth.text(text[start:end])
        growth.close()
    growth.text(text[growth.position :])
    growth.close()


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    start, end = -1, 0
    for low, high in _lines(text):
        line = text[low:high]
        filled = line.strip()
        if filled:
            if start < 0:
                start = low + line.index(filled[0])
            end = low + len(line.rstrip())
        elif start >= 0:
            yield start, end
            start = -1
    if start >= 0:
        yield start, end


def _lines(text: str) -> Iterator[tuple[int, int]]:
    low = 0
    for found in _LINE_END.finditer(text):
        yield low, found.start()
        low = found.end()
    yield low, len(text)
