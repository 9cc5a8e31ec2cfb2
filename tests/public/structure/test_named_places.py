"""Rows that name elements, ranges, points, trees or spans, one by one: their place or their fault.

Document d is ``a[0,24) { " " p[1,14) {one i[5,8){two} three} "\\n" p[15,19){four} " tail" }``,
e is ``a[0,3) { b[0,3) { c[0,3) } z[3,3) }``.
"""

from __future__ import annotations

import re

import pytest
from tests.helpers import answer

import partwise as pw

D = "<a> <p>one <i>two</i> three</p>\n<p>four</p> tail</a>"
E = "<a><b><c>abc</c></b><z/></a>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("named")
    (folder / "xml").mkdir()
    (folder / "xml/d.xml").write_text(D)
    (folder / "xml/e.xml").write_text(E)
    assert answer(folder, "structure", "xml", "-o", "s.tsv").code == 0
    assert answer(folder, "structure", "xml", "-o", "p.tsv", "--retrievable", "p").code == 0
    return folder


def convert(folder, columns, rows, *options, structure="s.tsv"):
    """Answer of the command, and the table that it wrote, without its header."""
    lines = [columns, *rows]
    (folder / "in.tsv").write_text("".join("\t".join(line.split("|")) + "\n" for line in lines))
    result = answer(folder, "convert", "in.tsv", "out.tsv", "--structure", structure, *options)
    if result.code:
        return result, None
    head, *cells = [line.split("\t") for line in (folder / "out.tsv").read_text().splitlines()]
    return result, [dict(zip(head, row, strict=True)) for row in cells]


P1, P2, I = "/a[1]/p[1]", "/a[1]/p[2]", "/a[1]/p[1]/i[1]"


@pytest.mark.parametrize(
    ("element", "start", "end", "said"),
    [
        (f"{P1}/text()[1].0 {P1}/text()[2].6", 1, 14, ""),
        (f"{P1}/text()[1].1 {P1}/text()[1].3", 2, 4, ""),
        (f"{P1}/text()[1].4 {P1}/text()[1].4", 5, 5, ""),
        (f"{I} {P2}", 5, 19, ""),
        (f"{I}/text()[1].1 /a[1]/text()[3].3", 6, 22, ""),
        ("/a[1]/text()[1].0 /a[1]/text()[2].1", 0, 15, ""),
        (f"{P1}/text()[1].0 /a[1]", 1, 24, ""),
        (f"/a[1] {P2}/text()[1].2", 0, 17, ""),
        (f"/a[1] {P1}", 0, 14, ""),
        (f"{P1} /a[1]", 1, 24, ""),
        (f"{P1} {P1}", 1, 14, ""),
        ("/a[1]/text()[1].1 /a[1]/text()[1].5", 20, 24, "1 passage exists only if runs of white"),
    ],
)
def test_ranges_of_points(folder, element, start, end, said):
    result, rows = convert(
        folder, "topic|doc|element", [f"q|d|{element}"], "--spans", "--as", "qrels"
    )

    assert [(row["start"], row["end"]) for row in rows] == [(str(start), str(end))]
    assert said in result.err
    assert bool(said) == ("white space" in result.err)


@pytest.mark.parametrize(
    ("doc", "element", "words"),
    [
        ("d", f"{P2}/text()[1].0 {P2}/text()[1].5", "is no passage of document d"),
        ("d", f"{P2}/text()[2].0 {P2}/text()[2].1", "is no passage of document d"),
        ("d", f"{P2} {P1}", f"the range {P2} to {P1} of document d ends before it starts"),
        (
            "d", f"{P1}/text()[1].3 {P1}/text()[1].1",
            f"the range {P1}/text()[1].3 to {P1}/text()[1].1 of document d ends before it starts",
        ),
        ("d", f"{P2}/text()[1].1 {P1}", "of document d ends before it starts"),
        ("d", "/a[1]/p[9]/text()[1].0 /a[1]", "no element /a[1]/p[9] in document d (it has 2 p"),
        ("d", "/a[1] /a[1]/p[9]", "no element /a[1]/p[9] in document d (it has 2 p"),
        ("d", f"{P1} /a[1]/p[9]", "no element /a[1]/p[9] in document d (it has 2 p"),
        ("d", "/a[1]/text()[1].0 /a[1]/p[9]/text()[1].1", "no element /a[1]/p[9] in document d"),
        ("d", "/a[1]/p[3]", "no element /a[1]/p[3] in document d (it has 2 p there)"),
        ("d", "/a[1]/i[1]", "no element /a[1]/i[1] in document d (it has no i there)"),
        ("d", "/a[1]/w[1]", "no element /a[1]/w[1] in document d (it has no w there)"),
        ("d", "/a[1]/p[4]/i[1]", "no element /a[1]/p[4]/i[1] in document d (it has 2 p in /a[1])"),
        ("d", f"{P1}/i[1]/u[2]", "(it has no u there)"),
        ("d", f"{P1}/i[2]", "(it has 1 i there)"),
        ("d", "/b[1]/p[1]", "no element /b[1]/p[1] in document d (its root is /a[1])"),
        ("d", "p[1]", 'path "p[1]" is not an element path'),
        ("d", f"{P1} p", 'p" is not an element path'),
        ("x", P1, "document x is not in the structure"),
    ],
)  # fmt: skip
def test_places_that_are_not_there(folder, doc, element, words):
    rows = ["q|d|/a[1]", f"q|{doc}|{element}"]
    result, _ = convert(folder, "topic|doc|element", rows, "--spans", "--as", "qrels")

    assert result.code == 2
    assert "in.tsv:3: " in result.err
    assert words in result.err


@pytest.mark.parametrize(
    ("tree", "place"),
    [
        (f"{P1},{P2}", None),  # a character between them
        ("/b[1],/b[2],/b[3]", (0, 9)),
        ("/b[3],/b[1],/b[2]", (0, 9)),
        ("/b[1],/b[2],/b[4]", None),
        ("/b[1],/b[3],/b[4]", None),
        ("/b[2],/b[3],/b[4]", (3, 12)),
        ("/b[4],/b[5],/b[4]/c[1]", (9, 15)),
    ],
)
def test_trees_that_leave_no_gap_are_spans(folder, tree, place):
    (folder / "xml/f.xml").write_text(
        "<r><b>abc</b><b>def</b><b>ghi</b><b><c>j</c>kl</b><b>mno</b></r>"
    )
    assert answer(folder, "structure", "xml", "-o", "f.tsv").code == 0
    doc = "d" if P1 in tree else "f"
    nodes = "|".join(part if doc == "d" else f"/r[1]{part}" for part in tree.split(","))
    (folder / "t.tsv").write_text(f"topic\tdoc\ttree\nq\td\t{P1}\nq\t{doc}\t{nodes}\n")
    result = answer(folder, "convert", "t.tsv", "o.tsv", "--structure", "f.tsv", "--spans")
    if place is None:
        assert result.code == 2
        assert "t.tsv:3: " in result.err
    else:
        last = (folder / "o.tsv").read_text().splitlines()[2].split("\t")
        assert (last[2], last[3]) == tuple(map(str, place))


@pytest.mark.parametrize(("doc", "around"), [("d", "/a[1]"), ("e", "/a[1]/b[1]/c[1]")])
def test_spans_that_are_no_element(folder, doc, around):
    for span, words in (
        (
            "0|2",
            f"no element is exactly 0..2 (around it is {around})",
        ),
        ("0|99", f"0..99 passes the end of document {doc}"),
    ):
        result, _ = convert(
            folder, "topic|doc|start|end", [f"q|{doc}|{span}"], "--elements", "exact"
        )
        assert f"in.tsv:2: {words}" in result.err
    result, _ = convert(folder, "topic|doc|start|end", ["q|x|0|2"], "--elements", "exact")
    assert "in.tsv:2: document x is not in the structure" in result.err


def test_points_need_the_white_space_of_the_structure(folder):
    columns, options = "topic|doc|element", ("--spans", "--as", "qrels")
    for element in (f"{P1}/text()[1].0 {P1}", f"{P1} {P1}/text()[1].2"):
        result, _ = convert(folder, columns, [f"q|d|{element}"], *options, structure="p.tsv")
        assert "need a structure with the column blank" in result.err
    _, rows = convert(folder, columns, [f"q|d|{P1} {P2}"], *options, structure="p.tsv")
    assert (rows[0]["start"], rows[0]["end"]) == ("1", "19")


@pytest.mark.parametrize(
    ("tree", "place"),
    [
        (f"{P1};{I}", (1, 14)),
        (f"{I};{P1}", (1, 14)),
        (P2, (15, 19)),
        (f"{P2};/a[1]", (0, 24)),
        (f"{P1};{P2}", "a tree whose elements do not touch has no single place in the text"),
        (f"{P1};/a[1]/p[5]", "no element /a[1]/p[5] in document d (it has 2 p there)"),
    ],
)
def test_trees_of_one_place(folder, tree, place):
    (folder / "tree.tsv").write_text(f"topic\tdoc\ttree\nq\td\t{tree.replace(';', '|')}\n")
    result = answer(
        folder, "convert", "tree.tsv", "out.tsv", "--structure", "s.tsv", "--spans", "--as", "qrels"
    )

    if isinstance(place, str):
        assert f"tree.tsv:2: {place}" in result.err
    else:
        cells = (folder / "out.tsv").read_text().splitlines()[1].split("\t")
        assert cells[2:4] == [str(number) for number in place]


def test_adjacent_elements_of_a_tree_have_one_place(folder):
    (folder / "tree.tsv").write_text("topic\tdoc\ttree\nq\te\t/a[1]/z[1]|/a[1]/b[1]/c[1]\n")
    command = "convert tree.tsv out.tsv --structure s.tsv --spans --as qrels"

    assert answer(folder, *command.split()).code == 0
    assert (folder / "out.tsv").read_text().splitlines()[1].split("\t")[2:4] == ["0", "3"]


@pytest.mark.parametrize(
    ("row", "way", "expected"),
    [
        ("e|0|3", "exact", ["/a[1]/b[1]/c[1]"]),  # of three of this extent the deepest
        ("e|0|3", "around", ["/a[1]/b[1]/c[1]"]),
        ("e|0|3", "inside", ["/a[1]"]),
        ("e|0|3", "leaves", ["/a[1]/b[1]/c[1]"]),  # the empty element shows nothing
        ("d|14|15", "around", ["/a[1]"]),
        ("d|13|14", "around", [P1]),
        ("d|0|24", "leaves", [I, P2]),
        ("d|1|19", "inside", [P1, P2]),
        ("d|2|30", "inside", [I, P2]),  # past the end of the document
        ("d|12|25", "around", "12..25 passes the end of document d (24)"),
        ("d|30|35", "exact", "30..35 passes the end of document d (24)"),
        ("x|0|1", "around", "document x is not in the structure"),
        ("x|0|1", "inside", "no element lies inside 0..1"),
        ("d|6|8", "leaves", "no element lies inside 6..8"),
        ("d|5|7", "inside", "no element lies inside 5..7"),
    ],
)
def test_elements_of_spans(folder, row, way, expected):
    rows = ["q|d|1|14|1", f"q|{row}|2"]
    result, table = convert(folder, "topic|doc|start|end|rank", rows, "--elements", way)

    if isinstance(expected, str):
        assert f"in.tsv:3: {expected}" in result.err
    else:
        assert [cells["element"] for cells in table if cells["rank"] == "2"] == expected


def test_rows_that_are_no_spans_stay(folder):
    rows = ["q|d|/a[1]|1|14|1", "q|d||5|8|2", "q|d||||3"]
    result, table = convert(
        folder, "topic|doc|element|start|end|rank", rows, "--elements", "exact",
        "--missing", "document",
    )  # fmt: skip

    assert result.code == 0
    places = [(row["element"], row["start"], row["end"]) for row in table]
    assert places == [("/a[1]", "1", "14"), (I, "", ""), ("", "0", "24")]  # the whole document


def test_graded_elements_stay_elements_and_lengths_are_filled_in(folder):
    rows = [f"q|d|{P1}||", f"q|d|{P2}|2|", "q|e|/a[1]/b[1]||3"]
    _, table = convert(folder, "topic|doc|element|grade|length", rows, "--spans", "--as", "qrels")

    places = [(row["element"], row["start"], row["end"], row["length"]) for row in table]
    assert places == [("", "1", "14", "24"), (P2, "", "", "24"), ("", "0", "3", "3")]


def test_entry_points_and_grades_among_points(folder):
    rows = ["t|d|1|4|1|16", "t|d|6|8|2|16", "t|e|0|3|1|2"]
    (folder / "q.tsv").write_text(
        "topic\tdoc\tstart\tend\tgrade\tbep\n" + "".join(r.replace("|", "\t") + "\n" for r in rows)
    )
    command = "convert q.tsv q.xml --to xrai --structure s.tsv --lossy"
    result = answer(folder, *command.split())

    assert result.code == 0
    written = (folder / "q.xml").read_text()
    assert f'path="{P2}/text()[1].1"' in written
    assert 'path="/a[1]/b[1]/c[1]/text()[1].2"' in written
    assert f'start="{P1}/text()[1].0" end="{P1}/text()[1].3"' in written
    assert f'start="{I}/text()[1].1" end="{I}/text()[1].3"' in written


def test_a_point_past_the_end_is_refused(folder):
    (folder / "q.tsv").write_text("topic\tdoc\tstart\tend\nq\td\t30\t35\n")
    command = "convert q.tsv q.xml --to xrai --structure s.tsv"

    said = answer(folder, *command.split()).err
    assert "q.tsv:2: 30..31 passes the end of document d (24)" in said


def test_ties_of_elements_go_by_steps_then_by_path():
    parts = ["/a[1]/b[1]", "/a[2]", "/a[1]/b[1]/c[1]", "/a[1]/a[9]"]
    ranks = {"/a[2]": 1, "/a[1]/a[9]": 2, "/a[1]/b[1]": 3, "/a[1]/b[1]/c[1]": 4}
    run = pw.Run.from_columns(topic=["t"] * 4, doc=["d"] * 4, element=parts, score=[1] * 4)
    for part, rank in ranks.items():
        qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], element=[part], grade=[1])
        measures = [f"GR(nav=NoNav)@{k}" for k in (1, 2, 3, 4)]
        found = pw.evaluate(qrels, run, measures).table[0, :, 0].tolist()
        assert found == [float(k >= rank) for k in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("pairs", "assessors", "said"),
    [
        ([3, 2, 1], None, "row 2: topic t: /a[1] of document d is judged twice, differently"),
        ([1, 2, 3], ["x", "y", "x"], "row 2: topic t: /a[1] of document d is judged twice"),
        ([3, 2, 3], None, ""),
        ([3, 2, 3], ["x", "x", "y"], ""),
        ([1, 2, 3], ["x", "x", "y"], "elements judged differently by several assessors count"),
    ],
)
def test_elements_that_are_judged_twice(pairs, assessors, said):
    tree = pw.Structure.from_columns(
        doc=["d"] * 2, parent=[None, 0], tag=["a", "b"], start=[0, 0], end=[20, 10]
    )
    more = {"assessor": assessors} if assessors else {}
    qrels = pw.Qrels.from_columns(
        topic=["t"] * 3, doc=["d"] * 3, element=["/a[1]", "/a[1]/b[1]", "/a[1]"], e=pairs, s=pairs,
        **more,
    )  # fmt: skip
    run = pw.Run.from_columns(topic=["t"], doc=["d"], element=["/a[1]"])
    if said.startswith("row"):
        with pytest.raises(pw.PartwiseError, match=re.escape(said)):
            pw.evaluate(qrels, run, ["xCG@1"], structure=tree)
    else:
        found = pw.evaluate(qrels, run, ["xCG@1"], structure=tree)
        assert found.table.item() == 1
        assert any(said in note for note in found.notes) if said else not found.notes


def test_points_need_to_know_blanks(folder):
    """One range of points is enough, but elements need nothing."""
    rows = [f"q|d|{P1}", f"q|d|{P1}/text()[1].0 {P1}", f"q|d|{P1} {P1}/text()[1].2"]
    words = ("topic|doc|element", "--spans", "--as", "qrels")
    for some, code in ((rows[:1], 0), (rows[:2], 2), (rows[::2], 2), (rows, 2)):
        result, _ = convert(folder, words[0], some, *words[1:], structure="p.tsv")
        assert result.code == code
        assert ("points inside text nodes need a structure" in result.err) == (code == 2)


def test_ranges_from_the_first_character_in_the_other_reading(folder, tmp_path):
    """``<a>xy<b>z</b>\\n<b>w</b> v</a>``: the second text is the blank, or the last one."""
    (tmp_path / "xml").mkdir()
    (tmp_path / "xml/g.xml").write_text("<a>xy<b>z</b>\n<b>w</b> v</a>")
    assert answer(tmp_path, "structure", "xml", "-o", "s.tsv").code == 0
    for last, end, otherwise in (("text()[2].1", "4", False), ("text()[2].2", "7", True)):
        result, rows = convert(
            tmp_path, "topic|doc|element", [f"q|g|/a[1]/text()[1].0 /a[1]/{last}"],
            "--spans", "--as", "qrels",
        )  # fmt: skip
        assert [(row["start"], row["end"]) for row in rows] == [("0", end)]
        assert ("white space count otherwise" in result.err) == otherwise


@pytest.mark.parametrize("name", ["tree", "element"])
def test_graded_elements_are_no_highlights(folder, name):
    """They stay what they are, and a format of spans has no room for them."""
    place = f"{P1}|{P2}" if name == "tree" else P1
    header = f"topic\tdoc\t{name}\tstart\tend\tgrade\n"
    graded, span = f"q\td\t{place}\t\t\t2\n", "q\td\t\t1\t5\t1\n"
    words = ["--structure", "s.tsv", "--spans", "--as", "qrels"]
    for rows, n in ((graded, 1), (graded + span, 2), (span + graded, 2)):
        (folder / "in.tsv").write_text(header + rows)
        assert answer(folder, "convert", "in.tsv", "out.tsv", *words).code == 0
        kept = [line.split("\t") for line in (folder / "out.tsv").read_text().splitlines()]
        assert [row[kept[0].index(name)] for row in kept[1:]].count(place) == 1
        assert len(kept) == n + 1
        words_of_spans = ["convert", "in.tsv", "o.fol", *words, "--to", "fol-qrels"]
        refused = answer(folder, *words_of_spans)
        line = 2 + (rows != graded and rows.startswith(span))
        assert f"in.tsv:{line}: a graded element is no span" in refused.err
        lossy = answer(folder, *words_of_spans, "--lossy")
        assert "1 graded element left out" in lossy.err
        assert (folder / "o.fol").read_text() == "q Q0 d 4 24 1 1:4\n" * (n - 1)
    (folder / "in.tsv").write_text(header + span)
    answer(folder, "convert", "in.tsv", "out.tsv", *words)
    assert name not in (folder / "out.tsv").read_text()  # no row uses the column


@pytest.mark.parametrize(
    ("results", "spans", "gains", "others"),
    [
        # the last element of a range may be the first name of the table, and an element may be
        # written as a range from itself to itself
        ([P2, f"{P1} {P2}"], ["15-19", "1-19"], [1, 1], 1),
        ([f"{P1} {P2}", P2], ["1-19", "15-19"], [0, 1], 1),
        ([f"{P1} {P1}", f"{P1} {P2}", P2], ["1-14", "1-19", "15-19"], [1, 1, 2], 1),
        ([f"{P2} {P2}", P1], ["15-19", "1-14"], [1, 2], 0),
        ([f"{P1}/text()[1].0 {P1}", P1], ["1-14", "1-14"], [0, 1], 1),
    ],
)
def test_ranges_in_runs(folder, results, spans, gains, others):
    """They are passages: a measure of elements counts them as none, but for a range of one."""
    rows = [f"q|d|{element}|{9 - rank}" for rank, element in enumerate(results)]
    _, found = convert(folder, "topic|doc|element|score", rows, "--spans", "--as", "run")
    assert [f"{row['start']}-{row['end']}" for row in found] == spans
    gold = [{"topic": "q", "doc": "d", "element": element, "e": 3, "s": 3} for element in (P1, P2)]
    run = [
        {"topic": "q", "doc": "d", "element": element, "score": -rank}
        for rank, element in enumerate(results)
    ]
    names = [f"nxCG@{k}" for k in range(1, len(results) + 1)]
    values = pw.evaluate(gold, [run], names, structure=pw.read_structure(folder / "s.tsv"))
    ideal = [1, 2, 2]
    assert values.table[0, :, 0] == pytest.approx(
        [gain / best for gain, best in zip(gains, ideal, strict=False)]
    )
    said = [note for note in values.notes if "not a single element" in note]
    assert [note.startswith(f"run: {others} result") for note in said] == [True] * (others > 0)


def test_trees_in_runs(folder):
    """A tree is no single element, be its name the first one; a whole document is its root.

    After the tree the second result is new, after the document it is not.
    """
    gold = [{"topic": "q", "doc": "d", "element": element, "e": 3, "s": 3} for element in (P1, P2)]
    structure = pw.read_structure(folder / "s.tsv")
    for place, others in (({"tree": f"{P1}|{P2}"}, 1), ({"tree": None}, 0)):
        run = [{"topic": "q", "doc": "d", "score": 2, **place}]
        run.append({"topic": "q", "doc": "d", "element": P2, "score": 1})
        reading = pw.Reading(missing="document")
        found = pw.evaluate(gold, [run], ["nxCG@1", "nxCG@2"], structure=structure, reading=reading)
        assert found.table[0, :, 0].tolist() == [0, 0.5 * others]
        assert sum("1 result is not a single element" in note for note in found.notes) == others


@pytest.mark.parametrize(
    ("column", "place", "kind"),
    [
        ("element", "x", "an element path"),
        ("element", "x|y", "an element path"),
        ("tree", "x", "an element path"),
        ("tree", "x|y", "a tree of element paths"),
        ("tree", f"{P1}|y", "a tree of element paths"),
    ],
)
def test_names_that_are_no_paths(folder, column, place, kind):
    (folder / "in.tsv").write_text(f"topic\tdoc\t{column}\nq\td\t{place}\n")
    words = ["in.tsv", "out.tsv", "--structure", "s.tsv", "--spans", "--as", "run"]
    result = answer(folder, "convert", *words)
    assert f'in.tsv:2: path "{place}" is not {kind}' in result.err


@pytest.mark.parametrize(
    ("doc", "span", "how", "elements"),
    [
        # an element without characters at the end of a span is not inside it
        ("e", "0|3", "leaves", ["/a[1]/b[1]/c[1]"]),
        ("e", "0|3", "inside", ["/a[1]"]),
        ("d", "0|15", "inside", [P1]),
        ("d", "0|19", "inside", [P1, P2]),
        ("d", "0|18", "inside", [P1]),
        ("d", "1|19", "leaves", [I, P2]),
        ("d", "5|8", "leaves", [I]),
        ("d", "5|24", "inside", [I, P2]),
    ],
)
def test_elements_inside_a_span(folder, doc, span, how, elements):
    words = ("topic|doc|start|end|score", [f"q|{doc}|{span}|1"])
    _, rows = convert(folder, *words, "--elements", how, "--as", "run")
    assert [row["element"] for row in rows] == elements


def test_ties_of_elements_without_places():
    """Fewer steps come first, whatever the length of their names; then the path decides."""
    order = ["/a[1]", P1, P2, "/a[1]/section[1]", "/a[1]/zz[1]", I]
    run = [{"topic": "q", "doc": "d", "element": name, "score": 1} for name in reversed(order)]
    for rank, name in enumerate(order, start=1):
        gold = [{"topic": "q", "doc": "d", "element": name, "grade": 1}]
        names = [f"EHits(nav=NoNav)@{k}" for k in range(1, len(order) + 1)]
        hits = pw.evaluate(gold, [run], names).table[0, :, 0]
        assert hits.tolist() == [float(k >= rank) for k in range(1, len(order) + 1)]


LEVELS = {
    "d": "<a><s>x<p>one <i>two</i> <i>three</i></p></s><s><p><i>four</i></p><i>five</i></s></a>",
    "e": "<a><i>six</i><p><b><i>seven</i></b></p></a>",
}
LEFT = [
    ("d", "/a[1]", "0", "22"), ("d", "/a[1]/s[1]/p[1]/i[1]", "5", "8"),
    ("d", "/a[1]/s[1]/p[1]/i[2]", "9", "14"), ("d", "/a[1]/s[2]/p[1]/i[1]", "14", "18"),
    ("d", "/a[1]/s[2]/i[1]", "18", "22"), ("e", "/a[1]", "0", "8"),
    ("e", "/a[1]/i[1]", "0", "3"), ("e", "/a[1]/p[1]/b[1]/i[1]", "3", "8"),
]  # fmt: skip


def test_levels_that_a_structure_leaves_out(tmp_path):
    """Elements keep their paths where none, one or two of the elements around them are gone."""
    (tmp_path / "xml").mkdir()
    for doc, text in LEVELS.items():
        (tmp_path / f"xml/{doc}.xml").write_text(text)
    answer(tmp_path, "structure", "xml", "-o", "s.tsv", "--retrievable", "a,i")
    named = [f"q|{doc}|{path}|{9 - n}" for n, (doc, path, *_) in enumerate(LEFT)]
    _, rows = convert(tmp_path, "topic|doc|element|score", named, "--spans", "--as", "run")
    assert [(row["doc"], row["start"], row["end"]) for row in rows] == [
        (doc, start, end) for doc, _, start, end in LEFT
    ]
    spans = [f"q|{doc}|{start}|{end}|{9 - n}" for n, (doc, _, start, end) in enumerate(LEFT)]
    head = "topic|doc|start|end|score"
    _, rows = convert(tmp_path, head, spans, "--elements", "exact", "--as", "run")
    assert [(row["doc"], row["element"]) for row in rows] == [(doc, path) for doc, path, *_ in LEFT]
    for doc, path in (
        ("e", "/a[1]/p[1]/i[1]"), ("d", "/a[1]/s[1]/i[1]"), ("d", "/a[1]/i[1]"),
        ("e", "/a[1]/p[1]/b[1]"), ("d", "/a[1]/s[1]/p[2]/i[1]"), ("e", "/a[1]/b[1]/p[1]/i[1]"),
    ):  # fmt: skip
        row = [f"q|{doc}|{path}|1"]
        refused, _ = convert(tmp_path, "topic|doc|element|score", row, "--spans", "--as", "run")
        assert f"in.tsv:2: no element {path} in document {doc}" in refused.err
