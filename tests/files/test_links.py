"""Symbolic links inside folders and archives are not followed: findings 3.13."""

from __future__ import annotations

import io
import os
import stat
import tarfile
import threading
import zipfile

import pytest

from partwise.files import reading as api
from partwise.files.documents.build import Options, StructureBuilder

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
