"""Adapters: results of RAG frameworks and vector stores as runs, judgements and inventories.

No framework is imported: only attributes and keys are looked at.
"""
