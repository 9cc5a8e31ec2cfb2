"""The preset against KILT's program, whose walk over the guesses is written down here."""

from __future__ import annotations

import json

import numpy as np
import pytest

import partwise as pw
from partwise.errors import FormatError, MissingAssessmentError, UsageError
from partwise.evaluation.plan import parse
from partwise.evaluation.tool_presets import CUTOFFS, by_paragraph

KEYS = "wikipedia_id,start_paragraph_id,end_paragraph_id"


def naive(alternatives, guesses):
    """Score a question; alternatives are sets of ids, guesses a list of ids."""
    sets = list(dict.fromkeys(map(frozenset, alternatives)))
    guesses = list(dict.fromkeys(guesses))
    rprec = max((len(set(guesses[: len(a)]) & a) / len(a) if a else 0 for a in sets), default=0)
    entries, left = [], [set(a) for a in sets]
    for guess in guesses:
        lacking = [n for n, missing in enumerate(left) if guess in missing]
        if not lacking and not any(guess in a for a in sets):
            entries.append(("miss", None))
        for n in lacking:
            left[n].discard(guess)
            entries = [entry for entry in entries if entry != ("waiting", n)]
            entries.append(("waiting", n) if left[n] else ("complete", n))
    value = {"Rprec": rprec}
    for k in CUTOFFS:
        complete = sum(kind == "complete" for kind, _ in entries[:k])
        value[f"precision@{k}"] = complete / k
        if k > 1:
            value[f"recall@{k}"] = complete / len(sets) if guesses else 0
            value[f"success_rate@{k}"] = float(complete > 0)
    return value


def ids(provenance, keys):
    names = keys.split(",")
    return [
        tuple(str(one[name]).strip() for name in names)
        for one in provenance
        if all(one.get(name) is not None for name in names)
    ]


def lines(path):
    text = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("gold", "guess"),
    [("gold1", "guess1_1"), ("gold2", "guess2_1"), ("gold2", "guess2_2"), ("gold3", "guess3_1")],
)
@pytest.mark.parametrize("keys", ["wikipedia_id", KEYS])
def test_every_question(real_data, gold, guess, keys):
    folder = real_data / "kilt-test"
    if (gold, keys) == ("gold3", KEYS):  # pages only
        with pytest.raises(MissingAssessmentError, match="name no paragraph"):
            pw.evaluate(
                folder / "gold3.jsonl",
                folder / "guess3_1.jsonl",
                preset="kilt",
                rules=pw.Rules(kilt_keys=keys),
            )
        return
    found = pw.evaluate(
        folder / f"{gold}.jsonl",
        folder / f"{guess}.jsonl",
        preset="kilt",
        rules=pw.Rules(kilt_keys=keys),
    )

    guesses = {str(one["id"]): one["output"] for one in lines(folder / f"{guess}.jsonl")}
    for question in lines(folder / f"{gold}.jsonl"):
        topic = str(question["id"])
        outputs = [o["provenance"] for o in question["output"] if "provenance" in o]
        listed = next(o["provenance"] for o in guesses[topic] if "provenance" in o)
        sets = [s for s in (set(ids(one, keys)) for one in outputs) if s]
        at = found.topics.index(topic)
        ours = {
            label.name: found.of(found.runs[0], label.name)[at] for label in found.labels if label
        }
        assert ours == pytest.approx(naive(sets, ids(listed, keys)))
    assert found.options["kilt_keys"] == keys


def test_expected_values(real_data):
    folder = real_data / "kilt-test"
    names = ["Rprec", "precision@1", "precision@5", "recall@5", "success_rate@5"]

    def values(gold, guess, topic=0):
        found = pw.evaluate(folder / f"{gold}.jsonl", folder / f"{guess}.jsonl", preset="kilt")
        return [found.of(found.runs[0], name)[topic] for name in names]

    assert values("gold2", "guess2_1") == pytest.approx([0.5, 1, 0.4, 2 / 3, 1])
    assert values("gold2", "guess2_2") == pytest.approx([1, 1, 0.2, 1 / 3, 1])
    assert values("gold3", "guess3_1") == pytest.approx([1, 1, 0.2, 1, 1])
    assert values("gold3", "guess3_1", 1) == [0] * 5


def test_random_questions():
    rng = np.random.default_rng(3)
    judged, listed, slow = [], [], []
    for n in range(150):
        sets = [
            {f"d{d}" for d in rng.integers(0, 12, int(rng.integers(1, 4)))}
            for _ in range(int(rng.integers(1, 6)))
        ]
        guesses = [f"d{d}" for d in rng.integers(0, 16, int(rng.integers(1, 25)))]
        judged += [(f"q{n}", doc, 1, a) for a, one in enumerate(sets) for doc in sorted(one)]
        listed += [(f"q{n}", doc, rank) for rank, doc in enumerate(guesses, 1)]
        slow.append(naive(sets, guesses))
    names = ("topic", "doc", "grade", "alternative"), ("topic", "doc", "rank")
    tables = [
        dict(zip(name, zip(*rows, strict=True), strict=True))
        for name, rows in zip(names, (judged, listed), strict=True)
    ]
    found = pw.evaluate(
        pw.Qrels.from_columns(**tables[0]), pw.Run.from_columns(**tables[1]), preset="kilt"
    )

    for label in filter(None, found.labels):
        assert found.of("run", label.name) == pytest.approx([one[label.name] for one in slow])


def test_order_and_labels():
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["a"], grade=[1], alternative=["0"])
    found = pw.evaluate(qrels, {"q": {"a": 1.0}}, preset="kilt")

    assert [label.name for label in found.labels if label][:5] == [
        "Rprec", "precision@1", "precision@5", "recall@5", "success_rate@5",
    ]  # fmt: skip
    assert found.measures[-3:] == ("Complete@5", "GroupR@5", "R@5")
    assert found.mean_table[0, -3:].tolist() == [1, 1, 1]
    assert any("generated text" in note for note in found.notes)


def test_every_question_needs_a_guess():
    qrels = pw.Qrels.from_columns(topic=["q", "r"], doc=["a", "a"], grade=[1, 1])
    with pytest.raises(FormatError, match=r"no guess for 1 of 2 questions \(r\)"):
        pw.evaluate(qrels, {"q": {"a": 1.0}}, preset="kilt")
    pw.evaluate(qrels, {"q": {"a": 1.0}, "r": {}}, preset="kilt")


def test_keys():
    assert by_paragraph(None)(parse("AltP@5")) == parse("AltP@5")
    assert by_paragraph(KEYS)(parse("AltP@5")) == parse("AltP(by=paragraph)@5")
    assert by_paragraph(KEYS)(parse("AP")) == parse("AP")
    with pytest.raises(UsageError, match="kilt keys must be"):
        by_paragraph("page")
