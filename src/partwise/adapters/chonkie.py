"""Chonkie: lists of Chunk, which do not say of which document they are."""

from __future__ import annotations

from partwise.adapters._adapter import Adapter


class Chonkie(Adapter):
    """Chunks, or their dictionaries; ``doc=`` says which document."""

    name = "chonkie"
    usual = "start_index"


ADAPTER = Chonkie()
