"""An array that grows at its end."""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

_Kind = TypeVar("_Kind", bound=np.generic)


class ArrayBuilder(Generic[_Kind]):
    """Values appended piece by piece to one block of memory.

    A list of pieces would have to be joined in the end, which needs twice the
    memory; room that is not yet filled is not yet memory.

    Parameters
    ----------
    kind : type
        Kind of number.
    room : int
        How many values there may be; more are possible, at the price of a copy.
    """

    def __init__(self, kind: type[_Kind], room: int = 0) -> None:
        self._room = np.empty(max(room, 1 << 12), kind)
        self.size = 0

    def add(self, values: NDArray[np.generic]) -> None:
        """Append values; they must fit the kind of number."""
        stop = self.size + values.size
        if stop > self._room.size:
            room = np.empty(max(stop, 2 * self._room.size), self._room.dtype)
            room[: self.size] = self._room[: self.size]
            self._room = room
        self._room[self.size : stop] = values
        self.size = stop

    @property
    def values(self) -> NDArray[_Kind]:
        """What was appended."""
        return self._room[: self.size]
