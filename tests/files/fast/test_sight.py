"""What is seen of a chunk run: judged topics, pairs and letters."""

from __future__ import annotations

import numpy as np

from partwise.files.fast.sight import Sight, letter_prints
from partwise.tables.names import Names


def sight(n_topics=3, docs=("a", "b-1", "c"), pairs=(0, 4, 8), length=None, **options):
    length = np.full(len(docs), -1) if length is None else np.array(length)
    topics = Names.of(f"q{topic}" for topic in range(n_topics))
    how = {"rank": 2, "budget": 0, "clip": True} | options
    return Sight(topics, Names.of(docs), np.array(pairs, np.int64), length, **how)


def test_topics_are_found_by_name():
    assert sight().codes([b"q2", b"x", b"q0"]).tolist() == [2, -1, 0]


def test_pairs_are_judged_exactly():
    rng = np.random.default_rng(3)
    docs = [f"d{doc}" for doc in range(50)]
    pairs = np.unique(rng.integers(0, 20 * 50, 200))
    found = sight(20, docs, pairs)
    topic, doc = np.divmod(np.arange(20 * 50), 50)

    judged = found.judged(topic, doc.astype(np.int32))

    assert np.flatnonzero(judged).tolist() == pairs.tolist()


def test_lengths_matter_only_where_parts_are_truncated():
    assert sight().length is None
    assert sight(length=[5, -1, -1], clip=False).length is None
    assert sight(length=[5, -1, -1]).length.tolist() == [5, -1, -1, -1]


def test_letters_and_digits_tell_names_alike():
    known = sight().letters
    names = Names.of(["B_1", "b1", "d", "A"])
    alike = np.isin(letter_prints(names.blob, names.ends), known)

    assert alike.tolist() == [True, True, False, True]
