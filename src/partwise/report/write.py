"""Making a report: gathered, laid out and written whole."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from contextlib import ExitStack
from inspect import signature
from pathlib import Path
from typing import Any

from partwise.errors import PartwiseWarning, UsageError, require_extra
from partwise.evaluation.evaluate import evaluate
from partwise.files.atomic import replacing, replacing_folder
from partwise.messages import WARNING, warnings_of
from partwise.report.data.findings import Choices, Findings
from partwise.report.data.material import Material, gather, saved_material
from partwise.report.html.page import Page, folder_of, page
from partwise.report.html.reading_view import Embed, check_embed
from partwise.statistics.paired_tests import Settings
from partwise.tables.results import Results

PATH = "report.html"


def report(
    qrels: Any,
    runs: Any = None,
    measures: Any = None,
    *,
    path: str | os.PathLike[str] = PATH,
    texts: Any = None,
    topics_file: Any = None,
    inventory: Any = None,
    baseline: str | None = None,
    budget: int | None = None,
    title: str | None = None,
    sample: int = 2000,
    embed: Embed = "auto",
    data: str | os.PathLike[str] | None = None,
    alpha: float = 0.05,
    correction: str = "holm",
    confidence: float = 0.95,
    seed: int = 0,
    resamples: int = 10_000,
    **options: Any,
) -> Path:
    """Write one offline page: which run is better, whether it matters, and where it fails.

    Parameters
    ----------
    qrels : Qrels, dict, frame or path, or Results
        The assessments. Results alone give a page without curves, budget and reading view.
    runs : Run, dict, frame or path, or iterable of them
        What the systems returned.
    measures : Measure or str, or iterable of them, optional
        As in `evaluate`; the first one decides.
    path : path
        The page.
    texts : Texts, dict or path, optional
        The documents, for the reading view.
    topics_file : path or dict, optional
        A table with the columns topic and text (also question, query, title); further columns
        are attributes that make groups of topics. Also ``{topic: question}``.
    inventory : table, frame or path, or {run name: those}, optional
        All parts that could have been returned: who lost what.
    baseline : str, optional
        Run that others are compared with; default: the first.
    budget : int, optional
        Characters that a reader reads; default: those of the first measure that says it, or 4000.
    title : str, optional
        Title of the page.
    sample : int
        Maximum number of topics in the page; means and tests always use all.
    embed : {'auto', 'all', 'none'}
        Put texts in the page as far as it stays small, all of them, or none.
    data : path, optional
        Also write the page's data as JSON.
    alpha, correction, confidence, seed, resamples
        As in `compare`.
    **options
        All others of `evaluate`: preset, structure, lengths, reading, rules.

    Returns
    -------
    Path
        Where the page was written.
    """
    check_page(sample, embed, budget)
    for name in options.keys() - signature(evaluate).parameters.keys():
        raise TypeError(f"report() got an unexpected keyword argument {name!r}")
    material: Material
    if isinstance(qrels, Results):
        if runs is not None or measures is not None or options:
            raise UsageError("results take no runs, measures or options: they are evaluated")
        material = saved_material(qrels, topics_file, budget, texts=texts, inventory=inventory)
    else:
        material = gather(
            qrels,
            runs,
            measures,
            texts=texts,
            topics_file=topics_file,
            inventory=inventory,
            budget=budget,
            **options,
        )
    tests = Settings(alpha, correction, confidence, resamples=resamples, seed=seed)
    choices = Choices(baseline, title, sample, tests)
    made = page(Findings(material, choices), os.fspath(path), embed=embed)
    write(made, path, data)
    for text in warnings_of(made.notes):
        warnings.warn(text.removeprefix(WARNING), PartwiseWarning, stacklevel=2)
    return Path(path)


def check_page(sample: int, embed: str, budget: int | None) -> None:
    """Refuse, before any work, what no page can be."""
    require_extra("report", "report", "jinja2")
    check_embed(embed)
    for name, number in (("sample", sample), ("budget", budget)):
        if number is not None and (isinstance(number, bool) or int(number) != number or number < 1):
            raise UsageError(f"{name} must be a whole number of at least 1, not {number!r}")


def write(
    made: Page, path: str | os.PathLike[str], data: str | os.PathLike[str] | None = None
) -> int:
    """Write a page, its data and the files beside it, all or nothing; return their bytes."""
    import msgspec

    with ExitStack() as together:
        together.enter_context(replacing(path)).write(made.content)
        if data is not None:
            encoded = msgspec.json.format(msgspec.json.encode(made.data), indent=1)
            together.enter_context(replacing(data)).write(encoded + b"\n")
        if made.files:
            _write_folder(Path(path).with_name(folder_of(os.fspath(path))), made.files)
    return len(made.content) + sum(map(len, made.files.values()))


def _write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    def check(there: Path) -> None:
        strange = [one.name for one in there.iterdir() if not _is_ours(one.name)]
        if strange:
            raise UsageError(f"{there} holds {strange[0]}, which is no part of a report")

    with replacing_folder(folder, check) as new:
        for name, content in files.items():
            (new / name).write_bytes(content)


def _is_ours(name: str) -> bool:
    return name.startswith("d-") and name.endswith(".js")
