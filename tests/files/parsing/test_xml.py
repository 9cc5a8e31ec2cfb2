from __future__ import annotations

import io
from itertools import pairwise

import pytest
from tests.files.samples import said

from partwise.files.parsing.xml import Coding, records


def seen(text: str, *tags: str) -> list[tuple[str, str, int]]:
    stream = io.BytesIO(text.encode())
    return [(event, one.tag, one.sourceline) for event, one in records(stream, "x.xml", tags)]


def refused(text: str) -> str:
    return said(seen, text, "a", "b")


def test_only_the_wanted_elements_with_their_lines():
    text = "<a><!-- <b/> -->\n<?p?><b>t</b><c>\n<b/></c></a>"

    assert seen(text, "a", "b") == [
        ("start", "a", 1),
        ("start", "b", 2),
        ("end", "b", 2),
        ("start", "b", 3),
        ("end", "b", 3),
        ("end", "a", 1),
    ]


def test_an_element_is_whole_when_it_ends_and_gone_later():
    root = None
    for event, one in records(
        io.BytesIO(b"<a><b x='1'>t<c/><!-- c --><?p?>u</b><b>v</b></a>"), "x", ("a", "b")
    ):
        if event == "start" and one.tag == "a":
            root = one
        elif event == "end" and one.tag == "b" and one.get("x"):
            assert "".join(one.itertext()) == "tu"
            assert [child.tag for child in one] == ["c"]
    assert len(root) == 0


def test_records_that_ended_do_not_stay_in_memory():
    many = io.BytesIO(b"<a>" + b"<b><c/></b>" * 50_000 + b"</a>")
    held = [len(one.getparent()) for event, one in records(many, "x", ("b",)) if event == "end"]

    assert len(held) == 50_000
    assert max(held) < 10_000  # what the parser read ahead


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "x.xml: not well-formed XML: no XML document"),
        ("<a>\n<b></a>", "x.xml:2: not well-formed XML: Opening and ending tag mismatch: b line 2"),
        ("<a>\n&nbsp;</a>", 'x.xml:2: entity "&nbsp;" is not defined in the file. DTDs and other '),
        ("<a>\n\x01</a>", "x.xml:2: not well-formed XML: "),
        ("<a>" * 300, "x.xml:1: elements nest deeper than 256"),
    ],
)
def test_what_the_parser_does_not_like(text, words):
    assert refused(text).startswith(words)


def test_entities_that_grow_without_measure():
    names = "abcdefghij"
    made = [f"<!ENTITY a '{'x' * 500}'>"]
    made += [f"<!ENTITY {b} '{f'&{a};' * 10}'>" for a, b in pairwise(names)]
    words = refused(f"<!DOCTYPE a [{''.join(made)}]>\n<a>&j;</a>")

    assert "its entities expand to far more text than the file holds" in words


def test_a_text_that_is_too_long():
    assert "a text or attribute longer than 10,000,000 bytes" in refused(
        f"<a><b x='{'y' * 10_000_001}'/></a>"
    )


def test_other_files_are_never_read(here):
    (here / "secret.txt").write_text("secret")
    (here / "x.dtd").write_text("<!ENTITY e 'text'>")
    outside = "<!DOCTYPE a [<!ENTITY e SYSTEM 'secret.txt'>]><a><b>&e;</b></a>"
    assert 'entity "&e;" is not defined in the file' in refused(outside)
    assert "is not defined" in refused("<!DOCTYPE a SYSTEM 'x.dtd'><a><b>&e;</b></a>")


def test_a_text_column_that_grows():
    column = Coding()
    for text in ("b", None, "", "b", "a"):
        column.add(text)

    assert column.column.tolist() == [0, -1, 1, 0, 2]
    assert column.coded.names.tolist() == ["b", "", "a"]
    assert column.texts.tolist() == ["b", "", "", "b", "a"]
