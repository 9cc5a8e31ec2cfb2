"""Reports: tables, plots and the HTML page of results.

The package is named like the function that users call, so calling it is that function.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any


class _CallableModule(ModuleType):
    """``partwise.report(...)`` works whether or not somebody imported the package before."""

    def __call__(self, *args: Any, **named: Any) -> Path:
        from partwise.report.page import report

        return report(*args, **named)


sys.modules[__name__].__class__ = _CallableModule
