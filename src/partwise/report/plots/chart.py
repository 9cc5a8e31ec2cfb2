"""A chart that shows and saves itself."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from partwise.errors import require_extra
from partwise.files.atomic import write_bytes
from partwise.report.charts.drawing import drawn

SCALE = 2.0
"""Pixels of a PNG for each pixel of the chart."""


def check_target(name: str) -> None:
    """Refuse, before any work, a file that no chart can be written to."""
    from pathlib import PurePath

    from partwise.errors import UsageError
    from partwise.report.charts.drawing import SUFFIXES

    suffix = PurePath(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"{name}: a chart is written as {', '.join(SUFFIXES)}")
    if suffix != ".json":
        require_extra("charts", "plot", "vl_convert")


@dataclass(frozen=True, eq=False)
class Chart:
    """A chart as a Vega-Lite specification.

    Parameters
    ----------
    kind : str
        What it shows.
    spec : dict
        The specification, data included.
    notes : tuple of str
        What a careful reader should know.
    """

    kind: str
    spec: dict[str, Any]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Chart({self.kind!r})"

    def _repr_svg_(self) -> str:
        require_extra("charts", "plot", "vl_convert")
        return drawn(self.spec, "chart.svg").decode()

    def save(self, path: str | os.PathLike[str], *, scale: float = SCALE) -> None:
        """Write ``.svg``, ``.png``, ``.pdf``, or the specification as ``.json``."""
        name = os.fspath(path)
        check_target(name)
        write_bytes(name, drawn(self.spec, name, scale=scale))
