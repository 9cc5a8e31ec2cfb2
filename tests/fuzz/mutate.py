"""Damage to valid inputs, with knowledge of their shape."""

from __future__ import annotations

import copy
import gzip
import json
import random
import re
import zlib
from collections.abc import Callable

ODD_CELLS = (
    "", "-", "0", "-0", "1", "-1", "+5", "007", "1e3", "1e308", "1e999", "-1e999", "nan", "NaN",
    "inf", "-inf", "Infinity", "0x10", "1_000", "٣", "1.5", ".5", "5.", "1e-400", "2147483648",
    "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808",
    "18446744073709551616", "-9223372036854775808", "-9223372036854775809", "9" * 40, "null",
    "None", "true", "NA", "#", "# x", '"', '""', '"x', "'", "\\", "\\n", "a b", "a\tb", "a,b",
    "a|b", "é", "e\u0301", "\u200b", "\u202e", "\ufeff", "\x00", "\x1b[31m", "😀", "Z" * 300,
    "/article[1]", "/article[1]/sec[0]", "/article[1]/sec[99999999999]", "/a[1]|/a[1]", "//", "/",
    "../../etc/passwd", "=1+1", "@x", "{}", "[]", "<b>", "&amp;", "12..30", "30..12", "..",
    "topic", "doc", "start", "end", "score", "rank", "grade", "element", "id", "text", "size",
)  # fmt: skip
ODD_VALUES = (
    None, True, False, -1, 0, 1, 7, 1e99, 2.5, 1 << 63, 1 << 70, -(1 << 63), float("nan"), "", "x",
    "a\0b", "\ud800", "😀", [], [[]], [None], {}, {"x": 1}, ["x", "y", "z"], [1, 2], [3, 1],
    {"title": 3}, "9" * 30, "12", "nan", [[[[[[]]]]]], {"": {"": {}}}, [0.5], "\u2028",
)  # fmt: skip
ODD_BYTES = (
    b"\x00", b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\n", b"\r\n", b"\x0b",
    b"\x0c", b"\x1a", b"\x85", b"\xc2\x85", b"\xe2\x80\xa8", b"\x80", b"\xc3", b"\xed\xa0\x80",
    b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04", b"PAR1", b"\xf0\x9f\x98\x80",
)  # fmt: skip

Damage = Callable[[random.Random, bytes], bytes]


def damaged(random_: random.Random, data: bytes, shape: str, others: tuple[bytes, ...]) -> bytes:
    """Return an input with one to four damages, mostly of its own shape."""
    for _ in range(random_.choice((1, 1, 1, 2, 2, 3, 4))):
        draw = random_.random()
        if draw < 0.72:
            data = random_.choice(_SHAPES[shape])(random_, data)
        elif draw < 0.92:
            data = random_.choice(_BINARY)(random_, data)
        elif draw < 0.96:
            data = _spliced(random_, data, random_.choice(others))
        else:
            data = random_.choice(_ENVELOPES)(random_, data)
    return data[:200_000]


# -- bytes -----------------------------------------------------------------------------------


def _flip(random_: random.Random, data: bytes) -> bytes:
    if not data:
        return b"\x00"
    at = random_.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random_.randrange(8))]) + data[at + 1 :]


def _insert(random_: random.Random, data: bytes) -> bytes:
    at = random_.randint(0, len(data))
    return data[:at] + random_.choice(ODD_BYTES) + data[at:]


def _cut(random_: random.Random, data: bytes) -> bytes:
    return data[: random_.randint(0, len(data))]


def _gap(random_: random.Random, data: bytes) -> bytes:
    low, high = _range(random_, len(data))
    return data[:low] + data[high:]


def _again(random_: random.Random, data: bytes) -> bytes:
    low, high = _range(random_, len(data))
    return data[:high] + data[low:high] * random_.choice((1, 1, 2, 20)) + data[high:]


def _range(random_: random.Random, size: int) -> tuple[int, int]:
    low = random_.randint(0, size)
    return low, min(size, low + random_.choice((1, 2, 4, 8, 16, 64, 300)))


def _spliced(random_: random.Random, data: bytes, other: bytes) -> bytes:
    return data[: random_.randint(0, len(data))] + other[random_.randint(0, len(other)) :]


def _noise(random_: random.Random, data: bytes) -> bytes:
    del data
    return random_.randbytes(random_.choice((0, 1, 3, 10, 100)))


_BINARY: tuple[Damage, ...] = (_flip, _flip, _insert, _cut, _gap, _again, _noise)


# -- envelopes -------------------------------------------------------------------------------


def _gzip(random_: random.Random, data: bytes) -> bytes:
    packed = gzip.compress(data, 1, mtime=0)
    return random_.choice((packed, packed + packed, packed[:-5], packed + b"tail"))


def _zstd(random_: random.Random, data: bytes) -> bytes:
    try:
        from backports import zstd
    except ImportError:
        from compression import zstd  # type: ignore[no-redef]
    packed: bytes = zstd.compress(data)
    return random_.choice((packed, packed + packed, packed[:-3]))


def _encoded(random_: random.Random, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    encoding = random_.choice(("utf-16", "utf-16-le", "utf-32", "latin-1", "utf-8-sig", "cp1252"))
    return text.encode(encoding, "replace")


def _windows(random_: random.Random, data: bytes) -> bytes:
    del random_
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def _mac(random_: random.Random, data: bytes) -> bytes:
    del random_
    return data.replace(b"\n", b"\r")


_ENVELOPES: tuple[Damage, ...] = (_gzip, _zstd, _encoded, _windows, _mac)


# -- lines and cells -------------------------------------------------------------------------


def _with_lines(
    change: Callable[[random.Random, list[bytes]], list[bytes]],
) -> Damage:
    def damage(random_: random.Random, data: bytes) -> bytes:
        lines = data.split(b"\n")
        return b"\n".join(change(random_, lines))

    return damage


def _drop_line(random_: random.Random, lines: list[bytes]) -> list[bytes]:
    at = random_.randrange(len(lines))
    return [*lines[:at], *lines[at + 1 :]]


def _repeat_line(random_: random.Random, lines: list[bytes]) -> list[bytes]:
    at = random_.randrange(len(lines))
    return [*lines[:at], *[lines[at]] * random_.choice((2, 2, 3, 200)), *lines[at + 1 :]]


def _shuffle_lines(random_: random.Random, lines: list[bytes]) -> list[bytes]:
    random_.shuffle(lines)
    return lines


def _odd_line(random_: random.Random, lines: list[bytes]) -> list[bytes]:
    at = random_.randint(0, len(lines))
    odd = random_.choice((b"", b" ", b"#", b"# note", b"\t\t\t", b"\x00", b"x", b"{}", b"[]", b"<"))
    return [*lines[:at], odd, *lines[at:]]


def _cells(random_: random.Random, lines: list[bytes]) -> list[bytes]:
    """Change, drop, add, move or double a cell of one line, or a column of all lines."""
    at = random_.randrange(len(lines))
    mark = next((mark for mark in (b"\t", b",", b" ") if mark in lines[at]), b"\t")
    change = random_.choice((_odd_cell, _odd_cell, _odd_cell, _drop_cell, _add_cell, _swap_cells))
    seed = random_.randrange(1 << 30)
    rows = range(len(lines)) if random_.random() < 0.15 else (at,)
    for row in rows:
        cells = lines[row].split(mark)
        lines[row] = mark.join(change(random.Random(seed), cells))
    return lines


def _odd_cell(random_: random.Random, cells: list[bytes]) -> list[bytes]:
    cells[random_.randrange(len(cells))] = random_.choice(ODD_CELLS).encode()
    return cells


def _drop_cell(random_: random.Random, cells: list[bytes]) -> list[bytes]:
    del cells[random_.randrange(len(cells))]
    return cells


def _add_cell(random_: random.Random, cells: list[bytes]) -> list[bytes]:
    cells.insert(random_.randint(0, len(cells)), random_.choice(ODD_CELLS).encode())
    return cells


def _swap_cells(random_: random.Random, cells: list[bytes]) -> list[bytes]:
    one, other = random_.randrange(len(cells)), random_.randrange(len(cells))
    cells[one], cells[other] = cells[other], cells[one]
    return cells


def _separators(random_: random.Random, data: bytes) -> bytes:
    old, new = random_.choice(b"\t ,;|"), random_.choice((b"\t", b" ", b",", b";", b"  ", b" \t"))
    return data.replace(bytes([old]), new)


def _number(random_: random.Random, data: bytes) -> bytes:
    """Replace one number, wherever it stands."""
    found = [*re.finditer(rb"-?\d+(?:\.\d+)?", data)]
    if not found:
        return data
    at = random_.choice(found)
    return data[: at.start()] + random_.choice(ODD_CELLS).encode() + data[at.end() :]


_LINES: tuple[Damage, ...] = (
    _with_lines(_drop_line), _with_lines(_repeat_line), _with_lines(_shuffle_lines),
    _with_lines(_odd_line), _with_lines(_cells), _with_lines(_cells), _with_lines(_cells),
    _separators, _number, _number,
)  # fmt: skip


# -- JSON ------------------------------------------------------------------------------------


def _json(random_: random.Random, data: bytes) -> bytes:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return _number(random_, data)
    changed = _changed_value(random_, value)
    return json.dumps(changed, ensure_ascii=random_.random() < 0.5).encode("utf-8", "surrogatepass")


def _json_line(random_: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at = random_.randrange(len(lines))
    lines[at] = _json(random_, lines[at])
    return b"\n".join(lines)


def _changed_value(random_: random.Random, value: object) -> object:
    value = copy.deepcopy(value)
    path = random_.choice(_paths(value))
    if not path:
        return random_.choice(
            (random_.choice(ODD_VALUES), [value], {"data": value}, [value, value])
        )
    parent = value
    for step in path[:-1]:
        parent = parent[step]  # type: ignore[index]
    old, odd = parent[path[-1]], random_.choice(ODD_VALUES)  # type: ignore[index]
    kind = random_.randrange(6)
    if kind == 0:
        del parent[path[-1]]  # type: ignore[attr-defined]
    elif kind == 1 and isinstance(parent, dict):
        parent[random_.choice((*parent, "x", "id", "doc", "start", "topic", ""))] = old
    elif kind == 1 and isinstance(parent, list):
        parent.insert(0, copy.deepcopy(old))
    elif kind == 2:
        parent[path[-1]] = random_.choice(([old], {"x": old}, str(old), [old, odd]))  # type: ignore[index]
    else:
        parent[path[-1]] = odd  # type: ignore[index]
    return value


def _paths(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    inner: list[tuple[object, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value[:50]))
    return [path, *(way for step, each in inner for way in _paths(each, (*path, step)))]


def _double_key(random_: random.Random, data: bytes) -> bytes:
    found = [*re.finditer(rb'"[^"\\]*":\s*[^,{}\[\]]+', data)]
    if not found:
        return data
    at = random_.choice(found)
    return data[: at.end()] + b", " + at[0] + data[at.end() :]


def _nest(random_: random.Random, data: bytes) -> bytes:
    depth = random_.choice((5, 100, 3000))
    return b"[" * depth + data + b"]" * random_.choice((depth, depth - 1))


_JSON: tuple[Damage, ...] = (_json, _json, _json, _json, _double_key, _number, _nest)
_JSON_LINES: tuple[Damage, ...] = (
    _json_line, _json_line, _json_line, _json_line, _double_key, _number,
    _with_lines(_drop_line), _with_lines(_repeat_line), _with_lines(_odd_line),
)  # fmt: skip


# -- XML, HTML, Markdown -----------------------------------------------------------------------

_MARKUP = (
    b"<", b">", b"</a>", b"<a>", b"<a/>", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<?x y?>", b"&",
    b"&lt;", b"&#0;", b"&#x10FFFF;", b"&#xD800;", b"&nope;", b"<a b='c' b='d'>", b"<!DOCTYPE a>",
    b'<!DOCTYPE a [<!ENTITY e "x">]>', b'<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
    b"<a xmlns='u:x'>", b"<x:a>", b"<script>", b"<p><table><p>", b"# h\n", b"```\n",
    b"- a\n  - b\n",
    b"| a | b |\n|---|---|\n", b"[a](b)", b"[a]: b\n", b"> > > q\n", b"&#9;", b"<br>", b"\n\n\n",
)  # fmt: skip


def _markup(random_: random.Random, data: bytes) -> bytes:
    at = random_.randint(0, len(data))
    return data[:at] + random_.choice(_MARKUP) * random_.choice((1, 1, 1, 300)) + data[at:]


def _tag(random_: random.Random, data: bytes) -> bytes:
    found = [*re.finditer(rb"<[^<>]*>", data)]
    if not found:
        return _markup(random_, data)
    at = random_.choice(found)
    new = random_.choice((b"", at[0] * 2, b"<x>", b"</x>", at[0].replace(b"/", b""), at[0][:-1]))
    return data[: at.start()] + new + data[at.end() :]


_XML: tuple[Damage, ...] = (_tag, _tag, _tag, _markup, _markup, _number, _number)


# -- measure expressions -----------------------------------------------------------------------

_WORDS = (
    b"(", b")", b"@", b",", b"=", b"nav", b"0.5", b"5", b"@5", b"@0.1", b"[1,2]", b"1..5", b"'x'",
    b"F", b"T2I(n=300)", b"beta", b"budget=10", b"None", b"__import__", b"lambda",
    b"@@", b"..", b"-1",
    b"1e9", b"nan", b"CharR", b"{1: 2}", b"()", b"((", b" ", b"\n", b"#",
    b"\xc3\xa9", b"short=last",
)  # fmt: skip


def _word(random_: random.Random, data: bytes) -> bytes:
    at = random_.randint(0, len(data))
    return data[:at] + random_.choice(_WORDS) + data[at + random_.choice((0, 0, 1, 3)) :]


_EXPRESSION: tuple[Damage, ...] = (_word, _word, _word, _number, _gap)


# -- packed things -----------------------------------------------------------------------------


def _repacked(random_: random.Random, data: bytes) -> bytes:
    """Damage one deflated stretch of an archive or of a packed file, checksums left as they are."""
    try:
        plain = gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return _flip(random_, data)
    return gzip.compress(random_.choice(_BINARY)(random_, plain), 1, mtime=0)


_SHAPES: dict[str, tuple[Damage, ...]] = {
    "lines": _LINES,
    "json": _JSON,
    "jsonl": _JSON_LINES,
    "markup": _XML,
    "expression": _EXPRESSION,
    "binary": (*_BINARY, _repacked),
}
