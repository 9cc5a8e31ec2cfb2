"""From Results to something a person reads.

The room is named like the function that users call, so calling it is that function.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any


class _Room(ModuleType):
    """``partwise.report(...)`` works whether or not somebody imported the room before."""

    def __call__(self, *given: Any, **named: Any) -> Path:
        from partwise.report.page import report

        return report(*given, **named)


sys.modules[__name__].__class__ = _Room
