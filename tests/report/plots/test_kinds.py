"""The list of kinds."""

from __future__ import annotations

import pytest
from tests.conftest import ROOT

from partwise.errors import UsageError
from partwise.report.plots import KINDS, kind_of, listing


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_is_drawn_listed_and_documented(name):
    assert callable(KINDS[name].draw(name))
    assert any(line.startswith(f"{name} ") for line in listing().splitlines())
    page = (ROOT / "docs" / "plots.md").read_text(encoding="utf-8")
    assert f"| `{name}` |" in page


def test_an_unknown_kind_is_told_with_the_list():
    with pytest.raises(UsageError) as told:
        kind_of("bugdet")
    words = str(told.value)
    assert "'bugdet'. Did you mean budget? Kinds: budget, recall," in words
    assert all(name in words for name in KINDS)
