"""Character measures of ranked parts."""
