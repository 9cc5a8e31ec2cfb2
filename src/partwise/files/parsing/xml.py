"""Going through XML files of runs and assessments, element by element.

External entities, DTDs and the network are never touched; comments and
processing instructions are skipped; memory holds one record at a time.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import SHOWN_PROBLEMS, FormatError, FormatErrors, quote
from partwise.files.parsing.json_columns import JsonColumn, column_of, table_of_columns
from partwise.messages import Note
from partwise.spelling import spelt
from partwise.tables.building import qrels_of
from partwise.tables.columns import Coded
from partwise.tables.names import Names
from partwise.tables.paths import completed, is_path, not_paths, split_point
from partwise.tables.problems import FolderOrigin, Problems, Said
from partwise.tables.qrels import Qrels
from partwise.tables.row_rules import TableOptions
from partwise.tables.rows import RowLines
from partwise.tables.schema import QRELS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from numpy.typing import NDArray

    from partwise.files.options import Reading
    from partwise.files.source import Source
    from partwise.tables.qrels import Scale


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
    """Error of the parser in our words."""
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
        cells: NDArray[Any] = texts[self.column]
        return cells


class AssessedRows:
    """Rows of assessments in XML files, collected one by one; problems are raised in the end."""

    def __init__(self) -> None:
        self._columns: dict[str, JsonColumn] = {}
        self._line = array("q")
        self._files: list[tuple[int, str]] = []
        self._notes: dict[str, int] = {}
        self._problems: list[FormatError] = []
        self._n_problems = 0

    def begin(self, file: str) -> None:
        """Begin with the rows of another file."""
        self._files.append((len(self._line), file))

    def add(self, line: int, **cells: Any) -> None:
        """Append a row; absent cells are None."""
        row = len(self._line)
        self._line.append(line)
        for name, value in cells.items():
            if value is None:
                continue
            if name not in self._columns:
                self._columns[name] = column_of(name, QRELS.get(name))
            self._columns[name].add(row, value)

    def refuse(self, file: str, line: int | None, problem: str) -> None:
        """Note a problem."""
        self._n_problems += 1
        if len(self._problems) < SHOWN_PROBLEMS:
            self._problems.append(FormatError(file, line, problem))

    def note(self, words: str) -> None:
        """Count an element of which something is noted."""
        self._notes[words] = self._notes.get(words, 0) + 1

    def qrels(self, source: str, scale: Scale, format_: str) -> Qrels:
        """Return the assessments, or raise what is wrong with the files."""
        if self._problems:
            raise FormatErrors(self._problems, self._n_problems)
        if not len(self._line):
            raise FormatError(source, None, "no assessments in the file")
        lines = RowLines(np.array(self._line, np.int64))
        if self._files:
            first = [row for row, _ in self._files]
            file = np.repeat(np.arange(len(first)), np.diff(first, append=len(lines)))
            lines = replace(lines, files=tuple(name for _, name in self._files), file=file)
        origin = FolderOrigin(source)
        table = table_of_columns(origin, format_, self._columns, lines, Problems(origin))
        notes = (Note(f"{{n:element}} {words}", n=n) for words, n in self._notes.items())
        table.notes = tuple(notes)
        return qrels_of(table, TableOptions(), scale=scale)


def read_alone(
    source: Source, reading: Reading, read: Callable[..., None], scale: Scale, format_: str
) -> Qrels:
    """Read a file that is all of the assessments; `read` appends the rows of a file."""
    rows = AssessedRows()
    read(source.name, source.read(), rows, lenient=reading.lenient)
    return rows.qrels(source.name, scale, format_)


HINT = "Use --lenient and --structure FILE to read a step without [n] as [1]"


def checked_paths(column: Coded, lines: RowLines, problems: Problems, *, lenient: bool) -> Coded:
    """Note cells that are not an element path.

    Lenient reading keeps a path with bare steps as it is: only a structure can say whether
    ``[1]`` is meant.
    """
    texts = column.names.tolist()
    bad = not_paths(texts)
    loose = {code for code in bad if completed(texts[code]) is not None}
    if lenient:
        bad = [code for code in bad if code not in loose]

    def say(row: int) -> Said:
        code = int(column.codes[row])
        said = f"path {quote(texts[code])} is not an element path"
        return (said, HINT) if code in loose else said

    if bad:
        problems.at_rows(np.flatnonzero(np.isin(column.codes, bad)), lines, say)
    return column


def checked_path(text: str, *, lenient: bool) -> str:
    """Return one element path; ValueError in words if it is none."""
    if is_path(text):
        return text
    if completed(text) is None:
        raise ValueError(f"path {quote(text)} is not an element path")
    if not lenient:
        raise ValueError(f"path {quote(text)} is not an element path. {spelt(HINT)}")
    return text


def checked_point(text: str, *, lenient: bool) -> str:
    """Return one point; ValueError in words if it is none."""
    path, inside = split_point(text)
    return checked_path(path, lenient=lenient) + inside
