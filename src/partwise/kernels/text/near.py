"""Names that may have been meant by a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable


def near(name: str, known: Iterable[str]) -> list[str]:
    """Return the nearest names that differ by one or two letters, at most three."""
    edits = {other: _edits(name, other) for other in known}
    least = min(edits.values(), default=0)
    if least > min(2, len(name) // 2):
        return []
    return sorted(other for other in edits if edits[other] == least)[:3]


def _edits(one: str, other: str) -> int:
    """Count the letters to change, add or drop; two that are exchanged count as one."""
    if abs(len(one) - len(other)) > 2:
        return abs(len(one) - len(other))
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        earlier, before, row = before, row, [i]
        for j, b in enumerate(other, start=1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b)))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                row[j] = min(row[j], earlier[j - 2] + 1)
    return row[-1]
