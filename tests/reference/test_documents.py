"""Document measures against their definitions, and against what trec_eval prints."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from tests.reference import slow_documents as slow
from tests.reference.test_characters_trec import collections, printed, same_from_files, view_of

import partwise as pw

TABLE = {1: 3, 2: 10}

SLOW = {
    "P(rel=2)@3": lambda d, j: slow.precision(d, j, 2, 3),
    "P": slow.precision,
    "P(rel=2)": lambda d, j: slow.precision(d, j, 2),
    "R(rel=2)": lambda d, j: slow.recall(d, j, 2),
    "R(rel=2)@3": lambda d, j: slow.recall(d, j, 2, 3),
    "SetF": slow.set_f,
    "SetF(beta=2, rel=2)@3": lambda d, j: slow.set_f(d, j, 2, 3, beta=2),
    "AP(rel=2)": lambda d, j: slow.average_precision(d, j, 2),
    "AP(rel=2)@3": lambda d, j: slow.average_precision(d, j, 2, 3),
    "RR(rel=3)": lambda d, j: slow.reciprocal_rank(d, j, 3),
    "RR(rel=2)@3": lambda d, j: slow.reciprocal_rank(d, j, 2, 3),
    "Rprec(rel=2)": lambda d, j: slow.r_precision(d, j, 2),
    "Hit@2": lambda d, j: slow.hit(d, j, None, 2),
    "Hit(rel=2)@2": lambda d, j: slow.hit(d, j, 2, 2),
    "nDCG(gains=exp)": lambda d, j: slow.ndcg(d, j, lambda g: 2.0 ** max(g, 0) - 1),
    "nDCG(gains=exp)@3": lambda d, j: slow.ndcg(d, j, lambda g: 2.0 ** max(g, 0) - 1, 3),
    "nDCG(gains={1: 3, 2: 10})": lambda d, j: slow.ndcg(d, j, lambda g: TABLE.get(g, 0)),
    "Judged": slow.judged_share,
    "Judged@3": lambda d, j: slow.judged_share(d, j, 3),
    "NumRet": lambda d, j: len(d),
    "NumRel": lambda d, j: len(slow.relevant(j)) or None,
    "NumRel(rel=2)": lambda d, j: len(slow.relevant(j, 2)) or None,
    "NumRelRet(rel=2)@3": lambda d, j: slow.counted(d[:3], j, 2) if slow.relevant(j, 2) else None,
    "Bpref": slow.bpref,
    "Bpref(rel=2)": lambda d, j: slow.bpref(d, j, 2),
    "RBP": slow.rbp,
    "RBP(p=0.5, rel=2)@3": lambda d, j: slow.rbp(d, j, 0.5, 2, 3),
    "ERR": slow.err,
    "ERR(top=3)@3": lambda d, j: slow.err(d, j, 3, 3),
    "IPrec(rel=2)@0.3": lambda d, j: slow.interpolated(d, j, lambda n: 3 * n / 10, 2),
    "IPrec(levels=trec_eval9)@0.3": lambda d, j: slow.interpolated(
        d, j, lambda n: int(0.3 * n + 0.9)
    ),
    "IPrec(levels=trec_eval10)@0.6": lambda d, j: slow.interpolated(
        d, j, lambda n: math.floor(0.6 * n + 0.5)
    ),
    "GM(AP(rel=2))": lambda d, j: slow.average_precision(d, j, 2),
}


@given(collections())
def test_definitions(collection):
    qrels, run = collection
    view = view_of(qrels, run)
    for text, of in SLOW.items():
        values = pw.parse(text).values(view).tolist()
        for topic, value in zip(qrels, values, strict=True):
            wanted = of(slow.ranked(run.get(topic, {})), qrels[topic])
            expected = math.nan if wanted is None else wanted
            assert value == pytest.approx(expected, abs=1e-12, nan_ok=True), (text, topic)


@pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
@given(collections())
def test_lists_of_documents_give_the_same_bits(tmp_path_factory, collection):
    """The short way of TREC runs keeps no names of unjudged documents."""
    same_from_files(tmp_path_factory, collection, list(SLOW))


@pytest.mark.parametrize(
    ("judged", "printed_in", "level"),
    [("qrels.test", "out.test", None), ("qrels.rel_level", "out.test.aql", 2)],
)
def test_names_of_trec_eval_give_its_printed_values(real_data, judged, printed_in, level):
    """Every line whose name we read, with the level of relevance behind it."""
    folder = real_data / "trec-eval-test"
    wanted = printed(folder / printed_in)
    names = [name for name in dict.fromkeys(name for name, _ in wanted) if name in PRINTED]
    measures = [
        name if level is None or "ndcg" in name or name == "num_ret" else f"{name}-l{level}"
        for name in names
    ]
    measures = [f"GM(AP(rel={level}))" if m == f"gm_map-l{level}" else m for m in measures]
    results = pw.evaluate(
        folder / judged,
        folder / "results.test",
        measures,
        rules=pw.Rules(undefined="zero", convention="trec_eval10"),
    )
    compared = 0
    for (name, topic), value in wanted.items():
        logarithm = name == "gm_map" and topic != "all"  # what trec_eval prints of a topic
        if name in names and not logarithm:
            column = names.index(name)
            measure = results.measures[column]
            if topic != "all":
                found = results.table[0, column, results.topics.index(topic)]
            elif name.startswith("num_"):
                found = results.sum("STANDARD", measure)
            else:
                found = results.mean("STANDARD", measure)
            digits = f"{found:.0f}" if name.startswith("num_") else f"{found:.4f}"
            assert digits == value, (name, topic)
            compared += 1
    assert compared >= (28 if level is None else 200)


PRINTED = {
    "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref", "recip_rank",
    "set_P", "set_recall", "set_F", "ndcg",
    *(f"iprec_at_recall_{i / 10:.2f}" for i in range(11)),
    *(f"success_{k}" for k in (1, 5, 10)),
    *(f"{name}_{k}" for name in ("P", "recall", "ndcg_cut", "map_cut")
      for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)),
}  # fmt: skip
