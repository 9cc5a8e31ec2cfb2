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
from base64 import b64decode, b64encode
from pathlib import Path

import partwise as pw
from partwise.cli.demo import COLLECTION, LOOK, RUNS, command

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
WIDTH, FIRST, SECOND = 1280, 620, 700
SCHEMES = {"light": 1, "dark": 0}
"""Numbers by which Chromium knows the colour schemes."""

JOIN = """<body>IMAGES<script>
addEventListener("load", () => {
  const images = [...document.images];
  const canvas = document.createElement("canvas");
  canvas.width = images[0].naturalWidth;
  canvas.height = images.reduce((sum, image) => sum + image.naturalHeight, 0);
  let y = 0;
  for (const image of images) {
    canvas.getContext("2d").drawImage(image, 0, y);
    y += image.naturalHeight;
  }
  document.body.textContent = canvas.toDataURL("image/webp", 0.85);
});
</script></body>
"""


def chart() -> None:
    """Draw what readers of the five runs get for N characters."""
    runs = [COLLECTION / "runs" / f"{name}.tsv" for name in RUNS]
    warnings.simplefilter("ignore")
    pw.plot("budget", COLLECTION / "qrels.tsv", runs).save(IMAGES / "budget.svg")


def page(target: Path = IMAGES) -> None:
    """Take the first screen and the reading view of the demo's page, in both themes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command.main([str(folder / "demo")], standalone_mode=False)
        topic, a, b, _ = LOOK[0]
        link = f"#topic={topic}&a={RUNS.index(a)}&b={RUNS.index(b)}"
        report = (folder / "demo" / "report.html").as_uri()
        for theme in SCHEMES:
            shots = [
                _shot(report, folder / "first.png", theme, FIRST),
                _shot(report + link, folder / "second.png", theme, SECOND),
            ]
            (target / f"report-{theme}.webp").write_bytes(_joined(shots, folder))


def _shot(address: str, target: Path, theme: str, height: int) -> bytes:
    scheme = f"--blink-settings=preferredColorScheme={SCHEMES[theme]}"
    _browse(scheme, f"--window-size={WIDTH},{height}", f"--screenshot={target}", address)
    return target.read_bytes()


def _joined(shots: list[bytes], folder: Path) -> bytes:
    """Let the browser put images below each other and compress them."""
    sources = [f"data:image/png;base64,{b64encode(shot).decode()}" for shot in shots]
    images = "".join(f'<img src="{source}">' for source in sources)
    (folder / "join.html").write_text(JOIN.replace("IMAGES", images))
    shown = _browse("--dump-dom", (folder / "join.html").as_uri())
    return b64decode(shown.partition("data:image/webp;base64,")[2].partition("<")[0])


def _browse(*words: str) -> str:
    browser = shutil.which("chromium")
    if browser is None:
        raise SystemExit("the page is taken with chromium, which is not installed")
    quiet = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
    waiting = "--virtual-time-budget=5000"
    done = subprocess.run([browser, *quiet, waiting, *words], check=True, capture_output=True)
    return done.stdout.decode()


if __name__ == "__main__":
    chart()
    if "--page" in sys.argv:
        page()
