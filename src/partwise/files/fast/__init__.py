"""The fused path: TREC runs read straight into ranked lists, for evaluation."""
