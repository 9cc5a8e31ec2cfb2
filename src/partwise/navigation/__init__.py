"""The machinery of near misses: where results lead, and what readers want."""
