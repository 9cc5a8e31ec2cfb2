"""Blocks of whole lines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.files.blocks import Block, after_last_newline
from partwise.kernels.text.lines import PAD


def padded(text: bytes):
    return np.frombuffer(b"\n" * PAD + text + b"\n" * PAD, np.uint8)


@given(st.binary(max_size=40).map(lambda text: text.replace(b"\r", b"\n")))
def test_the_last_whole_line_ends_behind_a_newline(text):
    assert after_last_newline(padded(text), PAD + len(text)) == PAD + text.rfind(b"\n") + 1


@pytest.mark.parametrize("behind", [1, (1 << 12) - 1, 1 << 12, 40_000])
def test_a_long_line_without_an_end_is_looked_back_over(behind):
    text = b"first\n" + b"x" * behind

    assert after_last_newline(padded(text), PAD + len(text)) == PAD + 6


def test_text_between_two_positions():
    block = Block(padded("né\n".encode()), PAD + 4, 1)

    assert block.lo == PAD
    assert block.text(PAD, PAD + 3) == "né"
    assert block.text(PAD, PAD + 2) == "n\ufffd"  # cut within a letter
