"""Chunks of many settings of real splitters must lie where the splitters cut them.

Where that is, the splitters themselves say: pieces of the text are marked before they are merged
into chunks, so no text is looked for. Run by the Python that ``PARTWISE_FRAMEWORKS`` names:
``python real_splitters.py SPLITTER TEXT`` prints, for each setting, how many chunks there are, how
many of them the framework misplaces, and how many are misplaced after `partwise`.
"""

from __future__ import annotations

import sys
from itertools import accumulate, pairwise
from pathlib import Path

import partwise as pw

DOC = "finance.md"


def stripped(text, start, end):
    """Return a place without white space at its ends."""
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


def edges(pieces):
    """Return where pieces that make a text begin, and where the last one ends."""
    return [0, *accumulate(map(len, pieces))]


# -- LangChain ---------------------------------------------------------------------------------


class Piece(str):
    """A piece of a text that knows where it begins."""

    at: int


def traced(splitter):
    """Let a splitter of LangChain note from where to where each chunk reaches."""

    class Traced(splitter):
        def split_text(self, text):
            self.text, self.cursor, self.found = text, 0, []
            return super().split_text(text)

        def _merge_splits(self, splits, separator):
            pieces = []
            for split in splits:
                while not self.text.startswith(split, self.cursor):  # a separator was left out
                    self.cursor += 1
                piece = Piece(split)
                piece.at = self.cursor
                self.cursor += len(split)
                pieces.append(piece)
            return super()._merge_splits(pieces, separator)

        def _join_docs(self, docs, separator):
            joined = super()._join_docs(docs, separator)
            if joined is not None:
                end = docs[-1].at + len(docs[-1])
                self.found.append(stripped(self.text, docs[0].at, end))
            return joined

    return Traced


def langchain(text):
    from langchain_core.documents import Document
    from langchain_text_splitters import CharacterTextSplitter, RecursiveCharacterTextSplitter

    recursive = RecursiveCharacterTextSplitter
    settings = [(recursive, {}, len, size) for size in ((100, 50), (400, 100), (1024, 0))]
    settings += [(recursive, {}, words, size) for size in ((32, 16), (60, 15))]
    settings += [(recursive, {"keep_separator": False}, words, (60, 15))]
    settings += [(CharacterTextSplitter, {"separator": "\n"}, len, (64, 16))]
    for kind, more, length, (size, overlap) in settings:
        splitter = traced(kind)(
            chunk_size=size, chunk_overlap=overlap, length_function=length, add_start_index=True,
            **more,
        )  # fmt: skip
        chunks = splitter.split_documents([Document(text, metadata={"source": DOC})])
        for number, chunk in enumerate(chunks):
            chunk.id = f"c{number}"
        name = f"{kind.__name__} {size}/{overlap} {length.__name__} {more or ''}"
        yield name, chunks, splitter.found, lambda chunk: chunk.metadata["start_index"]


def words(piece):
    return len(piece.split())


# -- LlamaIndex --------------------------------------------------------------------------------

MARK = 0xF0000
"""First of the private characters that stand for pieces."""


def merged(splitter, text):
    """Return where a splitter of LlamaIndex cuts, by its own merging of marked pieces."""
    tokens = type(splitter).__name__ == "TokenTextSplitter"
    size = splitter.chunk_size - 2 * tokens  # it leaves room for metadata
    splits = splitter._split(text, size)
    pieces = [getattr(split, "text", split) for split in splits]
    assert "".join(pieces) == text
    marks = [chr(MARK + n) for n in range(len(pieces))]
    if tokens:
        counted = dict(zip(marks, (len(splitter._tokenizer(p)) for p in pieces), strict=True))
        splitter = splitter.model_copy()
        splitter._tokenizer = lambda mark: range(counted[mark])
        chunks = splitter._merge(marks, size)
    else:
        both = zip(splits, marks, strict=True)
        given = [type(split)(mark, split.is_sentence, split.token_size) for split, mark in both]
        chunks = splitter._merge(given, size)
    at = edges(pieces)
    ends = [(at[ord(chunk[0]) - MARK], at[ord(chunk[-1]) - MARK + 1]) for chunk in chunks]
    found = [stripped(text, *span) for span in ends]
    return [(start, end) for start, end in found if start < end]


def llama_index(text):
    from llama_index.core import Document
    from llama_index.core.node_parser import SentenceSplitter, TokenTextSplitter

    sizes = ((64, 16), (64, 32), (128, 0), (1024, 200))
    for kind, size, overlap in (
        *((SentenceSplitter, *size) for size in sizes),
        (TokenTextSplitter, 64, 16),
    ):
        splitter = kind(chunk_size=size, chunk_overlap=overlap)
        nodes = splitter.get_nodes_from_documents([Document(text=text, id_=DOC)])
        name = f"{kind.__name__} {size}/{overlap}"
        yield name, nodes, merged(splitter, text), lambda node: node.start_char_idx


# -- Haystack and Chonkie, which count ----------------------------------------------------------


def windows(pieces, size, overlap):
    """Return the places of every `size` pieces of a text, `overlap` of them shared."""
    at, first, found = edges(pieces), 0, []
    while first < len(pieces):
        last = min(first + size, len(pieces))
        found.append((at[first], at[last]))
        first = len(pieces) if last == len(pieces) else first + size - overlap
    return found


def haystack(text):
    from haystack import Document
    from haystack.components.preprocessors import DocumentSplitter

    for unit, mark, size, overlap in (
        ("word", " ", 10, 0),
        ("word", " ", 60, 20),
        ("word", " ", 200, 100),
        ("passage", "\n\n", 1, 0),
        ("passage", "\n\n", 3, 1),
        ("line", "\n", 3, 1),
        ("period", ".", 3, 1),
    ):
        splitter = DocumentSplitter(split_by=unit, split_length=size, split_overlap=overlap)
        given = [Document(content=text, meta={"file_path": DOC})]
        found = splitter.run(given)["documents"]
        *pieces, last = text.split(mark)
        places = windows([*(piece + mark for piece in pieces), last], size, overlap)
        places = [(start, end) for start, end in places if start < end]
        yield f"{unit} {size}/{overlap}", found, places, lambda one: one.meta["split_idx_start"]


def chonkie(text):
    from chonkie import RecursiveChunker, SentenceChunker, TokenChunker

    for size, overlap in ((64, 0), (64, 16), (300, 50), (1000, 500)):
        chunks = TokenChunker("character", chunk_size=size, chunk_overlap=overlap)(text)
        yield f"Token {size}/{overlap}", chunks, windows([*text], size, overlap), start_index
    for kind in (SentenceChunker, RecursiveChunker):
        more = {"chunk_overlap": 0} if kind is SentenceChunker else {}
        chunks = kind("character", chunk_size=300, **more)(text)
        at = edges([chunk.text for chunk in chunks])
        assert at[-1] == len(text)
        places = list(pairwise(at))
        yield f"{kind.__name__} 300/0", chunks, places, start_index


def start_index(chunk):
    return chunk.start_index


# -- the comparison ------------------------------------------------------------------------------


def misplaced(table, expected):
    found = zip(table.start.tolist(), table.end.tolist(), strict=True)
    return sum(place != right for place, right in zip(found, expected, strict=True))


def compare(name, text):
    texts, total = {DOC: text}, 0
    more = {"doc": pw.const(DOC)} if name == "chonkie" else {}
    for setting, chunks, expected, own in globals()[name](text):
        assert len(chunks) == len(expected), setting
        wrong = sum(own(one) != start for one, (start, _) in zip(chunks, expected, strict=True))
        make = getattr(pw.Inventory, f"from_{name}")
        tables = [make(chunks, texts=texts, locate=True, **more)]
        run = getattr(pw.Run, f"from_{name}")
        # a splitter may leave out blank lines inside a chunk: its text is not what stands there
        tables.append(run({"q": chunks}, nodes=chunks, texts=texts, locate=True, **more))
        bad = [misplaced(table, expected) for table in tables]
        print(f"{name} {setting}: {len(chunks)} chunks, {wrong} misplaced by it, {bad} left")
        allowed = 1 + len(chunks) // 2000 if wrong else 0
        assert max(bad) <= allowed, (setting, bad)
        lone = run({"q": chunks}, texts=texts, errors="skip", **more)
        if misplaced_some(lone, chunks, expected, own):
            assert any("repeat" in note for note in lone.notes), setting
        total += len(chunks)
    return total


def misplaced_some(run, chunks, expected, own):
    """Tell whether a run without all chunks has a wrong place."""
    kept = [right for one, right in zip(chunks, expected, strict=True) if (own(one) or 0) >= 0]
    return misplaced(run, kept[: len(run)]) > 0 if len(kept) == len(run) else True


if __name__ == "__main__":
    print(compare(sys.argv[1], Path(sys.argv[2]).read_text(encoding="utf-8")))
