from __future__ import annotations

import base64
import gzip

import msgspec
import numpy as np
from tests.report.conftest import qrels_of, run_of

import partwise as pw
from partwise.report.material import gather, packed, packed_json, topic_blocks


def unpacked(text):
    return gzip.decompress(base64.b64decode(text))


def test_packing_is_the_same_again():
    assert packed([b"abc"]) == packed([b"a", b"bc"])
    assert unpacked(packed([b"ab", b"c"])) == b"abc"
    assert msgspec.json.decode(unpacked(packed_json([float("nan"), 1]))) == [None, 1]


def test_a_topic_by_hand():
    qrels = qrels_of(("t", "d", 10, 20), ("t", "d", 15, 30), ("u", "e", 0, 4))
    one = run_of("one", ("t", "d", 5, 15), ("t", "e", 0, 3))
    two = run_of("two", ("u", "e", 2, 6))
    material = gather(qrels, [one, two], ["CharR"], texts={"d": "x" * 40})
    found = topic_blocks(material, np.array([0, 1]))

    assert found.blocks == [
        {
            "topic": 0,
            "judged": [[0, 10, 30]],
            "runs": [
                [
                    [0, 5, 15, 2.0, 5, 0, 5, 0, [[2, 5], [0, 5]]],
                    [1, 0, 3, 1.0, 0, 0, 0, 3, [[3, 3]]],
                ],
                [],
            ],
        },
        {
            "topic": 1,
            "judged": [[1, 0, 4]],
            "runs": [[], [[1, 2, 6, 1.0, 2, 0, 2, 0, [[0, 2], [2, 2]]]]],
        },
    ]
    assert found.docs == [
        {"id": "d", "length": 40, "text": "embedded"},
        {"id": "e", "length": None, "text": None},
    ]


def test_only_some_topics(example):
    every = topic_blocks(example, np.arange(12))
    some = topic_blocks(example, np.array([3, 7]))

    assert [block["topic"] for block in some.blocks] == [0, 1]
    names = [[doc["id"] for doc in found.docs] for found in (every, some)]
    for mine, other in zip(some.blocks, (every.blocks[3], every.blocks[7]), strict=True):
        for ours, theirs in zip(mine["runs"], other["runs"], strict=True):
            assert [part[1:] for part in ours] == [part[1:] for part in theirs]
            assert [names[1][p[0]] for p in ours] == [names[0][p[0]] for p in theirs]


def test_no_highlights_no_blocks():
    material = gather({"t": {"d": 1}}, {"t": {"d": 1.0}}, ["AP"])

    assert topic_blocks(material, np.array([0])).blocks == []


def test_relevant_text_counts_once_in_its_copies():
    judged = pw.Qrels.from_columns(
        topic=["t"] * 2, doc=["d", "e"], start=[0, 5], end=[9, 14], same=["x", "x"]
    )
    run = run_of("r", ("t", "e", 0, 14), ("t", "d", 0, 9))
    block = topic_blocks(
        gather(judged, [run], ["CharR"], rules=pw.Rules(equivalent="same")), np.array([0])
    )

    assert block.blocks[0]["relevant"] == 9
    assert [part[4:8] for part in block.blocks[0]["runs"][0]] == [[9, 0, 5, 0], [0, 9, 0, 0]]
