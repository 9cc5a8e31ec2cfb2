"""Tables against the texts of a page: offsets that fit, and judged spans that lie inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import FormatError, TableError
from partwise.files.options import Reading
from partwise.messages import Note, list_some, plural
from partwise.tables.checks import first
from partwise.tables.doc_ids import matched
from partwise.tables.lengths import Lengths
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.texts.verification import Table, Verification


class Fitting:
    """Fits tables to texts; unlike in other commands some documents may have none.

    Parameters
    ----------
    texts, reading
        As in `Verification`.
    """

    def __init__(self, texts: Any, reading: Reading) -> None:
        self.checked, self._doc_ids = Verification(texts, reading), reading.doc_ids
        self.texts = self.checked.texts

    def of(self, table: Table, *, merging: bool = True) -> Table:
        """Return a table under the names that are compared, its offsets in code points."""
        named: Table = matched(table, self._doc_ids, merging=merging)
        if self.texts is None:
            return named
        hidden = self.without_text(named.docs)[named.doc] & (named.start >= 0)
        seen = replace(named, start=np.where(hidden, -1, named.start)) if hidden.any() else named
        fitted = self.checked.of(seen)
        if not hidden.any():
            return fitted
        return replace(fitted, start=np.where(hidden, named.start, fitted.start))

    def without_text(self, docs: Names) -> Flags:
        """Tell which documents have no text."""
        texts: Any = self.texts or {}
        return np.array([name not in texts for name in docs.tolist()], np.bool_)

    def lengths(self, given: Lengths | None) -> Lengths | None:
        """Return the lengths given, and those of the texts of other documents."""
        if self.texts is None:
            return given
        own = self.texts.lengths()
        if given is None:
            return own
        there = {*given.docs.tolist()}
        rows: Ints = np.flatnonzero([name not in there for name in own.docs.tolist()])
        docs = [*given.docs.tolist(), *own.docs.take(rows).tolist()]
        length = np.concatenate((given.length, own.length[rows]))
        return replace(given, docs=Names.of(docs), length=length)

    def check_judged(self, qrels: Qrels) -> None:
        """Refuse a judged span that ends beyond its text."""
        if self.texts is None:
            return
        held = self.texts.documents
        known = [len(held[doc]) if doc in held else -1 for doc in qrels.docs.tolist()]
        length = np.array(known, np.int64)[qrels.doc]
        beyond = (qrels.start >= 0) & (length >= 0) & (qrels.end > length)
        if (row := first(beyond)) is None:
            return
        doc, topic = qrels.docs[int(qrels.doc[row])], qrels.topics[int(qrels.topic[row])]
        problem = (
            f"document {doc} has {int(length[row]):,} characters, but a judged span of topic "
            f"{topic} ends at {int(qrels.end[row]):,}"
        )
        if qrels.source is None:
            raise TableError(None, problem)
        raise FormatError(qrels.source, None, problem)

    def refuse_strangers(self, qrels: Qrels, runs: Sequence[Run]) -> None:
        """Refuse texts of other documents: not one that is judged or retrieved is among them."""
        if self.texts is None:
            return
        docs = [*dict.fromkeys([*qrels.docs, *(doc for run in runs for doc in run.docs)])]
        if any(doc in self.texts for doc in docs):
            return
        place, held = self.texts.source or "texts", plural(len(self.texts), "document")
        problem = (
            f"not one document of the assessments or runs is among its {held} "
            f"({list_some([*self.texts], 3)}; wanted: {list_some(docs, 3)})"
        )
        raise FormatError(place, None, problem, "Use --doc-ids where only folder or suffix differs")

    def note_absent(self, docs: Names) -> list[Note]:
        """Count the documents that have no text while others have one."""
        if self.texts is None:
            return []
        absent = [docs[code] for code in np.flatnonzero(self.without_text(docs)).tolist()]
        if not absent:
            return []
        words = "{n:document} {n:has|have} no text in {file} ({docs})"
        file = self.texts.source or "the texts"
        return [Note(words, n=len(absent), file=file, docs=list_some(sorted(absent), 3))]
