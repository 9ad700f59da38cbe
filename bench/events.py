"""Events for the benchmarks, made through the services in a process with its own data."""

import os
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

PASSWORD = "bench-bench-bench"
EMAIL = "bench@example.org"


def set_up(folder: str) -> dict[str, str]:
    """Use ``folder`` for the data of this process and its servers; return their environment."""
    environment = {
        "SETTEBELLO_DATA": folder,
        "LOG_LEVEL": "CRITICAL",
        "ALLOWED_HOSTS": "127.0.0.1,testserver",
        "DJANGO_SETTINGS_MODULE": "tournaments.config.settings",
    }
    os.environ.update(environment)
    Path(folder).mkdir(parents=True, exist_ok=True)
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    return environment


def organiser() -> Any:
    from tournaments.frame.policies import Actor, Role
    from tournaments.models import User

    user = User.objects.filter(email=EMAIL).first() or User.objects.create_user(EMAIL, PASSWORD, name="Bench")
    return Actor(user=user, role=Role.ORGANISER, label="Bench")


def knockout(actor: Any, entries: int) -> tuple[Any, dict[str, float]]:
    """Create a drawn and announced knockout of one-deal matches; return the seconds of each step."""
    return draw_event(actor, entries, None)


def draw_event(actor: Any, entries: int, event_format: Any) -> tuple[Any, dict[str, float]]:
    """Do the same for an event of any format, as the event stores it; None is the preset's."""
    from tournaments.draw.writes import draws
    from tournaments.entries.writes import entries as desk
    from tournaments.entries.writes.entries import NewEntry, PersonName
    from tournaments.events.writes import tournaments

    begun = perf_counter()
    event = tournaments.create_tournament(
        actor=actor,
        name=f"Bench {entries}",
        game="scopa",
        preset="online_002",
        starts_at=datetime(2026, 11, 20, 20, 30, tzinfo=UTC),
        rules={"match_mode": "fixed_deals", "deals": 1, "target": None},
        format=event_format,
    )
    tournaments.open_entries(actor=actor, tournament_id=event.pk)
    rows = [
        NewEntry((PersonName(f"Uno {entries} {n}"), PersonName(f"Due {entries} {n}")), club=f"Club {n % 40}")
        for n in range(entries)
    ]
    desk.import_entries(actor=actor, tournament_id=event.pk, rows=rows)
    entered = perf_counter()
    tournaments.close_entries(actor=actor, tournament_id=event.pk)
    draw = draws.prepare_draw(actor=actor, tournament_id=event.pk, seed="5e" * 32)
    draws.draw_round(actor=actor, tournament_id=event.pk, draw_id=draw.pk, hall="7")
    drawn = perf_counter()
    draws.announce_draw(actor=actor, tournament_id=event.pk, draw_id=draw.pk)
    announced = perf_counter()
    event.refresh_from_db()
    return event, {"entries": entered - begun, "draw": drawn - entered, "tables": announced - drawn}


def form_of_result(version: int, key: str, upper: bool) -> dict[str, object]:
    """Return the form of a one-deal match, with the points only."""
    return {
        "depth": "points",
        "points_a": 3 if upper else 1,
        "points_b": 1 if upper else 3,
        "tiebreak": 0,
        "last_capture": "",
        "game": 0,
        "deal": 0,
        "seen": version,
        "base": 0,
        "key": key,
    }


def play_first_round(actor: Any, event: Any) -> None:
    """Announce the first round and enter all its results, through the service."""
    from tournaments.events.writes import rounds
    from tournaments.models import Table
    from tournaments.tables.writes import scoresheets

    rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
    sheet = {"depth": "points", "points": [3, 1], "tiebreak": 0, "last_capture": None}
    content = {"games": [{"deals": [sheet], "time_called": False}], "forfeit": None}
    for table, version in Table.objects.filter(tournament=event, status="called").values_list("pk", "version"):
        scoresheets.enter_score(actor=actor, tournament_id=event.pk, table_id=table, content=content, seen=version)
