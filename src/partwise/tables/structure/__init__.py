"""Structure: the element trees of the documents."""
