"""Signals of the process that runs a command inside another program."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from partwise.cli import _process as _signals
from partwise.cli._process import ended_in_order

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")


@pytest.fixture(autouse=True)
def interruptible():
    """Usual handlers, also where the tests run in the background and ignore interrupts."""
    usual = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_what_signals_did_before_is_given_back():
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]

    with pytest.raises(KeyboardInterrupt), ended_in_order():
        os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(SystemExit), ended_in_order():
        os.kill(os.getpid(), signal.SIGTERM)

    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before


def test_an_ignored_interrupt_stays_ignored():
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    with ended_in_order():
        os.kill(os.getpid(), signal.SIGINT)

    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_after_a_while_another_one_is_heard(monkeypatch):
    """A library may have swallowed the first."""
    monkeypatch.setattr(_signals, "CLEANING", 0.0)
    heard = 0
    with ended_in_order():
        for _ in range(2):
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                heard += 1

    assert heard == 2
