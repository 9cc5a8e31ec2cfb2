"""What all tests share."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "partwise",
    deadline=None,
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("partwise")


def pytest_collection_finish() -> None:
    """Leave what lives as long as the tests do to itself: the collector need not look at it.

    Fourteen thousand tests are millions of objects, and every full collection walks over them.
    """
    gc.collect()
    gc.freeze()


ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def real_data() -> Path:
    """Folder of real collections; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("PARTWISE_TEST_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"real data not found at {folder}; set PARTWISE_TEST_DATA")
    return folder
