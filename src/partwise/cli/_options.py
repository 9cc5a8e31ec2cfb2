"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from partwise.cli._completion import complete_measures
from partwise.cli._quotes import search_options
from partwise.tables.schema import ColumnNames

if TYPE_CHECKING:
    from partwise.report.document import Document

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


def reading_options(function: F) -> F:
    """Add the options that say how files are to be read."""
    return stacked(
        click.option(
            "--lenient", is_flag=True, help="Fix recoverable problems and report how many."
        ),
        click.option("--format-run", metavar="F", help="Format of the runs; see partwise formats."),
        click.option("--format-qrels", metavar="F", help="Format of the assessments."),
        click.option("--encoding", default="utf-8", show_default=True, metavar="E"),
        choice(
            "--unit",
            ["codepoint", "utf16", "byte"],
            "Unit of character offsets; anything but code points needs --texts.",
        ),
        click.option(
            "--texts",
            metavar="T",
            help="Source texts: a folder, an archive or a table with doc and text. "
            "Offsets are checked against the column text, and rows without a place are located.",
        ),
        choice(
            "--trust",
            ["text", "offsets"],
            "Where offsets do not fit their text: place the row by its text, "
            "or take the offsets as they are.",
        ),
        choice(
            "--ambiguous",
            ["first", "all"],
            "A text with several places counts at the first, or (in assessments) at all.",
        ),
        search_options,
        choice(
            "--fol",
            ["length", "end"],
            "Meaning of column 8 in INEX runs: length or end offset.",
            default="length",
        ),
        choice(
            "--missing",
            ["error", "document", "skip"],
            "A row without a place in a table that has places: refuse it, "
            "read it as the whole document, or leave it out.",
            default="error",
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


order_option = choice(
    "--order",
    ["score", "rank", "file"],
    "Rank results by score, by rank or by line; the default depends on the format.",
)
inventory_option = repeatable(
    "--inventory",
    "inventory",
    "[RUN=]FILE",
    "All parts that could have been returned, of all runs or of one.",
)
topics_file_option = click.option(
    "--topics-file",
    metavar="F",
    help="Questions (columns topic and text), by which traces without a topic are told.",
)
structure_option = click.option("--structure", metavar="F", help="Element trees of the documents.")
lengths_option = click.option("--lengths", metavar="F", help="Lengths of the documents.")
assessor_option = click.option(
    "--assessor", metavar="A", help="Take the rows of one assessor only."
)


equivalent_option = click.option(
    "--equivalent",
    metavar="COLUMN",
    help="Rows of a topic with the same value are copies of one text, which counts once; "
    "text: rows with the same text.",
)


def doc_ids_option(
    about: str = "Compare document ids exactly, without folder (name), "
    "without folder and suffix (stem), or regardless of case (casefold).",
) -> Callable[[F], F]:
    """Return --doc-ids."""
    return choice("--doc-ids", ["exact", "name", "stem", "casefold"], about)


def topics_option(what: str, default: str | None = "all") -> Callable[[F], F]:
    """Return --topics, which says what is done with them."""
    about = f"{what} all judged topics, or only those that are also in the run."
    return choice("--topics", ["all", "common"], about, default=default)


def scale_option(about: str) -> Callable[[F], F]:
    """Return --scale."""
    return choice("--scale", ["grade", "share"], about)


def evaluation_options(function: F) -> F:
    """Add the options that say what is evaluated, and how."""
    return stacked(
        click.option(
            "-m",
            "--measure",
            "measures",
            multiple=True,
            metavar="MEASURE",
            shell_complete=complete_measures,
            help="A measure, or @FILE with one a line. May be repeated.",
        ),
        click.option("--preset", metavar="P", help="A named set of measures."),
        click.option(
            "--quirks",
            metavar="on|off|NAMES",
            help="With a preset: reproduce all quirks of its tool (default), none, or those named.",
        ),
        choice(
            "--convention",
            ["partwise", "inex", "trec_eval9", "trec_eval10"],
            "Rules of partwise, of inex_eval, or of trec_eval for IPrec; "
            "the default depends on the preset.",
        ),
        click.option(
            "--kilt-keys",
            metavar="KEYS",
            help="What tells provenances of KILT apart: wikipedia_id (default), or "
            "wikipedia_id,start_paragraph_id,end_paragraph_id.",
        ),
        structure_option,
        lengths_option,
        inventory_option,
        click.option("--nav", metavar="EXPR", help="User model for measures that take one."),
        choice(
            "--budget-unit",
            ["characters", "tokens"],
            "What budgets count in measures that name no unit.",
        ),
        order_option,
        topics_option("Average over", default=None),
        choice(
            "--undefined",
            ["skip", "zero"],
            "Topics without anything relevant: leave them out of the mean (skip, default) "
            "or count them as 0 (zero).",
        ),
        doc_ids_option(),
        click.option(
            "--task",
            metavar="T",
            help="Check the rules of an INEX task: focused, "
            "relevant-in-context, best-in-context, thorough.",
        ),
        assessor_option,
        scale_option("Scale of e and s in element assessments."),
        click.option(
            "--whole-documents",
            is_flag=True,
            help="Replace each document's parts by the whole document.",
        ),
        click.option(
            "--cited",
            is_flag=True,
            help="Of TREC RAG answers keep only cited references, in order of first citation.",
        ),
    )(function)


def job_options(function: F) -> F:
    """Add the options of commands that read files and evaluate."""
    return stacked(evaluation_options, reading_options, verbosity_options)(function)


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


@dataclass(frozen=True)
class Output:
    """Where a finding goes: a format, or what the file's name says; a file, or the screen."""

    form: str | None
    target: str | None
    quiet: bool

    def emit(self, found: Document) -> None:
        """Write a finding and its notes."""
        from partwise.cli._emit import emit

        emit(found, self.form, self.target, quiet=self.quiet)


def output_options(*formats: str) -> Callable[[F], F]:
    """Add --format, --output and --raw; the command receives them as its argument `out`."""

    def gathered(function: F) -> F:
        @wraps(function)
        def command(*given: Any, form: str | None, output: str | None, **options: Any) -> Any:
            out = Output(form, output, options["quiet"])
            return function(*given, out=out, **options)

        return cast("F", command)

    return stacked(
        click.option("--format", "form", type=click.Choice(formats), help="Default: a table."),
        click.option("-o", "--output", metavar="FILE", help="Write to a file."),
        flag("raw", "In TSV and CSV write cells that begin with = + - @ as they are."),
        gathered,
    )
