"""HTML documents: text, elements and links."""

from __future__ import annotations

import codecs
import re
from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

from partwise.errors import FormatError, quote, require_extra
from partwise.files.documents.builder import Growth
from partwise.files.documents.links import Anchor, Link, PageLinks
from partwise.files.streams import decoded

if TYPE_CHECKING:
    from partwise.files.documents.builder import Limits, TreeRows


_LINKS = frozenset({"a", "area"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class HtmlLinks:
    """Notes the links of a page while its tree is walked.

    Parameters
    ----------
    page : PageLinks
        Where they go.
    growth : Growth
        The document.
    """

    def __init__(self, page: PageLinks, growth: Growth) -> None:
        self._page = page
        self._growth = growth
        self._links: list[tuple[int, str]] = []
        self._headings: list[int] = []

    def see(self, node: Any, tag: str) -> None:
        """Note what an element that was just opened says about links."""
        row = self._growth.row
        if tag in _HEADINGS:
            self._headings.append(row)
        said = node.attributes
        if not said:
            return
        start = self._growth.position
        self._page.name(said.get("id"), row, start)
        if tag in _LINKS and "href" in said:
            self._links.append((row, said["href"] or ""))
        if tag == "a":
            self._page.name(said.get("name"), row, start)
        elif tag == "base" and self._page.base is None:
            self._page.base = said.get("href")

    def finish(self, text: str, start: array[int], end: array[int]) -> None:
        """Give links and headings their text, when all elements have their ends."""
        for row, href in self._links:
            self._page.links.append(Link(row, start[row], end[row], href))
        for row in self._headings:
            words = " ".join(text[start[row] : end[row]].split())
            self._page.headings.append((words, Anchor(row, start[row])))


# The document text is all text of the repaired tree in document order, each
# reference counted as the character it stands for, line ends as LF; the content
# of ``script``, ``style`` and ``template`` is no text. Every element is there,
# also those that HTML5 adds (``html``, ``head``, ``body``, ``tbody``). The
# encoding is that of the byte-order mark, else of the first ``meta`` element
# that names one, else UTF-8; bytes that do not fit are refused.

_SILENT = frozenset({"script", "style", "template"})
_VOID = frozenset(b"area base br col embed hr img input link meta param source track wbr".split())
_CELLS = frozenset({b"td", b"th"})
_GROUPS = frozenset({b"thead", b"tbody", b"tfoot", b"caption", b"colgroup"})
_ENDS: dict[bytes, frozenset[bytes]] = {
    **dict.fromkeys(
        b"address article aside blockquote div dl fieldset footer form h1 h2 h3 h4 h5 h6 header "
        b"hr main nav ol p pre section table ul".split(),
        frozenset({b"p"}),
    ),
    b"li": frozenset({b"li", b"p"}),
    **dict.fromkeys((b"dt", b"dd"), frozenset({b"dt", b"dd", b"p"})),
    **dict.fromkeys(_CELLS, _CELLS | {b"p"}),
    b"tr": _CELLS | {b"tr", b"p"},
    **dict.fromkeys(_GROUPS, _CELLS | _GROUPS | {b"tr", b"p"}),
    b"option": frozenset({b"option"}),
    b"optgroup": frozenset({b"option", b"optgroup"}),
}
"""Open elements that the start of another one ends."""
_FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
_TAG = re.compile(
    rb"<!--.*?(?:-->|\Z)"
    rb"|<(?=(?P<raw>script|style|textarea|title|xmp|iframe|noembed|noframes)\b)(?P=raw).*?"
    rb"(?:</(?P=raw)|\Z)"
    rb"|<(/?)([A-Za-z][^\s/>]*)",
    re.DOTALL | re.IGNORECASE,
)
_META = re.compile(
    rb"<meta[^>]{0,1000}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE
)
_HEAD = 4096
"""Bytes in which a ``meta`` element may name the encoding."""
_LOOK_BACK = 64
"""How far up the count looks for the element that an end tag closes."""
_UNSAFE = re.compile(r"[/\[\]|<>\"'&=\s]")
_PARSE_DEPTH = 8192
"""Nesting the parser takes without its time growing with the square of the depth."""


def parse(data: bytes, file: str, forest: TreeRows, limits: Limits, *, keep: bool) -> str:
    """Add one document's elements to `forest`; return its text if asked to `keep` it."""
    require_extra("html", "HTML", "selectolax")
    from selectolax.lexbor import LexborHTMLParser

    text = decoded(data, _encoding(data, file), file).removeprefix("\ufeff")
    nesting = _nesting(data) if data.count(b"<") > limits.depth else _Nesting(0, 0)
    if nesting.deepest > max(_PARSE_DEPTH, limits.depth):
        raise limits.too_deep(file)
    if nesting.copies > limits.elements:
        raise limits.too_many(file)
    root = LexborHTMLParser(text).root
    if root is None:
        raise FormatError(file, None, "no HTML document")
    growth = Growth(forest, file, limits, keep=keep)
    links = None if forest.page is None else HtmlLinks(forest.page, growth)
    first = len(forest)
    _walk(root, growth, links)
    whole = "".join(growth.chunks or ())
    if links is not None:
        links.finish(whole, forest.start[first:], forest.end[first:])
    return whole


def _encoding(data: bytes, file: str) -> str:
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8"),
        (b"\xff\xfe", "utf-16"),
        (b"\xfe\xff", "utf-16"),
    ):
        if data.startswith(mark):
            return name
    found = _META.search(data, 0, _HEAD)
    if found is None:
        return "utf-8"
    name = found.group(1).decode("ascii")
    try:
        return codecs.lookup(name).name
    except LookupError:
        raise FormatError(file, None, f"names the unknown encoding {quote(name)}") from None


class _Nesting(NamedTuple):
    """What the tags alone say about the tree."""

    deepest: int
    """At least as many elements as are ever open at once."""
    copies: int
    """At least as many elements as HTML5 adds by opening formatting again in later blocks."""


def _nesting(data: bytes) -> _Nesting:
    """Bound the tree from its tags, before any tree is built.

    End tags that may be left out are taken into account, so that an old page with thousands of
    unclosed paragraphs is not taken for a deep one.
    """
    stack: list[bytes] = []
    unclosed: dict[bytes, int] = {}
    deepest, copies, active = 0, 0, 0
    for found in _TAG.finditer(data):
        slash, name = found.group(2, 3)
        if name is None:
            continue
        name = name.lower()
        if slash:
            if unclosed.get(name):
                unclosed[name] -= 1
                active -= 1
            _close(stack, name)
        elif name not in _VOID:
            if name in _FORMATTING:
                unclosed[name] = unclosed.get(name, 0) + 1
                active += 1
            else:
                copies += active
                ends = _ENDS.get(name, ())
                while stack and stack[-1] in ends:
                    stack.pop()
            stack.append(name)
            deepest = max(deepest, len(stack) + active)
    return _Nesting(deepest, copies)


def _close(stack: list[bytes], name: bytes) -> None:
    if stack and stack[-1] == name:
        stack.pop()
    elif name in stack[-_LOOK_BACK:]:
        while stack.pop() != name:
            pass


def _walk(root: Any, growth: Growth, links: HtmlLinks | None) -> None:
    """Go through the tree by its links: no recursion, no object kept."""
    names: dict[str, str] = {}
    text, begin, end = growth.text, growth.open, growth.close
    node, depth = root, 0
    while True:
        tag = node.tag
        if tag == "-text":
            text(node.text_content or "")
        elif tag is not None and tag[0] != "-":  # a processing instruction has no name
            name = names.get(tag)
            if name is None:
                name = names[tag] = _UNSAFE.sub("_", tag)
            begin(name)
            if links is not None:
                links.see(node, tag)
            below = None if tag in _SILENT else node.first_child
            if below is not None:
                node = below
                depth += 1
                continue
            end()
        # a finished node: on to the one after it, closing the elements that end in between
        while depth and (after := node.next) is None:
            node = node.parent
            depth -= 1
            end()
        if not depth:
            return
        node = after
