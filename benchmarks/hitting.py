"""Speed of the chance of ever coming from one page to another.

    python benchmarks/hitting.py [--pages 20000] [--goals 100]

Graphs of every kind: long and thin, trees, without any order, with few pages that most links
lead to. Each has to be done within ten seconds of CPU time and half a gigabyte.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Iterator

import numpy as np

from partwise._typing import Ints, Reals
from partwise.kernels.hitting import Hitting

LIMIT = 10.0
"""CPU seconds."""


def steps(source: Ints, target: Ints, total: float, n: int) -> tuple[Ints, Ints, Reals]:
    """Each link once, all links of a page followed with the same chance, ``total`` together."""
    key = np.unique(source * n + target)
    source, target = key // n, key % n
    moves = source != target
    source, target = source[moves], target[moves]
    return source, target, total / np.bincount(source, minlength=n)[source]


def graphs(n: int, seed: int = 0) -> Iterator[tuple[str, tuple[Ints, Ints, Reals]]]:
    """Names and steps."""
    rng = np.random.default_rng(seed)
    child, line = np.arange(1, n), np.arange(n - 1)
    tree = (child - 1) // 4
    yield "chain, steps of 1", (line, child, np.ones(n - 1))
    yield "chain both ways, .999", steps(np.r_[child, line], np.r_[line, child], 0.999, n)
    ends = np.r_[child, line], np.r_[line, child], np.full(2 * n - 2, 0.5)
    yield "chain left at its ends alone", ends
    yield "tree both ways, .95", steps(np.r_[child, tree], np.r_[tree, child], 0.95, n)
    yield "tree that nobody leaves", steps(np.r_[child, tree], np.r_[tree, child], 1.0, n)
    source, target = rng.integers(0, n, (2, 10 * n))
    for total in (0.85, 0.9999, 1.0):
        yield f"random, {total:g}", steps(source, target, total, n)
    # who is linked most also links most
    source, target = (n * rng.random((2, 12 * n)) ** 3).astype(np.int64)
    for total in (0.85, 0.9999):
        yield f"power law, {total:g}", steps(source, target, total, n)
    near = np.repeat(np.arange(n), 8)
    beside = np.clip(near + rng.integers(-20, 21, near.size), 0, n - 1)
    source, target = np.r_[child, tree, child, near], np.r_[tree, child, 0 * child, beside]
    for total in (0.85, 0.9999):
        yield f"site with menu and home, {total:g}", steps(source, target, total, n)


def main() -> None:
    """Print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pages", type=int, default=20_000)
    options.add_argument("--goals", type=int, default=100)
    given = options.parse_args()
    print(f"{given.pages:,} pages, {given.goals} goals; limit {LIMIT:g} s, 500 MB")
    print(f"{'':36}{'links':>9}{'seconds':>9}{'MB so far':>11}{'mean chance':>13}")
    goals = np.sort(np.random.default_rng(1).choice(given.pages, given.goals, replace=False))
    for name, graph in graphs(given.pages):
        begin = time.process_time()
        chance = Hitting(*graph, given.pages).towards(goals)
        seconds = time.process_time() - begin
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{name:36}{graph[0].size:9,}{seconds:9.2f}{memory:11.0f}{chance.mean():13.6f}")


if __name__ == "__main__":
    main()
