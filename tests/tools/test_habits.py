"""What .ci/run, the workflows and the source distribution promise each other."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest
import yaml
from tests.conftest import NEWEST, QUICK, ROOT, SLOW

LEFT_OUT = {".github", ".gitignore", ".pre-commit-config.yaml"}
"""What the source distribution does without: it concerns the repository alone."""


@pytest.fixture
def checkout():
    if not (ROOT / ".github").is_dir():
        pytest.skip("no checkout: the files of the repository are not in a source distribution")
    return ROOT


def test_the_source_distribution_holds_what_tests_and_readme_need():  # findings 11.1
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    listed = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]

    assert {"/src", "/tests", "/tools", "/examples", "/docs", "/.ci"} <= set(listed)
    for name in listed:
        assert (ROOT / name.removeprefix("/")).exists(), name


def test_the_source_distribution_leaves_out_only_what_concerns_the_repository(checkout):
    done = subprocess.run(
        ["git", "ls-tree", "--name-only", "HEAD"],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip("no checkout: git does not know this folder")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    listed = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    packed = {name.removeprefix("/") for name in listed} | {"pyproject.toml"}

    assert set(done.stdout.split()) - packed == LEFT_OUT


def test_the_two_commands_of_the_readme_are_what_ci_runs():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = [line for line in text.splitlines() if line.startswith("python3 -m venv")]
    script = (ROOT / ".ci" / "run").read_text()

    assert len(commands) == 2
    assert commands[0].endswith("partwise demo")
    assert commands[1].endswith("-m pytest -n 2 -q")
    assert "readme() { grep '^python3 -m venv' README.md | sed -n \"$1p\"; }" in script
    for number in (1, 2):
        assert f'cd "$place/unpacked" && bash -euc "$(readme {number})"' in script


def test_a_commit_is_checked_by_the_quick_half(checkout):
    hooks = yaml.safe_load((checkout / ".pre-commit-config.yaml").read_text())["repos"][0]["hooks"]

    assert [hook["entry"] for hook in hooks] == ["bash .ci/quick"]
    stages = (checkout / ".ci" / "run").read_text().split("\nbegin ")
    (one,) = [s for s in stages if s.startswith('"generated files, lint, types, contracts"')]
    assert re.search(r" \.ci/quick$", one, re.MULTILINE)


def test_what_is_run_with_the_newest_packages_only_is_there():
    script = (ROOT / ".ci" / "run").read_text()

    assert script.count('-m "not slow and not newest" --hypothesis-profile sample') == 1
    for name in (*NEWEST, *SLOW):
        assert (ROOT / "tests" / name.partition("::")[0]).exists(), name


def test_contributing_begins_with_the_quick_tests():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

    assert text.partition("```")[2].partition("```")[0].endswith(" -m pytest -n 2 -q -m quick\n")
    for name in QUICK:
        assert (ROOT / "tests" / name.partition("::")[0]).exists(), name


@pytest.mark.slow
def test_a_test_that_hangs_is_reported_and_the_others_go_on(tmp_path):
    (tmp_path / "test_hanging.py").write_text(
        "import time\ndef test_a(): time.sleep(600)\ndef test_b(): pass\n"
    )
    words = [sys.executable, "-m", "pytest", "-n", "1", "-q", "-p", "no:cacheprovider"]
    words += ["-c", ROOT / "pyproject.toml", "--rootdir", tmp_path, "-o", "faulthandler_timeout=5"]

    done = subprocess.run([*words, tmp_path], capture_output=True, text=True, check=False)

    assert re.search(r"worker 'gw0' crashed while running '.*::test_a'", done.stdout)
    assert "1 failed, 1 passed" in done.stdout
    assert 'test_hanging.py", line 2 in test_a' in done.stderr


def test_the_set_up_brings_the_tools_that_contributing_names():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    brought = {re.split(r"[<>=\[]", one)[0] for name in ("test", "lint") for one in extras[name]}

    assert '.venv/bin/pip install -q -e ".[all,test,lint]"' in text
    assert "pre-commit install`" in text
    assert {"pre-commit", "import-linter", "ruff", "mypy", "pytest"} <= brought


def test_what_other_programs_read_is_yaml(checkout):
    paths = [*(checkout / ".github").rglob("*.yml"), checkout / "CITATION.cff"]

    assert len(paths) >= 5
    for path in paths:
        assert isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), dict), path


def test_workflows_name_files_that_exist(checkout):
    for path in (checkout / ".github" / "workflows").glob("*.yml"):
        jobs = yaml.safe_load(path.read_text())["jobs"]
        lines = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
        named = [word for line in lines for word in re.findall(r"(?:\.ci|tools)/[\w.]+", line)]

        assert named
        for name in named:
            assert (checkout / name).is_file(), name


def test_the_software_is_cited_with_five_papers():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))

    assert cited["cff-version"] == "1.2.0"
    assert len(cited["references"]) == 5
    assert all(
        paper["authors"] and paper["year"] and paper["title"] for paper in cited["references"]
    )
