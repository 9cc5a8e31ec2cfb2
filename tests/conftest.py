"""Settings, markers and fixtures of all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.helpers import registrations_undone

FULL = 60
"""Random examples of a test that does not say how many it wants."""

for name, most in (("partwise", FULL), ("sample", FULL // 4)):
    settings.register_profile(
        name,
        deadline=None,
        max_examples=most,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
settings.load_profile("partwise")


def examples(wanted: int) -> int:
    """Return how many examples a test has that wants so many: all, or a sample of them."""
    return -(-wanted * settings().max_examples // FULL)


ROOT = Path(__file__).resolve().parent.parent

NEWEST = (
    # texts and habits of the project, and its own tools
    "test_generated.py", "test_prose.py", "test_style.py", "test_public.py",
    "tools/", "typing/", "mutation/",
    "cli/test_counts.py", "limits/test_page.py",
    "papers/test_page_of_papers.py",
    # processes, signals and disks, which Python and the system see to
    "faults/", "work/engines/", "cli/test_killed.py", "cli/test_spread.py",
    "cli/test_signals.py", "cli/test_streams.py", "cli/test_progress.py", "files/test_opens.py",
    "limits/test_security.py",
    # what measures open and hold, which is Python's own doing
    "laws/test_no_files.py", "laws/test_freed_at_once.py",
    # more random examples of what other tests prove
    "fuzz/test_short.py", "fuzz/test_same_values.py",
    # messages of polars that are passed on
    "public/formats/test_drawn.py::test_outcomes_are_those_stored[tree]",
)  # fmt: skip
"""Tests that are not run again with the oldest packages: these can change nothing there."""

SLOW = ("reference/", "internal/reference/")
"""Definitions in exact numbers on many random collections, compared with the newest packages only.

A formula does not change with a version; laws, papers and golden files run with the oldest, too.
"""

QUICK = (
    "golden/", "oracles/",
    # laws that cost little, on all measures
    "laws/test_laws.py::test_an_empty_run_earns_nothing",
    "laws/test_laws.py::test_a_topic_without_results_is_an_empty_run",
    "laws/test_laws.py::test_inputs_are_not_touched",
    "laws/test_laws.py::test_spelling_is_read_back",
    "laws/test_laws.py::test_undefined_only_where_nothing_is_relevant",
    "laws/test_laws.py::test_views_can_be_shipped",
    # papers, but for simulations and real collections
    "papers/test_characters_worked.py", "papers/test_elements_prum.py",
    "papers/test_navigation_esr.py", "papers/test_reading_costs.py",
    # short tests that call many functions that the others do not
    "cli/test_convert_losses.py",
    "cli/test_files.py", "cli/test_located.py", "cli/test_losses.py", "cli/test_migrate.py",
    "cli/test_structure_page.py", "cli/test_traces.py", "public/formats/test_samples.py",
    "public/statistics/test_inputs.py",
)  # fmt: skip
"""Tests of ``-m quick``: half a minute on two cores, and most functions of the package."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip the folders without quick tests: to import all tests takes longer than to run these."""
    tests = ROOT / "tests"
    if config.option.markexpr != "quick" or tests not in collection_path.parents:
        return None
    name = collection_path.relative_to(tests).as_posix()
    return None if any(q.startswith(name) or name.startswith(q) for q in QUICK) else True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by the files that they are in."""
    for item in items:
        name = item.nodeid.removeprefix("tests/")
        if name.startswith(NEWEST):
            item.add_marker(pytest.mark.newest)
        if name.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
        if name.startswith(QUICK):
            item.add_marker(pytest.mark.quick)


def pytest_collection_finish() -> None:
    """Leave what lives as long as the tests do to itself: the collector need not look at it.

    Fourteen thousand tests are millions of objects, and every full collection walks over them.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _names_of_one_test() -> Iterator[None]:
    """Forget the classes that a test registers: others list all measures, whatever ran before."""
    with registrations_undone():
        yield


@pytest.fixture(scope="session")
def real_data() -> Path:
    """Folder of real collections; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("PARTWISE_TEST_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"no real data at {folder}; set PARTWISE_TEST_DATA (tests/data/README.md)")
    return folder
