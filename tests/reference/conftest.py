"""Slow by nature: definitions in exact numbers, on many random collections.

They are compared with the newest packages only. A formula does not change with a version; laws,
papers and the files of `tests/golden` run with the oldest packages, too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.slow)
