"""Provenance of results: the options that change values, and the files that were read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

DEFAULTS: dict[str, Any] = {
    "order": None,
    "topics": "all",
    "undefined": "skip",
    "missing": "error",
    "doc_ids": None,
    "columns": {},
    "assessor": None,
    "scale": None,
    "task": None,
    "whole_documents": False,
    "cited": False,
    "lenient": False,
    "unit": None,
    "trust": None,
    "ambiguous": None,
    "max_errors": 0.10,
    "equivalent": None,
    "encoding": "utf-8",
    "nav": None,
    "preset": None,
    "convention": "partwise",
    "quirks": None,
    "kilt_keys": None,
    "budget_unit": None,
    "format_run": None,
    "format_qrels": None,
}
"""Every option that changes values, with its default, in the order in which they are shown."""

Input = dict[str, str | None]
"""``role``, ``file`` and ``sha256`` of a file."""

_STEP = 1 << 20


def with_defaults(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that change values, defaults included."""
    return {
        name: default if given.get(name) is None else given[name]
        for name, default in DEFAULTS.items()
    }


def changed(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are not at their defaults, in their order."""
    others = [name for name in options if name not in DEFAULTS]
    names = [*DEFAULTS, *others]
    return {
        name: options[name]
        for name in names
        if name in options and options[name] != DEFAULTS.get(name)
    }


def distinctions(several: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return for each set of options those that are away from their default and not in all."""
    away = [changed(options) for options in several]
    return [
        {
            name: value
            for name, value in mine.items()
            if not all(name in other and other[name] == value for other in away)
        }
        for mine in away
    ]


def in_words(options: Mapping[str, Any]) -> str:
    """Format options in brackets: ``[whole documents, undefined zero]``; nothing for none.

    Examples
    --------
    >>> in_words({"whole_documents": True, "undefined": "zero"})
    '[whole documents, undefined zero]'
    """
    said = [
        name.replace("_", " ") + ("" if value is True else f" {value}")
        for name, value in options.items()
    ]
    return f"[{', '.join(said)}]" if said else ""


def inputs_of(files: Iterable[tuple[str, str | None]]) -> tuple[Input, ...]:
    """Return roles and files, each once, without their digests."""
    return tuple({"role": role, "file": file} for role, file in dict.fromkeys(files) if file)


def with_digest(entry: Input) -> Input:
    """Return an input with the SHA-256 of the file's bytes, None where it cannot be read."""
    if "sha256" in entry:
        return entry
    return {**entry, "sha256": _digest(Path(entry["file"] or ""))}


def _digest(path: Path) -> str | None:
    import hashlib

    found = hashlib.sha256()
    try:
        if path.is_dir():
            for file in sorted(name for name in path.rglob("*") if name.is_file()):
                found.update(os.fsencode(file.relative_to(path).as_posix()) + b"\0")
                _update(found, file)
        elif path.is_file():
            _update(found, path)
        else:  # standard input or a pipe: what it held is gone
            return None
    except OSError:
        return None
    return found.hexdigest()


def _update(found: Any, path: Path) -> None:
    with path.open("rb", buffering=0) as file:
        while piece := file.read(_STEP):
            found.update(piece)
