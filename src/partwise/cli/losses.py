"""``partwise losses``: who lost the relevant text that runs do not show."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal

import click

from partwise.cli import _options as shared
from partwise.cli._completion import file_argument
from partwise.cli._option_kinds import choice, stacked
from partwise.cli._output import Command, Output, output_options
from partwise.errors import UsageError

if TYPE_CHECKING:
    from partwise.losses.table import Losses

_what_is_read = stacked(
    click.option("-k", type=click.IntRange(1), metavar="K", help="The first K parts are read."),
    click.option(
        "--budget",
        type=click.IntRange(1),
        metavar="N",
        help="The first N characters are read. Default: 4000.",
    ),
    choice(
        "--budget-unit", ["characters", "tokens"], "What the budget counts.", default="characters"
    ),
)
_what_is_known = stacked(
    shared.inventory_option,
    shared.topics_file_option,
    click.option(
        "--candidates",
        multiple=True,
        metavar="[RUN=]FILE|self",
        help="The longer list from which a run was re-ranked; self: all parts of the run.",
    ),
    shared.structure_option,
    shared.lengths_option,
    shared.equivalent_option,
    shared.order_option,
    shared.topics_option("Count"),
    shared.doc_ids_option(),
    shared.assessor_option,
    shared.whole_documents_option,
    shared.cited_option,
)


@click.command(cls=Command, name="losses")
@file_argument("qrels", "QRELS")
@file_argument("runs", "RUN...", nargs=-1, required=True)
@_what_is_known
@_what_is_read
@click.option(
    "--oracle",
    metavar="FILE",
    help="Write the oracle run: the best parts for a reader who knows the answers.",
)
@click.option("--per-topic", is_flag=True, help="Amounts of every topic, not only totals.")
@output_options("table", "tsv", "csv", "json", "jsonl", "md", "latex")
@shared.reading_options
@shared.verbosity_options
def command(
    qrels: str,
    runs: tuple[str, ...],
    *,
    k: int | None,
    budget: int | None,
    budget_unit: Literal["characters", "tokens"],
    inventory: tuple[str, ...],
    candidates: tuple[str, ...],
    oracle: str | None,
    per_topic: bool,
    out: Output,
    **options: Any,
) -> int:
    """Say who lost the relevant text that RUNs do not show.

    Of the text that QRELS highlight, so much is shown; the rest is lost because its document is
    not in the inventory, no part holds it, the limit is too small, the text is cut badly, the
    candidates lack it, or other parts are ranked first. The numbers add up.
    """
    from partwise.cli._arguments import by_run, check_inputs, inventories_of, reading_of, rules_of
    from partwise.evaluation.run_files import run_files
    from partwise.losses.analyse import limit_of
    from partwise.losses.analyse import losses as losses_quietly
    from partwise.report.chart_kinds import shares
    from partwise.report.charts import drawings
    from partwise.report.losses import document

    if k is not None and budget is not None:
        raise UsageError("-k and --budget: only one of them can end the reading")
    limit_of(k, budget, budget_unit)  # a slip is told before anything is read
    listed = run_files(runs)
    check_inputs([qrels, *listed.names])
    found = losses_quietly(
        qrels,
        listed.names,
        inventory=inventories_of({"inventory": inventory}),
        k=k,
        budget=budget,
        unit=budget_unit,
        candidates=by_run("--candidates", candidates) or None,
        structure=options["structure"],
        lengths=options["lengths"],
        texts=options["texts"],
        reading=reading_of(options),
        rules=rules_of(options),
    )
    said = () if oracle is None else _write_oracles(found, oracle)
    bars = sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")
    laid = document(found, per_topic=per_topic, notes=(*listed.notes, *said), bars=bars)
    laid = replace(laid, others={**laid.others, **drawings(lambda: shares(found))})
    out.emit(laid)
    return 0


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
