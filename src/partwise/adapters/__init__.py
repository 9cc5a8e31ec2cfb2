"""What retrievers of other packages return becomes runs, assessments and inventories.

No framework is imported: only attributes and keys are looked at.
"""
