"""The INEX presets against inex_eval's values as the tool's description has them."""

from __future__ import annotations

import math

import numpy as np
import pytest

import partwise as pw
from partwise.errors import FormatError
from partwise.evaluation.presets import CUTOFFS

QRELS = pw.Qrels.from_columns(
    topic=["1", "1"], doc=["A", "B"], start=[10, 0], end=[30, 10], bep=[10, 0], length=[100, None]
)


def run(*parts):
    doc, start, size = zip(*parts, strict=True)
    end = [a + b for a, b in zip(start, size, strict=True)]
    # scores in another order: lines alone must count
    score = [float(n) for n in range(len(doc))]
    return pw.Run.from_columns(topic=["1"] * len(doc), doc=doc, start=start, end=end, score=score)


def labelled(found, name="run"):
    return {label.name: found.mean(name, label.name) for label in found.labels if label is not None}


def test_relevant_in_context():
    parts = ("A", 10, 10), ("A", 25, 10), ("C", 0, 10), ("B", 5, 20)
    found = pw.evaluate(QRELS, run(*parts), preset="inex2008-ric")
    value = labelled(found)

    assert list(value) == ["MAgP", *(f"{m}[{k}]" for k in CUTOFFS for m in ("gP", "gR"))]
    assert value["gP[1]"] == pytest.approx(0.75)
    assert value["gP[2]"] == pytest.approx(0.375)
    for k in (3, 5, 10, 25, 50):
        assert value[f"gP[{k}]"] == pytest.approx(0.335859, abs=5e-7)
    assert [value[f"gR[{k}]"] for k in (1, 2, 3, 5)] == [0.5, 0.5, 1, 1]
    assert value["MAgP"] == pytest.approx(0.542929, abs=5e-7)
    assert found.measures[:2] == ("AgP(F(beta=0.25))", "gP(F(beta=0.25), short=last)@1")
    ours = pw.evaluate(QRELS, run(*parts), "gP(F(beta=0.25))@5", reading=pw.Reading(order="file"))
    assert ours.mean("run", "gP(F(beta=0.25))@5") == pytest.approx(0.201515, abs=5e-7)
    assert found.met[0]["counts"] == {
        "num_q": 1,
        "num_ret": 3,
        "num_rel": 2,
        "num_rel_ret": 2,
        "ret_size": 50,
        "rel_size": 30,
        "rel_ret_size": 20,
    }


def test_focused():
    parts = ("A", 10, 10), ("C", 0, 10), ("A", 25, 10), ("B", 5, 20)
    value = labelled(pw.evaluate(QRELS, run(*parts), preset="inex2007-focused"))

    assert list(value) == ["iP[0.00]", "iP[0.01]", "iP[0.05]", "iP[0.10]", "MAiP"]
    assert value["iP[0.00]"] == value["iP[0.10]"] == 1
    assert value["MAiP"] == pytest.approx(0.484158, abs=5e-7)


def test_findings_2_4_lines_and_short_runs():
    qrels = pw.Qrels.from_columns(
        topic=["1", "1"], doc=["a", "b"], start=[0, None], end=[10, None], grade=[1, 0]
    )
    parts = pw.Run.from_columns(
        topic=["1", "1"], doc=["b", "a"], start=[0, 0], end=[10, 10], score=[1.0, 2.0]
    )
    value = labelled(pw.evaluate(qrels, parts, preset="inex2008-ric"))

    assert value["MAgP"] == 0.5
    assert value["gP[1]"] == 0
    assert {value[f"gP[{k}]"] for k in CUTOFFS[1:]} == {0.5}


def test_findings_2_5_recall_levels():
    qrels = pw.Qrels.from_columns(topic=["1"], doc=["a"], start=[0], end=[100], length=[200])
    parts = pw.Run.from_columns(topic=["1"], doc=["a"], start=[0], end=[29], score=[1.0])
    found = pw.evaluate(qrels, parts, "iP@0.29", preset="inex2007-focused")

    assert found.mean("run", "MAiP") == pytest.approx(29 / 101)
    assert found.mean("run", "iP(levels=floor)@0.29") == 0
    exact = pw.evaluate(qrels, parts, ["iP@0.29", "AiP"])
    assert exact.mean("run", "iP@0.29") == 1
    assert exact.mean("run", "AiP") == pytest.approx(30 / 101)


# -- inex_eval written down step by step, and compared on random runs ---------------------


def naive_in_context(spans, bep, lines, gain):
    """Score a topic: lines are (doc, start, end), the parts of a document together."""
    documents = list(dict.fromkeys(doc for doc, _, _ in lines))
    scores, recalls, found = [], [], 0
    for doc in documents:
        parts = [(a, b) for name, a, b in lines if name == doc]
        relevant = {c for a, b in spans.get(doc, []) for c in range(a, b)}
        size = sum(b - a for a, b in parts)
        hit = sum(len(relevant & set(range(a, b))) for a, b in parts)
        if gain == "F":
            p, r = hit / size if size else 0, hit / len(relevant) if relevant else 0
            score = (1 + 0.25**2) * p * r / (0.25**2 * p + r) if p * r else 0
        else:
            known = bool(relevant) and doc in bep
            score = max(0, (500 - abs(parts[0][0] - bep[doc])) / 500) if known else 0
        scores.append(score)
        found += bool(relevant)
        recalls.append((found / len(spans), bool(relevant)))
    gp = [sum(scores[: n + 1]) / (n + 1) for n in range(len(scores))]
    value = {"MAgP": sum(g for g, (_, rel) in zip(gp, recalls, strict=True) if rel) / len(spans)}
    for k in CUTOFFS:
        at = min(k, len(gp)) - 1
        value[f"gP[{k}]"], value[f"gR[{k}]"] = (gp[at], recalls[at][0]) if gp else (0, 0)
    return value


def naive_focused(spans, lines):
    total = sum(b - a for parts in spans.values() for a, b in parts)
    best = [0.0] * 101
    size = hit = 0
    for doc, a, b in lines:
        relevant = {c for s, e in spans.get(doc, []) for c in range(s, e)}
        size, hit = size + b - a, hit + len(relevant & set(range(a, b)))
        level = math.floor(100 * (hit / total))
        best[level] = max(best[level], hit / size if size else 0)
    for level in range(99, -1, -1):
        best[level] = max(best[level], best[level + 1])
    names = {"iP[0.00]": 0, "iP[0.01]": 1, "iP[0.05]": 5, "iP[0.10]": 10}
    return {name: best[at] for name, at in names.items()} | {"MAiP": sum(best) / 101}


def random_topic(rng):
    spans = {}
    for doc in "abcdef":
        cuts = np.sort(rng.choice(600, 4, replace=False)).tolist()
        if rng.random() < 0.6:
            spans[doc] = [(cuts[0], cuts[1]), (cuts[2], cuts[3])][: int(rng.integers(1, 3))]
    spans = spans or {"a": [(0, 29)]}
    bep = {doc: int(rng.integers(0, 600)) for doc in spans if rng.random() < 0.7}
    lines = []
    for doc in rng.permutation(list("abcdefg"))[: int(rng.integers(0, 8))].tolist():
        cuts = np.sort(rng.choice(600, 6, replace=False)).tolist()
        parts = [(cuts[i], cuts[i + 1]) for i in (0, 2, 4)][: int(rng.integers(1, 4))]
        lines += [(doc, a, b) for a, b in rng.permutation(parts).tolist()]
    return spans, bep, lines


def tables(topics):
    judged = [
        (str(n), doc, a, b, bep.get(doc))
        for n, (spans, bep, _) in enumerate(topics)
        for doc, parts in spans.items()
        for a, b in parts
    ]
    listed = [(str(n), *line) for n, (_, _, lines) in enumerate(topics) for line in lines]
    qrels = pw.Qrels.from_columns(
        **dict(zip(("topic", "doc", "start", "end", "bep"), zip(*judged, strict=True), strict=True))
    )
    columns = zip(("topic", "doc", "start", "end"), zip(*listed, strict=True), strict=True)
    return qrels, pw.Run.from_columns(**dict(columns))


@pytest.mark.parametrize("preset", ["inex2007-focused", "inex2008-ric", "inex-bic"])
def test_every_value_of_random_topics(preset):
    rng = np.random.default_rng(7)
    topics = [random_topic(rng) for _ in range(60)]
    if preset == "inex-bic":
        topics = [
            (spans, bep, [line for n, line in enumerate(lines) if line[0] not in _docs(lines[:n])])
            for spans, bep, lines in topics
        ]
    qrels, listed = tables(topics)

    found = pw.evaluate(qrels, listed, preset=preset)

    answered = [n for n, (_, _, lines) in enumerate(topics) if lines]
    for label, _ in zip(found.labels, found.measures, strict=True):
        values = dict(zip(found.topics, found.of("run", label.name), strict=True))
        assert math.isnan(values[str(next(n for n in range(60) if n not in answered))])
        for n in answered:
            spans, bep, lines = topics[n]
            slow = (
                naive_focused(spans, lines)
                if preset == "inex2007-focused"
                else naive_in_context(spans, bep, lines, "F" if preset.endswith("ric") else "BEP")
            )
            assert values[str(n)] == pytest.approx(slow[label.name], abs=1e-12), (label.name, n)


def _docs(lines):
    return {doc for doc, _, _ in lines}


def test_parts_are_not_truncated():
    qrels = pw.Qrels.from_columns(topic=["1"], doc=["a"], start=[0], end=[10], length=[20])
    parts = pw.Run.from_columns(topic=["1"], doc=["a"], start=[0], end=[40], score=[1.0])

    assert pw.evaluate(qrels, parts, preset="inex2007-focused").mean("run", "iP[0.00]") == 0.25
    clipped = pw.evaluate(qrels, parts, preset="inex2007-focused", rules=pw.Rules(quirks="lines"))
    assert clipped.mean("run", "iP[0.00]") == 0.5
    # reading orders stay inside the document
    read = pw.evaluate(qrels, parts, ["AgP(aveChP)"], rules=pw.Rules(convention="inex"))
    assert read.mean("run", "AgP(aveChP)") == 1


@pytest.mark.parametrize("preset", ["inex2007-focused", "inex2008-ric", "inex-bic"])
def test_every_topic_of_a_real_collection(real_data, tmp_path, preset):
    """Windows of articles that do not overlap, those of an article together where they must."""
    folder = real_data / "evidence-inference"
    rows = lines_of(folder / "runs/bm25-chunk500.fol.txt")
    rows = [row for row in rows if int(row[6]) % 500 == 0]
    if preset != "inex2007-focused":
        first = {}
        for at, row in enumerate(rows):
            first.setdefault((row[0], row[2]), at)
        rows.sort(key=lambda row: first[row[0], row[2]])
    if preset == "inex-bic":
        rows = list({(row[0], row[2]): row for row in reversed(rows)}.values())[::-1]
    (tmp_path / "run.txt").write_text("".join(" ".join(row) + "\n" for row in rows))
    spans, bep = {}, {}
    for line in lines_of(folder / "qrels.fol"):
        topic, _, doc, _, _, *rest = line
        passages = [tuple(map(int, one.split(":"))) for one in rest[1:]]
        spans.setdefault(topic, {})
        if passages:
            spans[topic][doc] = [(a, a + n) for a, n in passages]
            bep.setdefault(topic, {})[doc] = int(rest[0])

    found = pw.evaluate(folder / "qrels.fol", tmp_path / "run.txt", preset=preset)

    lines = {topic: [] for topic in spans}
    for topic, _, doc, _, _, _, start, size in rows:
        lines[topic].append((doc, int(start), int(start) + int(size)))
    assert len(found.topics) == 223
    gain = "F" if preset == "inex2008-ric" else "BEP"
    for at, topic in enumerate(found.topics):
        slow = (
            naive_focused(spans[topic], lines[topic])
            if preset == "inex2007-focused"
            else naive_in_context(spans[topic], bep[topic], lines[topic], gain)
        )
        if not lines[topic]:
            continue
        for name, value in slow.items():
            assert found.of(found.runs[0], name)[at] == pytest.approx(value, abs=1e-12)
    answered = [topic for topic in found.topics if lines[topic]]
    assert found.met[0]["counts"]["num_q"] == len(answered) > 200


@pytest.mark.parametrize("cell", ["X", "-1"])
def test_parts_outside_their_document(tmp_path, cell):
    (tmp_path / "q.fol").write_text("1 Q0 a 10 100 5 0:10\n1 Q0 b 10 50 0 0:10\n")
    (tmp_path / "r.txt").write_text(f"1 Q0 a 1 2.0 x {cell} 7\n1 Q0 b 2 1.0 x 0 10\n")
    files = tmp_path / "q.fol", tmp_path / "r.txt"

    focused = pw.evaluate(*files, preset="inex2007-focused")
    assert focused.mean("x", "iP[0.10]") == pytest.approx(10 / 28)
    assert focused.met[0]["counts"]["ret_size"] == 28
    context = pw.evaluate(*files, preset="inex-bic")
    assert context.mean("x", "gP[1]") == 0
    assert context.mean("x", "gP[2]") == 1 / 2
    with pytest.raises(FormatError, match="offset"):
        pw.evaluate(*files, preset="inex2007-focused", rules=pw.Rules(quirks="lines"))
    with pytest.raises(FormatError, match="offset"):
        pw.evaluate(*files, "CharP@5")


def lines_of(path):
    return [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
