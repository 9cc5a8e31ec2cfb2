"""``partwise losses``: who lost the relevant text that runs do not show."""

from __future__ import annotations

import sys
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from partwise.cli._options import (
    how_to_read,
    raw_cells,
    reading_options,
    refuse_unused_columns,
    stacked,
    verbosity_options,
    verification,
)
from partwise.errors import FormatError, PartwiseError, UsageError

if TYPE_CHECKING:
    from partwise.losses.table import Losses
    from partwise.tables.run import Run

_FORMATS = ("table", "tsv", "csv", "json", "jsonl", "md", "latex")

_what_is_read = stacked(
    click.option("-k", type=click.IntRange(1), metavar="K", help="The first K parts are read."),
    click.option(
        "--budget",
        type=click.IntRange(1),
        metavar="N",
        help="The first N characters are read. Default: 4000.",
    ),
    click.option(
        "--budget-unit",
        type=click.Choice(["characters", "tokens"]),
        default="characters",
        show_default=True,
        help="What the budget counts.",
    ),
)
_what_is_known = stacked(
    click.option(
        "--inventory",
        "inventories",
        multiple=True,
        metavar="[RUN=]FILE",
        help="All parts that could have been returned, of all runs or of one. May be repeated.",
    ),
    click.option(
        "--candidates",
        multiple=True,
        metavar="[RUN=]FILE|self",
        help="The longer list from which a run was re-ranked; self: all parts of the run.",
    ),
    click.option("--structure", metavar="F", help="Element trees of the documents."),
    click.option("--lengths", metavar="F", help="Lengths of the documents."),
    click.option(
        "--order",
        type=click.Choice(["score", "rank", "file"]),
        help="Rank results by score, by rank or by line; the default depends on the format.",
    ),
    click.option(
        "--topics",
        type=click.Choice(["all", "common"]),
        default="all",
        show_default=True,
        help="Count all judged topics, or only those that are also in the run.",
    ),
    click.option(
        "--doc-ids",
        type=click.Choice(["exact", "name", "stem", "casefold"]),
        help="Compare document ids exactly, without folder (name), "
        "without folder and suffix (stem), or regardless of case (casefold).",
    ),
    click.option("--assessor", metavar="A", help="Take the rows of one assessor only."),
)


@click.command(name="losses")
@click.argument("qrels", metavar="QRELS")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@_what_is_known
@_what_is_read
@click.option("--oracle", metavar="FILE", help="Write the run of a reader who knows the answers.")
@click.option("--per-topic", is_flag=True, help="Amounts of every topic, not only totals.")
@click.option("--format", "form", type=click.Choice(_FORMATS), help="Default: a table.")
@click.option("-o", "--output", metavar="FILE", help="Write to a file.")
@raw_cells
@reading_options
@verbosity_options
def command(
    qrels: str,
    runs: tuple[str, ...],
    *,
    k: int | None,
    budget: int | None,
    budget_unit: str,
    inventories: tuple[str, ...],
    candidates: tuple[str, ...],
    oracle: str | None,
    per_topic: bool,
    form: str | None,
    output: str | None,
    quiet: bool,
    **options: Any,
) -> int:
    """Say who lost the relevant text that RUNs do not show.

    Of the text that QRELS highlight, so much is shown; the rest is lost because its document is
    not in the inventory, no part holds it, the limit is too small, the text is cut badly, the
    candidates lack it, or other parts are ranked first. The numbers add up.
    """
    from partwise.cli._emit import emit
    from partwise.losses.analyse import limit_of, losses_quietly
    from partwise.report.losses import document

    if k is not None and budget is not None:
        raise UsageError("-k and --budget: only one of them can end the reading")
    limit = limit_of(k, budget, budget_unit)
    files = _Files(qrels, runs, options, quiet=quiet)
    names = [run.name for run in files.runs]
    found = losses_quietly(
        files.qrels,
        files.runs,
        inventory=files.inventories(_by_run("--inventory", inventories, names)),
        limit=limit,
        candidates=files.candidates(_by_run("--candidates", candidates, names)),
        structure=files.structure,
        lengths=files.lengths,
        topics=options["topics"],
        order=options["order"],
        missing=options["missing"],
        columns=None,
        doc_ids=options["doc_ids"],
        texts=verification(options).texts,
        offset_unit=options["unit"],
        trust=options["trust"],
        lenient=options["lenient"],
    )
    refuse_unused_columns(options)
    said = () if oracle is None else _write_oracles(found, oracle)
    bars = sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")
    laid = document(found, per_topic=per_topic, notes=(*files.notes, *said), bars=bars)
    emit(laid, form, output, quiet=quiet)
    return 0


class _Files:
    """Everything that the command names, read."""

    def __init__(
        self, qrels: str, runs: tuple[str, ...], options: dict[str, Any], *, quiet: bool
    ) -> None:
        from partwise.cli._job import EvaluationJob
        from partwise.cli._progress import Progress
        from partwise.evaluation.run_files import run_files

        listed = run_files(runs)
        self.notes = tuple(listed.notes)
        self._options = options
        if [qrels, *listed.names].count("-") > 1:
            raise UsageError("standard input (-) can be read only once")
        job = EvaluationJob(qrels, listed.names, quiet=quiet, options=options)
        self.structure, self.lengths = job.structure(), job.lengths()
        with Progress(1 + len(listed.names), quiet=quiet) as progress:
            progress.step(f"reading {qrels}")
            self.qrels = job.assessments(self.structure)
            self.runs = []
            for name in listed.names:
                progress.step(f"reading {name}")
                self.runs.append(self._run(name))

    def _run(self, name: str) -> Run:
        from partwise.files.reading import read_run

        get = self._options.get
        how = {"format": get("format_run"), "fol": get("fol", "length"), "order": get("order")}
        return read_run(name, **how_to_read(self._options), **how)

    def inventories(self, named: dict[str | None, str]) -> dict[str | None, Any] | None:
        """Read inventories."""
        read = {file: self._inventory(file) for file in dict.fromkeys(named.values())}
        return {run: read[file] for run, file in named.items()} or None

    def _inventory(self, file: str) -> Any:
        """Read an inventory, or a run whose places can serve as one."""
        from partwise.files.reading import read_inventory

        try:
            return read_inventory(file, **how_to_read(self._options))
        except FormatError as problem:
            try:
                return self._run(file)
            except PartwiseError:
                raise problem from None

    def candidates(self, named: dict[str | None, str]) -> dict[str | None, Any] | None:
        """Read candidates; ``self`` stays a word."""
        from partwise.losses.sources import SELF

        files = [file for file in dict.fromkeys(named.values()) if file != SELF]
        read: dict[str, Any] = {file: self._run(file) for file in files}
        return {run: read.get(file, SELF) for run, file in named.items()} or None


def _by_run(option: str, words: tuple[str, ...], names: list[str]) -> dict[str | None, str]:
    """Read ``[RUN=]FILE``; what stands before ``=`` and is no run belongs to the file."""
    found: dict[str | None, str] = {}
    for word in words:
        before, sign, after = word.partition("=")
        run, file = (before, after) if sign and before in names else (None, word)
        if run in found:
            whose = "all runs" if run is None else run
            raise UsageError(f"{option} is given twice for {whose}: {found[run]} and {file}")
        found[run] = file
    return found


def _write_oracles(found: Losses, target: str) -> list[str]:
    """Write the oracle run of each inventory; return what is to be noted."""
    from partwise.files.writing import write_run
    from partwise.messages import Note

    whose: dict[int, list[str]] = {}
    for name in found.oracles:
        whose.setdefault(id(found.oracles[name]), []).append(name)
    said: list[str] = []
    for names in whose.values():
        path = PurePath(target)
        file = target if len(whose) == 1 else str(path.with_stem(f"{path.stem}-{names[0]}"))
        write_run(found.oracles[names[0]], file)
        if len(whose) > 1:
            said.append(Note(f"{file}: the oracle run of {', '.join(names)}"))
    return said
