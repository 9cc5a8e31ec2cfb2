"""Seconds of `Run.from_frame`, printed last: ``python -m benchmarks.frame ROWS``.

The clock starts after the imports, with the frame there; every row names another document.
"""

from __future__ import annotations

import sys
import time

import polars as pl

from partwise import Run


def main() -> None:
    """Make a frame, time its reading."""
    n = int(sys.argv[1])
    frame = pl.DataFrame(
        {
            "topic": [f"t{row // 1000}" for row in range(n)],
            "doc": [f"document-{row:08d}" for row in range(n)],
            "score": [float(-row) for row in range(n)],
        }
    )
    start = time.process_time()
    Run.from_frame(frame)
    print(time.process_time() - start)


if __name__ == "__main__":
    main()
