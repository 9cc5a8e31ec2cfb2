"""XML documents.

The document text is all character data inside the root element in document
order: no tags, comments or processing instructions; each entity or character
reference is the character it stands for; white space is kept; line ends are
LF, as XML itself says. Offsets count its Unicode code points.

Entities of the internal subset are expanded. Nothing outside the file is
ever read: no DTD, no external entity, no network. An entity that the file
does not define is refused, because guessing would shift every offset after it.
Names in a namespace carry the outermost prefix bound to it (``mml:math``).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from partwise.errors import FormatError
from partwise.files.documents.builder import WHITE
from partwise.files.parsing.xml import PLAIN_DEPTH, bomb, explained, undefined
from partwise.tables.structure.table import LEADING_BLANK, TRAILING_BLANK

if TYPE_CHECKING:
    from partwise.files.documents.builder import Limits, TreeRows

_MOST_DEPTH = 2048
"""Deepest nesting that the parser allows at all."""

_GROWTH = 20
"""With the parser's guards off, text may be this many times as long as its file."""

_TAG = re.compile(rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<([^/!?])", re.DOTALL)
"""What may hold the sign of a start tag without being one, or (group 1) a start tag."""

_ENCODING = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)")

_SMALL = 10_000_000
"""Text that may grow from any file, however small."""


def parse(data: bytes, file: str, forest: TreeRows, limits: Limits, *, keep: bool) -> str:
    """Add one document's elements to `forest`; return its text if asked to `keep` it."""
    from lxml import etree

    if limits.depth > _MOST_DEPTH:
        raise FormatError(file, None, f"XML cannot be read deeper than {_MOST_DEPTH:,} elements")
    reader: _Reader | None = forest.tools.get("xml")
    if reader is None:
        reader = forest.tools["xml"] = _reader(forest, limits)
    chunks: list[str] = []
    reader.begin(file, chunks if keep else None, len(data))
    try:
        etree.fromstring(data, reader.parser)
    except etree.XMLSyntaxError as bad:
        raise _explained(bad, file, limits, data) from None
    except FormatError as bad:
        first = forest.ends[-1] if forest.ends else 0
        line = _line(data, len(forest) - first)
        raise FormatError(file, line, bad.problem, bad.hint) from None
    _refuse_undefined(reader.parser, data, file)
    return "".join(chunks)


def _line(data: bytes, number: int) -> int | None:
    """Return the line of an element, counted from 0; None where bytes do not tell it."""
    if b"<!ENTITY" in data or b"\x00" in data[:4]:
        return None
    tags = (found for found in _TAG.finditer(data) if found[1])
    found = next(itertools.islice(tags, number, None), None)
    return None if found is None else 1 + data.count(b"\n", 0, found.start())


class _Reader(NamedTuple):
    """A parser that adds elements to a forest, made once for all documents."""

    parser: Any
    begin: Callable[[str, list[str] | None, int], None]


def _reader(  # noqa: C901, PLR0915 -- one call per tag: state in local names is a third faster
    forest: TreeRows, limits: Limits
) -> _Reader:
    from lxml import etree

    parents, tags, starts, ends, blanks = (
        forest.parent,
        forest.tag,
        forest.start,
        forest.end,
        forest.blank,
    )
    codes: dict[str, int] = {}
    prefixes: list[tuple[str, str]] = []
    guarded = limits.depth <= PLAIN_DEPTH
    file, longest, most, base = "", 0, 0, 0
    chunks: list[str] | None = None
    here, depth, position, seen, blank, bit, before = -1, 0, 0, 0, True, 0, 0

    def begin(name: str, into: list[str] | None, size: int) -> None:
        nonlocal file, longest, most, base, chunks
        nonlocal here, depth, position, seen, blank, bit, before
        file, chunks, base = name, into, len(tags)
        most, longest = base + limits.elements, max(_SMALL, _GROWTH * size)
        here, depth, position, seen, blank, bit, before = -1, 0, 0, 0, True, 0, base
        if prefixes:
            prefixes.clear()
            codes.clear()

    def start(tag: str, _attributes: Any) -> None:
        nonlocal here, depth, seen, blank, before, bit
        if position > seen:
            if blank:
                blanks[before] |= bit
            seen, blank = position, True
        code = codes.get(tag)
        if code is None:
            code = codes[tag] = forest.code(_written(tag, prefixes))
        before, bit = len(tags), LEADING_BLANK
        if before >= most:
            raise limits.too_many(file)
        depth += 1
        if depth > limits.depth:
            raise limits.too_deep(file)
        parents.append(here)
        tags.append(code)
        starts.append(position)
        ends.append(position)
        blanks.append(0)
        here = before - base

    def end(_tag: str) -> None:
        nonlocal here, depth, seen, blank, before, bit
        if position > seen:
            if blank:
                blanks[before] |= bit
            seen, blank = position, True
        before, bit = base + here, TRAILING_BLANK
        ends[before] = position
        here = parents[before]
        depth -= 1

    def data(text: str) -> None:
        nonlocal position, blank
        position += len(text)
        if blank and text.strip(WHITE):
            blank = False
        if chunks is not None:
            chunks.append(text)
        if position > longest and not guarded:
            raise bomb(file)

    def start_ns(prefix: str, address: str) -> None:
        prefixes.append((address, prefix))
        codes.clear()

    def end_ns(_prefix: str) -> None:
        prefixes.pop()
        codes.clear()

    target = SimpleNamespace(
        start=start, end=end, data=data, start_ns=start_ns, end_ns=end_ns, close=lambda: None
    )
    parser = etree.XMLParser(
        target=target,
        resolve_entities="internal",  # type: ignore[arg-type]
        no_network=True,
        load_dtd=False,
        huge_tree=not guarded,
    )
    return _Reader(parser, begin)


def _written(tag: str, prefixes: list[tuple[str, str]]) -> str:
    """Return the name as the document writes it, from the parser's ``{address}name``."""
    if not tag.startswith("{"):
        return tag
    address, name = tag[1:].split("}", 1)
    prefix = next((p for a, p in prefixes if a == address), "")
    return f"{prefix}:{name}" if prefix else name


def _refuse_undefined(parser: Any, data: bytes, file: str) -> None:
    """Refuse entities that the parser left out because a DTD might define them."""
    for entry in parser.error_log:
        if entry.type_name not in ("WAR_UNDECLARED_ENTITY", "ERR_UNDECLARED_ENTITY"):
            continue
        name = entry.message.partition("'")[2].partition("'")[0]
        used = (f"&{name};".encode(coding) for coding in ("utf-8", "utf-16-le", "utf-16-be"))
        if any(reference in data for reference in used):  # else a parameter entity of the DTD
            raise undefined(name, file, entry.line)


def _explained(bad: Any, file: str, limits: Limits, data: bytes) -> FormatError:
    message = bad.msg or ""
    if message.startswith("Excessive depth"):
        return limits.too_deep(file, bad.lineno or None)
    undecodable = _undecodable(data, file) if "encoding" in message else None
    return undecodable or explained(bad, file)


def _undecodable(data: bytes, file: str) -> FormatError | None:
    """Find the byte that does not fit the encoding: the parser may be lines ahead of it."""
    declared = _ENCODING.match(data)
    name = "UTF-8" if declared is None else declared[1].decode()
    try:
        data.decode(name)
    except UnicodeDecodeError as bad:
        line = 1 + data.count(b"\n", 0, bad.start)
        problem = f"not {name} (byte 0x{data[bad.start]:02X}), the encoding of the file"
        return FormatError(file, line, problem, "Declare the encoding it has")
    except LookupError:
        return None
    return None
