from __future__ import annotations

import json

import numpy as np
import pytest

from partwise.geometry.inventory import Limit
from partwise.losses.breakdown import KEYS
from partwise.losses.table import Losses, RunLosses
from partwise.report.losses import (
    HEADER,
    advice_lines,
    document,
    limit_text,
    records,
    sentences,
    sheets,
    to_jsonl,
    to_text,
    topic_sheet,
)

FIRST = {"relevant": 10, "shown": 5, "lost.ranking": 3, "lost.cutting": 2, "ceiling.low": 8}
SECOND = {"relevant": 30, "shown": 30, "ceiling.low": 30, "ceiling.high": 30}


def one(*topics, run="a", has_candidates=False):
    known = [{"ceiling.high": topic.get("ceiling.low", 0), **topic} for topic in topics]
    table = np.array([[topic.get(key, 0) for key in KEYS] for topic in known], np.int64)
    about = {"parts": 1200, "documents": 9, "added": 0}
    return RunLosses(run, table, np.ones(len(topics), bool), has_candidates, about)


@pytest.fixture
def losses():
    return Losses((one(FIRST, SECOND),), ("s", "t"), Limit(k=3), ("noticed",))


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (Limit(k=1), "1 part"),
        (Limit(k=3), "3 parts"),
        (Limit(budget=4000), "4,000 characters"),
        (Limit(budget=1, unit="tokens"), "1 token"),
    ],
)
def test_what_is_read_in_words(limit, words):
    assert limit_text(limit) == words


def test_where_to_work_first(losses):
    assert advice_lines(losses) == [
        "a: 60 % of what is missing was in the inventory and ranked too low: work on the ranking "
        "(use candidates=... to tell the first stage from the ranking)"
    ]


def test_a_block_by_hand(losses):
    block = to_text(losses).splitlines()

    # shares: (5/10 + 30/30) / 2, and 2/10 / 2 and 3/10 / 2
    assert block[0].split() == ["a", "first", "3", "parts", "of", "1,200", "share", "characters"]
    assert block[1].split() == ["shown", "75.0", "%", "35"]
    assert block[4].split() == ["limit:", "3", "parts", "0.0", "%", "0"]
    assert block[5].split() == ["cutting", "10.0", "%", "2"]
    assert block[6].split() == ["candidates", "-", "-"]
    assert block[7].split() == ["ranking", "15.0", "%", "3"]
    assert block[-1].startswith("a: 60 % of what is missing was in the inventory")
    drawn = to_text(losses, bars=True).splitlines()
    assert drawn[1].endswith("  " + "█" * 15)
    assert drawn[5].endswith("  " + "█" * 2)


def test_a_ceiling_that_is_only_bounded_is_marked():
    wide = {**FIRST, "ceiling.high": 9}

    text = to_text(Losses((one(wide, SECOND),), ("s", "t"), Limit(budget=60)))

    assert "2*" in text
    assert "* at least 1: for 1 of 2 topics the best choice for this budget is only bounded" in text


def test_names_cannot_steer_a_terminal():
    text = to_text(Losses((one(FIRST, run="a\x1b[2J"),), ("s",), Limit(k=3)))

    assert "\x1b" not in text
    assert "a\\x1b[2J" in text


def test_rows_for_programs(losses):
    total, by_topic = (list(records(losses, per_topic=flag)) for flag in (False, True))

    assert [row[:4] for row in total] == [["a", "all", 40, 35]]
    assert [row[:4] for row in by_topic] == [["a", "s", 10, 5], ["a", "t", 30, 30], *[total[0][:4]]]
    assert len(HEADER) == len(total[0])
    (line,) = to_jsonl(losses, per_topic=False).splitlines()
    saved = json.loads(line)
    assert (saved["run"], saved["topic"], saved["lost"]["ranking"]) == ("a", "all", 3)


def test_tables(losses):
    (sheet,) = sheets(losses)
    labels = [label for label, _, _ in sheet.grid.rows]

    assert labels[:3] == ["shown", "lost: document not in the inventory", "text in no part"]
    assert len(sheets(losses, per_topic=True)) == 2
    by_topic = topic_sheet(losses, losses.runs[0])
    assert by_topic.grid.rows[0][1][:2] == ["10", "5"]
    assert by_topic.grid.rows[0][1][-2:] == ["-", "3"]


def test_the_document_has_everything(losses):
    laid = document(losses, notes=("before",))

    assert laid.notes == ("before", "noticed")
    assert laid.sentences == sentences(losses)
    assert laid.sentences[-1] == advice_lines(losses)[0]
    assert laid.others["table"]() == to_text(losses)
