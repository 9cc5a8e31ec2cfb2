"""X-Rai assessments, INEX 2003 and 2004 (and 2002): elements graded twice.

Grammar, one file per pool, or a folder or archive of such files::

    <assessments pool='12' topic='127'>
     <file file='an/1995/a1004'>
      <path path='/article[1]/bdy[1]/sec[2]' exhaustiveness='3' specificity='2'
            inferred='true' inpool='true'/>
     </file>
    </assessments>

``exhaustiveness`` and ``specificity`` are 0 to 3, or ``U`` (the default): not
assessed, so the element is unjudged, not 0. ``inferred``, ``inpool`` and
``inconsistant`` (so spelled) are kept as columns. INEX 2002 has ``relevance`` 0 to 3
and ``coverage`` N, L, S, E (none, too large, too small, exact) instead; they are read
as exhaustiveness and as specificity 0, 1, 2, 3.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import quote
from partwise.files.formats.xrai.write import attributes, by_document, check_places, pools
from partwise.files.parsing.losses import Loss, Losses
from partwise.files.parsing.xml import AssessedRows, checked_path, read_alone, records

if TYPE_CHECKING:
    from partwise.files.options import Reading
    from partwise.files.source import Source
    from partwise.tables.qrels import Qrels, Scale

FORMAT = "xrai-2004"
SCALE: Scale = "grade"
_GRADES = {"0": 0.0, "1": 1.0, "2": 2.0, "3": 3.0}
_COVERAGE = {"N": 0.0, "L": 1.0, "S": 2.0, "E": 3.0}
_FLAGS = ("inferred", "inpool", "inconsistant")
_UNJUDGED = "U"
WORDS = "an X-Rai file of 2004"


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read one file; FormatError or FormatErrors name the bad lines."""
    return read_alone(source, reading, read_file, SCALE, FORMAT)


def read_file(place: str, data: bytes, rows: AssessedRows, *, lenient: bool) -> None:
    """Append the rows of one pool."""
    topic, pool = "", None
    for event, element in records(io.BytesIO(data), place, ("assessments", "file")):
        if event == "start" and element.tag == "assessments":
            topic, pool = element.get("topic", ""), element.get("pool")
            if not topic:
                rows.refuse(place, element.sourceline, "assessments without a topic")
        elif event == "end" and element.tag == "file":
            _document(element, place, rows, {"topic": topic, "assessor": pool}, lenient=lenient)


def _document(
    file: Any, place: str, rows: AssessedRows, pool: dict[str, Any], *, lenient: bool
) -> None:
    name = file.get("file") or file.get("name")
    if not name:
        rows.refuse(place, file.sourceline, "a file element without the attribute file")
        return
    if len(file) == 0:
        rows.add(doc=name, grade=0.0, line=file.sourceline, **pool)
        return
    for child in file:
        try:
            judged = _judged(child, lenient=lenient)
        except ValueError as bad:
            rows.refuse(place, child.sourceline, str(bad))
            continue
        if judged is None:
            rows.note("marked U, not assessed, left out")
            continue
        texts = {name: child.get(name) for name in _FLAGS if child.get(name) is not None}
        rows.add(doc=name, line=child.sourceline, **texts, **judged, **pool)


def _judged(child: Any, *, lenient: bool) -> dict[str, Any] | None:
    if child.tag != "path":
        raise ValueError(f"unknown element {quote(str(child.tag))} in a file")
    element = checked_path(child.get("path", ""), lenient=lenient)
    if child.get("relevance") is not None or child.get("coverage") is not None:
        e = _grade(child, "relevance", _GRADES, "0, 1, 2 or 3")
        s = _grade(child, "coverage", _COVERAGE, "N, L, S or E")
    else:
        e = _grade(child, "exhaustiveness", _GRADES, "0, 1, 2, 3 or U")
        s = _grade(child, "specificity", _GRADES, "0, 1, 2, 3 or U")
    if e is None or s is None:
        return None
    return {"element": element, "e": e, "s": s}


def _grade(child: Any, name: str, values: dict[str, float], expected: str) -> float | None:
    """Read a grade; ValueError for one outside its scale."""
    text = child.get(name, _UNJUDGED)
    if text == _UNJUDGED:
        return None
    if text not in values:
        raise ValueError(f"{name} {quote(text)} is not {expected}")
    return values[text]


def write_files(qrels: Qrels, *, lossy: Losses | None = None) -> dict[str, bytes]:
    """Return the files of all pools by name; TableError says what the format cannot hold."""
    loss = Loss(WORDS, allowed=lossy)
    check_places(qrels, loss)
    loss.never(qrels.start >= 0, "offsets")
    loss.of_rows(qrels.bep >= 0, "best entry points")
    grades = list(_GRADES.values())
    judged = np.isin(qrels.e, grades) & np.isin(qrels.s, grades)
    loss.never((qrels.element >= 0) & ~judged, "an element without e and s of 0 to 3")
    loss.of_columns(qrels, [name for name in qrels.extra if name not in _FLAGS])
    extra = {name: qrels.extra[name].tolist() for name in _FLAGS if name in qrels.extra}
    files: dict[str, bytes] = {}
    for topic, pool, rows in pools(qrels):
        lines = [f"<assessments{attributes({'pool': pool, 'topic': topic})}>"]
        for doc, mine in by_document(qrels, rows):
            lines.append(f"<file{attributes({'file': doc})}>")
            for row in mine:
                if qrels.element[row] < 0:
                    continue
                given = {
                    "path": qrels.elements[qrels.element[row]],
                    "exhaustiveness": f"{qrels.e[row]:.0f}",
                    "specificity": f"{qrels.s[row]:.0f}",
                    **{name: values[row] for name, values in extra.items()},
                }
                lines.append(f"<path{attributes(given)}/>")
            lines.append("</file>")
        name = topic if pool is None else f"{topic}-{pool}"
        files[f"{name}.xml"] = "\n".join([*lines, "</assessments>", ""]).encode()
    return files
