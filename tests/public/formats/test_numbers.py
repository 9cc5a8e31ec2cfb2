"""Numbers of every spelling against Python's own parser, bit for bit."""

from __future__ import annotations

import random

import numpy as np
import pytest

import partwise as pw


def decimals(seed: int) -> list[str]:
    """Decimals of up to 20 characters with the point at any place."""
    rng = random.Random(seed)
    texts = []
    for size in range(1, 21):
        for _ in range(4):
            digits = "".join(rng.choices("0123456789", k=size))
            texts.append(digits)
            at = rng.randrange(size)
            texts.append(f"{digits[:at]}.{digits[at + 1 :]}" if size > 1 else digits)
    return texts


def of_size(size: int) -> list[str]:
    """Digits only, so many of them."""
    texts = (text for seed in range(9) for text in decimals(seed))
    return [text for text in texts if text.isdigit() and len(text) == size]


POINTS = ((3, 1), (7, 1), (7, 6), (8, 1), (8, 8), (9, 2), (14, 3), (15, 1), (15, 9), (16, 5))
COLUMNS = {
    "mixed": decimals(1),
    "signed": [sign + text for text in decimals(2) for sign in ("-", "+", "")],
    **{f"{size} digits": of_size(size) for size in (1, 7, 8, 9, 10, 15, 16, 17)},
    **{
        f"point at {at} of {size}": [f"{text[:at]}.{text[at:]}" for text in of_size(size)]
        for size, at in POINTS
    },
    "edge of 53 bits": [
        *(str((1 << 53) + n) for n in range(-3, 4)), "900719925474099.1", "9007199254740.993",
    ],
    "exponents": ["1e5", "1E5", "1.5e-7", "-2.25E+3", "1e308", "4.9e-324", "0e0", "12.e1", ".5e1"],
    "infinite": ["inf", "-inf", "Infinity", "+inf", "1e999", "-1e999"],
    "points": [".5", "5.", "-.25", "+0.125", "-5."],
    "long": [
        "0." + "1234567890" * 7, "1" * 70, "0" * 70 + "1", "0." + "0" * 62 + "1",
        "1" * 63, "1" * 64, "1" * 65,
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("form", ["trec", "tsv"])
def test_scores(tmp_path, name, form):
    texts = COLUMNS[name]
    assert texts
    file = tmp_path / f"run.{'tsv' if form == 'tsv' else 'txt'}"
    if form == "trec":
        lines = [f"q Q0 d{n} {n} {text} tag" for n, text in enumerate(texts)]
    else:
        lines = ["topic\tdoc\tscore", *(f"q\td{n}\t{text}" for n, text in enumerate(texts))]
    file.write_text("\n".join(lines) + "\n")
    run = pw.read_run(file)
    np.testing.assert_array_equal(run.score, [float(text) for text in texts])
    assert np.signbit(run.score).tolist() == [np.signbit(float(text)) for text in texts]


@pytest.mark.parametrize(
    "text",
    ["", "x", "1.2.3", "1,5", "--1", "+-1", "1e", "e5", ".", "-", "nan", "1_000", "1 ", "0x10",
         "1.5.", "..",
     "12345678.1.2", "1.2345678.9", "123456789:", "/23456789", "1234567812345678x",
     "1" * 70 + "x", "٣", "1e5e5", "1_0", "1_" + "0" * 70, "0" * 70 + "_1"],
)  # fmt: skip
@pytest.mark.parametrize("others", ["1.25", "3", "-7", "1e3"])
def test_no_numbers(tmp_path, text, others):
    file = tmp_path / "run.tsv"
    lines = ["topic\tdoc\tscore", f"q\ta\t{others}", f"q\tb\t{text}", f"q\tc\t{others}"]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(pw.PartwiseError, match=r"run\.tsv:3: "):
        pw.read_run(file)


WHOLE = ["0", "7", "12345678", "123456789", "123456789012", "0000000012", "00000000000000000012",
         "+5", "+123456789"]  # fmt: skip


@pytest.mark.parametrize("texts", [WHOLE, *([text] for text in WHOLE)], ids=lambda t: str(len(t)))
def test_offsets(tmp_path, texts):
    file = tmp_path / "qrels.tsv"
    rows = [f"q\td{n}\t{text}\t{int(text) + 1}" for n, text in enumerate(texts)]
    file.write_text("\n".join(["topic\tdoc\tstart\tend", *rows]) + "\n")
    assert pw.read_qrels(file).start.tolist() == [int(text) for text in texts]


@pytest.mark.parametrize(
    "text", ["1.5", "x", "", "1e3", "+", "12345678x", "123456789012345678x", str(1 << 63), "1" * 40]
)
def test_no_whole_numbers(tmp_path, text):
    file = tmp_path / "qrels.tsv"
    file.write_text(f"topic\tdoc\tstart\tend\nq\ta\t1\t2\nq\tb\t{text}\t99\n")
    with pytest.raises(pw.PartwiseError, match=r"qrels\.tsv:3: "):
        pw.read_qrels(file)
