"""``partwise demo``: the bundled collection, from files to insights."""

from __future__ import annotations

import io
import shlex
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from pathlib import Path, PurePath

import click

from partwise.errors import UsageError

COLLECTION = Path(__file__).resolve().parent / "collection"
PRIMARY = "CharR(budget=4000)"
RUNS = ("fixed", "overlap", "sections", "small-to-big", "whole")
"""The runs in the order of their files, which the links of the page count."""

LOOK = (
    ("crank", "fixed", "sections", "two chunks cut an answer apart, and one of them is not found"),
    ("clear-nights", "overlap", "fixed", "overlapping chunks spend the budget on text read before"),
    ("coating", "sections", "whole", "a long answer that only more context brings"),
)
"""Topics worth a look: topic, run A, run B, what is seen there."""


@click.command(name="demo")
@click.argument("folder", metavar="[DIR]", default="partwise-demo")
@click.option("--force", is_flag=True, help="Write into a folder that holds files.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def command(folder: str, *, force: bool, debug: bool) -> int:
    """Evaluate, compare and look at the bundled collection.

    DIR (partwise-demo) gets sixteen texts about an observatory, forty questions with judged
    answers, and the runs of one retriever over five cuttings of the texts. Every command is shown
    before it is run; the last one writes DIR/report.html.
    """
    from partwise.errors import require_extra

    require_extra("report", "demo", "jinja2")
    _unpack(Path(folder), force=force)
    place = shlex.quote(folder)
    click.echo(f"16 texts, 40 questions, one retriever, five cuttings: see {place}/README.md")
    click.echo(f"$ cd {place}")
    with chdir(folder):
        for words, last in commands():
            _run(words, only_last=last)
    click.echo(f"\nOpen {place}/report.html, or go straight to three topics in it:")
    for topic, a, b, what in LOOK:
        link = f"report.html#topic={topic}&a={RUNS.index(a)}&b={RUNS.index(b)}"
        click.echo(f"  {what} ({a}, {b})\n    {folder}/{link}")
    return 0


def commands() -> Iterator[tuple[list[str], bool]]:
    """Return what is run, and whether only the verdict in the last line is shown."""
    runs = [f"runs/{name}.tsv" for name in RUNS]
    held = [word for name in RUNS for word in ("--inventory", f"{name}=inventories/{name}.tsv")]
    yield ["evaluate", "qrels.tsv", *runs, "-q"], False
    yield ["compare", "qrels.tsv", *runs, "-m", PRIMARY, "-q"], True
    yield ["losses", "qrels.tsv", runs[0], "--inventory", f"inventories/{RUNS[0]}.tsv", "-q"], True
    told = ["--texts", "texts", "--topics-file", "topics.tsv", *held, "-q"]
    yield ["report", "qrels.tsv", *runs, *told], False


def _run(words: list[str], *, only_last: bool) -> None:
    """Show a command, run it as the command line does, and show what it says."""
    from partwise.cli import cli

    click.echo(f"\n$ {shlex.join(['partwise', *words])}")
    if not only_last:
        cli.main(args=words, prog_name="partwise", standalone_mode=False)
        return
    said = io.StringIO()
    with redirect_stdout(said):
        cli.main(args=words, prog_name="partwise", standalone_mode=False)
    click.echo(f"... {said.getvalue().rstrip().splitlines()[-1]}")


def _unpack(target: Path, *, force: bool) -> None:
    """Copy the collection; a new folder appears whole, files of an old one are replaced."""
    from partwise.files.atomic import replacing_folder, write_bytes

    def check(folder: Path) -> None:
        if any(folder.iterdir()):
            raise UsageError(
                f"{folder} holds files already: name another folder, or use --force to replace "
                "those of the demo"
            )

    if force and target.is_dir():
        for name, content in _files():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            write_bytes(target / name, content)
        return
    with replacing_folder(target, check) as new:
        for name, content in _files():
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            (new / name).write_bytes(content)


def _files() -> Iterator[tuple[PurePath, bytes]]:
    """Return the files of the collection."""
    for file in sorted(COLLECTION.rglob("*")):
        if file.is_file():
            yield file.relative_to(COLLECTION), file.read_bytes()
