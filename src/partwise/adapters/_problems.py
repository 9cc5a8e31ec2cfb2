"""Items that cannot be used: one message that counts them, or they are left out and counted."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from partwise._typing import Flags
from partwise.errors import AdapterError
from partwise.messages import Note, list_some

SHOWN = 3
"""Examples in a message."""


class Problems:
    """Refuses bad items, or remembers which are left out.

    Parameters
    ----------
    caller : str
        The constructor, for messages.
    size : int
        How many items there are.
    label : callable
        Names an item by its row.
    skip : bool
        Leave bad items out.
    """

    def __init__(self, caller: str, size: int, label: Callable[[int], str], *, skip: bool) -> None:
        self.caller, self.size, self.skip = caller, size, skip
        self._label = label
        self.out: Flags = np.zeros(size, bool)
        self._reasons: dict[tuple[str, str], list[int]] = {}

    def refuse(
        self,
        bad: Flags,
        verbs: tuple[str, str],
        example: Callable[[int], str],
        hint: str,
        *,
        skip: bool | None = None,
        items: str = "items",
    ) -> None:
        """Stop with the first examples of bad items, or leave them out.

        `verbs` are what is said of one and of several, ``("has no place", "have no place")``.
        """
        bad = bad & ~self.out
        n = int(np.count_nonzero(bad))
        if not n:
            return
        if self.skip if skip is None else skip:
            self.out = self.out | bad
            rows = [*self._reasons.get(verbs, ()), *np.flatnonzero(bad).tolist()]
            self._reasons[verbs] = rows
            return
        rows = np.flatnonzero(bad)[:SHOWN].tolist()
        shown = ", ".join(f"{self._label(row)}{example(row)}" for row in rows)
        more = " ..." if n > SHOWN else ""
        verb = verbs[0] if n == 1 else verbs[1]
        said = f"{n:,} of {self.size:,} {items} {verb}: {shown}{more}"
        raise AdapterError(self.caller, said, hint)

    def refuse_first(
        self, bad: Flags, verbs: tuple[str, str], example: Callable[[int], str]
    ) -> None:
        """Stop with the first bad item in a sentence of its own, or leave them out."""
        bad = bad & ~self.out
        if not bad.any() or self.skip:
            self.refuse(bad, verbs, example, "")
            return
        n = int(np.count_nonzero(bad))
        more = f" (and {n - 1:,} more)" if n > 1 else ""
        raise AdapterError(self.caller, f"{example(int(np.argmax(bad)))}{more}")

    def notes(self, moved: int) -> list[Note]:
        """Say what was left out, with the first examples, and how many parts moved up for it."""
        made = []
        for last, (verbs, rows) in enumerate(self._reasons.items(), 1 - len(self._reasons)):
            words = "{n:item} left out, which {why} ({shown})"
            words += "; {moved:part} moved up" if moved and not last else ""
            why = verbs[len(rows) > 1]
            shown = list_some([self._label(row) for row in rows], SHOWN)
            made.append(Note(words, n=len(rows), why=why, shown=shown, moved=moved))
        return made
