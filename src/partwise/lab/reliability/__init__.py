"""How far results can be trusted."""
