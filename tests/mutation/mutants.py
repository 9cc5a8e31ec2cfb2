"""Slips: one operator, constant, bound or statement of a function changed."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.And: ast.Or, ast.Or: ast.And, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_NAMES = {
    "minimum": "maximum", "maximum": "minimum", "min": "max", "max": "min", "any": "all",
    "all": "any", "floor": "ceil", "ceil": "floor", "cumsum": "cumprod", "zeros": "ones",
    "ones": "zeros", "argmin": "argmax", "argmax": "argmin", "left": "right", "right": "left",
}  # fmt: skip
_BUILT_IN = {"min", "max", "any", "all"}
"""Other names are swapped only where both are at hand: a name that nobody gave fails at once."""
_SKIPPED = (ast.Raise, ast.Assert, ast.JoinedStr, ast.Import, ast.ImportFrom)


@dataclass(frozen=True)
class Mutant:
    """A function with a slip in it."""

    file: str
    function: str
    """Qualified name of the outermost function or method."""
    line: int
    what: str
    """Kind of slip, numbered where a function has several of one kind."""
    number: int
    """Which node of the function is changed."""
    change: object

    def tree(self) -> ast.Module:
        """Return the module with the slip."""
        tree = ast.parse(Path(self.file).read_text(encoding="utf-8"))
        function = next(node for node, name in _functions(tree) if name == self.function)
        _apply(function, self.number, self.change)
        return ast.fix_missing_locations(tree)


def mutants(path: Path) -> Iterator[Mutant]:
    """Return every slip of every function of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function, name in _functions(tree):
        nodes, count = _nodes(function), Counter[str]()
        for number, change, kind in _slips(nodes):
            count[kind] += 1
            what = kind if count[kind] == 1 else f"{kind} #{count[kind]}"
            line = getattr(nodes[number][1], "lineno", 0)
            yield Mutant(str(path), name, line, what, number, change)


def _functions(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node, node.name
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    yield inner, f"{node.name}.{inner.name}"


def _slips(nodes: list[tuple[int, ast.AST]]) -> Iterator[tuple[int, object, str]]:
    """Return node number, new content and words of each slip of a function's body."""
    names = _BUILT_IN | {node.id for _, node in nodes if isinstance(node, ast.Name)}
    for number, node in nodes:
        match node:
            case (
                ast.Compare(ops=[op]) | ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op)
            ):
                if type(op) in _SWAPS:
                    new = _SWAPS[type(op)]
                    yield number, new, f"{type(op).__name__} -> {new.__name__}"
            case ast.Constant(value=bool() as value):
                yield number, not value, f"{value} -> {not value}"
            case ast.Constant(value=int() | float() as value):
                yield number, value + 1, f"{value} -> {value + 1}"
            case ast.Constant(value=str() as value) if value in ("left", "right"):
                yield number, _NAMES[value], f"{value!r} -> {_NAMES[value]!r}"
            case ast.Attribute(attr=name) | ast.Name(id=name, ctx=ast.Load()) if _NAMES.get(
                name
            ) in ({*_NAMES} if isinstance(node, ast.Attribute) else names):
                yield number, _NAMES[name], f"{name} -> {_NAMES[name]}"
            case ast.UnaryOp(op=ast.Not() | ast.Invert() | ast.USub()):
                yield number, "bare", f"{type(node.op).__name__} left out"
            case ast.Assign(targets=[ast.Subscript()]) | ast.AugAssign():
                yield number, "pass", "statement left out"


def _nodes(function: ast.AST) -> list[tuple[int, ast.AST]]:
    """Number the nodes of a body that slips may change: no words, types, docstrings or checks."""
    body = getattr(function, "body", [])
    found: list[ast.AST] = []

    def visit(node: ast.AST) -> None:
        if _is_left_alone(node):
            return
        found.append(node)
        skipped = {"annotation", "returns", "decorator_list", "type_comment"}
        for name, value in ast.iter_fields(node):
            if name not in skipped:
                for each in value if isinstance(value, list) else [value]:
                    if isinstance(each, ast.AST) and each is not _free_size(node):
                        visit(each)

    for statement in body:
        visit(statement)
    return list(enumerate(found))


def _free_size(node: ast.AST) -> ast.AST | None:
    """Return the -1 of a ``reshape``, for which numpy takes any negative number."""
    match node:
        case ast.Call(func=ast.Attribute(attr="reshape"), args=[ast.UnaryOp() as free, *_]):
            return free
    return None


def _is_left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.keyword(arg="strict"):  # zip's check that both have one length, as an assert is
            return True
    return isinstance(node, _SKIPPED)


def _apply(function: ast.AST, number: int, change: object) -> None:
    """Change one node of a function."""
    node = _nodes(function)[number][1]
    if change == "pass":
        _replace(function, node, ast.Pass())
    elif change == "bare" and isinstance(node, ast.UnaryOp):
        _replace(function, node, node.operand)
    elif isinstance(change, type):
        if isinstance(node, ast.Compare):
            node.ops = [change()]
        else:
            node.op = change()  # type: ignore[attr-defined]
    elif isinstance(node, ast.Constant):
        node.value = change  # type: ignore[assignment]
    elif isinstance(node, ast.Attribute):
        node.attr = str(change)
    elif isinstance(node, ast.Name):
        node.id = str(change)


def _replace(function: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for node in ast.walk(function):
        for name, value in ast.iter_fields(node):
            if value is old:
                setattr(node, name, new)
            elif isinstance(value, list):
                value[:] = [new if each is old else each for each in value]
    ast.copy_location(new, old)
