"""Assessments that grow row by row while XML files are read."""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING, Protocol

import numpy as np

from partwise.errors import SHOWN_PROBLEMS, FormatError, FormatErrors
from partwise.files.parsing.xml import Coding
from partwise.messages import Note
from partwise.tables.qrels import Qrels
from partwise.tables.row_lines import RowLines
from partwise.tables.rows import text_columns

if TYPE_CHECKING:
    from partwise.files.options import Reading
    from partwise.files.source import Source
    from partwise.tables.qrels import Scale


class Rows:
    """Columns of assessments; what is wrong is collected and refused in the end."""

    def __init__(self) -> None:
        self.topic, self.doc, self.element, self.assessor = Coding(), Coding(), Coding(), Coding()
        self.grade, self.e, self.s = array("d"), array("d"), array("d")
        self.line = array("q")
        self._files: list[tuple[int, str]] = []
        self.notes: dict[str, int] = {}
        self._texts: dict[str, Coding] = {}
        self._problems: list[FormatError] = []
        self._n_problems = 0

    def __len__(self) -> int:
        return len(self.line)

    def begin(self, file: str) -> None:
        """Begin with the rows of another file."""
        self._files.append((len(self), file))

    @property
    def lines(self) -> RowLines:
        """Line of each row, and its file where several were begun."""
        lines = np.array(self.line, np.int64)
        if not self._files:
            return RowLines(lines)
        first = [row for row, _ in self._files]
        file = np.repeat(np.arange(len(first)), np.diff(first, append=len(self)))
        return RowLines(lines, files=tuple(name for _, name in self._files), file=file)

    def add(
        self,
        topic: str,
        doc: str,
        *,
        line: int,
        element: str | None = None,
        grade: float = math.nan,
        e: float = math.nan,
        s: float = math.nan,
        assessor: str | None = None,
        texts: dict[str, str] | None = None,
    ) -> None:
        """Append a row."""
        self.topic.add(topic)
        self.doc.add(doc)
        self.element.add(element)
        self.assessor.add(assessor)
        self.grade.append(grade)
        self.e.append(e)
        self.s.append(s)
        self.line.append(line)
        for name in texts or ():
            if name not in self._texts:
                self._texts[name] = Coding()
                self._texts[name].codes.extend([-1] * (len(self) - 1))
        for name, column in self._texts.items():
            column.add((texts or {}).get(name))

    def refuse(self, file: str, line: int | None, problem: str) -> None:
        """Note a problem."""
        self._n_problems += 1
        if len(self._problems) < SHOWN_PROBLEMS:
            self._problems.append(FormatError(file, line, problem))

    def note(self, said: str) -> None:
        """Count elements of which something is worth telling."""
        self.notes[said] = self.notes.get(said, 0) + 1

    def qrels(self, source: str, scale: Scale, form: str) -> Qrels:
        """Return the assessments, or refuse them."""
        if self._problems:
            raise FormatErrors(self._problems, self._n_problems)
        if not len(self):
            raise FormatError(source, None, "no assessments in the file")
        return Qrels(
            **text_columns(topic=self.topic.coded, doc=self.doc.coded),
            **text_columns(element=self.element.coded, assessor=self.assessor.coded),
            grade=np.array(self.grade, np.float64),
            e=np.array(self.e, np.float64),
            s=np.array(self.s, np.float64),
            scale=scale,
            extra={name: column.texts for name, column in self._texts.items()},
            source=source,
            notes=tuple(Note(f"{{n:element}} {said}", n=n) for said, n in self.notes.items()),
            format=form,
            lines=self.lines,
        )


class ReadFile(Protocol):
    """Appends the rows of one file."""

    def __call__(self, place: str, data: bytes, rows: Rows, *, lenient: bool) -> None:
        """Take in the content of the file at a place."""


def read_alone(source: Source, reading: Reading, read: ReadFile, scale: Scale, form: str) -> Qrels:
    """Read a file that is all of the assessments."""
    rows = Rows()
    read(source.name, source.read(), rows, lenient=reading.lenient)
    return rows.qrels(source.name, scale, form)
