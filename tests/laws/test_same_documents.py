"""Which document a topic is about changes no value: copies of one document, a topic about each."""

from __future__ import annotations

import numpy as np
import pytest
from tests.laws.instances import VARIANTS

import partwise as pw

DOCS = ("a", "b", "c")
ELEMENTS = (
    # path, parent, start, end; a word has four characters
    ("/article[1]", None, 0, 80), ("/article[1]/sec[1]", 0, 0, 40),
    ("/article[1]/sec[1]/p[1]", 1, 0, 20), ("/article[1]/sec[1]/p[2]", 1, 20, 40),
    ("/article[1]/fig[1]", 0, 40, 40), ("/article[1]/sec[2]", 0, 40, 80),
    ("/article[1]/sec[2]/p[1]", 5, 44, 48),
)  # fmt: skip
PATHS = [path for path, *_ in ELEMENTS]
MODELS = (
    "Hierarchy", "Hierarchy(unit=words)", "Window(before=8, after=8)", "Proximity", "T2I(12)",
    "T2I(12, stop=ideal)", "T2I(12, counts=irrelevant)", "Neighbours", "Reads", "Reads(0.2)",
    "Depth", "Depth(spread=true)", "Steady(Depth)", "Either(Hierarchy, Window(after=9))", "NoNav",
)  # fmt: skip
NAVIGATED = [
    f"{measure}(nav={model})@{cutoff}"
    for measure, cutoff in (("GR", 3), ("EPRUM", 0.5), ("ENearMisses", 3), ("ESRP", 3), ("SRP", 2))
    for model in MODELS
]
NAVIGATED += [f"ENearMisses(nav={model}, normalise=row)@3" for model in MODELS]
WORLDS = {
    "elements": ([1, 3, 0, 6], [2, 1, 5, 6]),
    "root and empty element": ([0, 4, 5], [0, 4, 2]),
    "passages": ([(4, 30), (44, 48), (0, 80)], [(0, 20), (10, 26), (70, 80)]),
    "elements for passages": ([0, 3, 1], [(2, 24), (44, 48)]),
    "passages for elements": ([(0, 80), (4, 30), (40, 44)], [1, 6]),
}
"""Results and what is wanted in each document: elements by number, or spans."""


def structure() -> pw.Structure:
    rows = [(doc, *element) for doc in DOCS for element in ELEMENTS]
    doc, path, parent, start, end = map(list, zip(*rows, strict=True))
    words = {"wstart": [at // 4 for at in start], "wend": [-(-at // 4) for at in end]}
    return pw.Structure.from_columns(
        doc=doc, path=path, parent=parent, start=start, end=end, **words
    )


def columns(places) -> dict[str, object]:
    """Table columns of the same places in each document, with a topic of its own."""
    rows = [(doc, place) for doc in DOCS for place in places]
    spans = [place if isinstance(place, tuple) else (None, None) for _, place in rows]
    return {
        "topic": [f"t{DOCS.index(doc)}" for doc, _ in rows],
        "doc": [doc for doc, _ in rows],
        "element": [PATHS[place] if isinstance(place, int) else None for _, place in rows],
        "start": [start for start, _ in spans],
        "end": [end for _, end in spans],
        "missing": "document",
    }


def view_of(name) -> pw.View:
    returned, wanted = WORLDS[name]
    qrels = pw.Qrels.from_columns(**columns(wanted), grade=[1, 2, 1, 2][: len(wanted)] * 3)
    inventory = columns(range(len(ELEMENTS)))
    del inventory["topic"], inventory["missing"]
    return pw.View.of(
        qrels,
        pw.Run.from_columns(**columns(returned)),
        structure=structure(),
        lengths=pw.Lengths.from_columns(doc=[*DOCS], length=[80] * 3),
        inventory=pw.Inventory.from_columns(**inventory),
    )


@pytest.mark.filterwarnings("ignore::partwise.errors.PartwiseWarning")
@pytest.mark.parametrize("world", WORLDS)
def test_each_document_has_the_same_values(world):
    view = view_of(world)
    done = 0
    for text in [*map(repr, VARIANTS), *NAVIGATED]:
        try:
            values = pw.parse(text).values(view)
        except pw.PartwiseError:  # not of this kind of parts
            continue
        np.testing.assert_allclose(values, values[0], rtol=1e-12, err_msg=text)
        done += 1
    assert done > 300
