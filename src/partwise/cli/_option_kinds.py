"""Kinds of options: flags, choices, settings, and those that may be repeated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def stacked(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    """Combine decorators into one; the first listed is shown first in the help."""

    def apply(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return apply


def flag(name: str, words: str) -> Callable[[F], F]:
    """Return an option ``--name`` whose answer `asked` knows, whatever the command."""

    def remember(context: click.Context, _: click.Parameter, value: Any) -> None:
        context.meta[f"partwise.{name}"] = bool(value)

    return click.option(
        f"--{name}", is_flag=True, expose_value=False, callback=remember, help=words
    )


def asked(name: str) -> bool:
    """Return whether the running command was given the flag."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(f"partwise.{name}"))


def choice(
    name: str, words: Sequence[str], about: str, *, default: str | None = None
) -> Callable[[F], F]:
    """Return an option that takes one of a few words; the help shows a default."""
    shown = default is not None
    kind = click.Choice(words)
    return click.option(name, type=kind, default=default, show_default=shown, help=about)


def repeatable(name: str, to: str, metavar: str, about: str) -> Callable[[F], F]:
    """Return an option that may be given several times, all of which the command receives."""
    about = f"{about} May be repeated."
    return click.option(name, to, multiple=True, metavar=metavar, help=about)


def setting(name: str, default: float, about: str | None = None) -> Callable[[F], F]:
    """Return an option that takes a number of the kind of its default."""
    return click.option(name, type=type(default), default=default, show_default=True, help=about)
