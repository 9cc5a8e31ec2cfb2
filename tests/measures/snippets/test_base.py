from __future__ import annotations

import pytest

from partwise.evaluation.plan import parse


def test_spelling():
    assert repr(parse("SnippetAP")) == "SnippetAP(divisor=least)"
    assert repr(parse("SnippetP(merge=False)")) == "SnippetP(merge=False)"
    with pytest.raises(ValueError, match="has no cutoff"):
        parse("SnippetP@5")
