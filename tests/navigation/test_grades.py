"""Readers of every strictness."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples

import partwise as pw
from partwise.errors import ParameterError
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.navigation.targets import from_grade, grade_numbers, strictness, targets_of

STEPS = (
    ("home", "news", 0.425),
    ("home", "about", 0.425),
    ("news", "story", 0.425),
    ("news", "home", 0.425),
)
"""Pages with links that are followed with .85 in all."""


@pytest.fixture
def site(tmp_path):
    """Steps of a small site as a file."""
    file = tmp_path / "steps.tsv"
    file.write_text("".join(f"site\t{x}\t{y}\t{p}\n" for x, y, p in STEPS))
    return pw.Edges(str(file), kind="step")


def judged(grades):
    return pw.Qrels.from_columns(
        topic=[topic for topic, _, _ in grades],
        doc=["site"] * len(grades),
        element=[name for _, name, _ in grades],
        grade=[float(grade) for _, _, grade in grades],
    )


def listed(*names, topic="t"):
    return pw.Run.from_columns(topic=[topic] * len(names), doc=["site"] * len(names), element=names)


RUN = listed("home", "about", "story")


def value(qrels, run, *measures):
    return pw.evaluate(qrels, run, measures).table[0, :, :]


def test_two_grades_on_a_site(site):
    qrels = judged([("t", "story", 2), ("t", "news", 1)])
    measures = pw.AEPRUM(nav=site, rel="value"), pw.EPRUM(r=2, effort="one", nav=site)

    assert value(qrels, RUN, *measures)[:, 0] == pytest.approx([0.494081, 0.204125], abs=5e-7)


def test_a_useless_rank_always_costs_with_effort_one(tmp_path):
    # list x, a with a -> b and a -> c certain, r = 2
    (tmp_path / "e.tsv").write_text("site\ta\tb\t1\nsite\ta\tc\t1\n")
    nav = pw.Edges(str(tmp_path / "e.tsv"))
    qrels = judged([("t", "b", 1), ("t", "c", 1)])
    measures = [pw.EPRUM(r=r, nav=nav, effort=effort) for r in (2, 1) for effort in ("r", "one")]

    assert value(qrels, listed("x", "a"), *measures)[:, 0].tolist() == [1, 0.5, 0.5, 0.5]


NAMES = ("home", "news", "about", "story")
GRADES = st.dictionaries(st.sampled_from(NAMES), st.sampled_from([0.5, 1, 2, 4]), min_size=1)
MEASURES = (
    lambda nav, rel: pw.AEPRUM(nav=nav, rel=rel),
    lambda nav, rel: pw.AEPRUM(nav=nav, rel=rel, effort="one") @ 2,
    lambda nav, rel: pw.APRUM(nav=nav, rel=rel, elements=6),
    lambda nav, rel: pw.APRUM(nav=nav, rel=rel, elements=6, levels=5, revisit=False) @ 2,
    lambda nav, rel: pw.EPRUM(nav=nav, rel=rel) @ 0.5,
    lambda nav, rel: pw.PRUM(nav=nav, rel=rel, elements=6, novelty="exact") @ 0.7,
)


@settings(max_examples=examples(25))
@given(st.permutations(NAMES), st.integers(1, 4), GRADES, GRADES, st.sampled_from(MEASURES))
def test_each_reader_is_a_measure_of_fewer_ideals(order, length, one, other, make):
    nav = pw.Hierarchy()
    places = {name: (10 * at, 10 * at + 15) for at, name in enumerate(NAMES)}

    def table(rows):
        return pw.Qrels.from_columns(
            topic=[topic for topic, _, _ in rows],
            doc=["d"] * len(rows),
            element=[f"/{name}[1]" for _, name, _ in rows],
            start=[places[name][0] for _, name, _ in rows],
            end=[places[name][1] for _, name, _ in rows],
            grade=[grade for _, _, grade in rows],
        )

    names = order[:length]
    run = pw.Run.from_columns(
        topic=["t"] * length + ["u"] * length,
        doc=["d"] * 2 * length,
        element=[f"/{name}[1]" for name in names] * 2,
        start=[places[name][0] for name in names] * 2,
        end=[places[name][1] for name in names] * 2,
    )
    rows = [("t", *item) for item in one.items()] + [("u", *item) for item in other.items()]
    found = value(table(rows), run, make(nav, "value"))[0]
    for topic, grades in zip(("t", "u"), (one, other), strict=True):
        before, expected = 0.0, 0.0
        for grade in sorted(set(grades.values())):
            fewer = [(topic, name, g) for name, g in grades.items() if g >= grade]
            part = value(table(fewer), run, make(nav, "binary"))[0, 0]
            expected += (grade - before) / max(grades.values()) * part
            before = grade
        assert found["tu".index(topic)] == pytest.approx(expected, abs=1e-12)
        assert 0 <= found["tu".index(topic)] <= 1


def test_one_grade_is_the_binary_value(site):
    qrels = judged([("t", "story", 3), ("t", "news", 3)])
    for make in MEASURES:
        both = value(qrels, RUN, make(site, "value"), make(site, "binary"))
        assert both[0].tolist() == both[1].tolist()


def test_topics_without_ideals_stay_undefined(site):
    qrels = judged([("t", "story", 2), ("u", "news", 0)])
    run = pw.Run.from_columns(topic=["t", "u"], doc=["site"] * 2, element=["story", "news"])

    assert np.isnan(value(qrels, run, pw.AEPRUM(nav=site, rel="value"))[0]).tolist() == [
        False,
        True,
    ]


@pytest.mark.parametrize("measure", [pw.PRUM, pw.EPRUM])
def test_readers_of_different_strictness_want_different_numbers(measure):
    with pytest.raises(ParameterError, match="rel must be binary with r=2"):
        measure(r=2, rel="value")


def test_without_any_row_there_is_nothing_to_weigh(site):
    assert value(judged([("t", "story", 2)]), listed("about"), pw.AEPRUM(nav=site, rel="value"))[
        0
    ].tolist() == [0]


WANTED = st.lists(
    st.dictionaries(st.sampled_from("abcde"), st.sampled_from([0.5, 1, 2, 4])),
    min_size=1, max_size=4,
).filter(any)  # fmt: skip


@given(WANTED)
def test_numbers_and_weights_of_grades_topic_by_topic(topics):
    rows = [(str(n), name, grade) for n, some in enumerate(topics) for name, grade in some.items()]
    names = [str(n) for n, some in enumerate(topics) if some]
    targets = targets_of(View(Assessments(judged(rows)), listed("a", topic=names[0])), measure="GR")
    both, found = targets.both, [some for some in topics if some]

    place = [
        both.nodes.place(int(node)) for node in both.tree_nodes[both.tree_offsets[both.target]]
    ]
    number = grade_numbers(both).tolist()
    for topic, name, one in zip(both.target_topic.tolist(), place, number, strict=True):
        levels = sorted(set(found[topic].values()))
        assert one == levels.index(found[topic][name]) + 1
    weights = strictness(both)
    for topic, some in enumerate(found):
        levels = sorted({0, *some.values()})
        expected = [(b - a) / levels[-1] for a, b in pairwise(levels)]
        assert weights[:, topic].tolist() == pytest.approx(
            [*expected, *[0] * (len(weights) - len(expected))]
        )
    for level in (1, 2, 3):
        kept = from_grade(targets, level).both
        assert kept.n_targets.tolist() == [
            sum(value in sorted(set(some.values()))[level - 1 :] for value in some.values())
            for some in found
        ]
