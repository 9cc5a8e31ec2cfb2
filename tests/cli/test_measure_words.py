import pytest

from partwise.cli._measure_words import measure_words
from partwise.errors import FormatError, FormatErrors, UsageError


def test_files_list_measures(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list").write_text("AP\n\n# documents\nP@5\n")
    assert measure_words(("RR", "@list")) == ["RR", "AP", "P@5"]


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("# nothing\n", FormatError, "no measures"),
        ("AP\nAQ\n", FormatError, "list:2: "),
        ("AP, P@5\n", FormatError, "list:1: one measure a line"),
        ("AQ\nAZ\n", FormatErrors, "list:2: "),
    ],
)
def test_bad_lines_are_named(tmp_path, monkeypatch, text, error, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list").write_text(text)
    with pytest.raises(error) as caught:
        measure_words(("@list",))
    assert words in str(caught.value)


def test_one_measure_a_word():
    with pytest.raises(UsageError, match="one measure a -m"):
        measure_words(("AP, P@5",))
    with pytest.raises(UsageError, match="needs the name of a file"):
        measure_words(("@",))
