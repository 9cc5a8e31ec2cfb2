from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples

from partwise.kernels.trees import paths
from partwise.tables.names import Names

GRAMMAR = re.compile(r"""(/[^/\[\]|<>"'&=\s]+\[[1-9][0-9]{0,8}\])+""")


def split(*texts, lenient=False):
    names = Names.of(texts)
    return paths.split_paths(names.blob, names.starts, names.ends, lenient=lenient), names


def test_steps_by_hand():
    steps, names = split("/article[1]/sec[12]", "/p[3]")

    block = names.blob.tobytes().decode()
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


@given(st.lists(st.text("/[]ab12 >", max_size=12), unique=True, min_size=1, max_size=8))
@settings(max_examples=examples(100), deadline=None)
def test_agrees_with_the_grammar(texts):
    steps, _ = split(*texts)

    assert steps.bad.tolist() == [GRAMMAR.fullmatch(text) is None for text in texts]


def test_no_paths():
    steps, _ = split()

    assert steps.offsets.tolist() == [0]
    assert steps.bad.size == 0


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
        paths.text_hash(names.blob, steps.name_start, steps.name_end), steps.ordinal, steps.offsets
    )

    assert np.unique(keys).size == len(texts)


def test_look_up():
    keys, order = paths.sorted_keys(np.array([7, 3, 9], np.uint64))

    assert paths.look_up(np.array([9, 4, 3], np.uint64), keys, order).tolist() == [2, -1, 1]
    nothing = np.empty(0, np.uint64)
    assert paths.look_up(np.array([9], np.uint64), *paths.sorted_keys(nothing)).tolist() == [-1]
