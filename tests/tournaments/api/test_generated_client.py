"""A client that a generator makes of the description, and nobody has read, plays a small knockout to its end."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings

from tests.tournaments import factories as make
from tests.tournaments.api.asking import key_of
from tournaments.models import Tournament

DESCRIPTION = settings.BASE_DIR / "docs" / "openapi.json"
PACKAGE = "generated_client"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The client, made anew, where it can be imported."""
    folder: Path = tmp_path_factory.mktemp("client")
    (folder / "quiet.yml").write_text("post_hooks: []\n")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", DESCRIPTION, "--meta", "none"]
    places = ["--output-path", folder / PACKAGE, "--config", folder / "quiet.yml"]
    made = subprocess.run([*command, *places], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    sys.path.insert(0, str(folder))
    yield folder / PACKAGE
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


def part(path: str) -> ModuleType:
    return importlib.import_module(f"{PACKAGE}.{path}")


def model(name: str) -> Any:
    return getattr(part("models"), name)


class Program:
    """What somebody writes around such a client: the name of an operation, its body as plain values."""

    def __init__(self, package: Path, url: str, token: str) -> None:
        self.operations = {file.stem: f"api.{file.parent.name}.{file.stem}" for file in package.glob("api/*/*.py")}
        self.client = part("client").AuthenticatedClient(base_url=url, token=token)

    def call(self, operation: str, *where: Any, body: Any = None, **more: Any) -> Any:
        given = {} if body is None else {"body": body}
        answer = part(self.operations[operation]).sync_detailed(*where, client=self.client, **given, **more)
        assert answer.status_code < 300, answer.content
        return answer.parsed


# The description is changed on purpose only, and a strict validator reads it in every run (test_description.py).
@pytest.mark.full
def test_the_generator_reads_every_operation(package: Path) -> None:
    told = json.loads(DESCRIPTION.read_text())["paths"].values()
    names = {one["operationId"] for methods in told for one in methods.values()}
    assert names - {file.stem for file in package.glob("api/*/*.py")} == set()


@pytest.mark.django_db(transaction=True)
@pytest.mark.full
def test_a_generated_client_plays_a_knockout_to_its_end(package: Path, live_server: Any) -> None:
    program = Program(package, live_server.url, key_of(make.user(name="Ada"), "organise"))
    with program.client:
        play(program)
    assert Tournament.objects.get().status == Tournament.Status.FINISHED


def play(program: Program) -> None:
    event = program.call(
        "event_create",
        body=model("NewEventRequest")(
            name="Gara del programma",
            starts_at=datetime.fromisoformat("2026-12-20T20:30:00+01:00"),
            game=model("NewEventRequestGame").SCOPA,
            preset="valliadi_2022",
            format_=model("Document").from_dict({"third_place": False, "best_of": {"final": 1}}),
        ),
    )
    slug = event.slug
    program.call("event_open", slug)
    for number in range(4):
        people = [model("EntryPersonBodyRequest")(family_name=f"{name}{number}") for name in ("Vana", "Teppa")]
        program.call("entry_create", slug, body=model("EntryBodyRequest")(people=people, club="Circolo"))
    program.call("event_close_entries", slug)
    draw = program.call("draw_commit", slug)
    program.call("draw_draw", slug, draw.id, body=model("HallBodyRequest")(hall="7"))
    program.call("draw_announce", slug, draw.id)
    for number in (1, 2):
        called = program.call("round_announce", slug, number).tables
        assert len(called) == 3 - number
        for table in called:
            games = [model("SheetGameBodyRequest")(total=[21, 7])]
            body = model("SeenContentBodyRequest")(games=games, seen=table.version)
            state = program.call("table_score_enter", slug, table.number, body=body)
            assert [line.place for line in state.lines] == [1, 2]
    assert program.call("event_close", slug).status == "finished"
    rows = program.call("standings_read", slug).results
    assert [row.place for row in rows] == [1, 2, 3, 4]
