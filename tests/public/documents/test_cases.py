"""What documents become stays: ``python -m tests.public.documents.cases`` writes it anew."""

from __future__ import annotations

import pytest
from tests.public.documents.cases import CASES, outcome, stored

STORED = stored()


def test_every_case_is_stored():
    assert [*CASES] == [*STORED]


@pytest.mark.parametrize("name", CASES)
def test_outcomes_are_those_stored(tmp_path, name):
    assert outcome(tmp_path, name) == STORED[name]
