"""The fused path: runs read straight into what evaluation sees of them."""
