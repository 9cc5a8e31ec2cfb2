from __future__ import annotations

import gzip
import io
import tarfile
import zipfile

import numpy as np
import pytest

from partwise.errors import FormatError, FormatErrors
from partwise.files.documents.read import Limits, Options, StructureBuilder

ONE = "<a><b>x</b> y</a>"


def everything(*paths, **options):
    growing = StructureBuilder(paths, Options(**options), batch=None)
    (batch,) = growing
    return batch, growing


def docs(batch):
    return batch.structure.docs.tolist()


@pytest.fixture
def folder(tmp_path):
    top = tmp_path / "docs"
    (top / "sub").mkdir(parents=True)
    (top / "one.xml").write_text(ONE)
    (top / "two.md").write_text("# T\n\nx")
    (top / "sub" / "three.HTM").write_text("<p>z")
    (top / "four.txt.gz").write_bytes(gzip.compress(b"p\n\nq"))
    (top / "picture.png").write_bytes(b"\x89PNG")
    (top / ".hidden.xml").write_text("<broken")
    return top


def test_a_folder_in_order_of_names(folder):
    batch, growing = everything(folder, texts=True)

    assert docs(batch) == ["four", "one", "two", "three"]
    assert batch.texts == ("p\n\nq", "x y", "# T\n\nx", "z")
    assert growing.notes == ("1 file with other suffixes left out",)


@pytest.mark.parametrize(("ids", "first"), [("name", "four.txt"), ("path", "four.txt")])
def test_other_ids(folder, ids, first):
    batch, _ = everything(folder, ids=ids)

    assert docs(batch)[0] == first
    assert docs(batch)[-1] == ("three.HTM" if ids == "name" else "sub/three.HTM")


def test_archives_hold_the_same_documents(folder, tmp_path):
    packed = tmp_path / "docs.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("one.xml", "two.md", "sub/three.HTM", "four.txt.gz", "picture.png"):
            archive.write(folder / name, name)
        archive.writestr("__MACOSX/one.xml", "junk")
    for name, mode in (("docs.tar", "w"), ("docs.tar.gz", "w:gz"), ("docs.tgz", "w:gz")):
        with tarfile.open(tmp_path / name, mode) as archive:
            for member in ("one.xml", "two.md", "sub/three.HTM", "four.txt.gz"):
                archive.add(folder / member, member)
            link = tarfile.TarInfo("link.xml")
            link.type, link.linkname = tarfile.SYMTYPE, "/etc/hostname"
            archive.addfile(link)
    for name in ("docs.zip", "docs.tar", "docs.tar.gz", "docs.tgz"):
        batch, _ = everything(tmp_path / name, texts=True)
        assert dict(zip(docs(batch), batch.texts, strict=True)) == {
            "one": "x y",
            "two": "# T\n\nx",
            "three": "z",
            "four": "p\n\nq",
        }


def test_the_kind_of_a_file_without_suffix_is_looked_at(tmp_path):
    for name, content in (("x", ONE), ("h", "<!DOCTYPE html><p>z"), ("t", "a\n\nb")):
        (tmp_path / name).write_text(content)
    batch, _ = everything(tmp_path / "x", tmp_path / "h", tmp_path / "t")
    roots = batch.structure.tag[batch.structure.root]

    assert [batch.structure.tags[code] for code in roots] == ["a", "html", "document"]
    (tmp_path / "b").write_bytes(b"\x00\x01")
    with pytest.raises(FormatErrors, match="b: is not text"):
        everything(tmp_path / "b")


def test_one_bad_document_refuses_all_unless_lenient(folder):
    (folder / "bad.xml").write_text("<a>\n<b>")

    with pytest.raises(FormatErrors, match=r"bad.xml:2: not well-formed XML: Premature end"):
        everything(folder)
    batch, growing = everything(folder, lenient=True)
    assert docs(batch) == ["four", "one", "two", "three"]
    assert growing.n_problems == 1
    assert batch.structure.length.tolist() == [4, 3, 6, 1]
    assert "1 document that could not be read left out" in growing.notes


def test_only_bad_documents_are_an_error_even_if_lenient(tmp_path):
    (tmp_path / "bad.xml").write_text("<a>")

    with pytest.raises(FormatErrors):
        everything(tmp_path, lenient=True)


def test_at_most_twenty_problems_are_looked_for(tmp_path):
    for n in range(30):
        (tmp_path / f"bad{n}.xml").write_text("<a>")

    with pytest.raises(FormatErrors) as caught:
        everything(tmp_path)

    assert len(caught.value.problems) == 20


def test_two_documents_of_one_id(folder):
    (folder / "sub" / "one.txt").write_text("again")

    with pytest.raises(FormatErrors, match=r"document one came before \(.*one.xml\). Use ids="):
        everything(folder)
    assert len(docs(everything(folder, ids="name")[0])) == 5


def test_a_file_name_that_is_no_text(tmp_path):
    (tmp_path / b"\xff.xml".decode("utf-8", "surrogateescape")).write_text(ONE)

    with pytest.raises(FormatErrors, match="no document id can be made of"):
        everything(tmp_path)


def test_nothing_to_read(tmp_path):
    with pytest.raises(FormatError, match=r"no documents\. Known: \.xml"):
        everything(tmp_path)
    with pytest.raises(FormatErrors, match="nowhere: no such file"):
        everything(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["broken.zip", "broken.tar", "broken.txt.gz"])
def test_damaged_archives(tmp_path, name):
    content = {
        "broken.zip": b"PK\x03\x04" + b"\x00" * 50,
        "broken.tar": b"x" * 257 + b"ustar" + b"\x01" * 600,
        "broken.txt.gz": gzip.compress(b"hello" * 1000)[:-20],
    }[name]
    (tmp_path / name).write_bytes(content)

    with pytest.raises(FormatErrors, match=name):
        everything(tmp_path / name)


def test_a_compressed_bomb_is_not_unpacked(tmp_path):
    (tmp_path / "bomb.txt.gz").write_bytes(gzip.compress(b"\n" * 10_000_000))
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.txt", b"\n" * 10_000_000)

    for name in ("bomb.txt.gz", "bomb.zip"):
        with pytest.raises(FormatErrors, match="more than 1,000,000 bytes unpacked"):
            everything(tmp_path / name, limits=Limits(size=1_000_000))


def test_batches_are_the_same_documents(tmp_path):
    for n in range(50):
        (tmp_path / f"d{n:02}.xml").write_text(ONE)
    whole, _ = everything(tmp_path)

    batches = list(StructureBuilder([tmp_path], Options(), batch=7))

    assert len(batches) > 5
    frames = [batch.structure.to_frame() for batch in batches]
    assert frames[0].vstack(frames[1]).height == 2 * frames[0].height
    joined = frames[0].clear()
    for frame in frames:
        joined = joined.vstack(frame)
    assert joined.equals(whole.structure.to_frame())


def test_only_retrievable_elements(tmp_path):
    (tmp_path / "d.xml").write_text("<a><x><p>12</p><i>3</i><p>4</p></x><p>5<i>6</i></p></a>")
    batch, growing = everything(tmp_path, retrievable=frozenset({"p", "q"}))
    frame = batch.structure.to_frame()

    assert frame["path"].to_list() == [
        "/a[1]",
        "/a[1]/x[1]/p[1]",
        "/a[1]/x[1]/p[2]",
        "/a[1]/p[1]",
    ]
    assert frame["parent"].to_list() == [None, 0, 0, 0]
    assert frame["end"].to_list() == [6, 2, 4, 6]
    assert batch.structure.blank is None
    assert growing.notes == ('no element is called "q"',)


def test_words(tmp_path):
    (tmp_path / "d.xml").write_text("<a>one <b>two th</b>ree <c/><d>four</d></a>")
    batch, _ = everything(tmp_path, words=True)
    s = batch.structure

    # "one two three four": a word belongs to the element in which it starts
    assert np.stack([s.wstart, s.wend]).T.tolist() == [[0, 4], [1, 3], [3, 3], [3, 4]]


def test_standard_input(monkeypatch):
    class Input:
        buffer = io.BytesIO(b"<a>x</a>")

    monkeypatch.setattr("sys.stdin", Input)
    batch, _ = everything("-", kind="xml")

    assert len(batch.structure) == 1
