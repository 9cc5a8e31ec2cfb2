"""What shells complete."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("words", "place", "offered"),
    [
        ("partwise eva", 1, ["plain,evaluate"]),
        ("partwise evaluate q.t", 2, ["file,q.t"]),
        ("partwise compare q.tsv a b", 4, ["file,b"]),
        ("partwise evaluate q r -m PartR", 5, ["plain,PartRR"]),
        ("partwise measures nDC", 2, ["plain,nDCG"]),
        ("partwise evaluate q r --undef", 4, ["plain,--undefined"]),
    ],
)
def test_bash(partwise_process, words, place, offered):
    answer = partwise_process(
        _PARTWISE_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(place)
    )
    assert answer.out.split() == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_get_their_script(partwise_process, shell):
    answer = partwise_process(_PARTWISE_COMPLETE=f"{shell}_source")
    assert "_PARTWISE_COMPLETE" in answer.out
