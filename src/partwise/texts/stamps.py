"""Stamps: which text a row was located in, so that a changed one is noticed (E43)."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

COLUMN = "sha256"
_DIGITS = 16


def stamp(text: str) -> str:
    """Return the first digits of the digest of a text's UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def stamped(frame: pl.DataFrame, texts: Mapping[str, str]) -> pl.DataFrame:
    """Add the stamp of its document to each row that has one."""
    import polars as pl

    docs = frame["doc"].to_list()
    known = {doc: stamp(texts[doc]) for doc in set(docs) if doc is not None and doc in texts}
    return frame.with_columns(pl.Series(COLUMN, [known.get(doc) for doc in docs], dtype=pl.String))
