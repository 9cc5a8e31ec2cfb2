"""Parser of measure expressions and of their alternative spellings."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

from partwise.errors import MeasureSyntaxError, ParameterError, UnknownNameError, quote
from partwise.language.component import Component
from partwise.language.fields import Field
from partwise.language.measure import Measure
from partwise.language.registry import find, load_plugins, measure_names, same_class
from partwise.language.tokens import (
    CONSTANTS,
    Argument,
    Call,
    Cutoff,
    TokenReader,
    check_number,
    number,
    plain,
)

# Spellings are read as ours and printed as ours; an exact name of ours wins.


class Spelling(NamedTuple):
    """Translation of another tool's measure name."""

    name: str
    """Our name."""
    cutoff: str | None = None
    """The cutoff that stands in the name: ``P_10``."""
    arguments: tuple[tuple[str, str], ...] = ()
    """Names and values of parameters that the name implies."""
    of: str = ""
    """Nested measure: ``gm_map`` is ``GM(AP)``."""


SPELLINGS = {
    "map": Spelling("AP"),
    "gm_map": Spelling("GM", of="AP"),
    "GMAP": Spelling("GM", of="AP"),
    "gm_bpref": Spelling("GM", of="Bpref"),
    "recip_rank": Spelling("RR"),
    "set_P": Spelling("P"),
    "set_recall": Spelling("R"),
    "set_F": Spelling("SetF"),
    "num_ret": Spelling("NumRet"),
    "num_rel": Spelling("NumRel"),
    "num_rel_ret": Spelling("NumRelRet"),
    "SetP": Spelling("P"),
    "SetR": Spelling("R"),
    "F": Spelling("SetF"),
    "f1": Spelling("SetF"),
    "mrr": Spelling("RR"),
    "precision": Spelling("P"),
    "recall": Spelling("R"),
    "hits": Spelling("NumRelRet"),
    "hit_rate": Spelling("Hit"),
    "ndcg": Spelling("nDCG"),
    "ndcg_burges": Spelling("nDCG", arguments=(("gains", "exp"),)),
    "r-precision": Spelling("Rprec"),
}
"""Names of trec_eval, ir_measures, ranx and the RAG frameworks."""

_CUT = {"P": "P", "recall": "R", "map_cut": "AP", "ndcg_cut": "nDCG", "success": "Hit"}
"""Names of trec_eval that a rank follows: ``P_10``, ``ndcg_cut.10``."""
_CUT_NAME = r"(\w+?)[_.](\d+)"
_LEVEL_NAME = r"iprec_at_recall_(\d\.\d+)"
_LEVEL_OF_RELEVANCE = r"(?s)(?P<measure>.*[\w)\]])-l(?P<rel>\d+)\s*"
"""A measure of ranx with the lowest relevant grade behind it: ``hits@10-l2``."""

_DCG = {"log2": "linear", "exp-log2": "exp"}
"""The parameter dcg of ir_measures' nDCG, and our gains."""

_HINTS = {
    "iR": "use CharR{cutoff}",
    "HiXEval": "a family: CharP, CharR, iP, AiP; preset inex2007-focused",
    "CG": "use EHits{cutoff}",
    "E[Hits]": "use EHits{cutoff}",
    "E[Misses]": "use EMisses{cutoff}",
    "E[Near-misses]": "use ENearMisses{cutoff}",
    "E[Recall-base]": "use ERecallBase{cutoff}",
    "MASRP": "use ASRP",
    "SR": "use SRP{cutoff}, which is SR divided by the rank",
    "AgP'": "use AgPw{cutoff}",
    "MAgP'": "use AgPw{cutoff}",
    "gR'": "use gRw{cutoff}",
    "Q-measure": "use Q{cutoff}",
    "R-measure": "use Rmeasure",
    "inex-eval": "use APrecall{cutoff}",
    "ChPR": "use ChP inside a measure: AgP(ChP(n=600))",
    "T2If": "use T2IF inside a measure: AgP(T2IF(n=300))",
}
"""Hints for names of the literature that are no measure."""

_NEAREST = {
    "infAP": "AP, Bpref",
    "11pt_avg": "IPrec@0.0..1.0, AP",
    "set_map": "SetF, AP",
    "relative_P": "P, Rprec",
    "alpha_nDCG": "nDCG",
    "alpha_DCG": "nDCG",
    "SDCG": "nDCG",
    "INST": "RBP, RR",
    "BPM": "RBP, P",
    "Compat": "RBP, nDCG",
    "NRBP": "RBP",
    "ERR_IA": "ERR",
    "nERR_IA": "ERR",
    "AP_IA": "AP",
    "P_IA": "P",
    "Accuracy": "Bpref, P",
    "utility": "P, NumRelRet",
}
"""Measures of other tools without a counterpart, and the nearest ones."""
_GRADED_RBP = r"rbp\.(\d+)"
"""The name of rank-biased precision in ranx, which weighs by the grade."""

_ON_SPANS = {"R": "CharR", "P": "CharP", "RR": "PartRR", "AP": "CharAP"}
"""Document measures and their counterparts for parts against spans."""


def ours(name: str) -> Spelling | None:
    """Return the translation of another tool's name; None for a name of partwise."""
    if name in measure_names() or (load_plugins() and name in measure_names()):
        return None
    if name in SPELLINGS:
        return SPELLINGS[name]
    cut = re.fullmatch(_CUT_NAME, name)
    if cut and cut[1] in _CUT:
        return Spelling(_CUT[cut[1]], cut[2])
    level = re.fullmatch(_LEVEL_NAME, name)
    if level:
        return Spelling("IPrec", level[1])
    folded = name.casefold()
    spellings = [
        Spelling(candidate) for candidate in measure_names() if candidate.casefold() == folded
    ]
    spellings += [SPELLINGS[spelling] for spelling in SPELLINGS if spelling.casefold() == folded]
    return (
        spellings[0]
        if spellings and same_class([spelling.name for spelling in spellings])
        else None
    )


def without_level(text: str) -> tuple[str, int | None]:
    """Split the level of relevance off a measure as ranx writes it: ``hits@10-l2``."""
    match = re.fullmatch(_LEVEL_OF_RELEVANCE, text)
    return (text, None) if match is None else (match["measure"], int(match["rel"]))


def translated(name: str, arguments: tuple[Argument, ...]) -> tuple[str, tuple[Argument, ...]]:
    """Turn arguments of ir_measures that we do not have into ours."""
    by_name = {key: (value, column) for key, value, column in arguments}
    if name == "NumRet" and "rel" in by_name:  # 1 is what counts without a level, too
        remaining = tuple(argument for argument in arguments if argument[:2] != ("rel", 1))
        return "NumRelRet", remaining
    if name == "nDCG" and "dcg" in by_name:
        value, column = by_name["dcg"]
        value = value.name if isinstance(value, Call) else value
        if value in _DCG:
            rest = tuple(argument for argument in arguments if argument[0] != "dcg")
            return name, (*rest, ("gains", _DCG[value], column))
    return name, arguments


def check_name(text: str) -> None:
    """Raise UnknownNameError with a hint for a name of the literature that is no measure."""
    name, sign, cutoff = text.strip().partition("@")
    name = name.partition("(")[0].strip()
    column = text.find(name)
    if name in measure_names():
        return
    if name in _HINTS:
        message = f'there is no measure "{name}"; {_HINTS[name].format(cutoff=sign + cutoff)}'
        raise UnknownNameError("measure", name, text=text, column=column, said=message)
    message = ""
    if name in _NEAREST:
        message = f"partwise has no {name}. Nearest: {_NEAREST[name]}"
    elif graded := re.fullmatch(_GRADED_RBP, name):
        nearest = f"RBP(p={float('0.' + graded[1])!r})"
        message = f"partwise has no {name}: ranx weighs by the grade. Nearest: {nearest}"
    if message:
        raise UnknownNameError("measure", name, text=text, column=column, said=message)


def span_notes(measures: list[Measure]) -> list[str]:
    """Return notes that suggest part measures in place of ambiguous document measures."""
    notes = []
    for measure in measures:
        name = _ON_SPANS.get(measure.label())
        is_ambiguous = measure.written is not None or measure.label() == "RR"
        if name is None or name not in measure_names() or not is_ambiguous:
            continue
        read = "" if measure.written is None else f"{measure.written} is read as "
        cutoff = "" if measure.cutoff is None else f"@{measure.cutoff}"
        notes.append(f"{read}{measure!r}, which counts documents; for spans use {name}{cutoff}")
    return notes


# Grammar::
#
#     measures  = component [ "@" ( cutoff | "[" cutoff { "," cutoff } "]" ) ]
#     cutoff    = number | number ".." number | "auto"
#     component = name [ "(" [ argument { "," argument } ] ")" ]
#     argument  = [ name "=" ] value
#     value     = number | string | word | component [ "@" cutoff ] | tuple | list | table
#     table     = "{" [ value ":" value { "," value ":" value } ] "}"
#
# A word is bare text such as ``worst`` or ``noisy-or``; where a component is
# expected, a word is a component without parameters. A list for a parameter that
# takes a single value, a list of cutoffs and a range stand for several measures.


def parse(text: str) -> Measure:
    """Read one measure.

    Examples
    --------
    ``parse("AgP(F(beta=0.25))@10")``, ``parse("iP@0.01")``
    """
    measures = parse_all(text)
    if len(measures) > 1:
        raise MeasureSyntaxError(text, 0, f"one measure is expected, and this is {len(measures):,}")
    return measures[0]


def parse_all(text: str) -> list[Measure]:
    """Read one measure, or all measures that lists and ranges expand to.

    Examples
    --------
    ``parse_all("P@[5,10]")``, ``parse_all("iP@0.0..1.0")``, ``parse_all("F(beta=[0.25,1])@10")``
    """
    rest, level = without_level(text)
    check_name(rest)
    reader = TokenReader(rest)
    written = reader.call()
    call, cutoffs = _renamed(written, reader)
    if level is not None:
        call = replace(call, arguments=(*call.arguments, ("rel", level, len(rest))))
    cutoffs += reader.cutoffs()
    reader.end()
    calls = _alternatives(call, Measure, text)
    check_number(text, 0, len(calls) * max(len(cutoffs), 1))
    bare: list[Measure] = [_build(alternative, Measure, text) for alternative in calls]
    measures = [_cut(m, c, text) for m in bare for c in cutoffs] if cutoffs else bare
    for measure in measures:
        if written.name != call.name:
            object.__setattr__(measure, "written", written.name)
    return [_complete(measure, text) for measure in measures]


def parse_component(text: str, family: type[Component]) -> Any:
    """Read one component of a family, such as a user model."""
    reader = TokenReader(text)
    call = reader.call()
    reader.end()
    return _build(call, family, text)


def _renamed(call: Call, reader: TokenReader) -> tuple[Call, list[Cutoff]]:
    """Translate another tool's name; return cutoffs contained in the name apart."""
    renamed = _translated_call(call)
    if renamed.cutoff is None:
        return renamed, []
    return replace(renamed, cutoff=None), [renamed.cutoff, *reader.more_cutoffs()]


def _translated_call(call: Call) -> Call:
    """Translate another tool's name and arguments."""
    spelling = ours(call.name)
    if spelling is None:
        name, arguments = translated(call.name, call.arguments)
        return replace(call, name=name, arguments=arguments)
    implied: list[Argument] = [(key, value, call.column) for key, value in spelling.arguments]
    if spelling.of:
        inside = Call(spelling.of, (), called=False, column=call.column)
        implied.insert(0, (None, inside, call.column))
    name, arguments = translated(spelling.name, (*implied, *call.arguments))
    cutoff = call.cutoff
    if spelling.cutoff is not None:
        cutoff = number(spelling.cutoff), call.column
    return replace(call, name=name, arguments=arguments, cutoff=cutoff)


def _cut(measure: Measure, cutoff: Cutoff, text: str) -> Measure:
    try:
        return measure @ cutoff[0]
    except ParameterError as error:
        raise _syntax_error(text, cutoff[1], error) from error


def _complete(measure: Measure, text: str) -> Measure:
    try:
        return measure.complete()
    except ParameterError as error:
        raise _syntax_error(text, len(text), error) from error


def _alternatives(call: Call, family: type[Component], text: str, owner: str = "") -> list[Call]:
    """Expand a call with lists into one call per combination of their items."""
    if not any(isinstance(value, list | Call) for _, value, _ in call.arguments):
        return [call]
    call = _translated_call(call) if family is Measure else call
    cls = find(call.name, family, text=text, column=call.column, owner=owner)
    fields = list(cls.fields.values())
    options: list[list[Argument]] = []
    count = 1
    for position, (name, value, column) in enumerate(call.arguments):
        field = cls.fields.get(name) if name is not None else _nth(fields, position)
        values = [value] if field is None else _values(value, field, text, call.name)
        options.append([(name, choice, column) for choice in values])
        count *= len(values)
        check_number(text, column, count)
    return [replace(call, arguments=chosen) for chosen in product(*options)]


def _values(value: Any, field: Field, text: str, owner: str) -> list[Any]:
    """Expand an argument into the list of its alternative values."""
    if isinstance(value, list):
        if field.takes(plain(value, text) if field.family is None else value):
            return [value]
        if not value:
            raise MeasureSyntaxError(text, 0, f"{field.name} is an empty list")
        return [choice for item in value for choice in _values(item, field, text, owner)]
    if isinstance(value, Call) and field.family is not None and not _constant(value):
        return list(_alternatives(value, field.family, text, owner))
    return [value]


def _constant(call: Call) -> bool:
    return call.name in CONSTANTS and not call.called


def _build(call: Call, family: type[Component], text: str, owner: str = "") -> Any:
    call = _translated_call(call) if family is Measure else call
    cls = find(call.name, family, text=text, column=call.column, owner=owner)
    positional: list[Any] = []
    named: dict[str, Any] = {}
    fields = list(cls.fields.values())
    for position, (name, value, column) in enumerate(call.arguments):
        if name is None and named:
            raise MeasureSyntaxError(text, column, "an argument without a name must come first")
        field = cls.fields.get(name) if name is not None else _nth(fields, position)
        if name is not None and field is None:
            available = ", ".join(cls.fields) or "none"
            problem = f"{call.name} has no parameter {quote(name)} (it has: {available})"
            raise MeasureSyntaxError(text, column, problem)
        if name in named:
            raise MeasureSyntaxError(text, column, f"{name} is given twice")
        argument = _resolve(value, field, text, call.name)
        if name is None:
            positional.append(argument)
        else:
            named[name] = argument
    try:
        component = cls(*positional, **named)
    except ParameterError as error:
        raise _syntax_error(text, _column_of(error, call), error) from error
    if call.cutoff is None:
        return component
    if not isinstance(component, Measure):
        problem = f"{call.name} is no measure and has no cutoff"
        raise MeasureSyntaxError(text, call.cutoff[1], problem)
    return _cut(component, call.cutoff, text)


def _nth(fields: list[Field], position: int) -> Field | None:
    if fields and fields[0].many:
        return fields[0]
    return fields[position] if position < len(fields) else None


def _column_of(error: ParameterError, call: Call) -> int:
    for name, _, column in call.arguments:
        if name == error.name:
            return column
    return call.column


def _resolve(value: Any, field: Field | None, text: str, owner: str) -> Any:
    """Resolve a value: a component where the field takes one, else text or a constant."""
    takes_component = field is not None and field.family is not None
    if isinstance(value, Call) and takes_component and not _constant(value):
        return _build(value, field.family, text, owner)  # type: ignore[union-attr, arg-type]
    return plain(value, text)


def _syntax_error(text: str, column: int, error: ParameterError) -> MeasureSyntaxError:
    return MeasureSyntaxError(text, column, str(error))
