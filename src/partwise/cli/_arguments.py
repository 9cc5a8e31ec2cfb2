"""Options of a command as `Reading` and `Rules`, and its files as arguments of Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from partwise.errors import UsageError
from partwise.evaluation.arguments import Given
from partwise.evaluation.options import Collection, Rules
from partwise.files.options import Reading
from partwise.texts.verification import Verification

Options = Mapping[str, Any]
"""What the options of `partwise.cli._options` gave; a command lacks those that concern it not."""


def reading_of(options: Options) -> Reading:
    """Return how files become tables."""
    named = {field.name: field.default for field in fields(Reading)}
    values = {name: options.get(name, default) for name, default in named.items()}
    preset = options.get("preset")
    if preset is not None or options.get("convention") is not None:
        from partwise.evaluation.plan import quirks_of

        values["outside"] = "outside" in quirks_of(preset, rules_of(options))
    return Reading(**values)


def rules_of(options: Options) -> Rules:
    """Return what counts."""
    named = {field.name: field.default for field in fields(Rules)}
    return Rules(**{name: options.get(name, default) for name, default in named.items()})


def collection_of(options: Options) -> Collection:
    """Return the files about documents that a command names."""
    get = options.get
    return Collection(get("structure"), get("lengths"), inventories_of(options), get("texts"))


def inventories_of(options: Options) -> dict[str | None, str] | None:
    """Return files of inventories by the name of the run."""
    words = options.get("inventory") or ()
    return by_run("--inventory", [words] if isinstance(words, str) else words) or None


def given_of(options: Options) -> tuple[Given, Verification]:
    """Return the reader of tables, and the check of offsets against the texts."""
    reading = reading_of(options)
    checked = Verification(options.get("texts"), reading)
    given = Given(reading, rules_of(options), checked.quotes())
    given.inventories(inventories_of(options))
    return given, checked


def by_run(option: str, words: Iterable[str]) -> dict[str | None, str]:
    """Read ``[RUN=]FILE``; the name of a file that exists may hold the sign."""
    files: dict[str | None, str] = {}
    for word in words:
        before, sign, after = word.partition("=")
        run, file = (before, after) if sign and not Path(word).exists() else (None, word)
        if run in files:
            whose = "all runs" if run is None else run
            raise UsageError(f"{option} is given twice for {whose}: {files[run]} and {file}")
        files[run] = file
    return files


def check_inputs(names: Iterable[str | None]) -> None:
    """Raise an error for standard input as more than one file."""
    if [*names].count("-") > 1:
        raise UsageError("standard input (-) can be read only once")
