# written by tools/exports.py: names for type checkers and editors
from partwise._version import __version__
from partwise.adapters.fields import const
from partwise.errors import AdapterError
from partwise.errors import FormatError
from partwise.errors import MeasureSyntaxError
from partwise.errors import MissingAssessmentError
from partwise.errors import MissingDependencyError
from partwise.errors import MissingLengthError
from partwise.errors import ParameterError
from partwise.errors import PartwiseError
from partwise.errors import PartwiseWarning
from partwise.errors import TableError
from partwise.errors import UnknownNameError
from partwise.errors import UsageError
from partwise.evaluation.options import Rules
from partwise.evaluation.options import Work
from partwise.evaluation.plan import parse
from partwise.evaluation.warned import evaluate
from partwise.files.documents.read import read_site_links
from partwise.files.options import Reading
from partwise.files.reading import read_inventory
from partwise.files.reading import read_lengths
from partwise.files.reading import read_qrels
from partwise.files.reading import read_run
from partwise.files.reading import read_structure
from partwise.files.writing import write_qrels
from partwise.files.writing import write_run
from partwise.gains.documents import BEP
from partwise.gains.documents import DocP
from partwise.gains.documents import DocR
from partwise.gains.documents import DocumentGain
from partwise.gains.documents import F
from partwise.gains.documents import Rel
from partwise.gains.efforts import Effort
from partwise.gains.efforts import LE
from partwise.gains.reading import ChP
from partwise.gains.reading import T2IF
from partwise.gains.reading import T2IP
from partwise.gains.reading import T2IR
from partwise.gains.reading import aveChP
from partwise.geometry.view import View
from partwise.language.component import Component
from partwise.language.component import slot
from partwise.language.fields import param
from partwise.language.measure import Measure
from partwise.language.registry import register
from partwise.losses.table import Losses
from partwise.losses.warned import losses
from partwise.measures.alternatives import AltHit
from partwise.measures.alternatives import AltP
from partwise.measures.alternatives import AltR
from partwise.measures.alternatives import AltRprec
from partwise.measures.benchmarks import AspectAP
from partwise.measures.benchmarks import PassageAP
from partwise.measures.benchmarks import SnippetAP
from partwise.measures.benchmarks import SnippetF
from partwise.measures.benchmarks import SnippetP
from partwise.measures.benchmarks import SnippetR
from partwise.measures.characters import AiP
from partwise.measures.characters import CharAP
from partwise.measures.characters import CharF
from partwise.measures.characters import CharIoU
from partwise.measures.characters import CharOmega
from partwise.measures.characters import CharOverlap
from partwise.measures.characters import CharP
from partwise.measures.characters import CharR
from partwise.measures.characters import iP
from partwise.measures.context import AgP
from partwise.measures.context import AgPw
from partwise.measures.context import gP
from partwise.measures.context import gR
from partwise.measures.context import gRw
from partwise.measures.context import igP
from partwise.measures.documents import AP
from partwise.measures.documents import Judged
from partwise.measures.documents import NumRel
from partwise.measures.documents import NumRelRet
from partwise.measures.documents import NumRet
from partwise.measures.documents import P
from partwise.measures.documents import R
from partwise.measures.documents import RBP
from partwise.measures.documents import RR
from partwise.measures.documents import Rprec
from partwise.measures.documents import SetF
from partwise.measures.effort import ANCE
from partwise.measures.effort import CE
from partwise.measures.effort import NCE
from partwise.measures.esr import AESRP
from partwise.measures.esr import EHits
from partwise.measures.esr import EMisses
from partwise.measures.esr import ENearMisses
from partwise.measures.esr import ERecallBase
from partwise.measures.esr import ESRP
from partwise.measures.esr import ESRR
from partwise.measures.esr import EShrinkage
from partwise.measures.graded_documents import Bpref
from partwise.measures.graded_documents import ERR
from partwise.measures.graded_documents import GM
from partwise.measures.graded_documents import IPrec
from partwise.measures.graded_documents import nDCG
from partwise.measures.grpng import GRPng
from partwise.measures.grpng import GRPngP
from partwise.measures.grpng import GRPngR
from partwise.measures.parts import Ceiling
from partwise.measures.parts import Complete
from partwise.measures.parts import GroupR
from partwise.measures.parts import Hit
from partwise.measures.parts import PartP
from partwise.measures.parts import PartRR
from partwise.measures.parts import SpanR
from partwise.measures.precall import APrecall
from partwise.measures.precall import Precall
from partwise.measures.prum import AEPRUM
from partwise.measures.prum import APRUM
from partwise.measures.prum import EPRUM
from partwise.measures.prum import GR
from partwise.measures.prum import PRUM
from partwise.measures.sr import ASRP
from partwise.measures.sr import ASRiP
from partwise.measures.sr import ASRiP2
from partwise.measures.sr import NSRCG
from partwise.measures.sr import NSRCG2
from partwise.measures.sr import SRP
from partwise.measures.sr import SRPRUM
from partwise.measures.sr import SRiP
from partwise.measures.sr import SRiP2
from partwise.measures.sr import SRiR
from partwise.measures.sr import SRiR2
from partwise.measures.xcg import Aep
from partwise.measures.xcg import AnxCG
from partwise.measures.xcg import Overlap
from partwise.measures.xcg import Q
from partwise.measures.xcg import Rmeasure
from partwise.measures.xcg import ep
from partwise.measures.xcg import gr
from partwise.measures.xcg import iAep
from partwise.measures.xcg import nxCG
from partwise.measures.xcg import xCG
from partwise.measures.xcg import xCI
from partwise.report.page import report
from partwise.report.plots import plot
from partwise.statistics.compare import compare
from partwise.tables.lengths import Inventory
from partwise.tables.lengths import Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.results import Results
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure
from partwise.tables.texts import Texts
from partwise.texts.locate import Located
from partwise.texts.locate import locate
from partwise.texts.locate import read_texts
from partwise.texts.migrate import Migration
from partwise.texts.migrate import migrate
from partwise.users.base import Navigation
from partwise.users.combined import Either
from partwise.users.combined import NoNav
from partwise.users.links import Edges
from partwise.users.links import Links
from partwise.users.reading import Proximity
from partwise.users.reading import Reads
from partwise.users.reading import T2I
from partwise.users.reading import Window
from partwise.users.summary import Routes
from partwise.users.summary import Steady
from partwise.users.summary import Summary
from partwise.users.trees import Depth
from partwise.users.trees import Hierarchy
from partwise.users.trees import Neighbours
from partwise.work.api import bucket
from partwise.work.api import evaluate_bucket
from partwise.work.api import merge

__all__ = [
    "AEPRUM",
    "AESRP",
    "ANCE",
    "AP",
    "APRUM",
    "ASRP",
    "BEP",
    "CE",
    "EPRUM",
    "ERR",
    "ESRP",
    "ESRR",
    "GM",
    "GR",
    "LE",
    "NCE",
    "NSRCG",
    "NSRCG2",
    "PRUM",
    "RBP",
    "RR",
    "SRP",
    "SRPRUM",
    "T2I",
    "T2IF",
    "T2IP",
    "T2IR",
    "APrecall",
    "ASRiP",
    "ASRiP2",
    "AdapterError",
    "Aep",
    "AgP",
    "AgPw",
    "AiP",
    "AltHit",
    "AltP",
    "AltR",
    "AltRprec",
    "AnxCG",
    "AspectAP",
    "Bpref",
    "Ceiling",
    "ChP",
    "CharAP",
    "CharF",
    "CharIoU",
    "CharOmega",
    "CharOverlap",
    "CharP",
    "CharR",
    "Complete",
    "Component",
    "Depth",
    "DocP",
    "DocR",
    "DocumentGain",
    "EHits",
    "EMisses",
    "ENearMisses",
    "ERecallBase",
    "EShrinkage",
    "Edges",
    "Effort",
    "Either",
    "F",
    "FormatError",
    "GRPng",
    "GRPngP",
    "GRPngR",
    "GroupR",
    "Hierarchy",
    "Hit",
    "IPrec",
    "Inventory",
    "Judged",
    "Lengths",
    "Links",
    "Located",
    "Losses",
    "Measure",
    "MeasureSyntaxError",
    "Migration",
    "MissingAssessmentError",
    "MissingDependencyError",
    "MissingLengthError",
    "Navigation",
    "Neighbours",
    "NoNav",
    "NumRel",
    "NumRelRet",
    "NumRet",
    "Overlap",
    "P",
    "ParameterError",
    "PartP",
    "PartRR",
    "PartwiseError",
    "PartwiseWarning",
    "PassageAP",
    "Precall",
    "Proximity",
    "Q",
    "Qrels",
    "R",
    "Reading",
    "Reads",
    "Rel",
    "Results",
    "Rmeasure",
    "Routes",
    "Rprec",
    "Rules",
    "Run",
    "SRiP",
    "SRiP2",
    "SRiR",
    "SRiR2",
    "SetF",
    "SnippetAP",
    "SnippetF",
    "SnippetP",
    "SnippetR",
    "SpanR",
    "Steady",
    "Structure",
    "Summary",
    "TableError",
    "Texts",
    "UnknownNameError",
    "UsageError",
    "View",
    "Window",
    "Work",
    "__version__",
    "aveChP",
    "bucket",
    "compare",
    "const",
    "ep",
    "evaluate",
    "evaluate_bucket",
    "gP",
    "gR",
    "gRw",
    "gr",
    "iAep",
    "iP",
    "igP",
    "locate",
    "losses",
    "merge",
    "migrate",
    "nDCG",
    "nxCG",
    "param",
    "parse",
    "plot",
    "read_inventory",
    "read_lengths",
    "read_qrels",
    "read_run",
    "read_site_links",
    "read_structure",
    "read_texts",
    "register",
    "report",
    "slot",
    "write_qrels",
    "write_run",
    "xCG",
    "xCI",
]
