import pytest

from partwise.errors import FormatError, UnknownNameError
from partwise.statistics.comparisons import read_attributes


def read(folder, text, *columns):
    file = folder / "topics.txt"
    file.write_text(text)
    return read_attributes(str(file), columns)


def test_tabs_and_commas(tmp_path):
    wanted = {"kind": {"1": "who", "2": "why, how"}, "size": {"1": "s", "2": "m"}}
    assert read(tmp_path, "topic\tkind\tsize\n1\twho\ts\n\n2\twhy, how\tm\n") == wanted
    assert read(tmp_path, 'topic,kind,size\n1,who,s\n2,"why, how",m\n') == wanted
    assert read(tmp_path, "kind\ttopic\nwho\t1\n", "kind") == {"kind": {"1": "who"}}


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", None, "no column topic"),
        ("kind\n", 1, "no column topic"),
        ("topic\n1\n", 1, "no attribute beside topic"),
        ("topic\tkind\n1\n", 2, "1 column, expected 2"),
        ("topic\tkind\n1\ta\n1\tb\n", 3, "topic 1 has kind b here, a before"),
    ],
)
def test_what_is_refused(tmp_path, text, line, problem):
    with pytest.raises(FormatError) as caught:
        read(tmp_path, text)
    assert (caught.value.line, caught.value.problem) == (line, problem)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(FormatError, match="cannot be read"):
        read_attributes(str(tmp_path / "missing"))
    (tmp_path / "latin").write_bytes(b"topic\tkind\n1\t\xe9\n")
    with pytest.raises(FormatError, match="not UTF-8"):
        read_attributes(str(tmp_path / "latin"))


def test_attributes_that_are_not_there(tmp_path):
    with pytest.raises(UnknownNameError, match=r"Did you mean kind\?"):
        read(tmp_path, "topic\tkind\n1\ta\n", "kidn")
