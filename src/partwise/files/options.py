"""Options of the readers (`Reading`): each is declared once, with its type and its default."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from partwise.errors import UsageError
from partwise.files.units import Unit, check_unit
from partwise.tables.doc_ids import DocIds, check_doc_ids
from partwise.tables.qrels import Scale
from partwise.tables.row_rules import Missing, TableOptions, check_missing
from partwise.tables.run import Order

Trust = Literal["text", "offsets"]
"""What is right where offsets do not fit their text."""
STRICT = 0.10
"""Errors that are allowed in a quote, as a share of its letters."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How files, frames and dictionaries become tables.

    Parameters
    ----------
    columns : mapping of str to str, optional
        Names of columns in frames and files, ours to theirs: ``{"doc": "source"}``.
    missing : {'error', 'document', 'skip'}
        What a row without offsets is in a table that has offsets: an error, a whole document, or
        left out.
    format_qrels, format_run : str, optional
        Names of the formats of judgements and runs. Default: the content decides, file by file.
        See `formats`.
    encoding : str
        Encoding of text files.
    lenient : bool
        Repair what can be repaired, and let the first of several sources win where they disagree.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        How ids of documents are compared: as they are, regardless of case, without folder,
        without folder and suffix. Default: as they are, and a run that meets the judgements
        only otherwise is refused.
    unit : {'codepoint', 'utf16', 'byte'}, optional
        What offsets count; needs texts. Default: code points, unless the texts prove another.
    trust : {'text', 'offsets'}, optional
        Where offsets do not fit their text: place the row by its text, or take the offsets as
        they are. Default: such a table is refused.
    ambiguous : {'first', 'all'}, optional
        A quote with several places counts at the first, or (in judgements) at all. Default: such
        a table is refused.
    max_errors : float
        Maximum errors of a quote, as a share of its letters.
    order : {'score', 'rank', 'file'}, optional
        What orders a run. Default: by score, or what the run's format asks for.
    cited : bool
        Of TREC RAG answers keep only the references that are cited, in order of first citation.
    assessor : str, optional
        Take the rows of one assessor only.
    outside : bool
        Read an offset X or -1 of an INEX run as inex_eval does, as a part outside its document.
    scale : {'grade', 'share'}, optional
        Scale of e and s in element judgements.
    topics_file : path or dict, optional
        The question of each topic, by which files of traces are matched with topics.
    max_bytes : int, optional
        Most bytes after decompression; by default 200 times the packed size, 64 MiB at least,
        and 8 GiB of what has to be held in memory.

    Examples
    --------
    >>> Reading(doc_ids="stem", missing="skip").doc_ids
    'stem'
    """

    columns: Mapping[str, str] | None = None
    missing: Missing = "error"
    format_qrels: str | None = None
    format_run: str | None = None
    encoding: str = "utf-8"
    lenient: bool = False
    doc_ids: DocIds | None = None
    unit: Unit | None = None
    trust: Trust | None = None
    ambiguous: Literal["first", "all"] | None = None
    max_errors: float = STRICT
    order: Order | None = None
    cited: bool = False
    outside: bool = False
    assessor: str | None = None
    scale: Scale | None = None
    topics_file: str | os.PathLike[str] | Mapping[str, str] | None = None
    max_bytes: int | None = None

    def __post_init__(self) -> None:
        check_missing(self.missing)
        check_doc_ids(self.doc_ids)
        check_unit(self.unit)
        _check("trust", self.trust, get_args(Trust))
        _check("ambiguous", self.ambiguous, ("first", "all"))
        _check("order", self.order, get_args(Order))
        if not 0 <= self.max_errors < 1:
            raise UsageError(f"max_errors must be from 0 to below 1, not {self.max_errors}")


def table_options(reading: Reading, inventory: Any = None) -> TableOptions:
    """Return the options of the rules of tables.

    Parameters
    ----------
    reading : Reading
        How the file is read.
    inventory : Inventory, or mapping of run names to them, optional
        Parts that rows may name by their id. Default: ids stand for documents.
    """
    forced = reading.format_qrels is not None
    return TableOptions(reading.missing, reading.columns, inventory, forced)


def _check(name: str, value: object, known: tuple[str, ...]) -> None:
    """Raise an error for a word that is not known; None is no word."""
    if value is not None and value not in known:
        *others, last = known
        raise UsageError(f"{name} must be {', '.join(others)} or {last}, not {value!r}")
