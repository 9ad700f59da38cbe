"""A process that has loaded WeasyPrint and forks for each paper: loading it took half of the time of a paper.

The child has the limits of the real one and runs the same ``main``; only its environment is that of the tests.
``tests/tournaments/services/test_jobs.py`` starts the real one.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property

from tournaments.jobs.writes import pdf_child

READY = "ready"


@dataclass(frozen=True, slots=True)
class Child:
    """What the work of a paper asks of its process, which has ended already."""

    status: int

    def wait(self, timeout: float | None = None) -> int:
        """The exit status; negative where a signal ended it."""
        return self.status

    def kill(self) -> None:
        """Nothing is left to be killed."""


class Press:
    """Stands where the work of a paper has the module ``subprocess``."""

    DEVNULL, TimeoutExpired = subprocess.DEVNULL, subprocess.TimeoutExpired

    @cached_property
    def _process(self) -> "subprocess.Popen[str]":
        """Started with the first paper: who prints none needs nothing that a machine may lack."""
        command = [sys.executable, "-m", __name__]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline().strip() == READY
        return process

    def Popen(self, command: list[str], *, cwd: str, **_options: object) -> Child:
        """Print one paper: its arguments stand behind ``python -m MODULE``."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([cwd, command[3:]]) + "\n")
        self._process.stdin.flush()
        return Child(int(self._said()))

    def _said(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        if "_process" in self.__dict__:
            self._process.communicate()


def serve() -> None:
    """Print a paper for each line of the input, in a child of its own."""
    import weasyprint  # noqa: F401 - loaded once, for all children

    print(READY, flush=True)  # noqa: T201 - the answer
    for line in sys.stdin:
        cwd, arguments = json.loads(line)
        child = os.fork()
        if not child:
            os.chdir(cwd)
            for stream in (0, 1, 2):
                os.dup2(os.open(os.devnull, os.O_RDWR), stream)
            os._exit(pdf_child.main(*arguments))
        _pid, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201 - the answer


if __name__ == "__main__":
    serve()
