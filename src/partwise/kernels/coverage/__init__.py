"""Coverage: how much of a line some of its intervals can cover, exactly or within bounds."""
