"""`locate`: quotes become verified places in the texts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from partwise.errors import UsageError
from partwise.files.options import STRICT, Trust
from partwise.files.source import Source
from partwise.files.units import Unit
from partwise.tables.doc_ids import DocIds
from partwise.texts.how import Ambiguous, As, How, Omission
from partwise.texts.located import Located, located
from partwise.texts.place import place
from partwise.texts.rows import quotes_of_others, rows_of
from partwise.texts.stamps import stamped
from partwise.texts.store import as_texts


def locate(
    table: Any,
    texts: Any,
    *,
    kind: As | None = None,
    ambiguous: Ambiguous = "keep",
    max_errors: float = STRICT,
    ordered: bool | None = None,
    overlap: int | None = None,
    unit: Unit | None = None,
    trust: Trust = "text",
    ellipsis: Omission | None = None,
    doc_ids: DocIds | None = None,
    columns: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
    stamp: bool = False,
) -> Located:
    """Find the places of quotes, and say of each how sure it is.

    Parameters
    ----------
    table : path, frame, list of dict, Run, Qrels or Inventory
        Rows with a column ``text``, and perhaps ``doc prefix suffix start end``.
    texts : Texts, dict or path
        The documents.
    kind : {'qrels', 'run', 'chunks'}, optional
        What the rows are. Default: chunks without topics, a run with scores or ranks and no
        grades, else assessments.
    ambiguous : {'keep', 'first', 'all'}
        A quote with several places gets none, the first, or a row for each.
    max_errors : float
        Most errors, as a share of a quote's letters.
    ordered : bool, optional
        The rows of a document are the chunks of one splitter call, in its order. Default: for
        chunks.
    overlap : int, optional
        Characters that neighbouring chunks share at most. Default: what those that occur once
        share.
    unit : {'codepoint', 'utf16', 'byte'}, optional
        What given offsets count. Default: code points, unless the texts prove another.
    trust : {'text', 'offsets'}
        What is right where given offsets do not fit their text.
    ellipsis : {'pieces', 'cover', 'literal'}, optional
        A quote with omissions becomes a row for each piece, one place from the first to the
        last, or is looked for as it stands. Default: cover for runs, else pieces.
    doc_ids : {'exact', 'casefold', 'name', 'stem'}, optional
        What of a document's name is compared with those of the texts.
    columns : mapping of str to str, optional
        Names of columns, ours to theirs.
    encoding : str
        Encoding of a file.
    stamp : bool
        Add a column ``sha256`` by which `evaluate` notices that a text has changed.

    Returns
    -------
    Located

    Examples
    --------
    >>> found = locate([{"doc": "a", "text": "the END"}], {"a": "This is the end."})
    >>> found.table.select("start", "end", "status").row(0)
    (8, 15, 'normalised')
    """
    known = as_texts(texts)
    if known is None:  # E44
        raise UsageError("locate needs the documents' text. Use --texts T")
    how = How(
        ambiguous=ambiguous,
        max_errors=max_errors,
        ordered=ordered,
        overlap=overlap,
        unit=unit,
        trust=trust,
        ellipsis=ellipsis,
        doc_ids=doc_ids,
        kind=kind,
    )
    if isinstance(table, str | os.PathLike):  # opened once: it may be a pipe
        table = Source(table, encoding=encoding)
    rows = quotes_of_others(table, None if kind == "chunks" else kind, encoding)
    rows = rows or rows_of(table, columns=columns, encoding=encoding)
    found = located(place(rows, known, how), known)
    table = stamped(found.table, known) if stamp else found.table
    return replace(found, table=table, notes=(*found.notes, *known.remarks))
