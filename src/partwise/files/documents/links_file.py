"""The file of links that belongs to a structure."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os.path import realpath
from pathlib import Path

from partwise.errors import UsageError, quote
from partwise.files.documents.site import SiteLinks
from partwise.files.documents.table import TableWriter


@contextmanager
def links_file(
    name: str | None, output: str | os.PathLike[str], texts: str | None
) -> Iterator[Callable[[SiteLinks], None]]:
    """Give a function that writes links; the file appears when the block ends without an error.

    Parameters
    ----------
    name : str or None
        The file; nothing is written when None.
    output : path
        The structure that belongs to the links.
    texts : str or None
        The folder of the texts, in which no other file may lie.
    """
    if name is None:
        yield lambda _: None
        return
    if realpath(name) == realpath(output):
        raise UsageError(f"{name}: the structure goes there. Use another name for --links")
    if texts is not None and Path(realpath(name)).is_relative_to(realpath(texts)):
        raise UsageError(f"{name}: lies in {texts}, which --texts replaces. Use another folder")
    with TableWriter(name) as writer:

        def write(links: SiteLinks) -> None:
            frame = links.frame()
            if Path(name).suffix in (".tsv", ".csv"):
                for doc in frame["from_doc"].unique(maintain_order=True):
                    if doc.startswith("#"):
                        hint = "Use a name in .parquet or .jsonl for --links"
                        raise UsageError(f"document {quote(doc)} would begin a comment. {hint}")
            writer.write(frame)

        yield write
        writer.finish()
