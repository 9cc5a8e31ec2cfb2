"""Instances of every measure of the package: as it comes, and with each parameter changed."""

from __future__ import annotations

from tests.helpers import measures, variants

import partwise as pw

MEASURES: list[pw.Measure] = measures()
VARIANTS: list[pw.Measure] = variants()


def ours(cls: type[pw.Component]) -> bool:
    """True for components of the package, false for those that tests register."""
    return cls.__module__.startswith("partwise.")
