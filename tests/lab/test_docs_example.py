"""The numbers of docs/lab.md are those that docs/lab_example.py computes."""

from __future__ import annotations

import importlib.util

import pytest
from tests.conftest import ROOT


def rows(text, first):
    """Cells of the rows of the first Markdown table whose header begins with a word."""
    table = text[text.index(f"\n| {first} |") + 1 :].split("\n\n")[0]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]


@pytest.mark.slow
def test_the_worked_example(real_data):
    spec = importlib.util.spec_from_file_location("lab_example", ROOT / "docs" / "lab_example.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    every, several = example.reliabilities(real_data / "evidence-inference")
    text = (ROOT / "docs" / "lab.md").read_text().split("### Worked example")[1]

    def percent(share):
        return f"{100 * share:.2f} %"

    def stability(row):
        tau = f"{row.tau[0]:.4f} ({row.tau[1]:.4f})"
        return [tau, percent(row.decisions.error_rate), percent(row.decisions.ties)]

    expected = [
        [row.measure, *stability(row), percent(row.power.power), *stability(other)]
        for row, other in zip(every.measures, several.measures, strict=True)
    ]
    assert rows(text, "measure")[2:] == expected

    header, _, *sizes = rows(text, "topics")
    bins = [float(name.removeprefix(">=")) for name in header if name.startswith(">=")]
    aip = next(row for row in every.measures if row.measure == "AiP")
    columns = [aip.swaps.edges.index(low) for low in bins]
    rates = [*aip.swaps.rates[:, columns], aip.beyond_rates[0, columns]]
    for at, (name, *cells) in enumerate(sizes):
        needed = [row.needed[at] for row in every.measures]
        assert name.split()[0] == str(needed[0].size)
        assert cells[: len(bins)] == [f"{rate:.3f}" for rate in rates[at]]
        said = [
            "-" if need.difference != need.difference
            else f"{'<=' if need.bound else ''}{need.difference:g}"
            for need in needed
        ]  # fmt: skip
        assert cells[len(bins) :] == said
