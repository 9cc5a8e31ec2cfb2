"""Cliffs: ratios of variants of a command to the plain command on the same rows.

    python -m benchmarks.cliffs [--rows 1000000] [--turns 3] [--only PATTERN]

An option, a measure of another family, another order of lines or another shape of the same file
should cost about what the plain command costs. Files are made with fixed seeds; the commands of a
case take turns, each as a fresh ``python -m partwise``. CPU seconds (all processes of a command),
wall seconds and megabytes (its largest process) are each the least of all turns. Values must be
those of the plain command, bit for bit. The exit code is 1 unless all targets are met and all
values are equal.
"""

from __future__ import annotations

import argparse
import math
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from benchmarks.chunks import DEPTH
from benchmarks.process import PYTHON, Cost
from benchmarks.shapes import RENAMED, create_files
from benchmarks.speed import costs_of, made, versions
from benchmarks.targets import Case, System, Target

MILLION = 1_000_000
ENOUGH = 10.0  # CPU seconds after which a variant is not measured again

CHUNKS = "-m CharR@5 -m CharP@5 -m 'CharR(budget=4000)' -m CharAP"
DOCUMENTS = "-m AP -m nDCG@10 -m P@10 -m R@1000 -m RR"
MEASURES = dict.fromkeys(("tsv", "csv", "jsonl", "parquet"), CHUNKS) | {"trec": DOCUMENTS}
JSON_SHAPES = "numbers-as-strings", "nested-keys", "a-topic-a-line"
COLUMNS = "--columns " + ",".join(f"{column}={header}" for column, header in RENAMED.items())

OPTIONS = (
    *("-m AP", "-m nDCG@10", "-m AiP", "-m PartP", "-m AgP@100", "--preset rag"),
    *("--lengths @lengths.tsv", "--lengths @lengths.tsv -m NCE@10", "--inventory @inventory.tsv"),
    *("--structure @structure.tsv", "--whole-documents --lengths @lengths.tsv"),
    *("--doc-ids casefold", "--doc-ids name", "--doc-ids stem", "--order file", "--order score"),
    *("--topics common", "--undefined zero", "--task thorough", "--convention trec_eval10"),
    *("--preset rag --quirks off", "--nav 'T2I(300)'", "--budget-unit characters"),
    *("--topics-file @topics.tsv", "--kilt-keys wikipedia_id", "--scale share"),
    *("--per-topic", "--format json", "--raw", "--fail-under CharAP=0", "--lenient"),
    *("--format-run tsv", "--format-qrels tsv", "--encoding latin-1", "--unit codepoint"),
    *("--trust offsets", "--ambiguous all", "--max-errors 20%", "--missing skip"),
    *("--missing document", "--max-bytes 10000000000", "--memory 500M", "--engine processes"),
    *("--verbose", "--quiet", "--debug"),
)
DOCUMENT_OPTIONS = (
    *("-m ERR@10", "-m Bpref", "--order file", "--order rank", "--doc-ids casefold", "--lenient"),
    *("--topics common", "--undefined zero", "--convention trec_eval10", "--per-topic"),
)
NOT_MEASURED = {
    "--texts": "needs texts",
    "--cited": "for TREC RAG answers only",
    "--bucket": "for folders of buckets only",
    "--work": "keeps files for the next command",
    "--resume": "takes the files of an earlier command",
}
"""Options of ``partwise evaluate`` without a variant, and the reasons."""

EQUAL = "values are equal"
NEW_VALUES = re.compile("--whole-documents|--format json|500 runs")
"""Variants whose values or whose form of output are not those of the plain command."""

OPTION_LIMITS = Target(1.5, "plain"), Target(1.5, "plain", "megabytes")
ORDER_LIMITS = Target(4, "plain"), Target(250, what="megabytes")
SHAPE_LIMITS = (Target(2, "plain"),)


@dataclass(frozen=True)
class Cliff:
    """A plain command and its variants on the same rows.

    Parameters
    ----------
    name, title : str
        Short name, and description.
    plain : str
        Files of the plain command; ``@NAME`` is a file of the folder.
    variants : mapping of str to str
        Options to add, by the name of the variant; all arguments if they begin with ``@``.
    limits : tuple of Target
        Targets of each variant.
    rows, depth : int
        Rows of a run at full size, and of a topic.
    measures : str
        Options of all commands.
    """

    name: str
    title: str
    plain: str
    variants: Mapping[str, str]
    limits: tuple[Target, ...]
    rows: int = MILLION
    depth: int = DEPTH
    measures: str = CHUNKS

    @property
    def commands(self) -> dict[str, str]:
        """Arguments of the plain command and of its variants."""
        return {"plain": self.plain} | {
            name: arguments if arguments.startswith("@") else f"{self.plain} {arguments}"
            for name, arguments in self.variants.items()
        }

    def matching(self, pattern: str) -> Cliff | None:
        """Cliff with the variants whose ``NAME: VARIANT`` matches a pattern, None without any."""
        names = [name for name in self.commands if re.search(pattern, f"{self.name}: {name}")]
        subset = {name: words for name, words in self.variants.items() if name in names}
        return replace(self, variants=subset) if names else None

    def case(self) -> Case:
        """Case of `benchmarks.speed`."""
        targets = [replace(limit, system=name) for name in self.variants for limit in self.limits]
        check = partial(compare_values, self)
        return Case(self.name, self.title, self.create, self.systems, tuple(targets), check)

    def create(self, folder: Path, size: float) -> None:
        """Write the files of all commands; `size` is the share of the full size."""
        words = " ".join(self.commands.values()).split()
        files = dict.fromkeys(word[1:] for word in words if word.startswith("@"))
        rows = self.rows if self.depth < DEPTH else self.rows * size  # small runs stay small
        create_files(list(files), folder, max(1, round(rows / self.depth)), self.depth)

    def systems(self, folder: Path) -> dict[str, System | None]:
        """Commands on the files of a folder, by name."""
        systems: dict[str, System | None] = {}
        for name, arguments in self.commands.items():
            output = self.output(name, folder)
            words = shlex.split(f"{self.measures} --format tsv -o {output} {arguments}")
            paths = [re.sub("^@", f"{folder}/", word) for word in words]
            systems[name] = System((*PYTHON, "partwise", "evaluate", *paths))
        return systems

    def output(self, name: str, folder: Path) -> Path:
        """File with the values of a command."""
        return folder / f"{list(self.commands).index(name)}.values"


def compare_values(cliff: Cliff, folder: Path) -> str:
    """Names of variants whose values are not those of the plain command."""
    means = {}
    for name in cliff.commands:
        lines = cliff.output(name, folder).read_text().splitlines()
        means[name] = {line.split("\t", 1)[1] for line in lines if "\tall\t" in line}
    names = [name for name in cliff.variants if not NEW_VALUES.search(name)]
    unequal = [name for name in names if not means["plain"] or not means["plain"] <= means[name]]
    return f"values differ: {', '.join(unequal)}" if unequal else EQUAL


def _named(*options: str) -> dict[str, str]:
    return {option.replace(" @", " "): option for option in options}


def _files(kind: str, *shapes: str) -> dict[str, str]:
    options = {"renamed-columns": COLUMNS}
    arguments = {shape: f"@qrels @{shape}.{kind} {options.get(shape, '')}" for shape in shapes}
    return {shape.replace("-", " "): words for shape, words in arguments.items()}


def _order(kind: str, scale: int = 1) -> Cliff:
    name, plain = f"order-{kind}" + f"-{scale}x" * (scale > 1), f"@qrels @run.{kind}"
    title, rows = f"order of lines, {kind}, {scale},000,000 rows", scale * MILLION
    variants = _files(kind, "a-topic-comes-back", "topics-interleaved")
    return Cliff(name, title, plain, variants, ORDER_LIMITS, rows, measures=MEASURES[kind])


def _shapes(kind: str, *shapes: str) -> Cliff:
    title, plain = f"shapes of a file, {kind}, 1,000,000 rows", f"@qrels @run.{kind}"
    variants, measures = _files(kind, *shapes), MEASURES[kind]
    return Cliff(f"shapes-{kind}", title, plain, variants, SHAPE_LIMITS, measures=measures)


def _runs(number: int) -> str:
    return "@qrels " + " ".join(f"@r{index}.run" for index in range(number))


CLIFFS = (
    Cliff(
        "options",
        "options and measures, TSV, 1,000,000 rows",
        "@qrels @run.tsv",
        _named(*OPTIONS) | _files("tsv", "renamed-columns"),
        OPTION_LIMITS,
    ),
    Cliff(
        "options-wide",
        "options about further columns, TSV, 1,000,000 rows",
        "@judged.tsv @wide.tsv",
        _named("--order rank", "--equivalent copy", "--assessor A"),
        OPTION_LIMITS,
    ),
    Cliff(
        "options-trec",
        "options and measures, TREC, 1,000,000 lines",
        "@qrels @run.trec",
        _named(*DOCUMENT_OPTIONS),
        OPTION_LIMITS,
        measures=DOCUMENTS,
    ),
    *(_order(kind) for kind in ("tsv", "jsonl", "parquet", "trec")),
    *(_order(kind, 5) for kind in ("tsv", "trec")),
    _shapes("trec", "CRLF", "repeated-blanks", "gzip"),
    _shapes("tsv", "CRLF", "gzip", "as-CSV", "as-quoted-CSV"),
    _shapes("csv", "quoted", "CRLF", "gzip", "renamed-columns"),
    _shapes("jsonl", *JSON_SHAPES, "CRLF", "gzip", "renamed-columns"),
    _shapes("parquet", "renamed-columns"),
    Cliff(
        "jobs",
        "two processes, TSV, 5,000,000 rows",
        "@qrels @run.tsv",
        _named("--jobs 2"),
        (Target(0.8, "plain", "wall"), Target(1.3, "plain")),
        rows=5 * MILLION,
    ),
    Cliff(
        "jobs-runs",
        "two processes, 20 runs of 250,000 lines",
        _runs(20),
        _named("--jobs 2"),
        (Target(0.65, "plain", "wall"), Target(1.3, "plain")),
        rows=250_000,
        measures=DOCUMENTS,
    ),
    Cliff(
        "small-runs",
        "runs of 1,000 lines",
        _runs(1),
        {"500 runs": _runs(500)},
        (Target(1.5),),  # 3 ms each
        rows=1000,
        depth=20,
        measures=DOCUMENTS,
    ),
)
CASES = [cliff.case() for cliff in CLIFFS]

HEAD = "| case | variant | CPU s | x plain | wall s | x plain | MB | x plain | targets | |"
UNITS = {"cpu": "CPU", "wall": "wall", "megabytes": "MB"}


def table_rows(case: Case, costs: Mapping[str, Cost]) -> Iterator[tuple[str, list[bool]]]:
    """Line of each command in Markdown, and its targets that are met."""
    plain = costs["plain"]
    for name, cost in costs.items():
        targets = [target for target in case.targets if target.system == name]
        met = [(target.found(costs) or math.inf) <= target.most for target in targets]
        units = [UNITS[target.what] for target in targets]
        times = [f"{target.most:g}{' x' if target.over else ''}" for target in targets]
        missed = [unit for unit, good in zip(units, met, strict=True) if not good]
        cells = [case.name, name]
        for what, digits in (("cpu", 2), ("wall", 2), ("megabytes", 0)):
            value, unit = getattr(cost, what), getattr(plain, what)
            cells += [f"{value:.{digits}f}", f"{value / unit:.2f}"]
        cells.append(", ".join(map(" ".join, zip(units, times, strict=True))))
        cells.append(f"MISSED: {', '.join(missed)}" if missed else "met" if met else "")
        yield f"| {' | '.join(cells)} |", met


def main() -> None:
    """Measure, print the table, and count the targets that are met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cliffs", description=__doc__)
    parser.add_argument("--rows", type=int, default=MILLION, help="rows of a run (%(default)s)")
    parser.add_argument("--turns", type=int, default=3, help="turns (%(default)s)")
    parser.add_argument("--only", metavar="PATTERN", default="", help="regex for CASE: VARIANT")
    arguments = parser.parse_args()
    cliffs = [cliff for full in CLIFFS if (cliff := full.matching(arguments.only)) is not None]
    if not cliffs:
        parser.error(f"no variant matches {arguments.only}")
    met, unequal = list[bool](), 0
    print(HEAD, "| --- " * HEAD.count(" |") + "|", sep="\n", flush=True)
    with tempfile.TemporaryDirectory(prefix="partwise-cliffs-") as parent:
        (cache := Path(parent) / "pycache").mkdir()
        for cliff in cliffs:
            case = cliff.case()
            folder = made(case, Path(parent), arguments.rows / MILLION)
            # compiled once for all cases: the first command of a case is no dearer than the next
            (folder / "pycache").symlink_to(cache, target_is_directory=True)
            costs, _ = costs_of(case, folder, arguments.turns, enough=ENOUGH)
            for line, good in table_rows(case, costs):
                print(line, flush=True)
                met += good
            print(f"  {case.name}: {(message := compare_values(cliff, folder))}", file=sys.stderr)
            unequal += message != EQUAL
            shutil.rmtree(folder)
    print(f"{arguments.rows:,} rows; {versions()}\ncliffs: {sum(met)} of {len(met)} targets met")
    sys.exit(unequal > 0 or not all(met))


if __name__ == "__main__":
    main()
