"""Options of a call, and the columns it makes."""

from __future__ import annotations

import pytest
from tests.adapters.shapes import (
    rows,
)

import partwise as pw
from partwise.errors import UsageError


def test_options_are_checked_before_any_work():
    for wrong in ({"errors": "ignore"}, {"missing": "guess"}, {"unit": "words"}):
        with pytest.raises(UsageError, match="must be"):
            pw.Run.from_results({}, **wrong)


def test_inventories_are_tables_frames_or_files(tmp_path):
    frame = [{"id": "c", "doc": "a", "start": 3, "end": 7}]
    path = tmp_path / "inventory.jsonl"
    path.write_text('{"id": "c", "doc": "a", "start": 3, "end": 7}\n')
    for inventory in (frame, path, pw.Inventory.from_frame(frame)):
        run = pw.Run.from_results({"q": [{"id": "c"}]}, inventory=inventory)
        assert rows(run) == [("q", "a", 3, 7, 1)]


def test_numbers_that_some_items_lack_stay_absent():
    items = [{"doc": "a", "start": 0, "end": 1, "score": 1}, {"doc": "a", "start": 1, "end": 2}]
    run = pw.Run.from_results({"q": items})
    assert run.extra["given_score"].tolist() == [1, None]
    assert run.to_frame()["given_score"].to_list() == [1.0, None]
