"""Mutation testing through public interfaces: small slips in the package, one at a time.

``python -m tests.mutation`` draws slips from every package, runs the tests of the public folders
(`tests.helpers.PUBLIC`) that reach the changed function, and reports those that no test notices.
Start reading in ``__main__.py``.
"""
