"""Lines that hold a whole list of results, as one line a result."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from partwise.tables.schema import What, our_names

RESULTS = "results"
"""Key of the list."""

_KEPT = {"score": "given_score", "similarity": "given_score", "rsv": "given_score",
         "distance": "given_distance"}  # fmt: skip
"""The order of a list is the rank; numbers of the system are only kept."""

Pairs = list[tuple[str, Any]]


class Flattened:
    """JSON lines in which every list of results became lines of its own.

    Parameters
    ----------
    content : bytes
        The file; lines without a list stay as they are.
    what : {'run', 'qrels', ...}
        What the table is; in runs the place in the list is the rank.
    """

    def __init__(self, content: bytes, what: What) -> None:
        lines: list[bytes] = []
        self.numbers: list[int] = []
        self.problems: list[tuple[int, str]] = []
        """Lines of the file, and what is wrong with their lists."""
        for number, line in enumerate(content.split(b"\n"), start=1):
            made = [line]
            if b'"results"' in line:
                made, said = _rows(line, what)
                self.problems += [(number, said)] if said else []
            lines += made
            self.numbers += [number] * len(made)
        self.content = b"\n".join(lines)

    def of(self, line: int) -> int:
        """Return the line of the file that a line came from."""
        return self.numbers[line - 1]


def is_nested(content: bytes) -> bool:
    """Tell whether any line may hold a list of results."""
    return b'"results"' in content


def _rows(line: bytes, what: What) -> tuple[list[bytes], str]:
    """Return a line for each result, and what is wrong; other lines are left to the reader."""
    try:
        found = json.loads(line, object_pairs_hook=tuple)
    except (ValueError, RecursionError):
        return [line], ""
    if type(found) is not tuple or "doc" in our_names(name for name, _ in found):
        return [line], ""
    lists = [value for name, value in found if name == RESULTS]
    outer = [(name, value) for name, value in found if name != RESULTS]
    if len(lists) != 1 or type(lists[0]) is not list:
        return [_dumped(outer)], "results must be one list of objects or ids"
    items = lists[0]
    bad = [at for at, item in enumerate(items, start=1) if type(item) not in (tuple, str, int)]
    if bad:
        return [_dumped(outer)], f"result {bad[0]} is neither an object nor an id"
    inner = [list(item) if type(item) is tuple else [("id", item)] for item in items]
    if what != "run":
        return [_dumped([*outer, *item]) for item in inner] or [_dumped(outer)], ""
    said = [value for item in inner for name, value in item if name == "rank"]
    wrong = any(a >= b for a, b in pairwise(said)) if _are_numbers(said) else bool(said)
    ranked = [_dumped([*outer, *_ranked(item, at)]) for at, item in enumerate(inner, start=1)]
    return ranked or [_dumped(outer)], "rank does not increase along the results" if wrong else ""


def _are_numbers(values: list[Any]) -> bool:
    return all(type(value) in (int, float) for value in values)


def _ranked(item: Pairs, rank: int) -> Pairs:
    """Return a result with its place in the list as the rank."""
    kept = [(_KEPT.get(name, name), value) for name, value in item if name != "rank"]
    return [*kept, ("rank", rank)]


def _dumped(pairs: Pairs) -> bytes:
    cells = (f"{json.dumps(name)}: {json.dumps(_plain(value))}" for name, value in pairs)
    return f"{{{', '.join(cells)}}}".encode()


def _plain(value: Any) -> Any:
    if type(value) is tuple:
        return {name: _plain(inner) for name, inner in value}
    return [_plain(inner) for inner in value] if type(value) is list else value


def nested_keys(found: dict[str, Any]) -> list[str]:
    """Return the columns of the first line of such a file."""
    if type(found.get(RESULTS)) is not list:
        return list(found)
    outer = [name for name in found if name != RESULTS]
    if not found[RESULTS]:
        return [*outer, "doc", "rank"]
    first = found[RESULTS][0]
    inner = list(first) if isinstance(first, dict) else ["id"]
    return [*dict.fromkeys([*outer, *inner])]
