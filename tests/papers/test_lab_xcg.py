"""The lab on the example of Kazai and Lalmas (2006), section 6: tables I and II, figure 6."""

from __future__ import annotations

import itertools

import numpy as np
import polars as pl
import pytest
from tests.papers.lab import findings, measured, simulated

import partwise as pw

BODY = "/article[1]/bdy[1]"
GRADES = {
    "/article[1]": (3, 1),
    BODY: (3, 1),
    f"{BODY}/sec[4]": (2, 2),
    f"{BODY}/sec[4]/ip1[2]": (2, 3),
    f"{BODY}/sec[4]/p[1]": (2, 3),
    f"{BODY}/sec[4]/p[2]": (1, 2),
    f"{BODY}/sec[6]": (3, 3),
    f"{BODY}/sec[6]/ip1[2]": (2, 3),
    f"{BODY}/sec[6]/p[1]": (2, 3),
    f"{BODY}/sec[6]/p[2]": (2, 3),
}
TABLE_ONE = {
    "full": [
        "sec[6]", "sec[4]/ip1[2]", "sec[4]/p[1]", "sec[6]/ip1[2]", "sec[6]/p[1]", "sec[6]/p[2]",
        "sec[4]", "", "bdy[1]", "sec[4]/p[2]",
    ],
    "ideal": ["sec[6]", "sec[4]"],
    "reversed-ideal": ["sec[4]", "sec[6]"],
    "leaves": [
        "sec[6]/ip1[2]", "sec[6]/p[1]", "sec[6]/p[2]", "sec[4]/ip1[2]", "sec[4]/p[1]",
        "sec[4]/p[2]",
    ],
}  # fmt: skip
TABLE_TWO = {
    "nxCG@1": (1, 1, 0.5, 0.9),
    "nxCG@2": (1, 1, 1, 0.6667),
    "nxCG@3": (1, 1, 1, 0.6667),
    "nxCG@4": (1, 1, 1, 1),
    "iAep(interpolation=inex2005)": (1, 1, 0.6991, 0.7320),
    "Aep": (1, 1, 0.75, 0.6333),
    "Q": (1, 1, 0.875, 0.8751),
    "Rmeasure": (1, 1, 1, 0.8571),
}
INSERTED = ["Aep", "iAep", "Q", "Rmeasure", "ep@0.1", "ep@1.0", "AnxCG@1500"]


FILES = ("qrels.tsv", "--structure", "structure.tsv")


def write(file, /, **columns):
    pl.DataFrame(columns).write_csv(file, separator="\t")


@pytest.fixture(scope="module")
def topic_163(tmp_path_factory):
    """Folder with the article of figure 3, of paragraphs of ten words, and one not relevant."""
    folder = tmp_path_factory.mktemp("163")
    paths, parents, starts, ends = [], [], [], []

    def add(path, parent, start, end):
        paths.append(path)
        parents.append(parent)
        starts.append(start)
        ends.append(end)
        return len(paths) - 1

    root = add("/article[1]", None, 0, 120)
    body = add(BODY, root, 0, 120)
    for number in range(1, 7):
        first = {1: 0, 2: 10, 3: 20, 4: 30, 5: 70, 6: 80}[number]
        width = {1: 10, 2: 10, 3: 10, 4: 40, 5: 10, 6: 40}[number]
        section = add(f"{BODY}/sec[{number}]", body, first, first + width)
        if number in (4, 6):
            for at, child in enumerate(("ip1[1]", "ip1[2]", "p[1]", "p[2]")):
                add(f"{BODY}/sec[{number}]/{child}", section, first + 10 * at, first + 10 * at + 10)
    size = len(paths)
    other = ["/article[1]", *(f"/article[1]/p[{i + 1}]" for i in range(20))]
    write(
        folder / "structure.tsv",
        doc=["r7022"] * size + ["other"] * 21,
        path=paths + other,
        parent=[*parents, None, *[0] * 20],
        start=[*starts, 0, *(10 * i for i in range(20))],
        end=[*ends, 200, *(10 * i + 10 for i in range(20))],
    )
    write(
        folder / "qrels.tsv",
        topic=["163"] * len(GRADES),
        doc=["r7022"] * len(GRADES),
        element=list(GRADES),
        e=[e for e, _ in GRADES.values()],
        s=[s for _, s in GRADES.values()],
    )
    return folder


def short(path):
    return path.removeprefix("/article[1]").removeprefix("/bdy[1]/").removeprefix("/")


def test_table_one(topic_163):
    made = simulated(topic_163, *FILES)

    for name, expected in TABLE_ONE.items():
        assert list(map(short, made[name].to_frame().sort("rank")["element"])) == expected


def test_table_two(topic_163):
    made = simulated(topic_163, *FILES)
    names = ("ideal", "full", "reversed-ideal", "leaves")
    runs, trees = [made[name] for name in names], topic_163 / "structure.tsv"
    results = pw.evaluate(topic_163 / "qrels.tsv", runs, list(TABLE_TWO), structure=trees)

    for measure, expected in TABLE_TWO.items():
        means = [results.mean(name, measure) for name in names]
        assert means == pytest.approx(expected, abs=5.1e-5)


def test_figure_six(topic_163):
    points = findings(topic_163, "fidelity", *FILES, *measured(*INSERTED))["insertions"]
    value = {(p["measure"], p["where"], p["count"]): p["mean"] for p in points}
    counts = sorted({p["count"] for p in points})

    assert counts == [0, 1, 2, 3, 4, 5, 10, 50, 100, 500, 1000]
    # between ranks 1 and 2: the first hit is still first, and R looks at two ranks only
    assert all(value["ep@0.1", "between", n] == 1 for n in counts)
    assert all(
        value["Rmeasure", "between", n] == pytest.approx(0.5714, abs=1e-4) for n in counts[1:]
    )
    # the first hit moves from rank 1 to rank 2: falls of 30 % and 48 %, and 24.1 % for Q
    # (the paper says 25 %)
    for measure, fall in (("Aep", 0.30), ("iAep", 0.48), ("Q", 0.241)):
        before, between = value[measure, "before", 1], value[measure, "between", 1]
        assert 1 - before / between == pytest.approx(fall, abs=0.005)
    # scores never rise when more is inserted
    for measure in INSERTED:
        for where in ("between", "before"):
            falling = [value[measure, where, n] for n in counts]
            assert all(a >= b - 1e-12 for a, b in itertools.pairwise(falling))


def test_numbers_of_comparisons(tmp_path):
    """Section 6.2: 5 of 34 topics judged twice, 69 runs, of which the best three quarters swap."""
    rng = np.random.default_rng(0)
    topics = [f"t{t}" for t in range(34) for _ in range(2 if t < 5 else 1)]
    judges = [f"a{a}" for t in range(34) for a in range(2 if t < 5 else 1)]
    start = rng.integers(0, 900, len(topics))
    docs, ends = {"doc": ["d"] * 39}, {"start": start, "end": start + 100}
    write(tmp_path / "qrels.tsv", topic=topics, **docs, **ends, assessor=judges)
    names = [f"t{t}" for t in range(34)]
    files = [f"r{r}.tsv" for r in range(69)]
    for file in files:
        start = rng.integers(0, 900, 34)
        write(tmp_path / file, topic=names, doc=["d"] * 34, start=start, end=start + 90)

    words = ("--official", "first", "--top", 0.75, "--resamples", 1, "-m", "CharP")
    report = findings(tmp_path, "reliability", "qrels.tsv", *files, *words)

    assert report["variants"] == 2**5
    assert [row["variants"] for row in report["tau"]] == [31]  # "the other 31 test sets"
    assert report["variants"] * 69 * 68 // 2 == 75_072
    swaps = pl.DataFrame(report["swaps"]).group_by("size", maintain_order=True)
    by_size = swaps.agg(pl.col("pairs").sum(), bins=pl.len())
    assert by_size["size"].to_list() == list(range(1, 18))
    assert by_size["bins"].to_list() == [23] * 17
    assert by_size["pairs"].to_list() == [51 * 50 * 100 // 2] * 17 == [127_500] * 17
