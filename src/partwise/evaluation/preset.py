"""Preset: a named set of measures, with the rules of the tool that it reproduces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from partwise.evaluation.conventions import INEX
from partwise.evaluation.quirks import Quirks, chosen_quirks
from partwise.tables.aggregates import Label

if TYPE_CHECKING:
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run


@dataclass(frozen=True)
class Entry:
    """One value of a tool.

    Parameters
    ----------
    label : str
        The tool's name of it.
    measure : str
        Ours.
    spread : bool
        Whether the tool also gives the standard deviation over topics.
    """

    label: str
    measure: str
    spread: bool = False


Entries = Callable[[Quirks], Sequence[Entry]]
Weights = tuple[float, ...] | None
Weighing = Callable[["Qrels", Sequence[Entry], Quirks], Sequence[tuple[Entry, Weights]]]
Preparing = Callable[["Qrels"], "Qrels"]
Arranging = Callable[["Run", "Qrels", Quirks], "Run"]
Checking = Callable[["Run", "Qrels"], None]


@dataclass(frozen=True)
class Preset:
    """A named set of measures, and how a tool comes to its values.

    Parameters
    ----------
    name, about : str
        What it is called, and what it is for.
    beside : tuple of str
        Our measures, in the order in which they are printed.
    tool : str, optional
        Name and version of the tool whose values come first.
    own : callable
        From the quirks in force to the tool's values, in the order in which it prints them.
    quirks : mapping of str to str
        What the tool does and we would not: name, and what is done without it.
    settings : callable
        From the quirks in force to options of an evaluation; options that are given win.
    convention : str
        Whose rules hold.
    task : str, optional
        Rules of an INEX task that runs must keep.
    prepare, arrange : callable, optional
        Turn assessments and a run into what the tool makes of them.
    check : callable, optional
        Refuses a run that the tool refuses.
    weigh : callable, optional
        From the tool's values to those that the assessments suggest, with weights of topics.
    notes : tuple of str
        What a reader of the tool's values should know.
    """

    name: str
    about: str
    beside: tuple[str, ...] = ()
    tool: str | None = None
    own: Entries = lambda _: ()
    quirks: Mapping[str, str] = field(default_factory=dict)
    settings: Callable[[Quirks], Mapping[str, Any]] = lambda _: {}
    convention: str = "partwise"
    task: str | None = None
    prepare: Preparing | None = None
    arrange: Arranging | None = None
    check: Checking | None = None
    weigh: Weighing | None = None
    notes: tuple[str, ...] = ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The tool's values, quirks included."""
        return tuple(self.own(frozenset(self.quirks)))

    @property
    def measures(self) -> tuple[str, ...]:
        """All measures: the tool's, quirks included, then ours."""
        return (*(entry.measure for entry in self.entries), *self.beside)

    def chosen(self, given: Any) -> Quirks:
        """Return the quirks in force."""
        return chosen_quirks(given, self.quirks, f"preset {self.name}")

    def labelled(self, qrels: Qrels, quirks: Quirks) -> list[tuple[str, Label]]:
        """Return measure and label of each of the tool's values."""
        own = self.own(quirks)
        weighed = [(entry, None) for entry in own]
        found = weighed if self.weigh is None else self.weigh(qrels, own, quirks)
        tool = self.tool if quirks == frozenset(self.quirks) else None
        return [(e.measure, Label(e.label, tool, e.spread, weights)) for e, weights in found]


def inex_settings(quirks: Quirks) -> dict[str, Any]:
    """Return the options that the rules of inex_eval imply."""
    order = {"order": "file"} if "lines" in quirks else {}
    return order | ({"topics": "common"} if "run-topics" in quirks else {})


def inex_preset(name: str, about: str, task: str, flag: str, own: Entries) -> Preset:
    """Return a preset that follows inex_eval."""
    return Preset(
        name,
        about,
        tool=f"inex_eval 1.0 {flag}",
        own=own,
        quirks=INEX,
        settings=inex_settings,
        convention="inex",
        task=task,
        notes=(f"preset {name} implies --convention inex (inex_eval 1.0)",),
    )
