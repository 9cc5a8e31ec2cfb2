"""Measures and models as an evaluation has them: with what their files hold."""

from __future__ import annotations

from partwise.evaluation.resources import with_resources
from partwise.language.parser import parse


def loaded(given):
    """Read the files that a measure, given by its spelling, or a component names."""
    return with_resources([parse(given) if isinstance(given, str) else given])[0]
