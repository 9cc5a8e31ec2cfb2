from __future__ import annotations

import pytest

import partwise as pw


def test_the_cutoff():
    assert pw.parse("AltP@5").k == 5
    with pytest.raises(pw.PartwiseError, match="AltP needs a rank"):
        pw.parse("AltP")
    assert pw.parse("AltRprec").complete() == pw.parse("AltRprec")
