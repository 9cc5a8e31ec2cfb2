"""Every format by name: where its reader is and what it can be read as.

Modules are imported when a file needs them; a format's grammar is the
docstring of its module.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Literal, NamedTuple

from partwise.errors import UnknownNameError
from partwise.kernels.text.near import near

Kind = Literal["run", "qrels", "lengths", "inventory"]

_RUN: frozenset[Kind] = frozenset({"run"})
_QRELS: frozenset[Kind] = frozenset({"qrels"})
_EITHER: frozenset[Kind] = frozenset({"qrels", "run"})
_PARTS: frozenset[Kind] = frozenset({"inventory"})
_WITH_PARTS: frozenset[Kind] = frozenset({"qrels", "inventory"})
_TABLES: frozenset[Kind] = frozenset({"run", "qrels", "lengths", "inventory"})


class Format(NamedTuple):
    """A format that can be read.

    Parameters
    ----------
    name : str
        As the user spells it.
    kinds : frozenset of str
        What a file of this format can be.
    words : str
        The format in words.
    place : str
        Its module in `partwise.files.formats`, where that is not called like the format.
    usual : str
        What a file is taken for where it can be several things and nobody says which.
    """

    name: str
    kinds: frozenset[Kind]
    words: str = "a table"
    place: str = ""
    usual: Kind = "qrels"

    @property
    def kind(self) -> Kind:
        """What a file of this format is taken for."""
        return next(iter(self.kinds)) if len(self.kinds) == 1 else self.usual

    @property
    def is_table(self) -> bool:
        """Whether it is one of our own tables."""
        return self.kinds == _TABLES

    @property
    def module(self) -> str:
        """Where its ``read_run``, ``read_qrels`` or, for tables, ``read_table`` is."""
        return self.place or self.name.replace("-", "_")

    def load(self) -> ModuleType:
        """Import the reader."""
        return _imported(self.module)


NAVIGATION = ("links", "routes", "partitions")
"""Files of user models; evaluation reads them for the models, they are never detected."""

_ALL = (
    Format("trec-run", _RUN, "a TREC run"),
    Format("trec-qrels", _QRELS, "TREC qrels"),
    Format("inex-run", _RUN, "an INEX run"),
    Format("inex-run-ends", _RUN, "an INEX run"),
    Format("fol-qrels", _QRELS, "FOL qrels", "fol_qrels.read"),
    Format("genomics-run", _RUN, "a Genomics run"),
    Format("genomics-gold", _QRELS, "Genomics gold"),
    Format("inex-submission", _RUN, "an INEX submission", "inex_submission.read"),
    Format("xrai", _QRELS, "X-Rai assessments", "xrai.highlights"),
    Format("xrai-2004", _QRELS, "X-Rai assessments of 2004", "xrai.grades"),
    Format("bioasq", _EITHER, "BioASQ JSON"),
    Format("chroma", _QRELS, "a Chroma file of questions"),
    Format("legalbench", _QRELS, "LegalBench-RAG tests", "legalbench.tests"),
    Format(
        "legalbench-results", _EITHER, "LegalBench-RAG results", "legalbench.results", usual="run"
    ),
    Format("evidence-inference", _QRELS, "an Evidence Inference file"),
    Format("kilt", _EITHER, "KILT JSON lines"),
    Format("squad", _QRELS, "SQuAD JSON"),
    Format("scifact", _QRELS, "SciFact claims"),
    Format("fever", _QRELS, "FEVER claims"),
    Format("hotpot", _QRELS, "HotpotQA JSON"),
    Format("traces", _RUN, "traces"),
    Format("trec-rag", _RUN, "TREC RAG answers"),
    Format("ragas", _EITHER, "a ragas dataset"),
    Format("beir", _EITHER, "BEIR qrels"),
    Format("msmarco", _EITHER, "MS MARCO", usual="run"),
    Format("ranx", _EITHER, "ranx scores"),
    Format("llama-index-qa", _WITH_PARTS, "a LlamaIndex dataset"),
    Format("autorag-corpus", _PARTS, "an AutoRAG corpus", "autorag.corpus"),
    Format("autorag-qa", _QRELS, "AutoRAG questions", "autorag.questions"),
    Format("tsv", _TABLES),
    Format("csv", _TABLES),
    Format("jsonl", _TABLES, place="jsonl.table"),
    Format("parquet", _TABLES),
)

FORMATS = {format_.name: format_ for format_ in _ALL}


def format_named(name: str) -> Format:
    """Return the format of that name."""
    if name not in FORMATS:
        raise UnknownNameError("format", name, near(name, FORMATS), available=tuple(FORMATS))
    return FORMATS[name]


def grammars() -> dict[str, str]:
    """Return the grammar of each format that can be read, by name."""
    modules = {name: found.load() for name, found in FORMATS.items()}
    modules |= {name: _imported(name) for name in NAVIGATION}
    return {name: module.__doc__ or "" for name, module in modules.items()}


def _imported(module: str) -> ModuleType:
    return importlib.import_module(f"partwise.files.formats.{module}")
