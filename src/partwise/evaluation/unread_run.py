"""Runs that are read when it is known what is needed of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from partwise.tables.ranked_run import AnyRun

Reading = Callable[..., "AnyRun"]
"""How a file becomes a run: `read_run`, or what reads no more than is needed."""


@dataclass(frozen=True)
class UnreadRun:
    """A run that is read when the assessments are known, by what suits the measures."""

    read: Callable[[Reading], AnyRun]
