"""TREC document runs, side by side with the tools of the field.

One command: ``python -m benchmarks.trec`` (``--help`` for more). Every tool reads the same files in
a process of its own and writes per-topic values of five measures; the least of three turns
counts, tools take turns. Ratios are against pytrec_eval in the same run.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.files import CASES, Case  # noqa: E402
from benchmarks.peers import PEERS  # noqa: E402

BASELINE = "pytrec_eval"


@dataclass(frozen=True)
class Cost:
    """What a tool needed: seconds, seconds of all cores, megabytes at the peak."""

    wall: float
    cpu: float
    megabytes: float

    def least(self, other: Cost | None) -> Cost:
        """The smaller of two turns, number by number."""
        if other is None:
            return self
        return Cost(
            min(self.wall, other.wall),
            min(self.cpu, other.cpu),
            min(self.megabytes, other.megabytes),
        )


def measure(tool: str, qrels: Path, run: Path, out: Path) -> Cost:
    """Run a tool once in a child process."""
    words = [sys.executable, "-m", "benchmarks.peers", tool, str(qrels), str(run), str(out)]
    # an installed package has its byte code; one that is compiled at every start is no measure
    ours = {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(out.parent / "pycache")}
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    child = os.posix_spawn(words[0], words, kept | ours)
    _, status, used = os.wait4(child, 0)
    wall = time.perf_counter() - start
    if status:
        message = f"{tool} failed on {run.name}"
        raise SystemExit(message)
    scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return Cost(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / scale)


def values(path: Path) -> dict[tuple[str, str], float]:
    """Read what a tool wrote: value of each topic and measure."""
    found = {}
    for line in path.read_text().splitlines():
        _, topic, name, value = line.split("\t")
        if topic not in ("topic", "all"):
            found[topic, name] = float(value or 0)
    return found


def differences(mine: Path, theirs: Path) -> str:
    """How far two tools are apart."""
    ours, other = values(mine), values(theirs)
    shared = ours.keys() & other.keys()
    largest = max((abs(ours[key] - other[key]) for key in shared), default=0.0)
    return f"{len(shared):,} values, largest difference {largest:.1g}"


def compare(case: Case, tools: list[str], turns: int, folder: Path) -> dict[str, Cost]:
    """Let all tools read one pair of files in turn."""
    qrels, run = case.write(folder)
    best: dict[str, Cost] = {}
    for turn in range(turns):
        for tool in tools:
            out = folder / f"{case.name}.{Path(tool).name}.tsv"
            best[tool] = measure(tool, qrels, run, out).least(best.get(tool))
            print(f"  {case.name} turn {turn + 1} {Path(tool).name}", file=sys.stderr)
    if BASELINE in tools and "partwise" in tools:
        pair = (folder / f"{case.name}.{tool}.tsv" for tool in ("partwise", BASELINE))
        print(f"  {case.name}: partwise and {BASELINE} share {differences(*pair)}", file=sys.stderr)
    return best


def table(case: Case, best: dict[str, Cost]) -> list[str]:
    """Return the lines of one case in Markdown."""
    base = best.get(BASELINE)
    lines = []
    for tool, cost in best.items():
        ratio = f"{cost.wall / base.wall:.2f} | {cost.cpu / base.cpu:.2f}" if base else "- | -"
        limit = ""
        if tool == "partwise" and base:
            good = cost.wall <= case.wall * base.wall and cost.megabytes <= case.megabytes
            limit = f"{'kept' if good else 'MISSED'}: {case.wall:g}, {case.megabytes} MB"
        lines.append(
            f"| {case.name} | {Path(tool).name} | {cost.wall:.2f} | {cost.cpu:.2f} "
            f"| {cost.megabytes:.0f} | {ratio} | {limit} |"
        )
    return lines


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trec", description=__doc__)
    parser.add_argument("cases", nargs="*", help=f"of {', '.join(CASES)}; default: all but tiny")
    parser.add_argument("--tools", default=",".join(PEERS), help="comma-separated (%(default)s)")
    parser.add_argument("--trec-eval", metavar="PATH", help="also run this trec_eval")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--folder", type=Path, help="where files are made and kept")
    words = parser.parse_args()
    unknown = set(words.cases) - set(CASES)
    if unknown:
        parser.error(f"no case {', '.join(sorted(unknown))}; there is {', '.join(CASES)}")
    folder = words.folder or Path(tempfile.gettempdir()) / "partwise-benchmarks"
    tools = words.tools.split(",") + ([words.trec_eval] if words.trec_eval else [])
    lines = [
        "| files | tool | wall s | CPU s | peak MB | wall / pytrec_eval | CPU / pytrec_eval | |"
    ]
    lines.append("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in words.cases or [name for name in CASES if name != "tiny"]:
        lines += table(CASES[name], compare(CASES[name], tools, words.turns, folder))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
