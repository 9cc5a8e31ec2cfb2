"""One item of each framework: of its own class where the package is there, else shaped like it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from tests.adapters import shapes

DOCUMENTS, LENGTH = 1_000, 40
TEXT = "x" * LENGTH

REAL = {
    "langchain": ("langchain_core.documents", "Document"),
    "llama_index": ("llama_index.core.schema", "TextNode"),
    "haystack": ("haystack", "Document"),
    "chonkie": ("chonkie", "Chunk"),
    "qdrant": ("qdrant_client.models", "ScoredPoint"),
    "weaviate": ("weaviate.collections.classes.internal", "Object"),
    "pinecone": ("pinecone", "ScoredVector"),
    "milvus": ("pymilvus.client.search_result", "Hit"),
}
"""Where each framework keeps the class of its items; those of Chroma are dictionaries."""

Make = Callable[[int], Any]


def place(number: int) -> tuple[str, int]:
    """Return a document and a start."""
    return f"d{number % DOCUMENTS}.md", 7 * (number % 5_000)


def maker(name: str) -> tuple[Make, str]:
    """Return what makes the n-th item of a framework, and what its class is called."""
    if name not in REAL:
        return results, "dict"
    module, label = REAL[name]
    try:
        kind = getattr(import_module(module), label)
    except (ImportError, AttributeError):
        return globals()[f"{name}_shape"], "stand-in"
    return globals()[name](kind), f"{module}.{label}"


def results(number: int) -> Any:
    doc, start = place(number)
    return {"id": number, "doc": doc, "start": start, "end": start + LENGTH, "text": TEXT}


def langchain(kind: Any) -> Make:
    def make(number: int) -> Any:
        doc, start = place(number)
        return kind(page_content=TEXT, metadata={"source": doc, "start_index": start})

    return make


def langchain_shape(number: int) -> Any:
    return langchain(shapes.LangChainDocument)(number)


def llama_index(kind: Any) -> Make:
    schema = import_module("llama_index.core.schema")

    def make(number: int) -> Any:
        doc, start = place(number)
        node = kind(id_=f"n{number}", text=TEXT, start_char_idx=start, end_char_idx=start + LENGTH)
        source = schema.RelatedNodeInfo(node_id=doc)
        node.relationships = {schema.NodeRelationship.SOURCE: source}
        return schema.NodeWithScore(node=node, score=0.5)

    return make


def llama_index_shape(number: int) -> Any:
    doc, start = place(number)
    return shapes.NodeWithScore(shapes.TextNode(f"n{number}", TEXT, start, doc), 0.5)


def haystack(kind: Any) -> Make:
    def make(number: int) -> Any:
        doc, start = place(number)
        about = {"file_path": doc, "source_id": "5f1c", "split_idx_start": start}
        return kind(id=f"h{number}", content=TEXT, meta=about, score=0.5)

    return make


def haystack_shape(number: int) -> Any:
    doc, start = place(number)
    about = {"file_path": doc, "source_id": "5f1c", "split_idx_start": start}
    return shapes.HaystackDocument(f"h{number}", TEXT, about, score=0.5)


def chonkie(kind: Any) -> Make:
    def make(number: int) -> Any:
        _, start = place(number)
        return kind(
            text=TEXT, start_index=start, end_index=start + LENGTH, token_count=10, id=f"c{number}"
        )

    return make


def chonkie_shape(number: int) -> Any:
    _, start = place(number)
    return shapes.Chunk(TEXT, start, start + LENGTH, 10, f"c{number}")


def qdrant(kind: Any) -> Make:
    def make(number: int) -> Any:
        doc, start = place(number)
        payload = {"doc": doc, "start": start, "text": TEXT}
        return kind(id=number, version=1, score=0.5, payload=payload)

    return make


def qdrant_shape(number: int) -> Any:
    doc, start = place(number)
    return shapes.point(number, 0.5, {"doc": doc, "start": start, "text": TEXT})


def weaviate(kind: Any) -> Make:
    metadata = import_module("weaviate.collections.classes.internal").MetadataReturn

    def make(number: int) -> Any:
        doc, start = place(number)
        return kind(
            uuid=f"00000000-0000-0000-0000-{number:012}",
            metadata=metadata(distance=0.5),
            properties={"doc": doc, "start": float(start), "text": TEXT},
            references=None,
            vector={},
            collection="Chunks",
        )

    return make


def weaviate_shape(number: int) -> Any:
    doc, start = place(number)
    properties = {"doc": doc, "start": float(start), "text": TEXT}
    return shapes.weaviate_object(f"u{number}", 0.5, properties)


def pinecone(kind: Any) -> Make:
    def make(number: int) -> Any:
        doc, start = place(number)
        metadata = {"doc": doc, "start": float(start), "text": TEXT}
        return kind(id=f"p{number}", score=0.5, values=[], metadata=metadata)

    return make


def pinecone_shape(number: int) -> Any:
    return pinecone(SimpleNamespace)(number)


def milvus(kind: Any) -> Make:
    return lambda number: kind(milvus_shape(number), pk_name="pk")


def milvus_shape(number: int) -> Any:
    doc, start = place(number)
    return {"pk": number, "distance": 0.5, "entity": {"doc": doc, "start": start, "text": TEXT}}
