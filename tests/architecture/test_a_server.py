"""The steps of docs/operations.md, as they stand there, on a bare Debian in a folder of its own.

What systemd does itself (its own orders, and the certificate of a name that somebody owns) is left out and done by
hand. It needs root, the packages of a whole server and some minutes, so that only ``--full`` makes it.
"""

import os
import re
import secrets
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.needs import needs
from tests.ports import free_port
from tests.waiting import until

ROOT = Path(__file__).resolve().parents[2]
HANDBOOK = (ROOT / "docs/operations.md").read_text()
STEPS = re.search(r"## A server with systemd, step by step\n(.*?)\n## ", HANDBOOK, re.S)
PASSWORD = "parola-lunga-di-prova"
# What a machine without systemd as its first process cannot be told.
OF_SYSTEMD = ("systemctl", "systemd-run", "certbot")
LONGEST = 900


def commands(step: int) -> list[str]:
    """The commands of a step, in its words."""
    assert STEPS is not None
    found = re.search(rf"^{step}\. (.*?)(?=^\d+\. |\Z)", STEPS[1], re.S | re.M)
    assert found is not None
    return [" ".join(each.split()) for each in re.findall(r"`([^`]+)`", found[1])]


def sources() -> str:
    """Where this machine has its Debian from."""
    asked = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(SITE) $(RELEASE) $(ORIGIN)", "Created-By: Packages"],
        capture_output=True,
        text=True,
        check=True,
    )
    found = (line.split()[0] for line in asked.stdout.splitlines() if line.endswith(" bookworm Debian"))
    # Elsewhere debootstrap has an address of its own.
    return next(found, "")


class Machine:
    """A Debian in a folder, and what is asked of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, command: str, *, at: str = "/", given: str = "", environment: Mapping[str, str] | None = None) -> str:
        """What a command says, as root; it has to end well."""
        done = subprocess.run(
            ["chroot", str(self.folder), "/bin/sh", "-ec", f"cd {at}; {command}"],
            input=given,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LONGEST,
            start_new_session=True,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "HOME": "/root", **(environment or {})},
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}"
        return done.stdout

    def write(self, path: str, text: str) -> None:
        (self.folder / path.lstrip("/")).write_text(text)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("debian")
    subprocess.run(
        ["debootstrap", "--variant=minbase", "bookworm", str(folder), *filter(None, [sources()])],
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=LONGEST,
    )
    shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
    # Its users go through its root, which is a folder of this test alone.
    folder.chmod(0o755)
    made = Machine(folder)
    # Nothing starts by itself, and nothing asks.
    made.write("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n")
    (folder / "usr/sbin/policy-rc.d").chmod(0o755)
    made.write("/etc/apt/apt.conf.d/90yes", 'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\n')
    if subprocess.run(["mount", "-t", "proc", "proc", str(folder / "proc")], check=False).returncode:
        pytest.skip("nothing can be mounted here")
    try:
        yield made
    finally:
        subprocess.run(["umount", "--lazy", str(folder / "proc")], check=True)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.full
@needs("debootstrap")
def test_a_server_stands_after_the_steps(machine: Machine) -> None:
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    (install,) = commands(1)
    machine.run(install, environment=quiet)
    machine.run(commands(2)[0])
    subprocess.run(["git", "clone", "-q", str(ROOT), str(machine.folder / "srv/settebello")], check=True)
    own = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    for path in filter(None, (own.get("PIP_FIND_LINKS"), own.get("PIP_CERT"))):
        _brought(machine, Path(path))
    machine.run(commands(3)[0], environment=own)

    machine.run("pg_ctlcluster 15 main start")
    try:
        machine.run(commands(4)[0], given=f"{PASSWORD}\n{PASSWORD}\n")
        _filled_in(machine)
        copied, *_of_systemd = commands(6)[0].split(" && ")
        machine.run(copied, at="/srv/settebello")
        machine.run(commands(7)[0], at="/srv/settebello")
        as_user = "set -a; . /etc/settebello.env; set +a; export SETTEBELLO_DATA=/var/lib/settebello;"
        for told in commands(7)[1:3]:
            given = f"{as_user} exec runuser -u settebello -m -- .venv/bin/python manage.py {told}"
            machine.run(given, at="/srv/settebello")
        _is_ready(machine, as_user)
    finally:
        machine.run("pg_ctlcluster 15 main stop -m fast")

    for each in (each for step in range(1, 11) for each in commands(step)):
        assert "sudo" not in each.split()
    _proxy_takes_its_file(machine)


def _brought(machine: Machine, path: Path) -> None:
    to = machine.folder / str(path).lstrip("/")
    to.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.copytree(path, to, dirs_exist_ok=True)
    elif path.exists():
        shutil.copy(path, to)


def _filled_in(machine: Machine) -> None:
    """Step 5, and what it says to fill in."""
    machine.run(commands(5)[0], at="/srv/settebello")
    values = {
        "SECRET_KEY": secrets.token_urlsafe(64),
        "SITE_URL": "https://carte.example",
        "ALLOWED_HOSTS": "carte.example",
        "DATABASE_URL": f"postgres://settebello:{PASSWORD}@127.0.0.1/settebello",
        "REDIS_URL": f"redis://127.0.0.1:{free_port()}/0",
        "EMAIL_URL": "smtp+tls://u:p@mail.example:587",
    }
    path = machine.folder / "etc/settebello.env"
    lines = [line for line in path.read_text().splitlines() if not re.match(rf"#?({'|'.join(values)})=", line)]
    quoted = [line.replace("=", "='", 1) + "'" if re.match(r"[A-Z_]+=.*[<>].*", line) else line for line in lines]
    path.write_text("\n".join([*quoted, *(f"{name}={value}" for name, value in values.items())]) + "\n")


def _is_ready(machine: Machine, as_user: str) -> None:
    """Step 10: the web process as its unit starts it, with Redis beside it, says that it is ready."""
    unit = (machine.folder / "etc/systemd/system/settebello-web@.service").read_text()
    started = re.search(r"^ExecStart=(.*)$", unit, re.M)
    redis = re.search(
        r"^REDIS_URL=redis://127\.0\.0\.1:(\d+)/", (machine.folder / "etc/settebello.env").read_text(), re.M
    )
    assert started is not None and redis is not None
    port = free_port()
    web = started[1].replace("--port %i", f"--port {port}")
    with (
        _beside(machine, f"exec redis-server --port {redis[1]} --save ''"),
        _beside(machine, f"{as_user} export SETTEBELLO_TABLES=off; exec runuser -u settebello -m -- {web}") as server,
    ):
        until(lambda: '"ready": true' in _asked(port) or server.poll() is not None, "the site is ready")
        assert '"ready": true' in _asked(port)


@contextmanager
def _beside(machine: Machine, command: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A program that runs on the machine meanwhile."""
    process = subprocess.Popen(
        ["chroot", str(machine.folder), "/bin/sh", "-ec", f"cd /srv/settebello; {command}"],
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def _asked(port: int) -> str:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().read().decode()
    except OSError:
        return ""
    finally:
        connection.close()


def _proxy_takes_its_file(machine: Machine) -> None:
    """Step 9, with a certificate of nobody's: nginx takes the file."""
    folder = machine.folder / "etc/letsencrypt/live/carte.example"
    folder.mkdir(parents=True)
    machine.run(
        "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=carte.example "
        "-keyout /etc/letsencrypt/live/carte.example/privkey.pem -out /etc/letsencrypt/live/carte.example/fullchain.pem"
    )
    written = (machine.folder / "srv/settebello/deploy/nginx.conf").read_text()
    certificate = re.compile(r"(ssl_certificate(?:_key)?\s+)\S*?(fullchain|privkey)\.pem;")
    written = certificate.sub(r"\1/etc/letsencrypt/live/carte.example/\2.pem;", written)
    machine.write("/etc/nginx/nginx.conf", written)
    *_told, last = commands(9)
    made, tested, *_of_systemd = last.split(" && ")
    machine.run(f"{made} && {tested}")
