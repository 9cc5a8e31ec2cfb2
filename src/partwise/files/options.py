"""Options of the readers: each is declared once, with its type and its default."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar, cast

if TYPE_CHECKING:
    from partwise.files.units import Unit
    from partwise.tables.columns import ColumnNames
    from partwise.tables.lengths import Inventory
    from partwise.tables.missing import Missing
    from partwise.tables.run import Order, Run
    from partwise.tables.structure.table import Structure


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

    fol: Literal["length", "end"]
    outside: bool
    order: Order | None
    topics_file: Mapping[str, str] | None
    cited: bool


_DEFAULTS = {
    "lenient": False,
    "encoding": "utf-8",
    "missing": "error",
    "fol": "length",
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
