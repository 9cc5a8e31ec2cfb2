"""The presets against BioASQ's program, written down snippet by snippet."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import partwise as pw
from partwise.evaluation.tool_presets import DIVISORS, QUIRKS

ABSTRACT = "A/abstract"
QRELS = pw.Qrels.from_columns(
    topic=["q"] * 3, doc=[ABSTRACT] * 3, start=[0, 8, 50], end=[10, 20, 60]
)
RUN = pw.Run.from_columns(
    topic=["q"] * 5,
    doc=[ABSTRACT, ABSTRACT, "B/abstract", ABSTRACT, ABSTRACT],
    start=[5, 55, 0, 14, 90],
    end=[15, 70, 10, 18, 95],
    rank=[1, 2, 3, 4, 5],
)
LABELS = ["MPrec", "MRec", "MF1", "MAP", "GMAP"]
ON = frozenset(QUIRKS)


@pytest.mark.parametrize(
    ("edition", "quirks", "values"),
    [
        (2, "on", [0.425532, 0.625, 0.506329, 1.046099]),
        (3, "on", [0.425532, 0.625, 0.506329, 0.209220]),
        (8, "on", [0.425532, 0.625, 0.506329, 1.046099]),
        (2, "merge,skip-missing", [0.418605, 0.6, 0.493151, 0.821429]),
        (3, "merge,skip-missing", [0.418605, 0.6, 0.493151, 0.164286]),
        (8, "merge,skip-missing", [0.418605, 0.6, 0.493151, 0.821429]),
    ],
)
@pytest.mark.filterwarnings("ignore:.*values outside")
def test_fixture(edition, quirks, values):
    found = pw.evaluate(QRELS, RUN, preset=f"bioasq{edition}", rules=pw.Rules(quirks=quirks))

    assert [label.name for label in found.labels if label] == LABELS
    assert [found.mean("run", name) for name in LABELS[:4]] == pytest.approx(values, abs=5e-7)
    assert found.mean("run", "GMAP") == pytest.approx(values[3] + 0.00001, abs=5e-7)


def test_values_above_one_are_warned_of_once():
    with pytest.warns(pw.PartwiseWarning, match=r"outside \[0, 1\].*MAP \(1 topic\)") as said:
        pw.evaluate(QRELS, RUN, preset="bioasq")
    assert len(said) == 1


def naive(gold, run, edition, quirks):  # noqa: C901  a program in one piece
    """Score a question; snippets are (article, section, begin, end)."""
    more = "inclusive-ends" in quirks

    def size(snippet):
        return snippet[3] - snippet[2] + more

    def overlap(one, other):
        same = one[1] == other[1] or (
            "section-zero" in quirks and one[1] == "0" and other[1] == "abstract"
        )
        if one[0] != other[0] or not same:
            return 0
        return max(0, min(one[3], other[3]) - max(one[2], other[2]) + more)

    def merged(snippets):
        out = list(snippets)
        i = 0
        while i < len(out):
            for j in range(len(out)):
                a, b = out[i], out[j]
                if i != j and a[:2] == b[:2] and max(a[2], b[2]) - more < min(a[3], b[3]):
                    out[min(i, j)] = (*a[:2], min(a[2], b[2]), max(a[3], b[3]))
                    del out[max(i, j)]
                    i = -1
                    break
            i += 1
        return out

    def characters(snippets):
        return {(*s[:2], c) for s in snippets for c in range(s[2], s[3] + more)}

    def precision(snippets):
        if "merge" in quirks:
            total = sum(map(size, snippets))
            return sum(overlap(s, g) for s in snippets for g in gold) / total if total else 0
        shown = characters(snippets)
        return len(shown & characters(gold)) / len(shown) if shown else 0

    if "merge" in quirks:
        gold, run = merged(gold), merged(run)
        recall = sum(overlap(s, g) for s in run for g in gold) / sum(map(size, gold))
    else:
        recall = len(characters(run) & characters(gold)) / len(characters(gold))
    p = precision(run)
    total = 0.0
    for r, snippet in enumerate(run):
        if "document-relevance" in quirks:
            relevant = any(snippet[0] == g[0] for g in gold)
        else:
            relevant = any(overlap(snippet, g) for g in gold)
        total += precision(run[: r + 1]) if relevant else 0
    divisor = {"gold": len(gold), "ten": 10, "least": min(10, len(gold))}[DIVISORS[edition]]
    return {
        "MPrec": p,
        "MRec": recall,
        "MF1": 2 * p * recall / (p + recall) if p + recall else 0,
        "MAP": total / divisor,
    }


def made_run(gold, rng):
    """Snippets near those of gold: moved, split, repeated, in other articles and sections."""
    run = []
    for article, section, begin, end in gold:
        for _ in range(int(rng.integers(0, 3))):
            low = max(0, begin + int(rng.integers(-30, 30)))
            high = max(low + 1, end + int(rng.integers(-30, 30)))
            name = section if rng.random() < 0.8 else ["title", "0"][int(rng.integers(0, 2))]
            run.append((article if rng.random() < 0.8 else "x", name, low, high))
    rng.shuffle(run)
    return [tuple(one) for one in run]


def named(section):
    return f"sections.{section}" if section == "0" else section


@pytest.mark.filterwarnings("ignore:.*values outside")
@pytest.mark.parametrize("edition", DIVISORS)
@pytest.mark.parametrize("quirks", ["on", "off", "merge,skip-missing", "inclusive-ends,merge"])
def test_every_question_of_the_real_file(real_data, tmp_path, edition, quirks):
    path = real_data / "bioasq_sample" / "gold.json"
    gold = {}
    for question in json.loads(path.read_text())["questions"]:
        gold[question["id"]] = [
            (
                snippet["document"].rpartition("/")[2],
                snippet["beginSection"],
                snippet["offsetInBeginSection"],
                snippet["offsetInEndSection"],
            )
            for snippet in question["snippets"]
        ]
    rng = np.random.default_rng(edition)
    asked = list(gold)
    runs = {topic: made_run(gold[topic], rng) for topic in asked[:-3]}  # three are not there
    runs[asked[0]] = []  # answered with nothing
    questions = [
        {
            "id": topic,
            "snippets": [
                {
                    "document": f"http://www.ncbi.nlm.nih.gov/pubmed/{article}",
                    "beginSection": named(section),
                    "endSection": named(section),
                    "offsetInBeginSection": begin,
                    "offsetInEndSection": end,
                }
                for article, section, begin, end in listed
            ],
        }
        for topic, listed in runs.items()
    ]
    (tmp_path / "run.json").write_text(json.dumps({"questions": questions}))

    found = pw.evaluate(
        path, tmp_path / "run.json", preset=f"bioasq{edition}", rules=pw.Rules(quirks=quirks)
    )

    kept = {"on": ON, "off": frozenset()}.get(quirks, frozenset(quirks.split(",")))
    averages = []
    for at, topic in enumerate(found.topics):
        ours = {name: found.of(found.runs[0], name)[at] for name in LABELS}
        if topic not in runs and "skip-missing" in kept:
            assert all(map(math.isnan, ours.values()))
            continue
        slow = naive(gold[topic], runs.get(topic, []), edition, kept)
        assert {name: ours[name] for name in slow} == pytest.approx(slow, abs=1e-12)
        averages.append(slow["MAP"])
    geometric = math.exp(math.fsum(math.log(v + 0.00001) for v in averages) / len(averages))
    assert found.mean(found.runs[0], "GMAP") == pytest.approx(geometric, rel=1e-12)


def test_section_zero_meets_the_abstract():
    run = pw.Run.from_columns(
        topic=["q"] * 2, doc=["A/0", ABSTRACT], start=[0, 90], end=[9, 99], rank=[1, 2]
    )

    assert pw.evaluate(QRELS, run, preset="bioasq").mean("run", "MPrec") == 1 / 2
    assert (
        pw.evaluate(QRELS, run, preset="bioasq", rules=pw.Rules(quirks="off")).mean("run", "MPrec")
        == 0
    )


def test_a_snippet_seen_before_stays_relevant_where_it_shares_text():
    run = pw.Run.from_columns(
        topic=["q"] * 2, doc=[ABSTRACT] * 2, start=[0, 0], end=[10, 10], rank=[1, 2]
    )
    with pytest.warns(pw.PartwiseWarning, match="Are the rows doubled"):
        found = pw.evaluate(QRELS, run, preset="bioasq3", rules=pw.Rules(quirks="off"))

    assert found.mean("run", "MAP") == (1 + 1) / 10
