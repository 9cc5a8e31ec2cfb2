"""Lines of tab-separated cells that name a document and elements in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partwise.files.source import Source
from partwise.tables.names import Names

SEPARATE = "Separate the cells by tabs"


@dataclass(frozen=True, eq=False, kw_only=True)
class ElementTable:
    """Rows about elements of documents, as columns.

    Parameters
    ----------
    docs, elements : Names
        Dictionaries.
    doc : ndarray of int64
        Code of each row's document.
    line : ndarray of int64
        Line of the file, for messages.
    file : str
        The file as the user named it.
    """

    docs: Names
    elements: Names
    doc: NDArray[np.int64]
    line: NDArray[np.int64]
    file: str


def cells_of_lines(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Yield number and cells of each line that is neither blank nor a comment."""
    for block in source.blocks():
        text = block.text(block.lo, block.hi)
        for number, line in enumerate(text.split("\n")[:-1], start=block.line):
            plain = line.removesuffix("\r")
            if plain.strip() and not plain.startswith("#"):
                yield number, plain.split("\t")
