"""Code that readers and writers of several formats share."""
