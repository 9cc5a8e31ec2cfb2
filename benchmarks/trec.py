"""TREC document runs, side by side with the tools of the field.

One command: ``python -m benchmarks.trec`` (``--help`` for more). Every tool reads the same files in
a process of its own and writes per-topic values of five measures; the least of three turns
counts, tools take turns. Ratios are against pytrec_eval in the same run.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.files import PAIRS, Pair
from benchmarks.peers import PEERS, differences
from benchmarks.process import PYTHON, Cost, measure

BASELINE = "pytrec_eval"


def compare(case: Pair, tools: list[str], turns: int, folder: Path) -> dict[str, Cost]:
    """Let all tools read one pair of files in turn."""
    qrels, run = case.write(folder)
    best: dict[str, Cost] = {}
    for turn in range(turns):
        for tool in tools:
            out = folder / f"{case.name}.{Path(tool).name}.tsv"
            words = [*PYTHON, "benchmarks.peers", tool, *map(str, (qrels, out, run))]
            best[tool] = measure(words, folder).least(best.get(tool))
            print(f"  {case.name} turn {turn + 1} {Path(tool).name}", file=sys.stderr)
    if BASELINE in tools and "partwise" in tools:
        pair = (folder / f"{case.name}.{tool}.tsv" for tool in ("partwise", BASELINE))
        print(f"  {case.name}: partwise and {BASELINE} share {differences(*pair)}", file=sys.stderr)
    return best


def table(case: Pair, best: dict[str, Cost]) -> list[str]:
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
    parser.add_argument("cases", nargs="*", help=f"of {', '.join(PAIRS)}; default: all but tiny")
    parser.add_argument("--tools", default=",".join(PEERS), help="comma-separated (%(default)s)")
    parser.add_argument("--trec-eval", metavar="PATH", help="also run this trec_eval")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--folder", type=Path, help="where files are made and kept")
    words = parser.parse_args()
    unknown = set(words.cases) - set(PAIRS)
    if unknown:
        parser.error(f"no case {', '.join(sorted(unknown))}; there is {', '.join(PAIRS)}")
    folder = words.folder or Path(tempfile.gettempdir()) / "partwise-benchmarks"
    tools = words.tools.split(",") + ([words.trec_eval] if words.trec_eval else [])
    lines = [
        "| files | tool | wall s | CPU s | peak MB | wall / pytrec_eval | CPU / pytrec_eval | |"
    ]
    lines.append("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in words.cases or [name for name in PAIRS if name != "tiny"]:
        lines += table(PAIRS[name], compare(PAIRS[name], tools, words.turns, folder))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
