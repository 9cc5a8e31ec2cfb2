"""A worked value for every measure: no number of a measure goes unchecked by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.helpers import measure_classes

THIS = Path(__file__)
WITHOUT_VALUES = {
    *("test_bad_input.py", "test_identities.py", "test_navigation_laws.py", "test_ranges.py"),
    "test_spelling.py",
}
"""Files that name measures and give none of their values."""

TEXT = "\n".join(
    file.read_text(encoding="utf-8")
    for file in sorted(THIS.parent.rglob("test_*.py"))
    if file != THIS and file.name not in WITHOUT_VALUES
)


def is_worked(name: str) -> bool:
    """Return whether a test spells the measure: ``"P@5"``, ``"AgP(F)"``, ``"AP"``."""
    return re.search(rf"""["']{re.escape(name)}[(@"']""", TEXT) is not None


@pytest.mark.parametrize("name", sorted(cls.label() for cls in measure_classes()))
def test_every_measure_has_a_worked_value(name):
    assert is_worked(name), "work out a value by hand, on a collection of worlds.py"


def test_a_measure_without_a_value_is_noticed():
    assert not is_worked("NoMeasureOfThisName")
