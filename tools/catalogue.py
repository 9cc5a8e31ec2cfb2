"""Write docs/measures.md from the registry, so that the catalogue cannot drift.

python tools/catalogue.py          # refresh
python tools/catalogue.py --check  # fail when it is stale
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from pathlib import Path

from partwise.evaluation.presets import PRESETS
from partwise.language.component import Component
from partwise.language.measure import Measure
from partwise.language.registry import aliases_of
from partwise.report.catalogue import components, facts, measures, spelling

TARGET = Path(__file__).resolve().parent.parent / "docs" / "measures.md"


def cell(text: str) -> str:
    """Escape a table cell."""
    return text.replace("|", "\\|")


def markdown(cls: type[Component]) -> str:
    """Turn a numpydoc docstring into Markdown with mathematics."""
    text = inspect.getdoc(cls) or ""
    text = re.sub(r":math:`([^`]*)`", r"$\1$", text)
    text = re.sub(r"^(\S.*)\n-+$", r"**\1**\n", text, flags=re.MULTILINE)
    lines: list[str] = []
    block: list[str] | None = None
    for line in [*text.splitlines(), "end"]:
        if line.startswith(".. math::"):
            rest = line.removeprefix(".. math::").strip()
            block = [rest] if rest else []
            continue
        if block is not None:
            if line.startswith(" ") or not line:
                block.append(line.strip())
                continue
            lines += ["```math", *[part for part in block if part], "```", ""]
            block = None
        lines.append(f"- {line}" if re.match(r"^\w[\w, ]* : ", line) else line)
    return "\n".join(lines[:-1]).rstrip()


def entry(cls: type[Component], title: str) -> list[str]:
    """Write one entry."""
    lines = [f"### {title}", "", markdown(cls), ""]
    rows = facts(cls) if issubclass(cls, Measure) else []
    others = aliases_of(cls)
    if others:
        rows = [*rows, ("also called", ", ".join(others))]
    if rows:
        lines += ["| | |", "| --- | --- |"]
        lines += [f"| {name} | {cell(text)} |" for name, text in rows]
        lines.append("")
    return lines


def page() -> str:
    """Write the whole page."""
    lines = [
        "# Catalogue of measures",
        "",
        "Generated from the registry by `tools/catalogue.py`; `partwise measures NAME` prints the",
        "same on a terminal. `@k` is a cutoff at a rank, `@x` at a recall level. Lists and ranges",
        "stand for several measures: `P@[5,10]`, `CharR@1..5`, `iP@0.0..1.0` (by tenths),",
        "`gP(F(beta=[0.25,1]))@10`. Names of trec_eval, ir_measures and ranx (`map`, `P_10`,",
        "`ndcg_cut_10`, `recall@5`) are read as ours.",
        "",
        "| measure | answers |",
        "| --- | --- |",
    ]
    families: dict[str, list[type[Measure]]] = {}
    for measure in measures():
        families.setdefault(measure.family, []).append(measure)
        lines.append(f"| `{cell(spelling(measure))}` | {cell(measure.question)} |")
    for family, members in families.items():
        lines += ["", f"## {family.capitalize()}", ""]
        for cls in members:
            lines += entry(cls, f"`{spelling(cls)}`")
    for name, others in components().items():
        lines += ["", f"## Inside a measure: {name}", ""]
        for component in others:
            lines += entry(component, f"`{component.label()}`")
    lines += ["", "## Presets", ""]
    for preset, chosen in PRESETS.items():
        listed = ", ".join(f"`{text}`" for text in chosen.measures)
        lines += [f"- **{preset}**: {chosen.about}. {listed}"]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def main() -> int:
    """Refresh or check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    text = page()
    if parser.parse_args().check:
        stale = not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text
        if stale:
            sys.stdout.write("docs/measures.md is stale: run tools/catalogue.py\n")
        return int(stale)
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
