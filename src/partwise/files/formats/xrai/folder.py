"""A folder or archive of X-Rai files, one per pool, as one set of assessments."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.errors import FormatError
from partwise.files.documents.folder import Found, Walk
from partwise.files.folders import links_left
from partwise.files.parsing.xml import AssessedRows

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from partwise.files.options import Reading
    from partwise.tables.qrels import Qrels

_LARGEST = 1 << 28
"""Most bytes of one pool."""


def read_qrels(path: str | os.PathLike[str], reading: Reading) -> Qrels:
    """Read all ``.xml`` files of a folder or archive; they must be of one kind."""
    walk = Walk([path], wanted=_is_xml, limit=_LARGEST)
    reader, rows = _read(path, walk, reading)
    qrels = rows.qrels(str(path), reader.SCALE, reader.FORMAT)
    links = [link for found in walk.links.values() for link in found]
    notes = (*links_left(links), *qrels.notes)
    return replace(qrels, notes=notes)


def _read(path: str | os.PathLike[str], walk: Walk, reading: Reading) -> tuple[Any, AssessedRows]:
    found = list(_files(walk))
    if not found:
        what = "a folder" if Path(path).is_dir() else "an archive"
        problem = f"{what} without .xml files; QRELS are a file, or INEX X-Rai .xml assessments"
        raise FormatError(str(path), None, f"{problem} in a folder or archive")
    kinds = {xrai_kind(data): place for place, data in found}
    if len(kinds) > 1:
        one, other = list(kinds.values())[:2]
        raise FormatError(str(path), None, f"{one} and {other} are not of one format")
    reader: Any = importlib.import_module(f"partwise.files.formats.xrai.{kinds.popitem()[0]}")
    rows = AssessedRows()
    for place, data in found:
        rows.begin(place)
        reader.read_file(place, data, rows, lenient=reading.lenient)
    return reader, rows


def xrai_kind(data: bytes) -> str:
    """Tell the module for an X-Rai file: elements named by ``path`` are those of 2003 and 2004."""
    old = b"<path" in data or (b"<file file=" in data and b"<file collection=" not in data)
    return "grades" if old else "highlights"


def _files(walk: Walk) -> Iterator[tuple[str, bytes]]:
    for found in walk:
        if isinstance(found, Found):
            yield found.place, found.data
        else:
            raise found


def _is_xml(path: str) -> bool:
    return path.lower().endswith(".xml")
