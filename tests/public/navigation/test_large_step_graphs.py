"""Chances of ever reaching a document by random steps, on graphs of every shape and size.

The reference solves ``h = P h, h[goal] = 1`` as a dense linear system for each goal. Graphs of
more than 128 states, of bands, trees, closed groups, and walks that hardly ever end are solved
in other ways inside; all have to agree.
"""

from __future__ import annotations

import numpy as np
import pytest
from tests.helpers import only_solver

import partwise as pw

RANDOM = np.random.default_rng(20)


def _scaled(steps: np.ndarray, total: float) -> np.ndarray:
    """Rows that add up to `total`; a step to itself would mean leaving for good."""
    np.fill_diagonal(steps, 0)
    sums = steps.sum(axis=1, keepdims=True)
    return np.divide(steps * total, sums, out=np.zeros_like(steps), where=sums > 0)


def sparse(n: int, total: float, degree: int = 3) -> np.ndarray:
    steps = np.zeros((n, n))
    for row in range(n):
        steps[row, RANDOM.choice(n, degree, replace=False)] = RANDOM.random(degree) + 0.1
    return _scaled(steps, total)


def band(n: int, total: float) -> np.ndarray:
    """Steps to the two neighbours on each side."""
    apart = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    return _scaled(np.where((apart > 0) & (apart <= 2), RANDOM.random((n, n)) + 0.1, 0), total)


def tree(n: int, total: float) -> np.ndarray:
    """Steps between parents and children of a random tree."""
    steps = np.zeros((n, n))
    for child in range(1, n):
        parent = RANDOM.integers(max(0, child - 4), child)
        steps[parent, child], steps[child, parent] = RANDOM.random(2) + 0.2
    return _scaled(steps, total)


def with_closed_group(n: int) -> np.ndarray:
    """Two groups that nobody leaves, and states from which either is reached."""
    steps = sparse(n, 1.0)
    steps[: n // 5] = 0
    steps[: n // 5, : n // 5] = _scaled(RANDOM.random((n // 5, n // 5)), 1.0)
    steps[n // 5 : n // 4] = 0
    group = np.arange(n // 5, n // 4)
    steps[group, np.roll(group, 1)] = 1.0
    return steps


GRAPHS = {
    "small": sparse(40, 0.9),
    "small, with steps to oneself": sparse(40, 0.7) + 0.2 * np.eye(40),
    "small, several parts": np.block(
        [[sparse(9, 0.8), np.zeros((9, 9))], [np.zeros((9, 9)), sparse(9, 1.0)]]
    ),
    "large": sparse(300, 0.9),
    "large, hardly left": sparse(300, 0.999999),
    "large, never left but for one": np.vstack([sparse(300, 1.0)[:-1], np.zeros((1, 300))]),
    "dense": _scaled(RANDOM.random((200, 200)), 0.95),
    "dense, almost never left": _scaled(RANDOM.random((180, 180)), 1 - 1e-9),
    "band": band(260, 0.97),
    "band, hardly left": band(260, 1 - 1e-8),
    "long tree": tree(400, 0.98),
    "long tree, never left": tree(300, 1.0),
    "closed groups": with_closed_group(240),
    "many states in a band": band(1050, 1 - 1e-7),
}


def reached(steps: np.ndarray, goal: int) -> np.ndarray:
    """Smallest solution of ``h = P h`` with ``h[goal] = 1``, by states that can reach the goal."""
    steps = steps * (1 - np.eye(len(steps)))
    can = np.zeros(len(steps), bool)
    can[goal] = True
    while (more := can | (steps[:, can].sum(axis=1) > 0)).sum() > can.sum():
        can = more
    others = np.flatnonzero(can & (np.arange(len(steps)) != goal))
    chance = can.astype(float)
    inner = np.eye(others.size) - steps[np.ix_(others, others)]
    chance[others] = np.linalg.solve(inner, steps[others, goal])
    return chance


@pytest.mark.parametrize("name", GRAPHS)
def test_chances_are_those_of_the_linear_system(name, tmp_path):
    assert_chances(GRAPHS[name], tmp_path)


def assert_chances(steps, tmp_path):
    file = tmp_path / "steps.tsv"
    source, target = np.nonzero(steps)
    file.write_text(
        "".join(
            f"s\tn{x}\tn{y}\t{float(steps[x, y])!r}\n" for x, y in zip(source, target, strict=True)
        )
    )
    goals = np.random.default_rng(1).choice(len(steps), 6, replace=False)
    goals = np.unique([0, *goals, len(steps) - 1])
    starts = np.random.default_rng(2).integers(0, len(steps), (goals.size, 5))
    pairs = [(x, y) for y, row in zip(goals, starts, strict=True) for x in row]
    topics = [f"{number:03d}" for number in range(len(pairs))]
    qrels = pw.Qrels.from_columns(
        topic=topics, doc=["s"] * len(pairs), element=[f"n{y}" for _, y in pairs],
        grade=[1] * len(pairs),
    )  # fmt: skip
    run = pw.Run.from_columns(
        topic=topics, doc=["s"] * len(pairs), element=[f"n{x}" for x, _ in pairs]
    )
    columns = {y: reached(steps, y) for y in goals}

    values = pw.evaluate(qrels, run, [pw.GR(nav=pw.Edges(str(file), kind="step"))]).table[0, 0]

    expected = [columns[y][x] for x, y in pairs]
    assert values.tolist() == pytest.approx(expected, rel=1e-6, abs=1e-9)


ALL = ("iterated", "absorbed", "factorised", "eliminated")
SMALLER = {
    "sparse": (sparse(140, 0.9), ALL),
    "never left but for one": (np.vstack([sparse(140, 1.0)[:-1], np.zeros((1, 140))]), ALL),
    "dense": (_scaled(RANDOM.random((135, 135)), 0.95), ALL),
    "band": (band(150, 0.97), ALL),
    "tree": (tree(140, 0.98), ALL),
    "closed groups": (with_closed_group(180), ("iterated", "factorised", "eliminated")),
    "hardly left": (sparse(140, 0.999999), ("absorbed", "eliminated")),
}


@pytest.mark.parametrize(
    ("name", "way"), [(name, way) for name, (_, ways) in SMALLER.items() for way in ways]
)
def test_each_way_alone(name, way, tmp_path, monkeypatch):
    """Usually a way that gives up, or cannot prove its result, is followed by another one."""
    only_solver(monkeypatch, way)
    assert_chances(SMALLER[name][0], tmp_path)
