"""What readers make of random files stays: ``python -m tests.public.formats.drawn`` writes it."""

from __future__ import annotations

import pytest
from tests.public.formats import drawn_writing
from tests.public.formats.drawn import FAMILIES, FILE, outcomes, samples, stored

STORED = stored(FILE)
WRITTEN = stored(drawn_writing.FILE)


def test_every_family_is_stored():
    assert [*FAMILIES] == [*STORED]


@pytest.mark.parametrize("family", FAMILIES)
def test_outcomes_are_those_stored(tmp_path, family):
    found = outcomes(tmp_path, family)
    for sample, now, before in zip(samples(family), found, STORED[family], strict=True):
        assert now == before, sample


@pytest.mark.parametrize("family", drawn_writing.FAMILIES)
def test_written_files_are_those_stored(tmp_path, family):
    found = drawn_writing.outcomes(tmp_path, family)
    for now, before in zip(found, WRITTEN[family], strict=True):
        assert now == before
