"""Runs of whole documents (characters.md, section 4.3)."""

from __future__ import annotations

from partwise.tables.sequence import whole_documents

__all__ = ["whole_documents"]
