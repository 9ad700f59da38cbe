"""deploy/nginx.conf on its own ports before a server on loopback: the file itself, with paths and ports replaced."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.servers import await_port
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[1]
CONFIGURATION = ROOT / "deploy/nginx.conf"


@dataclass(frozen=True, slots=True)
class Proxy:
    """A running nginx: its TLS port, its plain HTTP port, and its process."""

    port: int
    plain_port: int
    pid: int
    folder: Path

    def cpu_seconds(self) -> float:
        """Return the processor time of all workers so far."""
        workers = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        stats = [Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split() for worker in workers]
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")

    @property
    def log(self) -> str:
        return (self.folder / "error.log").read_text()


def program() -> str:
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/sbin")
    if found is None:
        raise RuntimeError("nginx is not installed")
    return found


def local_configuration(
    folder: Path, static: Path, servers: tuple[int, int], ports: tuple[int, int], more: Mapping[str, str]
) -> str:
    """Return the configuration for this computer; RuntimeError where a text to replace is missing."""
    written = CONFIGURATION.read_text()
    first, second = servers
    places = {
        "user www-data;": "user root;" if os.geteuid() == 0 else "",
        "pid /run/nginx.pid;": f"pid {folder}/nginx.pid;",
        "/var/log/nginx/": f"{folder}/",
        "/var/cache/nginx/settebello": f"{folder}/cache",
        "/srv/settebello/staticfiles/": f"{static}/",
        "/etc/ssl/settebello/": f"{folder}/",
        **{f"server 127.0.0.1:{known} ": f"server 127.0.0.1:{first} " for known in (8000, 8001)},
        **{f"server 127.0.0.1:{known} ": f"server 127.0.0.1:{second} " for known in (8002, 8003)},
        "server_name settebello.example;": "server_name 127.0.0.1;",
        "listen 80;": f"listen 127.0.0.1:{ports[1]};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{ports[0]} ssl http2;",
        **{place: here.format(port=ports[0]) for place, here in more.items()},
    }
    for place, here in places.items():
        if place not in written:
            raise RuntimeError(f"{CONFIGURATION}: {place} is not there")
        written = written.replace(place, here)
    temporary = "".join(
        f"    {kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return written.replace("http {\n", f"http {{\n{temporary}", 1)


def certificate(folder: Path) -> None:
    """Make a self-signed certificate."""
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=127.0.0.1",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-keyout",
            str(folder / "privkey.pem"),
            "-out",
            str(folder / "fullchain.pem"),
        ],
        check=True,
        capture_output=True,
    )


@contextmanager
def run_proxy(
    folder: Path,
    static: Path,
    server: int,
    *,
    other: int | None = None,
    cpu: int | None = None,
    more: Mapping[str, str] | None = None,
) -> Iterator[Proxy]:
    """Run nginx before the server on that port during the block; ``nginx -t`` reports a wrong configuration.

    ``other`` is the port of a second server; without it both places of the configuration are the same one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    certificate(folder)
    ports = free_port(), free_port()
    written = folder / "nginx.conf"
    written.write_text(local_configuration(folder, static, (server, other or server), ports, more or {}))
    command = [program(), "-p", str(folder), "-c", str(written), "-e", str(folder / "error.log")]
    tested = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    if tested.returncode or "[warn]" in tested.stderr:
        raise RuntimeError(tested.stderr)
    process = subprocess.Popen(
        [*command, "-g", "daemon off;"],
        preexec_fn=None if cpu is None else lambda: os.sched_setaffinity(0, {cpu}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        await_port(ports[0], "nginx")
        yield Proxy(ports[0], ports[1], process.pid, folder)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)
