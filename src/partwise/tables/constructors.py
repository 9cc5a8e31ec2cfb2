"""Constructors that live in a room above: the one hook by which tables call upwards.

``Run.from_langchain`` is a name of `Run`, while the code that knows LangChain's documents stands
above everything that runs need. The module is imported when the name is first used.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Generic, Literal, TypeVar

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
