"""A test of a measure is found by its path."""

from __future__ import annotations

from pathlib import Path

import pytest

from partwise.language.homes import MEASURES


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_has_a_test_file_of_its_own(name):
    family, module = MEASURES[name].split(".")[-2:]

    assert (Path(__file__).parent / family / f"test_{module}.py").is_file()
