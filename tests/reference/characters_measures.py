"""Random measures of characters.md, spelled for the library and for the reference."""

from __future__ import annotations

from hypothesis import strategies as st

RANKS = st.sampled_from([1, 2, 3, 5, 100])
MAYBE_RANK = st.none() | RANKS
LEVELS = st.sampled_from([0.0, 0.01, 0.1, 0.25, 0.3, 1 / 3, 0.5, 0.7, 0.82, 1.0])
TOLERANCES = st.sampled_from([0.0, 0.25, 0.3, 0.5, 1.0, 0.123456789012345])
BETAS = st.sampled_from([0.25, 0.5, 1.0, 2.0])
ORDERS = st.sampled_from(["natural", "worst", "document", "entry"])
BUDGETS = st.sampled_from([1, 3, 10, 15, 1000])
NUMBERS = st.sampled_from([1, 2, 7, 20, 600])

BASES = st.sampled_from([{}, {"order": "natural"}, {"order": "document"}])
COSTS = st.sampled_from([{}, {"part": 2}, {"jump": 1}, {"part": 3, "jump": 5}])
READERS = st.builds(lambda o, costs: {"order": o} | costs, ORDERS, COSTS)

GAINS = st.one_of(
    st.sampled_from([("Rel", {}), ("DocP", {}), ("DocR", {}), ("F", {})]),
    st.builds(lambda name, base: (name, base), st.sampled_from(["DocP", "DocR", "F"]), BASES),
    st.builds(lambda b, base: ("F", {"beta": b} | base), BETAS, BASES),
    st.builds(lambda n: ("BEP", {"n": n}), NUMBERS),
    st.builds(lambda r: ("aveChP", r), READERS),
    st.builds(lambda n, r: ("ChP", {"n": n} | r), NUMBERS, READERS),
    st.builds(lambda n, r: ("T2IP", {"n": n} | r), NUMBERS, READERS),
    st.builds(lambda n, r: ("T2IR", {"n": n} | r), NUMBERS, READERS),
    st.builds(lambda n, b, r: ("T2IF", {"n": n, "beta": b} | r), NUMBERS, BETAS, READERS),
)
EFFORTS = st.builds(
    lambda s, l, extra, r: ("LE", {"screen": s, "levels": l} | r | extra(l)),
    st.sampled_from([1, 3, 10, 300]),
    st.sampled_from([1, 2, 4]),
    st.sampled_from([lambda l: {}, lambda l: {"nonrel": l + 0.5}, lambda l: {"nonrel": l + 3}]),
    READERS,
)


def reach(**params):
    """A cutoff or a budget, never both."""
    cut = st.builds(lambda k, p: (k, p), MAYBE_RANK, st.fixed_dictionaries(params))
    spent = st.builds(
        lambda b, u, p: (None, {"budget": b, "unit": u} | p),
        BUDGETS,
        st.sampled_from(["characters", "tokens"]),
        st.fixed_dictionaries(params),
    )
    return cut | spent


def simple(cutoffs, **params):
    return st.builds(lambda k, p: (k, p), cutoffs, st.fixed_dictionaries(params))


MEASURES = {
    "P": simple(RANKS),
    "R": simple(MAYBE_RANK),
    "AP": simple(MAYBE_RANK),
    "RR": simple(MAYBE_RANK),
    "Rprec": simple(st.none()),
    "IPrec": simple(LEVELS),
    "nDCG": simple(
        MAYBE_RANK, gain=st.sampled_from(["auto", "binary", "given", "chars", "density"])
    ),
    "CharP": reach(tolerance=TOLERANCES),
    "CharR": reach(tolerance=TOLERANCES),
    "iP": simple(LEVELS, tolerance=TOLERANCES),
    "AiP": simple(MAYBE_RANK, tolerance=TOLERANCES, points=st.sampled_from([2, 4, 11, 101])),
    "CharAP": simple(MAYBE_RANK),
    "gP": simple(RANKS, gain=GAINS),
    "gR": simple(MAYBE_RANK),
    "gRw": simple(MAYBE_RANK),
    "AgP": simple(MAYBE_RANK, gain=GAINS),
    "AgPw": simple(
        MAYBE_RANK, gain=GAINS, variant=st.sampled_from(["stepwise", "final", "interpolated"])
    ),
    "igP": simple(LEVELS, gain=GAINS),
    "CE": simple(RANKS, effort=EFFORTS),
    "NCE": simple(RANKS, effort=EFFORTS),
    "ANCE": simple(RANKS, effort=EFFORTS),
    "CharIoU": reach(multiset=st.booleans()),
    "CharF": reach(beta=BETAS, multiset=st.booleans()),
    "CharOverlap": simple(MAYBE_RANK),
}


def spell(name, cutoff, params):
    """Write a measure as the library reads it."""

    def word(value):
        if isinstance(value, tuple):
            return spell(value[0], None, value[1])
        return str(value)

    nested = [word(v) for v in params.values() if isinstance(v, tuple)]
    named = [f"{k}={word(v)}" for k, v in params.items() if not isinstance(v, tuple)]
    inner = ", ".join(nested + named)
    end = "" if cutoff is None else f"@{cutoff}"
    return f"{name}({inner}){end}" if inner else f"{name}{end}"
