"""Links of a file that hold for all topics, or replace others for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.users.listed import ListedLinks

if TYPE_CHECKING:
    from partwise.files.formats.links import LinkTable

STRANGE = -2
"""Stands for a topic that is not evaluated."""


def listed_links(table: LinkTable, vertex: Ints, topic: Ints) -> ListedLinks:
    """Return the links of a table, given the vertex of each place and the codes of its topics."""
    code = np.append(np.where(topic < 0, STRANGE, topic), -1)[table.topic]
    first = table.between(0) if table.source.size else ""
    return ListedLinks(vertex[table.source], vertex[table.target], code, code != STRANGE, first)


def in_force(links: ListedLinks, n: int, topic: int) -> Flags:
    """Links that hold for a topic: its own, and those of all topics that it does not replace."""
    general: Flags = links.topic == -1
    if topic < 0:
        return general
    own: Flags = links.topic == topic
    pair = links.source * np.int64(max(n, 1)) + links.target
    return own | (general & ~np.isin(pair, pair[own]))
