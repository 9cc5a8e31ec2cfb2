"""Where findings and notes go: the screen, standard output, or a file written at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence

import click

from partwise.cli._option_kinds import asked
from partwise.errors import UsageError
from partwise.messages import visible, warnings_of
from partwise.report.notes import lines
from partwise.report.tables import Document, delimited, latex, markdown, render

FORMATS = ("table", "json", "tsv", "csv", "md", "latex")
_NO_TEXT = ("png", "svg", "pdf", "parquet", "jsonl", "gz", "zst", "zip", "html", "xlsx")
"""Suffixes in which nobody expects a table of characters."""

_SENTENCES: dict[str, Callable[[str], str]] = {
    "md": markdown,
    "latex": lambda text: f"% {latex(text)}",
}
"""How a sentence below the tables is written, where not as it is."""


def emit(found: Document, form: str | None, target: str | None, *, quiet: bool) -> None:
    """Write a document and its notes to where the user wants them."""
    chosen = form or _from_suffix(target, (*FORMATS, *found.others))
    terminal = target is None and chosen == "table" and sys.stdout.isatty()
    content = _content(found, chosen, terminal=terminal)
    if target is not None:
        from partwise.files.atomic import write_bytes

        write_bytes(target, content if isinstance(content, bytes) else content.encode())
    try:
        if target is None:
            _show(content)
        print_notes(found.notes, quiet=quiet, on_screen=terminal)
    except BrokenPipeError:
        # whoever read our output has seen enough; that fails no gate
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show(content: str | bytes) -> None:
    if isinstance(content, bytes):
        sys.stdout.buffer.write(content)
    else:
        encoding = sys.stdout.encoding or "utf-8"
        sys.stdout.write(content.encode(encoding, "backslashreplace").decode(encoding))


def _content(found: Document, form: str, *, terminal: bool) -> str | bytes:
    if form in found.others:
        return found.others[form]()
    if form == "json":
        text = found.json()
        return text if text.endswith("\n") else text + "\n"
    if form == "tsv" and found.tsv is not None:
        return found.tsv(asked("raw"))
    if form in ("tsv", "csv"):
        return delimited(found.header, found.records(), form, raw=asked("raw"))
    width = _columns() if terminal else None
    arrow = "↓" if form != "table" or _can_show("↓") else "(lower)"
    tables = render(found.sheets(arrow), form, width=width, bold=terminal)
    write = _SENTENCES.get(form, visible)
    if found.heading:
        gap = "\n\n" if form == "md" else "\n"
        tables = f"{write(found.heading)}{gap}{tables}"
    return tables + "".join(f"\n{write(sentence)}\n" for sentence in found.sentences)


def _columns() -> int:
    """Return how many characters a line of the screen has."""
    import shutil

    return shutil.get_terminal_size().columns


def _from_suffix(target: str | None, known: Sequence[str]) -> str:
    suffix = "" if target is None else target.rpartition(".")[2].lower()
    if suffix in known:
        return suffix
    if suffix in _NO_TEXT:
        names = [name for name in known if name != "table"]
        raise UsageError(f"{target}: cannot be written as .{suffix} but as {', '.join(names)}")
    return {"tex": "latex"}.get(suffix, "table")


def _can_show(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def print_notes(
    notes: Iterable[str], *, quiet: bool, on_screen: bool = False, indent: str = ""
) -> None:
    """Print notes to standard error, or below the table that stands on the screen.

    Who wants quiet still hears warnings: a number may be wrong.
    """
    told = warnings_of(notes) if quiet else list(notes)
    shown = lines(told, verbose=asked("verbose"))
    if shown and on_screen:
        click.echo()
    for line in shown:
        click.echo(f"{indent}{visible(line)}", err=not on_screen)
