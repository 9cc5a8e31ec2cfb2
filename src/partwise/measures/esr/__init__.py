"""Extended structural relevance: hits, near misses and misses of tree retrieval."""
