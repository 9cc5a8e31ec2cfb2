"""What is made once and kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Memo:
    """Things by key, made when first asked for."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Any] = {}

    def __call__(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under this key before, or make it."""
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made

    def __len__(self) -> int:
        return len(self._made)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._made
