from __future__ import annotations

import pytest
from tests.files.documents.samples import linked

pytest.importorskip("selectolax", reason="needs the extra html")

from partwise.files.documents import html


def test_links_with_their_text_and_elements():
    page, paths, text = linked(
        html,
        "<p>See <a href='x.html'>the <b>big</b> &amp; <i></i>old</a>, <a name=n>no link</a>"
        "<a href=' y\n.html '><img src=i></a><map><area href=z.html></map><a href>e</a>",
    )

    assert [(paths[row], text[a:b], href) for row, a, b, href in page.links] == [
        ("/html[1]/body[1]/p[1]/a[1]", "the big & old", "x.html"),
        ("/html[1]/body[1]/p[1]/a[3]", "", " y\n.html "),
        ("/html[1]/body[1]/p[1]/map[1]/area[1]", "", "z.html"),
        ("/html[1]/body[1]/p[1]/a[4]", "e", ""),
    ]


def test_names_and_headings():
    page, paths, text = linked(
        html,
        "<meta name=author><h1>On\n <em>tides</em></h1><div id=d><h2 id=own>Neap</h2>"
        "<a name=old>x</a><input name=q><p id>y</div><div id=d>z</div>",
    )
    found = {name: (paths[row], text[start:]) for name, (row, start) in page.anchors().items()}

    assert found == {
        "d": ("/html[1]/body[1]/div[1]", "Neapxyz"),
        "own": ("/html[1]/body[1]/div[1]/h2[1]", "Neapxyz"),
        "old": ("/html[1]/body[1]/div[1]/a[1]", "xyz"),
        "on-tides": ("/html[1]/body[1]/h1[1]", "On\n tidesNeapxyz"),
        "neap": ("/html[1]/body[1]/div[1]/h2[1]", "Neapxyz"),
    }


def test_the_first_base_counts_and_templates_do_not():
    page, _, _ = linked(
        html,
        "<base target=x><base href=/a/><base href=/b/><template><a href=t>t</a></template>",
    )

    assert page.base == "/a/"
    assert page.links == []


def test_repaired_links_are_two():
    page, paths, text = linked(html, "<a href=1>one<a href=2>two<p>three</a>four")

    assert [(text[a:b], href) for _, a, b, href in page.links] == [
        ("one", "1"),
        ("two", "2"),
        ("three", "2"),
    ]
    assert len({paths[link.row] for link in page.links}) == 3
