import pytest

from partwise.errors import FormatError
from partwise.files.paths import read_text


def test_small_text_files(tmp_path):
    (tmp_path / "a").write_bytes(b"\xef\xbb\xbfAP\n")
    assert read_text(tmp_path / "a", "utf-8-sig") == "AP\n"
    (tmp_path / "b").write_bytes(b"\xff")
    with pytest.raises(FormatError, match="b: not UTF-8"):
        read_text(tmp_path / "b")
    with pytest.raises(FormatError, match="cannot be read: No such file or directory"):
        read_text(str(tmp_path / "c"))
