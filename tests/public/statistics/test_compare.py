"""Statistics of comparisons against scipy, statsmodels, and formulas written out slowly."""

from __future__ import annotations

import itertools
import json
import math
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower
from tests.helpers import results

import partwise as pw

NAN = math.nan
FAST = {"flips": 100, "resamples": 100}
NUMBERS = ("mean", "baseline_mean", "difference", "relative", "t", "wilcoxon", "permutation")
EFFECTS = ("d", "cliff", "wins", "ties", "losses", "detectable")


def row_of(base, run, *, better="higher", **options):
    """The one comparison of a run with a baseline."""
    (row,) = pw.compare(results([base, run], better=[better]), **FAST | options).rows
    return row


# -- p-values -------------------------------------------------------------------------------


def enumerated_p(values):
    """Share of all sign patterns whose sum is as far from zero, in whole numbers."""
    patterns = itertools.product((-1, 1), repeat=len(values))
    sums = [abs(sum(s * v for s, v in zip(p, values, strict=True))) for p in patterns]
    return sum(total >= abs(sum(values)) for total in sums) / len(sums)


@settings(max_examples=40)
@given(st.lists(st.integers(-4, 4), min_size=1, max_size=9))
def test_exact_permutation_p_enumerates_signs(tenths):
    base = [5.0] * len(tenths)
    row = row_of(base, [5 + value / 10 for value in tenths])
    assert row.permutation == enumerated_p(tenths)


def sampled_p(values, flips, seed, block):
    """p of random signs as a seed draws them, in blocks of patterns; the data count as one."""
    random = np.random.default_rng(seed)
    sizes = [min(block, flips - first) for first in range(0, flips, block)]
    drawn = [random.integers(0, 2, (size, values.size), np.int8) for size in sizes]
    sums = np.concatenate([(1.0 - 2.0 * signs) @ values for signs in drawn])
    return (1 + np.sum(np.abs(sums) >= abs(values.sum()) - 1e-9)) / (1 + flips)


@pytest.mark.parametrize(
    ("changed", "flips", "block"), [(17, 1_500, 1_000), (21, 2_300, 1_000), (5_001, 1_100, 999)]
)
def test_sampled_permutation_p_counts_the_data_too(changed, flips, block):
    """Above 16 changed topics; a thousand patterns at once, or five million signs."""
    gaps = np.random.default_rng(1).integers(-60, 80, changed).astype(float) + 0.5
    values = np.append(gaps, 0.0)  # an unchanged topic is flipped, too, and changes no sum
    row = row_of([100.0] * values.size, 100 + values, flips=flips, seed=7)
    assert row.permutation == sampled_p(values, flips, 7, block)
    assert row_of(np.zeros(60), np.ones(60), flips=1_000).permutation == 1 / 1_001


def test_sixteen_changed_topics_are_enumerated():
    gains = np.append(np.ones(16), 0.0)
    assert row_of(np.ones(17), 1 + gains).permutation == 2 / 2**16
    assert row_of(np.ones(17), 2 * np.ones(17)).permutation == 1 / 101


def paired_samples():
    random = np.random.default_rng(3)
    for n in (2, 3, 8, 14, 30, 60):
        base = random.random(n)
        yield base, base + random.normal(0.05, 0.2, n)
    base = random.integers(1, 5, 12) / 4
    run = np.where(np.arange(12) % 3 == 0, base, random.integers(0, 4, 12) / 4)
    yield base, run  # ties
    yield np.where(np.arange(12) == 4, NAN, base), np.where(np.arange(12) > 9, NAN, run)
    yield base[:5] - 2, run[:5] - 2.5  # negative means


@pytest.mark.parametrize("better", ["higher", "lower"])
@pytest.mark.parametrize(("base", "run"), list(paired_samples()))
def test_every_number_of_a_comparison(base, run, better):
    row = row_of(base, run, better=better, tie=0.1, alpha=0.1)
    base, run = (column[~np.isnan(base) & ~np.isnan(run)] for column in (base, run))
    gap = run - base
    n, spread = gap.size, gap.std(ddof=1)
    assert row.topics == n
    assert (row.mean, row.baseline_mean) == pytest.approx((run.mean(), base.mean()))
    assert row.difference == pytest.approx(gap.mean())
    assert row.relative == pytest.approx(gap.mean() / abs(base.mean()))
    assert row.t == pytest.approx(stats.ttest_rel(run, base).pvalue)
    assert row.wilcoxon == pytest.approx(stats.wilcoxon(gap[gap != 0]).pvalue)
    assert row.d == pytest.approx(gap.mean() / spread)
    pairs = [np.sign(x - y) for x in run for y in base]
    assert row.cliff == pytest.approx(sum(pairs) / n**2)
    won = gap if better == "higher" else -gap
    counted = [np.sum(won > 0.1), np.sum(np.abs(won) <= 0.1), np.sum(won < -0.1)]
    assert [row.wins, row.ties, row.losses] == counted
    assert row.gain == pytest.approx(won.mean())
    if n > 2:  # statsmodels finds no root for two
        needed = TTestPower().solve_power(nobs=n, alpha=0.1, power=0.8)
        assert row.detectable == pytest.approx(needed * spread, rel=1e-5)


@pytest.mark.skipif(
    tuple(map(int, scipy.__version__.split(".")[:2])) < (1, 15),
    reason="the noncentral t of scipy before 1.15 is right to five digits only",
)
def test_detectable_effect_has_the_power_it_promises():
    """Two and three topics need effects for which the upper tail alone is not enough."""
    for n, alpha in itertools.product((2, 3, 4, 10, 200), (0.01, 0.05, 0.6)):
        gap = np.arange(n) - (n - 1) / 2
        row = row_of(np.zeros(n), gap + 0.3, alpha=alpha)
        centre, bar = row.detectable / gap.std(ddof=1) * n**0.5, stats.t.isf(alpha / 2, n - 1)
        power = stats.nct.sf(bar, n - 1, centre) + stats.nct.cdf(-bar, n - 1, centre)
        assert power == pytest.approx(0.8, abs=1e-6)


# -- corrections ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def many():
    """Eight runs against a baseline, on 20 topics; one run has no topic in common."""
    random = np.random.default_rng(5)
    base = random.random(20)
    shifts = (0.16, 0.02, 0.1, 0.0, 0.13, -0.12, 0.07)
    runs = [base, *(base + random.normal(shift, 0.15, 20) for shift in shifts)]
    undefined = np.full(20, NAN)
    return results(
        [[run, undefined if at == 3 else run] for at, run in enumerate(runs)],
        better=["higher", "lower"],
    )


def test_corrections_equal_those_of_statsmodels(many):
    rows = pw.compare(many, measures=["M1"]).rows
    p = np.array([row.permutation for row in rows])
    defined = ~np.isnan(p)
    assert defined.sum() == 6
    for ours, theirs in (("holm", "holm"), ("bonferroni", "bonferroni"), ("bh", "fdr_bh")):
        adjusted = multipletests(p[defined], method=theirs)[1]
        ours_of = np.array([row.adjusted(ours) for row in rows])
        assert ours_of[defined] == pytest.approx(adjusted)
        assert np.isnan(ours_of[~defined]).all()
    assert [row.adjusted("none") for row in rows] == pytest.approx(p.tolist(), nan_ok=True)


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "bh", "none"])
def test_decisive_is_at_most_alpha_after_the_correction(many, correction):
    tried = pw.compare(many, correction=correction)
    p = sorted({row.adjusted(correction) for row in tried.rows if row.topics})
    for alpha in (p[1], p[1] * 0.999):
        again = pw.compare(many, correction=correction, alpha=alpha)
        chosen = [row for row in again.rows if row.adjusted(correction) <= alpha]
        assert list(again.decisive) == chosen
        worse = [r for r in chosen if (r.difference < 0) == (r.measure == "M0")]
        assert list(again.regressions) == worse
        assert len(worse) < len(chosen)
        name = {"holm": "after Holm", "bonferroni": "after Bonferroni", "none": "uncorrected"}
        words = name.get(correction, "after Benjamini-Hochberg")
        if chosen:
            verb = "is" if len(chosen) == 1 else "are"
            assert again.verdict.startswith(f"{len(chosen)} of 13 differences {verb} significant")
            assert f"{len(chosen) - len(worse)} better, {len(worse)} worse" in again.verdict
        assert words in again.verdict


# -- intervals ------------------------------------------------------------------------------


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("n", [3, 9, 30])
def test_intervals_equal_scipy_on_the_same_resamples(n, confidence):
    """BCa; a third of the topics is unchanged, so that resampled means may equal the mean."""
    random = np.random.default_rng(n)
    gap = np.where(random.random(n) < 0.3, 0.0, random.gamma(0.7, size=n) - 0.3)
    if n == 30:
        gap = random.integers(0, 3, n).astype(float)
    many, resamples = results([np.zeros(n), gap, -gap, gap * 3]), 1_100
    rows = pw.compare(many, flips=100, resamples=resamples, seed=5, confidence=confidence).rows
    drawn = np.random.default_rng((5, n)).integers(0, n, (resamples, n))
    for row, values in zip(rows, (gap, -gap, gap * 3), strict=True):
        means = values[drawn].mean(axis=1)
        before = SimpleNamespace(bootstrap_distribution=np.round(means, 12))
        theirs = stats.bootstrap(
            (values,), lambda x, axis: np.round(np.mean(x, axis), 12), method="BCa",
            confidence_level=confidence, n_resamples=0, bootstrap_result=before,
        ).confidence_interval  # fmt: skip
        assert (row.low, row.high) == pytest.approx((theirs.low, theirs.high), abs=1e-8)


def test_extreme_skewness_takes_the_largest_resample():
    """Acceleration 0.164: beyond a normal score of 6.1 the formula's denominator is negative."""
    values = np.zeros(100)
    values[0] = 1.0
    drawn = np.random.default_rng((0, 100)).integers(0, 100, (500, 100))
    row = row_of(np.zeros(100), values, confidence=1 - 1e-12, resamples=500)
    assert row.high == pytest.approx(values[drawn].mean(axis=1).max())
    assert row.low == 0.0


# -- differences that say little ------------------------------------------------------------

ROUNDED = [0.1 + 0.2, 0.5, 0.7]
LITTLE = {  # baseline, run, numbers, notes
    "identical": (
        [0.3, 0.5, 0.7], ROUNDED,
        {"t": 1, "wilcoxon": 1, "permutation": 1, "holm": 1, "bh": 1, "low": 0, "high": 0,
         "difference": 0, "d": 0, "ties": 3, "detectable": NAN, "relative": 0},
        ["r1 equals r0 on every topic"],
    ),
    "zeros": (
        [0.0, 0.0], [0.0, 0.0], {"t": 1, "d": 0, "low": 0, "relative": NAN, "topics": 2},
        ["r1 equals r0 on every topic"],
    ),
    "constant": (
        [0.2] * 8, [0.4] * 8,
        {"t": NAN, "d": NAN, "low": 0.2, "high": 0.2, "permutation": 2 / 2**8, "detectable": NAN},
        ["the same difference on all topics, no t-test: r1 M0"],
    ),
    "nearly constant": (
        [0.1, 0.2, 0.3], [0.1 + 0.7, 0.2 + 0.7, 0.3 + 0.7], {"t": NAN, "low": 0.7, "high": 0.7},
        ["the same difference on all topics, no t-test: r1 M0"],
    ),
    "one topic": (
        [0.2], [0.9],
        {"t": NAN, "low": NAN, "high": NAN, "d": NAN, "permutation": 1, "wilcoxon": 1, "wins": 1},
        ["only one topic: no interval and no t-test: r1 M0"],
    ),
    "one equal topic": (
        [0.2, NAN], [0.2, NAN], {"t": 1, "low": 0, "high": 0, "d": 0, "topics": 1},
        ["r1 equals r0 on every topic"],
    ),
    "two topics": ([0.2, 0.4], [0.3, 0.8], {"permutation": 0.5, "topics": 2}, []),
    "two opposite topics": (
        [0.5, 0.5], [0.0, 1.0],
        {"difference": 0, "d": 0, "permutation": 1, "wins": 1, "losses": 1}, [],
    ),
    "zero baseline": (
        [0.0] * 4, [0.1, 0.4, 0.2, 0.6], {"relative": NAN, "difference": 0.325},
        ["the baseline's mean is 0, no relative change: r1 M0"],
    ),
    "unpaired": (
        [0.1, NAN, 0.3, 0.5, NAN], [0.2, 0.9, NAN, 0.7, NAN],
        {"topics": 2, "baseline_mean": 0.3, "mean": 0.45, "permutation": 0.5, "wilcoxon": 0.5},
        ["2 topics are defined for one of the two runs only and left out: r1 M0"],
    ),
    "one unpaired": (
        [0.1, 0.4, 0.2], [0.3, NAN, 0.1], {"topics": 2},
        ["1 topic is defined for one of the two runs only and left out: r1 M0"],
    ),
    "nothing paired": (
        [NAN, NAN], [0.5, NAN],
        {"topics": 0, "permutation": NAN, "wilcoxon": NAN, "t": NAN, "mean": NAN, "cliff": NAN,
         "holm": NAN, "wins": 0, "ties": 0, "losses": 0, "low": NAN, "d": NAN, "relative": NAN},
        ["no topic is defined for both runs: r1 M0"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", LITTLE)
def test_differences_that_say_little(case):
    base, run, numbers, notes = LITTLE[case]
    compared = pw.compare(results([base, run]))
    (row,) = compared.rows
    for name, number in numbers.items():
        assert getattr(row, name) == pytest.approx(number, nan_ok=True), name
    assert list(compared.notes) == notes
    saved = json.loads(compared.to_json())["comparisons"][0]
    assert saved["interval"] == (None if math.isnan(row.low) else [row.low, row.high])
    flat = saved | saved["p"] | saved["adjusted"] | saved["effect"]
    frame = compared.to_frame().row(0, named=True)
    for name in (*NUMBERS, *EFFECTS, "holm", "bonferroni", "bh", "topics"):
        number = getattr(row, name)
        assert flat[name] == frame[name] == (None if math.isnan(number) else number), name
    assert frame["low"] == (None if math.isnan(row.low) else row.low)
    verdict = {"nothing paired": "Nothing could be tested.", "constant": "1 of 1 difference is sig"}
    assert compared.verdict.startswith(verdict.get(case, "No difference is significant at 0.05"))


def test_noise_is_a_share_of_the_larger_value():
    """Differences of up to 1e-12 of the larger value are rounding."""
    for scale in (1.0, 1e6, 1e-6):
        near, far = [scale * (1 + gap) for gap in (0.9e-12, -0.9e-12)], [scale * (1 + 1.1e-12)] * 2
        assert row_of([scale] * 2, near).ties == row_of([-scale] * 2, [-x for x in near]).ties == 2
        assert row_of([scale] * 2, far).wins == row_of(far, [scale] * 2).losses == 2


def test_notes_of_many_comparisons():
    base, other = [0.1, 0.4, 0.2, 0.6], [0.3, NAN, 0.9, 0.5]
    empty, fewer = [NAN] * 4, [NAN, NAN, 0.1, 0.2]
    table = results([[base, base], [base, other], [other, empty], [fewer, fewer], [base, base]])
    assert list(pw.compare(table).notes) == [
        "r4 equals r0 on every topic",
        "no topic is defined for both runs: r2 M1",
        "1 topic is defined for one of the two runs only and left out: r1 M1, r2 M0",
        "2 topics are defined for one of the two runs only and left out: r3 M0, r3 M1",
    ]


# -- rows, groups and shapes ----------------------------------------------------------------


def test_rows_baselines_and_choices(many):
    table = replace(many.only([0, 1]), runs=tuple("abcdefgh"))
    compared = pw.compare(table, ["b", "a"], runs=["h", "a", "c"], measures=["M1", "M0"], **FAST)
    triples = [(row.baseline, row.run, row.measure) for row in compared.rows]
    assert triples == [(b, r, m) for b in "ba" for r in "hc" for m in ("M1", "M0")]
    assert compared.baselines == ("b", "a")
    assert len(compared) == 8
    saved = compared.to_dict()
    assert (saved["baseline"], saved["comparisons"][5]["baseline"]) == (["b", "a"], "a")
    assert repr(compared) == "Comparisons(2 runs against b, a, 2 measures, 20 topics)"
    single = pw.compare(table, measures=["M0"], **FAST)
    assert {row.baseline for row in single.rows} == {"a"}
    assert (single.to_dict()["baseline"], "baseline" in single.to_dict()["comparisons"][0]) == (
        "a",
        False,
    )
    assert repr(single) == "Comparisons(7 runs against a, 1 measure, 20 topics)"
    for at, row in enumerate(compared.rows):
        values = table.of(row.run, row.measure), table.of(row.baseline, row.measure)
        assert compared.values[:, at] == pytest.approx(values[0], nan_ok=True)
        assert compared.baseline_values[:, at] == pytest.approx(values[1], nan_ok=True)
        alone = pw.compare(table, row.baseline, runs=[row.run], measures=[row.measure], **FAST)
        for name in (*NUMBERS, *EFFECTS, "low", "high"):
            numbers = getattr(row, name), getattr(alone.rows[0], name)
            assert numbers[0] == pytest.approx(numbers[1], rel=1e-12, nan_ok=True)


def test_topics_that_moved():
    table = results([[0.5, 0.5, 0.5, 0.5, NAN, 0.5], [0.75, 0.1, 0.5, 0.9, 0.2, 0.25]])
    compared = pw.compare(table)
    moved = [(m.topic, m.baseline_value, m.value) for m in compared.moved()]
    assert moved == [("t1", 0.5, 0.1), ("t3", 0.5, 0.9), ("t0", 0.5, 0.75), ("t5", 0.5, 0.25)]
    assert [m.difference for m in compared.moved(1)] == [pytest.approx(-0.4)]
    assert compared.moved(0) == []
    paired = [(m.topic, m.run, m.baseline, m.measure) for m in compared.per_topic()]
    assert paired == [(f"t{at}", "r1", "r0", "M0") for at in (0, 1, 2, 3, 5)]
    with pytest.raises(pw.ParameterError):
        compared.moved(-1)
    many = pw.compare(results([np.zeros(9), np.arange(9.0)]))
    assert [m.topic for m in many.moved()] == ["t8", "t7", "t6", "t5", "t4"]


def test_groups_are_comparisons_of_their_topics(many):
    kinds = {"kind": {t: "how" if at < 7 else "why" for at, t in enumerate(many.topics[:15])}}
    kinds["size"] = dict.fromkeys(many.topics[::2], "s") | {many.topics[1]: ""}
    table = many.only([0])
    compared = pw.compare(table, by=kinds, runs=["r1", "r2"], **FAST)
    named = [(g.attribute, g.value, g.topics) for g in compared.groups]
    assert named == [
        ("kind", "how", 7), ("kind", "why", 8), ("kind", "(none)", 5),
        ("size", "s", 10), ("size", "(none)", 10),
    ]  # fmt: skip
    family = [row.permutation for group in compared.groups for row in group.rows]
    holm = multipletests(family, method="holm")[1]
    assert [row.holm for group in compared.groups for row in group.rows] == pytest.approx(holm)
    for group in compared.groups:
        values = [kinds[group.attribute].get(topic) or "(none)" for topic in many.topics]
        chosen = [at for at, value in enumerate(values) if value == group.value]
        alone = pw.compare(results(table.table[:3, 0, chosen]), **FAST)
        for row, single in zip(group.rows, alone.rows, strict=True):
            for name in (*NUMBERS, *EFFECTS, "low", "high"):
                assert getattr(row, name) == pytest.approx(getattr(single, name)), name
    saved = json.loads(compared.to_json())["groups"]
    assert [(g["attribute"], g["value"], g["topics"]) for g in saved] == named
    assert saved[1]["comparisons"][1]["difference"] == compared.groups[1].rows[1].difference
    assert "groups" not in pw.compare(table, **FAST).to_dict()


def test_geometric_means_are_tested_as_logarithms():
    base, run = [0.1, 0.4, 0.3], [0.2, 0.8, 0.9]
    table = replace(
        results([[base, base], [run, run]]), aggregates=("geometric mean, floor=max", "mean")
    )
    compared = pw.compare(table)
    row, plain = compared.rows
    assert (row.baseline_mean, row.mean) == pytest.approx((stats.gmean(base), stats.gmean(run)))
    assert row.relative == pytest.approx(stats.gmean(run) / stats.gmean(base) - 1)
    assert row.t == pytest.approx(stats.ttest_rel(np.log(run), np.log(base)).pvalue)
    assert plain.mean == pytest.approx(np.mean(run))
    assert [note.startswith("M0: ") for note in compared.notes] == [True]
    assert not pw.compare(table, measures=["M1"]).notes


def test_verdict_says_what_could_have_been_seen():
    base, noise = np.linspace(0.1, 0.5, 20), np.tile([0.01, -0.01, 0.02, -0.02], 5)
    fewer = np.where(np.arange(20) < 4, NAN, base + 3 * noise)

    def verdict(*runs, **options):
        return pw.compare(results([base, *runs]), **FAST, **options)

    single = verdict(base + noise)
    span = f"{single.rows[0].detectable:.3g}"
    rule = "No difference is significant at 0.05 after Holm"
    end = "would usually be detected."
    assert single.verdict == f"{rule} (1 tested); with 20 topics a difference of {span} {end}"
    assert single.to_dict()["notes"][-1] == single.verdict
    both = verdict(base + noise, fewer)
    low, high = sorted(row.detectable for row in both.rows)
    assert both.verdict == (
        f"{rule} (2 tested); with 16 to 20 topics a difference of {low:.3g} to {high:.3g} {end}"
    )
    two = pw.compare(results([[base, base], [base + noise, fewer]]), **FAST)
    spans = ", ".join(f"{row.detectable:.3g} ({row.measure})" for row in two.rows)
    assert f"a difference of {spans} {end}" in two.verdict
    assert verdict(base + 0.1 * (base < 0.12)).rows[0].detectable > 0
    assert pw.compare(results([[0.2], [0.9]])).verdict == f"{rule} (1 tested)."


# -- refusals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"alpha": 0}, {"alpha": 1.0}, {"confidence": 1}, {"confidence": 0}, {"tie": -0.1},
        {"tie": NAN}, {"tie": math.inf}, {"flips": 99}, {"resamples": 99}, {"seed": -1},
        {"correction": "sidak"},
    ],
    ids=str,
)  # fmt: skip
def test_settings_outside_their_range(many, wrong):
    with pytest.raises(pw.ParameterError) as caught:
        pw.compare(many, **wrong)
    assert f"compare: {next(iter(wrong))} must be" in str(caught.value)


def test_nothing_to_compare(many):
    for error, word, options in [
        (pw.UnknownNameError, "Did you mean r1", {"baseline": "r1x"}),
        (pw.UnknownNameError, "M9", {"measures": ["M9"]}),
        (pw.UsageError, "no run given", {"runs": []}),
        (pw.UsageError, "all runs are baselines", {"baseline": many.runs}),
        (pw.UsageError, "all runs are baselines", {"baseline": "r1", "runs": ["r1"]}),
        (pw.UsageError, "has a value for kind", {"by": {"kind": {"elsewhere": "x"}}}),
    ]:
        with pytest.raises(error, match=word):
            pw.compare(many, **options)
    for word, table in [
        ("only one run", results([[0.1]])),
        ("infinite", results([[0.1], [math.inf]])),
        ("infinite", results([[0.1, -math.inf], [0.1, 0.2]])),
        ("compare takes Results, not str", "qrels.tsv"),
        ("compare takes Results, not dict", [results([[0.1], [0.2]]), {}]),
        ("no results", []),
    ]:
        with pytest.raises(pw.UsageError, match=word):
            pw.compare(table)


def test_agreeing_fractions():
    """Means are sums rounded once, whatever the order of the topics."""
    values = [0.1, 0.7, 0.2, 1e16, -1e16, 0.3]
    row = row_of(np.zeros(6), values)
    assert row.mean == float(sum(map(Fraction, values))) / 6
