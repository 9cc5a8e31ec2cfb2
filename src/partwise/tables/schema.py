"""Columns of our own tables: names, kinds, and the names that users and other tools give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from partwise.errors import TableError, UsageError
from partwise.messages import Note
from partwise.spelling import spelt

Kind = Literal["text", "whole", "real"]
What = Literal[
    "run", "qrels", "lengths", "inventory", "texts", "topics", "quotes", "links", "moves", "routes"
]

RUN: dict[str, Kind] = {
    "topic": "text",
    "doc": "text",
    "start": "whole",
    "end": "whole",
    "length": "whole",
    "element": "text",
    "tree": "text",
    "rank": "whole",
    "score": "real",
    "distance": "real",
    "run": "text",
    "tokens": "whole",
}
QRELS: dict[str, Kind] = {
    "topic": "text",
    "doc": "text",
    "start": "whole",
    "end": "whole",
    "element": "text",
    "tree": "text",
    "grade": "real",
    "bep": "whole",
    "e": "real",
    "s": "real",
    "length": "whole",
    "assessor": "text",
}
LENGTHS: dict[str, Kind] = {"doc": "text", "length": "whole"}
INVENTORY: dict[str, Kind] = {
    "doc": "text",
    "start": "whole",
    "end": "whole",
    "length": "whole",
    "element": "text",
    "tokens": "whole",
    "size": "whole",
}
LINKS: dict[str, Kind] = {
    "topic": "text",
    "doc": "text",
    "from_doc": "text",
    "from": "text",
    "from_element": "text",
    "from_start": "whole",
    "from_end": "whole",
    "to_doc": "text",
    "to": "text",
    "to_element": "text",
    "to_start": "whole",
    "to_end": "whole",
}
ROUTES: dict[str, Kind] = {
    "route": "text",
    "doc": "text",
    "element": "text",
    "start": "whole",
    "end": "whole",
    "place": "text",
}
KINDS: dict[What, dict[str, Kind]] = {
    "run": RUN,
    "qrels": QRELS,
    "lengths": LENGTHS,
    "inventory": INVENTORY,
    "texts": {"doc": "text", "text": "text"},
    "topics": {"topic": "text", "text": "text"},
    "quotes": {"doc": "text"},
    "links": LINKS,
    "moves": {**LINKS, "p": "real"},
    "routes": ROUTES,
}
COLLECTION: tuple[What, ...] = (
    *("run", "qrels", "lengths", "inventory", "texts", "topics", "quotes"),
)
"""Tables about a collection or results in it, not about its readers."""
LOCATED = (
    *("status", "errors", "changed", "places", "by", "piece", "elsewhere"),
    *("given_start", "given_end", "sha256"),
)
"""Columns that `locate` adds."""
_REMARKS = ("size", "text", "id", "prefix", "suffix", "aspects", "tag", *LOCATED)
UNKNOWN = "{names:unknown column}{hint}"
"""Note on columns that are kept and not used."""
_OF_OTHERS = ("query", "iteration", "Q0")
"""Further columns of frames of PyTerrier, ir_measures and ir_datasets."""
KEPT: dict[What, frozenset[str]] = {
    "run": frozenset(
        {*_REMARKS, *_OF_OTHERS, "given_score", "given_distance", "given_rank", "value"}
    ),
    "qrels": frozenset({*_REMARKS, *_OF_OTHERS, "group", "alternative", "weight"}),
    "lengths": frozenset(),
    "inventory": frozenset({*_REMARKS} - {"size"}),
    "texts": frozenset(),
    "topics": frozenset(),
    "quotes": frozenset({*RUN, *QRELS, *_REMARKS, "group", "alternative", "weight"}),
    "links": frozenset({"p", "href"}),
    "moves": frozenset({"href"}),
    "routes": frozenset(),
}
"""Columns that are known and kept as they came."""

PLACES: dict[What, tuple[str, ...]] = {
    "run": ("start", "end", "length", "element", "tree"),
    "qrels": ("start", "end", "element", "tree"),
    "lengths": (),
    "inventory": ("start", "end", "element"),
    "texts": (),
    "topics": (),
    "quotes": (),
    "links": (),
    "moves": (),
    "routes": (),
}
"""Columns that say where in its document a row lies."""

ALIASES: dict[str, tuple[str, ...]] = {
    "topic": ("query_id", "qid", "q_id", "query-id", "question_id", "topic_id"),
    "doc": ("doc_id", "docid", "docno", "document_id", "corpus_id", "corpus-id"),
    "start": (
        "start_index",
        "start_char_idx",
        "split_idx_start",
        "start_char",
        "char_start",
        "begin",
    ),
    "end": ("end_index", "end_char_idx", "end_char", "char_end"),
    "grade": ("relevance", "rel", "label", "relevant", "is_relevant"),
    "score": ("similarity", "rsv"),
    "p": ("probability",),
    "text": ("content", "page_content", "contents", "chunk", "quote", "excerpt"),
    "id": ("chunk_id", "node_id", "passage_id"),
}
"""Names of our columns in other tools."""

OURS = {alias: ours for ours, aliases in ALIASES.items() for alias in aliases}
"""Our names by those of other tools."""
_BEIR = frozenset({"query-id", "corpus-id", "score"})
"""Heading under which ``score`` is the grade."""


def is_beir(names: Iterable[str]) -> bool:
    """Return whether columns are those of BEIR's assessments."""
    heading = set(names)
    return heading >= _BEIR and not heading & {"start", "end", "rank", *ALIASES["start"]}


def our_names(names: Iterable[str], columns: Mapping[str, str] | None = None) -> set[str]:
    """Return what columns are called in our tables, of whatever kind."""
    heading = list(names)
    chosen = {theirs: ours for ours, theirs in (columns or {}).items()}
    if chosen.get("doc") == "id" and any(OURS.get(name, name) == "id" for name in heading):
        del chosen["doc"]  # meant for files without a header; this table has ids of its own
    return {chosen.get(name) or OURS.get(name, name) for name in heading}


_ALL = frozenset(name for what in COLLECTION for name in (*KINDS[what], *KEPT[what]))


class TwoNamesError(TableError):
    """Two columns of a table that are both called what one of ours is called."""

    def __init__(self, ours: str, first: str, second: str) -> None:
        super().__init__(None, f"{first} and {second} both name the column {ours}")
        self.ours, self.first, self.second = ours, first, second

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.ours, self.first, self.second)

    def __str__(self) -> str:
        return f"{self.problem}. {spelt(self.hint)}"

    @property
    def hint(self) -> str:
        """Advice to the user."""
        return f"Use --columns {self.ours}=NAME"


class ColumnNames(dict[str, str]):
    """Names of columns that the user gave for several files; one of them has to have each."""

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        super().__init__(names or {})
        self.used: set[str] = set()

    @classmethod
    def parse(cls, text: str) -> ColumnNames:
        """Read ``doc=source,start=offset``."""
        columns = cls()
        for word in text.split(","):
            ours, equals, theirs = word.strip().partition("=")
            if not (ours and equals and theirs):
                raise UsageError(f"--columns takes OURS=NAME,..., not {word!r}")
            if ours not in _ALL:
                raise UsageError(f"--columns {word.strip()}: there is no column {ours}")
            if ours in columns:
                raise UsageError(f"--columns names the column {ours} twice")
            columns[ours] = theirs
        return columns

    def refuse_unused(self) -> None:
        """Raise UsageError for a name that no file has: it is misspelt."""
        for ours, theirs in self.items():
            if theirs not in self.used:
                raise UsageError(f"--columns {ours}={theirs}: no file has a column {theirs}")


class Schema(NamedTuple):
    """Kind of a table, and the user's names of its columns."""

    what: What
    columns: Mapping[str, str] | None = None
    kept: frozenset[str] | None = None
    """Unknown columns that are read; None: all."""

    def reads(self, name: str | None) -> bool:
        """Return whether a column of this name of ours is read."""
        is_read = name in KINDS[self.what] or self.kept is None or name in self.kept
        return name is not None and is_read

    def naming(self, heading: Iterable[str]) -> Naming:
        """Return the names of the columns of a table with this heading."""
        return Naming(self.what, tuple(heading), self.columns)


@dataclass
class Naming:
    """Gives the columns of one table our names.

    Parameters
    ----------
    what : {'run', 'qrels', 'lengths', 'inventory'}
        What the table is.
    heading : tuple of str
        The names that stand in it.
    columns : mapping of str to str, optional
        Our name to the table's, where the user says so.
    """

    what: What
    heading: tuple[str, ...]
    columns: Mapping[str, str] | None = None
    taken: dict[str, str] = field(default_factory=dict)
    _read_as: list[tuple[str, str]] = field(default_factory=list)
    _left_out: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        heading = set(self.heading)
        columns = self.columns if self.columns is not None else {}
        self._known = {*KINDS[self.what], *KEPT[self.what]}
        if isinstance(columns, ColumnNames):
            columns.used.update(theirs for theirs in columns.values() if theirs in heading)
        else:
            self._refuse_wrong(columns, heading)
        self._chosen = {
            theirs: ours
            for ours, theirs in columns.items()
            if theirs in heading and ours in self._known and not self._is_headless(ours, theirs)
        }
        self._beir = self.what == "qrels" and is_beir(heading)
        named = {"doc", "docid", "docno"} & heading
        self._terrier = named == {"docid", "docno"} and not named & {*self._chosen}

    def _is_headless(self, ours: str, theirs: str) -> bool:
        """Return whether ``id=doc`` is meant for files without a header, not for this one."""
        ids = {"id", *ALIASES["id"]}.intersection(self.heading)
        return (ours, theirs) == ("id", "doc") and (self.what == "inventory" or bool(ids))

    def _refuse_wrong(self, given: Mapping[str, str], there: set[str]) -> None:
        """Raise an error about names that are not there and were given for this table alone."""
        for ours, theirs in given.items():
            if ours not in self._known:
                available = ", ".join(sorted(self._known))
                raise UsageError(f"columns: there is no column {ours} (available: {available})")
            if theirs not in there:
                listed = ", ".join(self.heading)
                raise TableError(None, f"no column {theirs} (available: {listed})")

    def ours(self, name: str) -> str | None:
        """Return our name of a column, or its own where we have none; None to leave it out."""
        ours = self.lookup(name)
        if ours is None:
            self._left_out.append(name)
            return None
        before = self.taken.setdefault(ours, name)
        if before != name:
            raise TwoNamesError(ours, *sorted((before, name), key=lambda one: one != ours))
        if ours != name and name not in self._chosen:
            self._read_as.append((name, ours))
        return ours

    def all_ours(self) -> dict[str, tuple[str | None, Kind | None]]:
        """Return our name of every column of the heading, and what it holds."""
        names = {name: self.ours(name) for name in self.heading}
        kinds = KINDS[self.what]
        return {name: (ours, kinds.get(ours or "")) for name, ours in names.items()}

    def lookup(self, name: str) -> str | None:
        """Return what `ours` does, without a check that no two columns get one name."""
        if name in self._chosen:
            return self._chosen[name]
        elsewhere = set(self._chosen.values())
        if name in elsewhere:
            return None
        if self._beir and name == "score":
            return "grade"
        if self._terrier and name == "docid":  # a number of the index
            return None
        alias = OURS.get(name)
        if name not in self._known and alias in self._known and alias not in elsewhere:
            return alias
        return name

    def kind(self, ours: str) -> Kind | None:
        """Return what a column of ours holds; None where it is kept as it came."""
        return KINDS[self.what].get(ours)

    @property
    def notes(self) -> list[str]:
        """Notes on columns that were renamed, left out or not known."""
        notes = []
        if self._read_as:
            (name, ours), *rest = self._read_as
            notes.append(", ".join([f"{name} read as {ours}", *(f"{n} as {o}" for n, o in rest)]))
        for name in self._left_out:
            reason = (
                "docno names" if self._terrier and name == "docid" else "another one is read as"
            )
            what = "documents" if reason == "docno names" else name
            notes.append(f"column {name} left out: {reason} {what}")
        return notes + self._distances() + self._unknown()

    def _distances(self) -> list[str]:
        """Warn of distances that the user calls scores, of which the largest come first."""
        name = self.taken.get("score", "")
        if self.what != "run" or name not in self._chosen or "distance" not in name.lower():
            return []
        hint = spelt(f"Use --columns distance={name} if small is good")
        template = "column {name} read as score, so the largest comes first. {hint}"
        return [Note(template, name=name, hint=hint, level="warning")]

    def _unknown(self) -> list[str]:
        """Name the columns that are kept and not used; one may be a known one, misspelt."""
        unknown = [name for name in self.taken if name not in self._known]
        if not unknown or self.what == "lengths":  # any table that has lengths will do
            return []
        import difflib

        free = [name for name in KINDS[self.what] if name not in self.taken]
        close = {name: difflib.get_close_matches(name, free, n=1) for name in unknown}
        guesses = [f"{matches[0]} for {name}" for name, matches in close.items() if matches]
        hint = f" (did you mean {' and '.join(guesses)}?)" if guesses else ""
        return [Note(UNKNOWN, names=unknown, hint=hint)]
