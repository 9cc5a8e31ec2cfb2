"""Options of the readers: each is declared once, with its type and its default."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar, cast, get_args

from partwise.errors import UsageError
from partwise.files.units import Unit, check_unit
from partwise.tables.doc_ids import DocIds, check_doc_ids
from partwise.tables.missing import Missing, check_missing
from partwise.tables.qrels import Scale
from partwise.tables.run import Order

if TYPE_CHECKING:
    from partwise.tables.columns import ColumnNames
    from partwise.tables.lengths import Inventory
    from partwise.tables.run import Run
    from partwise.tables.structure.table import Structure

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
    encoding: str = "utf-8"
    lenient: bool = False
    doc_ids: DocIds | None = None
    unit: Unit | None = None
    trust: Trust | None = None
    ambiguous: Literal["first", "all"] | None = None
    max_errors: float = STRICT
    order: Order | None = None
    cited: bool = False
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


def _check(name: str, value: object, known: tuple[str, ...]) -> None:
    """Raise an error for a word that is not known; None is no word."""
    if value is not None and value not in known:
        *others, last = known
        raise UsageError(f"{name} must be {', '.join(others)} or {last}, not {value!r}")


class FileOptions(TypedDict, total=False):
    """What every reader takes; `partwise.files.reading.read_run` says what each option means."""

    lenient: bool
    format: str | None
    encoding: str
    unit: Unit | None
    max_bytes: int | None
    columns: ColumnNames | None


class PlaceOptions(FileOptions, total=False):
    """What readers of tables with places take."""

    missing: Missing


class _IdOptions(PlaceOptions, total=False):
    """What readers of tables take whose rows may name parts by an id."""

    inventory: Inventory | Mapping[str | None, Inventory | Run] | None


class QrelsOptions(_IdOptions, total=False):
    """What readers of assessments take."""

    structure: Structure | None


class RunOptions(_IdOptions, total=False):
    """What readers of runs take."""

    outside: bool
    order: Order | None
    topics_file: Mapping[str, str] | None
    cited: bool


_DEFAULTS = {
    "lenient": False,
    "encoding": "utf-8",
    "missing": "error",
    "outside": False,
    "cited": False,
}
"""Of the options whose default is not None."""

_Reader = TypeVar("_Reader", bound=Callable[..., Any])


def takes(options: type) -> Callable[[_Reader], _Reader]:
    """Give a reader the signature of its options; it is called with all of them.

    Parameters
    ----------
    options : type
        One of the classes above.
    """
    declared = options.__annotations__.items()
    kinds = {name: getattr(kind, "__forward_arg__", kind) for name, kind in declared}
    defaults = {name: _DEFAULTS.get(name) for name in kinds}

    def taking(read: _Reader) -> _Reader:
        @wraps(read)
        def reader(path: Any, **given: Any) -> Any:
            for name in given:
                if name not in kinds:
                    problem = f"{read.__name__}() got an unexpected keyword argument {name!r}"
                    raise TypeError(problem)
            return read(path, **{**defaults, **given})

        plain = inspect.signature(read)
        named = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=value, annotation=kind)
            for (name, kind), value in zip(kinds.items(), defaults.values(), strict=True)
        ]
        shown = plain.replace(parameters=[plain.parameters["path"], *named])
        reader.__signature__ = shown  # type: ignore[attr-defined]
        return cast("_Reader", reader)

    return taking
