"""Readers who enter and read on, character by character, against readers that are written here."""

from __future__ import annotations

import itertools
import random

import pytest
from tests.helpers import grouped_options

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore:.*none of its")
LENGTH = 14


def reader(n, counts, stop, ideals, enter):
    """Ideals of a document that a reader who enters at a character gets to."""
    seen, spent = set(), 0
    relevant = {at for low, high in ideals for at in range(low, high)}
    for at in range(enter, LENGTH + 1):
        here = {(a, b) for a, b in ideals if a == at or (at == enter and a < at < b)}
        seen |= here
        if here and stop == "ideal":
            return seen
        spent += counts == "all" or at not in relevant
        if spent > n:
            return seen
    return seen


def spans(draw, most):
    """Spans of a document, each once and none of them empty."""
    able = [(a, b) for a in range(LENGTH) for b in range(a + 1, min(a + 5, LENGTH) + 1)]
    return sorted(draw.sample(able, draw.randint(1, most)))


@pytest.mark.parametrize("counts", ["all", "irrelevant"])
@pytest.mark.parametrize("stop", ["never", "ideal"])
@pytest.mark.parametrize("n", [0, 1, 3])
def test_readers_with_a_tolerance_to_irrelevance(counts, stop, n):
    draw = random.Random(f"{counts} {stop} {n}")
    qrels, run, expected = [], [], []
    for topic in range(60):
        # documents that only some topics have, in an order of which topics take some
        ideals = {doc: spans(draw, 3) for doc in draw.sample("abcd", draw.randint(1, 3))}
        results = [(draw.choice("abcde"), draw.randrange(LENGTH)) for _ in range(2)]
        name = f"{topic:03d}"
        qrels += [(name, doc, *span) for doc, some in ideals.items() for span in some]
        run += [(name, doc, at, at + 1, rank) for rank, (doc, at) in enumerate(results, 1)]
        seen = {
            (doc, ideal)
            for doc, at in results
            for ideal in reader(n, counts, stop, ideals.get(doc, []), at)
        }
        expected.append(len(seen) / sum(map(len, ideals.values())))
    columns = ("topic", "doc", "start", "end", "rank")
    rows = [dict(zip(columns, zip(*table, strict=True), strict=False)) for table in (qrels, run)]
    elements = [f"/a[1]/p[{number}]" for number, _ in enumerate(qrels, 1)]

    values = pw.evaluate(
        pw.Qrels.from_columns(
            **{key: list(column) for key, column in rows[0].items()},
            element=elements,
            grade=[1] * len(qrels),
        ),
        pw.Run.from_columns(**{key: list(column) for key, column in rows[1].items()}),
        [f"GR(nav=T2I({n}, counts={counts}, stop={stop}))@2"],
    )
    assert values.table[0, 0].tolist() == pytest.approx(expected)


@pytest.mark.parametrize("option", ["counts=irrelevant", "stop=ideal"])
def test_measures_without_ideals_do_not_take_readers_who_look_for_them(option):
    qrels = pw.Qrels.from_columns(
        topic=["t"], doc=["d"], element=["/a[1]"], start=[3], end=[5], grade=[1]
    )
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[0], end=[2])

    with pytest.raises(pw.PartwiseError, match="only PRUM, EPRUM and GR have them"):
        pw.evaluate(qrels, run, [f"ENearMisses(nav=T2I(3, {option}))@1"])


# -- elements by kind ------------------------------------------------------------------------------

STEPS = ("/a[1]", "/s[1]", "/t[1]", "/u[1]", "/v[1]")
PATHS = ["".join(STEPS[:depth]) for depth in range(1, 6)]


def steps_between(model, paths, *, structure=None):
    """Chance of the next step from each element to each other one."""
    pairs = list(itertools.permutations(paths, 2))
    topics = [f"{number:03d}" for number, _ in enumerate(pairs)]
    qrels = pw.Qrels.from_columns(
        topic=topics, doc=["d"] * len(pairs), element=[y for _, y in pairs], grade=[1] * len(pairs)
    )
    run = pw.Run.from_columns(topic=topics, doc=["d"] * len(pairs), element=[x for x, _ in pairs])
    options = {} if structure is None else {"structure": structure}
    values = pw.evaluate(
        qrels, run, [f"ENearMisses(nav={model})@1"], **grouped_options(**options)
    ).table[0, 0]
    return dict(zip(pairs, values.tolist(), strict=True))


def chain(depth):
    """Element trees: one chain of elements, with a second document that is deeper."""
    return pw.Structure.from_columns(
        doc=["d"] * depth + ["e"] * 5,
        parent=[None, *range(depth - 1), None, *range(4)],
        tag=[step[1] for step in STEPS[:depth]] + list("astuv"),
        start=[0] * (depth + 5),
        end=[*range(90, 90 - depth, -1), *range(90, 85, -1)],
    )


@pytest.mark.parametrize("with_structure", [False, True])
@pytest.mark.parametrize("depth", [2, 3, 4, 5])
def test_steps_between_depths(tmp_path, with_structure, depth):
    (tmp_path / "r.tsv").write_text(
        "\n".join("\t".join(("d", PATHS[0], PATHS[1], PATHS[0])) for _ in range(3)) + "\n"
        f"d\t{PATHS[1]}\t{PATHS[1]}\n"
    )
    structure = chain(depth) if with_structure else None
    model = f"Summary('{tmp_path / 'r.tsv'}', partition=depth)"
    found = steps_between(model, PATHS[:depth], structure=structure)

    observed = {(0, 1): 1.0, (1, 0): 1.0}
    for (x, y), value in found.items():
        assert value == observed.get((PATHS.index(x), PATHS.index(y)), 0.0)


@pytest.mark.parametrize("with_structure", [False, True])
def test_steps_weighted_by_depth(with_structure):
    structure = chain(5) if with_structure else None
    weight = [1, 1 / 2, 1 / 3, 1 / 4, 1 / 4]
    found = steps_between("Depth(by=depth)", PATHS, structure=structure)
    for (_, y), value in found.items():
        assert value == pytest.approx(weight[PATHS.index(y)] / sum(weight[:4]))
    depths = "Depth(by=depth, depths={article: 0.5, extra: 2})"
    for (_, y), value in steps_between(depths, PATHS, structure=structure).items():
        share = [2, *weight[1:]][PATHS.index(y)] / (2 + sum(weight[1:4]) + 0.5)
        assert value == pytest.approx(share)
    tags = "Depth(tags={a: article, t: ss1, v: section}, by=tag)"
    by_tag = {"a": 1, "s": 1 / 4, "t": 1 / 3, "u": 1 / 4, "v": 1 / 2}
    for (_, y), value in steps_between(tags, PATHS, structure=structure).items():
        assert value == pytest.approx(by_tag[y[-4]] / sum(weight[:4]))


# -- elements around and inside --------------------------------------------------------------------

TREE = {
    "/a[1]": (0, 100), "/a[1]/s[1]": (0, 60), "/a[1]/s[1]/p[1]": (0, 20),
    "/a[1]/s[1]/p[2]": (20, 60), "/a[1]/s[1]/p[3]": (60, 60), "/a[1]/s[2]": (60, 100),
}  # fmt: skip


def test_steps_up_and_down_a_tree():
    paths = list(TREE)
    structure = pw.Structure.from_columns(
        doc=["c"] * 3 + ["d"] * 6,
        parent=[None, 0, 0, None, 0, 1, 1, 1, 0],
        tag=list("axx") + list("asppps"),
        start=[0, 0, 5, *(low for low, _ in TREE.values())],
        end=[9, 5, 9, *(high for _, high in TREE.values())],
    )
    found = steps_between("Hierarchy", paths, structure=structure)

    def near(x, y):
        (a, b), (c, d) = TREE[x], TREE[y]
        related = x.startswith(f"{y}/") or y.startswith(f"{x}/")
        return min(b - a, d - c) / max(b - a, d - c, 1) if related else 0.0

    for (x, y), value in found.items():
        total = sum(near(x, other) for other in paths if other != x)
        assert value == pytest.approx(near(x, y) / total if total else 0.0)
