"""``python -m tests.mutation [--package NAME]... [--sample 25] [--seed N] [--list FILE]``.

Draws a sample of slips of each package, tries each with the public tests that reach it, prints
the slips that no test notices, and a table by package. Exit code 1 below the shares that the
project asks for.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from tests.helpers import PUBLIC
from tests.mutation.equivalent import equivalents
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.reach import Reach, Tracer
from tests.mutation.trial import BUDGET, Outcome, Trials, chosen_tests, import_package

import partwise

SOURCE = Path(partwise.__file__).resolve().parent
ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = (
    "kernels", "tables", "files", "texts", "geometry", "language", "users", "gains", "navigation",
    "measures", "statistics", "evaluation",
)  # fmt: skip
OF_EACH, OF_ALL = 0.90, 0.95
"""Shares of slips that tests have to notice, in each package and in all."""
COLLECT = (
    "-q", "-p", "no:cacheprovider", "-n", "0", "--no-header",
    "--continue-on-collection-errors",
)  # fmt: skip


def main() -> int:
    """Draw, try, report."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--package", action="append", choices=PACKAGES)
    parser.add_argument("--sample", type=int, default=25, help="slips of each package")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--only", default="", help="only functions whose path::name holds this")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--tests", action="append", help="these test files, not all public ones")
    parser.add_argument("--map", type=Path, default=ROOT / ".reach.json", help="reach map")
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds of tests a slip")
    parser.add_argument("--unreached", action="store_true", help="list functions no test reaches")
    parser.add_argument("--trace", metavar="I/N", help=argparse.SUPPRESS)
    parser.add_argument("--no-trace", action="store_true", help="use the reach map as it is")
    options = parser.parse_args()
    reach = Reach(options.map.resolve(), ROOT)
    tests = options.tests or [f"tests/{name}" for name in PUBLIC]
    if options.trace:
        return _trace(reach, tests, *map(int, options.trace.split("/")))
    if not options.no_trace:
        _trace_in_processes(reach, tests, options.processes)
    packages = options.package or PACKAGES
    if options.unreached:
        return _print_unreached(reach, packages)
    drawn = [
        mutant
        for package in packages
        for mutant in draw(package, options.sample, options.seed, options.only)
    ]
    return _try(drawn, reach, options.budget, options.processes)


def draw(package: str, sample: int, seed: str, only: str = "") -> list[Mutant]:
    """Random slips of a package, without those that are known to change nothing."""
    known = equivalents()
    able = [
        mutant
        for path in sorted((SOURCE / package).rglob("*.py"))
        for mutant in mutants(path)
        if only in function_name(mutant) and mutant_key(mutant) not in known
    ]
    return random.Random(f"{package} {seed}").sample(able, min(sample, len(able)))


def function_name(mutant: Mutant) -> str:
    """Path below the package and qualified name, as in the reach map."""
    return f"{Path(mutant.file).relative_to(SOURCE).as_posix()}::{mutant.function}"


def mutant_key(mutant: Mutant) -> str:
    """Package, function and kind of slip: what survives when lines and modules move."""
    package = Path(mutant.file).relative_to(SOURCE).parts[0]
    return f"{package}::{mutant.function} | {mutant.what}"


def _trace_in_processes(reach: Reach, tests: list[str], processes: int) -> None:
    path = os.pathsep.join((str(SOURCE.parent), str(ROOT)))  # the package beside these tests
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-m", "tests.mutation", "--map", str(reach.path)]
    command += [word for test in tests for word in ("--tests", test)]
    commands = [[*command, "--trace", f"{index}/{processes}"] for index in range(processes)]
    running = [subprocess.Popen(command, cwd=ROOT, env=environment) for command in commands]
    if any(process.wait() not in (0, 1) for process in running):
        sys.exit("the tests could not be traced")
    parts = [Reach(_part(reach, index), ROOT) for index in range(processes)]
    reach.files = {}
    for part in parts:
        for file, entry in part.files.items():
            entry_of_all = reach.files.setdefault(file, {"digest": entry["digest"], "tests": {}})
            entry_of_all["tests"].update(entry["tests"])
        part.path.unlink()
    reach.save()


def _part(reach: Reach, index: int) -> Path:
    return reach.path.with_suffix(f".{index}.json")


def _trace(reach: Reach, tests: list[str], index: int, count: int) -> int:
    os.chdir(ROOT)
    tracer = Tracer(reach, SOURCE, (index, count))
    paths = [test for test in tests if Path(test).exists()]
    code = int(pytest.main([*COLLECT, *paths], plugins=[tracer]))
    reach.save(_part(reach, index))
    return 0 if code in (0, 5) else code


def _print_unreached(reach: Reach, packages: list[str]) -> int:
    reached = reach.tests_by_function()
    for package in packages:
        names = Counter(
            function_name(mutant)
            for path in sorted((SOURCE / package).rglob("*.py"))
            for mutant in mutants(path)
        )
        for name, count in names.items():
            if name not in reached:
                print(f"{package}\t{count}\t{name}")
    return 0


def _try(drawn: list[Mutant], reach: Reach, budget: float, processes: int) -> int:
    os.chdir(ROOT)
    reached = reach.tests_by_function()
    tests = {
        mutant: chosen_tests(reached.get(function_name(mutant), ()), budget) for mutant in drawn
    }
    outcomes: dict[Mutant, Outcome] = {}

    def report(mutant: Mutant, outcome: Outcome) -> None:
        outcomes[mutant] = outcome
        if outcome in (Outcome.MISSED, Outcome.UNREACHED):
            line = Path(mutant.file).read_text(encoding="utf-8").splitlines()[mutant.line - 1]
            sys.__stderr__.write(
                f"{outcome.value}: {function_name(mutant)}:{mutant.line} | {mutant.what} | "
                f"{line.strip()}\n"
            )

    import_package(SOURCE)
    nodes = {nodeid for chosen in tests.values() for nodeid in chosen}
    files = sorted({file for node in nodes if Path(file := node.partition("::")[0]).exists()})
    if files:
        pytest.main([*COLLECT, *files], plugins=[Trials(tests, processes, report)])
    else:
        for mutant in drawn:
            report(mutant, Outcome.UNREACHED)
    return _summary(outcomes)


def _summary(outcomes: dict[Mutant, Outcome]) -> int:
    tried, noticed = Counter[str](), Counter[str]()
    for mutant, outcome in outcomes.items():
        package = Path(mutant.file).relative_to(SOURCE).parts[0]
        tried[package] += 1
        noticed[package] += outcome in (Outcome.NOTICED, Outcome.ENDLESS)
    for package, count in tried.items():
        print(f"{package:12} {noticed[package]:4} of {count:4}  {noticed[package] / count:.1%}")
    share = noticed.total() / max(tried.total(), 1)
    print(f"{'all':12} {noticed.total():4} of {tried.total():4}  {share:.1%}", flush=True)
    each = min((noticed[package] / count for package, count in tried.items()), default=0)
    return int(share < OF_ALL or each < OF_EACH)


if __name__ == "__main__":
    sys.exit(main())
