"""No place moves unnoticed: ``python -m tests.public.texts.located_cases`` writes them anew."""

from __future__ import annotations

import pytest
from tests.public.texts.located_cases import names, result, stored

NAMES, STORED = names(), stored()
AT_ONCE = 60


def test_every_case_is_stored():
    assert [*STORED] == NAMES


@pytest.mark.parametrize("first", range(0, len(NAMES), AT_ONCE), ids=lambda at: NAMES[at])
def test_places_are_those_stored(first):
    for name in NAMES[first : first + AT_ONCE]:
        assert (name, result(name)) == (name, STORED[name])
