from __future__ import annotations

import pytest

from partwise.errors import PartwiseError
from partwise.evaluation.plan import parse


def test_the_cutoff():
    assert parse("AltP@5").k == 5
    with pytest.raises(PartwiseError, match="AltP needs a rank"):
        parse("AltP")
    assert parse("AltRprec").complete() == parse("AltRprec")
