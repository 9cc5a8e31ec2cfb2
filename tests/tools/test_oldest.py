"""Floors are the versions that the tests run with."""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def _tool(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_floor_is_a_constraint():  # findings 11.3
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = _tool("oldest").floors(ROOT / "pyproject.toml")

    assert "numpy==2.2.0" in lines
    assert len(lines) >= len(project["dependencies"])
    assert all("==" in line and ">" not in line.partition(";")[0] for line in lines)


def test_the_core_is_light():  # findings 11.2
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    core = " ".join(project["dependencies"])

    for heavy in ("jinja2", "vl-convert", "selectolax", "pandas", "pyarrow"):
        assert heavy not in core
