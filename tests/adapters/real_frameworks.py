"""Chunks of a real text, made by real packages, must lie where an independent search finds them.

LangChain and LlamaIndex look for each chunk in the text, and may find another copy of it: a warning
must count at least those.

Run by the Python that ``PARTWISE_FRAMEWORKS`` names: ``python real_frameworks.py FRAMEWORK TEXT``
prints how many chunks were compared.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import partwise as pw

DOC = "finance.md"


def searched(text, pieces, overlap=0, size=len):
    """Where chunks lie: each forward from the previous end minus what the two texts share."""
    found, end, last = [], 0, ""
    for piece in pieces:
        most = range(min(len(last), len(piece)) if overlap else 0, 0, -1)
        fits = (n for n in most if size(piece[:n]) <= overlap and last.endswith(piece[:n]))
        start = text.find(piece, end - next(fits, 0))
        assert start >= 0, piece
        found.append((start, start + len(piece)))
        last, end = piece, start + len(piece)
    return found


def places(table):
    return list(zip(table.start.tolist(), table.end.tolist(), strict=True))


def compared(text, chunks, expected, make, **how):
    """Compare a run and an inventory with the independent places; return how many."""
    for table in (
        getattr(pw.Run, make)({"q": chunks}, texts={DOC: text}, **how),
        getattr(pw.Inventory, make)(chunks, texts={DOC: text}, **how),
    ):
        assert places(table) == expected
        assert table.docs.tolist() == [DOC]
    return len(expected)


def copies(text, chunks, expected, make, **how):
    """Compare places that are as the framework says with the independent ones; return how many.

    Each must hold the text of its chunk, and a warning must count those that are elsewhere.
    """
    for table in (
        getattr(pw.Run, make)({"q": chunks}, texts={DOC: text}, **how),
        getattr(pw.Inventory, make)(chunks, texts={DOC: text}, **how),
    ):
        found = places(table)
        assert [text[a:b].strip() for a, b in found] == [text[a:b].strip() for a, b in expected]
        elsewhere = sum(one != other for one, other in zip(found, expected, strict=True))
        warned = [re.search(r"([\d,]+) of .* repeat", note) for note in table.notes]
        counted = [int(hit[1].replace(",", "")) for hit in warned if hit]
        assert elsewhere <= sum(counted)
    return len(expected)


def langchain(text):
    from langchain_core.documents import Document
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    n = 0
    given = [Document(text, metadata={"source": DOC})]
    for overlap in (0, 100):
        splitter = RecursiveCharacterTextSplitter(
            chunk_size=400, chunk_overlap=overlap, add_start_index=True
        )
        chunks = splitter.split_documents(given)
        pieces = [chunk.page_content for chunk in chunks]
        n += copies(text, chunks, searched(text, pieces, overlap), "from_langchain")
    # counted in words, the splitter loses places; those of texts that occur once are found again
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=60, chunk_overlap=15, length_function=_words, add_start_index=True
    )
    chunks = splitter.split_documents(given)
    pieces = [chunk.page_content for chunk in chunks]
    lost = [n for n, chunk in enumerate(chunks) if chunk.metadata["start_index"] < 0]
    once = [n for n in lost if text.count(pieces[n]) == 1]
    assert once
    inventory = pw.Inventory.from_langchain(
        [chunks[n] for n in once], texts={DOC: text}, locate=True
    )
    expected = searched(text, pieces, 15, _words)
    assert places(inventory) == [expected[n] for n in once]
    return n + len(chunks)


def _words(piece):
    return len(piece.split())


def llama_index(text):
    from llama_index.core import Document
    from llama_index.core.node_parser import (
        HierarchicalNodeParser,
        SentenceSplitter,
        SentenceWindowNodeParser,
    )
    from llama_index.core.schema import NodeWithScore

    given = [Document(text=text, id_=DOC)]
    nodes = SentenceSplitter(chunk_size=128, chunk_overlap=0).get_nodes_from_documents(given)
    n = copies(text, nodes, searched(text, [node.text for node in nodes]), "from_llama_index")
    scored = [NodeWithScore(node=node, score=0.5) for node in nodes]
    assert pw.Run.from_llama_index({"q": scored}).start.tolist() == [
        x.start_char_idx for x in nodes
    ]
    cut = [piece + "." for piece in text[:20_000].split(".")[:-1]]
    parser = SentenceWindowNodeParser.from_defaults(window_size=2, sentence_splitter=lambda _: cut)
    nodes = parser.get_nodes_from_documents([Document(text="".join(cut), id_=DOC)])
    run = pw.Run.from_llama_index({"q": nodes}, nodes=nodes, window=True)
    for at, span in enumerate(places(run)):
        around = nodes[max(0, at - 2) : at + 3]
        assert span == (around[0].start_char_idx, around[-1].end_char_idx)
    parser = HierarchicalNodeParser.from_defaults(chunk_sizes=[512, 128], chunk_overlap=0)
    nodes = parser.get_nodes_from_documents(given)
    children = [n for n, node in enumerate(nodes) if "4" in {k.value for k in node.relationships}]
    parents = sorted({*range(len(nodes))} - {*children})
    for rows in (parents, children):
        some = [nodes[row] for row in rows]
        expected = searched(text, [node.text for node in some])
        copies(text, some, expected, "from_llama_index", nodes=nodes)
    return n + len(cut) + len(nodes)


def haystack(text):
    from haystack import Document
    from haystack.components.preprocessors import DocumentSplitter, HierarchicalDocumentSplitter

    n = 0
    given = [Document(content=text, meta={"file_path": DOC})]
    for overlap in (0, 20):
        splitter = DocumentSplitter(split_by="word", split_length=60, split_overlap=overlap)
        found = splitter.run(given)["documents"]
        expected = searched(
            text, [x.content for x in found], overlap, lambda piece: piece.count(" ")
        )
        n += compared(text, found, expected, "from_haystack")
    splitter = HierarchicalDocumentSplitter(block_sizes={200, 50}, split_overlap=0, split_by="word")
    found = splitter.run(given)["documents"]
    run = pw.Run.from_haystack({"q": found}, nodes=found, texts={DOC: text})
    for level in (1, 2):
        rows = [row for row, one in enumerate(found) if one.meta["__level"] == level]
        spans = [places(run)[row] for row in rows]
        assert spans == searched(text, [found[row].content for row in rows])
    return n + len(found)


def chonkie(text):
    from chonkie import RecursiveChunker, TokenChunker

    chunks = RecursiveChunker(chunk_size=300)(text)
    expected = searched(text, [chunk.text for chunk in chunks])
    n = compared(text, chunks, expected, "from_chonkie", doc=pw.const(DOC))
    chunks = TokenChunker("character", chunk_size=300, chunk_overlap=50)(text)
    expected = searched(text, [chunk.text for chunk in chunks], 50)
    return n + compared(text, chunks, expected, "from_chonkie", doc=pw.const(DOC))


def _stored(text):
    spans = [(at, min(at + 300, len(text))) for at in range(0, min(len(text), 30_000), 300)]
    return spans, [{"doc": DOC, "start": a, "end": b} for a, b in spans]


def _in_order(run, spans):
    assert places(run) == spans
    return len(spans)


def chroma(text):
    import chromadb

    spans, metadata = _stored(text)
    client = chromadb.EphemeralClient()
    collection = client.create_collection("chunks", embedding_function=None)
    ids = [f"c{n}" for n in range(len(spans))]
    pieces = [text[a:b] for a, b in spans]
    embeddings = [[float(n), 0.0] for n in range(len(spans))]
    collection.add(ids=ids, embeddings=embeddings, documents=pieces, metadatas=metadata)
    result = collection.query(query_embeddings=[[0.0, 0.0], [1e6, 0.0]], n_results=len(spans))
    run = pw.Run.from_chroma(result, topics=["near", "far"], texts={DOC: text})
    inventory = pw.Inventory.from_chroma(collection.get(), texts={DOC: text})
    assert sorted(places(inventory)) == spans
    only_ids = collection.query(query_embeddings=[[0.0, 0.0]], n_results=len(spans), include=[])
    _in_order(pw.Run.from_chroma(only_ids, topics=["near"], inventory=inventory), spans)
    return _in_order(run, spans + spans[::-1])


def qdrant(text):
    from qdrant_client import QdrantClient, models

    spans, metadata = _stored(text)
    client = QdrantClient(":memory:")
    vectors = models.VectorParams(size=2, distance=models.Distance.EUCLID)
    client.create_collection("chunks", vectors)
    points = [
        models.PointStruct(id=n, vector=[float(n), 0.0], payload=place)
        for n, place in enumerate(metadata)
    ]
    client.upsert("chunks", points)
    found = client.query_points("chunks", query=[0.0, 0.0], limit=len(spans))
    run = pw.Run.from_qdrant({"q": found}, texts={DOC: text})
    assert run.extra["given_score"].tolist() == sorted(run.extra["given_score"].tolist())
    try:
        pw.Run.from_qdrant({"q": client.scroll("chunks")})
    except pw.AdapterError:
        return _in_order(run, spans)
    raise AssertionError("scroll is no ranking")


def weaviate(text):
    from weaviate.collections.classes.internal import MetadataReturn, Object, QueryReturn

    spans, metadata = _stored(text)
    objects = [
        Object(uuid=f"00000000-0000-0000-0000-{n:012}", metadata=MetadataReturn(distance=0.1 * n),
               properties={"doc": DOC, "start": float(p["start"]), "end": float(p["end"])},
               references=None, vector={}, collection="Chunks")
        for n, p in enumerate(metadata)
    ]  # fmt: skip
    run = pw.Run.from_weaviate({"q": QueryReturn(objects=objects)}, texts={DOC: text})
    return _in_order(run, spans)


def pinecone(text):
    spans, metadata = _stored(text)
    floats = [place | {"start": float(place["start"])} for place in metadata]
    matches = [{"id": f"v{n}", "score": 0.5, "metadata": p} for n, p in enumerate(floats)]
    try:
        from pinecone import QueryResponse, ScoredVector

        result = QueryResponse(matches=[ScoredVector(**one) for one in matches], namespace="")
    except (ImportError, TypeError):
        result = SimpleNamespace(matches=matches, namespace="", usage=None)
    return _in_order(pw.Run.from_pinecone({"q": result}, texts={DOC: text}), spans)


def milvus(text):
    from pymilvus.client.search_result import Hit

    spans, metadata = _stored(text)
    raw = [{"key": n, "distance": 0.5, "entity": place} for n, place in enumerate(metadata)]
    hits = [[Hit(one, pk_name="key") for one in raw]]
    return _in_order(pw.Run.from_milvus(hits, topics=["q"], texts={DOC: text}), spans)


if __name__ == "__main__":
    print(globals()[sys.argv[1]](Path(sys.argv[2]).read_text(encoding="utf-8")))
