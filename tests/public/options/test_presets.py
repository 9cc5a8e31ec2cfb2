"""Presets, their labels, weights and quirks; what assessments hold as a whole."""

from __future__ import annotations

import json
import math
from zlib import crc32

import numpy as np
import pytest
from tests.helpers import answer, grouped_options
from tests.public.options.worlds import passages, write

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
KEYS = "wikipedia_id,start_paragraph_id,end_paragraph_id"


def judged(*topics):
    """Topics (tag, weight) with one span [0, 10) each."""
    n = len(topics)
    tags, weights = zip(*topics, strict=True)
    columns = {"weight": weights} if any(weights) else {}
    columns |= {"tag": tags} if any(tags) else {}
    names = [f"q{at}" for at in range(n)]
    return pw.Qrels.from_columns(topic=names, doc=["d"] * n, start=[0] * n, end=[10] * n, **columns)


def shown(*recalls):
    """Parts that show a share of [0, 10) and nothing else; others for 0."""
    n = len(recalls)
    return pw.Run.from_columns(
        topic=[f"q{at}" for at in range(n)], doc=["d"] * n, start=[0 if r else 50 for r in recalls],
        end=[int(10 * r) if r else 60 for r in recalls],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("topics", "recalls", "weighed", "plain"),
    [
        ([("a", 0), ("a", 0), ("b", 0)], (1, 0, 0.5), (0.5 + 0.5) / 2, 0.5),
        ([("a", 0), ("a", 0), ("a", 0), ("b", 0)], (1, 1, 0, 0.5), (2 / 3 + 0.5) / 2, 0.625),
        ([("", 3), ("", 1)], (1, 0), 0.75, 0.5),
        ([("", "3"), ("", "0")], (0.5, 1), 0.5, 0.75),
        ([("a", 1), ("b", 2), ("", 1)], (1, 0.5, 0), 0.5, 0.5),
        ([("a", 0), ("", 0), ("", 0)], (1, 0.5, 0), (1 + 0.25) / 2, 0.5),
        ([("", 0), ("", 0)], (1, 0.5), 0.75, 0.75),
    ],
)
def test_weights_of_legalbench(topics, recalls, weighed, plain):
    """A column of weights, or one weight for each tag, shared by its topics."""
    qrels, run = judged(*topics), shown(*recalls)
    found = pw.evaluate(qrels, run, preset="legalbench")
    assert found.mean("run", "recall") == pytest.approx(weighed)
    flat = pw.evaluate(qrels, run, preset="legalbench", rules=pw.Rules(quirks="repeats"))
    assert flat.mean("run", "recall") == pytest.approx(plain)
    tags = [tag for tag in dict.fromkeys(tag for tag, _ in topics) if tag]
    labels = [label.name for label in found.labels if label]
    assert labels == [
        *("recall", "precision"),
        *(f"{tag}|{name}" for tag in tags for name in ("recall", "precision")),
    ]
    for tag in tags:
        own = [at for at, (name, _) in enumerate(topics) if name == tag]
        weights = [float(topics[at][1] or 1) for at in own]
        mean = np.average([recalls[at] for at in own], weights=weights)
        assert found.mean("run", f"{tag}|recall") == pytest.approx(mean)
        defined = ~np.isnan(found.of("run", f"{tag}|recall"))
        assert np.flatnonzero(defined).tolist() == own
    again = pw.Results.from_json(found.to_json())
    assert again.mean_table == pytest.approx(found.mean_table)
    assert not any("weights of groups" in note for note in found.notes)


@pytest.mark.parametrize("weight", ["x", "-1", "inf", "nan"])
def test_weights_that_are_none(weight):
    with pytest.raises(pw.FormatError, match=r"topic q1: weight .* is not a number of at least 0"):
        pw.evaluate(judged(("", "1"), ("", weight)), shown(1, 1), preset="legalbench")


def test_weights_of_several_results_come_from_the_first_that_has_the_topic(tmp_path):
    """Weights 1, 3 and 5: 1 / 4 below 5 / 9, while plain means are 1 / 2 and 1 / 3."""
    files = {"one": ([("", 1), ("", 3)], (1, 0)), "two": ([("", 100), ("", 1), ("", 5)], (0, 0, 1))}
    for name, (topics, recalls) in files.items():
        run = shown(*recalls).named(name)
        found = pw.evaluate(judged(*topics), run, preset="legalbench")
        (tmp_path / f"{name}.json").write_text(found.to_json())
    call = ["lab", "correlate", "one.json", "two.json", "--format", "json"]
    reply = json.loads(answer(tmp_path, *call).out)
    assert reply["measures"][0] == "CharR(tolerance=1)"
    assert reply["tau"][0][reply["measures"].index("CharR")] == -1
    turned = json.loads(answer(tmp_path, *call[:2], *call[3:1:-1], *call[4:]).out)
    assert turned["tau"][0][turned["measures"].index("CharR")] == 1


def test_kilt_keys():
    qrels = pw.Qrels.from_columns(topic=["1", "2"], doc=["p", "s"], grade=[1, 1])
    run = {"1": {"z": 3.0, "p": 2.0}, "2": {"s": 1.0}}
    found = pw.evaluate(qrels, run, preset="kilt")
    labels = [label.name for label in found.labels if label]
    assert labels[:5] == ["Rprec", "precision@1", "precision@5", "recall@5", "success_rate@5"]
    assert len(labels) == 11
    assert found.of("run", "Rprec").tolist() == [0, 1]
    assert found.of("run", "precision@5").tolist() == [1 / 5, 1 / 5]
    assert found.of("run", "success_rate@5").tolist() == [1, 1]
    with pytest.raises(
        pw.FormatError, match=r"no guess for 1 of 2 questions \(2\); KILT wants one"
    ):
        pw.evaluate(qrels, {"1": run["1"]}, preset="kilt")
    spelt = pw.evaluate(
        qrels, run, "R@5", preset="kilt", rules=pw.Rules(kilt_keys="wikipedia_id")
    ).measures
    assert spelt[0] == "AltRprec"
    with pytest.raises(pw.UsageError, match="kilt keys must be wikipedia_id or wikipedia_id,start"):
        pw.evaluate(qrels, run, preset="kilt", rules=pw.Rules(kilt_keys="doc"))
    with pytest.raises(pw.PartwiseError, match="paragraph"):
        pw.evaluate(qrels, run, preset="kilt", rules=pw.Rules(kilt_keys=KEYS))


def test_chroma_at_cutoffs():
    qrels = pw.Qrels.from_columns(topic=["1"], doc=["d"], start=[10], end=[20], length=[60])
    run = pw.Run.from_columns(
        topic=["1"] * 2, doc=["d"] * 2, start=[20, 0], end=[40, 15], rank=[1, 2]
    )
    parts = pw.Inventory.from_columns(doc=["d"] * 3, start=[0, 15, 20], end=[15, 20, 40])

    def chroma(name, **options):
        return pw.evaluate(qrels, run, preset=name, inventory=parts, **grouped_options(**options))

    found = chroma("chroma@2")
    assert [label.name for label in found.labels if label] == [
        "iou", "recall", "precision_omega", "precision",
    ]  # fmt: skip
    assert found.mean("run", "recall") == 5 / 10
    assert found.mean("run", "precision") == 5 / 35
    # the two parts with the reference hold 20 characters, the one that touches it 20 more
    assert found.mean("run", "precision_omega") == pytest.approx(10 / 40)
    assert chroma("chroma@2", quirks="off").mean("run", "precision_omega") == pytest.approx(10 / 20)
    assert chroma("chroma").measures[1] == "CharR@5"
    auto = chroma("chroma@auto")  # three parts touch the reference, two share its text
    assert auto.mean("run", "recall") == 5 / 10
    assert chroma("chroma@auto", quirks="cap20").measures[1] == "CharR@auto"
    for name in ("chroma@0", "chroma@x", "chroma@", "chroma@-1"):
        with pytest.raises(pw.UsageError, match="expected chroma@10 or chroma@auto"):
            chroma(name)
    with pytest.raises(pw.UnknownNameError, match="Did you mean chroma"):
        chroma("chrome")


def test_inex2005_with_and_without_its_quirk():
    structure = pw.Structure.from_columns(
        doc=["d"] * 3, parent=[None, 0, 0], tag=["a", "b", "c"], start=[0, 0, 10], end=[20, 10, 20]
    )
    qrels = pw.Qrels.from_columns(
        topic=["t", "t"], doc=["d", "d"], element=["/a[1]", "/a[1]/b[1]"], e=[3, 3], s=[1, 3]
    )
    run = pw.Run.from_columns(
        topic=["t", "t"], doc=["d", "d"], element=["/a[1]/c[1]", "/a[1]"], rank=[1, 2]
    )
    printed, bounded = (
        pw.evaluate(
            qrels, run, preset="inex2005", structure=structure, rules=pw.Rules(quirks=quirks)
        )
        for quirks in ("on", "off")
    )
    labels = [label.name for label in printed.labels]
    assert labels == [label.name for label in bounded.labels]
    assert labels[:4] == ["nxCG@10", "nxCG@25", "nxCG@50", "AnxCG@1500"]
    assert printed.measures[0] == "nxCG(norm=literal)@10"
    assert (printed.mean("run", "nxCG@10"), bounded.mean("run", "nxCG@10")) == (0.5, 0.25)
    assert {label.tool for label in bounded.labels} == {None}
    assert {label.tool for label in printed.labels} == {"equations of the XCG paper"}


def test_genomics_ranks_ties_by_document_offset_and_length():
    """Equal ranks: documents as text, then offset, then length."""
    qrels = pw.Qrels.from_columns(topic=["1"], doc=["10"], start=[0], end=[10], aspects=["x"])
    places = [("9", 0, 5), ("10", 5, 9), ("10", 0, 9), ("10", 0, 5)]
    doc, start, end = zip(*places, strict=True)
    run = pw.Run.from_columns(topic=["1"] * 4, doc=doc, start=start, end=end, rank=[1, 1, 1, 1])
    found = pw.evaluate(qrels, run, preset="genomics2007")
    assert found.labels[0].name == "DOCUMENT"
    assert found.mean("run", "DOCUMENT") == 1  # "10" before "9"
    ordered = pw.Run.from_columns(
        topic=["1"] * 4, doc=["10", "10", "10", "9"], start=[0, 0, 5, 0], end=[5, 9, 9, 5],
        rank=[1, 2, 3, 4],
    )  # fmt: skip
    again = pw.evaluate(qrels, ordered, preset="genomics2007")
    assert again.mean_table.tolist() == found.mean_table.tolist()
    all_gold = pw.evaluate(qrels, run, preset="genomics2007", rules=pw.Rules(quirks="off")).measures
    assert all_gold[1:4] == ("PassageAP(gold=all, repeats=free)", "CharAP", "AspectAP(gold=all)")


# -- what assessments hold as a whole ------------------------------------------------------------

HEAD = "topic doc start end element e s rel length weight\n"
KINDS = {
    "spans": "1 d 0 9 - - - - 90 -\n", "documents": "2 d - - - - - 1 90 -\n",
    "elements": "3 d - - /article[1]/sec[1] - - - 90 -\n",
    "shares": "4 d - - /article[1]/sec[2] 0.5 0.5 - 90 -\n",
    "grades": "5 d - - /article[1]/sec[2] 2 2 - 90 -\n",
    "graded element": "6 d - - /article[1]/sec[1] - - 1 90 -\n",
    "weights": "7 d 3 12 - - - - 90 2\n", "nothing relevant": "8 d 0 9 - - - 0 90 -\n",
}  # fmt: skip
TREES = "doc parent tag start end\nd - article 0 90\nd 0 sec 0 50\nd 0 sec 50 90\n"
PLACES = "topic doc start end score\n" + "".join(f"{t} d {t} 40 {9 - t}\n" for t in range(1, 9))
PAIRS = [
    ("spans", "documents"), ("documents", "elements"), ("shares", "grades"),
    ("documents", "graded element"), ("spans", "weights"), ("elements", "grades"),
]  # fmt: skip
TRIED = (None, "CharR@1", "nxCG@2")


def outcome(call):
    """Values and notes, or the words of an error."""
    try:
        found = call()
    except pw.PartwiseError as error:
        return type(error).__name__, str(error)
    return found.measures, found.table.tobytes(), tuple(map(str, found.notes)), found.options


@pytest.mark.parametrize("kinds", PAIRS, ids=" and ".join)
def test_topics_of_several_kinds_in_buckets(tmp_path, monkeypatch, kinds):
    """Each kind of rows in a topic of its own; no bucket knows the rows of another."""
    monkeypatch.chdir(tmp_path)
    rows = [KINDS[kind] for kind in kinds]
    write(tmp_path, q=HEAD + "".join(rows), r=PLACES, t=TREES)
    names = [name for name in HEAD.split() if name not in ("topic", "doc")]
    cells = [line.split(" ")[2:] for row in rows for line in row.splitlines()]
    empty = {name for at, name in enumerate(names) if all(row[at] == "-" for row in cells)}
    place = tmp_path / "q.tsv"
    lines = [line.split("\t") for line in place.read_text().splitlines()]
    wanted = [at for at, name in enumerate(lines[0]) if name not in empty]
    place.write_text("".join("\t".join(line[at] for at in wanted) + "\n" for line in lines))
    how = {"structure": "t.tsv", "missing": "document"}
    numbers = {line[0] for line in lines[1:]}
    n = next(
        n for n in range(1, 20) if len({crc32(t.encode()) % n for t in numbers}) == len(numbers)
    )
    pw.bucket("q.tsv", "r.tsv", "b", n, **grouped_options(**how))

    def merged(measures):
        for number in range(n):
            pw.evaluate_bucket("b", number, measures).write(f"{number}.parquet")
        return pw.merge(*(f"{number}.parquet" for number in range(n)))

    for measures in TRIED:
        plain = outcome(lambda: pw.evaluate("q.tsv", "r.tsv", measures, **grouped_options(**how)))  # noqa: B023
        found = outcome(lambda: merged(measures))  # noqa: B023
        if len(plain) == 2 and len(found) == 2:
            assert plain[0] == found[0], measures
        else:
            assert found == plain, measures


def test_saved_labels_are_read_again(tmp_path):
    passages(tmp_path)
    parts = pw.Inventory.from_columns(doc=["A"], start=[0], end=[9])
    files = tmp_path / "q.tsv", tmp_path / "o.tsv"
    found = pw.evaluate(*files, preset="chroma@2", inventory=parts)
    again = pw.Results.from_json(found.to_json())
    assert again.labels == found.labels
    assert again.mean_table == pytest.approx(found.mean_table, nan_ok=True)
    entries = json.loads(found.to_json())["runs"][0]["values"]
    defined = [v for v in found.of("o", "recall") if not math.isnan(v)]
    assert entries[1]["label"] == "recall"
    assert entries[1]["std"] == pytest.approx(np.std(defined))


def gold(*queries):
    """LegalBench-RAG tests: the answer of each stands at 0-10 of a document of its own."""
    tests = [
        {"query": query, "snippets": [{"file_path": f"{query[:-1]}.txt", "span": [0, 10]}]}
        for query in queries
    ]
    return json.dumps({"tests": tests})


def retrieved(*queries):
    """LegalBench-RAG results: the first query is answered to the half, the others wholly."""
    rows = [
        {
            "qa_gt": {"query": query, "snippets": []},
            "retrieved_snippets": [
                {"file_path": f"{query[:-1]}.txt", "span": [0, 10 if at else 5], "score": 1.0}
            ],
        }
        for at, query in enumerate(queries)
    ]
    return json.dumps({"qa_result_list": rows})


@pytest.mark.parametrize(
    ("asked", "judged", "values"),
    [
        (("Who?", "Why?"), ("Who?", "Why?"), [0.5, 1]),
        (("Why?", "Who?"), ("Who?", "Why?"), [1, 0.5]),
        (("How?", "Why?", "Who?"), ("Who?", "Why?"), [1, 1]),
        (("Why?",), ("Who?", "Why?", "How?"), [0, 0.5, 0]),
        (("Who?", "Why?"), ("Who?", "Why?", "Who?"), 'g.json: query "Who?" occurs twice (q000 and'),
        (("Why?", "Why?"), ("Who?", "Why?"), 'r.json: query "Why?" occurs twice (q000 and q001)'),
    ],
)
def test_results_of_legalbench_are_joined_by_their_questions(tmp_path, asked, judged, values):
    (tmp_path / "g.json").write_text(gold(*judged))
    (tmp_path / "r.json").write_text(retrieved(*asked))
    said = answer(
        tmp_path, "evaluate", "g.json", "r.json", "-m", "CharR@1", "--format", "tsv", "--per-topic"
    )
    if isinstance(values, str):
        assert values in said.err
    else:
        cells = [line.split("\t") for line in said.out.splitlines()[1:]]
        found = {topic: float(value) for _, topic, _, value, *_ in cells if topic != "all"}
        assert found == {f"q{at:03d}": value for at, value in enumerate(values)}
