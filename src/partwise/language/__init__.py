"""Measure language: components with parameters, their registry and the parser.

A class below `component.Component` is registered by `registry.register`; `parser` reads it.
"""
