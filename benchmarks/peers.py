"""One tool, one job: files to per-topic TSV for AP, nDCG@10, P@10, R@1000 and RR.

Run by `benchmarks.trec` in a process of its own: ``python -m benchmarks.peers TOOL QRELS RUN OUT``.
"""

from __future__ import annotations

import subprocess
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


def partwise(qrels: str, run: str, out: str) -> None:
    from partwise.cli import main

    options = [word for measure in MEASURES for word in ("-m", measure)]
    sys.argv = ["partwise", "evaluate", qrels, run, *options, "--per-topic", "--undefined", "zero"]
    sys.argv += ["--format", "tsv", "--quiet", "-o", out]
    sys.exit(main())


def pytrec_eval(qrels: str, run: str, out: str) -> None:
    import pytrec_eval

    with Path(qrels).open() as stream:
        judged = pytrec_eval.parse_qrel(stream)
    with Path(run).open() as stream:
        retrieved = pytrec_eval.parse_run(stream)
    wanted = {"map", "ndcg_cut.10", "P.10", "recall.1000", "recip_rank"}
    values = pytrec_eval.RelevanceEvaluator(judged, wanted).evaluate(retrieved)
    with Path(out).open("w") as stream:
        for topic, found in values.items():
            for name, value in found.items():
                stream.write(f"run\t{topic}\t{TREC_EVAL[name]}\t{value:.17g}\n")


def ir_measures(qrels: str, run: str, out: str) -> None:
    import ir_measures
    from ir_measures import AP, RR, P, R, nDCG

    wanted = [AP, nDCG @ 10, P @ 10, R @ 1000, RR]
    judged = ir_measures.read_trec_qrels(qrels)
    retrieved = ir_measures.read_trec_run(run)
    with Path(out).open("w") as stream:
        for found in ir_measures.iter_calc(wanted, judged, retrieved):
            stream.write(f"run\t{found.query_id}\t{found.measure}\t{found.value:.17g}\n")


def ranx(qrels: str, run: str, out: str) -> None:
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


def trec_eval(path: str, qrels: str, run: str, out: str) -> None:
    options = ["map", "ndcg_cut.10", "P.10", "recall.1000", "recip_rank"]
    words = [word for option in options for word in ("-m", option)]
    done = subprocess.run(
        [path, "-q", *words, qrels, run], check=True, capture_output=True, text=True
    )
    with Path(out).open("w") as stream:
        for line in done.stdout.splitlines():
            name, topic, value = line.split()
            stream.write(f"run\t{topic}\t{TREC_EVAL[name]}\t{value}\n")


PEERS = {
    "partwise": partwise,
    "pytrec_eval": pytrec_eval,
    "ir_measures": ir_measures,
    "ranx": ranx,
}


if __name__ == "__main__":
    tool, *words = sys.argv[1:]
    if tool in PEERS:
        PEERS[tool](*words)
    else:
        trec_eval(tool, *words)
