from __future__ import annotations

import tarfile
import zipfile

import pytest
from tests.files.formats.xrai.samples import OLD, POOL

from partwise.errors import FormatError
from partwise.files.formats.xrai import folder as xrai_folder
from partwise.files.options import Reading


@pytest.mark.parametrize("packed", [False, True])
def test_folders_and_archives(tmp_path, packed):
    folder = tmp_path / "pools"
    folder.mkdir()
    (folder / "a.xml").write_text(POOL)
    (folder / "b.xml").write_text(POOL.replace("544", "545"))
    (folder / "readme.txt").write_text("not a pool")
    source = folder
    if packed:
        source = tmp_path / "pools.zip"
        with zipfile.ZipFile(source, "w") as archive:
            for file in sorted(folder.iterdir()):
                archive.write(file, file.name)

    q = xrai_folder.read_qrels(source, Reading())

    assert q.topics.tolist() == ["544", "545"]
    assert len(q) == 8


def test_a_folder_of_two_formats(tmp_path):
    (tmp_path / "a.xml").write_text(POOL)
    (tmp_path / "b.xml").write_text(OLD)

    with pytest.raises(FormatError, match="are not of one format"):
        xrai_folder.read_qrels(tmp_path, Reading())


def test_a_folder_without_pools(tmp_path):
    words = "QRELS are a file, or INEX X-Rai .xml assessments in a folder or archive"
    (tmp_path / "readme.txt").write_text("no pool")
    with pytest.raises(FormatError) as caught:
        xrai_folder.read_qrels(tmp_path, Reading())
    assert str(caught.value) == f"{tmp_path}: a folder without .xml files; {words}"
    with zipfile.ZipFile(tmp_path / "pools.zip", "w") as archive:
        archive.write(tmp_path / "readme.txt", "readme.txt")
    with pytest.raises(FormatError, match=f"pools.zip: an archive without .xml files; {words}"):
        xrai_folder.read_qrels(tmp_path / "pools.zip", Reading())


def test_a_bad_pool_names_its_file(tmp_path):
    (tmp_path / "a.xml").write_text(POOL)
    (tmp_path / "b.xml").write_text("<assessments>")

    with pytest.raises(FormatError, match=r"b.xml:1: not well-formed"):
        xrai_folder.read_qrels(tmp_path, Reading())


def test_rows_are_found_again_in_their_files(tmp_path):
    (tmp_path / "a.xml").write_text(POOL)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.XML").write_text(POOL.replace("544", "545"))

    lines = xrai_folder.read_qrels(tmp_path, Reading()).lines
    places = [lines.place(row) for row in (0, 3, 4)]

    second = str(tmp_path / "sub" / "b.XML")
    assert places == [(str(tmp_path / "a.xml"), 5), (str(tmp_path / "a.xml"), 9), (second, 5)]


def test_an_archive_of_old_pools(tmp_path):
    (tmp_path / "a.xml").write_text(OLD)
    with tarfile.open(tmp_path / "pools.tgz", "w:gz") as archive:
        archive.add(tmp_path / "a.xml", "2004/a.xml")

    qrels = xrai_folder.read_qrels(tmp_path / "pools.tgz", Reading())

    assert (qrels.format, qrels.scale) == ("xrai-2004", "grade")
    assert qrels.source == str(tmp_path / "pools.tgz")


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (POOL, "highlights"),
        (OLD, "grades"),
        ("<assessments><file file='d'/></assessments>", "grades"),
        ("<assessments><file name='d'/></assessments>", "highlights"),
        ("<assessments><file collection='w' name='d'/></assessments>", "highlights"),
    ],
)
def test_the_kind_of_a_pool(content, kind):
    assert xrai_folder.xrai_kind(content.encode()) == kind
