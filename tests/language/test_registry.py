"""Which names may be registered."""

from __future__ import annotations

import subprocess
import sys

import pytest

from partwise.errors import PartwiseError
from partwise.language import registry
from partwise.language.component import register
from partwise.language.homes import ALIASES, GAINS, MEASURES, USERS
from partwise.language.measure import Measure

OWN = """
import partwise as pw
@pw.register()
class AiP(pw.Measure):
    '''Zeros.'''
"""


def test_a_name_of_partwise_is_refused_before_it_was_ever_used():  # findings 1.13
    done = subprocess.run([sys.executable, "-c", OWN], capture_output=True, text=True, check=False)

    assert "AiP is the name of a measure of partwise. Choose another name" in done.stderr


@pytest.mark.parametrize(
    ("name", "what"),
    [
        *((name, "a measure") for name in (*MEASURES, *ALIASES)),
        *((name, "an effort" if name == "LE" else "a document score") for name in GAINS),
        *((name, "a user model") for name in USERS),
    ],
)
def test_all_names_and_aliases_are_reserved(name, what):  # findings 1.13
    words = f"{name} is the name of {what} of partwise. Choose another name"

    with pytest.raises(PartwiseError, match="of partwise") as caught:
        register()(type(name, (Measure,), {}))
    assert str(caught.value) == words
    with pytest.raises(PartwiseError) as caught:
        register(aliases=(name,))(type("Borrower", (Measure,), {}))
    assert str(caught.value) == words
    assert "Borrower" not in registry._classes


def test_a_class_of_partwise_may_be_registered_again():
    from partwise.measures.characters import AiP

    assert register(aliases=("MAiP",))(AiP) is AiP
