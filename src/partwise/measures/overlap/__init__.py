"""How much results repeat each other."""
