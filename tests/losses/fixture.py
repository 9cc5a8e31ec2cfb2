"""The worked example: documents A to D, an inventory of eight chunks, a run, its candidates."""

from __future__ import annotations

from partwise.tables.lengths import Inventory
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

LENGTHS = {"A": 100, "B": 50, "C": 80, "D": 40}


def qrels(**more):
    return Qrels.from_columns(
        topic=["t"] * 4,
        doc=["A", "A", "B", "D"],
        start=[10, 60, 0, 5],
        end=[30, 70, 50, 10],
        length=[100, 100, 50, 40],
        **more,
    )


def places(text: str) -> dict[str, list]:
    found = [part.replace(")", "").replace("[", ",").split(",") for part in text.split(" ")]
    return {
        "doc": [doc for doc, _, _ in found],
        "start": [int(start) for _, start, _ in found],
        "end": [int(end) for _, _, end in found],
    }


CHUNKS = "A[0,40) A[30,65) A[60,100) B[0,20) B[15,35) B[30,48) C[0,40) C[30,80)"
RETURNED = "A[0,40) C[0,40) B[15,35) A[30,65) B[0,20)"


def inventory(**more):
    return Inventory.from_columns(**places(CHUNKS), **more)


def run(text: str = RETURNED, name: str = "run", **more):
    found = places(text)
    n = len(found["doc"])
    return Run.from_columns(topic=["t"] * n, **found, rank=list(range(1, n + 1)), name=name, **more)


def candidates():
    return run(f"{RETURNED} C[30,80)", "candidates")
