"""Letters and digits of names."""

from __future__ import annotations

import numpy as np

from partwise.kernels.text.alike import letters_and_digits


def test_letters_and_digits_in_small_letters():
    texts = [b"Ab-1", b"", b"x_Y", "é9Z".encode()]
    blob = np.frombuffer(b"".join(texts), np.uint8)
    found, ends = letters_and_digits(blob, np.cumsum([len(text) for text in texts]))

    assert (found.tobytes(), ends.tolist()) == (b"ab1xy9z", [3, 3, 5, 7])
    assert letters_and_digits(blob[:0], np.zeros(1, np.int64))[1].tolist() == [0]
