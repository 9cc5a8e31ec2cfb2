"""Cutoffs of measures of alternatives."""

from __future__ import annotations

import pytest

import partwise as pw


def test_the_cutoff():
    assert repr(pw.parse("AltP@5")) == "AltP@5"
    assert pw.parse("AltP@5") == pw.AltP @ 5 != pw.parse("AltP@4")
    with pytest.raises(pw.PartwiseError, match="AltP needs a rank"):
        pw.parse("AltP")
    assert pw.parse("AltRprec").complete() == pw.parse("AltRprec")
