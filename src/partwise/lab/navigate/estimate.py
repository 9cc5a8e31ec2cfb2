"""Which user model do readers follow? The surprise of models by observed routes."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import ParameterError, UsageError
from partwise.files.formats.routes import RouteTable, read_routes
from partwise.kernels.ragged import distinct
from partwise.lab.navigate.asked import Asked
from partwise.lab.navigate.places import Steps, observed
from partwise.lab.stability import MOST
from partwise.language.parser import parse_components
from partwise.messages import plural, texts_of
from partwise.tables.lengths import Inventory
from partwise.tables.results import or_none
from partwise.tables.shown import Shown
from partwise.tables.structure.table import Structure
from partwise.users.base import Navigation
from partwise.users.trees import Neighbours

FITTED = {"Routes": "file", "Summary": "file"}
"""Models that are fitted on routes where they name no file."""

BLOCK = 1 << 22
"""Drawn routes that are held at once."""


@dataclass(frozen=True)
class ModelSurprise:
    """One model: mean surprise by a step, and how far that is from the best model's."""

    nav: str
    bits: float
    difference: float
    """Bits above the best model's."""
    interval: tuple[float, float]
    """95 % interval of the difference over resampled routes; NaN for a single route."""
    fitted: bool
    """Fitted on the routes of the other folds."""
    uniform: int
    """Steps from places out of which the model leads nowhere: any other place is as likely."""

    @property
    def perplexity(self) -> float:
        """Return the number of equally likely places that would surprise as much."""
        return float(2.0**self.bits)

    def to_dict(self) -> dict[str, Any]:
        """Return it in the shape of the JSON output."""
        return {
            "nav": self.nav,
            "bits": self.bits,
            "perplexity": self.perplexity,
            "difference": self.difference,
            "interval": [or_none(end) for end in self.interval],
            "fitted": self.fitted,
            "uniform": self.uniform,
        }


@dataclass(frozen=True, eq=False)
class Surprise(Shown):
    """How well models foretell where observed readers went."""

    steps: int
    routes: int
    """Routes with at least one step."""
    places: int
    """Places that could be gone to, with the one where the reader is."""
    models: tuple[ModelSurprise, ...]
    """As they were given."""
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Surprise({plural(len(self.models), 'model')}, {plural(self.steps, 'step')})"

    @property
    def best(self) -> ModelSurprise:
        """Return the model that is surprised least, the first of equals."""
        return min(self.models, key=lambda model: model.bits)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        models = [model.to_dict() for model in self.models]
        counts = {"steps": self.steps, "routes": self.routes, "places": self.places}
        return {**counts, "models": models, "notes": texts_of(self.notes)}

    def to_json(self) -> str:
        """Return everything as JSON text."""
        import msgspec

        return msgspec.json.format(msgspec.json.encode(self.to_dict()), indent=1).decode()


def navigate(
    routes: str | os.PathLike[str] | RouteTable,
    models: Any,
    *,
    structure: Structure | None = None,
    inventory: Inventory | None = None,
    folds: int = 5,
    smoothing: float = 0.05,
    resamples: int = 1_000,
    seed: int = 0,
    step: Callable[[str], None] | None = None,
) -> Surprise:
    r"""Tell how much each model is surprised by the steps of observed readers.

    Parameters
    ----------
    routes : path or RouteTable
        The routes file.
    models : str, Navigation, class, or several of them
        User models. A list as a parameter value stands for several: ``T2I([100, 300])``.
        ``Routes`` and ``Summary`` without a file are fitted on the routes of the other folds.
    structure : Structure, optional
        The elements of the documents: all of them can be gone to.
    inventory : Inventory, optional
        All parts of the documents: which of them are neighbours (`Neighbours`).
    folds : int
        Route i (from 0, in file order) is foretold by what is fitted on the routes j with
        another remainder j mod `folds`.
    smoothing : float
        Share of the steps that go anywhere, above 0: no step is impossible.
    resamples, seed : int
        Resampled sets of routes behind the intervals.
    step : callable, optional
        Is told what is being done.

    Examples
    --------
    Routes a-b-c, a-c and b-c-a: from a readers went to b and to c, from b always to c, from c
    always to a. Who knows these shares is surprised by .42 bits a step; who knows nothing, by
    the log2(2) bits of two places.

    >>> import tempfile
    >>> from pathlib import Path
    >>> file = Path(tempfile.mkdtemp()) / "routes.tsv"
    >>> _ = file.write_text("d\ta\tb\tc\nd\ta\tc\nd\tb\tc\ta\n")
    >>> from partwise.users.summary import Routes
    >>> found = navigate(file, [Routes(str(file)), "NoNav"])
    >>> [round(model.bits, 6) for model in found.models]
    [0.421916, 1.0]
    """
    _check(folds, smoothing, resamples)
    table = routes if isinstance(routes, RouteTable) else read_routes(routes)
    asked = [Asked(model) for model in _models(models, inventory)]
    files = [content.table for one in asked for content in one.given]
    steps = observed(table, files, structure, inventory)
    folded = np.arange(int(table.route[-1]) + 1) % folds
    if distinct(folded).size == 1 and (fitted := [one for one in asked if one.fitted]):
        raise UsageError(
            f"{table.file}: one route, and {fitted[0].model!r} is fitted on the others. "
            f"Use a file: {fitted[0].model.label()}('routes.tsv')"
        )
    bits, known = np.empty((len(asked), len(steps))), np.empty((len(asked), len(steps)), np.bool_)
    for at, one in enumerate(asked):
        if step is not None:
            step(f"asking {one.model!r}")
        bits[at], known[at] = one.surprise(steps, table, folded, smoothing)
    return _compared(asked, steps, bits, known, resamples=resamples, seed=seed, notes=_notes(table))


def _models(given: Any, inventory: Inventory | None) -> list[Navigation]:
    """List the models for which texts, classes and models stand, each once."""
    items: Iterable[Any] = [given] if isinstance(given, str | Navigation | type) else given
    found: dict[Navigation, None] = {}
    for item in items:
        text = item.__name__ if isinstance(item, type) else item
        if not isinstance(text, str | Navigation):
            raise UsageError(f"{item!r} is not a user model; write it as text or build it")
        some = parse_components(text, Navigation, FITTED) if isinstance(text, str) else [text]
        found.update(dict.fromkeys(some))
    if not found:
        raise UsageError("no user model is given. Use --nav MODEL, such as --nav Routes")
    if len(found) > MOST:
        raise UsageError(f"{len(found):,} user models; at most {MOST} are compared")
    for model in found:
        if model.needs_ideals:
            raise UsageError(f"{model!r} looks at the ideals of a topic, and routes have none")
        if inventory is None and _has_neighbours(model):
            raise UsageError(
                f"{model!r}: Neighbours goes by all parts that could have been returned, and "
                "routes tell only which places were visited. Use --inventory FILE"
            )
    return list(found)


def _has_neighbours(model: Navigation) -> bool:
    return isinstance(model, Neighbours) or any(map(_has_neighbours, model.combined))


def _notes(table: RouteTable) -> list[str]:
    alone = int((np.bincount(table.route) == 1).sum())
    return [f"{plural(alone, 'route')} of one place: no step"] if alone else []


def _compared(
    asked: Sequence[Asked],
    steps: Steps,
    bits: Reals,
    known: Flags,
    *,
    resamples: int,
    seed: int,
    notes: Sequence[str],
) -> Surprise:
    """Compare each model with the best, over all steps and over resampled routes."""
    _, which = np.unique(steps.route, return_inverse=True)
    moves = np.bincount(which)
    of_route = np.stack([np.bincount(which, row) for row in bits])
    mean = np.array([math.fsum(row) / len(steps) for row in bits.tolist()])
    best = int(np.argmin(mean))
    drawn = _resampled(of_route - of_route[best], moves, resamples, seed)
    models = tuple(
        ModelSurprise(
            repr(one.model),
            float(mean[at]),
            float(mean[at] - mean[best]),
            (float(drawn[0, at]), float(drawn[1, at])),
            one.fitted,
            int((~known[at]).sum()),
        )
        for at, one in enumerate(asked)
    )
    return Surprise(len(steps), moves.size, len(steps.places), models, tuple(notes))


def _resampled(difference: Reals, moves: Ints, resamples: int, seed: int) -> Reals:
    """Return both ends of 95 % intervals of mean differences, routes drawn with replacement."""
    n = moves.size
    if n < 2:
        return np.full((2, len(difference)), np.nan)
    random = np.random.default_rng(seed)
    at_once = max(1, BLOCK // n)
    means = []
    for begin in range(0, resamples, at_once):
        count = min(at_once, resamples - begin)
        times = random.multinomial(n, np.full(n, 1 / n), size=count).astype(np.float64)
        means.append((times @ difference.T) / (times @ moves)[:, np.newaxis])
    return np.percentile(np.concatenate(means), (2.5, 97.5), axis=0)


def _check(folds: int, smoothing: float, resamples: int) -> None:
    if folds < 2:
        raise ParameterError("navigate", "folds", folds, "2 or more")
    if not 0 < smoothing <= 1:
        raise ParameterError("navigate", "smoothing", smoothing, "above 0 and at most 1")
    if resamples < 1:
        raise ParameterError("navigate", "resamples", resamples, "1 or more")
