"""What shells complete: names of files and of measures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def complete_files(_: click.Context, __: click.Parameter, incomplete: str) -> list[Any]:
    """Leave the names of files to the shell."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def complete_measures(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Complete the name of a measure."""
    from partwise.language.homes import MEASURES

    return [name for name in MEASURES if name.startswith(incomplete)]


def file_argument(name: str, metavar: str, **more: Any) -> Callable[[F], F]:
    """Return an argument that names files."""
    return click.argument(name, metavar=metavar, shell_complete=complete_files, **more)
