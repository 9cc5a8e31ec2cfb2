from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clock import tenths
from tests.files.documents.samples import grown, shown

from partwise.errors import FormatError
from partwise.files.documents import html
from partwise.tables.structure.table import Structure


def test_repaired_by_hand():
    structure, text = grown(html, "<!DOCTYPE html><p>a &lt; b<p>c<table>out<tr><td>1</table>")

    assert text == "a < bcout1"  # text of a table outside its cells moves before it
    assert shown(structure, text) == {
        "/html[1]": text,
        "/html[1]/head[1]": "",
        "/html[1]/body[1]": text,
        "/html[1]/body[1]/p[1]": "a < b",
        "/html[1]/body[1]/p[2]": "c",
        "/html[1]/body[1]/table[1]": "1",
        "/html[1]/body[1]/table[1]/tbody[1]": "1",
        "/html[1]/body[1]/table[1]/tbody[1]/tr[1]": "1",
        "/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[1]": "1",
    }


def test_scripts_styles_and_comments_are_no_text():
    document = "<style>p{}</style><script>if (a<b) x</script><p>hi<!-- no --></p>"
    structure, text = grown(html, document)

    assert text == "hi"
    assert shown(structure, text)["/html[1]/head[1]/script[1]"] == ""


def test_processing_instructions_are_no_text():
    assert grown(html, "<p>a<?pi x?>b")[1] == "ab"


def test_encodings():
    assert grown(html, "<meta charset=latin-1>café".encode("latin-1"))[1] == "café"
    assert grown(html, "\ufeffcafé")[1] == "café"
    assert grown(html, "café".encode("utf-16"))[1] == "café"
    with pytest.raises(FormatError, match=r"doc:2: not UTF-8 \(byte 0xE9\)"):
        grown(html, "x\ncafé".encode("latin-1"))
    with pytest.raises(FormatError, match='unknown encoding "klingon"'):
        grown(html, "<meta charset=klingon>")


def test_an_empty_file_has_the_elements_html_adds():
    structure, text = grown(html, "")

    assert text == ""
    assert structure.to_frame()["tag"].to_list() == ["html", "head", "body"]


@pytest.mark.parametrize(
    "document",
    [
        "<div>" * 100_000,
        "<b>" * 100_000,
        "<table>" * 50_000,
        "<a><div>" * 20_000,
        "".join(f"<p><b id={n}>" for n in range(50_000)),
        "<svg>" * 100_000,
    ],
    ids=["div", "b", "table", "a-div", "formatting", "svg"],
)
def test_deep_nesting_is_refused_before_it_costs(document):
    def refusal():
        with pytest.raises(FormatError, match="nest deeper than 256"):
            grown(html, document)

    assert tenths(refusal) < 50


@pytest.mark.parametrize("document", ["<p>x" * 20_000, "<li>x" * 20_000, "<dd>x<dt>y" * 10_000])
def test_end_tags_left_out_are_not_depth(document):
    structure, _ = grown(html, document)

    assert len(structure) == 20_003
    assert structure.depth.max() == 3


def test_rows_and_cells_left_open_are_not_depth():
    structure, _ = grown(html, "<table>" + "<tr><td>x<td>y" * 10_000)

    assert structure.depth.max() == 6


def test_formatting_copied_into_every_block_is_bounded():
    with pytest.raises(FormatError, match="more than 100,000 elements"):
        grown(html, "".join(f"<p><b id={n}>" for n in range(2000)), depth=5000, elements=100_000)


@given(
    st.lists(
        st.sampled_from(
            ["<p>", "</p>", "<b>", "</b>", "<td>", "<table>", "x", " ", "<li>", "</ul>"]
        )
    )
)
def test_always_a_forest(tags):
    structure, text = grown(html, "".join(tags))

    again = Structure.from_frame(structure.to_frame())

    assert again.length.tolist() == [len(text)]
