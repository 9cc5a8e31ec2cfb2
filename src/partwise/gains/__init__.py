"""What a reader earns from a part or a document."""
