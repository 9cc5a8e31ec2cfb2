"""Texts of rows beside those of the parts that their ids name."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import grouped_options

import partwise as pw
from partwise.errors import PartwiseError, PartwiseWarning
from partwise.tables.part_texts import Compared

TEXT = "".join(f"The keeper of lamp {n} lights it at {n} past dusk. " for n in range(40))
GOLD = [{"topic": "q", "doc": "a", "start": 100, "end": 180}]


def chunks(size, *, text=True):
    return [
        {"id": f"a-{n}", "doc": "a", "start": at, "end": min(at + size, len(TEXT))}
        | ({"text": TEXT[at : at + size]} if text else {})
        for n, at in enumerate(range(0, len(TEXT), size))
    ]


def rows(size, count=8):
    return [
        {"topic": "q", "id": one["id"], "score": 9 - n, "text": one["text"]}
        for n, one in enumerate(chunks(size)[:count])
    ]


def evaluated(run, inventory, **how):
    return pw.evaluate(GOLD, [run], "CharR@5", inventory=inventory, **grouped_options(**how))


def test_the_inventory_of_the_run_says_nothing():
    run = rows(200)
    run[3]["text"] = f"  {run[3]['text'].upper()}\n"
    assert evaluated(run, chunks(200)).mean("run", "CharR@5") == 1.0


@pytest.mark.parametrize("form", ["rows", "file", "table"])
def test_another_chunking_is_refused(tmp_path, form):  # E33
    run, inventory = rows(200), chunks(150)
    if form == "file":
        for name, table in (("run", run), ("inventory", inventory)):
            lines = "".join(json.dumps(row) + "\n" for row in table)
            (tmp_path / f"{name}.jsonl").write_text(lines)
        run, inventory = tmp_path / "run.jsonl", tmp_path / "inventory.jsonl"
    if form == "table":
        inventory = pw.Inventory.from_results(inventory)
    with pytest.raises(PartwiseError) as bad:
        evaluated(run, inventory)
    said = str(bad.value)
    assert ("run.jsonl:2: " if form == "file" else "row 1: ") in said
    assert f'the inventory has "{TEXT[150:190]}' in said
    assert f'under a-1, the row "{TEXT[200:240]}' in said
    assert "(7 of 8 texts differ so): it is from another chunking. Use the inventory of" in said
    placed = evaluated(run, inventory, texts={"a": TEXT}, trust="text")
    assert placed.mean("run", "CharR@5") == 1.0


def test_assessments_too():
    gold = [{"topic": "q", "id": row["id"], "text": row["text"]} for row in rows(200)]
    with pytest.raises(PartwiseError, match="7 of 8 texts differ so"):
        pw.evaluate(gold, [{"q": {"a": 1}}], "CharR@5", inventory=chunks(150))


def test_some_other_texts_are_a_warning():
    run = rows(200)
    run[5]["text"] = "What the keeper never wrote"
    with pytest.warns(PartwiseWarning) as told:
        evaluated(run, chunks(200))
    assert str(told[0].message) == (
        "run: 1 of 8 texts is not what the inventory has for its id (first: a-5: "
        f'"What the keeper never wrote", there "{TEXT[1000:1057]}..."): '
        "is it from another chunking?"
    )


def test_shortened_texts_are_a_warning():
    run = [row | {"text": row["text"][:100]} for row in rows(200)]
    with pytest.warns(PartwiseWarning, match=r"8 of 8 texts .* \(first: a-0: 100 characters, th"):
        evaluated(run, chunks(200))


def test_without_texts_in_the_inventory_lengths_are_compared():
    with pytest.warns(PartwiseWarning) as told:
        evaluated(rows(200), chunks(150, text=False))
    assert str(told[0].message) == (
        "run: 8 texts are not as long as their spans (first: a-0 of the inventory: 200 characters "
        "for 150): use texts=... to check them"
    )
    assert evaluated(rows(200), chunks(200, text=False)).mean("run", "CharR@5") == 1.0


WORDS = st.sampled_from(["ab", "a b", "abc", "xy", ""])


@given(st.lists(st.tuples(WORDS, WORDS), max_size=9))
def test_rows_are_counted_once(pairs):
    found = Compared.of((row, *pair) for row, pair in enumerate(pairs))
    told = [row for row, pair in enumerate(pairs) if all(pair)]
    unlike = [row for row in told if len({text.replace(" ", "") for text in pairs[row]}) > 1]
    assert found.total == len(told)
    assert found.unlike == unlike
    assert [*found.other] == [row for row in unlike if "xy" in pairs[row]]
