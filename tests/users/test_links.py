"""Links that are followed alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.helpers import grouped_options
from tests.loaded import loaded

import partwise as pw
from partwise.errors import FormatError
from partwise.kernels import hitting
from partwise.kernels.hitting import Hitting
from partwise.users.links import Links

SITE = ["home news", "home about", "news story", "news home", "story http://x.org/"]
"""links.md 1.8"""

pytestmark = pytest.mark.filterwarnings("ignore::partwise.errors.PartwiseWarning")


@pytest.fixture
def site(tmp_path):
    (tmp_path / "site.tsv").write_text("\n".join(SITE))
    return f"Links('{tmp_path / 'site.tsv'}')"


def documents(wanted, returned, grades=None):
    qrels = pw.Qrels.from_columns(
        topic=["t"] * len(wanted), doc=list(wanted), grade=grades or [1] * len(wanted)
    )
    rank = list(range(1, len(returned) + 1))
    return qrels, pw.Run.from_columns(topic=["t"] * len(rank), doc=list(returned), rank=rank)


WORLD = documents(["story", "news"], ["home", "about", "story"])


def value(measure, nav, world=WORLD, **options):
    return pw.evaluate(
        *world, [measure], rules=pw.Rules(nav=nav), **grouped_options(**options)
    ).table[0, 0, 0]


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("GR@1", 0.322721),
        ("GR@2", 0.322721),
        ("GR@3", 0.7125),
        ("EPRUM(r=1)", 0.701170),
        ("EPRUM(r=2)", 0.314563),
        ("AEPRUM@2", 0.322721),
        ("PRUM(elements=10, r=1)", 0.527290),
        ("PRUM(elements=10, r=2)", 0.372864),
        ("ESRR@1", 0.2125),
        ("ESRR@3", 0.7125),
        ("ESRP@3", 0.333333),
    ],
)
def test_worked_values(site, measure, expected):  # links.md 1.8
    assert value(measure, site) == pytest.approx(expected, abs=5e-7)


@pytest.mark.parametrize(
    ("x", "y", "reach", "step"),
    [
        ("home", "news", 0.425, 0.425),
        ("home", "about", 0.518688, 0.425),
        ("home", "story", 0.220442, 0),
        ("news", "story", 0.518688, 0.425),
        ("news", "home", 0.425, 0.425),
        ("story", "http://x.org/", 0.85, 0.85),
    ],
)
def test_worked_reach_and_steps(site, x, y, reach, step):  # links.md 1.8
    world = documents([y], [x])
    assert value("GR", site, world) == pytest.approx(reach, abs=5e-7)
    assert value("ENearMisses", site, world) == pytest.approx(step, abs=5e-7)


def test_reach_from_home_counts_those_who_come_again(site):
    # news: .425 at once, or by home again never without news
    assert value("GR", site, documents(["news"], ["home"])) == pytest.approx(0.425)


def test_damping_lists_and_levels(tmp_path):
    file = tmp_path / "l.tsv"
    rows = [
        "from_doc\tfrom\tto_doc\tto",
        "A\t0..9\tB\tx",
        "A\t0..9\tB\ty",
        "A\t9..20\tC\t",
        "A\tz\tA\tq",
    ]
    file.write_text("\n".join(rows))
    world = documents(["B"], ["A"])
    both = [f"GR(nav=Links('{file}', damping=[.5, .8]))"]
    assert pw.evaluate(*world, both).table[0, :, 0].tolist() == pytest.approx([0.25, 0.4])
    assert value("GR", f"Links('{file}', damping=1)", world) == 0.5  # B and C, not A itself
    place = pw.Qrels.from_columns(topic=["t"], doc=["B"], element=["x"], grade=[1])
    run = pw.Run.from_columns(topic=["t"], doc=["A"], start=[0], end=[3], rank=[1])
    assert value("GR", f"Links('{file}', level=place)", (place, run)) == 0.425


def test_chunks_follow_the_links_of_their_document(site, tmp_path):
    qrels = pw.Qrels.from_columns(topic=["t"] * 2, doc=["news", "home"], start=[5, 50], end=[9, 60])
    run = pw.Run.from_columns(topic=["t"], doc=["home"], start=[0], end=[30], rank=[1])
    # two chunks of one page do not reach each other but by way of other pages
    round_trip = 0.425 * 0.425
    assert value("GR", site, (qrels, run)) == pytest.approx((0.425 + round_trip) / 2)


def test_links_of_another_collection_are_refused(tmp_path):
    file = tmp_path / "l.tsv"
    file.write_text("a b\n")
    words = "0 of 1 links concern a result or an assessed unit. First link: a -> b; first result: "
    with pytest.raises(FormatError, match=f"{words}home. Use --doc-ids|doc_ids"):
        value("GR@1", f"Links('{file}')")


def test_links_hold_for_all_topics(tmp_path):
    file = tmp_path / "l.tsv"
    file.write_text("from_doc\tto_doc\ttopic\nA\tB\t\nA\tC\tt2\n")
    with pytest.raises(FormatError, match=r"l\.tsv: links hold for all topics; column topic"):
        value("GR@1", f"Links('{file}')")


def solved(monkeypatch, site, runs, measures):
    """How often each page was a goal that had to be solved for."""
    goals, real = [], Hitting._solved

    def counted(self, some, tables):
        goals.extend(some.tolist())
        return real(self, some, tables)

    monkeypatch.setattr(Hitting, "_solved", counted)
    pw.evaluate(WORLD[0], runs, measures, rules=pw.Rules(nav=site))
    return {goal: goals.count(goal) for goal in goals}


def test_a_goal_is_solved_once_for_all_measures_and_runs(site, monkeypatch):
    other = replace(documents([], ["about", "home", "news"])[1], name="other")
    measures = ["GR@1", "GR@3", "EPRUM(r=1)", "PRUM(elements=10, r=1)", "GR(revisit=false)"]

    assert set(solved(monkeypatch, site, [WORLD[1], other], measures).values()) == {1}


def test_a_goal_is_solved_once_for_all_measures_where_columns_are_not_kept(site, monkeypatch):
    monkeypatch.setattr(hitting, "CACHE_CELLS", 0)
    measures = ["GR@1", "GR@3", "EPRUM(r=1)", "PRUM(elements=10, r=1)"]

    assert set(solved(monkeypatch, site, WORLD[1], measures).values()) == {1}


def test_a_model_knows_what_it_is(site):
    model = loaded(Links(site.split("'")[1]))
    assert model.native == "step"
    assert model.across
    assert Path(model.file).exists()


def test_chunks_have_no_single_steps_by_the_links_of_documents(site):
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["news"], start=[5], end=[9])
    run = pw.Run.from_columns(topic=["t"], doc=["home"], start=[0], end=[30], rank=[1])
    with pytest.raises(FormatError) as caught:
        value("ESRP@2", site, (qrels, run))
    assert "first result: home 0..30. Use " in str(caught.value)
