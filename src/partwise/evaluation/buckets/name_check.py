"""Whether the documents of a run are those of the assessments, found out piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from partwise.evaluation.id_matching import (
    Met,
    Remedy,
    alike,
    alike_notes,
    close_note,
    none_judged,
    remedied,
    unjudged,
)
from partwise.kernels.ragged import distinct_codes
from partwise.messages import Note
from partwise.tables.doc_ids import REMEDIES

if TYPE_CHECKING:
    from partwise.geometry.assessments import JudgedDocuments
    from partwise.tables.names import Names
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run


@dataclass
class NamesFound:
    """Names of a run that the assessments write otherwise, piece by piece.

    Parameters
    ----------
    judged : bool
        Whether any document is judged.
    first : str, optional
        The first document that is not.
    close : dict
        By the way of comparing: names of the run that would be judged, and the judged ones.
    alike : dict
        Judged documents, and others of the run that are named alike.
    seen : set of str
        Judged documents that the run has.
    strange : set of str
        Documents that nobody judged; they are counted only where nothing is judged.
    """

    judged: bool = False
    first: str | None = None
    close: dict[str, dict[str, str]] = field(default_factory=dict)
    alike: dict[str, str] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    strange: set[str] = field(default_factory=set)

    @classmethod
    def of_piece(
        cls, run: Run, qrels: Qrels, pairs: JudgedDocuments, *, settled: bool = False
    ) -> NamesFound:
        """Look at some rows of a run; `pairs` are those of judged topics and documents.

        `settled`: somebody said how names are compared, so that no other way is looked for.
        """
        code = run.docs.codes_in(qrels.docs)
        found = cls(seen=set(qrels.docs.take(code[code >= 0]).tolist()))
        topic, doc, names = unjudged(run, qrels, pairs)
        if not doc.size:
            found.judged = bool(len(run))
            return found
        codes = distinct_codes(doc, len(names))
        found.first = names[int(codes[0])]
        rows = int((run.topics.codes_in(qrels.topics) >= 0)[run.topic].sum())
        found.judged = doc.size < rows
        if not found.judged:
            found.strange.update(names.take(codes).tolist())
        if settled:
            return found
        for how, close in remedied(topic, doc, names, qrels, pairs):
            found.close[how] = dict(close)
        found.alike = alike(qrels.docs, doc, names)
        return found

    def add(self, piece: NamesFound) -> None:
        """Take in what was found of the next piece."""
        self.judged = self.judged or piece.judged
        self.first = self.first or piece.first
        self.seen |= piece.seen
        self.strange = set() if self.judged else self.strange | piece.strange
        for how, pairs in piece.close.items():
            known = self.close.setdefault(how, {})
            for here, there in pairs.items():
                known.setdefault(here, there)
        for there, here in piece.alike.items():
            self.alike.setdefault(there, here)

    def data(self) -> dict[str, Any]:
        """Return the same as JSON can hold it."""
        return {**vars(self), "seen": sorted(self.seen), "strange": sorted(self.strange)}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> NamesFound:
        """Return what `data` says."""
        return cls(**{**data, "seen": set(data["seen"]), "strange": set(data["strange"])})

    def found(self) -> dict[str, Any]:
        """Return what was found of the whole run, as a manifest holds it."""
        close = None
        for how in REMEDIES:
            if found := self.close.get(how):
                here, there = next(iter(found.items()))
                close = {"how": how, "documents": len(found), "here": here, "there": there}
                break
        missed = {there: here for there, here in self.alike.items() if there not in self.seen}
        return {
            "close": close,
            "alike": [len(missed), *next(iter(missed.items()), ("", ""))],
            "strangers": len(self.strange),
            "first": self.first,
        }


def name_notes(
    found: dict[str, Any] | None, met: Met, source: str, judged: Names, *, settled: bool = False
) -> list[Note]:
    """Return the warnings of a run whose names were checked; FormatError for E27.

    `settled`: somebody said how they are compared. Without `found` names were not checked.
    """
    if found is None or not met.retrieved or met.retrieved == met.judged:
        return []
    if settled and met.judged:
        return []
    close = None if found["close"] is None or settled else Remedy(**found["close"])
    if not met.judged:
        return [none_judged(source, found["strangers"], close, found["first"] or "", judged)]
    if close is not None:
        return [close_note(close)]
    n, there, here = found["alike"]
    return alike_notes(n, there, here) if n else []
