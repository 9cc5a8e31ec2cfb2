"""Document measures against trec_eval: its own test files, and pytrec_eval on random runs."""

from __future__ import annotations

import re

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

import partwise.measures  # noqa: F401  registers the names
from partwise.errors import UsageError
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.run_notes import run_notes
from partwise.geometry.view import View
from partwise.language.parser import parse
from partwise.tables.lengths import Lengths
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.ranked_run import RankedRun
from partwise.tables.run import Run

OURS = {
    "map": "AP",
    "Rprec": "Rprec",
    "recip_rank": "RR",
    "ndcg": "nDCG",
    **{f"P_{k}": f"P@{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)},
    **{f"recall_{k}": f"R@{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)},
    **{f"ndcg_cut_{k}": f"nDCG@{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)},
    **{f"map_cut_{k}": f"AP@{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)},
}


def rows(path):
    return [line.split() for line in path.read_text().splitlines() if line.strip()]


def judged(path, level=1):
    table = rows(path)
    return Qrels.from_columns(
        topic=[r[0] for r in table],
        doc=[r[2] for r in table],
        grade=[g if g >= level else min(g, 0) for g in (int(r[3]) for r in table)],
    )


def ranked(path):
    table = rows(path)
    return Run.from_columns(
        topic=[r[0] for r in table],
        doc=[r[2] for r in table],
        rank=[int(r[3]) for r in table],
        score=[float(r[4]) for r in table],
    )


def printed(path):
    """Values of an output file by (measure, topic)."""
    return {(name, topic): value for name, topic, value in rows(path)}


def test_official_output(real_data):
    folder = real_data / "trec-eval-test"
    view = View(Assessments(judged(folder / "qrels.test")), ranked(folder / "results.test"))

    compared = 0
    for (name, topic), value in printed(folder / "out.test").items():
        if name in OURS:
            assert topic == "all"
            mean = parse(OURS[name]).values(view).mean()
            assert f"{mean:.4f}" == value, name
            compared += 1
    assert compared >= 10
    assert view.ranking.n_disagree == 0


def test_official_output_of_relevance_level_two(real_data):
    """Level 2 is asked for by grading lower ones 0; nDCG keeps all grades, as trec_eval does."""
    folder = real_data / "trec-eval-test"
    run = ranked(folder / "results.test")
    strict = View(Assessments(judged(folder / "qrels.rel_level", 2)), run)
    graded = View(Assessments(judged(folder / "qrels.rel_level")), run)
    topics = strict.assessments.topics.tolist()

    compared = 0
    for (name, topic), value in printed(folder / "out.test.aql").items():
        if name in OURS:
            view = graded if name.startswith("ndcg") else strict
            values = parse(OURS[name]).values(view)
            found = values.mean() if topic == "all" else values[topics.index(topic)]
            assert f"{found:.4f}" == value, (name, topic)
            compared += 1
    assert compared >= 100


def test_official_interpolated_precision(real_data):
    """Version 10 wrote the expected files; version 9 is the one inside pytrec_eval."""
    folder = real_data / "trec-eval-test"
    levels = [f"{level / 10:.2f}" for level in range(11)]
    run = ranked(folder / "results.test")
    view = View(Assessments(judged(folder / "qrels.test")), run)
    strict = View(Assessments(judged(folder / "qrels.rel_level", 2)), run)
    topics = strict.assessments.topics.tolist()

    def ours(view, level, version):
        return parse(f"IPrec(levels=trec_eval{version})@{float(level)}").values(view)

    for level in levels:
        name = f"iprec_at_recall_{level}"
        expected = printed(folder / "out.test")[name, "all"]
        assert f"{ours(view, level, 10).mean():.4f}" == expected
        values = dict(zip(topics, ours(strict, level, 10), strict=True))
        for topic, value in values.items():
            assert f"{value:.4f}" == printed(folder / "out.test.aql")[name, topic]

    grades = {t: {} for t, _, _, _ in rows(folder / "qrels.test")}
    for topic, _, doc, grade in rows(folder / "qrels.test"):
        grades[topic][doc] = int(grade)
    scores = {t: {} for t in grades}
    for topic, _, doc, _, score, _ in rows(folder / "results.test"):
        scores[topic][doc] = float(score)
    nine = pytrec_eval.RelevanceEvaluator(grades, {"iprec_at_recall"}).evaluate(scores)
    for level in levels:
        for topic, value in zip(
            view.assessments.topics.tolist(), ours(view, level, 9), strict=True
        ):
            assert value == pytest.approx(nine[topic][f"iprec_at_recall_{level}"], abs=1e-12)


DOCS = [f"d{i}" for i in range(12)] + ["é", "D1", "d01"]


@st.composite
def collections(draw):
    """Judgements and runs with many ties; some topics on one side only."""
    grades = st.integers(-1, 3)
    qrels = {
        f"t{i}": draw(st.dictionaries(st.sampled_from(DOCS), grades, min_size=1))
        for i in range(draw(st.integers(1, 4)))
    }
    # Exact in single precision, in which trec_eval 9 compares; we compare doubles.
    scores = st.sampled_from([0.0, -0.0, 0.125, 0.25, 0.25 + 2**-20, 1e30, -5.0, float("inf")])
    run = {
        f"t{i}": draw(st.dictionaries(st.sampled_from(DOCS), scores, min_size=1))
        for i in range(draw(st.integers(1, 5)))
    }
    return qrels, run


def tables(qrels, run):
    found = [(t, d, g) for t, docs in qrels.items() for d, g in docs.items()]
    listed = [(t, d, s) for t, docs in run.items() for d, s in docs.items()]
    names = ("topic", "doc", "grade"), ("topic", "doc", "score")
    columns = [
        dict(zip(n, zip(*table, strict=True), strict=True))
        for n, table in zip(names, (found, listed), strict=True)
    ]
    lengths = Lengths.from_columns(doc=DOCS, length=[10 + i for i in range(len(DOCS))])
    qrels = Qrels.from_columns(**columns[0])
    return Assessments(qrels, lengths=lengths), Run.from_columns(**columns[1])


ASKED = {name for name in OURS if not re.search(r"_(500|200|15)$", name)}


@pytest.mark.slow  # the peer itself may take minutes on examples that older hypothesis draws
@given(collections())
def test_random_runs_with_ties(collection):
    qrels, run = collection
    found = pytrec_eval.RelevanceEvaluator(
        qrels, {re.sub(r"_(\d+)$", r".\1", name) for name in ASKED}
    ).evaluate(run)
    judgements, listed = tables(qrels, run)
    view = View(judgements, listed)
    for name in sorted(ASKED):
        values = np.nan_to_num(parse(OURS[name]).values(view))
        for topic, value in zip(view.assessments.topics, values, strict=True):
            wanted = found.get(topic, {}).get(name, 0.0)
            assert value == pytest.approx(wanted, abs=1e-9), (name, topic)


def test_scores_are_compared_as_doubles():
    judgements, run = tables({"t": {"a": 1}}, {"t": {"a": 0.1 + 1e-16, "b": 0.1}})
    assert parse("RR").values(View(judgements, run)).tolist() == [1.0]


@given(collections(), st.booleans())
def test_ranked_runs_give_the_same_bits(collection, shuffle):
    judgements, run = tables(*collection)
    view = View(judgements, run)
    wanted = {text: parse(text).values(view) for text in OURS.values()}
    compact = View(judgements, compacted(view, backwards=shuffle))
    for text, values in wanted.items():
        assert parse(text).values(compact).tobytes() == values.tobytes(), text
    with pytest.raises(UsageError, match="lists of documents, without parts"):
        parse("CharR").values(compact)
    assert (compact.present == view.present).all()
    measures = [parse("P@1"), parse("P@3")]
    assert run_notes(compact, measures) == run_notes(view, measures)


def compacted(view, *, backwards):
    """Rank a run beforehand, keeping only the names of judged documents."""
    known = view.assessments.qrels.docs
    docs = Names.of(name for name in known if name in set(view.run.docs))
    order = np.flatnonzero(view.present).tolist()
    topics = [view.assessments.topics[t] for t in (order[::-1] if backwards else order)]
    topic, doc, tied = [], [], []
    for code, name in enumerate(topics):
        at = view.assessments.topics.index[name]
        for place in range(view.ranking.begin[at], view.ranking.end[at]):
            row = view.rows[place]
            topic.append(code)
            doc.append(docs.index.get(view.run.docs[view.run.doc[row]], len(docs)))
            tied.append(view.ranking.tied[place])
    return RankedRun(
        name=view.run.name,
        topics=Names.of(topics),
        topic=np.array(topic, np.int32),
        docs=docs,
        doc=np.array(doc, np.int32),
        tied=np.array(tied, bool),
    )
