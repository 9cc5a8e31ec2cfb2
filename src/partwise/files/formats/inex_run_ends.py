"""INEX run whose passages are given by offset and end, as some tools write them.

Grammar: that of ``inex-run``, but for passages::

    topic Q0 doc rank score tag OFFSET END         a passage

No content shows it: such a file is detected as ``inex-run``, and this format has to be named.

Example::

    2009011 Q0 3945065 2 70.10 teamA 1320 1775
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from partwise.files.formats import inex_run

if TYPE_CHECKING:
    from partwise.files.options import Reading
    from partwise.files.source import Source
    from partwise.tables.run import Run

FORMAT = "inex-run-ends"


def read_run(source: Source, reading: Reading) -> Run:
    """Read every row; FormatError or FormatErrors name the bad lines."""
    return inex_run.read_run(source, reading, format_=FORMAT)
