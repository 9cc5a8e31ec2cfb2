"""Arrays in, arrays out; NumPy only."""
