"""Measures as the command line names them: one a ``-m``, or a file with one a line."""

from __future__ import annotations

from partwise.errors import (
    FormatError,
    FormatErrors,
    MeasureSyntaxError,
    UnknownNameError,
    UsageError,
)
from partwise.files.source import read_text
from partwise.language.registry import several


def measure_words(words: tuple[str, ...]) -> list[str]:
    """Replace each @FILE by the measures it lists, one a line."""
    found: list[str] = []
    for word in words:
        if word == "@":
            raise UsageError("-m @ needs the name of a file: -m @FILE")
        if word.startswith("@"):
            found.extend(_listed(word[1:]))
        else:
            parts = several(word)
            if len(parts) > 1:
                import shlex

                options = " ".join(f"-m {shlex.quote(part)}" for part in parts)
                raise UsageError(f"one measure a -m. Use {options}")
            found.append(word)
    return found


def _listed(name: str) -> list[str]:
    text = read_text(name)
    found: list[str] = []
    problems: list[FormatError] = []
    for number, line in enumerate(text.splitlines(), start=1):
        word = line.strip()
        if word and not word.startswith("#"):
            found.append(word)
            problems += _problems(name, number, word)
    if problems:
        raise problems[0] if len(problems) == 1 else FormatErrors(problems)
    if not found:
        raise FormatError(name, None, "no measures")
    return found


def _problems(name: str, number: int, word: str) -> list[FormatError]:
    """Say what is wrong with a measure in a file, on one line."""
    from partwise.evaluation.plan import resolve

    if len(several(word)) > 1:
        return [FormatError(name, number, "one measure a line")]
    try:
        resolve([word])
    except (MeasureSyntaxError, UnknownNameError) as error:
        return [FormatError(name, number, str(error).partition("\n")[0])]
    return []
