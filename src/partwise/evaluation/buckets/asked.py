"""What is evaluated in every bucket, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from partwise._version import __version__
from partwise.evaluation.options import Request, Rules
from partwise.evaluation.plan import Plan, parse, plan
from partwise.evaluation.resources import with_resources
from partwise.files.bucketed.folder import digest
from partwise.language.component import digests
from partwise.language.measure import Measure

if TYPE_CHECKING:
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Order

_RULES = (
    *("undefined", "topics", "convention", "quirks", "kilt_keys", "budget_unit", "nav"),
    "equivalent",
)
OPTIONS = ("preset", "order", *_RULES)
"""Options of `evaluate` that are asked for when buckets are evaluated, not when they are made."""


@dataclass(frozen=True)
class Asked:
    """What is evaluated, and how.

    Parameters
    ----------
    measures : list, optional
        As `evaluate` takes them.
    options : dict
        Those of `OPTIONS`.
    extra : list
        Measures that are added where they are missing.
    memory : int, optional
        Most bytes of a process.
    """

    measures: Any
    options: dict[str, Any]
    extra: tuple[Any, ...] = ()
    memory: int | None = None

    @classmethod
    def requested(cls, request: Request, order: Order | None) -> Asked:
        """Return what a request asks for."""
        options = {name: getattr(request.rules, name) for name in _RULES}
        return cls(request.measures, {**options, "preset": request.preset, "order": order})

    def data(self) -> dict[str, Any]:
        """Return the same as JSON can hold it."""
        given = self.measures
        if given is not None:
            listed = [given] if isinstance(given, str | Measure | type) else list(given)
            given = [one if isinstance(one, str) else repr(one) for one in listed]
        options = {name: _plain(self.options.get(name)) for name in OPTIONS}
        return {"measures": given, "options": options, "extra": list(map(repr, self.extra))}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Asked:
        """Return what `data` says."""
        return cls(data["measures"], data["options"], tuple(map(parse, data["extra"])))

    def plan(self, qrels: Qrels, *, read: bool = True) -> Plan:
        """Decide what is measured; `read` the files that measures name."""
        get = self.options.get
        chosen: dict[str, Any] = {name: get(name) for name in _RULES}
        rules = Rules(**chosen)
        found = plan(qrels, self.measures, get("preset"), rules, get("order"))
        found = found.with_measures(self.extra)
        return found if not read else replace(found, measures=with_resources(found.measures))

    def key(self, folder_key: str, planned: Plan) -> str:
        """Return what tells parts of one evaluation from those of another."""
        measures = [[repr(one), *digests(one)] for one in planned.measures]
        return digest([folder_key, measures, self.shown(planned), __version__])

    def shown(self, planned: Plan) -> dict[str, Any]:
        """Return the options that change values, as files hold them."""
        nav = self.options.get("nav")
        own = {"equivalent": self.options.get("equivalent"), "nav": nav and str(nav)}
        return {**planned.decided, "budget_unit": self.options.get("budget_unit"), **own}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return list(value) if isinstance(value, list | tuple | set | frozenset) else repr(value)
