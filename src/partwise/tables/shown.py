"""Objects that show their numbers: one line as repr, the table of the command line as text."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Shown:
    """Something with a table; the rooms above know how to lay it out.

    They are imported by name when somebody looks, so that results stay below reports.
    """

    def __str__(self) -> str:
        return str(_room().to_text(self))

    def _repr_html_(self) -> str:
        return str(_room().to_html(self))


def _room() -> Any:
    return import_module("partwise.report.notebook")
