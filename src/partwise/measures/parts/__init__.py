"""Parts against highlighted spans: whether evidence is found, and how much of it."""
