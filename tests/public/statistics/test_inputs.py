"""Inputs of statistics: saved results brought together, attributes of topics, raters' words."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.helpers import answer, results

import partwise as pw

NAN = math.nan
FAST = {"flips": 100, "resamples": 100}


def judged_by(table, file, digest, role="qrels"):
    entry = {"role": role, "file": file, "sha256": digest}
    return replace(table, inputs=(*table.inputs, entry))


def notes_of(*tables, **options):
    return list(pw.compare(tables, **FAST, **options).notes)


# -- several results -----------------------------------------------------------------------------


def test_topics_are_matched_by_name():
    first = results([[0.1, 0.2, 0.3]], runs=["a"], topics=["x", "y", "z"])
    second = results([[0.9, 0.8, 0.7]], runs=["b"], topics=["z", "w", "x"])
    compared = pw.compare([first, second])
    assert compared.topics == ("x", "y", "z", "w")
    np.testing.assert_array_equal(compared.values[:, 0], [0.7, NAN, 0.9, 0.8])
    np.testing.assert_array_equal(compared.baseline_values[:, 0], [0.1, 0.2, 0.3, NAN])
    assert "2 of 4 topics are not in all results and not paired" in compared.notes
    apart = results([[0.9]], runs=["b"], topics=["q"])
    with pytest.raises(pw.UsageError, match=r"no topic in common \(a: x.., b: q..\)"):
        pw.compare([first, apart])
    later = results([[NAN, 0.9]], runs=["b"], topics=["x", "q"])
    with pytest.raises(pw.UsageError, match=r"no topic in common \(a: x.., b: q..\)"):
        pw.compare([first, later])


def test_measures_are_those_of_all_results_in_the_first_order():
    first = results(np.arange(6.0).reshape(1, 3, 2), runs=["a"], measures=["P", "Q", "R"])
    second = results(np.arange(6.0, 10).reshape(1, 2, 2), runs=["b"], measures=["R", "P"])
    compared = pw.compare([first, second, replace(first, runs=("c",))])
    assert [(row.run, row.measure) for row in compared.rows] == [
        ("b", "P"), ("b", "R"), ("c", "P"), ("c", "R"),
    ]  # fmt: skip
    assert compared.values.T.tolist() == [[8, 9], [6, 7], [0, 1], [4, 5]]
    assert compared.notes[0] == "not in all results, left out: Q"
    directions = replace(first, better=("higher", "lower", "higher"), runs=("d",))
    assert pw.compare([first, second, directions]).rows  # Q is left out: its direction, too
    means = replace(first, aggregates=("mean", "geometric mean, floor=max", "mean"), runs=("e",))
    assert pw.compare([first, second, means]).rows
    for word, other in [
        ("no measure in common", replace(second, measures=("X", "Y"))),
        ("lower in another: P", replace(first, better=("lower", "higher", "higher"))),
        ("differently in different results: R", replace(
            first, aggregates=("mean", "mean", "geometric mean, floor=max"))),
    ]:  # fmt: skip
        with pytest.raises(pw.UsageError, match=word):
            pw.compare([first, other])


def test_a_second_run_of_a_name_is_numbered():
    tables = [results([[float(at), at + 1.0]], runs=["same"]) for at in range(3)]
    compared = pw.compare(tables)
    assert [row.run for row in compared.rows] == ["same#2", "same#3"]
    assert [row.mean for row in compared.rows] == [1.5, 2.5]
    assert [str(note) for note in compared.notes[:2]] == [
        "a second run is called same; it is shown as same#2",
        "a second run is called same; it is shown as same#3",
    ]


def test_results_over_other_assessments_are_refused():
    tables = [results([[0.1, 0.5]], runs=[run]) for run in "abc"]
    first, copy = judged_by(tables[0], "q", "1"), judged_by(tables[1], "copy", "1")
    other = judged_by(tables[2], "p", "2")
    words = r"results 3: other assessments \(p\) than those of results 1 \(q\).*lenient"
    with pytest.raises(pw.UsageError, match=words):
        pw.compare([first, copy, other])
    with pytest.raises(pw.UsageError, match=r"results 2: other assessments \(p\)"):
        pw.compare([first, other])
    assert len(pw.compare([first, copy, other], lenient=True)) == 2
    assert len(pw.compare([first, judged_by(tables[1], "p", None)])) == 1
    beside = [judged_by(t, "s", digest, "structure") for t, digest in ((first, "2"), (copy, "3"))]
    assert len(pw.compare(beside)) == 1


def test_options_in_which_results_differ_stand_in_names_and_notes():
    shared = {"undefined": "zero", "topics": "common"}
    tables = [results([[0.1, 0.3]], runs=[run]) for run in "ab"]
    first = replace(tables[0], options=shared | {"whole_documents": True, "nav": "up"})
    second = replace(tables[1], options=shared | {"nav": "up"})
    compared = pw.compare([first, second])
    assert compared.baselines == ("a [whole documents]",)
    assert "b differs from a [whole documents] in whole_documents" in compared.notes
    assert compared.nav == "up"
    assert pw.compare([first, replace(second, options=shared)]).nav is None
    assert not any("differs" in note for note in notes_of(second, replace(second, runs=("c",))))
    twins = results([[0.1, 0.2], [0.2, 0.4]], runs=["x", "y"])
    whole = replace(twins, options={"whole_documents": True})
    apart = [note for note in notes_of(whole, replace(twins, runs=("z", "y"))) if "differs" in note]
    assert apart == ["y differs from y [whole documents] in whole_documents"]
    apart = [note for note in notes_of(whole, replace(twins, runs=("z", "v"))) if "differs" in note]
    assert apart == ["z differs from x [whole documents] in whole_documents"]


# -- saved results through commands --------------------------------------------------------------


def saved(folder, name, table):
    (folder / name).write_text(table.to_json())
    return name


def compared_json(folder, *words):
    reply = answer(folder, "compare", *words, "--format", "json")
    assert reply.code == 0, reply.err
    return json.loads(reply.out)


def test_saved_results_compare_as_they_were(tmp_path):
    random = np.random.default_rng(2)
    table = results(random.random((3, 2, 12)), better=["higher", "lower"])
    names = [
        saved(tmp_path, f"{at}.json", replace(table, runs=(f"r{at}",), table=table.table[[at]],
              present=table.present[[at]]))
        for at in range(3)
    ]  # fmt: skip
    whole = saved(tmp_path, "all.json", table)
    options = ["--alpha", 0.1, "--confidence", 0.9, "--tie", 0.05, "--seed", 3, "--flips", 300]
    options += ["--resamples", 200, "--correction", "bh"]
    said = compared_json(tmp_path, *names, *options)
    assert said == compared_json(tmp_path, whole, *options)
    ours = pw.compare(table, alpha=0.1, confidence=0.9, tie=0.05, seed=3, flips=300,
                      resamples=200, correction="bh")  # fmt: skip
    assert said == ours.to_dict()
    assert json.loads(ours.to_json()) == ours.to_dict()
    assert ours.to_json().startswith('{\n "baseline": "r0",\n "comparisons": [\n  {\n   "run"')


def test_gate_fails_for_a_significant_loss_only(tmp_path):
    base = np.linspace(0.3, 0.9, 12)
    noise = np.linspace(-0.02, 0.03, 12) ** 3
    for better, shift, code in [("higher", -0.1, 1), ("lower", 0.1, 1), ("higher", 0.1, 0)]:
        name = saved(tmp_path, "r.json", results([base, base + shift + noise], better=[better]))
        reply = answer(tmp_path, "compare", name, "--gate", "--flips", 100, "--resamples", 100)
        assert reply.code == code
        assert ("failed: r1 is worse than r0: M0" in reply.err) == bool(code)
    assert answer(tmp_path, "compare", name, "--baseline", "r1", "--gate").code == 1


# -- attributes of topics ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "topic\tkind\tsize\nt0\twho\ts\n\nt1\twhy, how\tm\nt2\twho\t\n",
        'topic,kind,size\nt0,who,s\n\nt1,"why, how",m\nt2,who,\n',
        "\ufeffsize\ttopic\tkind\r\ns\tt0\twho\r\nm\tt1\twhy, how\r\n\tt2\twho\r\n",
        "topic\tkind\tsize\nt0\twho\ts\nt0\twho\ts\nt1\twhy, how\tm\nt2\twho\t\n",
    ],
)
def test_groups_from_a_table_of_attributes(tmp_path, text):
    (tmp_path / "by.txt").write_text(text, newline="")
    table = saved(tmp_path, "r.json", results([[0.1, 0.2, 0.4, 0.3], [0.3, 0.2, 0.5, 0.9]]))
    groups = compared_json(tmp_path, table, "--by", "by.txt")["groups"]
    rows = {(g["attribute"], g["value"]): g for g in groups}
    sizes = {
        ("kind", "who"): 2, ("kind", "why, how"): 1, ("kind", "(none)"): 1,
        ("size", "s"): 1, ("size", "m"): 1, ("size", "(none)"): 2,
    }  # fmt: skip
    assert {key: g["topics"] for key, g in rows.items()} == sizes
    assert rows["kind", "who"]["comparisons"][0]["difference"] == pytest.approx(0.15)
    single = compared_json(tmp_path, table, "--by", "by.txt", "--attribute", "size")["groups"]
    assert {group["attribute"] for group in single} == {"size"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "by.txt: no column topic"),
        ("kind\n", "by.txt:1: no column topic"),
        ("topic\n1\n", "by.txt:1: no attribute beside topic"),
        ("topic\tkind\nt0\ta\nt1\n", "by.txt:3: 1 column, expected 2"),
        ("topic\tkind\nt0\ta\nt0\tb\n", "by.txt:3: topic t0 has kind b here, a before"),
        ("topic\tkidn\nt0\ta\n", "Did you mean kidn"),
    ],
)
def test_tables_of_attributes_that_are_refused(tmp_path, text, words):
    (tmp_path / "by.txt").write_text(text)
    table = saved(tmp_path, "r.json", results([[0.1, 0.2], [0.3, 0.2]]))
    wanted = ["--attribute", "kind"] if "kidn" in text else []
    reply = answer(tmp_path, "compare", table, "--by", "by.txt", *wanted)
    assert (reply.code, words in reply.err) == (2, True), reply.err


# -- agreement of raters -------------------------------------------------------------------------

UNITS = st.lists(st.lists(st.sampled_from([-1, 0, 1]), min_size=3, max_size=3), max_size=7)


def mean(values):
    defined = [value for value in values if value is not None]
    return None if not defined else pytest.approx(float(sum(defined)) / len(defined))


def coefficients(units):
    """Jaccard and kappa of each pair of raters, and alpha, from counts in whole numbers."""
    jaccard, kappa = [], []
    raters = [at for at in range(3) if any(unit[at] >= 0 for unit in units)]
    for one, other in [(a, b) for a in raters for b in raters if a < b]:
        rated = [(u[one], u[other]) for u in units if u[one] >= 0 and u[other] >= 0]
        if not rated:
            continue
        n, either = len(rated), sum(a + b > 0 for a, b in rated)
        jaccard.append(Fraction(sum(a * b for a, b in rated), either) if either else None)
        yes = [Fraction(sum(pair[at] for pair in rated), n) for at in (0, 1)]
        chance = yes[0] * yes[1] + (1 - yes[0]) * (1 - yes[1])
        agreed = Fraction(sum(a == b for a, b in rated), n)
        kappa.append(None if chance == 1 else (agreed - chance) / (1 - chance))
    lists = [[v for v in unit if v >= 0] for unit in units]
    values = [v for unit in lists for v in unit]
    alpha = None
    if len(lists) > 1 and len(set(values)) > 1:
        apart = [Fraction(sum(a != b for a, b in permutations(u, 2)), len(u) - 1) for u in lists]
        n, expected = len(values), sum(a != b for a, b in permutations(values, 2))
        alpha = 1 - Fraction(sum(apart), n) / Fraction(expected, n * (n - 1))
    return jaccard, kappa, alpha


@settings(max_examples=40)
@given(UNITS)
@example([[0, 0, -1], [0, -1, 0], [0, 0, 0]])  # nobody says yes
@example([[1, 0, -1], [0, 0, -1], [0, 0, 0]])  # one does
@example([[1, 1, -1], [1, -1, 1]])
@example([[1, 0, 1]])
def test_agreement_counts_units(tmp_path_factory, units):
    folder = tmp_path_factory.mktemp("raters")
    units = [unit for unit in units if sum(value >= 0 for value in unit) > 1]
    lines = [
        f"1\td{at}\t{value}\t{rater}"
        for at, unit in enumerate(units)
        for rater, value in zip("xyz", unit, strict=True)
        if value >= 0
    ]
    (folder / "q.tsv").write_text("\n".join(["topic\tdoc\trel\tassessor", *lines, ""]))
    reply = answer(folder, "lab", "agreement", "q.tsv", "--format", "json")
    if not lines:
        assert reply.code == 2
        return
    level = json.loads(reply.out)["levels"][0]
    jaccard, kappa, alpha = coefficients(units)
    assert level["jaccard"] == mean(jaccard)
    assert level["kappa"] == mean(kappa)
    assert level["alpha"] == mean([alpha])
    undefined = {"jaccard": jaccard.count(None), "kappa": kappa.count(None)}
    assert level["undefined"] == undefined | {"alpha": int(alpha is None)}


def test_agreement_of_characters_weighs_them(tmp_path):
    """20 characters: x marks 0-10, y 5-14; both 5, x alone 5, y alone 4, neither 6."""
    rows = "topic\tdoc\tstart\tend\tlength\tassessor\n1\ta\t0\t10\t20\tx\n1\ta\t5\t14\t20\ty\n"
    (tmp_path / "q.tsv").write_text(rows)
    reply = answer(tmp_path, "lab", "agreement", "q.tsv", "--format", "json")
    level = next(row for row in json.loads(reply.out)["levels"] if row["level"] == "characters")
    assert level["jaccard"] == pytest.approx(5 / 14)
    chance = (10 * 9 + 10 * 11) / 400
    assert level["kappa"] == pytest.approx((11 / 20 - chance) / (1 - chance))
    expected = 2 * 19 * 21 / (40 * 39)
    assert level["alpha"] == pytest.approx(1 - (2 * 9 / 40) / expected)
