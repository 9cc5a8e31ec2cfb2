"""Write the expectations anew."""

from __future__ import annotations

from tests.golden.runner import EXPECTED, cases, seen

if __name__ == "__main__":
    for old in EXPECTED.glob("*.txt"):
        old.unlink()
    for name, words in cases().items():
        (EXPECTED / f"{name}.txt").write_text(seen(words), encoding="utf-8")
