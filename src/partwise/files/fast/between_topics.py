"""Where a block of lines may end so that no topic is cut."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from partwise.files.source import Cut
from partwise.kernels.text.lines import NEWLINE, PAD

LARGEST_TOPIC = 1 << 24
"""Bytes of a topic from which on a file is not read topic by topic."""
_WINDOW = 1 << 16

Reading = Callable[[bytes], bytes | None]
"""From a line to its topic; None where the line is not understood."""


class LargeTopicError(Exception):
    """A topic that is too long to be held with all its names."""


def between_topics(topic_of: Reading, *, leads: bool) -> Cut:
    """Return what finds the last place where one topic ends and another begins.

    Parameters
    ----------
    topic_of : callable
        From a line to its topic, with the sign that closes it.
    leads : bool
        Whether a line begins with what `topic_of` returns.
    """

    def cut(data: NDArray[np.uint8], hi: int) -> int:
        if hi > LARGEST_TOPIC:
            raise LargeTopicError
        window = _WINDOW
        while True:
            lo = max(PAD, hi - window)
            line = np.flatnonzero(data[lo - 1 : hi - 1] == NEWLINE) + lo
            at = _last_change(data, line, hi, topic_of, leads=leads) if line.size else None
            if at is not None:
                return at
            if lo == PAD:
                return PAD
            window *= 4

    return cut


def _last_change(
    data: NDArray[np.uint8], line: NDArray[np.int64], hi: int, topic_of: Reading, *, leads: bool
) -> int | None:
    """Find the first line of the last topic among lines that begin at `line`."""
    last = topic_of(data[line[-1] : hi].tobytes())
    if last is None:  # not a row: whatever it is, the ordinary reader has to look at it
        return None
    if leads:
        head = np.frombuffer(last, np.uint8)
        at = np.minimum(line[:, None] + np.arange(head.size), data.size - 1)
        other = np.flatnonzero((data[at] != head).any(axis=1))
        return int(line[other[-1] + 1]) if other.size else None
    stop = np.append(line[1:], hi)
    for at in range(line.size - 2, -1, -1):
        if topic_of(data[line[at] : stop[at]].tobytes()) != last:
            return int(line[at + 1])
    return None
