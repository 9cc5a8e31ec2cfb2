"""Stand-ins shaped like the objects of frameworks."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from itertools import count
from types import SimpleNamespace
from typing import Any

TEXT = "Keepers lit the lamp. 🌊 The tide rose, and the lamp burned on. No one slept."
"""An emoji stands before most spans."""

TEXTS = {"a.md": TEXT}

SPANS = [(0, 21), (24, 62), (63, 76)]


class LangChainDocument:
    """page_content, metadata, id (None until stored), type."""

    def __init__(self, page_content: str, metadata: dict[str, Any]) -> None:
        self.id = None
        self.metadata = metadata
        self.page_content = page_content
        self.type = "Document"


def langchain(start: int | None, end: int, source: str = "a.md") -> LangChainDocument:
    metadata = {"source": source} | ({} if start is None else {"start_index": start})
    return LangChainDocument(TEXT[max(start or 0, 0) : end], metadata)


class Relationship(str, Enum):  # noqa: UP042
    """As LlamaIndex: equal to its text, with another hash."""

    SOURCE = "1"
    PARENT = "4"


class TextNode:
    """Fields and properties of a LlamaIndex node."""

    def __init__(self, id_: str, text: str, start: int | None, doc: str, parent: str | None = None):
        self.id_ = id_
        self.text = text
        self.metadata: dict[str, Any] = {}
        self.start_char_idx = start
        self.end_char_idx = None if start is None else start + len(text)
        self.relationships: dict[Any, Any] = {Relationship.SOURCE: SimpleNamespace(node_id=doc)}
        if parent is not None:
            self.relationships[Relationship.PARENT] = SimpleNamespace(node_id=parent)

    @property
    def node_id(self) -> str:
        return self.id_

    @property
    def ref_doc_id(self) -> str | None:
        return self.relationships[Relationship.SOURCE].node_id

    def get_content(self) -> str:
        raise AssertionError("never called: it may add metadata")


class NodeWithScore:
    """Passes on text, metadata and ids, and not the offsets."""

    def __init__(self, node: TextNode, score: float) -> None:
        self.node = node
        self.score = score

    @property
    def text(self) -> str:
        return self.node.text

    @property
    def node_id(self) -> str:
        return self.node.id_


@dataclass
class HaystackDocument:
    id: str
    content: str
    meta: dict[str, Any]
    blob: Any = None
    score: float | None = None
    embedding: Any = None


def haystack(start: int, end: int, **meta: Any) -> HaystackDocument:
    about = {"file_path": "a.md", "source_id": "5f1c", "split_idx_start": start} | meta
    return HaystackDocument(f"h{start}", TEXT[start:end], about, score=0.5)


_NUMBERS = count()


@dataclass(slots=True)
class Chunk:
    text: str
    start_index: int
    end_index: int
    token_count: int
    id: str = field(default_factory=lambda: f"chnk_{next(_NUMBERS)}")
    context: str | None = None
    embedding: Any = None
    metadata: dict[str, Any] = field(default_factory=dict)


def chunk(start: int, end: int) -> Chunk:
    return Chunk(TEXT[start:end], start, end, 1 + (end - start) // 4)


def point(id_: int, score: float, payload: dict[str, Any] | None) -> SimpleNamespace:
    return SimpleNamespace(
        id=id_, version=0, score=score, payload=payload, vector=None, shard_key=None,
        order_value=None,
    )  # fmt: skip


def weaviate_object(uuid: Any, distance: float | None, properties: dict[str, Any]):
    metadata = SimpleNamespace(
        distance=distance, certainty=None, score=None, rerank_score=None, explain_score=None
    )
    return SimpleNamespace(
        uuid=uuid, metadata=metadata, properties=properties, references=None, vector={},
        collection="Chunks",
    )  # fmt: skip


def rows(run):
    names = run.docs.tolist()
    return [
        (run.topics[t], names[d], int(s), int(e), int(r))
        for t, d, s, e, r in zip(run.topic, run.doc, run.start, run.end, run.rank, strict=True)
    ]


def spans(table):
    return list(zip(table.start.tolist(), table.end.tolist(), strict=True))
