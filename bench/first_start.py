"""The first page of an installed program: what a start costs the processor, in an empty home and with data.

``python -m bench.first_start`` builds the wheel, installs it by pip in an environment of its own, and starts
``settebello`` without git, bash or a compiler in its path. Seconds of the processor are those of the program and all
its children until the first page has answered. The medians of three starts with data; Linux only (/proc).
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from bench.figures import p50
from bench.record import ROOT, record

TICKS = os.sysconf("SC_CLK_TCK")
WARM = 3
PATIENCE = 600.0


def seconds_of(pid: int) -> float:
    """Return the seconds of the processor of a process and all its children, those that ended too."""
    spent: dict[int, float] = {}
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        number = int(path.parent.name)
        spent[number] = sum(int(each) for each in fields[11:15]) / TICKS
        children.setdefault(int(fields[1]), []).append(number)
    family = [pid]
    for each in family:
        family += children.get(each, [])
    return sum(spent.get(each, 0.0) for each in family)


def time_start(program: Path, home: Path, *options: str) -> dict[str, float]:
    """Start the program in a home; return the seconds of the processor and of the clock until the first page."""
    port = "8973"
    began = time.monotonic()
    child = subprocess.Popen(
        [program, "--no-browser", "--port", port, *options],
        cwd=home,
        env={"HOME": str(home), "PATH": "/nonexistent", "LANG": "it_IT.UTF-8"},
        stdout=subprocess.DEVNULL,
    )
    try:
        while time.monotonic() < began + PATIENCE and child.poll() is None:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as answer:
                    answer.read()
                return {"cpu_s": seconds_of(child.pid), "s": time.monotonic() - began}
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the program does not answer")
    finally:
        child.send_signal(signal.SIGTERM)
        child.wait()


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="settebello-first-") as name:
        folder = Path(name)
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
        subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        (wheel,) = folder.glob("*.whl")
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
        subprocess.run([folder / "venv/bin/pip", "install", "--quiet", wheel], check=True)
        program = folder / "venv/bin/settebello"
        for home in ("with", "without"):
            (folder / home).mkdir()
        found = {
            "cold": time_start(program, folder / "with"),
            "without_demo": time_start(program, folder / "without", "--no-demo"),
        }
        warm = [time_start(program, folder / "with") for _ in range(WARM)]
        found["warm"] = {key: p50([each[key] for each in warm]) for key in warm[0]}
        megabytes = wheel.stat().st_size / 1_000_000
    for what, each in found.items():
        print(f"{what:12}  {each['cpu_s']:6.2f} s of the processor  {each['s']:6.2f} s")
    print(f"the wheel has {megabytes:.2f} MB")
    record("first_start", {**found, "wheel_mb": megabytes})


if __name__ == "__main__":
    main()
