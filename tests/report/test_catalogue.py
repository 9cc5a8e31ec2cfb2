"""Pages of measures."""

from __future__ import annotations

import difflib
import inspect
import itertools
import re
from typing import ClassVar

import pytest
from tests.conftest import ROOT

from partwise.evaluation.plan import parse
from partwise.language import registry
from partwise.language.measure import Measure
from partwise.report.catalogue import by_question, explain, measures, spelling

SOURCES = (".py", ".md")

every_measure = pytest.mark.parametrize("cls", measures(), ids=lambda cls: cls.__name__)


@pytest.fixture
def registered():
    """Register classes for one test."""
    names = []

    def add(cls):
        names.append(cls.__name__)
        return registry.register()(cls)

    yield add
    for name in names:
        registry._classes.pop(name)


def facts(text):
    """Facts of a page as a table."""
    page = explain(text)
    return {
        key: next(
            line.split(None, 1)[1] for line in page.splitlines() if line.startswith(f"  {key} ")
        )
        for key in ("answers", "needs", "undefined", "range")
    }


def test_what_a_class_does_not_state_is_not_stated(registered):  # findings 3.11
    @registered
    class NothingStated(Measure):
        """1 if the first document is relevant."""

    assert facts("NothingStated") == {
        "answers": "not stated",
        "needs": "not stated",
        "undefined": "not stated",
        "range": "not stated, higher is better",
    }
    assert NothingStated().bounds is None


def test_what_a_class_states_is_printed(registered):
    @registered
    class NeedsNothing(Measure):
        """A constant."""

        question: ClassVar[str] = "What is 1?"
        needs: ClassVar[frozenset[str]] = frozenset()
        undefined: ClassVar[str] = "never"
        bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    assert facts("NeedsNothing") == {
        "answers": "What is 1?",
        "needs": "nothing but the run",
        "undefined": "never",
        "range": "[0, 1], higher is better",
    }


@pytest.mark.parametrize(  # findings 3.5
    ("name", "formula"),
    [
        ("AiP", "AiP = (1 / points) Σ_(i=0)^(points-1) iP@(i / (points-1))"),
        ("GRPngP", "(s(c_i) / 3) u(c_i)"),
        ("AgPw", "(|rel(d_j)| / T_rel) gP[j]"),
        ("EHits", "(1 - p~(a; t))"),
        ("CharR", "CharR@k = (1 / T_rel) Σ_(i ≤ k) rsize(p_i)"),
        ("CharAP", "CharAP = (1 / T_rel) Σ_c (hits(c) / read(c))"),
        ("nxCG", "nxCG[k] = xCG[k] / xCI[k]"),
        ("CharOverlap", "CharOverlap@k = 1 - |ret| / (Σ_(i ≤ k) size(p_i))"),
        ("NCE", "NCE@k = Σ_(j ≤ k) ( ES_j / IE_j - 1 )"),
    ],
)
def test_a_fraction_beside_a_factor_is_bracketed(name, formula):
    assert formula in " ".join(explain(name).split())


@pytest.mark.parametrize(  # findings 3.3
    ("name", "parameter", "words"),
    [
        ("CharR", "budget", "default: none (no budget)"),
        ("Reads", "min", "default: none (no threshold)"),
        ("Precall", "collection", "default: none (levels not reached count 0)"),
        ("PRUM", "r", "required without a recall level"),
        ("LE", "nonrel", "default: levels + 1"),
        ("PRUM", "nav", "default: chosen from the data"),
        ("PRUM", "elements", "default: chosen from the data"),
        ("nxCG", "quant", "default: chosen from the data"),
        ("AgP", "gain", "Rel, DocP, DocR, F, BEP, aveChP, ChP, T2IP, T2IR, T2IF; default F"),
    ],
)
def test_two_kinds_of_default(name, parameter, words):
    text = " ".join(explain(name).split())

    assert "from the data" not in text.replace("chosen from the data", "")
    said = text.partition(f"parameter {parameter} ")[2].partition(" parameter ")[0]
    assert said.partition(" try ")[0].endswith(words)


def test_words_of_pages():  # findings 3.6, 7.8, 12.47-12.52
    for name, words in {
        "igP": "How well is relevant text shown where this share of the relevant documents is "
        "reached?",
        "Rprec": "What share of the top R documents is relevant (R = number of relevant "
        "documents)?",
        "gr": "What share of the total achievable gain do the top k elements collect?",
        "nxCG": "What share of the best possible gain of k elements do the top k collect?",
        "ESRR": "What share of the relevance is returned or reached?",
        "T2IP": "Irrelevant characters read before the reader gives up.",
        "CharP": "Stop reading after this many characters or tokens; the last part is truncated.",
        "gP": "Generalised precision of the first k documents.",
        "CE": "Cumulated effort of the first k documents.",
        "GR": "ideals (what the user wants: judged elements, or every highlighted span)",
    }.items():
        assert words in " ".join(explain(name).split()), name


@every_measure
def test_pages_end_with_a_line_to_try(cls):  # findings 7.9
    last = explain(cls.label()).splitlines()[-1]

    command = re.fullmatch(r"try  partwise evaluate qrels\.tsv run\.jsonl -m '(.*?)'( --.*)?", last)
    assert isinstance(parse(command[1]), cls)


def test_components_and_presets_can_be_tried():  # findings 7.9
    start = "try  partwise evaluate qrels.tsv run.jsonl"
    for name, words in {
        "AiP": "-m 'AiP'",
        "BEP": "-m 'AgP(BEP)'",
        "LE": "-m 'ANCE(LE)'",
        "T2I": "-m 'GR(nav=T2I(300))@10'",
        "Edges": """-m "GR(nav=Edges('edges.tsv'))@10\"""",
        "rag": "--preset rag",
    }.items():
        assert explain(name).splitlines()[-1] == f"{start} {words}"


@every_measure
def test_ranks_are_k(cls):  # findings 7.8
    text = f"{inspect.getdoc(cls)} {cls.question}"

    assert not re.search(r"@[rij]\b.*=|first [ri] |first\} [ri]\b", text)
    assert "k" in spelling(cls) or int not in cls.cutoffs


def test_no_two_measures_share_a_question():  # findings 7.9
    asked = {cls.label(): cls.question for cls in measures()}
    words = {name: re.findall(r"\w+", text.lower()) for name, text in asked.items()}
    for one, other in itertools.combinations(words, 2):
        matched = difflib.SequenceMatcher(None, words[one], words[other])
        same = sum(block.size for block in matched.get_matching_blocks())
        assert max(len(words[one]), len(words[other])) - same > 1, (asked[one], asked[other])


def test_questions_are_grouped_by_what_one_has_and_wants():  # findings 7.9
    text = by_question()
    heads = [line for line in text.splitlines() if line and not line.startswith(" ")]

    assert heads[:6] == [
        "CHUNKS OR PASSAGES AGAINST SPANS",
        "DOCUMENTS",
        "PARTS IN THEIR DOCUMENTS",
        "EFFORT",
        "ELEMENTS",
        "NAVIGATION",
    ]
    first = text.partition("DOCUMENTS")[0]
    wants = ["how much of the answer", "how precise", "how early", "near misses"]
    assert [line.strip() for line in first.splitlines() if line.strip() in wants] == wants
    for cls in measures():
        assert text.count(cls.question) == 1


def test_bep_always_spells_its_n():  # findings 3.6
    assert repr(parse("AgP(BEP)")) == "AgP(BEP(n=500))"
    assert repr(parse("AgP(BEP(n=500))")) == "AgP(BEP(n=500))"


@pytest.mark.parametrize(  # findings 12.45, 12.47-12.52
    "words",
    [
        "that the reader bears",
        "as many as there are?",
        "How much of everything there is to earn",
        "Read only so much; every part costs",
        "How much of what k elements can give",
        "Which share of",
        "from the data;",
        "default: from the data",
    ],
)
def test_older_words_are_gone(words):
    folders = [ROOT / "src", ROOT / "docs"]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in SOURCES]

    assert files
    for path in [*files, ROOT / "README.md"]:
        assert words not in path.read_text(encoding="utf-8"), path


def test_presets_list_measures_as_they_are_evaluated():
    assert "gP(F(beta=0.25), short=last)@10" in explain("inex2008-ric")
    assert "AgP(BEP(n=500, missing=zero))" in explain("inex-bic")
    assert "iP(levels=floor)@0.01" in explain("inex2007-focused")
