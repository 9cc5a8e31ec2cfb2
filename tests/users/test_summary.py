"""Steps between the kinds of elements that observed readers visited."""

from __future__ import annotations

import pytest
from tests.loaded import loaded
from tests.users.places import ARTICLE, P1, P2, SEC1, SEC2, elements, from_first, named

from partwise.errors import FormatError, ParameterError
from partwise.users.summary import Summary


def test_summary_divides_a_step_among_the_nodes_of_a_partition(write):
    # sections step to the article once and to paragraphs three times; two paragraphs
    rows = [
        f"d {SEC1} {ARTICLE}",
        f"d {SEC1} {P1}",
        f"d {SEC2} {P2}",
        f"d {SEC1} {P2} {SEC2} {SEC1}",
    ]
    file = write("r.tsv", *rows)
    to = from_first(Summary(file), elements(1, 0, 2, 4))
    spread = from_first(Summary(file, spread=True), elements(1, 0, 2, 4))

    assert to == [0.2, 0.6, 0.2]
    # one article, two paragraphs, and one section besides the one that is left
    assert spread == [0.2, 0.3, 0.2]


def test_tags_of_paths_without_a_structure(write):
    file = write("r.tsv", "d /a[1]/s[1] /a[1] /a[1]/s[2] /a[1]/p[1]", "d /a[1]/s[4] /a[1]/p[9]")
    nodes = named("/a[1]/s[7]", "/a[1]", "/a[1]/p[1]", "/a[1]/s[1]", "/a[1]/x[1]")

    # of three steps out of sections one goes to the article, two to paragraphs
    assert from_first(Summary(file), nodes) == pytest.approx([1 / 3, 2 / 3, 0, 0])


def test_the_ends_of_routes_are_ways_out(write):
    file = write("r.tsv", f"d {SEC1} {P1}", f"d {P1} {SEC1}", f"d {SEC1} {P2}")
    nodes = elements(1, 2)

    assert from_first(Summary(file), nodes) == [1]
    # sections: two steps, and one route ends there
    assert from_first(Summary(file, abandonment=True), nodes) == pytest.approx([2 / 3])


def test_kinds_that_no_route_visits_are_neither_left_nor_reached(write):
    file = write("r.tsv", f"d {SEC1} {SEC2} {SEC1}")

    assert from_first(Summary(file), elements(1, 4, 0, 2)) == [1, 0, 0]
    assert from_first(Summary(file), elements(0, 1)) == [0]


def test_a_step_within_a_partition_is_shared_by_the_others_of_it(write):
    file = write("r.tsv", f"d {P1} {P2}", f"d {P1} {ARTICLE}")

    assert from_first(Summary(file, spread=True), elements(2, 3, 0)) == [0.5, 0.5]
    assert loaded(Summary(file)).native == "partition"


TOY = ("d e3 e1 e2 e4", "d e3 e2 e4 e5", "d e3 e1 e6")
PARTS = ("doc element partition", "d e1 S1", "d e2 S2", "d e3 S2", "d e6 S2", "d e4 S3", "d e5 S3")
TABLE_3 = {"e1": (0, 1, 0), "e2": (0.4, 0.2, 0.4), "e4": (0, 0, 1)}
"""Steps from S1, S2 and S3 to S1, S2 and S3."""


def test_table_3_of_the_esr_paper_on_names(write):
    # partitions of one's own, without a structure
    model = Summary(write("r.tsv", *TOY), parts=write("p.tsv", *PARTS))
    goals = "e1", "e6", "e5"  # one of each partition
    for name, row in TABLE_3.items():
        found = from_first(model, named(name, *(goal for goal in goals if goal != name)))
        expected = [p for p, goal in zip(row, goals, strict=True) if goal != name]
        assert found == pytest.approx(expected)


def test_abandonment_in_partitions_of_ones_own(write):
    parts = write("p.tsv", *PARTS)
    model = Summary(write("r.tsv", *TOY), parts=parts, abandonment=True)

    assert from_first(model, named("e2", "e1", "e3", "e4")) == pytest.approx([2 / 6, 1 / 6, 2 / 6])
    assert from_first(model, named("e4", "e5")) == pytest.approx([1 / 3])


def test_what_the_file_does_not_list_is_other(write):
    # e4 and e5 are not listed: S3 is called other, and so is e9, which nobody visited
    parts = write("p.tsv", *PARTS[:-2])
    model = Summary(write("r.tsv", *TOY), parts=parts)

    assert from_first(model, named("e2", "e4", "e9")) == pytest.approx([0.4, 0.4])
    assert from_first(model, named("e9", "e5", "e1")) == pytest.approx([1, 0])


def test_tags_under_other_names(write):
    # sections and subsections are one kind: of two steps out of it one stays, one goes to p
    file = write("r.tsv", "d /a[1]/sec[1] /a[1]/ss1[1] /a[1]/p[1]")
    nodes = named("/a[1]/sec[1]", "/a[1]/ss1[1]", "/a[1]/p[1]", "/a[1]/sec[2]")

    assert from_first(Summary(file), nodes) == [1, 0, 0]
    renamed = Summary(file, tags={"sec": "S2", "ss1": "S2"})
    assert from_first(renamed, nodes) == [0.5, 0.5, 0.5]
    by_file = Summary(file, parts=write("t.tsv", "partition tag", "S2 sec", "S2 ss1"))
    assert from_first(by_file, nodes) == [0.5, 0.5, 0.5]


def test_partitions_by_depth(write):
    # depth 2 is left twice, for 1 and for 3
    file = write("r.tsv", f"d {SEC1} {ARTICLE}", f"d {SEC2} {P1}")
    model = Summary(file, partition="depth")

    assert from_first(model, elements(4, 0, 1, 2)) == [0.5, 0, 0.5]
    assert from_first(Summary(file, partition="depth", spread=True), elements(4, 2)) == [0.25]
    named_alike = named(
        "/x[1]/y[1]", "/x[1]", "/x[1]/y[2]", "/x[1]/y[1]/z[1]", "/x[1]/b[1]/c[1]/d[1]"
    )
    assert from_first(model, named_alike) == [0.5, 0, 0.5, 0]


def test_partitions_of_a_structure(write):
    file = write("r.tsv", f"d {SEC1} {ARTICLE}", f"d {SEC1} {P1}", f"d {P2} {P1}")
    rows = ("doc element partition", f"d {SEC1} A", f"d {P1} B", f"d {P2} B")
    model = Summary(file, parts=write("p.tsv", *rows))

    assert from_first(model, elements(1, 0, 2, 4)) == [0.5, 0.5, 0.5]
    spread = Summary(file, parts="p.tsv", spread=True)
    assert from_first(spread, elements(1, 0, 2, 4)) == [0.25, 0.25, 0.25]
    unknown = Summary(file, parts=write("q.tsv", rows[0], "d /nobody[1] A"))
    with pytest.raises(FormatError, match=r"q.tsv:2: no element /nobody\[1\]"):
        from_first(unknown, elements(1, 0))


def test_partitions_are_told_apart_in_one_way(write):
    with pytest.raises(ParameterError, match="tags must be left out with partition=depth"):
        Summary(write("r.tsv", *TOY), partition="depth", tags={"sec": "S2"})
    with pytest.raises(ParameterError, match="partition must be"):
        Summary("r.tsv", partition="size")
    with pytest.raises(ParameterError, match=r"a table such as \{sec: S2"):
        Summary("r.tsv", tags=["sec"])


def test_what_a_file_of_partitions_says_is_part_of_the_model(write):
    routes = write("r.tsv", *TOY)
    one = loaded(Summary(routes, parts=write("p.tsv", *PARTS)))
    other = loaded(Summary(routes, parts=write("p.tsv", *PARTS[:-1])))

    assert one != other
    assert repr(one) == "Summary(file='r.tsv', parts='p.tsv')"


@pytest.mark.parametrize(("partition", "what"), [("tag", "tags"), ("depth", "depth")])
def test_whole_documents_and_passages_are_no_elements(tmp_path, partition, what):
    file = tmp_path / "r.tsv"
    file.write_text("route\tdoc\tplace\nr\td\t/a[1]\nr\td\t3..9\nr\td\t-\n")
    model = Summary(str(file), partition=partition)
    words = rf"r.tsv:3: Summary goes by the {what} of elements, and d 3..9 is none. Use Routes"
    with pytest.raises(FormatError, match=words):
        from_first(model, named("/a[1]", "/a[1]/s[1]"))


@pytest.mark.parametrize("partition", ["tag", "depth"])
def test_a_whole_document_is_its_root_in_a_structure(tmp_path, partition):
    file = tmp_path / "r.tsv"
    file.write_text(f"route\tdoc\tplace\nr\td\t-\nr\td\t{SEC1}\ns\td\t-\ns\td\t{P1}\n")
    model = Summary(str(file), partition=partition)
    assert from_first(model, elements(0, 4, 3, 0)) == [0.5, 0.5, 0]


def test_places_without_an_element_are_in_no_listed_partition(tmp_path):
    file, parts = tmp_path / "r.tsv", tmp_path / "p.tsv"
    file.write_text("route\tdoc\tplace\nr\td\tx\nr\td\ty\nr\td\t-\n")
    parts.write_text("doc\telement\tpartition\nd\tx\tX\nd\ty\tY\n")
    # X to Y, and Y to what is not listed, as z is; not from Y to itself
    assert from_first(Summary(str(file), parts=str(parts)), named("y", "x", "y", "z")) == [0, 0, 1]
