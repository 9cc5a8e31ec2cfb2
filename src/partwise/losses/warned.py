"""Losses as Python users ask for them: warnings are also Python's."""

from __future__ import annotations

from partwise.evaluation.warned import warning
from partwise.losses.analyse import losses as losses_quietly

losses = warning(losses_quietly)
