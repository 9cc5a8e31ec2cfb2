"""Spelling of measures of snippets."""

from __future__ import annotations

import pytest

import partwise as pw


def test_spelling():
    assert repr(pw.parse("SnippetAP")) == "SnippetAP(divisor=least)"
    assert repr(pw.parse("SnippetP(merge=False)")) == "SnippetP(merge=False)"
    with pytest.raises(ValueError, match="has no cutoff"):
        pw.parse("SnippetP@5")
