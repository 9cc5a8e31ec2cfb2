"""What the tests of document parsers share."""

from __future__ import annotations

from partwise.files.documents.builder import Limits, TreeRows


def grown(parser, data, **limits):
    """Parse one document; return its structure and text."""
    content = data if isinstance(data, bytes) else data.encode()
    forest = TreeRows()
    text = parser.parse(content, "doc", forest, Limits(**limits), keep=True)
    forest.finish("doc", text)
    return forest.structure(), text


def shown(structure, text):
    """Path and text of every element."""
    paths = structure.to_frame()["path"].to_list()
    spans = zip(structure.start.tolist(), structure.end.tolist(), strict=True)
    return {path: text[a:b] for path, (a, b) in zip(paths, spans, strict=True)}


def linked(parser, data):
    """Parse one document; return its links, the paths of its elements and its text."""
    forest = TreeRows(links=True)
    text = parser.parse(data.encode(), "doc", forest, Limits(), keep=True)
    forest.finish("doc", text)
    (page,) = forest.pages
    return page, forest.structure().to_frame()["path"].to_list(), text
