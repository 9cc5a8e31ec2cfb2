"""Columns of our own tables: their names, what they hold, and what others call them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

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
"""What tells of a collection or of results in it, not of its readers."""
LOCATED = (
    *("status", "errors", "changed", "places", "by", "piece", "elsewhere"),
    *("given_start", "given_end", "sha256"),
)
"""What `locate` says of a row."""
_REMARKS = ("size", "text", "id", "prefix", "suffix", "aspects", "tag", *LOCATED)
UNKNOWN = "{names:unknown column}{hint}"
"""Note on columns that are kept and not used."""
_OF_OTHERS = ("query", "iteration", "Q0")
"""What frames of PyTerrier, ir_measures and ir_datasets say besides."""
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
"""What other tools call our columns."""

OURS = {alias: ours for ours, aliases in ALIASES.items() for alias in aliases}
"""Our names by those of other tools."""
_BEIR = frozenset({"query-id", "corpus-id", "score"})
"""Heading under which ``score`` is the grade."""


def is_beir(names: Iterable[str]) -> bool:
    """Tell whether columns are those of BEIR's assessments."""
    found = set(names)
    return found >= _BEIR and not found & {"start", "end", "rank", *ALIASES["start"]}


def our_names(names: Iterable[str], columns: Mapping[str, str] | None = None) -> set[str]:
    """Return what columns are called in our tables, of whatever kind."""
    every = list(names)
    chosen = {theirs: ours for ours, theirs in (columns or {}).items()}
    if chosen.get("doc") == "id" and any(OURS.get(name, name) == "id" for name in every):
        del chosen["doc"]  # meant for files without a header; this table has ids of its own
    return {chosen.get(name) or OURS.get(name, name) for name in every}
