"""Files that a command names, read as its options say."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partwise.cli._quotes import errors_allowed
from partwise.errors import FormatError, PartwiseError, UsageError
from partwise.evaluation.options import Rules
from partwise.evaluation.run_file import RunFile
from partwise.files import reading as readers
from partwise.files.dispatch import format_of
from partwise.files.options import Reading
from partwise.files.source import Source
from partwise.texts.verification import Verification

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from partwise.tables.lengths import Inventory, Lengths
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run
    from partwise.tables.structure.table import Structure
    from partwise.tables.texts import Texts
    from partwise.texts.verification import QuoteReader, Table, What


def refuse_two_inputs(names: Iterable[str | None]) -> None:
    """Refuse standard input for more than one file."""
    if [*names].count("-") > 1:
        raise UsageError("standard input (-) can be read only once")


def by_run(option: str, words: Iterable[str]) -> dict[str | None, str]:
    """Read ``[RUN=]FILE``; the name of a file that exists may hold the sign."""
    found: dict[str | None, str] = {}
    for word in words:
        before, sign, after = word.partition("=")
        run, file = (before, after) if sign and not Path(word).exists() else (None, word)
        if run in found:
            whose = "all runs" if run is None else run
            raise UsageError(f"{option} is given twice for {whose}: {found[run]} and {file}")
        found[run] = file
    return found


def rules_of(get: Callable[[str], Any]) -> Rules:
    """Return what counts, as the options of a command say it; `get` returns an option."""
    names = (field.name for field in fields(Rules) if field.name != "whole_documents")
    return Rules(
        **{name: get(name) for name in names}, whole_documents=bool(get("whole_documents"))
    )


class Files:
    """Reads tables; a command lacks the options that do not concern it.

    Parameters
    ----------
    options : dict
        What `reading_options` and the command's own options gave.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        self._get = get = options.get
        self.lenient: bool = get("lenient", False)
        self.how: dict[str, Any] = {
            "lenient": self.lenient,
            "encoding": get("encoding", "utf-8"),
            "unit": None if get("texts") else get("unit"),
            "max_bytes": get("max_bytes"),
            "missing": get("missing", "error"),
            "columns": get("columns"),
        }
        """How runs, assessments and inventories are read."""

    @cached_property
    def reading(self) -> Reading:
        """How files become tables."""
        get = self._get
        return Reading(
            **{**self.how, "unit": get("unit")},
            trust=get("trust"),
            ambiguous=get("ambiguous"),
            max_errors=errors_allowed(get),
            doc_ids=get("doc_ids"),
            order=get("order"),
            cited=get("cited", False),
            assessor=get("assessor"),
            scale=get("scale"),
        )

    @cached_property
    def runs(self) -> dict[str, Any]:
        """How runs are read."""
        return {
            **self._plain_runs,
            "inventory": self.inventories(),
        }

    @cached_property
    def questions(self) -> Mapping[str, str] | None:
        """Topic to question, where the user says them."""
        name = self._get("topics_file")
        if name is None:
            return None
        from partwise.files.topics import read_topic_texts

        return read_topic_texts(name, encoding=self.how["encoding"]).text

    @cached_property
    def _outside(self) -> bool:
        """Whether the rules of a preset or convention accept parts outside their documents."""
        if self._get("preset") is None and self._get("convention") is None:
            return False
        from partwise.evaluation.plan import quirks_of

        return "outside" in quirks_of(self._get("preset"), rules_of(self._get))

    @property
    def _plain_runs(self) -> dict[str, Any]:
        get = self._get
        more = {"order": get("order"), "topics_file": self.questions}
        more |= {"cited": get("cited", False), "outside": self._outside}
        return {**self.how, "format": get("format_run"), **more}

    @cached_property
    def checked(self) -> Verification:
        """The check of offsets against the texts, where there are any."""
        texts = self._texts()
        reading = self.reading
        return Verification(texts, reading if texts else replace(reading, unit=None))

    def _texts(self) -> Texts | None:
        name = self._get("texts")
        if name is None:
            return None
        from partwise.texts.locate import read_texts

        return read_texts(name, encoding=self.how["encoding"], lenient=self.lenient)

    @cached_property
    def quotes(self) -> QuoteReader:
        """What locates quotes in the texts, where there are any."""
        return self.checked.quotes()

    def run(self, place: Any, form: str | None = None) -> Run:
        """Read a run; `form` is its format where that is known."""
        how = self.runs if form is None else {**self.runs, "format": form}
        return self._read("run", place, lambda found: readers.read_run(found, **how))

    def _read(self, what: What, place: Any, read: Callable[[Any], Table]) -> Table:
        """Read a run or assessments; quotes that no place and no id places are located."""
        return self.quotes.read(what, place, read, self.inventories())

    def source(self, place: str) -> Source:
        """Open a run, as bytes."""
        names = ("encoding", "lenient", "max_bytes")
        return Source(place, **{name: self.how[name] for name in names})

    def format_of(self, source: Source) -> str:
        """Name the format of a run."""
        return format_of(source, self._get("format_run"), "run", self.how["columns"]).name

    @property
    def reads_quotes(self) -> bool:
        """Whether rows may have to be located in texts."""
        return self._get("texts") is not None

    def run_file(self, place: str) -> RunFile:
        """Return a run for `evaluate` to read."""
        return RunFile(place, self.runs, self.quotes)

    def qrels(self, place: Any, structure: Structure | None = None) -> Qrels:
        """Read assessments."""
        form = self._get("format_qrels")
        how = {**self.how, "inventory": self.inventories()}
        return self._read(
            "qrels",
            place,
            lambda found: readers.read_qrels(found, format=form, structure=structure, **how),
        )

    def structure(self, place: Any) -> Structure:
        """Read element trees."""
        return readers.read_structure(place, lenient=self.lenient)

    def lengths(self, place: Any) -> Lengths:
        """Read lengths of documents."""
        how = {key: value for key, value in self.how.items() if key != "missing"}
        return readers.read_lengths(place, **how)

    def inventory(self, place: Any) -> Inventory:
        """Read an inventory."""
        return self.quotes.read(
            "inventory", place, lambda found: readers.read_inventory(found, **self.how)
        )

    def inventories(self) -> dict[str | None, Inventory | Run] | None:
        """Read inventories once, by the name of the run that each belongs to."""
        return self._inventories or None

    @cached_property
    def _inventories(self) -> dict[str | None, Inventory | Run]:
        words = self._get("inventory") or ()
        if isinstance(words, str):  # one for all
            return {None: self.inventory(words)}
        named = by_run("--inventory", words)
        read = {file: self._inventory_or_run(file) for file in dict.fromkeys(named.values())}
        return {run: read[file] for run, file in named.items()}

    def _inventory_or_run(self, place: str) -> Inventory | Run:
        """Read an inventory, or a run whose places can serve as one."""
        try:
            return self.inventory(place)
        except FormatError as problem:
            try:
                return readers.read_run(place, **self._plain_runs)
            except PartwiseError:
                raise problem from None

    def refuse_unused_columns(self) -> None:
        """Refuse a name in --columns that none of the files has."""
        if self.how["columns"]:
            self.how["columns"].refuse_unused()
