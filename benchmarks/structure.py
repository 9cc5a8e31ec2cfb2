"""Element trees: how fast documents become structures, and what they cost.

Run ``python benchmarks/structure.py``. Times are seconds of the clock and of processor cores,
start-up and writing included; on a busy machine the second are those to look at.

Limits: XML of 13 MB with 600,000 elements in 5 s, 2,000
small documents a second, HTML of 12 MB in 5 s, 400 bytes an element.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

SMALL = (
    "<article><name>Document {0}</name><body><p>Some <b>text</b> here.</p><section><title>T</title>"
    "<p>More text of document {0}</p><p>and so on</p></section></body></article>"
)
BLOCK = (
    "<div class='c'><h2>Head {0}</h2><p>Some text with <b>bold</b> and <a href='x'>a link &amp; "
    "more</a> and a lot more words in here, so that it is real.<ul><li>one<li>two</ul></div>\n"
)


def big_xml(path: Path) -> int:
    """Write about 13 MB with 600,000 elements; return how many."""
    section = "<sec>" + "<p>some words <i>in it</i> and some more</p>\n" * 10 + "</sec>\n"
    count = -(-600_000 // 21)
    path.write_text("<article>\n" + section * count + "</article>")
    return 21 * count + 1


def big_html(path: Path) -> None:
    pieces, size = ["<!DOCTYPE html><html><body>"], 0
    while size < 12_000_000:
        pieces.append(BLOCK.format(len(pieces)))
        size += len(pieces[-1])
    path.write_text("".join(pieces))


class Cost(NamedTuple):
    """What a command took."""

    wall: float
    cpu: float
    memory: int
    """Greatest memory of any command so far, in bytes."""

    def __str__(self) -> str:
        return f"{self.wall:.2f} s, cpu {self.cpu:.2f} s"


def structured(*words: str) -> Cost:
    """Run ``partwise structure``."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-m", "partwise", "structure", *words, "-q"], check=True)
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - began
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(wall, cpu, after.ru_maxrss * 1024)


def say(what: str, value: str, limit: str) -> None:
    print(f"{what:<46} {value:>22}   {limit}")


def look_ups(table: Path) -> None:
    from partwise.files.documents.read import read_structure
    from partwise.geometry.resolution import Trees
    from partwise.tables.names import Names

    began = time.process_time()
    structure = read_structure(table)
    say("reading and checking the table", f"{time.process_time() - began:.2f} s", "")
    columns = [v for v in vars(structure).values() if isinstance(v, np.ndarray)]
    held = sum(column.nbytes for column in columns) / len(structure)
    say("the table in memory", f"{held:.0f} bytes/element", "at most 400")
    trees = Trees(structure)
    rng = np.random.default_rng(1)
    rows = rng.integers(0, len(structure), 200_000)
    names = Names.of(dict.fromkeys(trees.paths(rows)))
    code = np.array([names.index[path] for path in trees.paths(rows)], np.int32)
    began = time.process_time()
    found = trees.find(np.zeros(rows.size, np.int64), names, code)
    say("200,000 paths to elements", f"{time.process_time() - began:.2f} s", "")
    if not np.array_equal(found, rows):
        sys.exit("paths were not found again")
    start = rng.integers(0, structure.length[0] - 200, 200_000)
    began = time.process_time()
    trees.around(np.zeros(start.size, np.int64), start, start + 50)
    say("200,000 spans to the smallest element around", f"{time.process_time() - began:.2f} s", "")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        empty = folder / "empty.xml"
        empty.write_text("<a/>")
        target = str(folder / "s.parquet")
        start = structured(str(empty), "-o", target)
        say("an empty document (start-up)", str(start), "")
        elements = big_xml(folder / "big.xml")
        size = (folder / "big.xml").stat().st_size
        cost = structured(str(folder / "big.xml"), "-o", target)
        say(f"XML, {size / 1e6:.1f} MB, {elements:,} elements", str(cost), "at most 5 s")
        held = (cost.memory - start.memory) / elements
        say("  greatest memory", f"{held:.0f} bytes/element", "at most 400")
        look_ups(Path(target))
        small = folder / "small"
        small.mkdir()
        for n in range(100_000):
            (small / f"d{n}.xml").write_text(SMALL.format(n))
        cost = structured(str(small), "-o", target)
        say("100,000 small XML documents", str(cost), "")
        say("  on one core", f"{100_000 / cost.cpu:,.0f} /s", "at least 2,000 /s")
        big_html(folder / "big.html")
        size = (folder / "big.html").stat().st_size
        cost = structured(str(folder / "big.html"), "-o", target)
        say(f"HTML, {size / 1e6:.1f} MB", str(cost), "at most 5 s")


if __name__ == "__main__":
    main()
