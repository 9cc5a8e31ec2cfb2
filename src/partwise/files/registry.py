"""Every format by name: where its reader is and what it can be read as.

Modules are imported when a file needs them; a format's grammar is the
docstring of its module.
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from types import ModuleType
from typing import Literal

from partwise.errors import UnknownNameError, near

Kind = Literal["run", "qrels", "lengths", "inventory"]

_RUN: frozenset[Kind] = frozenset({"run"})
_QRELS: frozenset[Kind] = frozenset({"qrels"})
_TABLES: frozenset[Kind] = frozenset({"run", "qrels", "lengths", "inventory"})


@dataclass(frozen=True)
class Format:
    """A format that can be read.

    Parameters
    ----------
    name : str
        As the user spells it.
    module : str
        Module of `partwise.files.formats` with ``read_run``, ``read_qrels`` or, for tables,
        ``read_table``.
    kinds : frozenset of str
        What a file of this format can be.
    words : str
        The format in words.
    """

    name: str
    module: str
    kinds: frozenset[Kind]
    words: str

    @property
    def is_table(self) -> bool:
        """Whether it is one of our own tables."""
        return self.kinds == _TABLES

    def load(self) -> ModuleType:
        """Import the reader."""
        return importlib.import_module(f"partwise.files.formats.{self.module}")


NAVIGATION = ("edges", "routes")
"""Files of user models; evaluation reads them for the models, they are never detected."""

_ALL = (
    Format("trec-run", "trec_run", _RUN, "a TREC run"),
    Format("trec-qrels", "trec_qrels", _QRELS, "TREC qrels"),
    Format("inex-run", "inex_run", _RUN, "an INEX run"),
    Format("fol-qrels", "fol_qrels.read", _QRELS, "FOL qrels"),
    Format("genomics-run", "genomics_run", _RUN, "a Genomics run"),
    Format("genomics-gold", "genomics_gold", _QRELS, "Genomics gold"),
    Format("inex-submission", "inex_submission.read", _RUN, "an INEX submission"),
    Format("xrai", "xrai.highlights", _QRELS, "X-Rai assessments"),
    Format("xrai-2004", "xrai.grades", _QRELS, "X-Rai assessments of 2004"),
    Format("tsv", "tsv", _TABLES, "a table"),
    Format("csv", "csv", _TABLES, "a table"),
    Format("jsonl", "jsonl.fast", _TABLES, "a table"),
    Format("parquet", "parquet", _TABLES, "a table"),
)

FORMATS = {
    format_.name: format_
    for format_ in _ALL
    if importlib.util.find_spec(f"partwise.files.formats.{format_.module}") is not None
}


def format_named(name: str) -> Format:
    """Return the format of that name."""
    if name not in FORMATS:
        raise UnknownNameError("format", name, near(name, FORMATS), available=tuple(FORMATS))
    return FORMATS[name]


def grammars() -> dict[str, str]:
    """Return the grammar of each format that can be read, by name."""
    modules = {name: found.load() for name, found in FORMATS.items()}
    for name in NAVIGATION:
        modules[name] = importlib.import_module(f"partwise.files.formats.{name}")
    return {name: module.__doc__ or "" for name, module in modules.items()}
