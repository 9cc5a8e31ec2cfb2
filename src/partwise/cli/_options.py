"""Options that several commands share."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from partwise.errors import (
    FormatError,
    FormatErrors,
    MeasureSyntaxError,
    UnknownNameError,
    UsageError,
)
from partwise.language.tokens import several
from partwise.tables.schema import ColumnNames

if TYPE_CHECKING:
    from partwise.texts.verify import Verification

F = TypeVar("F", bound=Callable[..., Any])

FORMATS = ("table", "tsv", "csv", "json", "jsonl", "md", "latex", "parquet")


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


def reading_options(function: F) -> F:
    """Add the options that say how files are to be read."""
    return stacked(
        click.option(
            "--lenient", is_flag=True, help="Fix recoverable problems and report how many."
        ),
        click.option("--format-run", metavar="F", help="Format of the runs; see partwise formats."),
        click.option("--format-qrels", metavar="F", help="Format of the assessments."),
        click.option("--encoding", default="utf-8", show_default=True, metavar="E"),
        click.option(
            "--unit",
            type=click.Choice(["codepoint", "utf16", "byte"]),
            help="Unit of character offsets; anything but code points needs --texts.",
        ),
        click.option(
            "--texts",
            metavar="T",
            help="Source texts: a folder, an archive or a table with doc and text. "
            "Offsets are checked against the column text.",
        ),
        click.option(
            "--trust",
            type=click.Choice(["offsets"]),
            help="Take offsets as they are where their text differs.",
        ),
        click.option(
            "--fol",
            type=click.Choice(["length", "end"]),
            default="length",
            show_default=True,
            help="Meaning of column 8 in INEX runs: length or end offset.",
        ),
        click.option(
            "--missing",
            type=click.Choice(["error", "document", "skip"]),
            default="error",
            show_default=True,
            help="A row without a place in a table that has places: refuse it, "
            "read it as the whole document, or leave it out.",
        ),
        click.option(
            "--columns",
            callback=lambda _context, _option, text: text and ColumnNames.parse(text),
            metavar="OURS=NAME,...",
            help="Columns of tables that have other names: doc=source,start=offset.",
        ),
        click.option(
            "--max-bytes",
            type=click.IntRange(1),
            metavar="N",
            help="Most bytes of a file after decompression.",
        ),
    )(function)


def how_to_read(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of `reading` that runs, assessments and inventories share."""
    get = options.get
    return {
        "lenient": get("lenient", False),
        "encoding": get("encoding", "utf-8"),
        "unit": None if get("texts") else get("unit"),
        "max_bytes": get("max_bytes"),
        "missing": get("missing", "error"),
        "columns": get("columns"),
    }


def verification(options: dict[str, Any]) -> Verification:
    """Return the check of offsets against the texts that the options name."""
    from partwise.texts.store import read_texts
    from partwise.texts.verify import Verification

    name, get = options.get("texts"), options.get
    how = {"encoding": get("encoding", "utf-8"), "lenient": get("lenient", False)}
    texts = None if name is None else read_texts(name, **how)
    return Verification(texts, get("unit") if texts else None, get("trust"), get("doc_ids"))


def refuse_unused_columns(options: dict[str, Any]) -> None:
    """Refuse a name in --columns that none of the files has."""
    if options.get("columns"):
        options["columns"].refuse_unused()


order_option = click.option(
    "--order",
    type=click.Choice(["score", "rank", "file"]),
    help="Rank results by score, by rank or by line; the default depends on the format.",
)


def evaluation_options(function: F) -> F:
    """Add the options that say what is evaluated, and how."""
    return stacked(
        click.option(
            "-m",
            "--measure",
            "measures",
            multiple=True,
            metavar="MEASURE",
            help="A measure, or @FILE with one a line. May be repeated.",
        ),
        click.option("--preset", metavar="P", help="A named set of measures."),
        click.option(
            "--structure", "structure", metavar="F", help="Element trees of the documents."
        ),
        click.option("--lengths", metavar="F", help="Lengths of the documents."),
        click.option("--inventory", metavar="F", help="All parts that could have been returned."),
        click.option("--nav", metavar="EXPR", help="User model for measures that take one."),
        order_option,
        click.option(
            "--topics",
            type=click.Choice(["all", "common"]),
            default="all",
            show_default=True,
            help="Average over all judged topics, or only those that are also in the run.",
        ),
        click.option(
            "--undefined",
            type=click.Choice(["skip", "zero"]),
            help="Topics without anything relevant: leave them out of the mean (skip, default) "
            "or count them as 0 (zero).",
        ),
        click.option(
            "--doc-ids",
            type=click.Choice(["exact", "name", "stem", "casefold"]),
            help="Compare document ids exactly, without folder (name), "
            "without folder and suffix (stem), or regardless of case (casefold).",
        ),
        click.option(
            "--task",
            metavar="T",
            help="Check the rules of an INEX task: focused, "
            "relevant-in-context, best-in-context, thorough.",
        ),
        click.option("--assessor", metavar="A", help="Take the rows of one assessor only."),
        click.option(
            "--scale",
            type=click.Choice(["grade", "share"]),
            help="Scale of e and s in element assessments.",
        ),
        click.option(
            "--whole-documents",
            is_flag=True,
            help="Replace each document's parts by the whole document.",
        ),
    )(function)


def verbosity_options(function: F) -> F:
    """Add --verbose, --quiet and --debug."""
    return stacked(
        flag("verbose", "Show all notes, detected formats included."),
        debugging,
    )(function)


def debugging(function: F) -> F:
    """Add --quiet and --debug."""
    return stacked(
        click.option("-q", "--quiet", is_flag=True, help="No notes, no progress."),
        click.option("--debug", is_flag=True, help="Show the traceback of an error."),
    )(function)


def raw_cells(function: F) -> F:
    """Add --raw."""
    return flag("raw", "In TSV and CSV write cells that begin with = + - @ as they are.")(function)


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
                options = " ".join(f"-m {shlex.quote(part)}" for part in parts)
                raise UsageError(f"one measure a -m. Use {options}")
            found.append(word)
    return found


def _listed(name: str) -> list[str]:
    try:
        text = Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise FormatError(name, None, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FormatError(name, None, "not UTF-8") from None
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
