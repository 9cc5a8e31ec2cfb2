"""1,000,000 framework objects to a run, adapter by adapter, in seconds of processor time.

Real classes are large, so DISTINCT objects are made (default: 100,000) and given under as many
topics as it takes. ``--frameworks PYTHON`` names a Python that has the packages; without it the
objects are of the classes that are there, else shaped like them.
Usage: python -m benchmarks.adapters [ITEMS] [ADAPTER...] [--distinct N] [--frameworks PYTHON]
"""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import partwise as pw
from benchmarks.framework_objects import REAL, maker

TURNS, PER_TOPIC = 3, 100
NAMES = ("langchain", "llama_index", "haystack", "chonkie", "chroma", "qdrant", "weaviate",
         "pinecone", "milvus", "results")  # fmt: skip
WRAPPED = {"qdrant": "points", "weaviate": "objects", "pinecone": "matches"}
"""Where responses of stores keep their items."""


def result_lists(make: Callable[[int], Any], items: int, distinct: int) -> dict[str, list[Any]]:
    """Return lists of a hundred items, from a stock of distinct ones."""
    stock = [make(number) for number in range(min(items, distinct))]
    starts = range(0, items, PER_TOPIC)
    return {
        f"q{at}": [stock[(at + n) % len(stock)] for n in range(min(PER_TOPIC, items - at))]
        for at in starts
    }


def chroma(lists: dict[str, list[Any]]) -> Any:
    """Return what Chroma's ``query`` returns."""
    found: dict[str, Any] = {"ids": [], "documents": [], "metadatas": [], "distances": []}
    for some in lists.values():
        found["ids"].append([str(one["id"]) for one in some])
        found["documents"].append([one["text"] for one in some])
        found["metadatas"].append(
            [{"source": one["doc"], "start_index": one["start"]} for one in some]
        )
        found["distances"].append([0.5] * len(some))
    return found


def call(name: str, items: int, distinct: int) -> tuple[Callable[[], Any], str]:
    """Make the objects of a framework; return what is measured, and the class of the objects."""
    make, kind = maker(name)
    lists = result_lists(make, items, distinct)
    build = getattr(pw.Run, f"from_{name}")
    if name in ("chroma", "milvus"):
        topics = list(lists)
        found: Any = chroma(lists) if name == "chroma" else list(lists.values())
        return lambda: build(found, topics=topics), kind
    given: dict[str, Any] = dict(lists)
    if name in WRAPPED:
        given = {topic: SimpleNamespace(**{WRAPPED[name]: some}) for topic, some in lists.items()}
    more = {"doc": pw.const("a")} if name == "chonkie" else {}
    return lambda: build(given, **more), kind


def measure(name: str, items: int, distinct: int) -> None:
    """Print the processor time of an adapter."""
    built, kind = call(name, items, distinct)
    gc.freeze()
    spent = []
    for _ in range(TURNS):
        began = time.process_time()
        run = built()
        spent.append(time.process_time() - began)
        assert len(run) == items
        del run
    turns = " ".join(f"{one:.2f}" for one in spent)
    print(f"{name:12} {items:,} of {kind}: {min(spent):.2f} s at least ({turns})", flush=True)
    del built
    gc.unfreeze()
    gc.collect()


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("words", nargs="*", metavar="ITEMS|ADAPTER")
    words.add_argument("--distinct", type=int, default=100_000)
    words.add_argument("--frameworks", metavar="PYTHON")
    asked = words.parse_args()
    if asked.frameworks:
        root = Path(__file__).resolve().parents[1]
        path = os.pathsep.join([str(root / "src"), str(root)])
        again = [asked.frameworks, "-m", "benchmarks.adapters", *asked.words]
        again += ["--distinct", str(asked.distinct)]
        subprocess.run(again, env={**os.environ, "PYTHONPATH": path}, check=True)
        return
    items = next((int(word) for word in asked.words if word.isdigit()), 1_000_000)
    assert REAL.keys() < set(NAMES)
    for name in [word for word in asked.words if not word.isdigit()] or NAMES:
        measure(name, items, asked.distinct)


if __name__ == "__main__":
    main()
