"""Document measures against trec_eval: its own test files, and pytrec_eval on random runs."""

from __future__ import annotations

import re

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw

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
    return pw.Qrels.from_columns(
        topic=[r[0] for r in table],
        doc=[r[2] for r in table],
        grade=[g if g >= level else min(g, 0) for g in (int(r[3]) for r in table)],
    )


def topics_of(path):
    """Judged topics in the order of the file."""
    return list(dict.fromkeys(r[0] for r in rows(path)))


def ranked(path):
    table = rows(path)
    return pw.Run.from_columns(
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
    qrels, run = judged(folder / "qrels.test"), ranked(folder / "results.test")
    view = pw.View.of(qrels, run)

    compared = 0
    for (name, topic), value in printed(folder / "out.test").items():
        if name in OURS:
            assert topic == "all"
            mean = pw.parse(OURS[name]).values(view).mean()
            assert f"{mean:.4f}" == value, name
            compared += 1
    assert compared >= 10
    notes = pw.evaluate(qrels, run, ["AP"]).notes
    assert not any("disagree" in note for note in notes)


def test_official_output_of_relevance_level_two(real_data):
    """Level 2 is asked for by grading lower ones 0; nDCG keeps all grades, as trec_eval does."""
    folder = real_data / "trec-eval-test"
    run = ranked(folder / "results.test")
    strict = pw.View.of(judged(folder / "qrels.rel_level", 2), run)
    graded = pw.View.of(judged(folder / "qrels.rel_level"), run)
    topics = topics_of(folder / "qrels.rel_level")

    compared = 0
    for (name, topic), value in printed(folder / "out.test.aql").items():
        if name in OURS:
            view = graded if name.startswith("ndcg") else strict
            values = pw.parse(OURS[name]).values(view)
            found = values.mean() if topic == "all" else values[topics.index(topic)]
            assert f"{found:.4f}" == value, (name, topic)
            compared += 1
    assert compared >= 100


def test_official_interpolated_precision(real_data):
    """Version 10 wrote the expected files; version 9 is the one inside pytrec_eval."""
    folder = real_data / "trec-eval-test"
    levels = [f"{level / 10:.2f}" for level in range(11)]
    run = ranked(folder / "results.test")
    view = pw.View.of(judged(folder / "qrels.test"), run)
    strict = pw.View.of(judged(folder / "qrels.rel_level", 2), run)
    topics = topics_of(folder / "qrels.rel_level")

    def ours(view, level, version):
        return pw.parse(f"IPrec(levels=trec_eval{version})@{float(level)}").values(view)

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
        for topic, value in zip(grades, ours(view, level, 9), strict=True):
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
    """Judgements, run and lengths as tables."""
    judged = [(t, d, g) for t, docs in qrels.items() for d, g in docs.items()]
    listed = [(t, d, s) for t, docs in run.items() for d, s in docs.items()]
    names = ("topic", "doc", "grade"), ("topic", "doc", "score")
    columns = [
        dict(zip(n, zip(*table, strict=True), strict=True))
        for n, table in zip(names, (judged, listed), strict=True)
    ]
    lengths = pw.Lengths.from_columns(doc=DOCS, length=[10 + i for i in range(len(DOCS))])
    return pw.Qrels.from_columns(**columns[0]), pw.Run.from_columns(**columns[1]), lengths


def view_of(qrels, run):
    """View of a run on judgements, both as dictionaries."""
    qrels, run, lengths = tables(qrels, run)
    return pw.View.of(qrels, run, lengths=lengths)


ASKED = {name for name in OURS if not re.search(r"_(500|200|15)$", name)}


@pytest.mark.slow  # the peer itself may take minutes on examples that older hypothesis draws
@given(collections())
def test_random_runs_with_ties(collection):
    qrels, run = collection
    found = pytrec_eval.RelevanceEvaluator(
        qrels, {re.sub(r"_(\d+)$", r".\1", name) for name in ASKED}
    ).evaluate(run)
    view = view_of(qrels, run)
    for name in sorted(ASKED):
        values = np.nan_to_num(pw.parse(OURS[name]).values(view))
        for topic, value in zip(qrels, values, strict=True):
            wanted = found.get(topic, {}).get(name, 0.0)
            assert value == pytest.approx(wanted, abs=1e-9), (name, topic)


def test_scores_are_compared_as_doubles():
    view = view_of({"t": {"a": 1}}, {"t": {"a": 0.1 + 1e-16, "b": 0.1}})
    assert pw.parse("RR").values(view).tolist() == [1.0]


def files(folder, qrels, run, *, backwards=False):
    """Files of trec_eval with judgements and run; topics of the run in either order."""
    lines = [f"{t} 0 {d} {g}" for t, docs in qrels.items() for d, g in docs.items()]
    (folder / "qrels").write_text("\n".join(lines), encoding="utf-8")
    topics = list(run)[::-1] if backwards else list(run)
    lines = [f"{t} Q0 {d} 1 {s!r} run" for t in topics for d, s in run[t].items()]
    (folder / "run").write_text("\n".join(lines), encoding="utf-8")
    return folder / "qrels", folder / "run"


def outcome(qrels, run, measures, lengths=None):
    """Everything that an evaluation gives: bits, notes, topics of the run."""
    results = pw.evaluate(
        qrels, run, measures, lengths=lengths, reading=pw.Reading(doc_ids="exact")
    )
    return results.table.tobytes(), results.notes, results.topics, results.present.tolist()


def same_from_files(tmp_path_factory, collection, measures, *, backwards=False):
    """Check that files have the values and notes of the tables in them."""
    lengths = tables(*collection)[2]
    qrels, run = files(tmp_path_factory.mktemp("trec"), *collection, backwards=backwards)
    read = outcome(pw.read_qrels(qrels), pw.read_run(run), measures, lengths)
    assert outcome(qrels, run, measures, lengths) == read
    view = view_of(*collection)
    assert read[0] == np.array([[pw.parse(text).values(view) for text in measures]]).tobytes()


@pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
@given(collections(), st.booleans(), st.booleans())
def test_files_of_documents_give_the_same_bits(tmp_path_factory, collection, backwards, parts):
    """Documents of a TREC run are ranked while they are read, unless a measure needs parts."""
    measures = [*OURS.values(), "CharR"] if parts else list(OURS.values())
    same_from_files(tmp_path_factory, collection, measures, backwards=backwards)
