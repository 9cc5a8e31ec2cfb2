"""The door of the package."""

from __future__ import annotations

import subprocess
import sys

import pytest

import partwise as pw
from partwise.language import homes


@pytest.mark.parametrize("name", pw.__all__)
def test_every_name_leads_somewhere(name):
    assert getattr(pw, name) is getattr(pw, name)


def test_names_are_those_of_their_modules():
    from partwise.evaluation.warned import evaluate
    from partwise.tables.run import Run

    assert pw.Run is Run
    assert pw.evaluate is evaluate


def test_components_come_through_the_door():
    for names in (homes.MEASURES, homes.GAINS, homes.USERS):
        assert set(names) <= set(pw.__all__)
    assert pw.CharR.__module__ == homes.MEASURES["CharR"]


def test_unknown_names():
    with pytest.raises(AttributeError, match=r"^module 'partwise' has no attribute 'Charr'$"):
        getattr(pw, "Charr")  # noqa: B009


def test_the_door_shows_what_it_offers():  # findings 8.5
    for name in ("Navigation", "DocumentGain", "Effort", "View", "param"):
        assert getattr(pw, name).__name__ == name
    assert {name for name in dir(pw) if not name.startswith("__")} == {
        name for name in pw.__all__ if not name.startswith("__")
    }


def test_names_are_fetched_when_they_are_first_used():
    code = (
        "import sys, partwise as pw\n"
        "before = {'numpy', 'polars', 'partwise.tables.run'} & set(sys.modules)\n"
        "pw.Run\n"
        "print(sorted(before), 'partwise.tables.run' in sys.modules, 'Run' in vars(pw))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[] True True"
