from __future__ import annotations

import json

import numpy as np
import pytest
from tests.lab.samples import random_collection

from partwise.errors import ParameterError, UsageError
from partwise.lab.simulate import simulate
from partwise.tables.lengths import Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.structure.table import Structure


def parts(run, topic=None):
    """Rows of a run as (topic, doc, start, end), best first."""
    rows = zip(
        [run.topics[t] for t in run.topic],
        [run.docs[d] for d in run.doc],
        run.start.tolist(),
        run.end.tolist(),
        run.score.tolist(),
        strict=True,
    )
    ordered = sorted(rows, key=lambda row: (row[0], -row[4]))
    return [row[1:4] for row in ordered if topic is None or row[0] == topic]


@pytest.fixture
def small():
    """One topic; document a (30 characters): sec 0-20 with p 2-8 and p 10-16; b and c."""
    qrels = Qrels.from_columns(
        topic=["t"] * 4,
        doc=["a", "a", "b", "c"],
        start=[2, 11, 1, None],
        end=[8, 14, 4, None],
        grade=[1, 1, 1, 0],
        bep=[5, 5, None, None],
    )
    structure = Structure.from_columns(
        doc=["a", "a", "a", "a", "a", "b", "b", "c"],
        parent=[None, 0, 1, 1, 3, None, 0, None],
        tag=["d", "sec", "p", "p", "i", "d", "p", "d"],
        start=[0, 0, 2, 10, 12, 0, 1, 0],
        end=[30, 20, 8, 16, 14, 12, 3, 9],
    )
    return qrels, structure


def test_the_sets_of_parts(small):
    made = simulate(small[0], structure=small[1])

    assert parts(made["S-R"]) == [("a", 2, 8), ("a", 11, 14), ("b", 1, 4)]
    # around 2-8 is p 2-8, around 11-14 is p 10-16, around 1-4 is the root of b
    assert parts(made["SL-R"]) == [("a", 2, 8), ("a", 10, 16), ("b", 0, 12)]
    assert parts(made["SLD-R"]) == [("a", 0, 30), ("b", 0, 12)]
    assert parts(made["SS-R"]) == [("a", 2, 8), ("a", 12, 14), ("b", 1, 3)]
    assert parts(made["SST-R"]) == [("a", 2, 8), ("a", 12, 14), ("b", 1, 3)]


def test_the_rankings(small):
    made = simulate(small[0], structure=small[1])

    assert [doc for doc, _, _ in parts(made["SLD-RS"])] == ["b", "a"]
    assert parts(made["SLD-RI"]) == [("c", 0, 9), ("a", 0, 30), ("b", 0, 12)]
    assert [doc for doc, _, _ in parts(made["SLD-RSI"])] == ["c", "b", "a"]


def test_elements_keep_their_paths(small):
    run = simulate(small[0], structure=small[1])["SL-R"]

    assert [run.elements[e] for e in run.element] == [
        "/d[1]/sec[1]/p[1]",
        "/d[1]/sec[1]/p[2]",
        "/d[1]",
    ]


def test_nested_answers_are_given_once():
    # the second passage spans both paragraphs: its smallest element is the section around both
    qrels = Qrels.from_columns(topic=["t"] * 2, doc=["a"] * 2, start=[2, 10], end=[4, 18])
    structure = Structure.from_columns(
        doc=["a"] * 4,
        parent=[None, 0, 1, 1],
        tag=list("dspp"),
        start=[0, 0, 0, 12],
        end=[30, 20, 8, 20],
    )

    assert parts(simulate(qrels, structure=structure)["SL-R"]) == [("a", 0, 20)]


def test_a_document_without_an_answer_keeps_its_place():
    qrels = Qrels.from_columns(topic=["t"] * 2, doc=["a", "b"], start=[3, 0], end=[9, 4])
    structure = Structure.from_columns(
        doc=["a", "b", "b"],
        parent=[None, None, 0],
        tag=list("ddp"),
        start=[0, 0, 1],
        end=[20, 20, 3],
    )

    assert parts(simulate(qrels, structure=structure)["SS-R"]) == [("a", 3, 3), ("b", 1, 3)]


def test_other_runs_from_highlights(small):
    made = simulate(small[0], structure=small[1])

    assert parts(made["ideal"]) == parts(made["S-R"])
    assert parts(made["reversed-ideal"]) == parts(made["S-R"])[::-1]
    assert parts(made["bep"]) == [("a", 5, 5), ("b", 1, 1)]
    # leaves that hold relevant text, by share: p 2-8 all, i 12-14 all, p 1-3 all
    assert parts(made["leaves"]) == [("a", 2, 8), ("a", 12, 14), ("b", 1, 3)]
    # p 10-16 holds 3 of 6, sec 9 of 20, d of a 9 of 30, d of b 3 of 12
    assert parts(made["full"])[3:] == [("a", 10, 16), ("a", 0, 20), ("a", 0, 30), ("b", 0, 12)]
    # findings 10.2: every element once
    assert len(made["random"]) == len(set(parts(made["random"]))) == 8


def test_insertions_between_and_before(small):
    made = simulate(small[0], structure=small[1], counts=[1, 3])
    between, before = parts(made["ideal-between-3"]), parts(made["ideal-before-1"])

    # the first *document* keeps its two parts; inserted parts are as long as the median part
    assert [doc for doc, _, _ in between] == [
        "a",
        "a",
        *[f"nonrelevant-{i}" for i in (1, 2, 3)],
        "b",
    ]
    assert between[2][1:] == (0, 3)
    assert [doc for doc, _, _ in before] == ["nonrelevant-1", "a", "a", "b"]
    assert "ideal-before-2" not in made.names


def test_without_a_structure_the_element_sets_are_left_out(small):
    made = simulate(small[0], lengths=Lengths.from_columns(doc=["a", "b"], length=[30, 12]))

    assert [name for name in made.names if name.endswith("-R")] == ["S-R", "SLD-R"]
    assert any("no structure" in note for note in made.notes)
    assert {order.better for order in made.expectations} >= {"S-R", "SLD-RS"}


def test_whole_documents_of_unknown_length(small):
    made = simulate(small[0])

    assert parts(made["SLD-R"]) == [("a", -1, -1), ("b", -1, -1)]
    assert any("SLD returns them whole" in note for note in made.notes)
    left_out = "adv-all and adv-whole left out: some judged documents have no known length"
    assert left_out in made.notes


def test_a_topic_alone_gives_the_same_rows():
    qrels, structure = random_collection(3)
    every = simulate(qrels, structure=structure, seed=5, counts=[2])
    rows = np.flatnonzero(qrels.topic == qrels.topics.index["t2"])
    names = ("doc", "start", "end")
    columns = {n: getattr(qrels, n)[rows] for n in names[1:]}
    one = Qrels.from_columns(
        topic=["t2"] * rows.size, doc=[qrels.docs[d] for d in qrels.doc[rows]], **columns
    )
    alone = simulate(one, structure=structure, seed=5, counts=[2])

    for name in alone.names:
        if "RI" not in name and "RSI" not in name:  # which documents are known differs
            assert parts(alone[name]) == parts(every[name], "t2"), name


def test_seeded():
    qrels, structure = random_collection(4)
    first, again = (simulate(qrels, structure=structure, seed=1) for _ in range(2))
    other = simulate(qrels, structure=structure, seed=2)

    assert parts(first["random"]) == parts(again["random"]) != parts(other["random"])


def test_written_files(small, tmp_path):
    made = simulate(small[0], structure=small[1], counts=[2], seed=7)
    written = made.write(tmp_path / "runs")

    manifest = json.loads((tmp_path / "runs" / "manifest.json").read_text())
    assert manifest["seed"] == 7
    assert [run["run"] for run in manifest["runs"]] == list(made.names)
    assert {path.name for path in written} == {
        *(r["file"] for r in manifest["runs"]),
        "manifest.json",
    }
    assert manifest["runs"][0] | {"answers": "S", "ranking": "R"} == manifest["runs"][0]
    assert len(manifest["orders"]) == 36 + 4
    vacuous = [(o["better"], o["worse"]) for o in manifest["orders"] if o["vacuous"]]
    assert vacuous == [(f"SS-{r}", f"SST-{r}") for r in ("R", "RS", "RI", "RSI")]
    about = {run["run"]: run["about"] for run in manifest["runs"]}
    assert about["ideal-before-2"] == "the ideal run with 2 non-relevant results before rank 1"
    lines = (tmp_path / "runs" / "S-RI.tsv").read_text().splitlines()
    assert lines[0].split("\t") == ["topic", "doc", "start", "end", "rank", "score", "run"]
    assert lines[1].split("\t") == ["t", "c", "0", "9", "1", "4.0", "S-RI"]


def test_graded_elements():
    qrels = Qrels.from_columns(
        topic=["t"] * 3,
        doc=["a"] * 3,
        element=["/d[1]/s[1]", "/d[1]/s[1]/p[1]", "/d[1]/s[2]"],
        e=[2, 1, 3],
        s=[2, 3, 3],
    )
    structure = Structure.from_columns(
        doc=["a"] * 5 + ["b", "b"],
        parent=[None, 0, 1, 1, 0, None, 0],
        tag=["d", "s", "p", "p", "s", "d", "p"],
        start=[0, 0, 0, 5, 10, 0, 0],
        end=[20, 10, 5, 10, 20, 8, 4],
    )
    made = simulate(qrels, structure=structure, counts=[1, 3])

    # sog: s[1] .5, p[1] .75, s[2] 1; the path to p[1] yields p[1]
    assert parts(made["ideal"]) == [("a", 10, 20), ("a", 0, 5)]
    assert parts(made["reversed-ideal"]) == [("a", 0, 5), ("a", 10, 20)]
    assert parts(made["leaves"]) == [("a", 10, 20), ("a", 0, 5)]
    assert parts(made["full"]) == [("a", 10, 20), ("a", 0, 5), ("a", 0, 10)]
    assert parts(made["ideal-between-3"]) == [("a", 10, 20), *[("b", 0, 4)] * 3, ("a", 0, 5)]
    assert "too few non-relevant elements; they are inserted more than once" in made.notes
    assert [order.worse for order in made.expectations] == [
        "reversed-ideal",
        "full",
        "leaves",
        "random",
    ]
    with pytest.raises(UsageError, match="need the element trees"):
        simulate(qrels)


def test_insertions_where_every_document_is_relevant():
    # findings 10.2
    qrels = Qrels.from_columns(
        topic=["t", "t"], doc=["d", "d"], element=["/a[1]/b[1]", "/a[1]/c[1]"], e=[3, 2], s=[3, 2]
    )
    structure = Structure.from_columns(
        doc=["d"] * 3, parent=[None, 0, 0], tag=list("abc"), start=[0, 0, 10], end=[20, 10, 20]
    )
    made = simulate(qrels, structure=structure, counts=[1, 2])

    assert parts(made["ideal-before-2"]) == [
        ("nonrelevant-1", 0, 10), ("nonrelevant-2", 0, 10), ("d", 0, 10), ("d", 10, 20),
    ]  # fmt: skip
    assert not any("no insertions" in note for note in made.notes)
    about = {simulated.run.name: simulated.about for simulated in made.runs}
    # findings 12.54
    assert about["ideal-between-1"] == (
        "the ideal run with 1 non-relevant result between ranks 1 and 2"
    )
    assert sorted(parts(made["random"])) == [("d", 0, 10), ("d", 0, 20), ("d", 10, 20)]


def test_topics_without_a_valuable_element_are_counted():
    # findings 10.2
    qrels = Qrels.from_columns(
        topic=["t", "u"], doc=["d", "d"], element=["/a[1]", "/a[1]"], e=[3, 1], s=[3, 1]
    )
    structure = Structure.from_columns(doc=["d"], parent=[None], tag=["a"], start=[0], end=[9])
    made = simulate(qrels, structure=structure, counts=[1], quant="strict")

    assert "no insertions in 1 of 2 topics" in made.notes


def test_random_passages_come_once():
    # findings 10.2: passages of 4 characters in a document of 6 begin at 0, 1 or 2
    qrels = Qrels.from_columns(topic=["t"], doc=["d"], start=[0], end=[4], length=[6])

    made = simulate(qrels, counts=[1])

    assert sorted(parts(made["random"])) == [("d", 0, 4), ("d", 1, 5), ("d", 2, 6)]


def test_what_cannot_be_simulated(small):
    nothing = Qrels.from_columns(topic=["t"], doc=["a"], grade=[0])
    with pytest.raises(UsageError, match="nothing is relevant"):
        simulate(nothing)
    with pytest.raises(ParameterError):
        simulate(small[0], counts=[0])
    elsewhere = Structure.from_columns(doc=["z"], parent=[None], tag=["d"], start=[0], end=[9])
    with pytest.raises(UsageError, match="document a is relevant but not in the structure"):
        simulate(small[0], structure=elsewhere)
