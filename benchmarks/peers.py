"""One tool, one job: files to per-topic TSV for AP, nDCG@10, P@10, R@1000 and RR.

Run in a process of its own: ``python -m benchmarks.peers TOOL QRELS OUT RUN...``. Several runs
are read one after the other, with the assessments prepared once where the tool can do that.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

MEASURES = ("AP", "nDCG@10", "P@10", "R@1000", "RR")
TREC_EVAL = {
    "map": "AP",
    "ndcg_cut_10": "nDCG@10",
    "P_10": "P@10",
    "recall_1000": "R@1000",
    "recip_rank": "RR",
}
TREC_EVAL_OPTIONS = ("map", "ndcg_cut.10", "P.10", "recall.1000", "recip_rank")


def partwise(qrels: str, out: str, *runs: str) -> None:
    from partwise.__main__ import main

    options = [word for measure in MEASURES for word in ("-m", measure)]
    sys.argv = ["partwise", "evaluate", qrels, *runs, *options, "--per-topic"]
    sys.argv += ["--undefined", "zero", "--format", "tsv", "--quiet", "-o", out]
    main()


def pytrec_eval(qrels: str, out: str, *runs: str) -> None:
    import pytrec_eval

    with Path(qrels).open() as stream:
        judged = pytrec_eval.parse_qrel(stream)
    evaluator = pytrec_eval.RelevanceEvaluator(judged, set(TREC_EVAL_OPTIONS))
    with Path(out).open("w") as written:
        for run in runs:
            with Path(run).open() as stream:
                retrieved = pytrec_eval.parse_run(stream)
            for topic, found in evaluator.evaluate(retrieved).items():
                for name, value in found.items():
                    written.write(f"{Path(run).stem}\t{topic}\t{TREC_EVAL[name]}\t{value:.17g}\n")


def ir_measures(qrels: str, out: str, run: str) -> None:
    import ir_measures
    from ir_measures import AP, RR, P, R, nDCG

    wanted = [AP, nDCG @ 10, P @ 10, R @ 1000, RR]
    judged = ir_measures.read_trec_qrels(qrels)
    retrieved = ir_measures.read_trec_run(run)
    with Path(out).open("w") as stream:
        for found in ir_measures.iter_calc(wanted, judged, retrieved):
            stream.write(f"run\t{found.query_id}\t{found.measure}\t{found.value:.17g}\n")


def ranx(qrels: str, out: str, run: str) -> None:
    from ranx import Qrels, Run, evaluate

    judged = Qrels.from_file(qrels, kind="trec")
    retrieved = Run.from_file(run, kind="trec")
    wanted = {"map": "AP", "ndcg@10": "nDCG@10", "precision@10": "P@10"}
    wanted |= {"recall@1000": "R@1000", "mrr": "RR"}
    evaluate(judged, retrieved, list(wanted), make_comparable=True)
    with Path(out).open("w") as stream:
        for name, scores in retrieved.scores.items():
            for topic, value in scores.items():
                stream.write(f"run\t{topic}\t{wanted[name]}\t{value:.17g}\n")


def trec_eval(path: str, qrels: str, out: str, *runs: str) -> None:
    import subprocess

    words = [word for option in TREC_EVAL_OPTIONS for word in ("-m", option)]
    with Path(out).open("w") as stream:
        for run in runs:
            subprocess.run([path, "-q", *words, qrels, run], check=True, stdout=stream)


def trec_eval_binary() -> str | None:
    """Return the program trec_eval: what the variable TREC_EVAL names, or that on the path."""
    import shutil

    return os.environ.get("TREC_EVAL") or shutil.which("trec_eval")


PEERS = {
    "partwise": partwise,
    "pytrec_eval": pytrec_eval,
    "ir_measures": ir_measures,
    "ranx": ranx,
}


def values(path: Path) -> dict[tuple[str, str, str], float]:
    """Read what a tool wrote: the value of each run, topic and measure."""
    found = {}
    for line in path.read_text().splitlines():
        cells = line.split("\t")
        run, topic, name, value = cells if len(cells) == 4 else ("run", *_swapped(cells))
        if topic not in ("topic", "all"):
            found[run, topic, name] = float(value or 0)
    return found


def _swapped(cells: list[str]) -> tuple[str, str, str]:
    name, topic, value = (cell.strip() for cell in cells)
    return topic, TREC_EVAL.get(name, name), value


def differences(mine: Path, theirs: Path, *, one_run: bool = True) -> str:
    """How far two tools are apart; where there is one run, its name does not matter."""
    pairs = (values(mine), values(theirs))
    if one_run:
        pairs = tuple({("", *key[1:]): v for key, v in each.items()} for each in pairs)
    ours, other = pairs
    shared = ours.keys() & other.keys()
    largest = max((abs(ours[key] - other[key]) for key in shared), default=0.0)
    return f"{len(shared):,} values, largest difference {largest:.1g}"


if __name__ == "__main__":
    tool, *words = sys.argv[1:]
    if tool in PEERS:
        PEERS[tool](*words)
    else:
        trec_eval(tool, *words)
