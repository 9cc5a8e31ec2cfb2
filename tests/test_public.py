"""Tests through public interfaces import nothing private: a redesign must not break them."""

from __future__ import annotations

import pytest
from tests.conftest import ROOT
from tests.helpers import PUBLIC, private_imports

FILES = [file for name in PUBLIC for file in sorted((ROOT / "tests" / name).rglob("*.py"))]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT / "tests")))
def test_imports_are_public(file):
    assert private_imports(file) == [], "use partwise, or add what is missing to tests/helpers.py"
