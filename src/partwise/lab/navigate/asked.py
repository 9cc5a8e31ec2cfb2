"""One user model that is asked about observed steps."""

from __future__ import annotations

from functools import cache, partial

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import FormatError
from partwise.evaluation.resources import read_content
from partwise.files.formats.partitions import with_partitions
from partwise.files.formats.routes import RouteTable
from partwise.kernels.ragged import distinct
from partwise.lab.navigate.places import Steps, chosen_routes
from partwise.lab.navigate.surprise import surprise
from partwise.language.component import REQUIRED, Content, Resource, contents, with_contents
from partwise.messages import plural
from partwise.users.base import Navigation


class Asked:
    """A model with what its files hold; the parts of it that name no file wait to be fitted."""

    def __init__(self, model: Navigation) -> None:
        self.model = model
        self.fitted = False
        self._read = cache(read_content)
        self.given = [one for one in contents(self._filled(None)) if one.table is not None]

    def _filled(self, fit: Content | None) -> Navigation:
        return with_contents(self.model, partial(self._content, fit))

    def _content(self, fit: Content | None, wanted: Resource) -> Content:
        if wanted.file is not REQUIRED:
            return self._read(wanted)
        self.fitted = True
        parts = dict(wanted.options).get("parts")
        if fit is not None and parts is not None:
            return Content(with_partitions(fit.table, parts), fit.digest)
        return fit or Content(None, "")

    def surprise(
        self, steps: Steps, table: RouteTable, folded: Ints, smoothing: float
    ) -> tuple[Reals, Flags]:
        """Surprise of each step, and whether the model leads anywhere from where it starts."""
        if not self.fitted:
            found = surprise(self._filled(None), steps, smoothing)
            if self.given and not found[1].any():
                raise self._unconcerned(steps)
            return found
        bits, known = np.empty(len(steps)), np.empty(len(steps), np.bool_)
        for fold in distinct(folded[steps.route]).tolist():
            others = chosen_routes(table, folded != fold)
            tested = np.flatnonzero(folded[steps.route] == fold)
            model = self._filled(Content(others, f"fold {fold}"))
            bits[tested], known[tested] = surprise(model, steps.take(tested), smoothing)
        return bits, known

    def _unconcerned(self, steps: Steps) -> FormatError:
        """Say that a file leads out of no place at which a reader was seen."""
        problem = (
            f"{self.model!r} has no way out of any place that readers left "
            f"({plural(len(steps), 'step')}). First step: {steps.words(0)}"
        )
        hint = "Name documents and places in both files alike"
        return FormatError(self.given[0].table.file, None, problem, hint)
