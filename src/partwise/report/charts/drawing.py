"""Charts as pictures in files, drawn without a browser."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import PurePath
from typing import Any

from partwise.errors import UsageError
from partwise.files.atomic import write_bytes

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
"""What every specification of a chart names."""
IMAGES = ("png", "svg", "pdf")
SUFFIXES = (".png", ".svg", ".pdf", ".json")
"""What a chart can be written as; ``.json`` is the specification itself."""


def drawn(spec: dict[str, Any], name: str, *, scale: float = 2.0) -> bytes:
    """Return a chart in the format that the file's name asks for; nothing is fetched."""
    import json

    suffix = PurePath(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"{name}: a chart is written as {', '.join(SUFFIXES)}")
    if suffix == ".json":
        return json.dumps(spec, indent=1).encode()
    import vl_convert

    if suffix == ".svg":
        svg: str = vl_convert.vegalite_to_svg(spec)
        return svg.encode()
    if suffix == ".pdf":
        pdf: bytes = vl_convert.vegalite_to_pdf(spec)
        return pdf
    png: bytes = vl_convert.vegalite_to_png(spec, scale=scale)
    return png


def save(spec: dict[str, Any], target: str) -> None:
    """Draw a chart into a file."""
    write_bytes(target, drawn(spec, target))


def drawings(chart: Callable[[], dict[str, Any]]) -> dict[str, Callable[[], bytes]]:
    """Return a chart as content in every image format, drawn when it is asked for."""
    return {kind: partial(_drawn, chart, kind) for kind in IMAGES}


def _drawn(chart: Callable[[], dict[str, Any]], kind: str) -> bytes:
    return drawn(chart(), f"chart.{kind}")
