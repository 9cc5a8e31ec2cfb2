"""Runs of which only documents are wanted: lists of a TREC run are read and ranked at once.

Such a run keeps a fraction of its file and is there in a fraction of the time; measures of
documents have the same values, and the notes are the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from partwise.evaluation.unread_run import Reading
from partwise.files.dispatch import documents_are_ids, format_of, read_as
from partwise.files.reading import read_run
from partwise.files.source import Source
from partwise.language.measure import Measure
from partwise.tables.doc_ids import DocIds
from partwise.tables.qrels import Qrels
from partwise.tables.ranked_run import AnyRun
from partwise.tables.run import Order


def documents_suffice(
    measures: Iterable[Measure],
    qrels: Qrels,
    *,
    order: Order | None = None,
    doc_ids: DocIds | None = None,
) -> bool:
    """Tell whether lists of documents by score are all that these measures need."""
    placed = any((column >= 0).any() for column in (qrels.start, qrels.element, qrels.tree))
    enough = {"documents"} if placed else {"documents", "highlights or documents"}
    # what a measure does not state, it may need
    needed = [measure.needs for measure in measures]
    if not all(needs is not None and needs <= enough for needs in needed):
        return False
    return order in (None, "score") and doc_ids in (None, "exact")


def read_documents(
    path: str | os.PathLike[str], qrels: Qrels, *, otherwise: Reading = read_run, **options: Any
) -> AnyRun:
    """Read a run with the options of `read_run`, of a TREC run no more than its documents.

    `otherwise` reads a file that has to be read in full.
    """
    how = {name: options[name] for name in ("encoding", "lenient", "max_bytes") if name in options}
    source = Source(path, **how)
    found = format_of(source, options.get("format"), "run", options.get("columns"))
    listed = found.name == "trec-run" and not documents_are_ids(options.get("columns"))
    ranked = None
    if listed:
        from partwise.files.fast.trec import read_ranked

        said = () if options.get("format") is not None else (read_as(source, found),)
        ranked = read_ranked(source, qrels, said)
    return otherwise(source, **options) if ranked is None else ranked
