"""Which user model do readers follow?"""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import partwise as pw
from partwise.errors import FormatError, ParameterError, PartwiseError, UsageError
from partwise.lab.navigate.estimate import navigate


@pytest.fixture
def three(tmp_path):
    """Routes a-b-c, a-c and b-c-a."""
    file = tmp_path / "routes.tsv"
    file.write_text("d\ta\tb\tc\nd\ta\tc\nd\tb\tc\ta\n")
    return file


def test_by_hand(three):
    # a -> b, a -> c: .95 / 2 + .05 / 2 = 1 bit; b -> c twice, c -> a: .975
    found = navigate(three, [pw.Routes(str(three)), pw.NoNav])
    bits = (2 - 3 * math.log2(0.975)) / 5
    assert found.models[0].bits == pytest.approx(bits, abs=1e-12)
    assert round(bits, 6) == 0.421916
    assert found.models[0].perplexity == pytest.approx(2**bits)
    assert found.models[1].bits == pytest.approx(math.log2(3 - 1), abs=1e-12)
    assert (found.steps, found.routes, found.places) == (5, 3, 3)
    assert found.best.nav.startswith("Routes(")
    assert [model.uniform for model in found.models] == [0, 5]


def test_folds_by_hand(three):
    # Three routes, five folds: each route is foretold from the other two.
    # a-b-c from a-c, b-c-a: a -> b .025, b -> c .975; a-c from the others: a -> b only, .025;
    # b-c-a: b -> c .975, c -> a out of a place that nobody left: uniform, 1 bit
    steps = [0.025, 0.975, 0.025, 0.975, 0.5]
    expected = -sum(map(math.log2, steps)) / 5
    found = navigate(three, ["Routes", "Routes(abandonment=true)"])
    assert [model.bits for model in found.models] == pytest.approx([expected] * 2, abs=1e-12)
    assert [model.fitted for model in found.models] == [True, True]
    assert found.models[0].nav == "Routes"
    # two folds: the second route alone foretells the first and the third, and they foretell it
    steps = [0.025, 0.5, 0.025, 0.5, 0.5]
    two = navigate(three, "Routes", folds=2).models[0].bits
    assert two == pytest.approx(-sum(map(math.log2, steps)) / 5, abs=1e-12)


def test_a_list_is_a_search(tmp_path):
    structure = pw.Structure.from_columns(
        doc=["d"] * 4,
        parent=[None, 0, 0, 0],
        path=["/a[1]", "/a[1]/s[1]", "/a[1]/s[2]", "/a[1]/s[3]"],
        start=[0, 0, 100, 200],
        end=[300, 100, 200, 300],
    )
    file = tmp_path / "routes.tsv"
    file.write_text("d\t/a[1]/s[1]\t/a[1]/s[2]\t/a[1]/s[3]\n" * 4)
    found = navigate(file, ["T2I([50, 100, 1000])", "Proximity(A=[.1, 1])"], structure=structure)
    assert [model.nav for model in found.models] == [
        *("T2I(n=50)", "T2I(n=100)", "T2I(n=1000)", "Proximity(A=0.1)", "Proximity"),
    ]
    assert found.best.nav == "T2I(n=100)"


def test_a_model_of_files_inside_another_is_fitted(tmp_path):
    file = tmp_path / "routes.tsv"
    file.write_text("d\t/a[1]\t/a[1]/p[1]\t/a[1]/p[2]\n" * 3)
    found = navigate(file, ["Steady(Summary)", "Steady(Summary, restart=[.1, .5])"])
    assert [model.nav for model in found.models] == [
        "Steady(Summary)",
        "Steady(Summary, restart=0.1)",
        "Steady(Summary, restart=0.5)",
    ]
    assert all(model.fitted for model in found.models)


def test_partitions_of_a_file_let_a_summary_speak_of_names(three, tmp_path, monkeypatch):
    # a and b are one partition, c another: of the steps out of {a, b} one of four stays there
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parts.tsv").write_text("doc\telement\tpartition\nd\ta\tS1\nd\tb\tS1\nd\tc\tS2\n")
    seen = navigate(three, "Summary('routes.tsv', parts='parts.tsv')").models[0]
    stay, go, back = 0.95 / 4 + 0.025, 0.95 * 3 / 4 + 0.025, 0.95 / 2 + 0.025
    steps = [stay, go, go, go, back]
    assert seen.bits == pytest.approx(-sum(map(math.log2, steps)) / 5, abs=1e-12)
    fitted = navigate(three, "Summary(parts='parts.tsv')").models[0]
    assert fitted.fitted
    assert fitted.bits > seen.bits


def test_who_needs_ideals_is_refused(three):
    with pytest.raises(PartwiseError, match="looks at the ideals of a topic, and routes have none"):
        navigate(three, "T2I(300, stop=ideal)")


def test_places_of_links_files_belong_to_the_universe(three, tmp_path):
    (tmp_path / "edges.tsv").write_text("d\ta\tb\t.2\nd\tb\tz\t.1\ne\ta\tb\t.3\n")
    edges = pw.Edges(str(tmp_path / "edges.tsv"))
    found = navigate(three, ["NoNav", edges])
    assert found.places == 6  # a, b, c, z of d; a, b of e
    assert found.models[0].bits == pytest.approx(math.log2(5))
    # a -> b is made to sum to 1; c is never left in the file; b leads to z only
    steps = [0.95 + 0.01, 0.01, 0.01, 0.01, 0.2]
    assert found.models[1].bits == pytest.approx(-sum(map(math.log2, steps)) / 5, abs=1e-12)
    assert found.models[1].uniform == 1


def test_interval_of_the_paired_difference(tmp_path):
    # Routes of one step: the difference is a mean of independent numbers, of known spread
    file = tmp_path / "routes.tsv"
    file.write_text("d\ta\tb\n" * 150 + "d\ta\tc\n" * 50)
    found = navigate(file, [pw.Routes(str(file)), "NoNav"], resamples=4_000)
    gap = {"b": 1 + math.log2(0.95 * 0.75 + 0.025), "c": 1 + math.log2(0.95 * 0.25 + 0.025)}
    mean = 0.75 * gap["b"] + 0.25 * gap["c"]
    spread = (gap["b"] - gap["c"]) * math.sqrt(0.75 * 0.25 / 200)
    other = found.models[1]
    assert other.difference == pytest.approx(mean)
    assert other.interval == pytest.approx((mean - 1.96 * spread, mean + 1.96 * spread), abs=0.02)
    assert found.models[0].interval == (0, 0)
    again = navigate(file, [pw.Routes(str(file)), "NoNav"], resamples=4_000)
    assert again.models == found.models
    other_seed = navigate(file, [pw.Routes(str(file)), "NoNav"], resamples=4_000, seed=1)
    assert other_seed.models[1].interval != other.interval


def test_one_route_has_no_interval_and_fits_nothing(tmp_path):
    file = tmp_path / "one.tsv"
    file.write_text("d\ta\tb\tc\n")
    found = navigate(file, ["NoNav", pw.Routes(str(file))])
    assert all(np.isnan(model.interval).all() for model in found.models)
    assert json.loads(found.to_json())["models"][0]["interval"] == [None, None]
    with pytest.raises(UsageError, match="one route, and Routes is fitted on the others"):
        navigate(file, "Routes")


def test_equal_neighbours_are_one_visit_and_single_places_no_step(tmp_path):
    file = tmp_path / "routes.tsv"
    file.write_text("d\ta\ta\tb\nd\tb\tb\nd\tb\ta\n")
    found = navigate(file, "NoNav")
    assert (found.steps, found.routes) == (2, 2)
    assert found.notes == ("1 route of one place: no step",)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the file is empty"),
        ("d\ta\n", "there is only one place"),
        ("d\ta\td\ta\n\nd\t\n", "cell 2 is empty"),
        ("d\ta\nd\tb\n", "no route has a second place"),
    ],
)
def test_routes_that_say_nothing(tmp_path, text, problem):
    file = tmp_path / "routes.tsv"
    file.write_text(text)
    with pytest.raises(FormatError, match=problem):
        navigate(file, "NoNav")


def test_a_file_of_another_collection_is_refused(three, tmp_path):
    (tmp_path / "edges.tsv").write_text("D\ta\tb\t.2\n")
    said = r"has no way out of any place that readers left \(5 steps\)\. First step: d a -> d b"
    with pytest.raises(FormatError, match=said):
        navigate(three, pw.Edges(str(tmp_path / "edges.tsv")))


@pytest.mark.parametrize(
    "setting", [{"folds": 1}, {"smoothing": 0}, {"smoothing": 1.5}, {"resamples": 0}]
)
def test_settings_out_of_range(three, setting):
    with pytest.raises(ParameterError, match=next(iter(setting))):
        navigate(three, "NoNav", **setting)


@pytest.mark.parametrize(
    ("models", "problem"),
    [
        ([], "no user model is given"),
        ("AgP", "AgP"),
        ("Edges", "Edges needs a file"),
        ("Routes()x", "expected the end"),
        ([3], "3 is not a user model"),
        (f"Window(before=[{', '.join(map(str, range(101)))}])", "at most 100"),
    ],
)
def test_what_is_no_model(three, models, problem):
    with pytest.raises(PartwiseError, match=problem):
        navigate(three, models)


def test_json_and_repr(three):
    found = navigate(three, ["NoNav", "Routes"])
    saved = json.loads(found.to_json())
    assert list(saved) == ["steps", "routes", "places", "models", "notes"]
    assert [model["nav"] for model in saved["models"]] == ["NoNav", "Routes"]
    assert saved["models"][0]["perplexity"] == pytest.approx(2)
    assert repr(found) == "Surprise(2 models, 5 steps)"


def test_a_fitted_model_beside_another(three, tmp_path):
    # steps are half those of the other routes and half those of the links a-b, b-c, c-a (.85);
    # from a to b .425 of .925 where a-c was seen; a to c never; c was left by links alone
    (tmp_path / "links.tsv").write_text("d\ta\td\tb\nd\tb\td\tc\nd\tc\td\ta\n")
    links = f"Links({str(tmp_path / 'links.tsv')!r}, level=place)"
    (model,) = navigate(three, f"Either(Routes, {links})").models
    steps = [0.95 * 0.425 / 0.925 + 0.025, 0.975, 0.025, 0.975, 0.975]
    assert model.fitted
    assert model.bits == pytest.approx(-sum(map(math.log2, steps)) / 5, abs=1e-12)
