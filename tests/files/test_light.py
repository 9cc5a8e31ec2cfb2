"""Text files are read without heavy libraries."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("polars", "pandas", "pyarrow", "scipy", "lxml", "rich", "tarfile", "zipfile", "narwhals")

FILES = {
    "read_run": [
        "1 Q0 a 1 2.5 t\n",
        "1 Q0 a 1 2.5 t 0 5\n",
        "topic\tdoc\nq\td\n",
        "topic,doc\nq,d\n",
    ],
    "read_qrels": ["1 0 a 1\n", "1 Q0 a 5 9 0 0:5\n", "topic\tdoc\tgrade\nq\td\t1\n"],
    "read_lengths": ["doc\tlength\na\t5\n"],
}


@pytest.mark.parametrize("reader", FILES)
def test_no_heavy_library_is_imported(tmp_path, reader):
    paths = []
    for number, text in enumerate(FILES[reader]):
        paths.append(tmp_path / str(number))
        paths[-1].write_text(text)
    script = (
        "import sys\n"
        "from partwise.files import reading as api\n"
        f"for path in sys.argv[1:]:\n    api.{reader}(path)\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    words = [sys.executable, "-c", script, *map(str, paths)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
