"""Files of links that say nothing about a run, and models that return anything."""

from __future__ import annotations

import json

import numpy as np
import pytest

import partwise as pw
from partwise.errors import FormatError, PartwiseError
from partwise.users.base import Navigation

ELEMENTS = (
    pw.Qrels.from_columns(topic=["q"], doc=["site"], element=["/news[1]"], grade=[1]),
    pw.Run.from_columns(topic=["q"], doc=["site"], element=["/home[1]"], rank=[1]),
    "site /home[1]",
)
PASSAGES = (
    pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[10], end=[20]),
    pw.Run.from_columns(topic=["q"], doc=["d"], start=[100], end=[200], rank=[1]),
    "d 100..200",
)
DOCUMENTS = (
    pw.Qrels.from_columns(topic=["q"], doc=["a"], grade=[1]),
    pw.Run.from_columns(topic=["q"], doc=["a"], rank=[1]),
    "a",
)


@pytest.mark.parametrize("measure", ["GR@1", "EPRUM(r=1)", "ENearMisses@1"])
@pytest.mark.parametrize(
    ("model", "line"),
    [("Edges", "x\t/home[1]\t/news[1]\t0.4"), ("Routes", "x\t/home[1]\t/news[1]")],
)
def test_links_that_concern_nothing_are_an_error(tmp_path, model, line, measure):  # findings 1.10
    file = tmp_path / "l.tsv"
    file.write_text(line + "\n")
    qrels, run, shown = ELEMENTS
    words = (
        f"{file}: 0 of 1 links concern a result or an assessed unit. First link: x /home[1] -> "
        f"x /news[1]; first result: {shown}. Use "
    )
    with pytest.raises(FormatError) as caught:
        pw.evaluate(qrels, run, [measure], rules=pw.Rules(nav=f"{model}('{file}')"))
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize("world", [PASSAGES, DOCUMENTS])
def test_passages_and_documents_are_no_exception(tmp_path, world):  # findings 1.10
    file = tmp_path / "l.tsv"
    file.write_text("x\t/home[1]\t/news[1]\t0.4\n")
    with pytest.raises(FormatError, match=f"first result: {world[2]}. Use "):
        pw.evaluate(*world[:2], ["GR@1"], rules=pw.Rules(nav=f"Edges('{file}')"))


@pytest.mark.parametrize("model", ["Edges", "Routes", "Summary"])
def test_an_empty_file_is_an_error(tmp_path, model):  # findings 1.10
    file = tmp_path / "l.tsv"
    file.write_text("")
    with pytest.raises(FormatError, match=r"l\.tsv: no (links|routes): the file is empty$"):
        pw.evaluate(*ELEMENTS[:2], ["ENearMisses@1"], rules=pw.Rules(nav=f"{model}('{file}')"))


def test_matching_links_are_counted(tmp_path):  # findings 1.10
    file = tmp_path / "l.tsv"
    lines = ["site\t/home[1]\t/news[1]\t0.4", "site\t/x\t/y\t0.1", "site\t/x\t/news[1]\t0.1"]
    file.write_text("\n".join(lines))
    results = pw.evaluate(*ELEMENTS[:2], ["GR@1"], rules=pw.Rules(nav=f"Edges('{file}')"))
    assert results.table[0, 0, 0] == 0.4
    assert json.loads(results.to_json())["runs"][0]["links"] == {"read": 3, "matched": 2}
    assert f"run: {file}: 2 of 3 links concern a result or an assessed unit" in results.notes


def test_document_names_of_links_follow(tmp_path):  # findings 1.10
    file = tmp_path / "l.tsv"
    file.write_text("www/site.html\t/home[1]\t/news[1]\t0.4\n")
    results = pw.evaluate(
        *ELEMENTS[:2],
        ["GR@1"],
        rules=pw.Rules(nav=f"Edges('{file}')"),
        reading=pw.Reading(doc_ids="stem"),
    )
    assert results.table[0, 0, 0] == 0.4


@pytest.mark.parametrize("value", [1.5, -0.2, float("nan"), float("inf")])
def test_what_is_no_probability_is_an_error(value):  # findings 1.12
    class _Anything(Navigation):
        """Test."""

        def chance(self, x, y):
            return np.full(len(x), value)

    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[3], end=[9], rank=[1])
    words = (
        f"_Anything: the chance from passage 3..9 to passage 0..5 of document d is {value}, "
        "not a probability from 0 to 1"
    )
    for measure in (pw.GR(nav=_Anything()), pw.EPRUM(r=1, nav=_Anything())):
        with pytest.raises(PartwiseError) as caught:
            pw.evaluate(qrels, run, [measure])
        assert str(caught.value) == words


def test_rounding_beyond_the_ends_is_clipped():  # findings 1.12
    class _Nearly(Navigation):
        """Test."""

        def chance(self, x, y):
            return np.full(len(x), 1 + 1e-13)

    class _Short(Navigation):
        """Test."""

        def chance(self, x, y):
            return np.zeros(7)

    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[3], end=[9], rank=[1])
    assert pw.evaluate(qrels, run, [pw.GR(nav=_Nearly())]).table[0, 0, 0] == 1
    with pytest.raises(PartwiseError, match="_Short returned 7 chances for 1 pair of nodes"):
        pw.evaluate(qrels, run, [pw.GR(nav=_Short())])


def test_routes_of_one_place_lead_nowhere(tmp_path):
    (tmp_path / "routes.tsv").write_text("d\t/a[1]\n")
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], element=["/a[1]"], grade=[1])
    run = pw.Run.from_columns(topic=["t"], doc=["d"], element=["/b[1]"], rank=[1])

    with pytest.raises(FormatError, match="no route has a second place"):
        pw.evaluate(qrels, run, [f"GR(nav=Routes('{tmp_path / 'routes.tsv'}'))@1"])


def test_places_that_nothing_touches(tmp_path):
    file = tmp_path / "l.tsv"
    file.write_text("d\t300..310\te\t0..9\t0.4\n")
    with pytest.raises(FormatError, match="passages match where they overlap, documents, elements"):
        pw.evaluate(*PASSAGES[:2], ["GR@1"], rules=pw.Rules(nav=f"Edges('{file}')"))


@pytest.mark.parametrize("model", ["Links", "Edges"])
def test_links_to_oneself_lead_nowhere(tmp_path, model):
    file = tmp_path / "l.tsv"
    file.write_text("a\ta\t0.4\n")
    with pytest.raises(FormatError, match=r"no link leads to another place\. Links of a"):
        pw.evaluate(*DOCUMENTS[:2], ["GR@1"], rules=pw.Rules(nav=f"{model}('{file}')"))
