"""Options of an evaluation: what counts (`Rules`), and where it is done (`Work`)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, get_args

from partwise.errors import UsageError
from partwise.evaluation.conventions import Convention, check_convention
from partwise.files.options import Reading
from partwise.work.engines.base import worker_count

if TYPE_CHECKING:
    from partwise.users.base import Navigation

Undefined = Literal["skip", "zero"]
Topics = Literal["all", "common"]
BudgetUnit = Literal["characters", "tokens"]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What counts in an evaluation.

    Parameters
    ----------
    topics : {'all', 'common'}, optional
        Average over all judged topics, or only those that are also in the run. Default: all,
        or what the preset or convention implies.
    undefined : {'skip', 'zero'}, optional
        Leave undefined topics out of the mean, or count them. Default: skip, but zero for the
        preset ``trec``.
    convention : {'partwise', 'inex', 'trec_eval9', 'trec_eval10'}, optional
        Whose rules hold: ours, those of inex_eval, or those of trec_eval for IPrec. Default:
        those of the preset.
    quirks : str or iterable of str, optional
        ``on`` (default), ``off``, or those of the preset's tool that are kept, by name.
    nav : Navigation or str, optional
        User model of the measures that take one and name none.
    equivalent : str, optional
        Column of the judgements: rows of a topic with the same value are copies of one text,
        which counts once. ``"text"``: rows with the same text.
    task : {'focused', 'relevant-in-context', 'best-in-context', 'thorough'}, optional
        Refuse runs that break the rules of this INEX task.
    whole_documents : bool
        Replace the parts of each document by the whole document, at its first rank.
    kilt_keys : str, optional
        What identifies a provenance in measures of alternatives: ``wikipedia_id`` (default) or
        ``wikipedia_id,start_paragraph_id,end_paragraph_id``.
    budget_unit : {'characters', 'tokens'}, optional
        Unit of budgets in measures that name none.
    """

    topics: Topics | None = None
    undefined: Undefined | None = None
    convention: Convention | None = None
    quirks: str | Iterable[str] | None = None
    nav: Navigation | str | None = None
    equivalent: str | None = None
    task: str | None = None
    whole_documents: bool = False
    kilt_keys: str | None = None
    budget_unit: BudgetUnit | None = None

    def __post_init__(self) -> None:
        known = {"topics": Topics, "undefined": Undefined, "budget_unit": BudgetUnit}
        for name, kind in known.items():
            value, words = getattr(self, name), get_args(kind)
            if value is not None and value not in words:
                raise UsageError(f"{name} must be {' or '.join(words)}, not {value!r}")
        check_convention(self.convention)
        if self.quirks is not None and not isinstance(self.quirks, str):
            object.__setattr__(self, "quirks", tuple(self.quirks))

    def require_only(self, function: str, *used: str) -> None:
        """Raise an error for a rule that a function does not follow."""
        for field in fields(self):
            if field.name not in used and getattr(self, field.name) != field.default:
                raise UsageError(f"{function} does not use {field.name}: {', '.join(used)}")


@dataclass(frozen=True, kw_only=True)
class Work:
    """Where an evaluation is done; no value depends on it.

    Parameters
    ----------
    jobs : int
        Worker processes; 0 for one on each core. They share run files that are given as paths;
        tables are evaluated in this process.
    memory : str or int, optional
        Memory limit for all processes together: ``"2GiB"``.
    engine : str, optional
        Engine: ``processes`` (default), ``dask``, ``spark``, or the address of a scheduler
        (``dask://host:8786``).
    folder : path, optional
        A new folder where buckets and their parts are kept. Default: none is kept.
    resume : bool
        Go on with the finished parts in `folder`, which must be of the same tables and options.
    progress : callable, optional
        Called with a line of text about work that takes long, for a progress bar; not by workers.
    """

    jobs: int = 1
    memory: str | int | None = None
    engine: str | None = None
    folder: str | os.PathLike[str] | None = None
    resume: bool = False
    progress: Callable[[str], None] | None = None

    def __post_init__(self) -> None:
        worker_count(self.jobs)
        if self.memory is not None and not isinstance(self.memory, str | int):
            raise UsageError(f"memory must be a size such as '2GiB', or bytes, not {self.memory!r}")
        if self.engine is not None and not isinstance(self.engine, str):
            raise UsageError(f"engine must be a name such as 'dask', not {self.engine!r}")

    @property
    def processes(self) -> int:
        """Number of processes that `jobs` asks for."""
        return worker_count(self.jobs)

    @property
    def is_kept(self) -> bool:
        """Whether buckets are made: for an engine, or to go on with later."""
        return self.resume or self.engine is not None or self.folder is not None


@dataclass(frozen=True)
class Request:
    """Measures of an evaluation, and what counts."""

    measures: Any = None
    preset: str | None = None
    rules: Rules = Rules()
    extra: tuple[Any, ...] = ()
    """Measures that are added where the others lack them."""


@dataclass(frozen=True)
class Collection:
    """Tables about documents that stand beside judgements and runs, as the caller gave them."""

    structure: Any = None
    lengths: Any = None
    inventory: Any = None
    texts: Any = None


def saved_options(reading: Reading, rules: Rules) -> dict[str, Any]:
    """Return options as saved results record them."""
    every: dict[str, Any] = {**vars(reading), **vars(rules)}
    columns, nav = reading.columns, rules.nav
    return every | {
        "columns": None if columns is None else dict(columns),
        "nav": nav if nav is None or isinstance(nav, str) else repr(nav),
    }
