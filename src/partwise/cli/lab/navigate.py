"""``partwise lab navigate``: the user model that readers follow."""

from __future__ import annotations

from typing import Any

import click

from partwise.cli import _options as shared
from partwise.cli._completion import file_argument
from partwise.cli._option_kinds import repeatable, setting
from partwise.cli._output import Command, Output, output_options


@click.command(cls=Command)
@file_argument("routes", "ROUTES")
@repeatable(
    "--nav",
    "models",
    "MODEL",
    "User model; a list stands for several: T2I([100, 300]). Routes and Summary without a file "
    "are fitted on the routes of the other folds.",
)
@shared.structure_option
@click.option(
    "--inventory", metavar="F", help="All parts of the documents: which of them are neighbours."
)
@setting("--folds", 5, "Number of folds; the routes of each are predicted from the others.")
@setting("--smoothing", 0.05, "Probability of a step to anywhere.")
@setting("--resamples", 1_000, "Number of bootstrap resamples of the routes.")
@setting("--seed", 0)
@click.option("--lenient", is_flag=True, help="Fix recoverable problems and report how many.")
@output_options("table", "json", "tsv", "csv", "md", "latex")
@shared.verbosity_options
def navigate(
    routes: str,
    *,
    models: tuple[str, ...],
    folds: int,
    smoothing: float,
    resamples: int,
    seed: int,
    out: Output,
    **options: Any,
) -> int:
    """Tell which user model foretells best where observed readers went.

    ROUTES lists the ways that readers took (partwise formats routes). For each model the mean
    surprise of a step in bits, best first, with the difference to the best.
    """
    from partwise.cli._job import EvaluationJob
    from partwise.cli._progress import Progress
    from partwise.lab.navigate.estimate import navigate as lab
    from partwise.report.lab.navigate import surprise

    job = EvaluationJob(routes, (), options)
    given = options["inventory"]
    inventory = None if given is None else job.files.inventory(given)
    with Progress(max(10, len(models)), quiet=options["quiet"]) as progress:
        found = lab(
            routes,
            models,
            structure=job.structure(),
            inventory=inventory,
            folds=folds,
            smoothing=smoothing,
            resamples=resamples,
            seed=seed,
            step=progress.step,
        )
    out.emit(surprise(found))
    return 0
