"""Flags that a distant part of a command asks for, kept in click's context."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


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
