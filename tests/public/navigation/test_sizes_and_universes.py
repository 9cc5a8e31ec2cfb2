"""Sizes of parts, parts that could be returned, and the rows over which steps are divided."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

import numpy as np
import pytest
from tests.helpers import grouped_options

import partwise as pw

ARTICLE, SEC1, P1, P2, SEC2 = (
    "/article[1]", "/article[1]/sec[1]", "/article[1]/sec[1]/p[1]", "/article[1]/sec[1]/p[2]",
    "/article[1]/sec[2]",
)  # fmt: skip


@cache
def structure():
    """Made when it is first used: tests are collected without polars."""
    return pw.Structure.from_columns(
        doc=["d"] * 5, parent=[None, 0, 1, 1, 0], tag=["article", "sec", "p", "p", "sec"],
        start=[0, 0, 0, 20, 60], end=[100, 60, 20, 60, 100],
    )  # fmt: skip


def table(cls, rows, **more):
    """Run or judgements of topic t: rows (place, ...) where a place is a name or (start, end)."""
    spans = [place if isinstance(place, tuple) else (None, None) for place in rows]
    columns = {
        "topic": ["t"] * len(rows), "doc": ["d"] * len(rows),
        "element": [place if isinstance(place, str) else None for place in rows],
        "start": [span[0] for span in spans], "end": [span[1] for span in spans],
    }  # fmt: skip
    if cls is pw.Run:
        columns["rank"] = [*range(1, len(rows) + 1)]
    return cls.from_columns(**{**columns, **more})


def value(qrels, run, measure, **options):
    return pw.evaluate(qrels, run, [measure], **grouped_options(**options)).table[0, 0, 0]


# -- sizes that the inventory states ---------------------------------------------------------------

SIZES = {"e1": 100, "e3": 30, "e4": 20}


def sized(measure, sizes=SIZES, qrels=(), run=(), **more):
    listed = {
        "inventory": pw.Inventory.from_columns(
            doc=["d"] * len(sizes), element=[*sizes], size=[*sizes.values()]
        )
    }
    return value(
        table(pw.Qrels, ["e3", "e4"], grade=[1, 1], **dict(qrels)),
        table(pw.Run, ["e1", "e3"], **dict(run)), measure, nav="NoNav", **{**listed, **more},
    )  # fmt: skip


def test_sizes_of_the_inventory():
    # 30 of the 130 characters shown, and of the 50 wanted
    assert sized("SRiP") == pytest.approx(30 / 130)
    assert sized("SRiR") == pytest.approx(30 / 50)
    assert sized("EHits(rel=length)") == pytest.approx(30)
    assert sized("SRiR", run={"size": [100, 30]}) == pytest.approx(0.6)
    assert sized("EHits(rel=length)", {"e1": 100, "e3": 30}, {"size": [30, 0]}) == 30
    assert sized("ERecallBase(rel=length)", {**SIZES, "e4": 0}) == 30


@pytest.mark.parametrize(
    ("sizes", "run", "words"),
    [
        (SIZES, [100, 31], "size of e3 of document d is 31 in one row, 30 in another"),
        (SIZES, [100, 0], "size of e3 of document d is 0 in one row, 30 in another"),
        (SIZES, [0, 30], "size of e1 of document d is 0 in one row, 100 in another"),
        ({**SIZES, "e3": 0}, [100, 30], "size of e3 of document d is 30 in one row, 0 in another"),
        ({**SIZES, "e3": 4000}, [100, 3e1], "is 30 in one row, 4,000 in another"),
    ],
)
def test_two_sizes_of_a_part(sizes, run, words):
    with pytest.raises(pw.PartwiseError, match=words):
        sized("SRiR", sizes, run={"size": run})


def test_two_sizes_in_the_inventory_and_none_at_all():
    twice = pw.Inventory.from_columns(doc=["d"] * 3, element=["e1", "e3", "e3"], size=[9, 30, 29])
    with pytest.raises(pw.PartwiseError, match="size of e3 of document d is 30 in one row, 29 in"):
        sized("SRiR", inventory=twice)
    again = pw.Inventory.from_columns(doc=["d"] * 3, element=["e4", "e3", "e3"], size=[20, 30, 30])
    assert sized("SRiR", inventory=again) == pytest.approx(0.6)
    with pytest.raises(pw.PartwiseError, match=r"needs the size of element e3 .*or a column size"):
        sized("SRiR", inventory=None)


# -- parts that could have been returned -----------------------------------------------------------

PARTS = pw.Inventory.from_columns(doc=["d"] * 4, start=[0, 5, 10, 0], end=[5, 10, 15, 5])
"""Three different parts of d."""


def documents(cls, *names, **more):
    rank = {"rank": [*range(1, len(names) + 1)]} if cls is pw.Run else {"grade": [1] * len(names)}
    return cls.from_columns(topic=["t"] * len(names), doc=[*names], **rank, **more)


@pytest.mark.parametrize(
    ("run", "qrels", "beside", "depth", "n"),
    [
        ([SEC1], [P1], "structure", None, 5),
        ([ARTICLE], [P1], "structure", None, 5),
        # a passage that is no element is added, once
        ([SEC1, (3, 9), (3, 9)], [P1], "structure", None, 6),
        ([SEC1, (3, 9), (3, 9)], [P1], "structure", 1, 5),
        ([SEC1, (60, 100)], [P1], "structure", None, 5),
        # two wanted spans are no parts; the result 0..5 is, and 0..6 is not
        ([(0, 5), (0, 6)], [(2, 4), (11, 13)], "inventory", None, 6),
        ([(0, 5), (0, 6)], [(2, 4), (11, 13)], "inventory", 1, 5),
        ([(2, 4)], [(2, 4)], "inventory", None, 4),
        ([(0, 5)], [(0, 5)], "inventory", None, 3),
    ],
)
def test_number_of_retrievable_parts(run, qrels, beside, depth, n):
    options = {beside: structure() if beside == "structure" else PARTS}
    graded = {"grade": [1] * len(qrels)} if isinstance(qrels[0], str) else {}
    judged, ranked = table(pw.Qrels, qrels, **graded), table(pw.Run, run)
    cutoff = "" if depth is None else f"@{depth}"
    same_n, more, less = (
        value(judged, ranked, f"PRUM(nav=NoNav, r=1, elements={count}){cutoff}", **options)
        if count >= len(qrels) + 1 else np.nan
        for count in (n, n + 1, n - 1)
    )  # fmt: skip
    auto = value(judged, ranked, f"PRUM(nav=NoNav, r=1){cutoff}", **options)

    assert auto == pytest.approx(same_n)
    if any(run[0] == wanted for wanted in qrels):
        return  # the first result hits: what is not ranked plays no part
    assert auto != pytest.approx(more)
    assert auto != pytest.approx(less)


@pytest.mark.parametrize(
    ("options", "depth", "n"),
    [
        # x and y have lengths; w is wanted, z and v are returned
        ({"lengths": {"x": 9, "y": 9}}, None, 5),
        ({"lengths": {"x": 9, "y": 9}}, 2, 4),
        ({"lengths": {"x": 9, "y": 9}}, 1, 4),
        (
            {
                "inventory": pw.Inventory.from_columns(
                    doc=["x", "x", "y", "v"], start=[0, 5, 0, 0], end=[5, 9, 5, 5]
                )
            },
            None, 5,
        ),
    ],
)  # fmt: skip
def test_number_of_retrievable_documents(options, depth, n):
    judged, ranked = documents(pw.Qrels, "x", "w"), documents(pw.Run, "z", "x", "v")
    cutoff = "" if depth is None else f"@{depth}"
    auto = value(judged, ranked, f"PRUM(nav=NoNav, r=2){cutoff}", **options)

    assert auto == pytest.approx(
        value(judged, ranked, f"PRUM(nav=NoNav, r=2, elements={n}){cutoff}", **options)
    )
    assert auto != pytest.approx(
        value(judged, ranked, f"PRUM(nav=NoNav, r=2, elements={n + 1}){cutoff}", **options)
    )


def test_nobody_knows_how_many_parts_there_are():
    spans = table(pw.Qrels, [(0, 5)]), table(pw.Run, [(7, 9)])
    with pytest.raises(pw.UsageError, match="PRUM needs the number of retrievable elements"):
        value(*spans, "PRUM(r=1)")
    with pytest.raises(pw.UsageError, match="lengths"):
        value(documents(pw.Qrels, "x"), documents(pw.Run, "y"), "PRUM(nav=NoNav, r=1)")
    with pytest.raises(pw.UsageError, match="units=inventory needs all parts"):
        value(*spans, "ESRR(units=inventory)")
    with pytest.raises(pw.PartwiseError, match="at least 2, the results and unlisted ideals"):
        value(*spans, "PRUM(nav=NoNav, r=1, elements=1)")


# -- rows over which reach is divided --------------------------------------------------------------


class Table(pw.Navigation):
    """Chances of a table, by places."""

    table: ClassVar[dict] = {}

    def chance(self, x, y):
        """Look up the pairs."""
        pairs = [(x.place(at), y.place(at)) for at in range(len(x))]
        return np.array([float(self.table.get(pair, 0)) for pair in pairs])


def step(chance, run, qrels, normalise="row", **options):
    """Step from the result to the target, of a model that gives reach."""
    model = type("Table", (Table,), {"table": chance, "__doc__": "Chances of a table."})()
    measure = pw.ENearMisses(nav=model, normalise=normalise) @ 1
    return value(
        table(pw.Qrels, qrels, grade=[1] * len(qrels)), table(pw.Run, run), measure, **options
    )


def test_rows_of_names_hold_the_targets_and_the_inventory():
    chance = {("a", "b"): 0.3, ("a", "c"): 0.5, ("a", "x"): 0.2}
    parts = pw.Inventory.from_columns(doc=["d"] * 3, element=["x", "a", "b"])

    assert step(chance, ["a"], ["b"]) == pytest.approx(1)
    assert step(chance, ["a"], ["b"], inventory=parts) == pytest.approx(0.6)
    assert step(chance, ["a"], ["c"], inventory=parts) == pytest.approx(0.5)
    assert step(chance, ["a"], ["b", "c"], inventory=parts) == pytest.approx(0.8)
    # capped rows are divided only where they exceed 1
    assert step(chance, ["a"], ["b"], "cap", inventory=parts) == pytest.approx(0.3)
    large = {pair: 2 * p for pair, p in chance.items() if p < 0.5} | {("a", "c"): 1}
    assert step(large, ["a"], ["b", "c"], "cap", inventory=parts) == pytest.approx(0.8)
    assert step(large, ["a"], ["b"], "none", inventory=parts) == pytest.approx(0.6)


def test_rows_of_elements_hold_the_elements_of_the_document():
    chance = {(SEC1, P1): 0.5, (SEC1, P2): 0.25, (SEC1, ARTICLE): 1.0, (SEC1, SEC2): 0.25}

    assert step(chance, [SEC1], [P1], structure=structure()) == pytest.approx(0.25)
    assert step(chance, [SEC1], [ARTICLE], structure=structure()) == pytest.approx(0.5)
    assert step(chance, [SEC2], [P1], structure=structure()) == 0
    assert step(chance, [SEC1], [P1], "none", structure=structure()) == pytest.approx(0.5)
    # a step to oneself is no part of the row
    own = {**chance, (SEC1, SEC1): 1.0}
    assert step(own, [SEC1], [P1], structure=structure()) == pytest.approx(0.25)


def test_rows_of_passages_hold_the_parts_of_the_document():
    chance = {("0..5", "5..10"): 0.5, ("0..5", "10..15"): 0.25, ("0..5", "0..5"): 0.9}
    chance |= {("0..5", "0..10"): 0.25, ("0..5", "5..15"): 0.25}
    spans = {"units": "judged"}
    model = type("Table", (Table,), {"table": chance, "__doc__": "Chances of a table."})()
    for wanted, expected in (((5, 10), 0.5 / 0.75), ((0, 10), 0.25), ((5, 15), 0.25)):
        measure = pw.ENearMisses(nav=model, normalise="row", hits="exact", **spans) @ 1
        found = value(table(pw.Qrels, [wanted]), table(pw.Run, [(0, 5)]), measure, inventory=PARTS)
        assert found == pytest.approx(expected)


class Across(pw.Navigation):
    """Chances of a table, by documents and places."""

    across = True
    table: ClassVar[dict] = {}

    def chance(self, x, y):
        """Look up the pairs."""
        names = [
            [f"{n.space.document(n.doc[at])}{n.place(at)}" for at in range(len(x))] for n in (x, y)
        ]
        return np.array([float(self.table.get(pair, 0)) for pair in zip(*names, strict=True)])


@pytest.mark.parametrize("normalise", ["row", "cap", "none"])
def test_rows_of_models_across_documents_hold_targets_elsewhere(normalise):
    """Topic t goes on from a of d to b beside it and to c of e; z is a target of another topic."""
    chance = {("da", "db"): 0.4, ("da", "ec"): 0.8, ("da", "fz"): 0.7, ("fz", "ec"): 0.5}
    model = type("Across", (Across,), {"table": chance, "__doc__": "Chances of a table."})()
    qrels = pw.Qrels.from_columns(
        topic=["t", "t", "u", "u"], doc=["d", "e", "f", "e"], element=["b", "c", "z", "c"],
        grade=[1, 1, 1, 1],
    )  # fmt: skip
    run = pw.Run.from_columns(topic=["t", "u"], doc=["d", "f"], element=["a", "z"])
    measure = pw.ENearMisses(nav=model, normalise=normalise) @ 1
    steps = {"row": 1, "cap": 1, "none": 1.2}[normalise]  # .4 and .8 of a row of 1.2
    alone = {"row": 1, "cap": 0.5, "none": 0.5}[normalise]
    assert pw.evaluate(qrels, run, [measure]).table[0, 0].tolist() == pytest.approx([steps, alone])


class First(pw.Navigation):
    """Two models, of which the first is used: it does not say how they are combined."""

    models: ClassVar[tuple] = ()

    @property
    def combined(self):
        """The two models."""
        return self.models


def test_models_that_are_made_of_others():
    tables = [{("a", "b"): 0.25}, {("a", "b"): 0.75, ("a", "c"): 0.5}]
    models = tuple(
        type("Table", (Table,), {"table": chance, "__doc__": "Chances of a table."})()
        for chance in tables
    )
    for some, expected in ((models, 0.25), (models[::-1], 0.75)):
        model = type("First", (First,), {"models": some, "__doc__": "The first of two."})()
        measure = pw.ENearMisses(nav=model, normalise="none") @ 1
        found = value(table(pw.Qrels, ["b"], grade=[1]), table(pw.Run, ["a"]), measure)
        assert found == pytest.approx(expected)
