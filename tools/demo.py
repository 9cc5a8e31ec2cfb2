"""Judged spans, cuttings and runs of the demo, made from its texts and questions.

    python tools/demo.py [FOLDER]

Everything but ``texts``, ``topics.toml`` and ``README.md`` of the collection is made here. A plain
BM25 stands for the retriever; what differs between the five runs is how the texts are cut, and
what is returned for a match. Judged spans are places in the texts, so they outlive every cutting.
"""

from __future__ import annotations

import math
import re
import sys
import tomllib
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

COLLECTION = Path(__file__).resolve().parent.parent / "src/partwise/cli/demo/collection"
RETURNED = 15
"""Parts of a run in each topic."""

Part = tuple[str, int, int]
Texts = dict[str, str]
Cut = Callable[[str], list[tuple[int, int]]]


def windows(size: int, step: int) -> Cut:
    """Cut a window of `size` characters every `step`, wherever that falls."""

    def cut(text: str) -> list[tuple[int, int]]:
        starts = range(0, max(1, len(text) - size + step), step)
        return [(start, min(start + size, len(text))) for start in starts]

    return cut


def split_before(pattern: str) -> Cut:
    """Cut before every match of a pattern."""

    def cut(text: str) -> list[tuple[int, int]]:
        places = [found.start() for found in re.finditer(pattern, text)]
        ends = sorted({0, *places, len(text)})
        return list(pairwise(ends))

    return cut


def blocks(least: int) -> Cut:
    """Join sections until each piece has at least `least` characters."""

    def cut(text: str) -> list[tuple[int, int]]:
        joined: list[tuple[int, int]] = []
        for start, end in SECTIONS(text):
            if joined and joined[-1][1] - joined[-1][0] < least:
                joined[-1] = (joined[-1][0], end)
            else:
                joined.append((start, end))
        return joined

    return cut


SECTIONS = split_before(r"(?m)^#")
SENTENCES = split_before(r"(?<=[.:?]) (?=[A-Z])|(?<=\n\n)")
CUTTINGS: dict[str, tuple[Cut, Cut]] = {
    # what is matched, and what is returned for it
    "fixed": (windows(600, 600), windows(600, 600)),
    "overlap": (windows(600, 300), windows(600, 300)),
    "sections": (SECTIONS, SECTIONS),
    "small-to-big": (SENTENCES, blocks(1200)),
    "whole": (lambda text: [(0, len(text))], lambda text: [(0, len(text))]),
}


class Index:
    """BM25 over pieces of text (k1 = 1.2, b = 0.75)."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self.bags = [Counter(words(piece)) for piece in pieces]
        self.sizes = [bag.total() for bag in self.bags]
        self.mean = sum(self.sizes) / len(self.sizes)
        self.containing = Counter(word for bag in self.bags for word in bag)

    def scores(self, query: str) -> list[float]:
        """Return the score of every piece."""
        scores, n = [0.0] * len(self.bags), len(self.bags)
        for word in words(query):
            having = self.containing[word]
            weight = math.log(1 + (n - having + 0.5) / (having + 0.5))
            for i, bag in enumerate(self.bags):
                if bag[word]:
                    norm = 0.25 + 0.75 * self.sizes[i] / self.mean
                    scores[i] += weight * bag[word] * 2.2 / (bag[word] + 1.2 * norm)
        return scores


def words(text: str) -> list[str]:
    """Split into lower-case words, plurals without their s."""
    found = re.findall(r"[a-z0-9]+", text.lower())
    return [word[:-1] if len(word) > 3 and word.endswith("s") else word for word in found]


def cut_all(texts: Texts, cut: Cut) -> list[Part]:
    """Cut every text."""
    return [(doc, *place) for doc, text in texts.items() for place in cut(text)]


def retrieve(texts: Texts, matched: Cut, returned: Cut, questions: dict[str, str]) -> list[str]:
    """Return the lines of a run: the best pieces, each as the part that holds its beginning."""
    pieces, parts = cut_all(texts, matched), cut_all(texts, returned)
    index = Index(texts[doc][start:end] for doc, start, end in pieces)
    lines = []
    for topic, question in questions.items():
        scores = index.scores(question)
        best: dict[Part, float] = {}
        for i in sorted(range(len(pieces)), key=lambda i: (-scores[i], pieces[i])):
            doc, start, _ = pieces[i]
            part = parts[bisect_right(parts, (doc, start, sys.maxsize)) - 1]
            if scores[i] > 0 and len(best) < RETURNED:
                best.setdefault(part, scores[i])
        lines += [tsv(topic, *part, f"{score:.4f}") for part, score in best.items()]
    return lines


def tsv(*cells: object) -> str:
    """Return a line of a table."""
    return "\t".join(map(str, cells)) + "\n"


def find(texts: Texts, doc: str, quote: str) -> tuple[int, int]:
    """Return where a quote stands, which must be in one place only."""
    first, _, last = quote.partition(" ... ")
    text = texts[doc]
    if text.count(first) != 1:
        raise SystemExit(f"{doc}: {text.count(first)} places for {first!r}")
    start = text.index(first)
    end = start + len(first) if not last else text.find(last, start) + len(last)
    if end <= start or "\n#" in text[start:end]:
        raise SystemExit(f"{doc}: {first!r} is not followed by {last!r} in its section")
    return start, end


class Xml:
    """A Markdown text as XML, with the place of each of its characters in the XML's text."""

    def __init__(self, doc: str, text: str) -> None:
        self.pieces = [f'<?xml version="1.0" encoding="UTF-8"?>\n<article id="{doc}">']
        self.text = ""
        self.starts: list[int] = []  # in the Markdown text, and for each the place here
        self.places: list[int] = []
        self.elements: list[tuple[str, int, int]] = []
        self.open: list[tuple[str, int, Counter[str]]] = [("/article[1]", 0, Counter())]
        at = 0
        for line in text.splitlines(keepends=True):
            self.line(at, line.rstrip("\n"))
            at += len(line)
        self.down_to(0)
        self.pieces.append("</article>\n")

    def line(self, at: int, line: str) -> None:
        """Add a heading or a paragraph."""
        marks = len(line) - len(line.lstrip("#"))
        if marks:
            self.down_to(max(1, marks - 1))
            if marks > 1:
                self.begin("sec")
        if line:
            self.leaf("title" if marks else "p", at + (marks and marks + 1), line.lstrip("# "))

    def leaf(self, tag: str, at: int, text: str) -> None:
        """Add an element with text."""
        self.begin(tag)
        self.starts.append(at)
        self.places.append(len(self.text))
        self.say(text, escape(text))
        self.end(tag)

    def begin(self, tag: str) -> None:
        """Open an element."""
        path, _, seen = self.open[-1]
        seen[tag] += 1
        self.say("\n", f"\n<{tag}>")
        self.open.append((f"{path}/{tag}[{seen[tag]}]", len(self.text), Counter()))

    def end(self, tag: str) -> None:
        """Close the last element."""
        path, start, _ = self.open.pop()
        self.elements.append((path, start, len(self.text)))
        self.pieces.append(f"</{tag}>")

    def say(self, text: str, markup: str) -> None:
        """Add text as it is written."""
        self.text += text
        self.pieces.append(markup)

    def down_to(self, depth: int) -> None:
        """Close sections until `depth` elements are open."""
        while len(self.open) > max(1, depth):
            self.end("sec")
        if depth == 0:
            path, start, _ = self.open.pop()
            self.elements.append((path, start, len(self.text)))

    def place(self, at: int) -> int:
        """Return the place of a character of the Markdown text."""
        line = max(0, bisect_right(self.starts, at) - 1)
        return self.places[line] + max(0, at - self.starts[line])


def judgements(texts: Texts, topics: Sequence[dict[str, Any]], who: str) -> list[tuple[Any, ...]]:
    """Return topic, document, span, entry, group and alternative of every quote."""
    rows: list[tuple[Any, ...]] = []
    for topic in topics:
        entries: dict[str, int] = {}
        for row in topic.get(who, ()):
            place = find(texts, row["doc"], row["quote"])
            start = find(texts, row["doc"], row["entry"])[0] if "entry" in row else place[0]
            entry = entries.setdefault(row["doc"], start)
            evidence = (row.get("group", ""), row.get("alternative", ""))
            rows.append((topic["id"], row["doc"], *place, entry, *evidence))
    return rows


def made(texts: Texts, topics: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Return the content of every file that this script makes."""
    questions = {topic["id"]: topic["question"] for topic in topics}
    first, second = (judgements(texts, topics, who) for who in ("answers", "second"))
    head = "topic\tdoc\tstart\tend\tbep\tgroup\talternative\tlength\n"
    kinds = (tsv(topic["id"], topic["question"], topic["kind"]) for topic in topics)
    both = [(*row[:4], "first") for row in first] + [(*row[:4], "second") for row in second]
    files = {
        "topics.tsv": "topic\ttext\tkind\n" + "".join(kinds),
        "qrels.tsv": head + "".join(tsv(*row, len(texts[row[1]])) for row in first),
        "assessors.tsv": "topic\tdoc\tstart\tend\tassessor\n" + "".join(tsv(*r) for r in both),
    }
    for name, (matched, returned) in CUTTINGS.items():
        parts = "".join(tsv(*part) for part in cut_all(texts, returned))
        files[f"inventories/{name}.tsv"] = "doc\tstart\tend\n" + parts
        lines = retrieve(texts, matched, returned, questions)
        files[f"runs/{name}.tsv"] = "topic\tdoc\tstart\tend\tscore\n" + "".join(lines)
    return files | in_xml(texts, first, questions)


def in_xml(
    texts: Texts, judged: Sequence[tuple[Any, ...]], questions: dict[str, str]
) -> dict[str, str]:
    """Return the texts as XML, the judged spans in them, and a run of their elements."""
    trees = {doc: Xml(doc, text) for doc, text in texts.items()}
    files = {f"xml/{doc}.xml": "".join(tree.pieces) for doc, tree in trees.items()}
    lines = []
    for topic, doc, start, end, entry, *_ in judged:
        place = trees[doc].place
        lines.append(tsv(topic, doc, place(start), place(end - 1) + 1, place(entry)))
    files["qrels-xml.tsv"] = "topic\tdoc\tstart\tend\tbep\n" + "".join(lines)
    named = [(doc, *element) for doc, tree in trees.items() for element in tree.elements]
    index = Index(trees[doc].text[start:end] for doc, _, start, end in named)
    run = []
    for topic, question in questions.items():
        scores = index.scores(question)
        best = sorted(range(len(named)), key=lambda i: (-scores[i], named[i]))[:RETURNED]
        run += [tsv(topic, *named[i][:2], f"{scores[i]:.4f}") for i in best if scores[i] > 0]
    files["elements.tsv"] = "topic\tdoc\telement\tscore\n" + "".join(run)
    return files


def main(target: Path = COLLECTION) -> None:
    """Write all files."""
    texts = {p.stem: p.read_bytes().decode("utf-8") for p in sorted(COLLECTION.glob("texts/*.md"))}
    topics = tomllib.loads((COLLECTION / "topics.toml").read_text(encoding="utf-8"))["topic"]
    for name, content in made(texts, topics).items():
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode())


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
