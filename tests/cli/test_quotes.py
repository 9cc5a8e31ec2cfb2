"""Options that say how quotes are located."""

from __future__ import annotations

import click
import pytest

from partwise.cli._quotes import errors_allowed, search_options


def share(*words):
    @click.command()
    @search_options
    def command(**options):
        return errors_allowed(options.get)

    return command.main(list(words), standalone_mode=False)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), 0.10),
        (("--loose",), 0.30),
        (("--max-errors", "5%"), 0.05),
        (("--max-errors", "0.2"), 0.20),
        (("--max-errors", "12.5 %"), 0.125),
        (("--max-errors", "0"), 0.0),
    ],
)
def test_shares(words, expected):
    assert share(*words) == pytest.approx(expected)


@pytest.mark.parametrize("word", ["1", "100%", "-1%", "ten", ""])
def test_no_shares(word):
    with pytest.raises(click.BadParameter, match="is not a share below 100%"):
        share("--max-errors", word)
