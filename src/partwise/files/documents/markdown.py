"""Markdown documents: text, sections and links."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Callable
from contextlib import contextmanager
from functools import cache
from html import unescape
from typing import TYPE_CHECKING, Any

from partwise.errors import FormatError
from partwise.files.documents.builder import Growth, in_line
from partwise.files.documents.links import Anchor, Link, PageLinks
from partwise.files.streams import decoded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from partwise.files.documents.builder import Limits, TreeRows


# The parser of what stands in a line knows positions in the content of its block only: the lines of
# a paragraph without the marks of lists and quotations around it, a heading without its own marks,
# a cell of a table with its escaped bars as bars. From there they lead back to the raw file.

_LINE_END = re.compile(r"\r\n?|\n")
_BAR = re.compile(r"(?<!\\)\|")
_MARKS = re.compile(r"(?:[\s>]|[-+*](?=\s)|[0-9]{1,9}[.)](?=\s))*")
"""What may stand before a table: the marks of quotations and lists."""
_TAG = re.compile(r"<([A-Za-z][A-Za-z0-9-]*)(\s[^<>]*)>")
_NAME = re.compile(r"""\s(id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))""", re.IGNORECASE)
_WORDS = frozenset({"text", "text_special", "code_inline"})
_BREAKS = frozenset({"softbreak", "hardbreak"})
_PLACE = "place"


class RawLines:
    """The lines of a raw file.

    Parameters
    ----------
    text : str
        All of it.
    skipped : int
        Characters before the first line.
    """

    def __init__(self, text: str, skipped: int) -> None:
        breaks = list(_LINE_END.finditer(text))
        self.text = text
        self.starts = [skipped, *(found.end() for found in breaks)]
        self.ends = [*(found.start() for found in breaks), len(text)]

    def line(self, number: int) -> str:
        """Return a line without its end."""
        return self.text[self.starts[number] : self.ends[number]]


class MarkdownLinks:
    """Notes the links of a document while its blocks are written.

    Parameters
    ----------
    page, growth
        Where links go, and the document in which they stand.
    raw : RawLines
        Its lines.
    references : dict
        What the parser of blocks knows of references.
    """

    def __init__(
        self, page: PageLinks, growth: Growth, raw: RawLines, references: dict[str, Any]
    ) -> None:
        self._page = page
        self._growth = growth
        self._raw = raw
        self._references = references
        self._heading: Anchor | None = None
        self._cell: int | None = None

    def see(self, token: Any) -> None:
        """Note what a token that was just written says about links."""
        if token.type == "inline":
            self._inline(token)
            self._cell = None if self._cell is None else self._cell + 1
        elif token.type == "heading_open":
            self._heading = Anchor(self._growth.row, self._growth.position)
        elif token.type == "tr_open":
            self._cell = 0
        elif token.type == "tr_close":
            self._cell = None
        elif token.type == "html_block":
            first, after = token.map
            start = self._raw.starts[first]
            block = self._raw.text[start : self._raw.ends[after - 1]]
            self._names(block, start, self._growth.count - 1)

    def _inline(self, token: Any) -> None:
        content, heading, self._heading = token.content, self._heading, None
        if heading is None and "[" not in content and "<" not in content:
            return
        found: list[Any] = []
        parser = _parser()
        parser.inline.parse(content, parser, self._references, found)
        if heading is not None:
            self._page.headings.append((_words(found), heading))
        placed = [child for child in found if _PLACE in child.meta]
        if not placed:
            return
        row, in_raw = self._growth.row, self._in_raw(token)
        for child in placed:
            start, end = map(in_raw, child.meta[_PLACE])
            if child.type == "link_open":
                self._page.links.append(Link(row, start, end, child.attrs["href"]))
            else:
                self._names(child.content, start, row)

    def _names(self, html: str, start: int, row: int) -> None:
        """Note the names that tags in HTML give to their places."""
        for tag in _TAG.finditer(html):
            for said in _NAME.finditer(tag[2]):
                if said[1].lower() == "id" or tag[1].lower() == "a":
                    name = unescape(said[2] or said[3] or said[4] or "")
                    self._page.name(name, row, start + tag.start())

    def _in_raw(self, token: Any) -> Callable[[int], int]:
        """Return what turns a position in the content of a block into one of the raw file."""
        content: str = token.content
        first = self._first_line(token)
        if self._cell is not None:
            start = self._raw.starts[first] + _cell_start(self._line(first), self._cell, content)
            return lambda at: start + at + content.count("|", 0, at)
        begins, shifts, begin = [], [], 0
        for number, shown in enumerate(content.split("\n"), first):
            # the content ends its lines but for white space and the marks that close a heading
            words = self._line(number).rfind(shown.strip()) - len(shown) + len(shown.lstrip())
            begins.append(begin)
            shifts.append(self._raw.starts[number] + words - begin)
            begin += len(shown) + 1
        return lambda at: at + shifts[bisect_right(begins, at) - 1]

    def _first_line(self, token: Any) -> int:
        """Return the line in which a content begins: lines of exotic blanks are no part of it."""
        first, after = token.map
        lines = [line.strip() for line in token.content.split("\n")]
        for begin in range(first, after - len(lines) + 1):
            if all(words in self._line(begin + at) for at, words in enumerate(lines)):
                return int(begin)
        return int(first)

    def _line(self, number: int) -> str:
        """Return a line as the parser sees it."""
        return self._raw.line(number).replace("\0", "\ufffd")


def _cell_start(line: str, number: int, content: str) -> int:
    """Return where the content of a cell of a row begins in its line."""
    bars = [found.start() for found in _BAR.finditer(line)]
    begins = [0, *(bar + 1 for bar in bars)]
    if _MARKS.fullmatch(line, 0, bars[0] if bars else len(line)):
        del begins[0]  # a bar before the first cell
    begin = begins[number]
    end = min((bar for bar in bars if bar >= begin), default=len(line))
    return line.rfind(content.replace("|", "\\|"), begin, end)


def _words(children: list[Any]) -> str:
    """Return what a heading says."""
    return "".join(
        child.content if child.type in _WORDS else " " if child.type in _BREAKS else ""
        for child in children
    )


def as_written(href: str) -> str:
    """Return an href as it is, in the place of a parser's percent codes."""
    return href


@cache
def _parser() -> Any:
    """Return a parser of inline content whose links and tags know their places in it."""
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import autolink, html_inline, link

    parser: Any = MarkdownIt("commonmark")
    parser.normalizeLink = as_written
    parser.validateLink = lambda _: True  # what leads nowhere is counted, not hidden
    parser.inline.ruler.at("link", _placed(link, "link_open", _label))
    parser.inline.ruler.at("autolink", _placed(autolink, "link_open", _between))
    parser.inline.ruler.at("html_inline", _placed(html_inline, "html_inline", _whole))
    return parser


def _placed(
    rule: Callable[[Any, bool], bool], kind: str, extent: Callable[[Any, int], tuple[int, int]]
) -> Callable[[Any, bool], bool]:
    """Return a rule that also notes the place of what it takes."""

    def noting(state: Any, silent: bool) -> bool:
        begin, before = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        if not silent:
            made = next(token for token in state.tokens[before:] if token.type == kind)
            made.meta[_PLACE] = extent(state, begin)
        return True

    return noting


def _label(state: Any, begin: int) -> tuple[int, int]:
    return begin + 1, state.md.helpers.parseLinkLabel(state, begin, True)


def _whole(state: Any, begin: int) -> tuple[int, int]:
    return begin, state.pos


def _between(state: Any, begin: int) -> tuple[int, int]:
    return begin + 1, state.pos - 1


# Offsets point into the raw file: its decoded characters, marks included,
# without newline translation. ``document`` holds everything; a ``section`` holds
# its heading (``h1`` to ``h6``), the blocks below it and the sections of deeper
# headings, up to the end of its last block. Blocks are ``p``, ``ul``, ``ol``,
# ``li``, ``blockquote``, ``pre`` (code), ``table`` with its rows ``tr``, ``hr``
# and ``html``. A block runs from the first character of its first line that is
# not white space (a paragraph: from its first word) to the last one of its last
# line; the blank lines between blocks belong to what holds both. Headings inside
# lists and quotations make no sections.

_MARK = r"[ \t]*(?:>|[-+*](?=[ \t])|[0-9]{1,9}[.)](?=[ \t]))"
"""What opens a quotation or an item of a list."""
_CALLS = 4
"""Calls of the parser for one level of nesting, with room to spare: it makes two."""
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
