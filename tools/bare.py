"""What a light installation says: all but the extras works, and a missing extra is named.

Run by the Python of an environment that has the package and nothing else.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = {
    "vl_convert": (
        ["lab", "correlate", "qrels.tsv", "a.run", "b.run", "-m", "AP", "--plot", "x.svg"],
        "--plot needs the extra charts: pip install 'partwise[charts]'",
    ),
    "selectolax": (
        ["structure", "page.html", "-o", "x.tsv"],
        "HTML needs the extra html: pip install 'partwise[html]'",
    ),
    "jinja2": (
        ["report", "qrels.tsv", "a.run"],
        "report needs the extra report: pip install 'partwise[report]'",
    ),
}
FILES = {
    "qrels.tsv": "topic\tdoc\tgrade\nq\ta\t1\n",
    "a.run": "q Q0 a 1 2 a\n",
    "b.run": "q Q0 b 1 2 b\n",
    "page.html": "<html><body><p>Ropes</p></body></html>\n",
}


def main() -> None:
    """Try each command that needs an extra."""
    for module, (words, expected) in CASES.items():
        if importlib.util.find_spec(module) is not None:
            raise SystemExit(f"{module} is installed: this environment is not bare")
        with tempfile.TemporaryDirectory() as folder:
            for name, text in FILES.items():
                Path(folder, name).write_text(text)
            done = subprocess.run(
                [sys.executable, "-m", "partwise", *words],
                cwd=folder,
                capture_output=True,
                text=True,
                check=False,
            )
        if done.returncode != 2 or expected not in done.stderr:
            raise SystemExit(f"{' '.join(words)}: exit {done.returncode}, {done.stderr!r}")


if __name__ == "__main__":
    main()
