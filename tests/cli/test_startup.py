"""The command line starts quickly and brings nothing it does not need."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {
    "numpy",
    "polars",
    "scipy",
    "lxml",
    "rich",
    "narwhals",
    "jinja2",
    "selectolax",
    "markdown_it",
    "vl_convert",
    "pandas",
    "pyarrow",
    "msgspec",
}


def modules_after(code: str, cwd=None) -> set[str]:
    probe = f"{code}\nimport sys\nprint(' '.join(m for m in sys.modules if '.' not in m))"
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, check=True, cwd=cwd, text=True
    )
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("module", ["partwise", "partwise.cli"])
def test_importing_is_light(module):
    assert not modules_after(f"import {module}") & HEAVY


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["evaluate", "--help"]])
def test_help_is_light(words):
    code = f"""
from partwise.cli import main
try:
    main({words!r})
except SystemExit:
    pass
"""
    assert not modules_after(code) & HEAVY


def test_a_text_table_needs_neither_polars_nor_rich(fixture_files):
    code = """
from partwise.cli import main
try:
    main(["evaluate", "qrels.tsv", "one.tsv", "--format", "tsv"])
except SystemExit as end:
    assert end.code == 0, end.code
"""
    loaded = modules_after(code, cwd=fixture_files)

    assert "numpy" in loaded
    assert not loaded & (HEAVY - {"numpy"})
