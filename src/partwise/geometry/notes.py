"""What was noticed while joining run and assessments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, overload

Level = Literal["information", "warning"]


class Notes(Sequence[str]):
    """Remarks in the order in which they were first made, each once."""

    def __init__(self) -> None:
        self._said: dict[str, Level] = {}

    def say(self, text: str) -> None:
        """Note something worth knowing."""
        self._said.setdefault(text, "information")

    def warn(self, text: str) -> None:
        """Note something suspicious."""
        self._said[text] = "warning"

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._said))

    def __len__(self) -> int:
        return len(self._said)

    @overload
    def __getitem__(self, position: int) -> str: ...
    @overload
    def __getitem__(self, position: slice) -> Sequence[str]: ...
    def __getitem__(self, position: int | slice) -> str | Sequence[str]:
        return list(self._said)[position]

    @property
    def warnings(self) -> tuple[str, ...]:
        """The suspicious ones."""
        return tuple(text for text, level in self._said.items() if level == "warning")
