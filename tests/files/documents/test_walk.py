from __future__ import annotations

import gzip
import io
import os
import stat
import sys
import tarfile
import threading
import zipfile

import pytest
from backports import zstd

from partwise.errors import FormatError
from partwise.files import reading as api
from partwise.files.documents.folder import Found, Walk
from partwise.files.documents.read import Options, StructureBuilder

POOL = "<assessments pool='1' topic='1'><file collection='c' name='x'>"
POOL += "<element path='/a[1]' exhaustivity='2' size='10' rsize='5'/></file></assessments>"


def read(*paths) -> tuple[list[str], tuple[str, ...]]:
    growing = StructureBuilder([str(path) for path in paths], Options())
    docs = [doc for batch in growing for doc in batch.structure.docs.tolist()]
    return docs, growing.notes


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "outside.txt").write_text("outside")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "deep.txt").write_text("deep")
    (tmp_path / "sl").mkdir()
    (tmp_path / "sl" / "in.txt").write_text("in")
    (tmp_path / "sl" / "link.txt").symlink_to("../outside.txt")
    return tmp_path


def test_links_in_folders(folder):  # findings 3.13
    docs, notes = read(folder / "sl")

    assert docs == ["in"]
    assert notes == (f"{folder / 'sl'}: 1 symbolic link not followed (link.txt)",)


def test_links_to_folders(folder):  # findings 3.13
    (folder / "sl" / "up").symlink_to("../more")

    docs, notes = read(folder / "sl")

    assert docs == ["in"]
    assert notes == (f"{folder / 'sl'}: 2 symbolic links not followed (link.txt, up)",)


def test_a_link_that_is_named_is_followed(folder):  # findings 3.13
    (folder / "there").symlink_to("sl")

    assert read(folder / "sl" / "link.txt") == (["link"], ())
    docs, notes = read(folder / "there")
    assert docs == ["in"]
    assert notes == (f"{folder / 'there'}: 1 symbolic link not followed (link.txt)",)


def test_links_in_archives(folder):  # findings 3.13
    with tarfile.open(folder / "a.tar", "w") as archive:
        archive.add(folder / "sl" / "in.txt", "in.txt")
        archive.add(folder / "sl" / "link.txt", "link.txt")
    with zipfile.ZipFile(folder / "a.zip", "w") as archive:
        archive.writestr("in.txt", "in")
        link = zipfile.ZipInfo("link.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    for name in ("a.tar", "a.zip"):
        docs, notes = read(folder / name)
        assert docs == ["in"]
        assert notes == (f"{folder / name}: 1 symbolic link not followed (link.txt)",)


def test_links_among_pools(tmp_path):  # findings 3.13
    (tmp_path / "pools").mkdir()
    (tmp_path / "other.xml").write_text(POOL.replace("'1'", "'2'"))
    (tmp_path / "pools" / "1.xml").write_text(POOL)
    (tmp_path / "pools" / "2.xml").symlink_to("../other.xml")

    qrels = api.read_qrels(tmp_path / "pools")

    assert qrels.topics.tolist() == ["1"]
    assert f"{tmp_path / 'pools'}: 1 symbolic link not followed (2.xml)" in qrels.notes


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_have_no_size(tmp_path):  # ruling 10
    place = tmp_path / "p.txt"
    os.mkfifo(place)
    writer = threading.Thread(target=lambda: place.write_text("from a pipe"))
    writer.start()
    try:
        docs, _ = read(place)
    finally:
        writer.join()
    assert docs == ["p"]


def test_archives_inside_memory(tmp_path):  # ruling 10
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", "a " * (70 << 19))
    (tmp_path / "a.zip").write_bytes(buffer.getvalue())
    growing = StructureBuilder([str(tmp_path / "a.zip")], Options(lenient=True))

    with pytest.raises(ValueError, match=r"a\.txt: more than 67,108,864 bytes unpacked"):
        list(growing)


def walk(*paths, wanted=lambda path: path.endswith(".txt"), limit=1000) -> Walk:
    return Walk([str(path) for path in paths], wanted=wanted, limit=limit)


def seen(walk: Walk) -> list[tuple[str, bytes] | str]:
    """Paths and contents of documents, words of errors."""
    return [(one.path, one.data) if isinstance(one, Found) else str(one) for one in walk]


def zipped(path, **members: str | bytes) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "."), content)


def test_a_folder_is_searched_in_order_of_names(tmp_path):
    for name in ("b.txt", "a.txt", "sub/c.txt", "picture.png", ".hidden.txt", ".git/d.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    found = walk(tmp_path)

    assert seen(found) == [("a.txt", b"a.txt"), ("b.txt", b"b.txt"), ("sub/c.txt", b"sub/c.txt")]
    assert found.left_out == 1  # what is hidden is not counted
    assert found.expected() == 6
    assert found.named == str(tmp_path)


def test_a_file_that_is_named_always_counts(tmp_path):
    (tmp_path / "x.png").write_bytes(b"x")

    assert seen(walk(tmp_path / "x.png")) == [("x.png", b"x")]


@pytest.mark.parametrize(("pack", "suffix"), [(gzip.compress, ".gz"), (zstd.compress, ".zst")])
def test_packed_files_lose_their_suffix(tmp_path, pack, suffix):
    (tmp_path / f"a.txt{suffix}").write_bytes(pack(b"a"))
    zipped(tmp_path / "z.zip", **{f"b__txt{suffix}": pack(b"b")})

    assert seen(walk(tmp_path / f"a.txt{suffix}")) == [("a.txt", b"a")]
    assert seen(walk(tmp_path / "z.zip")) == [("b.txt", b"b")]


def test_archives_keep_their_own_order(tmp_path):
    zipped(tmp_path / "a", b__txt="b", a__txt="a", c__png="c", __MACOSX="x")
    found = walk(tmp_path / "a")
    assert seen(found) == [("b.txt", b"b"), ("a.txt", b"a")]
    assert next(iter(found)).place == f"{tmp_path / 'a'}/b.txt"
    with tarfile.open(tmp_path / "b", "w:gz") as archive:
        for name in ("./z.txt", "y.txt"):
            info = tarfile.TarInfo(name)
            info.size = 1
            archive.addfile(info, io.BytesIO(b"x"))
    assert seen(walk(tmp_path / "b")) == [("z.txt", b"x"), ("y.txt", b"x")]


def test_what_lies_in_a_folder_of_macos_is_no_document(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("__MACOSX/a.txt", "no")
        archive.writestr("a/./.b.txt", "no")
        archive.writestr("a/../c.txt", "yes")

    assert seen(walk(tmp_path / "a.zip")) == [("a/../c.txt", b"yes")]


def test_what_cannot_be_read_stands_in_its_place(tmp_path):
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04 and no more")
    (tmp_path / "b.txt").write_bytes(b"b" * 1001)
    (tmp_path / "c.txt.gz").write_bytes(gzip.compress(b"c" * 500)[:-12])
    (tmp_path / "d.txt").write_bytes(b"d" * 1000)
    found = seen(walk(*(tmp_path / name for name in ("a.zip", "b.txt", "c.txt.gz", "e", "d.txt"))))

    assert found[0].startswith(f"{tmp_path}/a.zip: damaged archive (")
    assert found[1] == f"{tmp_path}/b.txt: more than 1,000 bytes unpacked. Use max_bytes=..."
    assert found[2].startswith(f"{tmp_path}/c.txt.gz: damaged archive (")
    assert found[3] == f"{tmp_path}/e: no such file or folder"
    assert found[4] == ("d.txt", b"d" * 1000)


def test_one_bad_member_does_not_hide_the_others(tmp_path):
    zipped(tmp_path / "a.zip", a__txt="a" * 50, b__txt="b" * 50, c__txt="c" * 1001)
    content = bytearray((tmp_path / "a.zip").read_bytes())
    content[content.index(b"aaa")] = ord("x")  # the check sum does not fit any more
    (tmp_path / "a.zip").write_bytes(content)

    assert seen(walk(tmp_path / "a.zip")) == [
        f"{tmp_path}/a.zip: a.txt is damaged",
        ("b.txt", b"b" * 50),
        f"{tmp_path}/a.zip/c.txt: more than 1,000 bytes unpacked. Use max_bytes=...",
    ]


def test_a_member_whose_name_cannot_be_read(tmp_path):
    zipped(tmp_path / "a.zip", é__txt="a", b__txt="b")
    content = (tmp_path / "a.zip").read_bytes().replace("é.txt".encode(), b"\xe9(.txt")
    (tmp_path / "a.zip").write_bytes(content)

    words = f"{tmp_path}/a.zip: the name of a member is not UTF-8"
    assert seen(walk(tmp_path / "a.zip")) == [words, ("b.txt", b"b")]


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(b"text"))))

    (found,) = walk("-")
    assert not isinstance(found, FormatError)
    assert (found.place, found.data) == ("-", b"text")


def test_how_much_is_expected(tmp_path):
    zipped(tmp_path / "a.zip", a__txt="a", b__txt="b", c__txt="c")
    (tmp_path / "b.zip").write_text("no archive")

    assert walk(tmp_path / "a.zip", tmp_path / "b.zip", tmp_path / "c.txt").expected() == 5


@pytest.mark.parametrize(("more", "good"), [(0, True), (1, False)])
def test_a_limit_where_a_piece_ends(tmp_path, more, good):
    (tmp_path / "a.txt").write_bytes(b"a" * ((1 << 20) + more))

    (found,) = walk(tmp_path / "a.txt", limit=1 << 20)
    assert isinstance(found, Found) == good
