"""Names and prose of the source: counts that may only fall.

Each limit is the number of today; whoever brings one down lowers it here. ``python -m
tests.test_style PACKAGE`` lists what is counted in a package.
"""

import ast
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "partwise"
CONTENTLESS = {
    "found", "at", "one", "known", "said", "told", "asked", "given", "words", "kept", "held",
    "wanted", "made", "meant", "some", "every", "other", "mine", "own", "here", "there", "shown",
    "taken", "left", "more", "most", "least", "again", "beside",
}  # fmt: skip
RIDDLES = {"What", "Who", "Whose", "Where", "How", "Whether", "Tell", "Say", "Let", "Refuse"}
LIMITS = {
    "contentless names": 1353,
    "docstrings that begin with a riddle": 243,
    "class names with several meanings": 32,
    "module names used twice": 43,
    "functions used in one place": 917,
}
MOST_LINES = 600
"""Lines of a module."""


def trees(below=""):
    return {
        path.relative_to(SOURCE): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted((SOURCE / below).rglob("*.py"))
    }


def bound_names(tree):
    """Yield name and line of arguments, variables, attributes, functions and classes."""
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node.lineno
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno


def contentless_names(files):
    return [
        f"{path}:{line} {name}"
        for path, tree in files.items()
        for name, line in bound_names(tree)
        if name.strip("_") in CONTENTLESS
    ]


def riddles(files):
    """Docstrings, also those of constants, whose first word asks or commands."""
    return [
        f"{path}:{node.lineno} {node.value.value.splitlines()[0]}"
        for path, tree in files.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node.value.value, str) and node.value.value.split(maxsplit=1)[0] in RIDDLES
    ]


def repeated_classes(files):
    places = defaultdict(list)
    for path, tree in files.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name.strip("_")].append(str(path))
    return [f"{name}: {', '.join(where)}" for name, where in places.items() if len(where) > 1]


def repeated_modules(files):
    places = defaultdict(list)
    for path in files:
        if path.stem != "__init__":
            places[path.stem.strip("_")].append(str(path))
    return [f"{name}: {', '.join(where)}" for name, where in places.items() if len(where) > 1]


def functions_used_once(files):
    """Functions of one definition that are named in exactly one other place."""
    used = Counter()
    defined = defaultdict(list)
    for path, tree in files.items():
        for node in ast.walk(tree):
            match node:
                case ast.FunctionDef(name=name, lineno=line):
                    defined[name].append(f"{path}:{line} {name}")
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    used[name] += 1
    return [
        where[0]
        for name, where in defined.items()
        if len(where) == 1 and used[name] == 1 and not name.startswith("__")
    ]


COUNTED = dict(
    zip(
        LIMITS,
        (contentless_names, riddles, repeated_classes, repeated_modules, functions_used_once),
        strict=True,
    )
)


@pytest.mark.parametrize("what", LIMITS)
def test_counts_only_fall(what):
    places = COUNTED[what](trees())
    assert len(places) <= LIMITS[what], "\n".join(places)


def test_no_module_is_too_long():
    lengths = {
        path.name: path.read_text(encoding="utf-8").count("\n") for path in SOURCE.rglob("*.py")
    }
    assert {name: count for name, count in lengths.items() if count > MOST_LINES} == {}


if __name__ == "__main__":
    every = trees(sys.argv[1] if len(sys.argv) > 1 else "")
    for title, count in COUNTED.items():
        listed = count(every)
        print(f"== {title}: {len(listed)}", *listed, sep="\n")
