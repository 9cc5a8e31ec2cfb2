"""Tests mirror the source: the tests of ``geometry/view.py`` are in ``geometry/test_view.py``.

The tests of a room itself (its ``__init__``) stand beside its folder: those of ``cli/lab`` are
in ``cli/test_lab.py``. A leading underscore is left out.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conftest import ROOT

SOURCE, TESTS = ROOT / "src" / "partwise", ROOT / "tests"

HOMES = {
    "laws", "papers", "reference", "golden", "typing", "data", "tools", "fuzz", "faults",
    "mutation", "limits",
}  # fmt: skip
"""Folders of tests that speak of many modules."""

SMALL = 40
"""Lines up to which a module may be tested by those that use it."""

WHOLE = {
    "adapters/test_docs.py": "a page of the documentation",
    "adapters/test_frameworks.py": "real packages through every adapter",
    "cli/test_catalogue.py": "measures, formats and check agree on every name",
    "cli/test_check_law.py": "check refuses whatever evaluate refuses",
    "cli/test_convert_losses.py": "what every format loses, as convert counts it",
    "cli/test_copies.py": "copies of a text through every command that evaluates",
    "cli/test_counts.py": "the grammar of all messages",
    "cli/test_damaged.py": "damaged files through every command",
    "cli/test_extras.py": "what a light installation lacks, in every command",
    "cli/test_internal_errors.py": "inputs that once ended every command",
    "cli/test_killed.py": "commands that are killed while they write",
    "cli/test_locate_page.py": "a page of the documentation",
    "cli/test_losses_page.py": "a page of the documentation",
    "cli/test_readers_worked.py": "worked values of readers, from files",
    "cli/test_names.py": "elements told by names, in every command",
    "cli/test_names_of_files.py": "names of files, in every command",
    "cli/test_near_misses_page.py": "a page of the documentation",
    "cli/test_part_ids.py": "chunk ids in every command",
    "cli/test_plots_page.py": "a page of the documentation",
    "cli/test_structure_links.py": "links of a site, from files to measures",
    "cli/test_structure_page.py": "a page of the documentation",
    "cli/test_provenance.py": "options and files that results carry, from every command",
    "cli/test_reading_words.py": "the words of all readers",
    "cli/test_readme.py": "the README",
    "cli/test_rules.py": "checks that need a file's lines, in every command",
    "cli/test_shown.py": "what people see of results, from every command",
    "cli/test_first_tables.py": "slips in first tables of chunks",
    "cli/test_slips.py": "slips in files and options, in every command",
    "cli/test_startup.py": "what the whole package imports",
    "cli/test_traces.py": "files of traces in every command",
    "cli/test_words.py": "measures, presets and formats as users write them",
    "evaluation/presets/test_inex.py": "the presets of one program, and that program step by step",
    "evaluation/test_element_runs.py": "runs of elements from file to value",
    "files/formats/test_genomics.py": "runs and gold standards of one track, read and written",
    "files/test_light.py": "what reading imports",
    "files/test_messages.py": "the words of all readers",
    "files/test_opens.py": "how often any reader opens a file",
    "files/test_passes.py": "what one command writes or passes, the others read",
    "files/test_round_trips.py": "readers and writers together",
    "files/test_shapes.py": "files of other tools with any value in any place",
    "lab/test_docs_example.py": "a page of the documentation",
    "lab/test_real.py": "the whole lab on a real collection",
    "losses/test_laws.py": "laws of the whole room",
    "measures/characters/test_charp_repeats.py": "a parameter worked on the fixture of losses",
    "measures/esr/test_certain_hits.py": "an identity of the whole family",
    "measures/esr/test_trees.py": "the family on trees",
    "measures/grpng/test_grpng_edges.py": "edge cases of the family",
    "measures/parts/test_parts_worked.py": "worked examples of the family",
    "measures/precall/test_precall_edges.py": "edge cases of the family",
    "measures/prum/test_bad_input.py": "bad input of the family",
    "measures/prum/test_navigation_laws.py": "laws of the family",
    "measures/test_identities.py": "identities between families",
    "measures/test_mirror.py": "the tests of all measures",
    "measures/test_ranges.py": "ranges of cutoffs of all measures",
    "measures/test_sees.py": "how far all measures look at every part",
    "navigation/test_topics.py": "topics beside each other, under every measure of navigation",
    "measures/xcg/test_gain_edges.py": "edge cases of the family",
    "measures/xcg/test_overlap_edges.py": "edge cases of the family",
    "measures/xcg/test_spelling.py": "spellings of the family",
    "report/charts/test_pictures.py": "charts of the lab as they are drawn",
    "report/html/test_in_browser.py": "the whole page in a browser",
    "report/html/test_reading_in_browser.py": "the reading view in a browser",
    "report/html/test_sizes_in_browser.py": "pages of large collections in a browser",
    "tables/test_given_columns.py": "columns given in Python, for every table",
    "test_doctests.py": "the examples in docstrings",
    "test_house.py": "what is generated or bundled",
    "test_mirror.py": "the tests themselves",
    "test_prose.py": "the prose of the whole package",
    "texts/test_accuracy.py": "locating on a real collection, with every damage",
    "users/test_examples.py": "the models side by side",
}
"""Tests of several modules at once, and what they speak of."""

GENERATED = {"gains/__init__.py", "measures/__init__.py", "users/__init__.py", "language/homes.py"}


def mirrored(module: Path) -> Path:
    """Return where the tests of a module are, below the folder of the tests."""
    if module.name == "__init__.py":
        package = module.parent
        return package.parent / f"test_{package.name or 'partwise'}.py"
    return module.parent / f"test_{module.stem.lstrip('_')}.py"


def modules() -> dict[Path, int]:
    """Return the modules of the package with their lines."""
    if not SOURCE.is_dir():
        pytest.skip("no checkout: the source is not beside the tests")
    paths = sorted(SOURCE.rglob("*.py"))
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    return {path.relative_to(SOURCE): count for path, count in lines.items()}


def test_every_test_names_a_module():
    known = {mirrored(module) for module in modules()}
    tests = {path.relative_to(TESTS) for path in TESTS.rglob("test_*.py")}
    strays = {t.as_posix() for t in tests - known if t.parts[0] not in HOMES}
    assert sorted(strays - set(WHOLE)) == [], "rename, move, or say in WHOLE what it speaks of"
    assert sorted(set(WHOLE) - strays) == [], "listed in WHOLE, and gone or the tests of a module"


def test_every_module_has_tests():
    long = {module for module, count in modules().items() if count > SMALL}
    bare = {m.as_posix() for m in long if not (TESTS / mirrored(m)).is_file()} - GENERATED
    assert sorted(bare) == [], "write its tests where they belong"
