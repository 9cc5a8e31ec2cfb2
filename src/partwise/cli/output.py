"""Where results go: the screen, standard output, or a file written at once."""

from __future__ import annotations

import shutil
import sys

import click

from partwise.cli.options import FORMATS
from partwise.report import formats, grid
from partwise.tables.atomic import write_bytes
from partwise.tables.results import Results


def render(results: Results, form: str, *, per_topic: bool, terminal: bool = False) -> str | bytes:
    """Return results in one of the output formats."""
    if form == "json":
        return results.to_json(per_topic=per_topic)
    if form in ("table", "md", "latex"):
        return _for_people(results, form, per_topic=per_topic, terminal=terminal)
    writer = {
        "tsv": formats.to_tsv,
        "csv": formats.to_csv,
        "jsonl": formats.to_jsonl,
        "parquet": formats.to_parquet,
    }[form]
    return writer(results, per_topic=per_topic)


def _for_people(results: Results, form: str, *, per_topic: bool, terminal: bool) -> str:
    arrow = "↓" if form != "table" or _can_show("↓") else "(lower)"
    grids = []
    if per_topic:
        grids += [grid.topic_grid(results, r, arrow=arrow) for r in range(len(results.runs))]
    if not per_topic or len(results.runs) > 1:
        grids.append(grid.grid(results, arrow=arrow))
    if form == "md":
        return "\n".join(grid.to_markdown(laid) for laid in grids)
    if form == "latex":
        return "\n".join(grid.to_latex(laid) for laid in grids)
    width = shutil.get_terminal_size().columns if terminal else None
    return "\n".join(grid.to_text(laid, width=width, bold=terminal) for laid in grids)


def _can_show(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def deliver(
    results: Results, form: str | None, target: str | None, *, per_topic: bool, quiet: bool
) -> None:
    """Write results and notes to where the user wants them."""
    chosen = form or _from_suffix(target)
    terminal = target is None and chosen == "table" and sys.stdout.isatty()
    content = render(results, chosen, per_topic=per_topic, terminal=terminal)
    if target is not None:
        write_bytes(target, content if isinstance(content, bytes) else content.encode())
    elif isinstance(content, bytes):
        sys.stdout.buffer.write(content)
    else:
        sys.stdout.write(_showable(content))
    if not quiet:
        on_screen = target is None and chosen == "table"
        _notes(results.notes, err=not on_screen)


def _from_suffix(target: str | None) -> str:
    suffix = "" if target is None else target.rpartition(".")[2].lower()
    return {"tex": "latex", "txt": "table"}.get(suffix, suffix if suffix in FORMATS else "table")


def _showable(text: str) -> str:
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _notes(notes: tuple[str, ...], *, err: bool) -> None:
    if notes and not err:
        click.echo()
    for note in notes:
        click.echo(f"note: {note}", err=err)
