"""Every target of speed, measured side by side: ``python -m benchmarks.speed``.

Files are made with fixed seeds. Each system runs in a fresh process, the systems of a case take
turns, and the least seconds of all cores of three turns count. The last line says how many
targets are met; the exit code is 1 unless all are. Tools that are not installed are named,
and their targets left out.
"""

from __future__ import annotations

import argparse
import datetime
import importlib
import importlib.metadata
import math
import multiprocessing
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.peers import trec_eval_binary
from benchmarks.process import ROOT, Cost, measure
from benchmarks.targets import Case

MODULES = ("benchmarks.document_runs", "benchmarks.chunk_runs", "benchmarks.cliffs")
"""Modules with a list `CASES`; add one to have its cases measured."""

HEAD = "| what | compared | measured | target | |"
_LIBRARIES = ("numpy", "polars", "pytrec_eval-terrier")


def all_cases() -> dict[str, Case]:
    """Cases of all modules, by name."""
    listed = [case for name in MODULES for case in importlib.import_module(name).CASES]
    return {case.name: case for case in listed}


def apart(function: Callable[..., None], *given: object) -> None:
    """Call a function in a process of its own: peak memory of a child starts with its parent's."""
    child = multiprocessing.get_context("spawn").Process(target=function, args=given)
    child.start()
    child.join()
    if child.exitcode:
        message = "files could not be made or compared"
        raise SystemExit(message)


def made(case: Case, folder: Path, size: float) -> Path:
    """Make the files of a case."""
    own = folder / f"{case.name}-{size:g}"
    own.mkdir(parents=True, exist_ok=True)
    apart(case.make, own, size)
    return own


def checked(name: str, check: Callable[[Path], str], folder: Path) -> None:
    """Say how far the values of two systems are apart."""
    print(f"  {name}: {check(folder)}", file=sys.stderr)


def costs_of(
    case: Case, folder: Path, turns: int, *, enough: float = math.inf
) -> tuple[dict[str, Cost], list[str]]:
    """Let the systems of a case take turns; least costs, and systems that are not installed.

    A system that took `enough` CPU seconds is not measured again.
    """
    systems = case.systems(folder)
    best: dict[str, Cost] = {}
    for turn in range(turns):
        for name, system in systems.items():
            if system is not None and (name not in best or best[name].cpu < enough):
                cost = measure(system.words, folder, own_clock=system.own_clock)
                best[name] = cost.least(best.get(name))
                said = f"{cost.cpu:.3f} s, {cost.megabytes:.0f} MB"
                print(f"  {case.name} turn {turn + 1} {name}: {said}", file=sys.stderr)
    return best, [name for name, system in systems.items() if system is None]


def lines_of(case: Case, costs: dict[str, Cost], size: float) -> Iterator[tuple[str, bool]]:
    """Lines of the table, and whether each target is met."""
    words = case.words
    for target in case.targets:
        found = target.found(costs, size)
        if found is not None:
            met = found <= target.most
            shown = f"{found:.3g}" if found < 100 else f"{found:.0f}"
            mark = "met" if met else "MISSED"
            yield f"| {words} | {target.words} | {shown} | {target.most:g} | {mark} |", met
            words = ""


def versions() -> str:
    """What was measured, where and when."""
    found = [f"Python {platform.python_version()}"]
    for name in _LIBRARIES:
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    if (binary := trec_eval_binary()) is not None:
        said = subprocess.run([binary, "-v"], capture_output=True, text=True, check=False)
        found.append((said.stdout + said.stderr).strip().replace(" version", ""))
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return f"{today}; {os.cpu_count()} cores; {', '.join(found)}"


def main() -> None:
    """Measure, print a table, and say how many targets are met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    cases = all_cases()
    parser.add_argument("cases", nargs="*", help=f"of {', '.join(cases)}; default: all")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--size", type=float, default=1.0, help="share of the full size (1)")
    parser.add_argument("--folder", type=Path, help="where files are made and kept")
    parser.add_argument("--trec-eval", metavar="PATH", help="this trec_eval, not that on the path")
    words = parser.parse_args()
    unknown = set(words.cases) - set(cases)
    if unknown:
        parser.error(f"no case {', '.join(sorted(unknown))}; there is {', '.join(cases)}")
    if words.trec_eval:
        os.environ["TREC_EVAL"] = words.trec_eval
    os.chdir(ROOT)
    folder = words.folder or Path(tempfile.gettempdir()) / "partwise-benchmarks"
    lines, met, missing = [HEAD, "| --- | --- | --- | --- | --- |"], [], set[str]()
    for name in words.cases or cases:
        own = made(cases[name], folder, words.size)
        costs, absent = costs_of(cases[name], own, words.turns)
        missing.update(absent)
        for line, good in lines_of(cases[name], costs, words.size):
            lines.append(line)
            met.append(good)
        check = cases[name].check
        if check is not None:
            apart(checked, name, check, own)
    print("\n".join(lines))
    print(versions())
    if missing:
        print(f"not installed, targets left out: {', '.join(sorted(missing))}")
    print(f"speed: {sum(met)} of {len(met)} targets met")
    sys.exit(not all(met))


if __name__ == "__main__":
    main()
