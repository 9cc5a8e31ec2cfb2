"""Options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable

import click

from partwise.cli._completion import complete_measures
from partwise.cli._option_kinds import F, choice, flag, repeatable, stacked
from partwise.tables.schema import ColumnNames


def max_bytes_option(what: str) -> Callable[[F], F]:
    """Return --max-bytes, which guards against what unpacks to more than anybody meant."""
    return click.option(
        "--max-bytes",
        type=click.IntRange(1),
        metavar="N",
        help=f"Maximum bytes of a {what} after decompression.",
    )


_SHARE = r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*(%?)"


def _share(context: click.Context, option: click.Parameter, value: str) -> float:
    """Read a share: ``10%`` or ``0.1``."""
    match = re.fullmatch(_SHARE, value.strip())
    share = -1.0 if match is None else float(match[1]) / (100 if match[2] else 1)
    if not 0 <= share < 1:
        said = f"{value!r} is not a share below 100% (10% or 0.1)"
        raise click.BadParameter(said, context, option)
    return share


max_errors_option = click.option(
    "--max-errors",
    callback=_share,
    default="10%",
    metavar="10%",
    help="Maximum errors of a quote, as a share of its letters; default 10%.",
)


def columns_option(about: str) -> Callable[[F], F]:
    """Return --columns; given several times, all names count."""
    return click.option(
        "--columns",
        multiple=True,
        callback=lambda _context, _option, said: (
            ColumnNames.parse(",".join(said)) if said else None
        ),
        metavar="OURS=NAME,...",
        help=about,
    )


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
        max_errors_option,
        choice(
            "--missing",
            ["error", "document", "skip"],
            "A row without a place in a table that has places: refuse it, "
            "read it as the whole document, or leave it out.",
            default="error",
        ),
        columns_option("Columns of tables that have other names: doc=source,start=offset."),
        max_bytes_option("file"),
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
    help="Questions (columns topic and text), to find the topic of traces that do not name it.",
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


def scale_options(function: F) -> F:
    """Add the options that spread an evaluation over processes and machines."""
    return stacked(
        click.option(
            "--jobs",
            type=click.IntRange(0),
            metavar="N",
            help="Worker processes; 0: one for each core. Default: 1.",
        ),
        click.option(
            "--memory", metavar="SIZE", help="Memory limit for all processes together: 500M, 2GiB."
        ),
        click.option(
            "--engine",
            metavar="E",
            help="Engine: processes (default), dask, dask://HOST:PORT, spark, spark://HOST:PORT.",
        ),
        click.option("--work", metavar="DIR", help="Folder for buckets and parts."),
        click.option("--resume", is_flag=True, help="Go on with the finished parts of --work."),
    )(function)


def bucket_options(function: F) -> F:
    """Add the options that decide what is read, beside those that say how."""
    return stacked(
        structure_option,
        lengths_option,
        inventory_option,
        topics_file_option,
        order_option,
        doc_ids_option(),
        assessor_option,
        scale_option("Scale of e and s in element assessments."),
        task_option,
        whole_documents_option,
        cited_option,
    )(function)


per_topic_option = click.option(
    "--per-topic", is_flag=True, help="Values of every topic, not only means."
)
gates_option = repeatable(
    "--fail-under", "gates", "'MEASURE=x'", "Exit with 1 when a run's mean is worse than x."
)
task_option = click.option(
    "--task",
    metavar="T",
    help="Check the rules of an INEX task: focused, "
    "relevant-in-context, best-in-context, thorough.",
)
whole_documents_option = click.option(
    "--whole-documents",
    is_flag=True,
    help="Replace each document's parts by the whole document.",
)
cited_option = click.option(
    "--cited",
    is_flag=True,
    help="Of TREC RAG answers keep only cited references, in order of first citation.",
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
            help="What identifies a provenance of KILT: wikipedia_id (default), or "
            "wikipedia_id,start_paragraph_id,end_paragraph_id.",
        ),
        structure_option,
        lengths_option,
        inventory_option,
        click.option("--nav", metavar="EXPR", help="User model for measures that take one."),
        choice(
            "--budget-unit",
            ["characters", "tokens"],
            "Unit of budgets in measures that name none.",
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
        task_option,
        assessor_option,
        scale_option("Scale of e and s in element assessments."),
        whole_documents_option,
        cited_option,
        equivalent_option,
    )(function)


def job_options(function: F) -> F:
    """Add the options of commands that read files and evaluate."""
    return stacked(evaluation_options, topics_file_option, reading_options, verbosity_options)(
        function
    )


def verbosity_options(function: F) -> F:
    """Add --verbose, --quiet and --debug."""
    return stacked(
        flag("verbose", "Show all notes, detected formats included."),
        debugging,
    )(function)


def debugging(function: F) -> F:
    """Add --quiet and --debug."""
    return stacked(
        click.option("-q", "--quiet", is_flag=True, help="Warnings only: no notes, no progress."),
        click.option("--debug", is_flag=True, help="Show the traceback of an error."),
    )(function)
