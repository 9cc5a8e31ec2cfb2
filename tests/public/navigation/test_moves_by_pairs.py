"""Moves of user models, pair by pair: a topic with one result and one target shows one number.

``GR@1`` shows the chance of getting from the result to the target, ``ENearMisses@1`` the chance
of the next step. Expected values are worked out by hand, or by the references below.
"""

from __future__ import annotations

import itertools
import math
import random
from functools import cache

import numpy as np
import pytest
from tests.helpers import answer, grouped_options

import partwise as pw

# results in documents that are not judged, about which a note warns, are what links are about
pytestmark = pytest.mark.filterwarnings("ignore:.*none of its", "ignore:.*begins past the end")

ARTICLE, SEC1, P1, P2, SEC2 = (
    "/article[1]", "/article[1]/sec[1]", "/article[1]/sec[1]/p[1]", "/article[1]/sec[1]/p[2]",
    "/article[1]/sec[2]",
)  # fmt: skip


@cache
def structure():
    """Made when it is first used: tests are collected without polars."""
    return pw.Structure.from_columns(
        doc=["d"] * 5 + ["e"] * 4, parent=[None, 0, 1, 1, 0, None, 0, 0, 0],
        tag=["article", "sec", "p", "p", "sec", "article", "p", "p", "p"],
        start=[0, 0, 0, 20, 60, 0, 0, 2, 4], end=[100, 60, 20, 60, 100, 9, 2, 4, 6],
    )  # fmt: skip


def columns(places):
    """Table columns of places: (document, element), (document, start, end) or a document."""
    rows = [(place,) if isinstance(place, str) else place for place in places]
    return {
        "topic": [f"{number:03d}" for number in range(len(rows))],
        "doc": [row[0] for row in rows],
        "element": [row[1] if len(row) == 2 else None for row in rows],
        "start": [row[1] if len(row) == 3 else None for row in rows],
        "end": [row[2] if len(row) == 3 else None for row in rows],
        "missing": "document",
    }


def chances(measure, pairs, **options):
    """Value of each pair of places."""
    run = pw.Run.from_columns(**columns([x for x, _ in pairs]))
    qrels = pw.Qrels.from_columns(**columns([y for _, y in pairs]), grade=[1] * len(pairs))
    return pw.evaluate(qrels, run, [measure], **grouped_options(**options)).table[0, 0].tolist()


def file_of(tmp_path, name, *lines):
    """Path of a table whose cells are separated by blanks here."""
    (tmp_path / name).write_text("".join("\t".join(line.split(" ")) + "\n" for line in lines))
    return f"'{tmp_path / name}'"


def steps(tmp_path, routes, model, start, *goals, **options):
    """Steps of Summary out of an element of document d."""
    nav = f"Summary({file_of(tmp_path, 'r.tsv', *routes)}{model})"
    pairs = [(("d", start), ("d", goal)) for goal in goals]
    return chances(f"ENearMisses(nav={nav})@1", pairs, **options)


# -- kinds of elements -----------------------------------------------------------------------------

SECTIONS = [
    f"d {SEC1} {ARTICLE}", f"d {SEC1} {P1}", f"d {SEC2} {P2}", f"d {SEC1} {P2} {SEC2} {SEC1}",
]  # fmt: skip


@pytest.mark.parametrize(
    ("routes", "model", "start", "expected"),
    [
        (SECTIONS, "", SEC1, {ARTICLE: 0.2, P1: 0.6, SEC2: 0.2}),
        # one article, two paragraphs, one section besides the one that is left
        (SECTIONS, ", spread=true", SEC1, {ARTICLE: 0.2, P1: 0.3, SEC2: 0.2}),
        ([f"d {SEC1} {P1}", f"d {P1} {SEC1}", f"d {SEC1} {P2}"], "", SEC1, {P1: 1}),
        (
            [f"d {SEC1} {P1}", f"d {P1} {SEC1}", f"d {SEC1} {P2}"],
            ", abandonment=true", SEC1, {P1: 2 / 3},
        ),
        ([f"d {SEC1} {SEC2} {SEC1}"], "", SEC1, {SEC2: 1, ARTICLE: 0, P1: 0}),
        ([f"d {SEC1} {SEC2} {SEC1}"], "", ARTICLE, {SEC1: 0}),
        ([f"d {P1} {P2}", f"d {P1} {ARTICLE}"], ", spread=true", P1, {P2: 0.5, ARTICLE: 0.5}),
        (
            [f"d {SEC1} {ARTICLE}", f"d {SEC2} {P1}"],
            ", partition=depth", SEC2, {ARTICLE: 0.5, SEC1: 0, P1: 0.5},
        ),
        (
            [f"d {SEC1} {ARTICLE}", f"d {SEC2} {P1}"],
            ", partition=depth, spread=true", SEC2, {P1: 0.25, ARTICLE: 0.5},
        ),
    ],
)  # fmt: skip
def test_steps_between_kinds_of_elements(tmp_path, routes, model, start, expected):
    values = steps(tmp_path, routes, model, start, *expected, structure=structure())

    assert values == pytest.approx([*expected.values()])


@pytest.mark.parametrize(
    ("path", "tag", "depth", "auto"),
    [
        # weights 1, 1/2, 1/3 and 1/4 of article, section, ss1 and the rest, or of depths 1 to 4
        ("/article[1]", 0.48, 0.48, 0.48),
        ("/article[1]/sec[1]", 0.24, 0.24, 0.24),
        ("/article[1]/p[1]", 0.12, 0.24, 0.12),
        ("/article[1]/x[1]/ss1[2]", 0.16, 0.16, 0.16),
        ("/article[1]/x[1]/y[1]", 0.12, 0.16, 0.12),
        # nobody knows what the tags of a book mean
        ("/book[1]", 0.12, 0.48, 0.48),
        ("/book[1]/article[1]", 0.48, 0.24, 0.24),
        ("/book[1]/a[1]/b[1]/c[1]", 0.12, 0.12, 0.12),
        ("/book[1]/a[1]/b[1]/c[1]/sec[1]", 0.24, 0.12, 0.12),
    ],
)
def test_depths_of_paths(path, tag, depth, auto):
    for by, expected in (("tag", tag), ("depth", depth), ("auto", auto)):
        measure = f"ENearMisses(nav=Depth(by={by}))@1"
        assert chances(measure, [(("d", "/z[1]/z[1]"), ("d", path))]) == pytest.approx([expected])


TOY = ["d e3 e1 e2 e4", "d e3 e2 e4 e5", "d e3 e1 e6"]
PARTS = ["doc element partition", "d e1 S1", "d e2 S2", "d e3 S2", "d e6 S2", "d e4 S3", "d e5 S3"]


@pytest.mark.parametrize(
    ("routes", "parts", "model", "start", "expected"),
    [
        (TOY, PARTS, "", "e2", {"e1": 0.4, "e6": 0.2, "e5": 0.4}),  # table 3 of the paper
        (TOY, PARTS, "", "e1", {"e6": 1, "e5": 0}),
        (TOY, PARTS, "", "e4", {"e1": 0, "e6": 0, "e5": 1}),
        (TOY, PARTS, ", abandonment=true", "e2", {"e1": 2 / 6, "e3": 1 / 6, "e4": 2 / 6}),
        (TOY, PARTS, ", abandonment=true", "e4", {"e5": 1 / 3}),
        (TOY, PARTS[:-2], "", "e2", {"e4": 0.4, "e9": 0.4}),  # unlisted places are one more kind
        (TOY, PARTS[:-2], "", "e9", {"e5": 1, "e1": 0}),
        (
            ["d /a[1]/s[1] /a[1] /a[1]/s[2] /a[1]/p[1]", "d /a[1]/s[4] /a[1]/p[9]"], None, "",
            "/a[1]/s[7]", {"/a[1]": 1 / 3, "/a[1]/p[1]": 2 / 3, "/a[1]/s[1]": 0, "/a[1]/x[1]": 0},
        ),
        (
            ["d /a[1]/sec[1] /a[1]/ss1[1] /a[1]/p[1]"], None, ", tags={sec: S2, ss1: S2}",
            "/a[1]/sec[1]", {"/a[1]/ss1[1]": 0.5, "/a[1]/p[1]": 0.5, "/a[1]/sec[2]": 0.5},
        ),
        (
            ["d /a[1]/sec[1] /a[1]/ss1[1] /a[1]/p[1]"], ["partition tag", "S2 sec", "S2 ss1"], "",
            "/a[1]/sec[1]", {"/a[1]/ss1[1]": 0.5, "/a[1]/p[1]": 0.5, "/a[1]/sec[2]": 0.5},
        ),
        (
            [f"d {SEC1} {ARTICLE}", f"d {SEC2} {P1}"], None, ", partition=depth",
            "/x[1]/y[1]",
            {"/x[1]": 0.5, "/x[1]/y[2]": 0, "/x[1]/b[1]/z[1]": 0.5, "/x[1]/b[1]/c[1]/z[1]": 0},
        ),
    ],
)  # fmt: skip
def test_steps_between_kinds_of_names(tmp_path, routes, parts, model, start, expected):
    if parts:
        model = f", parts={file_of(tmp_path, 'p.tsv', *parts)}{model}"

    assert steps(tmp_path, routes, model, start, *expected) == pytest.approx([*expected.values()])


def test_partitions_of_a_structure(tmp_path):
    routes = [f"d {SEC1} {ARTICLE}", f"d {SEC1} {P1}", f"d {P2} {P1}"]
    rows = ["doc element partition", f"d {SEC1} A", f"d {P1} B", f"d {P2} B"]
    model = f", parts={file_of(tmp_path, 'p.tsv', *rows)}"
    goals = (ARTICLE, P1, SEC2)

    assert steps(tmp_path, routes, model, SEC1, *goals, structure=structure()) == [0.5] * 3
    spread = steps(tmp_path, routes, model + ", spread=true", SEC1, *goals, structure=structure())
    assert spread == [0.25] * 3
    with pytest.raises(pw.UsageError, match="counts the elements of a document"):
        steps(tmp_path, routes, ", spread=true", SEC1, P1)
    unknown = f", parts={file_of(tmp_path, 'q.tsv', rows[0], 'd /nobody[1] A')}"
    with pytest.raises(pw.FormatError, match=r"q.tsv:2: no element /nobody\[1\]"):
        steps(tmp_path, routes, unknown, SEC1, P1, structure=structure())


def test_partitions_of_a_structure_that_list_its_first_root(tmp_path):
    rows = ["doc element partition", f"d {ARTICLE} A", f"d {SEC1} B", f"d {SEC2} B"]
    model = f", parts={file_of(tmp_path, 'p.tsv', *rows)}, spread=true"
    routes = [f"d {SEC1} {ARTICLE} {SEC2}", f"d {SEC1} {P1}"]  # paragraphs are others

    values = steps(tmp_path, routes, model, SEC1, ARTICLE, P1, SEC2, structure=structure())
    assert values == [0.5, 0.25, 0]
    values = steps(tmp_path, routes, model, ARTICLE, SEC1, P1, structure=structure())
    assert values == [0.5, 0]


@pytest.mark.parametrize("model", ["", ", partition=depth"])
def test_whole_documents_on_routes_are_their_roots(tmp_path, model):
    # out of articles: a section, a paragraph of depth 2, a section
    visits = ["1 d -", f"1 d {SEC1}", "2 e ", f"2 e {ARTICLE}/p[2]", "2 e -", f"3 d {ARTICLE}",
              f"3 d {SEC2}"]  # fmt: skip
    goals = [("d", SEC1), ("d", P1), ("e", f"{ARTICLE}/p[1]")]
    expected = [1, 0, 1] if model else [2 / 3, 1 / 3, 1 / 3]

    nav = f"Summary({file_of(tmp_path, 'r.tsv', 'route doc place', *visits)}{model})"
    pairs = [((goal[0], ARTICLE), goal) for goal in goals]
    pairs.append((("e", f"{ARTICLE}/p[1]"), ("e", ARTICLE)))
    values = chances(f"ENearMisses(nav={nav})@1", pairs, structure=structure())
    assert values == pytest.approx([*expected, 1])
    by = "depth" if model else "tags"
    for place, words in (("d 3..9", r"d 3\.\.9"), ("x -", "x")):
        file = file_of(tmp_path, "s.tsv", "route doc place", *visits, f"4 {place}")
        with pytest.raises(pw.FormatError, match=f"s.tsv:9: .* by the {by} .* {words} is none"):
            chances(f"ENearMisses(nav=Summary({file}{model}))@1", pairs, structure=structure())


@pytest.mark.parametrize(
    ("restart", "expected"),
    [
        # paragraphs are never left, so they step anywhere: the limit of [[0, 1], [.5, .5]]
        (0, [1 / 3, 2 / 3]),
        (0.5, [2 / 5, 3 / 5]),  # of [[.25, .75], [.5, .5]]
        (1, [1 / 2, 1 / 2]),
    ],
)
def test_the_limit_of_steps_that_end_in_one_kind(tmp_path, restart, expected):
    routes = file_of(tmp_path, "r.tsv", f"d {ARTICLE} {P1}")
    pairs = [(("d", SEC1), ("d", ARTICLE)), (("d", SEC1), ("d", P1)), (("d", P1), ("d", SEC1))]

    nav = f"Steady(Summary({routes}), restart={restart})"
    values = chances(f"ENearMisses(nav={nav})@1", pairs, structure=structure())
    assert values == pytest.approx([*expected, 0])


def test_a_step_is_shared_by_the_elements_of_each_document(tmp_path):
    nav = f"Summary({file_of(tmp_path, 'r.tsv', f'd {ARTICLE} {P1}')}, spread=true)"
    pairs = [(("d", ARTICLE), ("d", P1)), (("e", ARTICLE), ("e", f"{ARTICLE}/p[1]"))]

    values = chances(f"ENearMisses(nav={nav})@1", pairs, structure=structure())
    assert values == pytest.approx([1 / 2, 1 / 3])  # two paragraphs in d, three in e


def test_one_kind_of_elements_is_all_there_is_in_the_end(tmp_path):
    routes = file_of(tmp_path, "r.tsv", f"e {ARTICLE}/p[1] {ARTICLE}/p[2]")
    pairs = [(("e", f"{ARTICLE}/p[1]"), ("e", f"{ARTICLE}/p[2]"))]

    assert chances(f"ENearMisses(nav=Steady(Summary({routes})))@1", pairs) == [1.0]


@pytest.mark.parametrize(("unit", "expected"), [("chars", 0.6), ("words", 0.25)])
def test_steps_in_a_hierarchy_go_by_characters_or_words(unit, expected):
    tree = pw.Structure.from_columns(
        doc=["d"] * 3, parent=[None, 0, 0], tag=["a", "p", "p"],
        start=[0, 0, 60], end=[100, 60, 100], wstart=[0, 0, 5], wend=[20, 5, 20],
    )  # fmt: skip
    pairs = [(("d", "/a[1]"), ("d", "/a[1]/p[1]"))]

    assert chances(f"ENearMisses(nav=Hierarchy(unit={unit}))@1", pairs, structure=tree) == [
        expected
    ]


def test_steps_in_a_hierarchy_of_very_small_elements():
    # /a 0..3, /a/s 0..1 with /a/s/p 0..1, /a/e 1..1
    tree = pw.Structure.from_columns(
        doc=["d"] * 4, parent=[None, 0, 1, 0], tag=["a", "s", "p", "e"],
        start=[0, 0, 0, 1], end=[3, 1, 1, 1],
    )  # fmt: skip
    a, s, p, e = (("d", "/a[1]" + rest) for rest in ("", "/s[1]", "/s[1]/p[1]", "/e[1]"))
    expected = {(s, p): 3 / 4, (s, a): 1 / 4, (p, s): 3 / 4, (p, a): 1 / 4, (a, s): 1 / 2,
                (a, p): 1 / 2, (a, e): 0, (e, a): 0, (s, e): 0}  # fmt: skip

    values = chances("ENearMisses(nav=Hierarchy)@1", [*expected], structure=tree)
    assert values == pytest.approx([*expected.values()])


def test_a_reader_meets_an_empty_ideal_behind_all_others():
    tree = pw.Structure.from_columns(
        doc=["d"] * 3, parent=[None, 0, 0], tag=["a", "p", "e"],
        start=[0, 29, 30], end=[40, 30, 30],
    )  # fmt: skip
    pairs = [(("d", "/a[1]/p[1]"), ("d", "/a[1]/e[1]"))]
    models = {"T2I(0)": 0, "T2I(1)": 1, "T2I(0, stop=ideal)": 0, "T2I(1, stop=ideal)": 1,
              "T2I(1, counts=irrelevant)": 1}  # fmt: skip

    for nav, expected in models.items():
        assert chances(f"GR(nav={nav})@1", pairs, structure=tree) == [expected], nav


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_an_empty_ideal_is_shown_at_its_own_rank(rank):
    tree = pw.Structure.from_columns(
        doc=["d"] * 3, parent=[None, 0, 0], tag=["a", "e", "p"], start=[0, 5, 5], end=[20, 5, 20]
    )
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], element=["/a[1]/e[1]"], grade=[1])
    parts = ["/a[1]/p[1]", "/a[1]"]
    parts.insert(rank - 1, "/a[1]/e[1]")
    run = pw.Run.from_columns(topic=["t"] * 3, doc=["d"] * 3, element=parts)
    measures = ["GR(nav=Reads)@1", "GR(nav=Reads)@2", "GR(nav=Reads)@3", "GR(nav=Reads)"]
    found = pw.evaluate(qrels, run, measures, structure=tree)
    assert found.table[0, :, 0].tolist() == [float(k >= rank) for k in (1, 2, 3, 3)]


@pytest.mark.parametrize("shared", ["seen", "nodes", "printed"])
def test_the_mean_over_the_nodes_of_a_tree(tmp_path, shared):
    """From x or y to z .25 and .5, to w .75 and 0, to v 0 and 0."""
    rows = "d x z 0.25", "d y z 0.5", "d x w 0.75"
    nav = f"Edges({file_of(tmp_path, 's.tsv', *rows)}, kind=step)"
    for goals, expected in (("z", 0.375), ("z|w", 0.375), ("z|w|v", 0.25), ("v", 0)):
        qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], tree=[goals], grade=[1])
        run = pw.Run.from_columns(topic=["t"], doc=["d"], tree=["x|y"])
        measure = f"ENearMisses(nav={nav}, shared={shared})@1"
        assert pw.evaluate(qrels, run, [measure]).table.item() == pytest.approx(expected)


# -- places that models cannot take ----------------------------------------------------------------


@pytest.mark.parametrize(("wanted", "returned"), [("/a[1]", "/b[1]"), ("/a[1]/c[1]", "/a[1]")])
@pytest.mark.parametrize("measure", ["ESRP", "EHits", "SRiP2"])
def test_elements_without_a_place(measure, wanted, returned):
    text = f"{measure}(nav=NoNav, tolerance=0.5, rel=binary)@2"
    words = rf"row 0: {measure}\(tolerance=...\) needs to know where element /\S+ of document d is"
    with pytest.raises(pw.PartwiseError, match=words):
        chances(text, [(("d", returned), ("d", wanted))])


@pytest.mark.parametrize(("suffix", "place"), [("tsv", "r.tsv:4"), ("parquet", "r.parquet, row 2")])
def test_passages_without_tags_in_files(tmp_path, suffix, place):
    file_of(tmp_path, "q.tsv", "topic doc element grade", f"t d {ARTICLE} 1")
    file_of(
        tmp_path, "s.tsv", "doc path parent start end", f"d {ARTICLE}  0 50", f"e {ARTICLE}  0 9"
    )
    rows = ["topic doc start end score", "t e 0 9 3", "t d 0 50 2", "t d 3 9 1"]
    file_of(tmp_path, "r.tsv", *rows)
    if suffix != "tsv":
        pw.read_run(tmp_path / "r.tsv").to_frame().write_parquet(tmp_path / f"r.{suffix}")
    measure = "ENearMisses(nav=Depth)@3"
    said = answer(
        tmp_path, "evaluate", "q.tsv", f"r.{suffix}", "--structure", "s.tsv", "-m", measure
    )
    assert said.err.startswith(
        "Depth goes by the tags of elements, and the returned passage 3..9 of document d has none "
        f"({place}). Use nav=Window()"
    )


def test_the_first_row_that_says_a_place():
    """A passage past the end of its document is found by where it begins."""
    qrels = pw.Qrels.from_columns(
        topic=["t"] * 3, doc=["e", "d", "d"], start=[3, 70, 4], end=[4, 80, 120], grade=[1] * 3
    )
    run = pw.Run.from_columns(topic=["t"], doc=["d"], element=[ARTICLE])
    words = (
        r"the assessed passage 4..100 of document d has none \(row 2\). Use nav=Window\(\), or ide"
    )
    with pytest.raises(pw.PartwiseError, match=words):
        pw.evaluate(qrels, run, ["ENearMisses(nav=Depth)@9"], structure=structure())


# -- links of what parts touch ---------------------------------------------------------------------

LENGTH = 12


def touching(x, y):
    """Whether two spans share a character; an empty one lies in what begins at or before it."""
    if x[0] != y[0]:
        return False
    (a, b), (c, d) = x[1:], y[1:]
    if a == b and c == d:
        return a == c
    if a == b:
        return c <= a < d
    if c == d:
        return a <= c < b
    return max(a, c) < min(b, d)


def random_place(draw, *, empty=True):
    while True:
        low, high = sorted((draw.randrange(LENGTH), draw.randrange(LENGTH)))
        if low < high or (empty and draw.random() < 0.3):
            return draw.choice("de"), low, high


def reach(x, y, links):
    """Chance of at least one of the links between what both touch."""
    if touching(x, y):
        return 1.0
    return 1 - math.prod(1 - p for (s, t), p in links.items() if touching(x, s) and touching(y, t))


def visits(x, y, links):
    """Chance of ever standing on a place that y touches, by steps from each place of x."""
    if touching(x, y):
        return 1.0
    places = sorted({place for pair in links for place in pair})
    number = {place: at for at, place in enumerate(places)}
    step = np.zeros((len(places), len(places)))
    for (s, t), p in links.items():
        step[number[s], number[t]] = p
    goals = [number[place] for place in places if touching(y, place)]
    inner = np.array([at for at in range(len(places)) if at not in goals], int)
    h = np.ones(len(places))
    h[inner] = np.linalg.solve(
        np.eye(inner.size) - step[np.ix_(inner, inner)],
        step[np.ix_(inner, goals)].sum(axis=1),
    )
    h = h if goals else np.zeros(len(places))
    seen = [step[number[place]] @ h for place in places if touching(x, place)]
    return 1 - math.prod(1 - chance for chance in seen)


@pytest.mark.parametrize(("kind", "reference"), [("reach", reach), ("step", visits)])
@pytest.mark.parametrize("seed", range(3))
def test_links_of_what_parts_touch(tmp_path, kind, reference, seed):
    draw = random.Random(seed)
    places = list({random_place(draw) for _ in range(9)})
    all_pairs = [(s, t) for s, t in itertools.product(places, places) if s != t]
    links = {pair: draw.randint(1, 5) / 60 for pair in draw.sample(all_pairs, 22)}
    rows = [f"{s[0]} {s[1]}..{s[2]} {t[0]} {t[1]}..{t[2]} {p}" for (s, t), p in links.items()]
    file = file_of(tmp_path, "l.tsv", *rows)
    parts = [random_place(draw, empty=False) for _ in range(12)]
    pairs = list(itertools.product(parts[:6], parts[6:]))
    values = chances(
        f"GR(nav=Edges({file}, kind={kind}))@1", pairs,
        lengths={"d": 40, "e": 40},
    )  # fmt: skip

    assert values == pytest.approx([reference(x, y, links) for x, y in pairs])


@pytest.mark.parametrize(
    ("pair", "lengths"),
    [
        (("d", "e"), None),
        (("d", "e"), {"d": 50, "e": 9}),
        ((("d", 0, 50), ("e", 0, 9)), {"d": 50, "e": 9}),
        # a link of the whole document is a link of each of its parts
        ((("d", 3, 5), ("e", 2, 9)), {"d": 50, "e": 9}),
        ((("d", 3, 5), "e"), {"d": 50}),
        ((("d", 0, 60), ("e", 0, 9)), {"d": 50, "e": 9}),  # past the end
        ((("d", 0, 49), ("e", 0, 9)), {"d": 50, "e": 9}),
    ],
)
def test_whole_documents_and_their_parts(tmp_path, pair, lengths):
    file = file_of(tmp_path, "l.tsv", "d e 0.5")
    options = {} if lengths is None else {"lengths": lengths}
    pairs = [pair, ("d", "e")]

    assert chances(f"GR(nav=Edges({file}))@1", pairs, **options) == [0.5, 0.5]


def test_places_of_a_file_end_with_their_document(tmp_path):
    file = file_of(tmp_path, "l.tsv", "d 40..90 e 5..99 0.5", "d 60..70 e 0..99 0.25")
    pairs = [(("d", 40, 50), ("e", 5, 9)), (("d", 40, 49), ("e", 5, 9)), (("d", 70, 80), "e")]

    values = chances(
        f"ENearMisses(nav=Edges({file}, kind=step))@1", pairs, lengths={"d": 50, "e": 9}
    )
    assert values == pytest.approx([0.5, 0, 0.25])


def test_elements_and_spans_of_the_same_extent_are_one_place(tmp_path):
    file = file_of(tmp_path, "l.tsv", f"d 60..100 d {P1} 0.5", f"d {P1} d 0..60 0.25")
    pairs = [(("d", SEC2), ("d", P1)), (("d", 60, 100), ("d", 0, 20)), (("d", P1), ("d", SEC1))]

    values = chances(f"GR(nav=Edges({file}))@1", pairs, structure=structure())
    assert values == pytest.approx([0.5, 0.5, 0.25])
    twice = file_of(tmp_path, "m.tsv", f"d 60..100 d {P1} 0.5", f"d {SEC2} d 0..20 0.5")
    with pytest.raises(pw.FormatError, match=r"m.tsv:2: .* is the same as .* in line 1"):
        chances(f"GR(nav=Edges({twice}))@1", pairs, structure=structure())
    nobody = file_of(tmp_path, "n.tsv", f"d {SEC2} d {P1} 0.5", f"d {SEC2} d /x[1] 0.5")
    with pytest.raises(pw.FormatError, match=r"n.tsv:2: no element /x\[1\] in document d"):
        chances(f"GR(nav=Edges({nobody}))@1", pairs, structure=structure())


def test_steps_without_numbers_beside_passages(tmp_path):
    """``/article/sec`` is the first section; a passage that is no element stays a passage."""
    lines = "d 70..80 d /article/sec 0.5", "d /article/sec/p d 85..90 0.25"
    pairs = [(("d", 70, 80), ("d", SEC1)), (("d", P1), ("d", 85, 90)), (("d", P2), ("d", SEC1))]
    nav = f"Edges({file_of(tmp_path, 'l.tsv', *lines)})"
    qrels = pw.Qrels.from_columns(**columns([y for _, y in pairs]), grade=[1] * 3)
    run = pw.Run.from_columns(**columns([x for x, _ in pairs]))
    known = {"structure": structure(), "reading": pw.Reading(lenient=True)}
    found = pw.evaluate(qrels, run, [f"GR(nav={nav})@1"], **known)

    assert found.table[0, 0].tolist() == pytest.approx([0.5, 0.25, 0])
    assert any("2 paths had a step without [n], read as [1]" in note for note in found.notes)


def test_two_files_with_the_same_links_have_the_same_chances(tmp_path):
    rows = ["a b 0.5", "b c 0.5", "c a 0.25", "a c 0.125"]
    first, second = (file_of(tmp_path, name, *rows) for name in ("l.tsv", "m.tsv"))
    third = file_of(tmp_path, "n.tsv", *rows[:3], "a c 0.25")
    pairs = [("a", "b"), ("a", "c"), ("b", "a"), ("c", "b")]
    qrels = pw.Qrels.from_columns(**columns([y for _, y in pairs]), grade=[1] * 4)
    runs = [
        pw.Run.from_columns(**columns([x for x, _ in pairs]), name="one"),
        pw.Run.from_columns(**columns(["c", "b", "a", "a"]), name="two"),
    ]
    measures = [f"GR(nav=Edges({file}, kind=step))@1" for file in (first, second, third)]
    together = pw.evaluate(qrels, runs, measures).table
    # from a to b directly, or around by c and a again
    c, d = 1 - 0.125 * 0.25, 1 - 0.25 * 0.25

    assert together[0, 0].tolist() == pytest.approx([0.5 / c, 0.375, 0.125, 0.125 / c])
    assert together[0, 2].tolist() == pytest.approx([0.5 / d, 0.5, 0.125, 0.125 / d])
    assert together[:, 0].tolist() == together[:, 1].tolist()
    for run, row in zip(runs, together, strict=True):
        alone = pw.evaluate(qrels, run, measures).table[0]
        np.testing.assert_allclose(row, alone)


# -- files about nothing ---------------------------------------------------------------------------

ELEMENTS = (("site", "/home[1]"), ("site", "/news[1]")), "site /home\\[1\\]"
PASSAGES = (("d", 100, 200), ("d", 10, 20)), "d 100..200"
DOCUMENTS = ("a", "b"), "a"


@pytest.mark.parametrize(
    ("world", "line", "measure"),
    [
        (ELEMENTS, "x /home[1] x /news[1] 0.4", "GR"),
        (PASSAGES, "x 1..2 x 4..5 0.4", "GR"),
        (DOCUMENTS, "x y 0.4", "ENearMisses"),
        (PASSAGES, "d 300..310 e 0..9 0.4", "GR"),
        (PASSAGES, "d 110..120 d 10..12 0.4", "ENearMisses"),
        (ELEMENTS, "site /b[1] site /c[1] 0.4", "GR"),
    ],
)  # fmt: skip
def test_links_about_nothing(tmp_path, world, line, measure):
    pair, first = world
    words = "l.tsv: 0 of 1 links concern a result or an assessed unit. First link: .* -> .*; "
    advice = "Use .* if documents are named differently; passages match where they overlap"
    with pytest.raises(pw.FormatError, match=f"{words}first result: {first}. {advice}"):
        chances(f"{measure}(nav=Edges({file_of(tmp_path, 'l.tsv', line)}))@1", [pair])


@pytest.mark.parametrize(
    ("lines", "model", "words"),
    [
        (["a a 0.4"], "Edges", "no link leads to another place. Links of a place to itself"),
        (["a a"], "Links", "no link leads to another place. Links of a place to itself"),
        (
            ["topic from_doc to_doc", "u a b"], "Links",
            "links hold for all topics; column topic. Take the column out",
        ),
        (["a /x[1]"], "Routes", "no route has a second place. A route is a document and two"),
    ],
)  # fmt: skip
def test_links_that_lead_nowhere(tmp_path, lines, model, words):
    with pytest.raises(pw.FormatError, match=words):
        chances(f"GR(nav={model}({file_of(tmp_path, 'l.tsv', *lines)}))@1", [DOCUMENTS[0]])
