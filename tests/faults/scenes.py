"""What the clerk makes and reads for the tests, through the services and straight from the rows."""

from datetime import UTC, datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client

from tests.tournaments import factories as make
from tournaments.draw.writes import draws
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.events.writes import rounds, tournaments
from tournaments.frame.policies import Role
from tournaments.games import registry
from tournaments.models import AuditEntry, Entry, Membership, Scoresheet, Table, Tournament
from tournaments.tables.writes import codes

ORGANISER = "ornella@example.org"
RULES = {"match_mode": "fixed_deals", "deals": 2, "target": None}
SEED = "5e" * 32


def account(email: str) -> Any:
    """The account of that address, made when there is none."""
    found = get_user_model().objects.filter(email=email).first()
    return found or make.user(email, name=email.split("@")[0].capitalize())


def log_in(email: str = ORGANISER) -> dict[str, str]:
    """A session of that account, made without the form."""
    client = Client()
    client.force_login(account(email))
    return {name: morsel.value for name, morsel in client.cookies.items()}


def evening(size: int = 64, name: str = "Serata", deals: int = 2) -> dict[str, Any]:
    """A running knockout of ``size`` pairs over matches of that many deals; no table is called."""
    actor = make.organiser(account(ORGANISER))
    event = tournaments.create_tournament(
        actor=actor,
        name=name,
        game=registry.keys()[0],
        preset="online_002",
        starts_at=datetime(2026, 11, 20, 20, 30, tzinfo=UTC),
        rules={**RULES, "deals": deals},
    )
    tournaments.open_entries(actor=actor, tournament_id=event.pk)
    rows = [NewEntry((PersonName(f"Uno {n}"), PersonName(f"Due {n}")), club=f"Club {n % 8}") for n in range(size)]
    entries.import_entries(actor=actor, tournament_id=event.pk, rows=rows)
    tournaments.close_entries(actor=actor, tournament_id=event.pk)
    draw = draws.prepare_draw(actor=actor, tournament_id=event.pk, seed=SEED)
    draws.draw_round(actor=actor, tournament_id=event.pk, draw_id=draw.pk, hall="7")
    draws.announce_draw(actor=actor, tournament_id=event.pk, draw_id=draw.pk)
    return {"slug": event.slug, "pk": event.pk, "rounds": event.rounds.count()}


def call_round(slug: str, number: int) -> None:
    event = Tournament.objects.get(slug=slug)
    rounds.announce_round(actor=make.boss_of(event), tournament_id=event.pk, number=number)


def referee(slug: str, email: str) -> dict[str, str]:
    """The session of a referee of the event."""
    event = Tournament.objects.get(slug=slug)
    person = account(email)
    if not Membership.objects.filter(tournament=event, user=person).exists():
        make.with_role(event, Role.REFEREE, account=person)
    return log_in(email)


def tables(slug: str, status: str = "") -> list[dict[str, Any]]:
    """Every table that is played: its number, round, status, and the code and entry of each line."""
    found = Table.objects.filter(tournament__slug=slug).exclude(status=Table.Status.BYE).select_related("round")
    found = found.filter(status=status) if status else found
    return [
        {
            "pk": table.pk,
            "number": table.number,
            "round": table.round.number,
            "status": table.status,
            "version": table.version,
            "points": [line.points for line in table.lines.order_by("index")],
            "places": [line.place for line in table.lines.order_by("index")],
            "entries": [line.entry.number if line.entry else None for line in table.lines.order_by("index")],
            "codes": [codes.code_of(table, line) for line in range(table.lines.count())],
        }
        for table in found.order_by("number")
    ]


def sheets(slug: str) -> list[dict[str, Any]]:
    """Every version of every sheet of the event."""
    found = Scoresheet.objects.filter(table__tournament__slug=slug).select_related("table")
    return [
        {
            "table": one.table.number,
            "version": one.version,
            "status": one.status,
            "key": one.idempotency_key,
            "points": one.outcome["points"],
            "deals": [deal["points"] for game in one.content["games"] for deal in game["deals"]],
        }
        for one in found.order_by("table__number", "version")
    ]


def verbs(slug: str) -> dict[str, int]:
    """What the log says was done, and how often."""
    counted: dict[str, int] = {}
    for verb in AuditEntry.objects.filter(tournament__slug=slug).values_list("verb", flat=True):
        counted[verb] = counted.get(verb, 0) + 1
    return counted


def places(slug: str) -> dict[int, int]:
    """The final place of every entry, by its number."""
    return dict(Entry.objects.filter(tournament__slug=slug).values_list("number", "final_place"))


def status(slug: str) -> str:
    return Tournament.objects.get(slug=slug).status


def version(slug: str) -> int:
    return Tournament.objects.get(slug=slug).version


def version_by_people(slug: str) -> int:
    """The version without the steps of the service itself, which gives tables back what a slow start took."""
    return version(slug) - AuditEntry.objects.filter(tournament__slug=slug, verb="clocks_moved").count()
