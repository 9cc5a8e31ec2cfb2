"""Limits of memory that the system sets for a process."""

from __future__ import annotations

import pytest

from partwise.cli._process import no_memory

resource = pytest.importorskip("resource", reason="not on Windows")


def test_without_a_limit_there_is_nothing_to_say():
    if resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY:
        assert no_memory() is None
