"""Measures and models as an evaluation has them: with what their files hold."""

from __future__ import annotations

from tests.helpers import parse, with_files


def loaded(component):
    """Read the files that a measure, also by its spelling, or a component names."""
    return parse(component) if isinstance(component, str) else with_files(component)
