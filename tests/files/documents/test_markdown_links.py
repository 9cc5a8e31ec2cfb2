from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from tests.files.documents.samples import grown, linked

from partwise.files.documents import markdown


def links(raw):
    """Text, href and innermost element of each link."""
    page, paths, text = linked(markdown, raw)
    assert text == raw
    return [(text[a:b], href, paths[row].rpartition("/")[2]) for row, a, b, href in page.links]


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        ("a [b](c) d", ("b", "c", "p[1]")),
        ("*x [b **bold** `co]de`](c)*", ("b **bold** `co]de`", "c", "p[1]")),
        ("***x* [b](c)**", ("b", "c", "p[1]")),
        ("[![alt [no](x)](i.png)](c)", ("![alt [no](x)](i.png)", "c", "p[1]")),
        ("![alt [b](no)](i.png) [b](c)", ("b", "c", "p[1]")),
        (r"\[b](no) [\] &amp; \*](c\)d)", (r"\] &amp; \*", "c)d", "p[1]")),
        ("`[b](no)` [b](<c d> 't')", ("b", "c d", "p[1]")),
        ("[b](c&amp;d\\_e)", ("b", "c&d_e", "p[1]")),
        ("x\n  [two  \n   lines](c)\ny", ("two  \n   lines", "c", "p[1]")),
        ("[](c)", ("", "c", "p[1]")),
        ("[b]()", ("b", "", "p[1]")),
        ("[b](größe.html)", ("b", "größe.html", "p[1]")),
        ("[b](javascript:x)", ("b", "javascript:x", "p[1]")),
        ("<http://x.org/ü>", ("http://x.org/ü", "http://x.org/ü", "p[1]")),
        ("a <b@x.org>", ("b@x.org", "mailto:b@x.org", "p[1]")),
        ("[b *i*][R] [none]\n\n[r]: c 't'", ("b *i*", "c", "p[1]")),
        ("[b][]\n\n[B]: <c>", ("b", "c", "p[1]")),
        ("[r]: c\n[b]\n\n[b]: d", ("b", "d", "p[1]")),
        ("[b]\n\n> [b]: c", ("b", "c", "p[1]")),
        ("# b [b](c) ##", ("b", "c", "h1[1]")),
        ("> # [b](c)", ("b", "c", "h1[1]")),
        ("one\n[b](c)\n===", ("b", "c", "h1[1]")),
        ("- x\n\n  > - y [b\n  > lazy](c)", ("b\n  > lazy", "c", "p[1]")),
        ("> > x\n[b](c)", ("b", "c", "p[1]")),
        ("1. x\n\t[b](c)", ("b", "c", "p[1]")),
        ("-\t\tx\n\n\t [b](c)", ("b", "c", "p[1]")),
        ("\ufeff[b](c)", ("b", "c", "p[1]")),
        ("\u2028\n[b](c)", ("b", "c", "p[1]")),
        ("> \x0c\n> [b](c)\n> \x0b", ("b", "c", "p[1]")),
        ("a\0 [b\0](c)", ("b\0", "c", "p[1]")),
        ("a | b\n--|--\nx \\| y | z [b\\|d](c)", ("b\\|d", "c", "tr[2]")),
        ("- | a |\n  |--|\n  | [b](c) |", ("b", "c", "tr[2]")),
        ("- [b](c) | x\n  --|--", ("b", "c", "tr[1]")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_the_text_of_a_link(raw, found, newline):
    text, href, element = found

    assert links(raw.replace("\n", newline)) == [(text.replace("\n", newline), href, element)]


def test_the_same_link_in_each_cell_of_a_table():
    for raw in (
        "|a|b|\n|-|-|\n|[x](y)|[x](y)|",
        "a|b\n-|-\n[x](y) | [x](y) | over",
        "a|b\n-|-\n|| [x](y)",
    ):
        page, _, text = linked(markdown, raw)
        begins = [link.start for link in page.links]

        assert begins == sorted(set(begins))
        assert {text[at - 1 : at + 5] for at in begins} == {"[x](y)"}
        assert len(begins) == raw.count("[x]")


def test_names_in_html_and_slugs_of_headings():
    raw = (
        "# On `tides` & [moons](m)\n\nx <a id=\"in\" name='it'></a> <b name=no id=b2>y</b>\n\n"
        "<div class=x\n  id='blo&amp;ck'>\n<a name=deep>\n</div>\n\n> ## Inner ![pic](i) one\n"
    )
    page, paths, text = linked(markdown, raw)
    found = {
        name: (paths[row].rpartition("/")[2], text[start : start + 6])
        for name, (row, start) in page.anchors().items()
    }

    assert found == {
        "in": ("p[1]", "<a id="),
        "it": ("p[1]", "<a id="),
        "b2": ("p[1]", "<b nam"),
        "blo&ck": ("html[1]", "<div c"),
        "deep": ("html[1]", "<a nam"),
        "on-tides--moons": ("h1[1]", "# On `"),
        "inner--one": ("h2[1]", "> ## I"),
    }


def test_elements_are_the_same_with_and_without_links():
    raw = "[x]: javascript:y\n\n[a]: b\n\n# [a]\n\n- <c@d.e>\n"
    plain, _ = grown(markdown, raw)
    _, paths, _ = linked(markdown, raw)

    assert plain.to_frame()["path"].to_list() == paths


def test_deep_brackets_end_soon():
    assert links("[" * 3000 + "a](b)") is not None


LABELS = st.recursive(
    st.sampled_from(["a", "b c", "`]`", r"\]", "&amp;", "ü", "x\ny", "<i id=q>", "![p](q)", "|"]),
    lambda inner: st.one_of(
        st.builds("*{}*".format, inner),
        st.builds("**{}**".format, inner),
        st.builds("[{}]".format, inner),
        st.builds("{} {}".format, inner, inner),
    ),
    max_leaves=6,
)
BLOCKS = {"{}": "", "text\n{}": "", "# h\n{}": "", "> {}": "> ", "- {}": "  "}
BLOCKS |= {"1. x\n\n   {}": "   ", "> - > {}": ">   > "}
"""Where links stand, and what the lines after the first begin with there."""


@given(
    labels=st.lists(LABELS, min_size=1, max_size=3),
    block=st.sampled_from([*BLOCKS]),
    newline=st.sampled_from(["\n", "\r\n"]),
)
def test_labels_of_all_kinds_keep_their_place(labels, block, newline):
    labels = [label.replace("\n", f"\n{BLOCKS[block]}") for label in labels]
    inside = " and ".join(f"[{label}](to{number})" for number, label in enumerate(labels))
    page, _, text = linked(markdown, block.format(inside).replace("\n", newline))

    assert [link.href for link in page.links] == [f"to{number}" for number in range(len(labels))]
    for link, label in zip(page.links, labels, strict=True):
        assert text[link.start : link.end] == label.replace("\n", newline)
        assert text[link.start - 1] == "["
        assert text[link.end :].startswith(f"]({link.href})")


PIECES = [
    "[",
    "](",
    ")",
    "[a](b)",
    "[x]",
    "[x]: y",
    "\n",
    "\n\n",
    "> ",
    "- ",
    "1. ",
    "  ",
    "\t",
    "|",
]
PIECES += [
    "\\|",
    "\\",
    "a",
    "*",
    "`",
    "<http://u>",
    "<a id=q>",
    "<div>\n",
    "# ",
    " ##",
    "\n|-|-|\n",
]
PIECES += ["\n===\n", "![i](j)", "&amp;", "\r\n", "\0", "\x0b", "\u2028", "\x85", "[r][x]", "<!--"]


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_any_text_has_the_links_that_its_parser_finds(raw):
    parser = MarkdownIt("commonmark").enable("table")
    blocks = [token for token in parser.parse(raw) if token.type == "inline"]
    expected = sum(child.type == "link_open" for token in blocks for child in token.children)
    page, paths, text = linked(markdown, raw)

    assert len(page.links) == expected
    for link in page.links:
        assert text[link.start - 1] + text[link.end] in ("[]", "<>")
    for place in page.anchors().values():
        assert 0 <= place.start < len(text)
        assert place.row < len(paths)
