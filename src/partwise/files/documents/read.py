"""Structures and links straight from documents."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.files.documents.build import Ids, Options, StructureBuilder
from partwise.files.documents.kind import KINDS_BY_SUFFIX, suffix_of

if TYPE_CHECKING:
    import polars as pl

    from partwise.tables.structure.table import Structure

_ARCHIVES = (".zip", ".tar", ".tgz")


def read_structure(path: str | os.PathLike[str], *, lenient: bool = False) -> Structure:
    """Read a structure table, or the documents themselves.

    Parameters
    ----------
    path : path
        A structure table (TSV, CSV, JSON lines, Parquet); or a document, a folder or an archive
        of documents.
    lenient : bool
        Leave out documents that cannot be read.
    """
    plain = Path(path).name.removesuffix(".gz").removesuffix(".zst")
    documents = Path(path).is_dir() or suffix_of(plain) in _ARCHIVES
    if not documents and KINDS_BY_SUFFIX.get(suffix_of(plain), "text") == "text":
        table: Any = importlib.import_module("partwise.files.documents.table")
        structure: Structure = table.read_structure(path)
        return structure
    growing = StructureBuilder([path], Options(lenient=lenient), batch=None)
    (batch,) = growing
    return replace(batch.structure, source=os.fspath(path), notes=growing.notes)


def read_site_links(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    ids: Ids = "stem",
    retrievable: Iterable[str] = (),
    lenient: bool = False,
) -> pl.DataFrame:
    """Read the links of HTML and Markdown documents, as ``partwise structure --links`` writes them.

    Parameters
    ----------
    path : path, or several
        Documents, folders, archives.
    ids : {'stem', 'name', 'path'}
        What becomes a document's id: its file's name without suffix, with it, or its path.
    retrievable : iterable of str
        Elements that may stand at the ends of links, beside the roots; none = all.
    lenient : bool
        Leave out documents that cannot be read.

    Returns
    -------
    polars.DataFrame
        One row for each link: ``from_doc from_element from_start from_end to_doc to_element
        to_start href``. Write it to a file for `Links`.
    """
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    tags = frozenset(retrievable)
    options = Options(ids=ids, retrievable=tags, lenient=lenient, links=True)
    growing = StructureBuilder(paths, options)
    for _ in growing:
        pass
    return growing.links.frame()
