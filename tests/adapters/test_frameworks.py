"""Chunks of a text with repeated pages lie where an independent search finds them, or are counted.

``PARTWISE_FRAMEWORKS`` names a Python that has the real packages; ``.ci/run`` installs them.
"""

from __future__ import annotations

import pytest
from tests.adapters.test_docs import run_with
from tests.conftest import ROOT

PACKAGES = {
    "langchain": "langchain_text_splitters",
    "llama_index": "llama_index.core",
    "haystack": "haystack",
    "chonkie": "chonkie",
    "chroma": "chromadb",
    "qdrant": "qdrant_client",
    "weaviate": "weaviate",
    "pinecone": "pinecone",
    "milvus": "pymilvus",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PACKAGES)
def test_places_of_real_chunks(name, real_data):
    text = real_data / "chunking_evaluation" / "corpora" / "finance.md"
    done = run_with(PACKAGES[name], ROOT / "tests" / "adapters" / "real_frameworks.py", name, text)

    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.splitlines()[-1]) >= 100
