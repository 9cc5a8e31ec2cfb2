"""What a path is before it is read: folder, pipe or archive, run or assessments."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from partwise.readers._parquet import check_in_child
from partwise.readers._source import Source
from partwise.readers.detect import column_names, detect, likely_kind
from partwise.readers.registry import FORMATS, Kind
from partwise.tables.schema import is_beir, our_names

PathLike = str | os.PathLike[str]


def once(path: PathLike) -> PathLike:
    """Return a path that can be read several times.

    Standard input and pipes are read now, and what they held is kept.
    """
    name = os.fspath(path)
    if name == "-" or is_pipe(name):
        return Source(path)
    return path


def probe(path: PathLike) -> None:
    """Refuse a file that would end the process which reads it."""
    if not is_folder(path):
        check_in_child(Source(path, lenient=True))


def kind_of(
    path: PathLike, *, encoding: str = "utf-8", columns: Mapping[str, str] | None = None
) -> str:
    """Tell what a file is by its content: ``run``, ``qrels`` or a description.

    Standard input and pipes have to go through `once` if they are to be read afterwards.
    """
    if is_folder(path):
        return "qrels"
    source = Source(path, encoding=encoding, lenient=True)
    if is_archive(source):
        return "qrels"
    likely = likely_kind(source, columns)
    if likely is not None:
        return likely
    found = FORMATS[detect(source, columns=columns)]
    if not found.is_table:
        return next(iter(found.kinds))
    names = column_names(source, found.name)
    ours = our_names(names, columns)
    if "topic" not in ours:
        return f"a table with the columns {', '.join(names)}"
    return "qrels" if is_beir(names) else _kind_of_table(ours)


def _kind_of_table(columns: set[str]) -> Kind:
    if columns & {"score", "rank", "distance", "run", "tokens"}:
        return "run"
    if columns & {"grade", "e", "s", "bep", "assessor"}:
        return "qrels"
    # without grades a row of assessments needs a place, with its end
    return "qrels" if columns & {"end", "element", "tree"} else "run"


def is_archive(source: Source) -> bool:
    """Tell zip and tar archives by their first bytes."""
    head = source.magic(512)
    return head.startswith(b"PK\x03\x04") or head[257:262] == b"ustar"


def is_folder(path: PathLike) -> bool:
    """Tell whether a path is a folder."""
    return os.fspath(path) != "-" and Path(path).is_dir()


def is_pipe(name: str) -> bool:
    """Tell whether a path is something that can be read only once."""
    return Path(name).exists() and not (Path(name).is_file() or Path(name).is_dir())
