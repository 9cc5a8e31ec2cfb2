"""Options of locating that cannot be."""

from __future__ import annotations

import pytest

from partwise.errors import UsageError
from partwise.texts.verification import LocateOptions


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ({"ambiguous": "last"}, "ambiguous must be keep, first or all, not 'last'"),
        ({"trust": "nobody"}, "trust must be text or offsets"),
        ({"ellipsis": "x"}, "ellipsis must be pieces, cover or literal"),
        ({"kind": "docs"}, "kind must be qrels, run or chunks"),
        ({"max_errors": 1.0}, "max_errors must be from 0 to below 1"),
        ({"max_errors": -0.1}, "max_errors must be from 0 to below 1"),
        ({"unit": "word"}, "unit must be codepoint, utf16 or byte"),
        ({"doc_ids": "x"}, "doc_ids must be"),
    ],
)
def test_refused(option, words):
    with pytest.raises(UsageError, match=words):
        LocateOptions(**option)


def test_defaults():
    assert LocateOptions().ambiguous == "keep"
