"""What the reading view unpacks: a block per topic and per document, in the page or beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from partwise.errors import UsageError
from partwise.messages import plural
from partwise.report.data.blocks import packed, packed_json, topic_blocks
from partwise.report.data.findings import Findings
from partwise.spelling import spelt
from partwise.tables.texts import pieces

Embed = Literal["auto", "all", "none"]

PAGE = 10_000_000
"""Bytes of a page beyond which texts go to files beside it."""

MOST = 50_000_000
"""Bytes of a page in which all texts are wanted."""


@dataclass(frozen=True)
class ReadingView:
    """Blocks of the page and files beside it."""

    docs: list[dict[str, Any]]
    """The documents as the page's data lists them."""
    blocks: list[tuple[str, str]]
    """Name and content of each block."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Content of each file beside the page, by its name in the folder."""


def check_embed(embed: str) -> None:
    """Refuse anything but the known ways of embedding."""
    if embed not in get_args(Embed):
        raise UsageError(f"embed must be auto, all or none, not {embed!r}")


def reading_view(found: Findings, embed: Embed, taken: int) -> ReadingView:
    """Pack topics and documents; `taken` bytes of the page are used by everything else."""
    laid = topic_blocks(found.material, found.kept)
    blocks = [(f"topic-{block['topic']}", packed_json(block)) for block in laid.blocks]
    texts = {} if found.material.texts is None else found.material.texts.documents
    docs = [{**doc, "text": None} if embed == "none" else doc for doc in laid.docs]
    content = {
        at: packed(piece.encode("utf-8", "replace") for piece in pieces(texts[doc["id"]]))
        for at, doc in enumerate(docs)
        if doc["text"] is not None
    }
    size = taken + sum(len(text) for _, text in blocks) + sum(map(len, content.values()))
    beside = _beside(content, size) if embed == "auto" else []
    if embed == "all" and size > MOST:
        held = plural(len(content), "document")
        problem = f"the page with the texts of {held} would have {size:,} bytes, {MOST:,} at most"
        raise UsageError(f"{problem}. {spelt('Use --embed auto')}")
    for at in beside:
        docs[at]["text"] = "file"
    blocks += [(f"doc-{at}", text) for at, text in content.items() if at not in beside]
    files = {f"d-{at}.js": f'pwText({at}, "{content[at]}");\n'.encode() for at in beside}
    return ReadingView(docs, blocks, files)


def _beside(content: dict[int, str], size: int) -> list[int]:
    """Choose the texts, largest first, without which the page is small enough."""
    chosen = []
    for at in sorted(content, key=lambda at: (-len(content[at]), at)):
        if size <= PAGE:
            break
        size -= len(content[at])
        chosen.append(at)
    return sorted(chosen)
