"""Map a function over shards of work; no engine knows a measure."""
