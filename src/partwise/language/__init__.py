"""How a measure is spelled."""
