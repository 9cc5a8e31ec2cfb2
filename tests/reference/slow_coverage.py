"""Ceilings by enumeration: every set of parts, every character by itself."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

Part = tuple[str, int, int]
"""Document, start, end."""


def characters(part: Part) -> list[tuple[str, int]]:
    doc, start, end = part
    return [(doc, at) for at in range(start, end)]


def most_of_k(parts: list[Part], gold: set, k: int) -> int:
    texts = [set(characters(part)) & gold for part in parts]
    return max(
        len(set().union(*chosen))
        for n in range(min(k, len(parts)) + 1)
        for chosen in combinations(texts, n)
    )


def most_for_budget(parts: list[Part], gold: set, budget: int, tokens: list[int] | None = None):
    price = [end - start for _, start, end in parts] if tokens is None else tokens
    best = 0
    rows = range(len(parts))
    for n in range(len(parts) + 1):
        for chosen in combinations(rows, n):
            left = budget - sum(price[row] for row in chosen)
            if left < 0:
                continue
            shown = set().union(*(set(characters(parts[row])) & gold for row in chosen))
            best = max(best, len(shown))
            for row in rows:
                if row in chosen or not price[row]:
                    continue
                text = characters(parts[row])
                readable = min(len(text), len(text) * left // price[row])
                best = max(best, len(shown | (set(text[:readable]) & gold)))
    return best


def oracle(parts: list[Part], gold: set, *, per_cost: bool, tokens: list[int] | None = None):
    """Parts in the order of the oracle run, with what each adds."""
    price = [end - start for _, start, end in parts] if tokens is None else tokens
    seen: set = set()
    found = []
    while True:
        new = [len((set(characters(part)) & gold) - seen) for part in parts]
        open_rows = [row for row in range(len(parts)) if new[row]]
        if not open_rows:
            return found
        if per_cost:
            row = min(open_rows, key=lambda r: (-Fraction(new[r], price[r]), -new[r], parts[r]))
        else:
            row = min(open_rows, key=lambda r: (-new[r], price[r], parts[r]))
        found.append((parts[row], new[row]))
        seen |= set(characters(parts[row])) & gold
