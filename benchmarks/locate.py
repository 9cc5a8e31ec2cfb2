"""Locating 10,000 damaged quotes of 300 characters in 10 million characters, no document given.

Compared with `str.find` of the same quotes over the same texts in the same process, which finds
only what is not damaged. Usage: python -m benchmarks.locate [FOLDER WITH corpora/*.md]
"""

from __future__ import annotations

import os
import random
import re
import resource
import sys
import time
from pathlib import Path

from tests.texts import damages

QUOTES, LENGTH, CHARACTERS, PAGE = 10_000, 300, 10_000_000, 2_000


def texts_of(folder: Path) -> dict[str, str]:
    """Texts of about `CHARACTERS`: the corpora, then copies whose words have changed places."""
    found = {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.md"))}
    if not found:
        raise SystemExit(f"{folder}: no *.md; name a folder with texts")
    originals, copy = list(found.items()), 0
    while sum(map(len, found.values())) < CHARACTERS:
        copy += 1
        for name, text in originals:
            words = sorted(set(re.findall(r"[^\W\d_]{3,}", text)))
            random.Random(f"{name} {copy}").shuffle(words)
            number = {word: i for i, word in enumerate(words)}

            def other(match: re.Match[str], words=words, number=number) -> str:
                # another word for each page, so that repeated pages differ
                return words[(number[match[0]] + match.start() // PAGE + 1) % len(words)]

            found[f"{name}-{copy}"] = re.sub(r"[^\W\d_]{3,}", other, text)
    return found


def quotes_of(texts: dict[str, str]) -> list[tuple[str, int, str]]:
    """Quotes with one damage each: document, start, text."""
    rng = random.Random(11)
    ways = [*damages.HARMLESS.values(), damages.ocr(0.01), damages.ocr(0.03), damages.mixed]
    names = list(texts)
    weights = [len(text) for text in texts.values()]
    found = []
    for number in range(QUOTES):
        (name,) = rng.choices(names, weights)
        start = rng.randrange(len(texts[name]) - LENGTH)
        text = texts[name][start : start + LENGTH]
        found.append((name, start, ways[number % len(ways)](text, rng)))
    return found


def main() -> None:
    data = Path(os.environ.get("PARTWISE_TEST_DATA", "../shared/data"))
    folder = Path(sys.argv[1]) if sys.argv[1:] else data / "chunking_evaluation" / "corpora"
    texts = texts_of(folder)
    quotes = quotes_of(texts)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    from partwise.texts.locate import locate

    began = time.process_time()
    found = locate([{"topic": "q", "text": text} for _, _, text in quotes], texts)
    ours = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    good = elsewhere = placed = 0
    for (name, start, _), row in zip(quotes, found.table.iter_rows(named=True), strict=True):
        if row["start"] is None:
            continue
        placed += 1
        shared = min(row["end"], start + LENGTH) - max(row["start"], start)
        union = max(row["end"], start + LENGTH) - min(row["start"], start)
        near = row["doc"] == name and shared > 0
        elsewhere += not near
        good += near and shared / union >= 0.9
    began = time.process_time()
    hits = sum(any(text.find(quote) >= 0 for text in texts.values()) for _, _, quote in quotes)
    theirs = time.process_time() - began
    print(f"{sum(map(len, texts.values())):,} characters in {len(texts)} texts; {found.summary}")
    unambiguous = QUOTES - found.counts["ambiguous"]
    print(
        f"within IoU 0.9: {good:,} of {unambiguous:,}; elsewhere: {elsewhere}; placed: {placed:,}"
    )
    print(f"locate {ours:.1f} s, str.find {theirs:.1f} s ({hits:,} found): {ours / theirs:.2f}")
    print(f"peak {peak // 1024} MB ({before // 1024} MB with the texts alone)")


if __name__ == "__main__":
    main()
