"""What `benchmarks.speed` measures: cases, the systems that take turns, and targets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from benchmarks.process import Cost


@dataclass(frozen=True)
class System:
    """One command.

    Parameters
    ----------
    words : tuple of str
        The command.
    own_clock : bool
        Its last line of output holds the seconds of what is to be measured.
    """

    words: tuple[str, ...]
    own_clock: bool = False


@dataclass(frozen=True)
class Target:
    """What a system may need at most.

    Parameters
    ----------
    most : float
        The limit.
    over : str, optional
        System whose cost is the unit.
    what : {'cpu', 'wall', 'megabytes'}
        What is compared.
    system : str
        Whose cost it is.
    share : int
        Number of equal pieces of work that the system did.
    """

    most: float
    over: str | None = None
    what: Literal["cpu", "wall", "megabytes"] = "cpu"
    system: str = "partwise"
    share: int = 1

    @property
    def words(self) -> str:
        """What is compared, in words."""
        unit = {"cpu": "CPU s", "wall": "wall s", "megabytes": "MB"}[self.what]
        head = unit if self.system == "partwise" else f"{unit} of {self.system}"
        if self.over is not None:
            return f"{head.removesuffix(' s')} / {self.over}"
        return f"{head} / {self.share}" if self.share > 1 else head

    def found(self, costs: Mapping[str, Cost], size: float = 1.0) -> float | None:
        """Return what was measured, None where a system was not there.

        `size` is the share of the full size that was measured.
        """
        unit = 1.0 if self.over is None else self._of(costs, self.over)
        mine = self._of(costs, self.system)
        return None if mine is None or unit is None else mine / max(1, self.share * size) / unit

    def _of(self, costs: Mapping[str, Cost], name: str) -> float | None:
        return getattr(costs[name], self.what) if name in costs else None


@dataclass(frozen=True)
class Case:
    """One row of the table: files, systems and targets.

    Parameters
    ----------
    name : str
        What chooses it on the command line.
    words : str
        What it is.
    make : callable
        Called with a folder of its own and the share of the full size; writes the files unless
        they are there. Importable by name: it runs in a process of its own.
    systems : callable
        Called with that folder; returns systems by name, None for one that is not installed.
    targets : tuple of Target
        What is to be kept.
    check : callable, optional
        Called with that folder after the last turn; says how far values are apart.
    """

    name: str
    words: str
    make: Callable[[Path, float], None]
    systems: Callable[[Path], Mapping[str, System | None]]
    targets: tuple[Target, ...] = field(default=())
    check: Callable[[Path], str] | None = None
