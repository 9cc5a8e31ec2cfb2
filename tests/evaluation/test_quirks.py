from __future__ import annotations

import pytest

from partwise.errors import UnknownNameError, UsageError
from partwise.evaluation.quirks import chosen_quirks, left_out

KNOWN = {"merge": "no merging", "section-zero": "sections are compared as they are"}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (None, {"merge", "section-zero"}),
        ("on", {"merge", "section-zero"}),
        ("off", set()),
        ("merge", {"merge"}),
        ("section-zero, merge", {"merge", "section-zero"}),
        (["merge"], {"merge"}),
    ],
)
def test_those_in_force(given, kept):
    assert chosen_quirks(given, KNOWN, "preset x") == kept


def test_unknown_names():
    with pytest.raises(UnknownNameError, match=r'"marge" \(known: merge, section-zero\)'):
        chosen_quirks("marge", KNOWN, "preset x")
    with pytest.raises(UnknownNameError, match='"on"'):
        chosen_quirks("merge,on", KNOWN, "preset x")
    with pytest.raises(UsageError, match="preset rag has no quirks"):
        chosen_quirks("merge", {}, "preset rag")


def test_what_is_left_out_is_named_with_what_is_done_instead():
    assert left_out(KNOWN, frozenset(KNOWN), "x") == []
    assert left_out(KNOWN, frozenset({"merge"}), "x") == [
        "x: 1 quirk left out: section-zero (sections are compared as they are)"
    ]
