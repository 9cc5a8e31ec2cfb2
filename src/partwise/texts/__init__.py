"""The source documents: their texts, and whether offsets fit them."""
