"""Spans, trees and overlap; joins run and assessments into views."""
