"""Spark: tasks for a local or a remote master."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from partwise.errors import UsageError, require_extra
from partwise.work.engines.base import TaskFailedError, check_answering

TRIES = 4


class Spark:
    """Tasks for Spark, which tries those of a worker that died again.

    Parameters
    ----------
    jobs : int
        Workers of a local master.
    master : str, optional
        Master that is there already.
    """

    def __init__(self, jobs: int, master: str | None = None) -> None:
        require_extra("spark", "the engine spark", "pyspark")
        # without the second number a failed task is not tried again
        self.master = master or f"local[{jobs},{TRIES}]"

    def completed(
        self, function: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Any]]:
        """Yield number and answer of each task, in their order."""
        from py4j.protocol import Py4JJavaError

        numbered = list(enumerate(tasks))
        if not numbered:
            return
        session = self._session()
        try:
            spread = session.sparkContext.parallelize(numbered, len(numbered))
            yield from spread.map(lambda one: (one[0], function(*one[1]))).toLocalIterator()
        except Py4JJavaError as bad:
            lines = str(bad.java_exception).splitlines()
            said = next((line for line in lines if "Error:" in line), lines[0])
            raise TaskFailedError(0, TRIES, said.strip()) from None
        finally:
            session.stop()

    def reach(self) -> None:
        """Refuse a master that does not answer; Spark itself asks it for minutes."""
        if self.master.startswith("spark://"):
            check_answering("Spark master", self.master)

    def _session(self) -> Any:
        from pyspark.sql import SparkSession

        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        warnings.filterwarnings("ignore", category=FutureWarning, module="pyspark")
        builder = SparkSession.builder.master(self.master).appName("partwise")
        settings = {"spark.ui.enabled": "false", "spark.log.level": "OFF"}
        for name, value in settings.items():
            builder = builder.config(name, value)
        try:
            session = builder.getOrCreate()
        except Exception as bad:  # Java is missing, or nobody answers
            said = str(bad).strip().partition("\n")[0] or type(bad).__name__
            raise UsageError(f"no Spark master at {self.master}: {said}") from None
        session.sparkContext.setLogLevel("OFF")
        return session
