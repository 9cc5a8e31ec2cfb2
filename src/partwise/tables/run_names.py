"""What a run is called by a column of names, and what to say where there are several."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from partwise.messages import Notes
from partwise.tables.columns import Coded, Column, is_absent


def run_names(column: Column | None) -> list[str]:
    """Return the different names of a column, in order of appearance."""
    if column is None:
        return []
    if isinstance(column, Coded):
        codes = column.codes[column.codes >= 0].tolist()
        return [column.names[code] for code in dict.fromkeys(codes)]
    values = dict.fromkeys(np.asarray(column, object).tolist())
    return [str(value) for value in values if not is_absent(value)]


def several_runs(labels: Sequence[str], name: str) -> Notes:
    """Warn of rows that name more than one run: their lists are read as one."""
    found = Notes()
    if len(labels) > 1:
        words = "{n} names of runs ({labels}) read as one run, {name}. Use one table for each run"
        found.warn(words, n=len(labels), labels=[*labels], name=name)
    return found
