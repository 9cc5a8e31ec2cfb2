"""Stamps: which text a row was located in, so that a changed one is noticed (E43)."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from partwise.tables.texts import Text, Texts, pieces

if TYPE_CHECKING:
    import polars as pl

COLUMN = "sha256"
_DIGITS = 16


def stamp(text: Text) -> str:
    """Return the first digits of the digest of a text's UTF-8."""
    digest = hashlib.sha256()
    for piece in pieces(text):
        digest.update(piece.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:_DIGITS]


def stamped(frame: pl.DataFrame, texts: Texts) -> pl.DataFrame:
    """Add the stamp of its document to each row that has one."""
    import polars as pl

    docs = frame["doc"].to_list()
    known = {doc: stamp(texts.documents[doc]) for doc in set(docs) if doc in texts}
    return frame.with_columns(pl.Series(COLUMN, [known.get(doc) for doc in docs], dtype=pl.String))
