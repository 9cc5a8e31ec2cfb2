"""Workers and the script of the user, tried with real scripts."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAD = """
import partwise as pw
print("begun")
QRELS = pw.Qrels.from_dict({topic: {"x": 1} for topic in "abcdefgh"})
RUN = pw.Run.from_dict({topic: {"x": 1.0, "y": 2.0} for topic in "abcdef"})
"""
OWN = """
class Own(pw.Measure):
    "Seven."

    def values(self, view):
        return [7.0] * view.n_topics

"""
PLAIN = "print(pw.evaluate(QRELS, RUN, ['AP'], work=pw.Work(jobs=2, folder='w')).table.mean())\n"
CALL = "print(pw.evaluate(QRELS, RUN, [Own()], work=pw.Work(jobs=2, folder='w')).table.mean())\n"


def script(folder, text, *, piped=False):
    place = folder / "script.py"
    place.write_text(text)
    words = [sys.executable, "-" if piped else str(place)]
    given = text if piped else ""
    how = {"capture_output": True, "text": True, "cwd": folder, "timeout": 120}
    done = subprocess.run(words, input=given, check=False, **how)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("piped", [False, True])
def test_a_script_needs_no_guard(tmp_path, piped):
    code, out, err = script(tmp_path, HEAD + PLAIN, piped=piped)

    assert (code, err) == (0, "")
    assert out == "begun\n0.375\n"


@pytest.mark.slow
def test_a_measure_of_a_script_with_a_guard(tmp_path):
    text = f"{HEAD}{OWN}if __name__ == '__main__':\n    {CALL}"

    code, out, _ = script(tmp_path, text)

    assert code == 0
    assert out.splitlines()[-1] == "7.0"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("piped", "said"), [(False, "__name__ =="), (True, "notebook or on standard input")]
)
def test_a_measure_of_a_script_that_workers_cannot_import(tmp_path, piped, said):
    code, _, err = script(tmp_path, HEAD + OWN + CALL, piped=piped)

    assert code == 1
    assert err.count("Traceback") == 1
    last = err.splitlines()[-1]
    assert last.startswith("partwise.errors.UsageError: measures that")
    assert said in last


def test_the_script_is_hidden_only_while_workers_start():
    from partwise.work.engines.processes import _starting

    main = sys.modules["__main__"]
    before = dict(vars(main))
    with _starting(with_main=True):
        assert vars(main) == before
    with _starting(with_main=False):
        assert getattr(main, "__file__", None) is None
        assert main.__spec__ is None
    assert vars(main) == before
