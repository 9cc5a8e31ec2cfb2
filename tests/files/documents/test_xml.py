from __future__ import annotations

import csv
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from tests.clock import tenths
from tests.files.documents.samples import grown, shown

from partwise.errors import FormatError
from partwise.files.documents import xml
from partwise.files.documents.read import Options, StructureBuilder
from partwise.tables.structure.table import LEADING_BLANK, TRAILING_BLANK, Structure


def test_text_and_extents_by_hand():
    structure, text = grown(
        xml, "<a> x<b>y</b><!-- no --><?pi no?> <c/>\n<b>z &amp; &#233;</b></a>"
    )

    assert text == " xy \nz & é"
    assert shown(structure, text) == {
        "/a[1]": text,
        "/a[1]/b[1]": "y",
        "/a[1]/c[1]": "",
        "/a[1]/b[2]": "z & é",
    }


def test_blank_runs_are_marked():
    structure, _ = grown(xml, "<a> <b>x</b> <c> </c>t<d/>\n</a>")

    both = LEADING_BLANK | TRAILING_BLANK
    assert structure.blank.tolist() == [
        LEADING_BLANK,
        TRAILING_BLANK,
        LEADING_BLANK,
        TRAILING_BLANK,
    ]
    assert both == 3


def test_a_no_break_space_is_text():
    structure, _ = grown(xml, "<a>\u00a0<b/></a>")

    assert structure.blank.tolist() == [0, 0]


def test_internal_entities_are_expanded_with_their_elements():
    document = "<!DOCTYPE a [<!ENTITY e 'E<b>q</b>'>]><a>x&e;<![CDATA[<&e;]]></a>"
    structure, text = grown(xml, document)

    assert text == "xEq<&e;"
    assert shown(structure, text)["/a[1]/b[1]"] == "q"


def test_line_ends_are_those_of_xml():
    assert grown(xml, "<a>\r\nx\ry</a>")[1] == "\nx\ny"


def test_prefixes_stay_in_names():
    document = "<a xmlns='u' xmlns:m='v'><m:math/><math/><m:math/></a>"

    assert list(shown(*grown(xml, document))) == [
        "/a[1]",
        "/a[1]/m:math[1]",
        "/a[1]/math[1]",
        "/a[1]/m:math[2]",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_declared_encodings(encoding):
    document = f"<?xml version='1.0' encoding='{encoding}'?><a>café</a>".encode(encoding)

    assert grown(xml, document)[1] == "café"


def test_a_byte_order_mark_is_no_text():
    assert grown(xml, "\ufeff<a>x</a>")[1] == "x"


NEVER_READ = "DTDs and other files are never read"


@pytest.mark.parametrize(
    ("document", "line", "words"),
    [
        ("<!DOCTYPE a SYSTEM 'x.dtd'>\n<a>\n&foo;</a>", 3, 'entity "&foo;" is not defined'),
        ("<a>\n&foo;</a>", 2, 'entity "&foo;" is not defined'),
        ("<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>\n<a>&e;</a>", 2, NEVER_READ),
        ("<!DOCTYPE a [<!ENTITY e SYSTEM 'http://127.0.0.1:9/x'>]>\n<a>&e;</a>", 2, NEVER_READ),
        ("<a>\n<b>", 2, "Premature end"),
        ("<a>\n</b>", 2, "mismatch"),
        ("", 1, "no XML document"),
        ("<a/>\n<b/>", 2, "Extra content"),
        (b"<?xml version='1.0' encoding='utf-8'?>\n<a>\ncaf\xe9</a>", 3, "not utf-8 (byte 0xE9)"),
        (b"<?xml version='1.0' encoding='ascii'?>\n<a>\ncaf\xe9</a>", 3, "not ascii (byte 0xE9)"),
        (b"<a>\ncaf\xe9</a>", 2, "not UTF-8 (byte 0xE9)"),
        ("<?xml version='1.0' encoding='klingon'?><a/>", 1, "encoding"),
        ("<a>\x00</a>", 1, "not well-formed"),
        ("<!DOCTYPE a [<!ENTITY x '&y;'><!ENTITY y '&x;'>]><a>&x;</a>", 1, "entity"),
    ],
)
def test_refused_with_the_line(document, line, words):
    with pytest.raises(FormatError, match=re.escape(words)) as caught:
        grown(xml, document)

    assert caught.value.line == line
    assert caught.value.file == "doc"


PARAMETER = "<!DOCTYPE a [<!ENTITY % p SYSTEM 'file:///etc/hostname'> %p;]>"


def test_a_parameter_entity_defines_nothing():
    with pytest.raises(FormatError, match=re.escape(NEVER_READ)):
        grown(xml, PARAMETER + "\n<a>&e;</a>")


def test_an_unread_parameter_entity_alone_is_left_alone_or_refused():
    """The parser's version decides which; the other file is read by none."""
    try:
        told = grown(xml, PARAMETER + "<a>x</a>")[1]
    except FormatError as refused:
        told = refused.hint or ""

    assert told == "x" or NEVER_READ in told


def entity_bomb(innermost):
    levels = "".join(f"<!ENTITY a{n + 1} '{f'&a{n};' * 10}'>" for n in range(9))
    return f"<!DOCTYPE a [<!ENTITY a0 '{innermost}'>{levels}]><a>&a9;</a>"


@pytest.mark.parametrize("innermost", ["lol", "<x>lol</x>"])
@pytest.mark.parametrize("depth", [256, 2048])
def test_entity_bombs_are_bounded(innermost, depth):
    def refusal():
        with pytest.raises(FormatError, match="far more text than the file holds"):
            grown(xml, entity_bomb(innermost), depth=depth)

    assert tenths(refusal) < 50


@pytest.mark.parametrize("depth", [256, 300, 2048])
def test_deep_nesting_is_refused(depth):
    deep = "<a>" * 100_000 + "</a>" * 100_000

    with pytest.raises(FormatError, match=f"nest deeper than {depth:,}"):
        grown(xml, deep, depth=depth)


def test_depth_at_the_limit():
    for depth in (256, 1000):
        structure, _ = grown(xml, "<a>" * depth + "</a>" * depth, depth=depth)
        assert structure.depth.max() == depth


def test_too_many_elements():
    with pytest.raises(FormatError, match="more than 100 elements") as caught:
        grown(xml, "<a>" + "<b/>" * 100 + "</a>", elements=100)
    assert caught.value.line == 1
    assert len(grown(xml, "<a>" + "<b/>" * 99 + "</a>", elements=100)[0]) == 100


@pytest.mark.parametrize("depth", [20, 256, 300])
def test_limits_name_the_line(depth):
    skipped = "<!-- <b> -->\n<?x <b> ?>\n<![CDATA[<b>\n<b>]]>\n"  # four lines without an element
    document = f"<!DOCTYPE a [<!ELEMENT a ANY>]>\n{skipped}".replace("<![CDATA[<b>\n<b>]]>\n", "")
    document += f"<a x='>'>\n{skipped}" + "<b>\n" * depth + "</b>" * depth + "</a>"

    with pytest.raises(FormatError, match="nest deeper") as deep:
        grown(xml, document, depth=depth)
    with pytest.raises(FormatError, match="more than 7 elements") as many:
        grown(xml, document, elements=7, depth=2048)

    assert deep.value.line == 3 + 1 + 4 + depth
    assert many.value.line == 3 + 1 + 4 + 7


def test_no_line_is_better_than_a_wrong_one():
    entities = "<!DOCTYPE a [<!ENTITY e '<b/><b/>'>]>\n<a>&e;\n<b/></a>"
    for document in (entities, "<a>\n<b/><b/><b/></a>".encode("utf-16")):
        with pytest.raises(FormatError, match="more than 3 elements") as caught:
            grown(xml, document, elements=3)
        assert caught.value.line is None


pieces = st.sampled_from(
    ["x", " ", "\n", "&lt;", "&#65;", "<!-- c -->", "<?p q?>", "<![CDATA[<]]>", "é"]
)
trees = st.recursive(
    st.lists(pieces, max_size=4).map("".join),
    lambda inner: st.lists(
        st.tuples(st.sampled_from(["a", "b", "sec"]), inner).map(
            lambda t: f"<{t[0]}>{t[1]}</{t[0]}>"
        )
        | pieces,
        max_size=5,
    ).map("".join),
    max_leaves=12,
)


@given(trees)
def test_like_the_tree_of_lxml(inside):
    document = f"<root>{inside}</root>".encode()
    root = etree.fromstring(document, etree.XMLParser(remove_comments=True, remove_pis=True))
    expected, position = [], 0

    def walk(element, path):
        nonlocal position
        at = len(expected)
        expected.append([path, position, None])
        position += len(element.text or "")
        seen = {}
        for child in element:
            seen[child.tag] = seen.get(child.tag, 0) + 1
            walk(child, f"{path}/{child.tag}[{seen[child.tag]}]")
            position += len(child.tail or "")
        expected[at][2] = position

    walk(root, "/root[1]")
    structure, text = grown(xml, document)
    assert text == "".join(root.itertext())
    found = zip(structure.to_frame()["path"].to_list(), structure.start, structure.end, strict=True)
    assert [list(row) for row in found] == expected
    Structure.from_frame(structure.to_frame())  # passes every check


def test_real_articles(real_data):
    folder = real_data / "evidence-inference"
    (batch,) = StructureBuilder([folder / "xml"], Options(texts=True), batch=None)
    s = batch.structure

    assert len(s.docs) == 42
    assert len(s) == 71_084
    assert int((s.size == 0).sum()) == 3_865
    assert s.depth.max() == 13  # twelve steps below the root, which has depth 1
    assert int(s.length.sum()) == 1_824_342
    for doc, text, length in zip(s.docs, batch.texts, s.length.tolist(), strict=True):
        root = etree.parse(folder / "xml" / f"{doc}.nxml").getroot()
        parts = root.xpath("//text()")
        assert text == "".join(parts)
        assert len(text) == length


def test_judged_spans_hold_the_evidence_they_were_made_from(real_data):
    folder = real_data / "evidence-inference"
    (batch,) = StructureBuilder([folder / "xml"], Options(texts=True), batch=None)
    texts = dict(zip(batch.structure.docs, batch.texts, strict=True))

    def squeezed(text):
        return re.sub(r"\s+", "", text)

    evidence = {}
    with (folder / "annotations.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            evidence.setdefault(row["PromptID"], set()).add(squeezed(row["Annotations"]))
    with (folder / "spans.tsv").open(encoding="utf-8") as file:
        spans = list(csv.DictReader(file, delimiter="\t"))
    assert len(spans) == 393
    for span in spans:
        marked = texts[span["doc"]][int(span["start"]) : int(span["end"])]
        assert squeezed(marked) in evidence[span["topic"]]


def test_macbeth(real_data):
    data = (real_data / "macbeth" / "macbeth.xml").read_bytes()
    structure, text = grown(xml, data)

    assert len(structure) == 3_975
    assert len(text) == 103_080
    assert shown(structure, text)["/PLAY[1]/ACT[1]/SCENE[1]/SPEECH[1]/SPEAKER[1]"] == "First Witch"
