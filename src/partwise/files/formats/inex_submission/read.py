"""INEX submission: ranked elements or passages as XML, INEX 2002 to 2008.

Grammar::

    <inex-submission participant-id="9" run-id="demo" task="Focused" ...>
     <topic-fields title="yes" .../> <description>...</description>
     <topic topic-id="544">
      <result><file>12345</file>PLACE<rank>1</rank><rsv>0.83</rsv></result>
     </topic>
    </inex-submission>

PLACE is one of ``<path>/article[1]/sec[2]</path>``, ``<passage start="POINT"
end="POINT"/>`` and ``<fol offset="120" length="340"/>``, or nothing for the whole
document. A POINT is an element path or ``PATH/text()[n].k``, k characters into
the n-th run of text of PATH. ``efficiency-submission`` is the same.

``rank`` and ``rsv`` may both be missing; then the order of the file counts. Where
both are there and disagree, ``--order`` must say which counts. Unknown
attributes are kept, unknown elements inside ``result`` refused.
"""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import SHOWN_PROBLEMS, FormatError, FormatErrors, quote
from partwise.files.formats.inex_submission.places import (
    PLACE_READERS,
    real_number,
    whole_number,
)
from partwise.files.formats.inex_submission.write import submission_bytes
from partwise.files.parsing.xml import Coding, records
from partwise.messages import Notes
from partwise.tables.rows import RowLines, text_columns
from partwise.tables.run import Run
from partwise.tables.run_order import disagreement

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from partwise.files.options import Reading
    from partwise.files.parsing.losses import Losses
    from partwise.files.source import Source
    from partwise.tables.run import Order

FORMAT = "inex-submission"
ROOTS = ("inex-submission", "efficiency-submission")
_TAGS = (*ROOTS, "topic", "result", "topic-fields", "description", "collection")
_PLACES = ("path", "passage", "fol")
_ABSENT = -1


def read_run(source: Source, reading: Reading) -> Run:
    """Read a submission; FormatError or FormatErrors name the bad lines.

    With an order, ranks and scores may disagree.
    """
    reader = _Reader(source.name, lenient=reading.lenient)
    with source.stream() as stream:
        for event, element in records(stream, source.name, _TAGS):
            reader.see(event, element)
    return reader.run(reading.order)


def write_run(run: Run, *, lossy: Losses | None = None) -> bytes:
    """Return the content of a file; TableError says what the format cannot hold."""
    return submission_bytes(run, lossy=lossy)


class _Reader:
    """Collects the columns of a submission."""

    def __init__(self, file: str, *, lenient: bool) -> None:
        self._file = file
        self._lenient = lenient
        self._problems: list[FormatError] = []
        self._n_problems = 0
        self._kept: dict[str, str] = {}
        self._by_topic: dict[str, Coding] = {}
        self._by_result: dict[str, Coding] = {}
        self._collections: list[str] = []
        self._here: Any = None
        self.topic, self.doc, self.element = Coding(), Coding(), Coding()
        self.last = array("i")
        self.start, self.end = array("q"), array("q")
        self.rank, self.score = array("q"), array("d")
        self.line = array("q")
        self._root = ""

    def see(self, event: str, element: Any) -> None:
        """Take in one event."""
        tag = element.tag
        if event == "start":
            if not self._root:
                self._begin(element)
            elif tag == "topic":
                self._topic(element)
        elif tag == "result":
            self._result(element)
        elif tag == "topic-fields":
            self._kept |= {f"topic-fields:{k}": v for k, v in element.attrib.items()}
        elif tag == "description":
            self._kept["submission:description"] = (element.text or "").strip()
        elif tag == "collection":
            self._collections.append((element.text or "").strip())

    def _begin(self, root: Any) -> None:
        self._root = root.tag
        if self._root not in ROOTS:
            raise FormatError(
                self._file, root.sourceline, f"root {quote(root.tag)} is not {ROOTS[0]}"
            )
        self._kept |= {f"submission:{k}": v for k, v in root.attrib.items()}

    def _topic(self, element: Any) -> None:
        name = element.get("topic-id")
        if not name:
            self._refuse(element, "a topic without topic-id")
        self.topic.code(name or "?")
        self._here = element
        self._topic_name = name or "?"
        self._attributes = {k: v for k, v in element.attrib.items() if k != "topic-id"}

    def _result(self, element: Any) -> None:
        if self._here is None:
            self._refuse(element, "a result outside a topic")
            return
        try:
            row = self._row(element)
        except ValueError as bad:
            self._refuse(element, str(bad))
            return
        self.topic.add(self._topic_name)
        self.doc.add(row["file"])
        self.element.add(row.get("element"))
        self.last.append(_ABSENT if "last" not in row else self.element.code(row["last"]))
        self.start.append(row.get("start", _ABSENT))
        self.end.append(row.get("end", _ABSENT))
        self.rank.append(row.get("rank", _ABSENT))
        self.score.append(row.get("rsv", math.nan))
        self.line.append(element.sourceline)
        self._keep(self._by_topic, self._attributes)
        self._keep(self._by_result, dict(element.attrib))

    def _keep(self, columns: dict[str, Coding], attributes: dict[str, str]) -> None:
        for name in attributes:
            if name not in columns:
                columns[name] = Coding()
                columns[name].codes.extend([_ABSENT] * (len(self.line) - 1))
        for name, column in columns.items():
            column.add(attributes.get(name))

    def _row(self, element: Any) -> dict[str, Any]:
        row: dict[str, Any] = {}
        for child in element:
            tag, text = child.tag, (child.text or "").strip()
            if tag in _PLACES:
                if tag == row.get("place"):
                    raise ValueError(f"a result with two {tag}")
                if "place" in row:
                    raise ValueError(f"a result with both {row['place']} and {tag}")
                row |= {"place": tag} | PLACE_READERS[tag](child, text, lenient=self._lenient)
            elif tag in row:
                raise ValueError(f"a result with two {tag}")
            elif tag == "file":
                row["file"] = text
            elif tag == "rank":
                row["rank"] = whole_number(text, "rank")
            elif tag == "rsv":
                row["rsv"] = real_number(text)
            else:
                raise ValueError(f"unknown element {quote(str(tag))} in a result")
        if not row.get("file"):
            raise ValueError("a result without file")
        return row

    def _refuse(self, element: Any, problem: str) -> None:
        self._n_problems += 1
        if len(self._problems) < SHOWN_PROBLEMS:
            self._problems.append(FormatError(self._file, element.sourceline, problem))

    # -- the whole -------------------------------------------------------------------------

    def run(self, order: Order | None) -> Run:
        """Return the run, or refuse the file."""
        if self._problems:
            raise FormatErrors(self._problems, self._n_problems)
        if not len(self.line):
            raise FormatError(self._file, None, "no results in the submission")
        rank = np.array(self.rank, np.int64)
        score = np.array(self.score, np.float64)
        notes = Notes()
        ranks = self._complete(rank >= 0, "rank", notes)
        scores = self._complete(~np.isnan(score), "rsv", notes)
        if ranks and scores and order is None:
            self._refuse_disagreement(rank, score)
        last = np.array(self.last, np.int32)
        return Run(
            name=self._kept.get("submission:run-id") or "run",
            **text_columns(topic=self.topic.coded, doc=self.doc.coded, element=self.element.coded),
            start=np.array(self.start, np.int64),
            end=np.array(self.end, np.int64),
            last=last if (last >= 0).any() else None,
            score=score if scores else None,
            rank=rank if ranks else None,
            extra=self._extra(len(self.line)),
            source=self._file,
            notes=tuple(notes),
            natural="score" if scores else "rank" if ranks else "file",
            format=FORMAT,
            lines=RowLines(np.array(self.line, np.int64)),
        )

    def _complete(self, given: NDArray[np.bool_], what: str, notes: Notes) -> bool:
        """Tell whether every result has a number; some having one is worth a note."""
        missing = int(given.size - given.sum())
        if 0 < missing < given.size:
            words = "{n} of {all:result} {n:has|have} no {what}; {what} is not used"
            notes.add(words, n=missing, all=given.size, what=what)
        return missing == 0

    def _refuse_disagreement(self, rank: NDArray[np.int64], score: NDArray[np.float64]) -> None:
        """Refuse ranks and scores that order two results of a topic differently."""
        topic = self.topic.coded
        rows = disagreement(topic.codes, rank, score)
        if rows is None:
            return
        lines = sorted(self.line[row] for row in rows)
        name = topic.names[topic.codes[rows[0]]]
        raise FormatError(
            self._file,
            None,
            f"topic {name}: ranks and scores order lines {lines[0]} and {lines[1]} differently",
            "Use --order rank or --order score",
        )

    def _extra(self, size: int) -> dict[str, NDArray[Any]]:
        """Everything else the file said, as columns."""
        kept = {k: v for k, v in self._kept.items() if k != "submission:run-id"}
        if self._root != ROOTS[0]:
            kept["submission"] = self._root
        if self._collections:
            kept["submission:collections"] = " ".join(self._collections)
        text = np.dtypes.StringDType()
        columns: dict[str, NDArray[Any]] = {k: np.full(size, v, text) for k, v in kept.items()}
        for prefix, group in (("topic", self._by_topic), ("result", self._by_result)):
            columns |= {f"{prefix}:{name}": coding.texts for name, coding in group.items()}
        return columns
