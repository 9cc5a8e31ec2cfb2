"""What readers and writers of several formats share."""
