"""Resources: files that measures name, read once and handed to those who need them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from partwise.evaluation.options import Rules
from partwise.evaluation.plan import plan
from partwise.files.options import Reading
from partwise.language.component import Component, Content, Resource, with_contents
from partwise.language.measure import Measure
from partwise.tables.names import Names

if TYPE_CHECKING:
    from partwise.tables.qrels import Qrels

C = TypeVar("C", bound=Component)


def with_resources(components: Iterable[C]) -> list[C]:
    """Return the components with what the files that they name hold.

    A file is read once, however many components name it; what was read before is kept.

    Raises
    ------
    FormatError, FormatErrors
        A file that cannot be read, with its lines.
    """
    read = cache(read_content)
    return [with_contents(component, read) for component in components]


def carried(
    qrels: Qrels, measures: Any, options: Mapping[str, Any]
) -> tuple[list[Measure], dict[str, Any]]:
    """Return measures and options of `evaluate` for evaluations that open no file of a measure.

    For work that is spread over processes or done many times: the measures carry the tables.
    """
    reading, rules = options.get("reading") or Reading(), options.get("rules") or Rules()
    planned = plan(qrels, measures, options.get("preset"), rules, reading.order)
    return with_resources(planned.measures), {
        **options,
        "reading": replace(reading, order=planned.order),
        "rules": planned.rules_in_force(rules),
        "preset": None,
    }


def read_content(wanted: Resource) -> Content:
    """Read the file that a component names."""
    table = wanted.read(wanted.file, **dict(wanted.options))
    return Content(table, _digest(table))


def _digest(table: Any) -> str:
    """Digest of the columns of a table: the same for the same content under another name."""
    from hashlib import sha256

    found = sha256()
    for field in fields(table):
        column = getattr(table, field.name)
        if is_dataclass(column) and not isinstance(column, Names):
            found.update(f"{field.name} {_digest(column)}".encode())
        for part in (column.blob(), column.lengths) if isinstance(column, Names) else (column,):
            if isinstance(part, np.ndarray):
                found.update(f"{field.name} {part.dtype.str} {part.size} ".encode())
                found.update(np.ascontiguousarray(part).tobytes())
    return found.hexdigest()
