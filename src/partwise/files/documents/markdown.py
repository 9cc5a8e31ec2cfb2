"""Markdown (CommonMark with tables).

Offsets point into the raw file: its decoded characters, marks included,
without newline translation. ``document`` holds everything; a ``section`` holds
its heading (``h1`` to ``h6``), the blocks below it and the sections of deeper
headings, up to the end of its last block. Blocks are ``p``, ``ul``, ``ol``,
``li``, ``blockquote``, ``pre`` (code), ``table`` with its rows ``tr``, ``hr``
and ``html``. A block runs from the first character of its first line that is
not white space (a paragraph: from its first word) to the last one of its last
line; the blank lines between blocks belong to what holds both. Headings inside
lists and quotations make no sections.
"""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from partwise.errors import FormatError
from partwise.files.decode import decoded
from partwise.files.documents.builder import Growth, in_line
from partwise.files.documents.markdown_links import MarkdownLinks, RawLines, as_written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from partwise.files.documents.builder import Limits, TreeRows

_MARK = r"[ \t]*(?:>|[-+*](?=[ \t])|[0-9]{1,9}[.)](?=[ \t]))"
"""What opens a quotation or an item of a list."""
_CALLS = 4
"""Calls of the parser for one level of nesting, with room to spare: it makes two."""
_LINE_END = re.compile(r"\r\n?|\n")
_OPENED = {"heading": "", "paragraph": "p", "bullet_list": "ul", "ordered_list": "ol"}
_OPENED |= {"list_item": "li", "blockquote": "blockquote", "table": "table", "tr": "tr"}
_NAMES = {f"{name}_open": element for name, element in _OPENED.items()}
_NAMES |= {"fence": "pre", "code_block": "pre", "hr": "hr", "html_block": "html"}
"""Element of each block token (a heading brings its own); others are not shown."""
_CLOSERS = frozenset(f"{name}_close" for name in _OPENED)


def parse(
    data: bytes, file: str, forest: TreeRows, limits: Limits, *, keep: bool, encoding: str = "utf-8"
) -> str:
    """Add one document's elements to `forest`; return its text if asked to `keep` it."""
    from markdown_it import MarkdownIt

    text = decoded(data, encoding, file)
    skipped = len(text) - len(text.removeprefix("\ufeff"))  # the mark would hide a first heading
    markdown: Any = MarkdownIt("commonmark", {"maxNesting": sys.maxsize}).enable("table")
    markdown.core.ruler.enableOnly(["normalize", "block"])
    markdown.block.ruler.before("table", "depth", _guard(file, limits))
    markdown.normalizeLink = as_written
    references: dict[str, Any] = {}
    with _room_for(limits.depth):
        tokens = markdown.parse(_shortened(text[skipped:], limits.depth), references)
    growth = Growth(forest, file, limits, keep=False)
    raw, links = RawLines(text, skipped), None
    if forest.page is not None:
        links = MarkdownLinks(forest.page, growth, raw, references)
    try:
        _Writer(raw, growth, links).write(tokens)
    except FormatError as bad:
        raise in_line(bad, text, growth.position) from None
    return text if keep else ""


def _guard(file: str, limits: Limits) -> Callable[[Any, int, int, bool], bool]:
    """Return a rule that takes no block, but stops where the next one would be too deep."""

    def rule(state: Any, line: int, _last: int, _silent: bool) -> bool:
        if state.level + 2 > limits.depth:  # the document, the blocks around it, the block
            raise limits.too_deep(file, line + 1)
        return False

    return rule


def _shortened(text: str, depth: int) -> str:
    """Cut lines that open more blocks than may nest, which take the parser too long.

    Only the block that begins first is looked at before the document is refused, and lines of
    code, where such marks mean nothing, stay lines of code.
    """
    many = re.compile(rf"^((?:{_MARK}){{{depth + 1}}})[^\n]*", re.MULTILINE)
    return many.sub(_cut, _LINE_END.sub("\n", text))


def _cut(line: re.Match[str]) -> str:
    is_rule = len(set(line[0]) - {" ", "\t"}) == 1 and line[0].lstrip()[0] in "-*"
    return line[0] if is_rule else f"{line[1]} x"


@contextmanager
def _room_for(depth: int) -> Iterator[None]:
    """Let Python functions call each other so deep that nested blocks can be parsed."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + _CALLS * depth)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class _Writer:
    """Turns block tokens, which know only lines, into elements of the raw text."""

    def __init__(self, raw: RawLines, growth: Growth, links: MarkdownLinks | None) -> None:
        self._raw = raw
        self._text = raw.text
        self._growth = growth
        self._links = links
        self._sections: list[tuple[int, int]] = []
        self._open: list[int] = []

    def write(self, tokens: list[Any]) -> None:
        """Write the whole document."""
        self._growth.open("document")
        for place, token in enumerate(tokens):
            if token.type in _NAMES:
                self._begin(token, tokens[place + 1] if token.nesting else None)
            elif token.type in _CLOSERS:
                self._close(self._open.pop())
            if self._links is not None:
                self._links.see(token)
        self._end_sections(0)
        self._growth.text(self._text[self._growth.position :])
        self._growth.close()

    def _begin(self, token: Any, content: Any) -> None:
        start, end = self._extent(token, content)
        name = _NAMES[token.type] or token.tag
        if token.level == 0 and token.type == "heading_open":
            level = int(name[1])
            self._end_sections(level)
            self._sections.append((level, end))
            self._at(start)
            self._growth.open("section")
        if token.level == 0:
            self._sections = [(level, end) for level, _ in self._sections]
        self._at(start)
        self._growth.open(name)
        if token.nesting:
            self._open.append(end)
        else:
            self._close(end)

    def _end_sections(self, level: int) -> None:
        """End the sections that a heading of this level ends."""
        while self._sections and self._sections[-1][0] >= level:
            _, end = self._sections.pop()
            self._close(end)

    def _close(self, end: int) -> None:
        self._at(end)
        self._growth.close()

    def _at(self, position: int) -> None:
        growth = self._growth
        growth.text(self._text[growth.position : max(position, growth.position)])

    def _extent(self, token: Any, content: Any) -> tuple[int, int]:
        """Characters of a block from its lines."""
        first, after = token.map
        last = min(after, len(self._raw.ends)) - 1
        while last > first and not self._raw.line(last).strip():
            last -= 1
        line = self._raw.line(first)
        start = self._raw.starts[first] + len(line) - len(line.lstrip())
        if content is not None and content.type == "inline" and content.content:
            # a mark of the list or quotation around it may stand before a paragraph
            words = content.content.split("\n", 1)[0]
            found = line.find(words) if token.type == "paragraph_open" else -1
            start = self._raw.starts[first] + found if found >= 0 else start
        end = self._raw.starts[last] + len(self._raw.line(last).rstrip())
        return max(start, self._growth.position), max(end, start)
