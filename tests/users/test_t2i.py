from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples
from tests.users.places import elements, from_first, passages

import partwise as pw
from partwise.errors import ParameterError
from partwise.users.reading import T2I


def test_t2i_reads_on_from_the_start():
    nodes = passages((100, 200), (100, 110), (105, 300), (106, 120), (90, 101), (90, 100), (99, 99))

    # exactly n ahead counts; who enters inside y has seen it; what ended before has not
    assert from_first(T2I(5), nodes) == [1, 1, 0, 1, 0, 0]
    assert from_first(T2I(0), nodes) == [1, 0, 0, 1, 0, 0]
    assert from_first(T2I(n=3, unit="words"), elements(2, 3, 4)) == [1, 0]


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 6), st.integers(0, 9))
def test_somebody_who_reads_character_by_character(enter, start, size, n):
    # y is seen where its first character is among those read on, or where one enters inside it
    met = start in range(enter, enter + n + 1) or enter in range(start + 1, start + size)

    assert from_first(T2I(n), passages((enter, enter + 3), (start, start + size))) == [met]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (T2I, "T2I needs n"),
        (lambda: T2I(-1), "n must be a whole number of at least 0"),
        (lambda: T2I(2.5), "n must be a whole number"),
    ],
)
def test_how_far_is_a_whole_number(make, words):
    with pytest.raises(ParameterError, match=words):
        make()


def reached(model, ideals, entry):
    """Which of the ideals a reader who enters at ``entry`` gets to."""
    found = []
    for start, end in ideals:
        # grades single one ideal out, whatever the others do to the reader
        qrels = pw.Qrels.from_columns(
            topic=["t"] * len(ideals),
            doc=["d"] * len(ideals),
            element=[f"/a[1]/p[{n}]" for n in range(1, len(ideals) + 1)],
            start=[low for low, _ in ideals],
            end=[high for _, high in ideals],
            grade=[1000.0 if (low, high) == (start, end) else 1.0 for low, high in ideals],
        )
        run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[entry], end=[entry + 1])
        value = pw.evaluate(qrels, run, [pw.GR(nav=model, rel="value")]).table[0, 0, 0]
        found.append(value > 0.5)
    return found


TWO = [(30, 40), (60, 70)]


def test_ideals_that_stand_in_the_way():
    # entry 15: 45 characters to the second ideal, 35 of them irrelevant; entry 35: 25 and 20
    for counts in ("all", "irrelevant"):
        assert reached(pw.T2I(25, counts=counts), TWO, 15) == [True, False]
        assert reached(pw.T2I(25, counts=counts), TWO, 35) == [True, True]
        assert reached(pw.T2I(25, counts=counts, stop="ideal"), TWO, 35) == [True, False]
    assert reached(pw.T2I(24), TWO, 35) == [True, False]
    assert reached(pw.T2I(20, counts="irrelevant"), TWO, 35) == [True, True]
    assert reached(pw.T2I(19, counts="irrelevant"), TWO, 35) == [True, False]
    assert reached(pw.T2I(35, counts="irrelevant"), TWO, 15) == [True, True]


def slowly(ideals, entry, n, counts, stop):
    """Read character by character and note which ideals have been met."""
    relevant = {at for low, high in ideals for at in range(low, high)}
    met, cost = {}, 0
    for at in range(entry, 60):
        for low, high in ideals:
            inside = low < at < high and at == entry
            if (low == at or inside) and (low, high) not in met:
                met[low, high] = at, cost
        cost += counts == "all" or at not in relevant
    seen = {ideal for ideal, (_, cost) in met.items() if cost <= n}
    if stop == "ideal":
        nearest = min((at for at, _ in met.values()), default=None)
        seen = {ideal for ideal in seen if met[ideal][0] == nearest}
    return [ideal in seen for ideal in ideals]


SPAN = st.tuples(st.integers(0, 30), st.integers(1, 12)).map(lambda s: (s[0], s[0] + s[1]))


@settings(max_examples=examples(60))
@given(
    st.lists(SPAN, min_size=1, max_size=4, unique=True),
    st.integers(0, 35),
    st.integers(0, 15),
    st.sampled_from(["all", "irrelevant"]),
    st.sampled_from(["never", "ideal"]),
)
def test_somebody_who_knows_the_ideals(ideals, entry, n, counts, stop):
    expected = slowly(ideals, entry, n, counts, stop)

    assert reached(pw.T2I(n, counts=counts, stop=stop), ideals, entry) == expected


def test_the_ideals_are_those_of_the_topic():
    # t wants the second span alone, u both; in e nobody wants anything
    qrels = pw.Qrels.from_columns(
        topic=["t", "u", "u"], doc=["d"] * 3, start=[60, 30, 60], end=[70, 40, 70]
    )
    run = pw.Run.from_columns(
        topic=["t", "u", "t"], doc=["d", "d", "e"], start=[35, 35, 0], end=[36, 36, 1]
    )
    measures = [
        pw.GR(nav=pw.T2I(n, counts="irrelevant", stop=stop))
        for n, stop in ((24, "never"), (25, "never"), (25, "ideal"), (20, "never"))
    ]

    values = pw.evaluate(qrels, run, measures).table[0, :, :].tolist()
    assert values == [[0, 1], [1, 1], [1, 0.5], [0, 1]]


@pytest.mark.parametrize("option", [{"counts": "irrelevant"}, {"stop": "ideal"}])
@pytest.mark.parametrize("measure", [pw.ESRR, pw.SRP, pw.EHits])
def test_only_some_measures_know_the_ideals(measure, option):
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], element=["/a[1]"], start=[0], end=[9])
    run = pw.Run.from_columns(topic=["t"], doc=["d"], element=["/a[1]"], start=[0], end=[9])
    with pytest.raises(ParameterError, match="only PRUM, EPRUM and GR"):
        pw.evaluate(qrels, run, [measure(nav=pw.T2I(5, **option))])
    with pytest.raises(ParameterError, match="left to PRUM, EPRUM and GR"):
        from_first(T2I(5, **option), passages((1, 2), (3, 4)))
