"""Every chunk of a text with repeated pages lies where an independent search finds it.

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


PROGRAMS = [("real_frameworks", name) for name in PACKAGES]
PROGRAMS += [("real_splitters", name) for name in [*PACKAGES][:4]]


@pytest.mark.slow
@pytest.mark.parametrize(("program", "name"), PROGRAMS)
def test_places_of_real_chunks(program, name, real_data):
    text = real_data / "chunking_evaluation" / "corpora" / "finance.md"
    done = run_with(PACKAGES[name], ROOT / "tests" / "adapters" / f"{program}.py", name, text)

    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout.splitlines()[-1]) >= 100
