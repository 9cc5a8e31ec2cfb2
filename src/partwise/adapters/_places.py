"""Locations of items: own offsets, parents, inventories, texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from partwise._typing import Flags, Ints
from partwise.adapters._items import Items, Problems, read_items
from partwise.adapters.fields import Given
from partwise.errors import AdapterError, PartwiseError, quote
from partwise.files.units import Unit
from partwise.messages import Note, Notes, plural
from partwise.tables.lengths import Inventory
from partwise.tables.part_ids import PartIds, texts_of
from partwise.tables.part_texts import Compared
from partwise.tables.row_rules import Missing
from partwise.tables.texts import Text, Texts
from partwise.texts.offsets import INSIDE, code_points
from partwise.texts.place import place
from partwise.texts.rows import QuoteRows
from partwise.texts.spans import Answer
from partwise.texts.verification import LocateOptions

_HINT = (
    "Use the inventory of the chunks that were retrieved, or texts=... and locate=True to place "
    "items by their text"
)


@dataclass(frozen=True)
class Known:
    """Locations by id.

    Parameters
    ----------
    what : str
        What the places come from, for messages.
    index : dict
        Id to row.
    doc : list of str or None
        The documents.
    start, end, tokens : ndarray of int64
        Places and counts; -1 where absent.
    element : list of str or None
        Element paths of parts that have no offsets.
    """

    what: str
    index: Mapping[str, int]
    doc: Sequence[Any]
    start: Ints
    end: Ints
    tokens: Ints
    element: Sequence[str | None]
    text: Sequence[Any] | None = None
    """Texts of the parts of an inventory."""

    def rows(self, ids: Sequence[Any]) -> Ints:
        """Return the row of each id, -1 where it is not known."""
        get = self.index.get
        return np.fromiter((get(name, -1) for name in texts_of(ids)), np.int64, len(ids))

    def other_texts(self, caller: str, items: Items) -> list[Note]:
        """Warn of items whose text is not that of their id, or refuse all if most are."""
        if self.text is None:
            return []
        ids, said = items.columns["id"], items.columns["text"]
        rows = enumerate(self.rows(ids).tolist())
        found = Compared.of((at, said[at], self.text[row]) for at, row in rows if row >= 0)
        refusal = found.refusal(ids, "the item")
        if refusal is not None:
            raise AdapterError(caller, f"{refusal[1]}. {_HINT}")
        return found.warnings(ids)


def of_inventory(inventory: Inventory) -> Known:
    """Return the places of an inventory; an id twice with different places is refused."""
    index = PartIds(inventory).index
    docs = inventory.docs.tolist()
    elements = [*inventory.elements.tolist(), None]
    absent = np.full(len(inventory), -1, np.int64)
    return Known(
        "inventory",
        index,
        [docs[code] for code in inventory.doc.tolist()],
        inventory.start,
        inventory.end,
        absent if inventory.tokens is None else inventory.tokens,
        [elements[code] for code in inventory.element.tolist()],
        text=None if inventory.text is None else inventory.text.tolist(),
    )


def of_nodes(caller: str, nodes: Any, given: Mapping[str, Given]) -> Known:
    """Return the places of a parser's nodes; starts are summed along their parents."""
    items = read_items(list(nodes), given)
    ids = items.columns["id"]
    index = {name: row for row, name in enumerate(texts_of(ids)) if name}
    start = starts(items)
    end = ends(items, start)
    parent = np.fromiter(
        (-1 if one is None else index.get(str(one), -2) for one in items.columns["parent"]),
        np.int64,
        len(items),
    )
    total, root = start.copy(), np.arange(len(items))
    above = parent.copy()
    for _ in range(len(items) + 1):
        up = above >= 0
        if not up.any():
            break
        root[up] = above[up]
        total[up] = np.where(
            (total[up] < 0) | (start[above[up]] < 0), -1, total[up] + start[above[up]]
        )
        above[up] = parent[above[up]]
    else:
        raise AdapterError(caller, "the parents of the nodes form a cycle")
    total[above == -2] = -1  # an ancestor is missing, so nobody knows where the node lies
    end = np.where((total >= 0) & (end >= 0), end - start + total, -1)
    docs = documents(items)
    return Known(
        "parser",
        index,
        [docs[top] or own for top, own in zip(root.tolist(), docs, strict=True)],
        total,
        end,
        items.whole("tokens"),
        [None] * len(items),
    )


def starts(items: Items) -> Ints:
    """Return where items begin; the topmost block of a hierarchy is the whole document."""
    start = items.whole("start")
    if not items.has("level").any():
        return start
    top = items.whole("level") == 0
    return np.where(top & ~items.has("start"), 0, start)


def ends(items: Items, start: Ints) -> Ints:
    """Return where items end: as they say, else after their text."""
    end = items.whole("end")
    silent = ~items.has("end")
    if not silent.any():
        return end
    texts = items.columns["text"]
    length = np.fromiter((-1 if t is None else len(t) for t in texts), np.int64, len(items))
    return np.where(silent & (start >= 0) & (length >= 0), start + length, end)


def documents(items: Items) -> list[Any]:
    """Return the documents of items; the topmost block of a hierarchy is its own document."""
    docs, level = items.columns["doc"], items.columns["level"]
    if not items.has("level").any():
        return docs
    ids = items.columns["id"]
    return [
        own if doc is None and at == 0 else doc
        for doc, at, own in zip(docs, level, ids, strict=True)
    ]


@dataclass
class Places:
    """The place of each item, as far as it is known.

    Parameters
    ----------
    items : Items
        The items.
    problems : Problems
        What refuses items or leaves them out.
    advice : str
        When the framework says where its items lie.
    usual : str
        What the framework calls the start.
    """

    items: Items
    problems: Problems
    advice: str
    usual: str
    doc: list[Any] = field(init=False)
    start: Ints = field(init=False)
    end: Ints = field(init=False)
    tokens: Ints = field(init=False)
    element: list[str | None] | None = None
    proved: Flags = field(init=False)
    """Items that an inventory places."""
    reasons: dict[int, str] = field(default_factory=dict)
    """Why the text of an item does not say where it lies."""
    _derived: Flags = field(init=False)

    def __post_init__(self) -> None:
        self.doc = list(documents(self.items))
        self.start = starts(self.items)
        self.end = ends(self.items, self.start)
        self.tokens = self.items.whole("tokens")
        self._derived = ~self.items.has("end")
        self.proved = np.zeros(len(self.items), bool)

    @property
    def placed(self) -> Flags:
        """Items that have a place."""
        placed: Flags = (self.start >= 0) & (self.end > self.start)
        if self.element is not None:
            placed = placed | np.array([one is not None for one in self.element], bool)
        return placed

    def from_parents(self, parents: Known | None) -> None:
        """Add the starts of the parents; refuse parents that are not known."""
        above = self.items.columns["parent"]
        child = self.items.has("parent")
        if not child.any():
            return
        rows = np.full(child.size, -1) if parents is None else parents.rows(above)
        base = np.full(child.size, -1, np.int64)
        if parents is not None and rows.size:
            base = np.where(rows >= 0, parents.start[rows], -1)
        self.problems.refuse(
            child & (base < 0),
            ("counts from a parent that is not known", "count from a parent that is not known"),
            lambda row: f" (parent {_short(above[row])})",
            "Use nodes=... (all nodes of the parser)",
        )
        own = child & (base >= 0)
        there = own & (self.start >= 0)
        ended = there & (self.end >= 0)
        self.start = np.where(there, self.start + base, self.start)
        self.end = np.where(ended, self.end + base, self.end)
        if parents is not None:
            for row in np.flatnonzero(own).tolist():
                self.doc[row] = parents.doc[int(rows[row])] or self.doc[row]

    def from_known(self, known: Known) -> None:
        """Take places by id; refuse an item that says another place."""
        ids = self.items.columns["id"]
        rows = known.rows(ids)
        held = rows >= 0
        placed = self.placed
        at = rows[held]
        start, end = np.full(held.size, -1, np.int64), np.full(held.size, -1, np.int64)
        start[held], end[held] = known.start[at], known.end[at]
        differs = held & placed & (start >= 0) & ((self.start != start) | (self.end != end))
        for row in np.flatnonzero(held).tolist():
            doc, theirs = self.doc[row], known.doc[rows[row]]
            differs[row] |= doc is not None and theirs is not None and str(doc) != str(theirs)
        self.problems.refuse_first(
            differs,
            (f"lies elsewhere than in the {known.what}", f"lie elsewhere than in the {known.what}"),
            lambda row: (
                f"the {known.what} places {ids[row]} at "
                f"{known.doc[rows[row]]}[{start[row]}:{end[row]}], "
                f"the item at {self._said(row, placed)}"
            ),
        )  # fmt: skip
        taken = held & ~differs & (start >= 0)
        self.start, self.end = np.where(taken, start, self.start), np.where(taken, end, self.end)
        self._derived &= ~taken
        for row in np.flatnonzero(held).tolist():
            if self.doc[row] is None:
                self.doc[row] = known.doc[rows[row]]
        counted = held & (self.tokens < 0)
        self.tokens[counted] = known.tokens[rows[counted]]
        if any(path is not None for path in known.element):
            paths = [known.element[row] if row >= 0 else None for row in rows.tolist()]
            self.element = [None if start[row] >= 0 else path for row, path in enumerate(paths)]
        if known.what == "inventory":
            self.proved |= taken
            unknown = ~held & ~self.placed & self.items.has("id")
            self.problems.refuse(
                unknown,
                ("is not in the inventory", "are not in the inventory"),
                lambda row: f" {ids[row]}",
                "Use the inventory of the chunks that were retrieved",
                items="ids",
            )

    def _said(self, row: int, placed: Flags) -> str:
        where = f"[{self.start[row]}:{self.end[row]}]" if placed[row] else ""
        return f"{self.doc[row]}{where}"

    def need_documents(self) -> None:
        """Raise AdapterError for items without a document."""
        if None not in self.doc:
            return
        bare = np.array([one is None for one in self.doc], bool)
        self.problems.refuse(
            bare,
            ("has no document", "have no document"),
            lambda row: f" (fields: {', '.join(self.items.labels(row)) or 'none'})",
            'Use doc="...", or doc=pw.const("...") where all are of one document',
        )

    def need_places(self, missing: Missing) -> Flags:
        """Raise AdapterError for items without a place; return whole documents."""
        bare = ~self.placed & ~self.problems.out
        if missing == "document":
            self.start = np.where(bare, -1, self.start)
            self.end = np.where(bare, -1, self.end)
            return bare
        found = "" if self.reasons else "texts=... and locate=True, "
        hint = f'Use {found}inventory=..., errors="skip" or missing="document"'
        self.problems.refuse(
            bare,
            ("has no place", "have no place"),
            lambda row: f" ({self._reason(row)})",
            f"{self.advice}. {hint}" if self.advice else hint,
            skip=True if missing == "skip" else None,
        )
        return np.zeros(bare.size, bool)

    def _reason(self, row: int) -> str:
        if row in self.reasons:
            return self.reasons[row]
        seen = self.items.seen(row, "start")
        if seen is None:
            label = self.items.given.get("start")
            return f"no {label if isinstance(label, str) else self.usual}"
        label, value = seen
        if self.start[row] < 0:
            shown = quote(value) if isinstance(value, str) else str(value)[:60]
            return f"{label} {shown}"
        ended = self.items.seen(row, "end")
        if ended is None:
            text = self.items.columns["text"][row]
            return "no end and no text" if text is None else "empty text"
        return f"{label} {self.start[row]}, {ended[0]} {ended[1]}"

    def verify(self, texts: Texts, unit: Unit | None) -> None:
        """Raise AdapterError for texts that do not fit their offsets or have no document."""
        rows = np.flatnonzero((self.start >= 0) & ~self.problems.out)
        names = [str(self.doc[row]) for row in rows.tolist()]
        lost = next((name for name in names if name not in texts), None)
        if lost is not None:
            n = sum(name not in texts for name in names)
            where = f"({n:,} of {self.problems.size:,} items; the texts hold {len(texts):,}"
            example = "".join(f", e.g. {name}" for name in [*texts][:1])
            problem = f"document {lost} is not in the texts {where}{example})"
            raise AdapterError(self.problems.caller, problem)
        said = self.items.columns["text"]
        shown = self.start.copy(), self.end.copy()
        if unit not in (None, "codepoint"):
            self._convert(rows, names, texts, unit)
        wrong, held = np.zeros(self.problems.size, bool), texts.documents
        wrong[rows] = [
            not _fits(held[name], int(self.start[row]), int(self.end[row]), said[row])
            for row, name in zip(rows.tolist(), names, strict=True)
        ]
        self.problems.refuse(
            wrong,
            ("has a text that is not what its offsets point at",
             "have a text that is not what their offsets point at"),
            lambda row: f" {self._difference(row, texts, shown)}",
            'Use locate=True to place them by their text, or errors="skip" to leave them out',
        )  # fmt: skip

    def _convert(self, rows: Ints, names: Sequence[str], texts: Texts, unit: Unit) -> None:
        """Turn offsets into code points, document by document."""
        by_name: dict[str, list[int]] = {}
        for row, name in zip(rows.tolist(), names, strict=True):
            by_name.setdefault(name, []).append(row)
        said = self.items.columns["text"]
        for name, group in by_name.items():
            at = np.array(group)
            self.start[at] = code_points(texts.documents[name], self.start[at], unit)
            length = np.array([len(said[row] or "") for row in group])
            given = code_points(texts.documents[name], self.end[at], unit)
            self.end[at] = np.where(self._derived[at], self.start[at] + length, given)

    def _difference(self, row: int, texts: Texts, shown: tuple[Ints, Ints]) -> str:
        start, end = int(self.start[row]), int(self.end[row])
        where = f"{self.doc[row]}[{shown[0][row]}:{shown[1][row]}]"
        if INSIDE in (start, end):
            return f"{where}: an offset is inside a character, or past the end of the document"
        source = texts.documents[str(self.doc[row])][start:end]
        said = self.items.columns["text"][row] or ""
        if source.startswith(said) or said.startswith(source):
            return f"{where}: the item has {len(said):,} characters"
        at = next(i for i, (a, b) in enumerate(zip(source, said, strict=False)) if a != b)
        return f'{where} differs at character {at}. Wrong unit? Use unit="utf16" or unit="byte"'


def _fits(text: Text, start: int, end: int, said: str | None) -> bool:
    """Compare a text with what its offsets point at; white space may be missing at both ends."""
    if start < 0 or end < 0:
        return False
    if said is None:
        return True
    source = text[start:end]
    return source == said or (said in source and source.strip() == said.strip())


def _short(name: Any) -> str:
    text = str(name)
    return text if len(text) <= 12 else f"{text[:8]}..."


def locate_items(places: Places, texts: Texts, how: LocateOptions) -> Notes:
    """Place items by their text where their offsets do not fit it, or where they have none.

    What cannot be placed keeps no place, and `Places.reasons` says why. Returns what is to be
    noted.
    """
    said = places.items.columns["text"]
    rows = [row for row, text in enumerate(said) if text and not places.problems.out[row]]
    asked = QuoteRows(
        {
            "doc": [None if places.doc[row] is None else str(places.doc[row]) for row in rows],
            "text": [str(said[row]) for row in rows],
            "start": [None if (s := int(places.start[row])) < 0 else s for row in rows],
            "end": [None if (e := int(places.end[row])) < 0 else e for row in rows],
        },
        len(rows),
    )
    if not rows:
        return Notes()
    try:
        found = place(asked, texts, how)
    except PartwiseError as bad:
        raise AdapterError(places.problems.caller, str(bad).partition(": ")[2]) from None
    answers = [answers[0] for answers in found.answers]
    moved = _place(places, rows, answers, found.names)
    notes = Notes(note for note in found.notes if note.startswith("warning"))
    flagged = sum(bool(one.changed) and one.start >= 0 for one in answers)
    notes.warn("{n:item} {n:was|were} placed with changed digits or negations", n=flagged)
    fuzzy = sum(one.status == "fuzzy" and one.start >= 0 for one in answers)
    words = "{n:item} placed by {n:its|their} text" + (", {m} with other letters" if fuzzy else "")
    notes.add(words, n=moved, m=fuzzy)
    return notes


def repeated(places: Places, texts: Texts, rows: Ints) -> int:
    """Count the items whose text stands in their document more than once."""
    said = places.items.columns["text"]
    quoted = [row for row in rows.tolist() if said[row]]
    asked = QuoteRows(
        {"doc": [str(places.doc[row]) for row in quoted], "text": [said[row] for row in quoted]},
        len(quoted),
    )
    how = LocateOptions(kind="run", ellipsis="literal", max_errors=0.0)
    return sum(answers[0].places > 1 for answers in place(asked, texts, how).answers)


def _place(places: Places, rows: list[int], answers: list[Answer], names: list[str]) -> int:
    """Take over places; return how many are new."""
    changed = 0
    for row, answer in zip(rows, answers, strict=True):
        before = int(places.start[row]), int(places.end[row])
        places.start[row], places.end[row] = answer.start, answer.end
        if answer.start < 0:
            places.reasons[row] = _reason(answer)
            continue
        places.doc[row] = names[answer.doc]
        changed += before != (answer.start, answer.end)
    return changed


def _reason(answer: Answer) -> str:
    if answer.status == "ambiguous":
        return f"its text has {plural(answer.places, 'place')}"
    return "its text is not in the texts"
