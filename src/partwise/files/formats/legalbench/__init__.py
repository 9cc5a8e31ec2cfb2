"""Files of LegalBench-RAG: its tests, and the results that it saves."""
