"""X-Rai assessments, INEX 2005 to 2007: highlighted passages and graded elements.

Grammar, one file per pool (an assessor's documents for a topic), or a folder or
archive of such files::

    <assessments pool="17" topic="544" version="2" whitespace-text-node="keep">
     <file collection="wikipedia" name="12345">
      <best-entry-point path="/article[1]/body[1]/p[2]"/>
      <passage start="/article[1]/body[1]/p[2]/text()[1].0"
               end="/article[1]/body[1]/p[3]/text()[2].57" size="310"/>
      <element path="/article[1]/body[1]/p[2]" exhaustivity="2" size="200" rsize="180"/>
     </file>
     <file collection="wikipedia" name="999"></file>
    </assessments>

A ``file`` without children was judged and holds nothing relevant. A passage is
highlighted text between two points: an element path (its start, or its end for
the end of a passage) or ``PATH/text()[n].k``, k characters into the n-th run of
text between the children of PATH. With ``whitespace-text-node="strip"`` runs of
white space are not counted; the attribute cannot be trusted, so a point that does
not exist in one reading is looked for in the other. Offsets need the structure.

``exhaustivity`` is 1, 2 or ``?`` (too small, read as 0); the specificity of an
element is ``rsize / size``. Both sizes merge blanks, so passages are never
measured by them.

As rows: a passage is a highlighted range of points ``START END`` in the column
``element``, or the path alone where both are the same element; an element has e and
s; ``bep_path`` holds the best entry point.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import TableError, quote
from partwise.files.formats.xrai.write import (
    attributes,
    by_document,
    check_places,
    pools,
    sizes_of,
)
from partwise.files.parsing.losses import Loss, Losses
from partwise.files.parsing.xml import (
    AssessedRows,
    checked_path,
    checked_point,
    read_alone,
    records,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from partwise.files.options import Reading
    from partwise.files.source import Source
    from partwise.tables.qrels import Qrels, Scale

FORMAT = "xrai"
SCALE: Scale = "share"
_EXHAUSTIVITY = {"1": 1.0, "2": 2.0, "?": 0.0}
_READINGS = ("keep", "strip")
_COLUMNS = ("bep_path", "collection", "whitespace", "size", "rsize")
WORDS = "an X-Rai file"


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read one file; FormatError or FormatErrors name the bad lines."""
    return read_alone(source, reading, read_file, SCALE, FORMAT)


def read_file(place: str, data: bytes, rows: AssessedRows, *, lenient: bool) -> None:
    """Append the rows of one pool."""
    _File(place, rows, lenient=lenient).read(data)


class _File:
    """One pool."""

    def __init__(self, place: str, rows: AssessedRows, *, lenient: bool) -> None:
        self._place = place
        self._rows = rows
        self._lenient = lenient
        self._topic = self._pool = ""
        self._whitespace = "keep"

    def read(self, data: bytes) -> None:
        """Take in the whole file."""
        for event, element in records(io.BytesIO(data), self._place, ("assessments", "file")):
            if event == "start" and element.tag == "assessments":
                self._begin(element)
            elif event == "end" and element.tag == "file":
                self._document(element)

    def _begin(self, root: Any) -> None:
        self._topic, self._pool = root.get("topic", ""), root.get("pool", "")
        if not self._topic:
            self._refuse(root, "assessments without a topic")
        self._whitespace = root.get("whitespace-text-node", "keep")
        if self._whitespace not in _READINGS:
            self._refuse(
                root, f"whitespace-text-node {quote(self._whitespace)} is not keep or strip"
            )

    def _document(self, file: Any) -> None:
        name = file.get("name")
        if not name:
            self._refuse(file, "a file without name")
            return
        if len(file) == 0:
            self._add(file, name, grade=0.0)
            return
        entry = None
        places: list[dict[str, Any]] = []
        for child in file:
            try:
                if child.tag == "best-entry-point":
                    entry = checked_point(child.get("path", ""), lenient=self._lenient)
                else:
                    places.append(self._judged(child) | {"line": child.sourceline})
            except ValueError as bad:
                self._refuse(child, str(bad))
        if entry is not None and not places:
            self._refuse(file, f"document {name} has a best entry point, but nothing relevant")
        for place in places:
            self._add(file, name, entry=entry, **place)

    def _judged(self, child: Any) -> dict[str, Any]:
        if child.tag == "passage":
            ends = (child.get("start", ""), child.get("end", ""))
            first, last = (checked_point(point, lenient=self._lenient) for point in ends)
            same = first == last and first.endswith("]")
            return {"element": first if same else f"{first} {last}", "size": child.get("size")}
        if child.tag != "element":
            raise ValueError(f"unknown element {quote(str(child.tag))} in a file")
        e = child.get("exhaustivity", "")
        if e not in _EXHAUSTIVITY:
            raise ValueError(f"exhaustivity {quote(e)} is not 1, 2 or ?")
        path = checked_path(child.get("path", ""), lenient=self._lenient)
        return {"element": path, "e": _EXHAUSTIVITY[e], "s": self._share(child)} | {
            name: child.get(name) for name in ("size", "rsize")
        }

    def _share(self, child: Any) -> float:
        size, relevant = _count(child, "size"), _count(child, "rsize")
        if relevant > size:
            if not self._lenient:
                raise ValueError(f"rsize {relevant} is more than size {size}")
            self._rows.note("with more relevant characters than it has, cut to its length")
            return 1.0
        return relevant / size if size else 0.0

    def _add(self, file: Any, name: str, **values: Any) -> None:
        texts = {
            "bep_path": values.pop("entry", None),
            "collection": file.get("collection"),
            "whitespace": self._whitespace if self._whitespace != "keep" else None,
            "size": values.pop("size", None),
            "rsize": values.pop("rsize", None),
        }
        self._rows.add(
            topic=self._topic,
            doc=name,
            assessor=self._pool or None,
            **texts,
            **{"line": file.sourceline, **values},
        )

    def _refuse(self, element: Any, problem: str) -> None:
        self._rows.refuse(self._place, element.sourceline, problem)


def _count(child: Any, name: str) -> int:
    text = child.get(name, "")
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise ValueError(f"{name} {quote(text)} is not a whole number")
    return int(text)


def write_files(qrels: Qrels, *, lossy: Losses | None = None) -> dict[str, bytes]:
    """Return the files of all pools by name; TableError says what the format cannot hold."""
    loss = Loss(WORDS, allowed=lossy)
    check_places(qrels, loss)
    loss.never(qrels.start >= 0, "offsets: its passages are points in elements")
    loss.never((qrels.bep >= 0) & ~_has_text(qrels, "bep_path"), "entry points as offsets")
    graded = ~np.isnan(qrels.s)
    loss.never(graded & ~np.isin(qrels.e, (0.0, 1.0, 2.0)), "an element without e of 0, 1 or 2")
    loss.never(graded & ~((qrels.s >= 0) & (qrels.s <= 1)), "s outside 0 to 1")
    loss.never(~graded & ~np.isnan(qrels.e), "e without s")
    loss.of_columns(qrels, [name for name in qrels.extra if name not in _COLUMNS])
    extra = {name: qrels.extra[name].tolist() for name in _COLUMNS if name in qrels.extra}
    files: dict[str, bytes] = {}
    for topic, pool, rows in pools(qrels):
        white = (
            {extra["whitespace"][row] or "keep" for row in rows}
            if "whitespace" in extra
            else {"keep"}
        )
        if len(white) > 1:
            raise TableError(None, f"topic {topic} mixes both readings of white space")
        head = {"pool": pool, "topic": topic, "version": 2, "whitespace-text-node": white.pop()}
        lines = [f"<assessments{attributes(head)}>"]
        for doc, mine in by_document(qrels, rows):
            first = {name: values[mine[0]] for name, values in extra.items()}
            lines.append(
                f"<file{attributes({'collection': first.get('collection'), 'name': doc})}>"
            )
            if first.get("bep_path"):
                lines.append(f"<best-entry-point{attributes({'path': first['bep_path']})}/>")
            lines += [_row(qrels, row, extra) for row in mine if qrels.element[row] >= 0]
            lines.append("</file>")
        name = topic if pool is None else f"{topic}-{pool}"
        files[f"{name}.xml"] = "\n".join([*lines, "</assessments>", ""]).encode()
    return files


def _has_text(qrels: Qrels, name: str) -> NDArray[np.bool_]:
    column = qrels.extra.get(name)
    if column is None:
        return np.zeros(len(qrels), np.bool_)
    return np.array([bool(text) for text in column.tolist()], np.bool_)


def _row(qrels: Qrels, row: int, extra: dict[str, list[Any]]) -> str:
    cell = qrels.elements[qrels.element[row]]
    size, rsize = (extra[name][row] if name in extra else None for name in ("size", "rsize"))
    if np.isnan(qrels.s[row]):
        start, _, end = cell.partition(" ")
        return f"<passage{attributes({'start': start, 'end': end or start, 'size': size})}/>"
    whole, part = sizes_of(float(qrels.s[row]), size, rsize)
    e = {1.0: "1", 2.0: "2"}.get(float(qrels.e[row]), "?")
    return (
        f"<element{attributes({'path': cell, 'exhaustivity': e, 'size': whole, 'rsize': part})}/>"
    )
