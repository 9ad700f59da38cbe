"""Processes of the tests: started on loopback, killed by their own id, and gone when the test is, however it ends."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STOP_SECONDS = 30.0

# The kernel ends a process with the thread that started it: that thread must live as long as the tests do.
LAUNCHER = ThreadPoolExecutor(1, thread_name_prefix="launcher")
_SETPRIV = shutil.which("setpriv")


@dataclass(slots=True)
class Child:
    """One process that is started, killed and started again; its group dies with it.

    ``user`` is the id it runs as where it may not be root; ``on_parent_death`` is the signal that it gets when the
    tests themselves are killed.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    user: int | None = None
    on_parent_death: str = "KILL"
    starts: int = 0
    _process: "subprocess.Popen[bytes] | None" = field(default=None, repr=False)

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None, f"{self.name} was never started"
        return self._process.pid

    def start(self) -> None:
        assert not self.is_running, f"{self.name} runs already"
        self._process = LAUNCHER.submit(self._launch).result()
        self.starts += 1

    def _launch(self) -> "subprocess.Popen[bytes]":
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*self._wrapper(), *self.command],
                cwd=ROOT,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _wrapper(self) -> list[str]:
        """It replaces itself with the command, so that the id is the command's own."""
        if _SETPRIV is None:
            assert self.user is None, "setpriv is not installed (util-linux)"
            return []
        as_user = [f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups"] if self.user is not None else []
        return [_SETPRIV, "--pdeathsig", self.on_parent_death, *as_user]

    def kill(self) -> None:
        """kill -9, with whatever it started itself."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stand_still(self) -> None:
        """Let it do nothing, as if its computer were cut off."""
        os.killpg(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.killpg(self.pid, signal.SIGCONT)

    def kill_alone(self) -> None:
        """kill -9 of this one process; what it started finds out by itself."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def ended_with(self) -> int:
        """The status that it ended with by itself."""
        assert self._process is not None
        return self._process.wait(STOP_SECONDS)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to end, and end it where it does not."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_SECONDS)
        self.kill()

    def said(self) -> str:
        """The end of what it wrote."""
        return self.log.read_text(errors="replace")[-6000:] if self.log.exists() else ""


def own_environment(**more: str) -> dict[str, str]:
    """The environment of the tests without what would point a process at other data.

    An installation keeps its bytecode, and starts again in half the time, whatever the tests themselves do.
    """
    foreign = (
        "DATABASE_URL",
        "REDIS_URL",
        "DEBUG",
        "SITE_URL",
        "EMAIL_URL",
        "ALLOWED_HOSTS",
        "SETTEBELLO_DATA",
        "PYTHONDONTWRITEBYTECODE",
    )
    kept = {name: value for name, value in os.environ.items() if name not in foreign}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", **more}


def python(*arguments: str) -> list[str]:
    return [sys.executable, *arguments]
