"""Rows with a text and an id: the inventory places them, the text only checks it."""

from __future__ import annotations

import json

import pytest
from tests.helpers import grouped_options

import partwise as pw
from partwise.errors import PartwiseError

COPY = "The tide turns twice. "
TEXTS = {"a": COPY + "The keeper lights the lamp. " + COPY + "The boats come in."}
SPANS = [(0, 22), (22, 50), (50, 72), (72, 90)]
PARTS = [
    {"id": f"a-{n}", "doc": "a", "start": start, "end": end} for n, (start, end) in enumerate(SPANS)
]
GOLD = [{"topic": "q", "doc": "a", "start": 50, "end": 71}]


def row(n, **more):
    start, end = SPANS[n]
    return {"topic": "q", "id": f"a-{n}", "score": 9 - n, "text": TEXTS["a"][start:end], **more}


def written(folder, name, rows):
    file = folder / name
    file.write_text("".join(json.dumps(one) + "\n" for one in rows))
    return file


def value(run, gold=GOLD, **how):
    how = {"inventory": PARTS, "texts": TEXTS, **how}
    return pw.evaluate(gold, [run], "CharR@5", **grouped_options(**how))


@pytest.mark.parametrize("trust", [None, "offsets", "text"])
@pytest.mark.parametrize("how", ["rows", "file", "run", "doc"])
def test_a_copy_is_the_one_that_its_id_names(tmp_path, how, trust):
    rows = [row(1), row(2)]
    run = {
        "rows": rows,
        "file": written(tmp_path, "run.jsonl", rows),
        "run": pw.Run.from_frame(rows),
        "doc": [one | {"doc": "a"} for one in rows],
    }[how]
    found = value(run, trust=trust)
    assert found.mean("run", "CharR@5") == 1.0
    assert value([row(0)], trust=trust).mean("run", "CharR@5") == 0.0


def test_each_run_has_its_own_inventory(tmp_path):
    file = written(tmp_path, "mine.jsonl", [row(2)])
    other = [part | {"id": part["id"].replace("a-", "b-")} for part in PARTS]
    found = value(file, inventory={"mine": PARTS, None: other})
    assert found.mean("mine", "CharR@5") == 1.0
    with pytest.raises(PartwiseError, match="occurs 2 times"):
        value(file, inventory={None: other})


@pytest.mark.parametrize("form", [list, pw.Run.from_frame])
def test_the_text_is_located_only_where_neither_place_nor_id_is_known(form):
    rows = [
        row(2),
        {"topic": "q", "id": "new", "score": 2, "text": "The keeper lights", "doc": None},
        {"topic": "q", "id": None, "score": 1, "text": "The boats come in.", "doc": "a"},
    ]
    found = value(form(rows))
    assert found.mean("run", "CharR@5") == 1.0
    notes = " ".join(map(str, found.notes))
    assert "located 2 of 2 quotes (2 exact)" in notes
    assert "1 part found by id in the inventory" in notes


def test_assessments_too():
    gold = [{"topic": "q", "id": "a-2", "text": COPY}]
    assert value([row(2)], gold).mean("run", "CharR@5") == 1.0
    assert value([row(0)], gold).mean("run", "CharR@5") == 0.0


def test_a_text_that_does_not_stand_there_is_refused():
    wrong = [row(2, text="The keeper lights the lamp.")]
    with pytest.raises(PartwiseError, match=r"text differs from a\[50:72\] at character 4"):
        value(wrong)
    assert value(wrong, trust="offsets").mean("run", "CharR@5") == 1.0
    assert value(wrong, trust="text").mean("run", "CharR@5") == 0.0


def test_a_row_that_neither_text_nor_id_places_is_refused_in_its_line(tmp_path):
    rows = [row(2), {"topic": "q", "id": "new", "score": 2}, row(1, id="x", text="The boats")]
    file = written(tmp_path, "run.jsonl", rows)
    with pytest.raises(PartwiseError, match=r'run\.jsonl:2: part "new" is not in the inventory'):
        value(file)


def test_with_topics_answered_with_nothing_no_line_is_named(tmp_path):
    rows = [{"topic": "p"}, {"topic": "q", "id": "new", "score": 2}, row(1, id="x")]
    file = written(tmp_path, "run.jsonl", rows)
    with pytest.raises(PartwiseError, match=r'run\.jsonl: part "new" is not in the inventory'):
        value(file)
