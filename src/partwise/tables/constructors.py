"""Hooks by which tables call modules above them: constructors of adapters, and display.

``Run.from_langchain`` is a name of `Run`, while the code that knows LangChain's documents stands
above everything that runs need. The module is imported when the name is first used.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Generic, Literal, TypeVar

Table = TypeVar("Table")


class Adapted(Generic[Table]):
    """A constructor of a table that an adapter provides.

    Parameters
    ----------
    makes : {'run', 'qrels', 'inventory'}
        What the adapter is to make.
    """

    def __init__(self, makes: Literal["run", "qrels", "inventory"]) -> None:
        self._makes = makes

    def __set_name__(self, owner: type, name: str) -> None:
        self._home = f"partwise.adapters.{name.removeprefix('from_')}"

    def __get__(self, instance: object, owner: type | None = None) -> Callable[..., Table]:
        made: Callable[..., Table] = getattr(import_module(self._home).ADAPTER, self._makes)
        return made


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
