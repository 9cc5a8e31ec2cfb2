"""Names of the fields of an item in frameworks, and names that a user gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from partwise.errors import UsageError

FIELDS: dict[str, tuple[str, ...]] = {
    "id": ("id", "id_", "node_id", "chunk_id", "uuid", "pk", "_id", "document.id"),
    "text": (
        *("page_content", "content", "text", "contents"),
        *("document", "chunk", "document.content"),
    ),
    "doc": (
        *("doc", "doc_id", "document_id", "corpus_id", "ref_doc_id", "relationships"),
        *("file_path", "source", "path", "file_name", "source_id", "docid", "docno"),
    ),
    "start": (
        *("start", "start_index", "start_char_idx", "split_idx_start"),
        *("start_char", "char_start", "begin", "offset"),
    ),
    "end": ("end", "end_index", "end_char_idx", "end_char", "char_end"),
    "tokens": ("tokens", "token_count", "n_tokens"),
    "score": ("score", "_score", "rerank_score", "similarity", "certainty", "document.score"),
    "distance": ("distance",),
    "parent": ("__parent_id",),
    "level": ("__level",),
    "window": ("window",),
}
"""Names of each field; the first that an item has wins."""

CONTAINERS = ("metadata", "meta", "payload", "properties", "entity", "_source", "fields")
"""Fields of an item that hold the metadata of its owner."""

WRAPPERS = frozenset({"node", "lc"})
"""Marks of an item that holds the real one."""

NAMED = ("doc", "start", "end", "text", "id", "score", "tokens")
"""Fields for which a user may name another."""

Given = str | Callable[[Any], Any]
"""A field that a user named: its name, dotted where it is nested, or a function of the item."""


@dataclass(frozen=True)
class Constant:
    """A field that is the same for every item."""

    value: str | float | None

    def __call__(self, item: object) -> str | float | None:
        """Return the value, whatever the item is."""
        return self.value


def const(value: str | float | None) -> Constant:
    """Return a field that is the same for all items: ``doc=pw.const("report")``.

    Examples
    --------
    >>> const("report")
    Constant(value='report')
    """
    return Constant(value)


def related(relationships: Any, kind: str) -> Any:
    """Return the id of a LlamaIndex node's relative: "1" its document, "4" its parent."""
    if type(relationships) is not dict and not isinstance(relationships, Mapping):
        return None
    for key, found in relationships.items():
        if key == kind:  # text, or an enumeration that equals it and has another hash
            return found.get("node_id") if type(found) is dict else getattr(found, "node_id", None)
    return None


def nested(holder: Mapping[str, Any], dotted: str) -> Any:
    """Follow a dotted name through dictionaries and objects."""
    found: Any = holder
    for name in dotted.split("."):
        if isinstance(found, str):  # text has no fields
            return None
        found = found.get(name) if isinstance(found, Mapping) else getattr(found, name, None)
        if found is None:
            return None
    return found


def field_functions(given: Mapping[str, Any]) -> dict[str, Given]:
    """Return the fields that a user named; anything but a name or a function is refused."""
    named: dict[str, Given] = {}
    for name, label in given.items():
        if label is None:
            continue
        if not (isinstance(label, (str, Constant)) or callable(label)) or label == "":
            said = f"{name} must be the name of a field, a function of the item or pw.const(...)"
            raise UsageError(f"{said}, not {label!r}")
        named[name] = label
    return named
