"""Files of AutoRAG: its corpus of passages, and its questions."""
