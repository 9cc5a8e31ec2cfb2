"""Judged spans that move from old texts to new ones."""

from __future__ import annotations

import json
import random

import pytest
from tests.helpers import answer

import partwise as pw

PAGE = "Tide table. High water at noon. "
SENTENCE = "The keeper never lights the lamp before 6.5 hours have passed. "
OLD = "Preface. " + PAGE + SENTENCE + PAGE + "Salt eats the rope on the quay."
NETS = "Nets hang on the wall of the inn, and boats come in with the flood."


def moved(span, new, old=OLD, nth=0):
    """Fate of the n-th occurrence of a span of a document, and the text where it is now."""
    at = -1
    for _ in range(nth + 1):
        at = old.index(span, at + 1)
    texts = {"b": NETS, **new}
    gold = [{"topic": "q", "doc": "a", "start": at, "end": at + len(span)}]
    row = pw.migrate(gold, {"a": old, "b": NETS}, texts).table.row(0, named=True)
    if row["start"] is None:
        return row["status"], None, None
    place = row["start"] if row["doc"] == "a" else row["doc"]
    return row["status"], place, texts[row["doc"]][row["start"] : row["end"]]


FULL, SALT = SENTENCE.strip(), "Salt eats the rope on the quay."
MOVES = [
    ("High water", {"a": OLD}, "unchanged", 21, "High water"),
    ("Preface.", {"a": OLD + " More."}, "unchanged", 0, "Preface."),
    ("Preface.", {"a": OLD.replace("Preface.", "PREFACE.")}, "moved", 0, "PREFACE."),
    (SALT, {"a": "New. " + OLD}, "moved", OLD.index(SALT) + 5, SALT),
    (
        SALT,
        {"a": OLD.replace("Salt e", "SALT\ne")},
        "moved",
        OLD.index(SALT),
        SALT.replace("Salt e", "SALT\ne"),
    ),
    (
        SALT,
        {"a": OLD.replace("on the quay", "at the quay")},
        "edited",
        OLD.index(SALT),
        "Salt eats the rope at the quay.",
    ),
    (FULL, {"a": OLD.replace("never ", "")}, "edited", OLD.index(FULL), FULL.replace("never ", "")),
    (FULL, {"a": OLD.replace("6.5", "65")}, "edited", OLD.index(FULL), FULL.replace("6.5", "65")),
    (FULL, {"a": OLD.replace("6.5", "6.7")}, "edited", OLD.index(FULL), FULL.replace("6.5", "6.7")),
    (FULL, {"a": OLD.replace(SENTENCE, "")}, "gone", None, None),
    ("Salt", {}, "gone", None, None),
    (SALT, {}, "gone", None, None),
    # another document: the same letters, or few errors where its own has nothing near
    (FULL, {"a": OLD.replace(SENTENCE, ""), "c": SENTENCE}, "moved", "c", FULL),
    (FULL, {"c": SENTENCE}, "moved", "c", FULL),
    (
        FULL,
        {"c": SENTENCE.replace("lights", "light")},
        "edited",
        "c",
        FULL.replace("lights", "light"),
    ),
    (
        FULL,
        {"a": OLD.replace("keeper", "keepers"), "c": SENTENCE},
        "edited",
        OLD.index(FULL),
        FULL.replace("keeper", "keepers"),
    ),
    (
        FULL,
        {"a": OLD.replace("keeper never lights", "guard never sees"), "c": SENTENCE},
        "moved",
        "c",
        FULL,
    ),
    (
        FULL,
        {"a": OLD.replace("keeper never lights", "guard never sees")},
        "edited",
        OLD.index(FULL),
        FULL.replace("keeper never lights", "guard never sees"),
    ),
    ("Salt eats", {"c": "Salt eats"}, "gone", None, None),  # too few letters for another document
    ("Salt eats the r", {"c": "Salt eats the r"}, "moved", "c", "Salt eats the r"),
]


@pytest.mark.parametrize(("span", "new", "fate", "place", "text"), MOVES)
def test_moves(span, new, fate, place, text):
    assert moved(span, new) == (fate, place, text)


@pytest.mark.parametrize("nth", [0, 1])
def test_copies_by_what_stands_around_them(nth):
    at = [OLD.index(PAGE), OLD.rindex(PAGE)][nth]
    assert moved(PAGE.strip(), {"a": "New. " + OLD}, nth=nth) == ("moved", at + 5, PAGE.strip())
    # with all blanks changed, too
    new = "New. " + OLD.replace(" ", "\n")
    assert moved(PAGE.strip(), {"a": new}, nth=nth)[:2] == ("moved", at + 5)


def test_copies_by_their_number():
    old, new = "x. " * 4, "x.\n" * 4 + "y"
    starts = [moved("x.", {"a": new}, old, nth)[1] for nth in range(4)]
    assert starts == [0, 3, 6, 9]


def test_a_copy_that_has_gone_is_not_replaced_by_another():
    at = OLD.rindex(PAGE)
    new = OLD[:at] + "Now this page is about whales. " + OLD[at + len(PAGE) :]
    assert moved(PAGE.strip(), {"a": new}, nth=1) == ("ambiguous", None, None)
    assert moved(PAGE.strip(), {"a": new}, nth=0) == ("unchanged", 9, PAGE.strip())


@pytest.mark.parametrize("seed", range(6))
def test_copies_by_text_that_occurs_once_near_them(seed):
    """Anchors: nothing agrees beside the copies, but stretches further off tell them apart."""
    rng = random.Random(seed)

    def once() -> str:
        return "".join(rng.choices("abcdefghijklmnop", k=30))

    copy, marks = "Low water at six", [once() for _ in range(4)]
    old, new = "", ""
    for number, mark in enumerate(marks):
        # one letter beside each copy differs, so that what stands around it says nothing
        old += f"{mark} q {copy} r "
        new += f"{once()[: rng.randrange(0, 30)]} {mark} s {copy} t "
        if number == 1:
            new += f"u {copy} v "  # one more: their number says nothing either
    for nth in range(4):
        place = new.index(f"{marks[nth]} s") + 33
        assert moved(copy, {"a": new}, old, nth) == ("moved", place, copy)
    # without marks that occur once nothing decides
    assert moved(copy, {"a": f"s {copy} t u {copy} v w {copy}"}, f"q {copy} r q {copy} r")[0] == (
        "ambiguous"
    )


OLDS = {
    "a": "The lamp burns at dusk. The tide turns at noon.",
    "b": "Salt eats the rope.",
    "c": "Gone soon.",
}
NEWS = {"a": "Again the lamp burns at dusk. The ebb turns at noon.", "b": "Salt eats the rope."}


def row(doc, text, texts=OLDS, **columns):
    at = texts[doc].index(text)
    return {"topic": "q", "doc": doc, "start": at, "end": at + len(text), "grade": 1, **columns}


GOLD = [
    row("a", "lamp burns"),
    row("a", "The tide turns at noon."),
    row("b", "Salt"),
    row("c", "Gone"),
]


def test_table_review_and_json():
    found = pw.migrate(GOLD, OLDS, NEWS)
    rows = [
        ("q", "a", 10, 20, 1, "moved", 0, None, "a", 4, 14),
        ("q", "a", 30, 52, 1, "edited", 4, None, "a", 24, 47),
        ("q", "b", 0, 4, 1, "unchanged", 0, None, "b", 0, 4),
        ("q", None, None, None, 1, "gone", None, None, "c", 0, 4),
    ]
    assert found.table.rows() == rows
    assert found.table.columns == [
        "topic", "doc", "start", "end", "grade", "status", "errors", "changed", "old_doc",
        "old_start", "old_end",
    ]  # fmt: skip
    counts = {"unchanged": 1, "moved": 1, "edited": 1, "ambiguous": 0, "gone": 1}
    assert found.counts == counts
    assert found.doubtful == 2
    assert repr(found) == f"Migration({found.summary})"
    assert found.summary == "4 spans: 1 unchanged, 1 moved, 1 edited, 0 ambiguous, 1 gone"
    data = json.loads(found.to_json())
    assert [*data] == ["partwise", "rows", "counts", "moved", "notes"]
    assert (data["rows"], data["counts"], len(data["notes"])) == (4, counts, len(found.notes))
    assert data["moved"] == found.table.to_dicts()
    review = found.review()
    assert review.select("status", "old_text", "new_text").rows() == [
        ("edited", "The tide turns at noon.", "The ebb turns at noon."), ("gone", "Gone", None),
    ]  # fmt: skip


def test_documents_entry_points_and_lengths():
    rows = [{"topic": "q", "doc": d, "grade": 2, "start": None, "end": None} for d in "ac"]
    table = pw.migrate(rows, OLDS, NEWS).table.select("doc", "start", "status", "old_start")
    assert table.rows() == [("a", None, "unchanged", None), (None, None, "gone", None)]
    points = [row("a", "lamp burns", bep=4, length=47), row("c", "Gone", bep=5, length=10)]
    points += [row("b", "Salt", bep=None, length=19), row("a", "noon", bep=47, length=47)]
    found = pw.migrate(points, OLDS, NEWS)
    assert found.table["bep"].to_list()[:3] == [10, None, None]
    assert found.table["length"].to_list() == [len(NEWS["a"]), None, 19, len(NEWS["a"])]
    lost = 2 - (found.table["bep"].to_list()[3] is not None)
    assert found.notes[0] == (
        f"warning: {lost} best entry point{'s' * (lost > 1)} could not be moved and "
        f"{'were' if lost > 1 else 'was'} left out"
    )
    assert "bep" not in pw.migrate(GOLD, OLDS, NEWS).table.columns
    for point in (0, 1, 19):  # the end of the text, too, of a document that is the same
        assert pw.migrate([row("b", "Salt", bep=point)], OLDS, NEWS).table["bep"].item() == point
    first = [row("a", "lamp burns", bep=0)]
    assert pw.migrate(first, OLDS, SHIFTED).table["bep"].item() == len("A first line. ")


@pytest.mark.parametrize("suffix", ["tsv", "jsonl", "fol"])
def test_files(tmp_path, suffix):
    file = tmp_path / f"gold.{suffix}"
    gold = [one | {"length": len(OLDS[one["doc"]])} for one in GOLD[:3]]
    pw.write_qrels(pw.Qrels.from_frame(gold), file, lossy=True)
    found = pw.migrate(file, OLDS, NEWS).table
    assert sorted(found["start"].to_list()) == [0, 10, 30]


def test_stamps():
    found = pw.migrate(GOLD[:3], OLDS, NEWS, stamp=True)
    assert found.table["sha256"].n_unique() == 2
    qrels = pw.Qrels.from_frame(found.table)
    run = [{"topic": "q", "doc": "a", "start": 10, "end": 20, "score": 1}]
    assert pw.evaluate(qrels, [run], "CharP@1", texts=NEWS).mean("run", "CharP@1") == 1
    with pytest.raises(pw.PartwiseError, match="document a has changed since it was assessed"):
        pw.evaluate(qrels, [run], "CharP@1", texts=OLDS)
    # what carries a stamp gets a new one, and is checked against the old texts
    back = pw.migrate(found.table, NEWS, OLDS)
    assert back.table["sha256"].to_list() != found.table["sha256"].to_list()
    with pytest.raises(pw.PartwiseError, match="row 0: the old document a is not the one assessed"):
        pw.migrate(found.table.head(1), OLDS, NEWS)


def quoted(texts, doc, span, **columns):
    return row(doc, span, texts) | {"text": span} | columns


SHIFTED = {"a": "A first line. " + OLDS["a"], "b": OLDS["b"]}


@pytest.mark.parametrize(
    ("rows", "old", "new", "words"),
    [
        ([{**GOLD[0], "doc": "x"}], OLDS, NEWS, r"row 0: document x is not in the old .* \(1 row"),
        (
            [GOLD[0], GOLD[2], {**GOLD[0], "doc": "x"}, {**GOLD[0], "doc": "x"}],
            OLDS,
            NEWS,
            r"row 2: document x is not in the old texts \(2 rows",
        ),
        (
            [{**GOLD[0], "end": 48}],
            OLDS,
            NEWS,
            r"row 0: span 4-48 is not in the old document a \(47",
        ),
        (
            [GOLD[2], {**GOLD[0], "end": 4}],
            OLDS,
            NEWS,
            "row 1: span 4-4 is not in the old document a",
        ),
        ([{"topic": "q", "doc": "a", "element": "/a[1]"}], OLDS, NEWS, "row 0: element"),
        ([{"topic": "q", "doc": "a", "tree": "t"}], OLDS, NEWS, "row 0: tree"),
        ([{**GOLD[0], "sha256": "0" * 16}], OLDS, NEWS, "row 0: the old document a is not the one"),
        (
            [quoted(OLDS, "b", "Salt"), quoted(OLDS, "a", "lamp burns")],
            SHIFTED,
            OLDS,
            r'row 1: the old text a\[4:14\] is "rst line. ", not "lamp burns".*are the old and',
        ),
        (  # the new texts have one of both
            [quoted(OLDS, "a", "lamp burns"), quoted(OLDS, "b", "Salt", text="Sand")],
            SHIFTED,
            OLDS,
            r"(?s)row 0: the old text a\[4:14\].* Is that the text that was assessed.*row 1: ",
        ),
        (
            [quoted(OLDS, "b", "Salt", text="Sand")],
            OLDS,
            {"a": "x"},
            r'"Salt", not "Sand"\. Is that',
        ),
        (
            [quoted(OLDS, "a", "lamp", text=f"wick {n}") for n in range(30)],
            OLDS,
            SHIFTED,
            r"(?s)Is that the text.*and 10 more problems",
        ),
        (GOLD, OLDS, None, "migrate needs the old texts and the new ones"),
        (GOLD, None, NEWS, "migrate needs the old texts and the new ones"),
    ],
)
def test_refused(rows, old, new, words):
    with pytest.raises(pw.PartwiseError, match=words):
        pw.migrate(rows, old, new)


def test_text_beside_a_span():
    assert pw.migrate([quoted(OLDS, "a", "lamp burns")], OLDS, SHIFTED).table["start"].item() == 18
    blanks = quoted(OLDS, "a", "lamp burns", text=" Lamp\nburns ")
    assert pw.migrate([blanks], OLDS, SHIFTED).table["start"].item() == 18
    wrong = quoted(OLDS, "a", "lamp burns", text="the wick")
    found = pw.migrate([wrong], OLDS, SHIFTED, trust="offsets").table
    assert found.select("start", "end").row(0) == (18, 28)
    with pytest.raises(pw.UsageError, match="Use 'offsets', or leave it out"):
        pw.migrate([wrong], OLDS, SHIFTED, trust="text")
    same = [{"topic": "q", "doc": "b", "element": "/a[1]"}]
    assert pw.migrate(same, OLDS, SHIFTED).counts["unchanged"] == 1


def test_rows_that_were_located_or_moved_before():
    quotes = ["The lump burns at dusk.", "lamp burns [...] turns at noon."]
    table = pw.locate([{"topic": "q", "doc": "a", "text": text} for text in quotes], OLDS).table
    assert table["status"].to_list() == ["fuzzy", "exact", "exact"]
    found = pw.migrate(table, OLDS, SHIFTED)
    assert found.counts["moved"] == 3
    assert found.table["start"].to_list() == [14, 18, 47]
    with pytest.raises(pw.PartwiseError, match="exchanged"):
        pw.migrate(table, SHIFTED, OLDS)
    # what was edited before keeps the text that was first judged
    edited = OLDS | {"a": OLDS["a"].replace("tide", "ebb")}
    once = pw.migrate([quoted(OLDS, "a", "The tide turns at noon.")], OLDS, edited)
    assert once.table["status"].to_list() == ["edited"]
    assert pw.migrate(once.table, edited, edited).counts["unchanged"] == 1


def test_random_edits():
    """Sentences that stay, move, change and go, among random ones that are put in."""
    rng = random.Random(8)

    def sentence() -> str:
        words = ("".join(rng.choices("abcdefghijklmnop", k=rng.randrange(2, 8))) for _ in range(9))
        return " ".join(words).capitalize() + "."

    sentences = [sentence() for _ in range(24)]
    old, gold, at = " ".join(sentences), [], 0
    for text in sentences:
        gold.append({"topic": "q", "doc": "a", "start": at, "end": at + len(text)})
        at += len(text) + 1
    kinds = ["kept", "edited", "gone", "shouted"] * 6
    change = {
        "kept": lambda text: text, "gone": lambda _: sentence(), "shouted": str.upper,
        "edited": lambda text: text[:12] + "zz" + text[14:],
    }  # fmt: skip
    pieces = [change[kind](text) for kind, text in zip(kinds, sentences, strict=True)]
    new = sentence() + " " + " ".join(pieces)
    table = pw.migrate(gold, {"a": old}, {"a": new}).table
    fates = {"kept": "moved", "gone": "gone", "shouted": "moved", "edited": "edited"}
    for row, kind, piece in zip(table.iter_rows(named=True), kinds, pieces, strict=True):
        assert row["status"] == fates[kind]
        if kind != "gone":
            assert new[row["start"] : row["end"]] == piece
            assert (row["errors"] > 0) == (kind == "edited")


def test_command(tmp_path):
    for name, texts in (("old", OLDS), ("new", NEWS)):
        lines = [json.dumps({"doc": doc, "text": text}) for doc, text in texts.items()]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines))
    (tmp_path / "gold.jsonl").write_text("\n".join(map(json.dumps, GOLD)))
    said = answer(
        tmp_path,
        "migrate",
        "gold.jsonl",
        "--from",
        "old.jsonl",
        "--to",
        "new.jsonl",
        "--format",
        "json",
    )
    data = json.loads(said.out)
    expected = json.loads(pw.migrate(GOLD, OLDS, NEWS).to_json())
    assert (data["counts"], data["moved"]) == (expected["counts"], expected["moved"])


COPY, FIRST, LAST = "Low water at six", "abcdefghijklmnop", "qrstuvwxyzabghkm"
"""Text that occurs several times, and two stretches that occur once."""


@pytest.mark.parametrize(
    ("old", "new", "nth"),
    [
        # only text before tells, or only text after
        (f"{FIRST} q {COPY} r", f"s {COPY} t {FIRST} s {COPY} t {COPY}", 1),
        (f"q {COPY} r {LAST}", f"s {COPY} t {COPY} u {LAST} {COPY} v", 1),
        # both tell something else: the nearer one decides, be it the one before or after
        (f"{FIRST} q {COPY} r 1 2 3 {LAST}", f"{FIRST} s {COPY} t s {COPY} t 1 4 3 {LAST}", 0),
        (f"{FIRST} 1 2 3 q {COPY} r {LAST}", f"{FIRST} 1 4 3 s {COPY} t s {COPY} t {LAST}", 1),
        # an anchor begins where the span ends, or ends where it begins
        (f"{COPY}{LAST[:12]} 1", f"s {COPY} t {COPY} u {LAST[:12]} 2", 1),
        (f"1 {FIRST[:12]}{COPY}", f"s {COPY} 2 {FIRST[:12]} s {COPY} t {COPY}", 1),
    ],
)
def test_copies_by_the_nearest_text_that_occurs_once(old, new, nth):
    places = [at for at in range(len(new)) if new.startswith(COPY, at)]
    assert moved(COPY, {"a": new}, old)[1:] == (places[nth], COPY)


def test_copies_by_the_first_or_last_letter_of_the_text():
    assert moved(COPY, {"a": f"y {COPY} x {COPY}"}, f"x {COPY}")[1] == 21
    assert moved(COPY, {"a": f"{COPY} x {COPY} y"}, f"{COPY} y")[1] == 19
    assert moved(COPY, {"a": f"{COPY} x {COPY} y"}, f"{COPY} z")[0] == "ambiguous"


def test_copies_that_nothing_tells_apart():
    # eleven letters say nothing, nor does text that occurs twice in one of the versions
    for old, new in (
        (f"{FIRST[:11]} q {COPY} r", f"s {COPY} t {FIRST[:11]} s {COPY} t {COPY}"),
        (f"{FIRST} q {COPY} r", f"s {COPY} t {FIRST} s {COPY} t {COPY} {FIRST}"),
        (f"{FIRST} q {COPY} r {FIRST}", f"s {COPY} t {FIRST} s {COPY} t {COPY}"),
    ):
        assert moved(COPY, {"a": new}, old)[0] == "ambiguous"
