"""partwise evaluates retrieval of parts of documents.

>>> import partwise as pw
>>> qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[10], end=[30])
>>> run = pw.Run.from_columns(topic=["q"], doc=["d"], start=[0], end=[20], score=[1.0])
>>> results = pw.evaluate(qrels, run, [pw.CharR, "CharP@1"])
>>> results.mean("run", "CharR")
0.5

Importing the package is light: names are fetched when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from partwise._version import __version__ as __version__
from partwise.language import homes as _homes

_OWN = {
    "partwise.adapters.fields": ("const",),
    "partwise.errors": (
        "AdapterError",
        "FormatError",
        "MeasureSyntaxError",
        "MissingAssessmentError",
        "MissingDependencyError",
        "MissingLengthError",
        "ParameterError",
        "PartwiseError",
        "PartwiseWarning",
        "TableError",
        "UnknownNameError",
        "UsageError",
    ),
    "partwise.evaluation.options": ("Rules", "Work"),
    "partwise.evaluation.plan": ("parse",),
    "partwise.work.api": ("bucket", "evaluate_bucket", "merge"),
    "partwise.evaluation.warned": ("evaluate",),
    "partwise.files.documents.read": ("read_site_links",),
    "partwise.files.options": ("Reading",),
    "partwise.files.reading": (
        "read_inventory",
        "read_lengths",
        "read_qrels",
        "read_run",
        "read_structure",
    ),
    "partwise.files.writing": (
        "write_qrels",
        "write_run",
    ),
    "partwise.gains.documents": ("DocumentGain",),
    "partwise.gains.efforts": ("Effort",),
    "partwise.geometry.view": ("View",),
    "partwise.language.component": (
        "Component",
        "slot",
    ),
    "partwise.language.fields": ("param",),
    "partwise.language.measure": ("Measure",),
    "partwise.language.registry": ("register",),
    "partwise.losses.warned": ("losses",),
    "partwise.losses.table": ("Losses",),
    "partwise.report.plots": ("plot",),
    "partwise.report.page": ("report",),
    "partwise.statistics.compare": ("compare",),
    "partwise.tables.lengths": (
        "Inventory",
        "Lengths",
    ),
    "partwise.tables.qrels": ("Qrels",),
    "partwise.tables.results": ("Results",),
    "partwise.tables.run": ("Run",),
    "partwise.tables.structure.table": ("Structure",),
    "partwise.tables.texts": ("Texts",),
    "partwise.texts.locate": (
        "Located",
        "locate",
        "read_texts",
    ),
    "partwise.texts.migrate": (
        "Migration",
        "migrate",
    ),
    "partwise.users.base": ("Navigation",),
}
_MODULES: dict[str, str] = {
    **{name: module for module, names in _OWN.items() for name in names},
    **_homes.MEASURES,
    **_homes.GAINS,
    **_homes.USERS,
}

__all__ = sorted(["__version__", *_MODULES])  # noqa: PLE0605


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'partwise' has no attribute {name!r}")
    value = getattr(import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
