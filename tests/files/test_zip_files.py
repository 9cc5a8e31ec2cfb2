from __future__ import annotations

import io
import zipfile

import pytest

from partwise.files.zip_files import opened_zip


def archive(*names: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for name in names:
            member = zipfile.ZipInfo(name)
            member.comment, member.extra = b"a comment", b"\x99\x99\x02\x00ab"
            made.writestr(member, f"in {name}")
        made.comment = b"made by hand"
    return stream.getvalue()


def read(path) -> tuple[dict[str, str], frozenset[str]]:
    with opened_zip(str(path)) as (opened, unnamed):
        return {name: opened.read(name).decode() for name in opened.namelist()}, unnamed


def test_names_that_are_what_they_claim(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(archive("a.xml", "é/ü.xml"))

    assert read(path) == ({"a.xml": "in a.xml", "é/ü.xml": "in é/ü.xml"}, frozenset())


def test_one_bad_name_does_not_hide_the_other_members(tmp_path):
    path = tmp_path / "a.zip"
    # é is C3 A9 in UTF-8; E9 28 is nothing, in the directory of the archive and before the member
    path.write_bytes(archive("a.xml", "é.xml", "ü.xml").replace(b"\xc3\xa9.xml", b"\xe9(.xml"))
    with opened_zip(str(path)) as (opened, unnamed):
        assert unnamed == {"Θ(.xml"}
        assert opened.namelist() == ["a.xml", "Θ(.xml", "ü.xml"]
        assert opened.read("ü.xml") == "in ü.xml".encode()


def test_no_archive(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(b"PK\x03\x04 and nothing else")

    with pytest.raises(zipfile.BadZipFile), opened_zip(str(path)):
        pass


def test_an_error_of_the_reader_is_its_own(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(archive("a.xml"))

    with pytest.raises(UnicodeDecodeError), opened_zip(str(path)):
        b"\xff".decode()


def test_a_directory_that_asks_for_another_version(tmp_path):
    path = tmp_path / "a.zip"
    content = bytearray(archive("a.xml"))
    content[content.index(b"PK\x01\x02") + 6] = 148
    path.write_bytes(content)

    with pytest.raises(zipfile.BadZipFile, match="version"), opened_zip(str(path)):
        pass
