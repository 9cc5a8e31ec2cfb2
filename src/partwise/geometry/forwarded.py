"""Attributes that an object takes from one of its parts."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Generic, TypeVar, cast

Value = TypeVar("Value")


class Forwarded(Generic[Value]):
    """An attribute of the same name of something that the object holds.

    Parameters
    ----------
    holder : str
        What holds it, as seen from the object: ``retrieval``, ``targets.both``.
    """

    def __init__(self, holder: str) -> None:
        self._holder = holder

    def __set_name__(self, owner: type, name: str) -> None:
        self._get = attrgetter(f"{self._holder}.{name}")

    def __get__(self, instance: Any, owner: type) -> Value:
        if instance is None:
            return cast("Value", self)
        value: Value = self._get(instance)
        return value
