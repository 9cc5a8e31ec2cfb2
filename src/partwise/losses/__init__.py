"""Losses: relevant text that was not retrieved, by cause.

The package is named like the function that users call, so calling it is that function.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from partwise.losses.table import Losses


class _Room(ModuleType):
    """``partwise.losses(...)`` works whether or not somebody imported the package before."""

    def __call__(self, *given: Any, **named: Any) -> Losses:
        from partwise.losses.warned import losses

        return losses(*given, **named)


sys.modules[__name__].__class__ = _Room
