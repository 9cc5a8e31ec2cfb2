"""Going through XML files of runs and assessments, element by element.

External entities, DTDs and the network are never touched; comments and
processing instructions are skipped; memory holds one record at a time.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import FormatError, quote
from partwise.tables.columns import Coded
from partwise.tables.names import Names

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from numpy.typing import NDArray

PLAIN_DEPTH = 256
"""Deepest nesting that the parser allows without giving up its other guards."""

_LONGEST = 10_000_000
"""Longest text node or attribute that the parser takes."""

_PLACE = re.compile(r",? line \d+, column \d+.*$", re.DOTALL)
_FUNCTION = re.compile(r"^xml\w+: ")


def records(stream: IO[bytes], file: str, tags: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Yield ``("start" | "end", element)`` for elements with these names.

    An element that ended, and everything before it, may be gone after the next step.
    """
    from lxml import etree

    try:
        events = etree.iterparse(
            stream,
            events=("start", "end"),
            tag=tags,
            remove_comments=True,
            remove_pis=True,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
        )
        for event, element in events:
            yield event, element
            if event == "end":
                element.clear(keep_tail=False)
                while element.getprevious() is not None:
                    del element.getparent()[0]
    except etree.XMLSyntaxError as bad:
        raise explained(bad, file) from None


def explained(bad: Any, file: str) -> FormatError:
    """Say in our words what the parser did not like."""
    message = _FUNCTION.sub("", _PLACE.sub("", bad.msg or "").strip())
    line = bad.lineno or None
    if "amplification" in message:
        return bomb(file, line)
    if message.startswith("Entity '") and "not defined" in message:
        return undefined(message.split("'")[1], file, line)
    if "internal subset" in message:  # from some versions of the parser
        problem = "the document type declaration names another file"
        return FormatError(file, line, problem, "DTDs and other files are never read; remove it")
    if message.startswith("Excessive depth"):
        return FormatError(file, line, f"elements nest deeper than {PLAIN_DEPTH}")
    if "XML_PARSE_HUGE" in message or "too big" in message:
        return FormatError(file, line, f"a text or attribute longer than {_LONGEST:,} bytes")
    if message.startswith(("Document is empty", "no element found")):
        message = "no XML document"
    return FormatError(file, line, f"not well-formed XML: {message}")


def bomb(file: str, line: int | None = None) -> FormatError:
    """Return the refusal of entities that grow without measure."""
    return FormatError(file, line, "its entities expand to far more text than the file holds")


def undefined(name: str, file: str, line: int | None) -> FormatError:
    """Return the refusal of an entity that only another file could define."""
    return FormatError(
        file,
        line,
        f"entity {quote(f'&{name};')} is not defined in the file",
        "DTDs and other files are never read; define it in the document's internal subset",
    )


class Coding:
    """A text column that grows: codes, and a dictionary of the distinct texts."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}
        self.codes = array("i")

    def add(self, text: str | None) -> None:
        """Append a text; None is absent."""
        self.codes.append(-1 if text is None else self.code(text))

    def code(self, text: str) -> int:
        """Return the code of a text."""
        return self.known.setdefault(text, len(self.known))

    @property
    def column(self) -> NDArray[np.int32]:
        """The codes."""
        return np.array(self.codes, np.int32)

    @property
    def coded(self) -> Coded:
        """The codes and the distinct texts."""
        return Coded(self.column, Names.of(self.known))

    @property
    def texts(self) -> NDArray[Any]:
        """The texts themselves, absent ones empty."""
        texts = np.array([*self.known, ""], dtype=np.dtypes.StringDType())
        found: NDArray[Any] = texts[self.column]
        return found
