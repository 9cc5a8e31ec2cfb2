"""What is known of a run whose rows are in buckets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import FormatError
from partwise.evaluation.buckets.name_check import NamesFound
from partwise.evaluation.buckets.note_data import data_of_notes, notes_of_data, notes_read
from partwise.evaluation.buckets.whole import facts_of_run
from partwise.evaluation.joined_notes import joined_notes, said
from partwise.evaluation.notes import reader_notes
from partwise.files.bucketed.tables import facts_of
from partwise.messages import Note
from partwise.tables.run_order import TABLES, rising

if TYPE_CHECKING:
    from partwise._typing import Flags
    from partwise.tables.run import Run

_COUNTED, _ALL = ("rows", "ignored"), ("documents",)
_ANY = ("text", "falls", "rises", "elements")


@dataclass
class RunBuckets:
    """What is found out of a run while its rows are split, piece by piece."""

    facts: dict[str, Any] = field(default_factory=dict)
    rows: int = 0
    ignored: int = 0
    documents: bool = True
    text: bool = False
    falls: bool = False
    rises: bool = False
    elements: bool = False
    topics: dict[str, int] = field(default_factory=dict)
    """Number of the first row of each topic; those answered with nothing come after all rows."""
    answered: list[str] = field(default_factory=list)
    notes: list[list[Note]] = field(default_factory=list)
    said: list[Note] = field(default_factory=list)
    names: NamesFound | None = None

    @classmethod
    def of_piece(cls, run: Run, judged: Flags) -> RunBuckets:
        """Look at some rows of a run; `judged` are those of judged topics."""
        rises = falls = False
        if run.format in TABLES and not judged.all():
            rises, falls = rising(run, "score")
        firsts = np.full(len(run.topics), len(run), np.int64)
        np.minimum.at(firsts, run.topic, np.arange(len(run)))
        pairs = zip(run.topics.tolist(), firsts.tolist(), strict=True)
        return cls(
            facts_of(run),
            len(run),
            int((~judged).sum()),
            run.holds_documents,
            "text" in run.extra,
            falls,
            rises,
            facts_of_run(run)["elements"],
            {topic: row for topic, row in pairs if row < len(run)},
            list(run.answered),
            [notes_read(reader_notes(run))],
        )

    def add(self, piece: RunBuckets) -> None:
        """Take in what was found of the next piece."""
        self._describe(piece)
        for topic, row in piece.topics.items():
            self.topics.setdefault(topic, self.rows + row)
        for name in _COUNTED:
            setattr(self, name, getattr(self, name) + getattr(piece, name))
        for name in _ALL:
            setattr(self, name, getattr(self, name) and getattr(piece, name))
        for name in _ANY:
            setattr(self, name, getattr(self, name) or getattr(piece, name))
        self.answered += piece.answered
        self.notes += piece.notes
        if piece.names is not None:
            self.names = self.names or NamesFound()
            self.names.add(piece.names)

    def _describe(self, piece: RunBuckets) -> None:
        """Remember which columns the run has; all its pieces must have the same numbers."""
        facts = piece.facts
        if not self.facts or not facts:
            self.facts = self.facts or facts
            return
        for name in ("score", "rank", "distance"):
            if (name in facts["given"]) != (name in self.facts["given"]):
                problem = f"{name} is missing in some rows (first near row {self.rows + 1:,})"
                raise FormatError(facts.get("source") or facts["name"], None, problem)
        given = dict.fromkeys((*self.facts["given"], *facts["given"]))
        self.facts["given"] = list(given)

    def rename(self, name: str) -> None:
        """Give the run another name, in what its reader noticed too."""
        old, self.facts["name"] = self.facts["name"], name
        if name != old:
            self.notes = [[note.renamed(old, name) for note in notes] for notes in self.notes]

    def data(self) -> dict[str, Any]:
        """Return what was found of a piece, as JSON can hold it."""
        plain = ("facts", *_COUNTED, *_ALL, *_ANY, "topics", "answered")
        return {
            **{name: getattr(self, name) for name in plain},
            "notes": [data_of_notes(notes) for notes in self.notes],
            "names": None if self.names is None else self.names.data(),
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> RunBuckets:
        """Return what `data` says."""
        names = data["names"]
        how = {
            "notes": [notes_of_data(notes) for notes in data["notes"]],
            "names": None if names is None else NamesFound.of(names),
        }
        return cls(**{**data, **how})

    def entry(self, number: int, known: Mapping[str, int]) -> dict[str, Any]:
        """Return what the manifest says of the run; `known` are the judged topics."""
        every = [*self.topics, *self.answered]
        return {
            "number": number,
            "name": self.facts.get("name"),
            "source": self.facts.get("source"),
            "rows": self.rows,
            "ignored_rows": self.ignored,
            "order": self.facts.get("natural"),
            "topics": len(every),
            "ignored_topics": sum(topic not in known for topic in every),
            "table": self.facts,
            "holds": {"elements": self.elements},
            "documents": self.documents,
            "text": self.text,
            "rises": self.rises,
            "falls": self.falls,
            "names": None if self.names is None else self.names.found(),
            "said": data_of_notes(self.said),
            "notes": data_of_notes(said(joined_notes(self.notes, {}))),
        }
