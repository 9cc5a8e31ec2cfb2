from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples

from partwise.kernels import paths
from partwise.tables.names import Names

STEP = r"""/([^/\[\]|<>"'&=\s]+)(?:\[([1-9][0-9]{0,8})\])"""
GRAMMAR = re.compile(f"({STEP})+")
LENIENT = re.compile(f"({STEP}?)+")
SEED = 0x9E3779B97F4A7C15


def split(*texts, lenient=False):
    names = Names.of(texts)
    return paths.split_paths(names.data, names.starts, names.ends, lenient=lenient), names


def test_steps_by_hand():
    steps, names = split("/article[1]/sec[12]", "/p[3]")

    block = names.data.tobytes().decode()
    words = [block[a:b] for a, b in zip(steps.name_start, steps.name_end, strict=True)]
    assert words == ["article", "sec", "p"]
    assert steps.ordinal.tolist() == [1, 12, 3]
    assert steps.offsets.tolist() == [0, 2, 3]
    assert not steps.bad.any()


@pytest.mark.parametrize(
    "text",
    [
        "/article[1]>",  # a real writer's slip
        "article[1]",
        "/article",
        "/article[0]",
        "/article[01]",
        "/article[-1]",
        "/article[1",
        "/article1]",
        "/article[[1]]",
        "/article[1][2]",
        "/article[]",
        "/article[x]",
        "/article[:]",
        "/article[1:]",
        "/article][1]",
        "/[1]",
        "//p[1]",
        "/p[1]/",
        "/",
        "",
        "/a b[1]",
        "/p[1]/text()[1].0",
        "/p[12345678901]",
        "x/p[1]",
    ],
)
def test_what_is_no_path(text):
    steps, _ = split("/ok[1]", text, "/fine[2]")

    assert steps.bad.tolist() == [False, True, False]


def test_lenient_reads_a_bare_step_as_the_first():
    steps, _ = split("/article/sec[2]", "/article[1]/sec[2]", "/article[1]/", lenient=True)

    assert steps.bad.tolist() == [False, False, True]
    assert steps.bare.tolist()[:2] == [True, False]
    assert steps.ordinal.tolist()[:4] == [1, 2, 1, 2]


@pytest.mark.parametrize("text", ["/a]", "/a[1", "/a]/b[1]", "/a[1]]", "/[1]", "//a", "/a[]", ""])
def test_what_is_no_path_even_leniently(text):
    assert split("/ok", text, "/fine[2]", lenient=True)[0].bad.tolist() == [False, True, False]


@given(st.lists(st.text("/[]ab12 >", max_size=12), unique=True, min_size=1, max_size=8))
@settings(max_examples=examples(100), deadline=None)
def test_agrees_with_the_grammar(texts):
    steps, _ = split(*texts)

    assert steps.bad.tolist() == [GRAMMAR.fullmatch(text) is None for text in texts]


@given(
    st.lists(
        st.text("/[]ab19 >", max_size=12)
        | st.lists(st.sampled_from(["/a[1]", "/bc[20]", "/b"]), min_size=1).map("".join),
        min_size=1,
        max_size=8,
    ),
    st.text("/[]a1", max_size=3),
    st.booleans(),
)
@settings(max_examples=examples(100), deadline=None)
def test_steps_by_their_grammar_whatever_stands_between(texts, between, lenient):
    block = between + "".join(text + between for text in texts)
    size = np.array([len(text) for text in texts])
    start = len(between) + np.cumsum(size + len(between)) - size - len(between)
    steps = paths.split_paths(
        np.frombuffer(block.encode(), np.uint8), start, start + size, lenient=lenient
    )

    grammar = LENIENT if lenient else GRAMMAR
    assert steps.bad.tolist() == [grammar.fullmatch(text) is None for text in texts]
    for row in np.flatnonzero(~steps.bad).tolist():
        expected = re.findall(f"{STEP}?", texts[row])
        mine = slice(*steps.offsets[row : row + 2].tolist())
        names = zip(steps.name_start[mine].tolist(), steps.name_end[mine].tolist(), strict=True)
        assert [block[a:b] for a, b in names] == [name for name, _ in expected]
        assert steps.ordinal[mine].tolist() == [int(n or 1) for _, n in expected]
        assert steps.bare[row] == any(not n for _, n in expected)


def test_positions_of_every_width():
    texts = [f"/p[{'9' * width}]" for width in range(1, 12)]
    steps, _ = split(*texts)

    assert steps.bad.tolist() == [width > 9 for width in range(1, 12)]
    assert steps.ordinal.tolist()[:9] == [10**width - 1 for width in range(1, 10)]


@pytest.mark.parametrize("forbidden", " \t\r\n|<>\"'&=")
def test_letters_that_no_step_has(forbidden):
    assert split(f"/a{forbidden}b[1]", "/ab[1]", lenient=True)[0].bad.tolist() == [True, False]


def test_no_paths():
    steps, _ = split()

    assert steps.offsets.tolist() == [0]
    assert steps.bad.size == 0


def mixed(number):
    return int(paths.mix(np.array([number % 2**64], np.uint64))[0])


def hash_of(text):
    """The hash of a piece, number by number."""
    weights = [mixed(place * SEED) | 1 for place in range(1, len(text) + 1)]
    return mixed(sum(w * (b + 1) for w, b in zip(weights, text, strict=True)) + len(text))


def key_of(path, above=SEED):
    """The key of a path of pairs of name and position, step by step."""
    for name, position in path:
        above = mixed(above * 0xD1342543DE82EF95 + mixed(hash_of(name) + position * SEED))
    return above


def test_numbers_are_mixed_as_splitmix64_does():
    # the first numbers of its sequence from 0, as they are published
    state = np.arange(1, 4, dtype=np.uint64) * np.uint64(SEED)
    expected = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]

    assert paths.mix(state).tolist() == expected


def test_keys_step_by_step():
    texts = ["/article[1]/sec[12]/p[3]", "/p[3]", "/article[1]"]
    steps, names = split(*texts)
    hashed = paths.text_hash(names.data, steps.name_start, steps.name_end)
    expected = [
        key_of([(b"article", 1), (b"sec", 12), (b"p", 3)]),
        key_of([(b"p", 3)]),
        key_of([(b"article", 1)]),
    ]

    assert hashed.tolist() == [hash_of(w) for w in (b"article", b"sec", b"p", b"p", b"article")]
    assert paths.path_keys(hashed, steps.ordinal, steps.offsets).tolist() == expected
    nothing = np.empty(0, np.int64)
    assert paths.text_hash(names.data, nothing, nothing).size == 0
    doc = np.array([0, 7, 7])
    assert paths.in_document(np.array(expected, np.uint64), doc).tolist() == [
        mixed(key ^ mixed(d + SEED)) for key, d in zip(expected, doc.tolist(), strict=True)
    ]


def test_a_path_without_steps_has_the_key_that_others_begin_with():
    name, first = np.array([5], np.uint64), np.array([1], np.int32)
    keys = paths.path_keys(name, first, np.array([0, 0, 1, 1])).tolist()

    assert keys == [SEED, mixed(SEED * 0xD1342543DE82EF95 + mixed(5 + SEED)), SEED]


def test_keys_of_a_forest_are_those_of_its_paths():
    # /a[1] (/b[2] with /c[1] below), /d[3]; steps left out: none, /x[1]/y[2]/z[3] or /w[4]
    a, b, c, d = path = [(b"a", 1), (b"b", 2), (b"c", 1), (b"d", 3)]
    step = np.array([mixed(hash_of(n) + i * SEED) for n, i in path], np.uint64)
    parent, depth = np.array([-1, 0, 1, -1]), np.array([1, 2, 3, 1], np.int32)
    out = [(b"x", 1), (b"y", 2), (b"z", 3), (b"w", 4)]
    via_step = np.array([mixed(hash_of(n) + i * SEED) for n, i in out], np.uint64)

    expected = [key_of([a]), key_of([a, b]), key_of([a, b, c]), key_of([d])]
    assert paths.forest_keys(step, parent, depth).tolist() == expected
    keys = paths.forest_keys(
        step, parent, depth, via=np.array([0, 1, 0, 2], np.int32), via_step=via_step,
        via_offsets=np.array([0, 0, 3, 4]),
    )  # fmt: skip
    long = [a, *out[:3], b]
    assert keys.tolist() == [key_of([a]), key_of(long), key_of([*long, c]), key_of([out[3], d])]


def test_keys_differ_where_paths_do():
    texts = [
        f"/{a}[{i}]/{b}[{j}]"
        for a in "abc"
        for b in "abc"
        for i in range(1, 30)
        for j in range(1, 30)
    ]
    texts += [f"/{a}[{i}]" for a in ("a", "aa", "b") for i in range(1, 200)]
    steps, names = split(*texts)

    keys = paths.path_keys(
        paths.text_hash(names.data, steps.name_start, steps.name_end), steps.ordinal, steps.offsets
    )

    assert np.unique(keys).size == len(texts)


def test_look_up():
    keys, order = paths.sorted_keys(np.array([7, 3, 9], np.uint64))

    assert paths.look_up(np.array([9, 4, 3], np.uint64), keys, order).tolist() == [2, -1, 1]
    nothing = np.empty(0, np.uint64)
    assert paths.look_up(np.array([9], np.uint64), *paths.sorted_keys(nothing)).tolist() == [-1]
    assert paths.look_up(np.array([10], np.uint64), keys, order).tolist() == [-1]
