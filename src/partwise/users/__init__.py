"""Who reads: tolerance, reading order, navigation."""
