"""From what a user wrote to complete measures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import partwise.evaluation.registered  # noqa: F401  makes all names known
from partwise._record import record
from partwise.errors import UsageError
from partwise.evaluation.conventions import INEX, adapted
from partwise.evaluation.options import BudgetUnit, Rules, Topics, Undefined
from partwise.evaluation.partial_results import AutoCutoff
from partwise.evaluation.quirks import Quirks, left_out
from partwise.language.fields import AUTO
from partwise.language.measure import Measure
from partwise.language.parser import parse as parse_measure
from partwise.language.parser import parse_all, parse_component
from partwise.language.tokens import MAX_MEASURES
from partwise.messages import Note, list_some
from partwise.spelling import spelt

if TYPE_CHECKING:
    from partwise.evaluation.preset import Preset
    from partwise.tables.aggregates import Label
    from partwise.tables.doc_ids import DocIds
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Order


def parse(text: str) -> Measure:
    """Read one measure as it is spelled.

    Examples
    --------
    >>> parse("AgP(F(beta=0.25))@10")
    AgP(F(beta=0.25))@10
    """
    return parse_measure(text)


def resolve(
    given: Iterable[Any], *, nav: Any = None, budget_unit: BudgetUnit | None = None
) -> list[Measure]:
    """Turn texts, classes and measures into complete measures, each once, in order.

    Lists and ranges in a text stand for several measures: ``P@[5,10]``, ``CharR@1..5``.
    `nav` fills the parameter of that name wherever a measure leaves it open, `budget_unit` the
    parameter ``unit`` of budgets that name none.
    """
    model = _model(nav) if isinstance(nav, str) else nav
    found: dict[str, Measure] = {}
    for item in given:
        named = isinstance(item, str) and "unit=" in item
        for measure in parse_all(item) if isinstance(item, str) else [_built(item)]:
            filled = measure if model is None else _reading_as(measure, model)
            filled = filled if budget_unit is None or named else _counting(filled, budget_unit)
            found.setdefault(repr(filled), filled)
    if not found:
        raise UsageError("no measure is given")
    if len(found) > MAX_MEASURES:
        raise UsageError(f"{len(found):,} measures; at most {MAX_MEASURES:,} are allowed")
    return list(found.values())


def _model(text: str) -> Any:
    from partwise.users.base import Navigation

    return parse_component(text, Navigation)


def _reading_as(measure: Measure, model: Any) -> Measure:
    from partwise.users.base import with_default

    return with_default(measure, "nav", model)


def _counting(measure: Measure, unit: BudgetUnit) -> Measure:
    """Let a budget count tokens or characters."""
    if has_budget(measure):
        return measure.replace(unit=unit)
    return measure.with_inner(lambda one: _counting(one, unit))


def _built(item: Any) -> Measure:
    """Return the measure for which a class or a measure stands."""
    if isinstance(item, type) and issubclass(item, Measure):
        item = item()
    if isinstance(item, Measure):
        return item.complete()
    raise UsageError(f"{item!r} is not a measure; write it as text or build it from its class")


@record
class Plan:
    """What is evaluated, how topics count, and whose rules hold."""

    measures: list[Measure]
    undefined: Undefined
    preset: str | None = None
    topics: Topics = "all"
    order: Order | None = None
    convention: str = "partwise"
    quirks: Quirks = frozenset()
    doc_ids: DocIds | None = None
    """How documents are compared where nobody says."""
    labels: tuple[Label | None, ...] = ()
    """How the preset's tool calls each measure; empty without one."""
    rules: Preset | None = None
    """The preset that was asked for, or the convention as one."""
    notes: tuple[Note, ...] = ()
    kilt_keys: str | None = None
    request: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of `plan` that made it, for another process."""
    extra: tuple[Measure, ...] = ()
    """Measures that were added."""

    def with_measures(self, extra: Iterable[Measure]) -> Plan:
        """Return the plan with further measures, which are resolved, where they are missing."""
        labels = self.labels or [None] * len(self.measures)
        pairs = zip(self.measures, labels, strict=True)  # a weighted mean is another value
        known = {repr(one) for one, label in pairs if label is None or label.weights is None}
        options = self.decided
        ruled = [under_rules(measure, options) for measure in extra]
        more = [one for name, one in {repr(one): one for one in ruled}.items() if name not in known]
        return replace(
            self,
            measures=[*self.measures, *more],
            labels=(*self.labels, *(None for _ in more)) if self.labels else (),
            extra=(*self.extra, *more),
        )

    @cached_property
    def spelled(self) -> tuple[str, ...]:
        """How each measure is spelled."""
        return tuple(map(repr, self.measures))

    @cached_property
    def auto(self) -> AutoCutoff:
        """What ``@auto`` means."""
        known = () if self.rules is None else self.rules.quirks
        capped = "cap20" not in known or "cap20" in self.quirks
        return AutoCutoff("touch" not in known or "touch" in self.quirks, 20 if capped else None)

    def rules_in_force(self, rules: Rules) -> Rules:
        """Return rules that say what was decided, for further evaluations without the preset."""
        decided = {name: value for name, value in self.policy.items() if name != "order"}
        return replace(rules, **decided, budget_unit=None)

    @property
    def policy(self) -> dict[str, Any]:
        """Return what was decided beside the measures, as options of `evaluate`."""
        return {
            "undefined": self.undefined,
            "topics": self.topics,
            "order": self.order,
            "convention": self.convention,
            "quirks": self._named_quirks if self.convention == "inex" else None,
        }

    @property
    def decided(self) -> dict[str, Any]:
        """Return all that was decided, as saved results show it."""
        own = {"preset": self.preset, "quirks": self._named_quirks, "kilt_keys": self.kilt_keys}
        return {**self.policy, **own}

    @property
    def _named_quirks(self) -> list[str] | None:
        if self.rules is None or not self.rules.quirks:
            return None
        return [name for name in self.rules.quirks if name in self.quirks]


def plan(
    qrels: Qrels,
    measures: Iterable[Any] | str | Plan | None = None,
    preset: str | None = None,
    rules: Rules | None = None,
    order: Order | None = None,
) -> Plan:
    """Choose the measures: those given, else the preset, else what the judgements suggest.

    What is given wins over what the preset implies. A plan that was made before stands.
    """
    if isinstance(measures, Plan):
        return measures
    asked = rules or Rules()
    request = {"measures": measures, "preset": preset, "rules": rules, "order": order}
    given = [measures] if isinstance(measures, str | Measure | type) else list(measures or ())
    whose_rules = _rules(preset, asked.convention, asked.quirks)
    kept: Quirks = frozenset() if whose_rules is None else whose_rules.chosen(asked.quirks)
    name = preset or (None if given else _default_preset(qrels))
    fitting = None if name is None else _preset_named(name)
    settings: dict[str, Any] = {} if fitting is None else {**fitting.settings(kept)}
    if whose_rules is not None:
        settings |= whose_rules.settings(kept)
    wins = {"undefined": asked.undefined, "topics": asked.topics, "order": order}
    settings |= {option: value for option, value in wins.items() if value is not None}
    whose = "partwise" if whose_rules is None else whose_rules.convention
    named = [] if preset is None or fitting is None else fitting.labelled(qrels, kept)
    beside = () if fitting is None else fitting.beside if named else fitting.measures
    how: dict[str, Any] = {"nav": asked.nav, "budget_unit": asked.budget_unit}
    first = [resolve([text], **how)[0] for text, _ in named]
    rest = resolve([*beside, *given], **how) if beside or given or not named else []
    keyed = _keyed(asked.kilt_keys)
    first = [keyed(adapted(one, whose, kept)) for one in first]
    found = Plan(
        first,
        settings.get("undefined", "skip"),
        name,
        settings.get("topics", "all"),
        settings.get("order"),
        whose,
        kept,
        settings.get("doc_ids"),
        tuple(label for _, label in named),
        whose_rules,
        (*_notes(whose_rules, kept), *unused([*first, *rest], asked.nav, asked.budget_unit)),
        asked.kilt_keys,
        request,
    )
    return replace(found.with_measures(rest), extra=())


def _default_preset(qrels: Qrels) -> str:
    from partwise.evaluation.presets import default_preset

    return default_preset(qrels)


def _preset_named(name: str) -> Preset:
    from partwise.evaluation.presets import preset  # all presets, which few commands need

    return preset(name)


def _rules(preset: str | None, convention: str | None, quirks: Any) -> Preset | None:
    """Return the preset that was asked for; a convention that is given wins over its rules."""
    chosen = None if preset is None else _preset_named(preset)
    if convention is None or (chosen is not None and chosen.convention == convention):
        if chosen is None and quirks is not None:
            raise UsageError(spelt("quirks belong to a tool. Use --preset or --convention inex"))
        return chosen
    from partwise.evaluation.preset import Preset, inex_settings

    base = chosen or Preset(f"convention {convention}", "")
    if convention == "inex":
        both = {**base.quirks, **INEX}
        return replace(
            base,
            convention=convention,
            quirks=both,
            settings=lambda kept: {**base.settings(kept), **inex_settings(kept)},
        )
    if base.convention == "inex":
        said = f"preset {base.name} follows --convention {convention}, not the rules of inex_eval"
        return Preset(base.name, base.about, convention=convention, notes=(said,))
    return replace(base, convention=convention)


def under_rules(measure: Measure, options: Mapping[str, Any]) -> Measure:
    """Return a measure as saved options spell it: the convention, and the keys of KILT."""
    kept = frozenset(options.get("quirks") or ())
    whose = options.get("convention") or "partwise"
    return _keyed(options.get("kilt_keys"))(adapted(measure, whose, kept))


def _keyed(keys: str | None) -> Callable[[Measure], Measure]:
    """Return what tells measures of alternatives which keys of KILT to compare."""
    if keys is None:
        return lambda measure: measure
    from partwise.evaluation.tool_presets import by_paragraph

    return by_paragraph(keys)


def quirks_of(preset: str | None, rules: Rules) -> Quirks:
    """Return the quirks in force, before anything is read."""
    whose_rules = _rules(preset, rules.convention, rules.quirks)
    return frozenset() if whose_rules is None else whose_rules.chosen(rules.quirks)


def _notes(rules: Preset | None, kept: Quirks) -> list[Note]:
    if rules is None:
        return []
    return [*map(Note, rules.notes), *left_out(rules.quirks, kept, rules.name)]


def unused(measures: Iterable[Measure], nav: Any, unit: str | None) -> list[Note]:
    """Say which of a user model and a unit of budgets were given for nothing."""
    asked = [one for measure in measures for one in _with_inner(measure)]
    notes = []
    if nav is not None and not any("nav" in one.fields for one in asked):
        notes.append(Note(f"no measure takes a user model: {nav} changes nothing"))
    elif nav is not None and (without := [one for one in asked if _goes_without(one)]):
        from partwise.users.combined import NoNav

        names, example = list_some([repr(one) for one in without]), without[0].replace(nav=NoNav())
        said = f"{names}: no user model unless it is written out ({example!r})"
        notes.append(Note(f"{said}; {nav} changes nothing there"))
    if unit is not None and not any(map(has_budget, asked)):
        notes.append(Note(f"no measure has a budget; --budget-unit {unit} changes nothing"))
    return notes


def _goes_without(measure: Measure) -> bool:
    """Tell whether a measure takes a user model, and has none where none is named."""
    return "nav" in measure.fields and getattr(measure, "nav", AUTO) is None


def has_budget(measure: Measure) -> bool:
    """Tell whether a measure stops at a budget."""
    return "unit" in measure.fields and getattr(measure, "budget", None) is not None


def _with_inner(measure: Measure) -> Iterator[Measure]:
    """Yield a measure and those inside it: a ceiling has the settings of what it bounds."""
    yield measure
    for name in measure.fields:
        if isinstance(one := getattr(measure, name), Measure):
            yield from _with_inner(one)
