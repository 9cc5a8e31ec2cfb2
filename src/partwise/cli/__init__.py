"""Command line: one module for each command, options shared by commands, output.

Only click and the standard library are imported here; each command brings
what it needs when it runs, so that ``partwise --help`` answers at once.
"""

from __future__ import annotations

import errno
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from partwise._version import __version__
from partwise.cli._process import BAD_INPUT, INTERRUPTED, ended_in_order, replace_closed
from partwise.errors import PartwiseError
from partwise.messages import visible_lines
from partwise.spelling import on_command_line

COMMANDS = {
    "demo": "Evaluate, compare and look at the bundled collection.",
    "evaluate": "Score runs against assessments.",
    "bucket": "Split assessments and runs by topic, to evaluate them anywhere.",
    "merge": "Merge the parts of an evaluation in buckets.",
    "compare": "Paired tests, effect sizes and intervals between runs.",
    "losses": "Show where relevant text is lost: cutting, candidates, ranking or limit.",
    "report": "Write one offline page: which run is better, and what readers met.",
    "plot": "Draw a chart: SVG, PNG, PDF or a Vega-Lite specification.",
    "measures": "List the measures, or explain one.",
    "formats": "List the file formats, or show the grammar of one.",
    "check": "Report every problem of files; nothing is evaluated.",
    "locate": "Find quotes in the texts they come from, and say how sure each place is.",
    "migrate": "Move assessments to new versions of the texts.",
    "structure": "Turn XML, HTML, Markdown and text into element trees.",
    "convert": "Turn a run or assessments into another format.",
    "lab": "Meta-evaluation: simulate, fidelity, reliability, correlate.",
}


class _Lazy(click.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"partwise.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            close = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean {close[0]}?" if close else ""
            ctx.fail(f"there is no command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Lazy,
    # the long name first: click 8.1 tells readers to try the first one
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
    epilog="Each command has --help. Documentation of a measure: partwise measures NAME.",
)
@click.version_option(__version__, prog_name="partwise")
def cli() -> None:
    """Evaluate retrieval of parts of documents: passages, chunks, elements, documents."""


def main(arguments: Sequence[str] | None = None, *, alone: bool = False) -> NoReturn:
    """Run the command line; no traceback reaches the user unless --debug asks for it.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words; those of the process by default.
    alone : bool
        The process ends with the command.
    """
    if alone:
        from partwise.cli._process import go_on_watched

        go_on_watched()
    with ended_in_order(alone=alone), on_command_line():
        _main(arguments)


def _main(arguments: Sequence[str] | None) -> NoReturn:
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    replace_closed()
    try:
        code = cli.main(args=words, prog_name="partwise", standalone_mode=False)
    except click.exceptions.Exit as end:
        sys.exit(end.exit_code)
    except click.NoSuchOption as error:
        from partwise.cli._unknown_options import with_advice

        with_advice(error).show()
        sys.exit(BAD_INPUT)
    except click.ClickException as error:
        error.show()
        sys.exit(BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        _say("interrupted")
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # the reader of our output went away; that is its right
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except (PartwiseError, OSError, MemoryError) as error:
        _trace(wanted=debug)
        _flush(quiet=True)  # what is left of the output may not be writable either
        _say(_words(error))
        sys.exit(BAD_INPUT)
    except SystemExit:
        raise
    except BaseException as error:  # a panic of polars is no ordinary exception
        _trace(wanted=debug)
        _say(_unforeseen(error))
        sys.exit(BAD_INPUT)
    _flush()
    sys.exit(code if isinstance(code, int) else 0)


def _words(error: BaseException) -> str:
    from partwise.cli._process import no_memory  # loaded already where a process ends with this

    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return no_memory() or "not enough memory for this input"
    if isinstance(error, OSError) and not isinstance(error, PartwiseError):
        place = f"{error.filename}: " if error.filename else "cannot write the output: "
        return f"{place}{error.strerror or error}"
    return str(error)


def _unforeseen(error: BaseException) -> str:
    from partwise.cli._process import no_memory

    name = type(error).__name__
    if short := no_memory():  # what cannot be loaded or started is not always told as that
        return f"{short}, it seems ({name}). Please report it if more is no help"
    again = "Run the command again with --debug to see where."
    return f"internal error (please report it): {name}: {error}\n{again}"


def _trace(*, wanted: bool) -> None:
    if wanted:
        import traceback

        _say(traceback.format_exc().rstrip())


def _say(text: str) -> None:
    """Write to standard error, whatever its encoding can show."""
    stream = sys.stderr
    encoding = stream.encoding or "utf-8"
    text = visible_lines(text)
    try:
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        stream.flush()
    except OSError:  # nowhere left to complain
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _flush(*, quiet: bool = False) -> None:
    try:
        sys.stdout.flush()
    except OSError as error:
        # what could not be written must not be tried again when the interpreter ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not quiet and not isinstance(error, BrokenPipeError):
            _say(f"standard output: {error.strerror}")
            sys.exit(BAD_INPUT)
