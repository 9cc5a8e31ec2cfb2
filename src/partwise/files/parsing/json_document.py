"""JSON as others write it: one value a file or one a line, and where in it things stand."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.errors import FormatError
from partwise.files.source import Block, Source
from partwise.tables.problems import Problems
from partwise.tables.rows import RowLines

Path = tuple[str | int, ...]
"""Keys and positions that lead to a value."""

_BLANK = re.compile(r"[ \t\r\n]*")
_COLON = re.compile(r"[ \t\r\n]*:")
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]]|-?Infinity|NaN', re.DOTALL)
_KINDS = {dict: "an object", list: "a list", str: "text", bool: "true or false"}


class Place(NamedTuple):
    """Place of a value: its line, where values have lines, and the path to it."""

    line: int | None = None
    path: Path = ()

    def down(self, *steps: str | int) -> Place:
        """Return the place of a value inside this one."""
        return Place(self.line, (*self.path, *steps))


class _BadJsonError(ValueError):
    """Text that is not JSON: the problem, and its position."""

    def __init__(self, problem: str, at: int | None = None) -> None:
        super().__init__(problem)
        self.problem, self.at = problem, at


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        twice, _ = next(pair for pair in Counter(name for name, _ in pairs).items() if pair[1] > 1)
        raise _BadJsonError(f'key "{twice}" occurs twice in one object')
    return members


def _constant(name: str) -> Any:
    raise _BadJsonError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant)
_QUICK = json.JSONDecoder()


def _parsed(text: str) -> Any:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as bad:
        problem = f"not JSON (at character {bad.pos - text.rfind(chr(10), 0, bad.pos)})"
        raise _BadJsonError(problem, bad.pos) from None
    except RecursionError:
        problem = "too deeply nested"
    except _BadJsonError as bad:
        raise _BadJsonError(bad.problem, _strange(text)) from None
    except ValueError:  # Python refuses to read whole numbers of thousands of digits
        problem = "a number of thousands of digits"
    raise _BadJsonError(problem)


def _strange(text: str) -> int | None:
    """Return where a key comes again in its object, or something is no JSON, whichever is first."""
    inside: list[set[str] | None] = []  # the keys of each object; None for a list
    for found in _TOKEN.finditer(text):
        sign, at = found[0], found.start()
        if sign in "{[":
            inside.append(set() if sign == "{" else None)
        elif sign in "}]":
            inside.pop()
        elif not sign.startswith('"'):
            return at
        elif inside and (keys := inside[-1]) is not None and _COLON.match(text, found.end()):
            name = json.loads(sign)
            if name in keys:
                return at
            keys.add(name)
    return None


def kind_words(value: object) -> str:
    """Word for the kind of a value."""
    return "null" if value is None else _KINDS.get(type(value), "a number")


def path_words(path: Path) -> str:
    """Write a way as people do: ``questions[3].snippets[1]``."""
    steps = [f"[{step}]" if isinstance(step, int) else f".{step}" for step in path]
    return "".join(steps).removeprefix(".")


class JsonDocument:
    """A file that is one JSON value.

    Parameters
    ----------
    source : Source
        The file.
    """

    def __init__(self, source: Source) -> None:
        self._text = source.text()
        try:
            self.value = _parsed(self._text)
        except _BadJsonError as bad:
            line = None if bad.at is None else self._text.count("\n", 0, bad.at) + 1
            raise source.error(line, bad.problem) from None
        self._passed: dict[Path, tuple[int, int]] = {}

    def line(self, path: Path) -> int:
        """Return the line in which the value at the end of a way begins, or the way ends."""
        at = self._blank(0)
        with suppress(ValueError):  # nothing is there: the last value on the way has to do
            for depth, step in enumerate(path):
                item = isinstance(step, int)
                at = self._item(at, path, depth) if item else self._member(at, str(step))
        return self._text.count("\n", 0, at) + 1

    def _blank(self, at: int) -> int:
        found = _BLANK.match(self._text, at)
        return at if found is None else found.end()

    def _member(self, at: int, name: str) -> int:
        """Return where the value of a key begins; the key is there."""
        at = self._blank(at + 1)
        while True:
            key, at = _QUICK.raw_decode(self._text, at)
            at = self._blank(self._blank(at) + 1)
            if key == name:
                return at
            at = self._next(at)

    def _item(self, at: int, path: Path, depth: int) -> int:
        """Return where an item of a list begins, going on from where the last search ended."""
        wanted = path[depth]
        number, begin = self._passed.get(path[:depth], (0, self._blank(at + 1)))
        if not isinstance(wanted, int) or number > wanted:
            number, begin = 0, self._blank(at + 1)
        while number != wanted:
            number, begin = number + 1, self._next(begin)
        self._passed[path[:depth]] = number, begin
        return begin

    def _next(self, at: int) -> int:
        """Return where the value after the one at a position begins, or its key."""
        _, end = _QUICK.raw_decode(self._text, at)
        return self._blank(self._blank(end) + 1)


class JsonPaths(RowLines):
    """Line of each row of a JSON document; it is looked for when a message needs it."""

    def __init__(self, document: JsonDocument, paths: list[Path]) -> None:
        super().__init__(range(len(paths)))
        object.__setattr__(self, "_document", document)
        object.__setattr__(self, "_paths", paths)

    _document: JsonDocument
    _paths: list[Path]

    def of(self, row: int) -> int:
        """Return the line of a row."""
        return self._document.line(self._paths[row])

    def path(self, row: int) -> str:
        """Return the path to a row."""
        return path_words(self._paths[row])

    def array(self) -> NDArray[np.int64]:
        """Return the lines of all rows."""
        return np.array([self.of(row) for row in range(len(self))], np.int64)

    def take(self, rows: NDArray[np.int64]) -> JsonPaths:
        """Return the lines of a subset of the rows."""
        return JsonPaths(self._document, [self._paths[row] for row in rows.tolist()])


def json_lines(source: Source, problems: Problems) -> Iterator[tuple[Place, dict[str, Any]]]:
    """Yield the object of each line; lines that are none are noted."""
    for block in source.blocks():
        for number, line in enumerate(_lines(block), block.line):
            if not line.strip():
                continue
            try:
                value = _parsed(line)
            except _BadJsonError as bad:
                problems.add(number, bad.problem)
                continue
            if isinstance(value, dict):
                yield Place(number), value
            else:
                problems.add(number, f"{kind_words(value)}, not a JSON object")
        problems.prune()


def _lines(block: Block) -> list[str]:
    return block.text(block.lo, block.hi).split("\n")


def wrong_shape(source: Source, value: object, expected: str, name: str) -> FormatError:
    """Return the refusal of a file that is something else than its format says."""
    problem = f"{kind_words(value)}, expected {expected}"
    return source.error(None, problem, f"See partwise formats {name}")
