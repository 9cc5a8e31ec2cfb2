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
from partwise.tables.schema import ColumnNames
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

    @cached_property
    def reading(self) -> Reading:
        """How files become tables."""
        get = self._get
        return Reading(
            lenient=self.lenient,
            encoding=get("encoding", "utf-8"),
            unit=get("unit"),
            max_bytes=get("max_bytes"),
            missing=get("missing", "error"),
            columns=get("columns"),
            format_run=get("format_run"),
            format_qrels=get("format_qrels"),
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
    def how(self) -> Reading:
        """How files are read; texts tell whether offsets fit their unit."""
        unit = None if self._get("texts") else self.reading.unit
        return replace(self.reading, unit=unit, outside=self._outside, topics_file=self.questions)

    @cached_property
    def questions(self) -> Mapping[str, str] | None:
        """Topic to question, where the user says them."""
        name = self._get("topics_file")
        if name is None:
            return None
        from partwise.files.topics import read_topic_texts

        return read_topic_texts(name, encoding=self.reading.encoding).text

    @cached_property
    def _outside(self) -> bool:
        """Whether the rules of a preset or convention accept parts outside their documents."""
        if self._get("preset") is None and self._get("convention") is None:
            return False
        from partwise.evaluation.plan import quirks_of

        return "outside" in quirks_of(self._get("preset"), rules_of(self._get))

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

        return read_texts(name, encoding=self.reading.encoding, lenient=self.lenient)

    @cached_property
    def quotes(self) -> QuoteReader:
        """What locates quotes in the texts, where there are any."""
        return self.checked.quotes()

    def run(self, place: Any, form: str | None = None) -> Run:
        """Read a run; `form` is its format where that is known."""
        inventory, how = self.inventories(), self.how
        return self._read(
            "run",
            place,
            lambda found: readers.read_run(found, format=form, inventory=inventory, reading=how),
        )

    def _read(self, what: What, place: Any, read: Callable[[Any], Table]) -> Table:
        """Read a run or assessments; quotes that no place and no id places are located."""
        return self.quotes.read(what, place, read, self.inventories())

    def source(self, place: str) -> Source:
        """Open a run, as bytes."""
        return readers.source_of(place, self.reading)

    def format_of(self, source: Source) -> str:
        """Name the format of a run."""
        return format_of(source, self.reading.format_run, "run", self.reading.columns).name

    @property
    def reads_quotes(self) -> bool:
        """Whether rows may have to be located in texts."""
        return self._get("texts") is not None

    def run_file(self, place: str) -> RunFile:
        """Return a run for `evaluate` to read."""
        return RunFile(place, self.how, self.inventories(), self.quotes)

    def qrels(self, place: Any) -> Qrels:
        """Read assessments."""
        inventory, how = self.inventories(), self.how
        return self._read(
            "qrels",
            place,
            lambda found: readers.read_qrels(found, inventory=inventory, reading=how),
        )

    def structure(self, place: Any) -> Structure:
        """Read element trees."""
        return readers.read_structure(place, lenient=self.lenient)

    def lengths(self, place: Any) -> Lengths:
        """Read lengths of documents."""
        return readers.read_lengths(place, reading=self.how)

    def inventory(self, place: Any) -> Inventory:
        """Read an inventory."""
        return self.quotes.read(
            "inventory", place, lambda found: readers.read_inventory(found, reading=self.how)
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
                return readers.read_run(place, reading=self.how)
            except PartwiseError:
                raise problem from None

    def refuse_unused_columns(self) -> None:
        """Refuse a name in --columns that none of the files has."""
        if isinstance(self.reading.columns, ColumnNames):
            self.reading.columns.refuse_unused()
