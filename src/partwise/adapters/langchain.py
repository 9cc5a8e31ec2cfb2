"""LangChain: lists of Document, pairs of Document and number, and their serialised form."""

from __future__ import annotations

from partwise.adapters._adapter import Adapter


class LangChain(Adapter):
    """Documents of retrievers and stores; splitters say the start only when they are asked."""

    name = "langchain"
    searching = "LangChain"
    advice = "LangChain gives start_index only with add_start_index=True"
    usual = "start_index"


ADAPTER = LangChain()
