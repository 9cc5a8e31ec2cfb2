"""``partwise.toml`` is looked at by running commands only."""

from __future__ import annotations

from partwise.cli._defaults import used_defaults


def test_nothing_is_running():
    assert used_defaults() is None
