"""Draw the pictures of the README from the demo: the budget chart, and the page in both themes.

python tools/picture.py [--page]

The page needs Chromium. First screen and reading view stand one above the other.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import partwise as pw
from partwise.cli.demo import COLLECTION, LOOK, RUNS, command

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
WIDTH, FIRST, SECOND = 1280, 640, 720
SCHEMES = {"light": 1, "dark": 0}
"""Numbers by which Chromium knows the colour schemes."""


def chart() -> None:
    """Draw what readers of the five runs get for N characters."""
    runs = [COLLECTION / "runs" / f"{name}.tsv" for name in RUNS]
    warnings.simplefilter("ignore")
    pw.plot("budget", COLLECTION / "qrels.tsv", runs).save(IMAGES / "budget.svg")


def page() -> None:
    """Take the first screen and the reading view of the demo's page."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command.main([str(folder / "demo")], standalone_mode=False)
        topic, a, b, _ = LOOK[0]
        link = f"#topic={topic}&a={RUNS.index(a)}&b={RUNS.index(b)}"
        report = (folder / "demo" / "report.html").as_uri()
        for theme in SCHEMES:
            _take(report, folder / "first.png", theme, FIRST)
            _take(report + link, folder / "second.png", theme, SECOND)
            images = "".join(f"<img src={one}.png>" for one in ("first", "second"))
            style = "<style>body{margin:0}img{display:block}</style>"
            (folder / "both.html").write_text(style + images)
            both = (folder / "both.html").as_uri()
            _take(both, IMAGES / f"report-{theme}.png", theme, FIRST + SECOND)


def _take(address: str, target: Path, theme: str, height: int) -> None:
    browser = shutil.which("chromium")
    if browser is None:
        raise SystemExit("the page is taken with chromium, which is not installed")
    subprocess.run(
        [
            *(browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            f"--blink-settings=preferredColorScheme={SCHEMES[theme]}",
            f"--window-size={WIDTH},{height}",
            "--virtual-time-budget=5000",
            f"--screenshot={target}",
            address,
        ],
        check=True,
        capture_output=True,
    )


if __name__ == "__main__":
    chart()
    if "--page" in sys.argv:
        page()
