"""Quirks: what a tool does and its description does not say, each under a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from partwise.errors import UnknownNameError, UsageError
from partwise.kernels.text.near import near
from partwise.messages import Note

Quirks = frozenset[str]
"""Names of those in force."""


def chosen_quirks(given: str | Iterable[str] | None, known: Mapping[str, str], of: str) -> Quirks:
    """Return the quirks in force: ``on`` (the default), ``off``, or those that are named.

    Parameters
    ----------
    given : str or iterable of str, optional
        What the user asked for; names in a text are separated by commas.
    known : mapping of str to str
        Names of the quirks, and what is done without each.
    of : str
        Whose they are, for messages.

    Raises
    ------
    UnknownNameError
        With the names there are.
    """
    words = given.split(",") if isinstance(given, str) else [*(given or ("on",))]
    names = [word.strip() for word in words]
    if names in (["on"], ["off"]):
        return frozenset(known) if names == ["on"] else frozenset()
    if not known:
        raise UsageError(f"{of} has no quirks to choose from")
    for name in names:
        if name not in known:
            available = ("on", "off", *known)
            raise UnknownNameError(
                "quirk", name, near(name, known), available=available, said=_unknown(name, known)
            )
    return frozenset(names)


def _unknown(name: str, known: Mapping[str, str]) -> str:
    return f'there is no quirk "{name}" (known: {", ".join(known)})'


def left_out(known: Mapping[str, str], kept: Quirks, of: str) -> list[Note]:
    """Name every quirk that is not in force, and what is done instead."""
    out = [f"{name} ({instead})" for name, instead in known.items() if name not in kept]
    words = "{of}: {n:quirk} left out: {named}"
    return [Note(words, n=len(out), of=of, named=", ".join(out))] if out else []
