"""Alternatives: sets of documents, each of which is enough, as KILT counts them."""
