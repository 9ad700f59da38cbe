"""What deploy/ starts exists, is told what the program understands, is restarted, and holds no secret."""

import configparser
import os
import re
import shlex
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from bench.servers import OF_THE_SITE
from tournaments.config.asgi import application
from tournaments.config.celery import app
from tournaments.config.environment import NAMES, VARIABLES

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
PARTS = {"web", "live", "worker", "beat", "sweeper"}
# Of these there are two, each on a port of its own, so that one serves while the other is replaced.
DOUBLE = {"web": ("8000", "8002"), "live": ("8001", "8003")}
# Variables of others: Python, PostgreSQL's and nginx's images, and what compose makes of its own file.
OTHERS = {"PYTHONUNBUFFERED", "POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "SITE_HOST"}
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
HANDBOOK = (ROOT / "docs/operations.md").read_text()
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


class Repeating(dict[str, Any]):
    """Keys of a unit file may stand several times; all their values count."""

    def __setitem__(self, key: str, value: Any) -> None:
        if isinstance(value, list) and key in self:
            self[key].extend(value)
        else:
            super().__setitem__(key, value)


def unit(path: Path) -> dict[str, dict[str, list[str]]]:
    parser = configparser.RawConfigParser(dict_type=Repeating, strict=False, empty_lines_in_values=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(path.read_text())
    return {name: {key: value.splitlines() for key, value in parser[name].items()} for name in parser.sections()}


def part_of(path: Path) -> str:
    return path.stem.removeprefix("settebello-").removesuffix("@")


def require_startable(command: list[str]) -> None:
    """Refuse a command of which the program, the application or the Django command does not exist."""
    program = Path(command[0]).name
    assert program in {"uvicorn", "celery", "python"}, command
    assert (ROOT / ".venv/bin" / program).exists()
    if program == "uvicorn":
        assert command[1] == f"{application.__module__}:application"
        assert "--no-proxy-headers" in command
        assert " ".join(OF_THE_SITE) in " ".join(command)
    elif program == "celery":
        assert command[1:3] == ["-A", "tournaments.config.celery"]
        assert command[3] in {"worker", "beat"}
        assert app.main == "settebello"
    else:
        assert command[1] == "manage.py"
        assert command[2] in get_commands()


def test_there_is_a_unit_for_every_part() -> None:
    assert {part_of(path) for path in UNITS} == PARTS | {"backup"}
    assert {part_of(path) for path in UNITS if path.stem.endswith("@")} == DOUBLE.keys()
    wanted = unit(DEPLOY / "systemd/settebello.target")["Unit"]["Wants"][0].split()
    single = {f"settebello-{part}.service" for part in PARTS - DOUBLE.keys()}
    assert set(wanted) == single | {f"settebello-{part}@{port}.service" for part in DOUBLE for port in DOUBLE[part]}


def test_the_proxy_knows_every_process_that_the_target_starts() -> None:
    written = (DEPLOY / "nginx.conf").read_text()
    known = {
        name: tuple(re.findall(r"server 127\.0\.0\.1:(\d+) ", body))
        for name, body in re.findall(r"upstream (\w+) \{(.*?)\n    \}", written, re.S)
    }
    live = DOUBLE["live"]
    assert known == {"settebello": DOUBLE["web"], "settebello_live": live, "settebello_tables": live}


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_what_a_unit_starts_exists(path: Path) -> None:
    service = unit(path)["Service"]
    (line,) = service["ExecStart"]
    command = shlex.split(line)
    assert command[0].startswith("/srv/settebello/.venv/bin/")
    require_startable(command)


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_a_unit_may_do_little_and_is_started_again(path: Path) -> None:
    service = unit(path)["Service"]
    assert service["User"] == ["settebello"]
    for bar in ("NoNewPrivileges", "ProtectSystem", "PrivateTmp", "ProtectHome", "CapabilityBoundingSet"):
        assert bar in service
    # What the program was made from is none of its business.
    assert service["InaccessiblePaths"] == ["-/srv/settebello/.git"]
    if path.stem != "settebello-backup":
        assert service["Restart"] == ["always"]
        assert unit(path)["Install"]["WantedBy"] == ["settebello.target"]


def told_by_units() -> set[str]:
    return {line.partition("=")[0] for path in UNITS for line in unit(path)["Service"].get("Environment", [])}


def told_by_compose() -> set[str]:
    return {name for service in COMPOSE["services"].values() for name in service.get("environment", {})}


def told_by_the_example() -> set[str]:
    return set(re.findall(r"^#?([A-Z_]+)=", (DEPLOY / "settebello.env.example").read_text(), re.MULTILINE))


def test_whatever_is_told_is_understood() -> None:
    assert (told_by_units() | told_by_compose() | told_by_the_example()) - OTHERS <= NAMES


def test_live_alone_says_whether_online_tables_are_served() -> None:
    told = {part_of(path): unit(path)["Service"]["Environment"] for path in UNITS}
    assert {part for part, lines in told.items() if "SETTEBELLO_TABLES=off" in lines} == {"web"}
    for web, live in (("web", "live"), ("web2", "live2")):
        pages, tables = (COMPOSE["services"][part]["environment"] for part in (web, live))
        assert pages == {**tables, "SETTEBELLO_TABLES": "off"}
        assert "SETTEBELLO_TABLES" not in tables


def test_the_example_names_whatever_a_server_may_be_told() -> None:
    assert {"DEBUG", "SETTEBELLO_DEMO", "SETTEBELLO_TABLES"} == NAMES - told_by_the_example()


def test_the_handbook_explains_every_variable() -> None:
    assert [variable.name for variable in VARIABLES if f"| `{variable.name}` |" not in HANDBOOK] == []


# What a bare Debian or Ubuntu has, and what the packages of the first step bring; by package.
BARE = {
    "apt-get",
    "cd",
    "chmod",
    "cp",
    "install",
    "mkdir",
    "rm",
    "runuser",
    "systemctl",
    "systemd-run",
    "useradd",
}
BROUGHT = {
    "certbot": {"certbot"},
    "curl": {"curl"},
    "git": {"git"},
    "nginx": {"nginx"},
    "postgresql": {"createdb", "createuser"},
    "python3-venv": {"python3"},
}
STEPS = re.search(r"## A server with systemd, step by step\n.*?\n\n(1\. .*?)\n\n", HANDBOOK, re.DOTALL)


def commands_of_the_handbook() -> list[list[str]]:
    """Every command of the steps, in their order, without those that lead to it (``cd``, ``runuser``)."""
    assert STEPS is not None
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", STEPS.group(1))]
    found = [shlex.split(part) for span in spans for part in span.split(" && ") if " " in part]
    programs = [words for words in found if re.fullmatch(r"[a-z][a-z0-9-]+|\.venv/bin/\w+", words[0])]
    return [words for words in programs if words[0] not in get_commands()]


def test_the_steps_of_the_handbook_need_nothing_that_they_do_not_bring() -> None:
    first, *others = [words for words in commands_of_the_handbook() if words[:2] != ["apt-get", "update"]]
    assert first[:2] == ["apt-get", "install"]
    brought = set().union(*(BROUGHT.get(package, set()) for package in first[2:]))
    for words in others:
        asked = [words[0], *(words[words.index("--") + 1 :][:1] if words[0] == "runuser" else [])]
        assert set(asked) <= BARE | brought or asked[0].startswith(".venv/bin/"), words
    assert len(others) > 8


def test_the_files_and_parts_that_the_steps_name_are_there() -> None:
    assert STEPS is not None
    for path in re.findall(r"\bdeploy/[\w./*-]*\w|\brequirements\.txt", STEPS.group(1)):
        assert list(ROOT.glob(path)) or (ROOT / path).is_dir(), path
    enabled = set(
        re.findall(r"settebello[\w@-]*(?:\.\w+)?", re.findall(r"systemctl enable([^`]*)`", STEPS.group(1))[0])
    )
    units = {path.name for path in (DEPLOY / "systemd").iterdir()}
    named = {re.sub(r"@\d+", "@", name) for name in enabled}
    assert {name if "." in name else f"{name}.service" for name in named} <= units
    assert {path.stem for path in UNITS if part_of(path) in PARTS} <= named
    asked = re.findall(r"fill it in: ((?:`\w+`[, ]*\s*)+)", STEPS.group(1))[0]
    assert set(re.findall(r"`(\w+)`", asked)) <= told_by_the_example()


def commands_of(service: dict[str, Any]) -> list[list[str]]:
    """The commands of a service that are this program's."""
    given = service.get("command") or []
    if given[:1] == ["sh"]:
        return [shlex.split(part) for part in given[-1].split("&&") if part.strip().startswith("python")]
    return [given] if given else []


def test_compose_starts_every_part_and_what_they_need() -> None:
    second = {f"{part}2" for part in DOUBLE}
    assert set(COMPOSE["services"]) == PARTS | second | {"postgres", "redis", "proxy", "migrate"}
    own = {name: service for name, service in COMPOSE["services"].items() if service["image"] == "settebello"}
    assert set(own) == PARTS | second | {"migrate"}
    for service in own.values():
        for command in commands_of(service):
            require_startable(command)
        assert set(service["volumes"][0].split(":")) == {"data", "/var/lib/settebello"}


def test_compose_starts_again_whatever_ends_and_looks_whether_it_works() -> None:
    for name, service in COMPOSE["services"].items():
        assert service["restart"] == ("no" if name == "migrate" else "unless-stopped")
        if name not in ("migrate", "beat"):
            assert service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL")


def test_the_servers_are_of_the_versions_that_are_asked_for() -> None:
    assert COMPOSE["services"]["postgres"]["image"] == "postgres:16"
    assert COMPOSE["services"]["redis"]["image"] == "redis:7"


def test_the_proxy_of_compose_finds_in_the_configuration_what_it_changes() -> None:
    configuration = (DEPLOY / "nginx.conf").read_text()
    changes = re.findall(r"s/(.+?)/", COMPOSE["services"]["proxy"]["command"][-1])
    assert len(changes) == 5
    for change in changes:
        assert re.search(change, configuration), change


def test_nothing_that_is_deployed_holds_a_secret() -> None:
    """Passwords and keys are empty, or named to be asked for."""
    for path in [*DEPLOY.rglob("*")]:
        if path.is_file():
            for name, value in re.findall(
                r"^[ \t#]*(\w*(?:KEY|PASSWORD|TOKEN))[ \t]*[=:][ \t]*(\S*)", path.read_text(), re.M
            ):
                assert value == "" or value.startswith("${"), (path.name, name)


def test_the_image_runs_the_program_as_somebody_who_may_do_nothing() -> None:
    lines = (DEPLOY / "Dockerfile").read_text()
    (command,) = re.findall(r"^CMD (\[.*?\])", lines.replace("\\\n", ""), re.MULTILINE)
    require_startable(yaml.safe_load(command))
    assert "\nUSER settebello\n" in lines


def test_a_port_that_is_taken_is_said_before_an_address_is_printed(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        done = subprocess.run(
            ["script/run", "--port", port],
            cwd=ROOT,
            env={**os.environ, "SETTEBELLO_DATA": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert f"Port {port} cannot be used" in done.stderr
    assert list(tmp_path.iterdir()) == []
