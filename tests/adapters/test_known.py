"""Places by id, from an inventory."""

from __future__ import annotations

import pytest
from tests.adapters.shapes import (
    rows,
)

import partwise as pw
from partwise.errors import AdapterError, FormatError


class TestInventories:
    inventory = pw.Inventory.from_columns(
        id=["c1", "c2", "3"], doc=["a", "a", "b"], start=[0, 10, 20], end=[10, 20, 30],
        tokens=[2, 3, 4],
    )  # fmt: skip

    def test_places_by_id(self):
        run = pw.Run.from_results({"q": [{"id": "c2"}, {"id": 3}]}, inventory=self.inventory)

        assert rows(run) == [("q", "a", 10, 20, 1), ("q", "b", 20, 30, 2)]
        assert run.tokens.tolist() == [3, 4]

    def test_an_item_that_says_another_place(self):
        item = {"id": "c2", "doc": "a", "start": 30, "end": 40}
        with pytest.raises(AdapterError) as caught:
            pw.Run.from_chroma({"q": [item]}, inventory=self.inventory)
        said = "from_chroma: the inventory places c2 at a[10:20], the item at a[30:40]"
        assert str(caught.value) == said
        with pytest.raises(AdapterError, match=r"at a\[10:20\], the item at b"):
            pw.Run.from_results({"q": [{"id": "c2", "doc": "b"}]}, inventory=self.inventory)
        good = {"id": "c2", "doc": "a", "start": 10, "end": 20}
        run = pw.Run.from_results({"q": [item, good]}, inventory=self.inventory, errors="skip")
        assert rows(run) == [("q", "a", 10, 20, 1)]

    def test_an_id_that_is_not_there(self):
        with pytest.raises(AdapterError, match=r"1 of 2 ids is not in the inventory: q\[2\] c99"):
            pw.Run.from_results({"q": [{"id": "c1"}, {"id": "c99"}]}, inventory=self.inventory)

    def test_an_id_with_two_places(self):
        twice = pw.Inventory.from_columns(id=["c", "c"], doc=["a", "a"], start=[0, 1], end=[2, 2])
        with pytest.raises(FormatError, match='id "c" is that of two parts'):
            pw.Run.from_results({"q": [{"id": "c"}]}, inventory=twice)

    def test_elements(self):
        inventory = pw.Inventory.from_columns(id=["s"], doc=["a"], element=["/a[1]/s[1]"])
        run = pw.Run.from_results({"q": [{"id": "s"}]}, inventory=inventory)
        assert run.elements.tolist() == ["/a[1]/s[1]"]
        assert run.element.tolist() == [0]

    def test_gold_chunks(self):
        qrels = pw.Qrels.from_results({"q": [{"id": "c1"}], "r": []}, inventory=self.inventory)
        assert (qrels.start.tolist(), qrels.grade.tolist()) == ([0], [1.0])
        assert qrels.topics.tolist() == ["q", "r"]

    def test_ids_alone(self):
        run = pw.Run.from_results({"q": ["c2", 3], "r": []}, inventory=self.inventory)
        assert rows(run) == [("q", "a", 10, 20, 1), ("q", "b", 20, 30, 2)]
        with pytest.raises(AdapterError, match=r"q\[1\] \(fields: id\)"):
            pw.Run.from_results({"q": ["c2"]})

    @pytest.mark.parametrize("nothing", [None, float("nan")])
    def test_whole_floats_and_absent_ids(self, nothing):
        inventory = pw.Inventory.from_columns(
            id=[nothing, 3.0, nothing], doc=["a", "b", "a"], start=[0, 10, 5], end=[5, 20, 9]
        )
        run = pw.Run.from_results({"q": [{"id": 3}, {"id": "3"}]}, inventory=inventory)
        assert run.start.tolist() == [10, 10]

    def test_chunks_that_share_an_id(self):
        chunks = [{"id": "c", "doc": "a", "start": n, "end": n + 3} for n in (0, 3)]
        said = 'Inventory.from_results: id "c" is that of two parts, a[0:3] and a[3:6]'
        with pytest.raises(AdapterError) as caught:
            pw.Inventory.from_results(chunks)
        assert str(caught.value) == said


def test_an_inventory_of_another_chunking_is_refused():
    text = "".join(f"The keeper of lamp {n} lights it at dusk. " for n in range(20))

    def cut(size):
        return [
            {"id": f"c{n}", "doc": "a", "start": at, "end": at + size, "text": text[at : at + size]}
            for n, at in enumerate(range(0, 800, size))
        ]

    items = [{"id": one["id"], "text": one["text"]} for one in cut(200)]
    other, own = (pw.Inventory.from_results(cut(size)) for size in (100, 200))
    with pytest.raises(AdapterError) as bad:
        pw.Run.from_results({"q": items}, inventory=other)
    assert f'from_results: the inventory has "{text[100:140]}' in str(bad.value)
    assert "(3 of 4 texts differ so): it is from another chunking. Use the" in str(bad.value)
    located = pw.Run.from_results({"q": items}, inventory=other, texts={"a": text}, locate=True)
    assert located.start.tolist() == [0, 200, 400, 600]
    items[3]["text"] = "What nobody wrote"
    (note,) = [n for n in pw.Run.from_results({"q": items}, inventory=own).notes if "1 of 4" in n]
    assert note.startswith("warning: 1 of 4 texts is not what the inventory has for its id")
