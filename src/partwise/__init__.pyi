# written by tools/exports.py: what type checkers and editors see of the door
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
from partwise.evaluation.buckets.api import bucket
from partwise.evaluation.buckets.api import evaluate_bucket
from partwise.evaluation.buckets.api import merge
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
from partwise.measures.alternatives.althit import AltHit
from partwise.measures.alternatives.altp import AltP
from partwise.measures.alternatives.altr import AltR
from partwise.measures.alternatives.altrprec import AltRprec
from partwise.measures.characters.aip import AiP
from partwise.measures.characters.charap import CharAP
from partwise.measures.characters.charf import CharF
from partwise.measures.characters.chariou import CharIoU
from partwise.measures.characters.charomega import CharOmega
from partwise.measures.characters.charoverlap import CharOverlap
from partwise.measures.characters.charp import CharP
from partwise.measures.characters.charr import CharR
from partwise.measures.characters.ip import iP
from partwise.measures.context.agp import AgP
from partwise.measures.context.agpw import AgPw
from partwise.measures.context.gp import gP
from partwise.measures.context.gr import gR
from partwise.measures.context.grw import gRw
from partwise.measures.context.igp import igP
from partwise.measures.documents.ap import AP
from partwise.measures.documents.bpref import Bpref
from partwise.measures.documents.err import ERR
from partwise.measures.documents.gm import GM
from partwise.measures.documents.iprec import IPrec
from partwise.measures.documents.judged import Judged
from partwise.measures.documents.ndcg import nDCG
from partwise.measures.documents.numrel import NumRel
from partwise.measures.documents.numrelret import NumRelRet
from partwise.measures.documents.numret import NumRet
from partwise.measures.documents.p import P
from partwise.measures.documents.r import R
from partwise.measures.documents.rbp import RBP
from partwise.measures.documents.rprec import Rprec
from partwise.measures.documents.rr import RR
from partwise.measures.documents.setf import SetF
from partwise.measures.effort.ance import ANCE
from partwise.measures.effort.ce import CE
from partwise.measures.effort.nce import NCE
from partwise.measures.esr.aesrp import AESRP
from partwise.measures.esr.asrip import ASRiP
from partwise.measures.esr.asrip2 import ASRiP2
from partwise.measures.esr.asrp import ASRP
from partwise.measures.esr.ehits import EHits
from partwise.measures.esr.emisses import EMisses
from partwise.measures.esr.enearmisses import ENearMisses
from partwise.measures.esr.erecallbase import ERecallBase
from partwise.measures.esr.eshrinkage import EShrinkage
from partwise.measures.esr.esrp import ESRP
from partwise.measures.esr.esrr import ESRR
from partwise.measures.esr.nsrcg import NSRCG
from partwise.measures.esr.nsrcg2 import NSRCG2
from partwise.measures.esr.srip import SRiP
from partwise.measures.esr.srip2 import SRiP2
from partwise.measures.esr.srir import SRiR
from partwise.measures.esr.srir2 import SRiR2
from partwise.measures.esr.srp import SRP
from partwise.measures.esr.srprum import SRPRUM
from partwise.measures.grpng.grpng import GRPng
from partwise.measures.grpng.grpngp import GRPngP
from partwise.measures.grpng.grpngr import GRPngR
from partwise.measures.parts.ceiling import Ceiling
from partwise.measures.parts.complete import Complete
from partwise.measures.parts.groupr import GroupR
from partwise.measures.parts.hit import Hit
from partwise.measures.parts.partp import PartP
from partwise.measures.parts.partrr import PartRR
from partwise.measures.parts.spanr import SpanR
from partwise.measures.passages.aspectap import AspectAP
from partwise.measures.passages.passageap import PassageAP
from partwise.measures.precall.aprecall import APrecall
from partwise.measures.precall.precall import Precall
from partwise.measures.prum.aeprum import AEPRUM
from partwise.measures.prum.aprum import APRUM
from partwise.measures.prum.eprum import EPRUM
from partwise.measures.prum.gr import GR
from partwise.measures.prum.prum import PRUM
from partwise.measures.snippets.snippetap import SnippetAP
from partwise.measures.snippets.snippetf import SnippetF
from partwise.measures.snippets.snippetp import SnippetP
from partwise.measures.snippets.snippetr import SnippetR
from partwise.measures.xcg.aep import Aep
from partwise.measures.xcg.anxcg import AnxCG
from partwise.measures.xcg.ep import ep
from partwise.measures.xcg.gr import gr
from partwise.measures.xcg.iaep import iAep
from partwise.measures.xcg.nxcg import nxCG
from partwise.measures.xcg.overlap import Overlap
from partwise.measures.xcg.q import Q
from partwise.measures.xcg.rmeasure import Rmeasure
from partwise.measures.xcg.xcg import xCG
from partwise.measures.xcg.xci import xCI
from partwise.report.plots.plot import plot
from partwise.report.write import report
from partwise.statistics.compare import compare
from partwise.tables.lengths import Inventory
from partwise.tables.lengths import Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.results import Results
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure
from partwise.tables.texts import Texts
from partwise.texts.locate import locate
from partwise.texts.located import Located
from partwise.texts.regold import Regold
from partwise.texts.regold import regold
from partwise.texts.store import read_texts
from partwise.users.base import Navigation
from partwise.users.depth import Depth
from partwise.users.edges import Edges
from partwise.users.either import Either
from partwise.users.hierarchy import Hierarchy
from partwise.users.links import Links
from partwise.users.neighbours import Neighbours
from partwise.users.nonav import NoNav
from partwise.users.proximity import Proximity
from partwise.users.reads import Reads
from partwise.users.routes import Routes
from partwise.users.steady import Steady
from partwise.users.summary import Summary
from partwise.users.t2i import T2I
from partwise.users.window import Window

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
    "Regold",
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
    "regold",
    "report",
    "slot",
    "write_qrels",
    "write_run",
    "xCG",
    "xCI",
]
