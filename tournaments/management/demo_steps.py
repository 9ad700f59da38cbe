"""The steps that make the demonstration's events: through the services, as an organiser does it."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from tournaments.draw.writes import draws
from tournaments.entries.forms import entry_file, list_files
from tournaments.entries.writes import entries
from tournaments.events.writes import tournaments
from tournaments.frame.policies import Actor, Role
from tournaments.games.contract import Json
from tournaments.models import Entry, Scoresheet, Table, Tournament, User
from tournaments.tables.writes import scoresheets

LISTS = Path(__file__).resolve().parents[1] / "demo"


def organise(user: User) -> Actor:
    """Return the organiser of the demonstration."""
    return Actor(user=user, role=Role.ORGANISER, label=str(user))


def create(actor: Actor, name: str, preset: str, starts_at: datetime, **fields: Any) -> Tournament:
    """Create an event that takes entries."""
    event = tournaments.create_tournament(actor=actor, name=name, preset=preset, starts_at=starts_at, **fields)
    return tournaments.open_entries(actor=actor, tournament_id=event.pk)


def enter_list(actor: Actor, event: Tournament, name: str) -> Sequence[Entry]:
    """Enter everybody of a list in the repository, checked in."""
    text, _encoding = list_files.decode((LISTS / name).read_bytes())
    listed = entry_file.read_entries(text, size=event.entry_size)
    taken = entries.import_entries(actor=actor, tournament_id=event.pk, rows=listed.entries)
    for entry in taken:
        entries.tick_entry(actor=actor, tournament_id=event.pk, entry_id=entry.pk, field="checked_in", value=True)
    return taken


def draw(actor: Actor, event: Tournament, word: str) -> None:
    """Close the entries and draw from a fixed seed, so that the demonstration is always the same."""
    tournaments.close_entries(actor=actor, tournament_id=event.pk)
    seed = sha256(f"demonstration {word}".encode()).hexdigest()
    prepared = draws.prepare_draw(actor=actor, tournament_id=event.pk, seed=seed)
    named = {"hall": "7"} if prepared.is_in_hall else {}
    draws.draw_round(actor=actor, tournament_id=event.pk, draw_id=prepared.pk, **named)
    draws.announce_draw(actor=actor, tournament_id=event.pk, draw_id=prepared.pk)
    event.refresh_from_db()


def enter(
    actor: Actor,
    event: Tournament,
    table: Table,
    games: Sequence[Sequence[Json]],
    *,
    time_called: bool = False,
    forfeit: Json = None,
    reason: str = "",
) -> Scoresheet:
    """Enter the deals of each game at a table."""
    content = {
        "games": [{"deals": list(deals), "time_called": time_called} for deals in games],
        "forfeit": forfeit,
    }
    seen = Table.objects.only("version").get(pk=table.pk).version
    return scoresheets.enter_score(
        actor=actor, tournament_id=event.pk, table_id=table.pk, content=content, seen=seen, reason=reason
    )


def line_actor(table: Table, line: int) -> Actor:
    """Return the actor of a line that holds the table code."""
    return Actor(line=line, label=f"{table.hall_number}{'ABCDEF'[line]}")


def dispute(actor: Actor, event: Tournament, table: Table, reason: str) -> None:
    """Dispute the sheet that waits at a table."""
    seen = Table.objects.only("version").get(pk=table.pk).version
    scoresheets.dispute_score(actor=actor, tournament_id=event.pk, table_id=table.pk, seen=seen, reason=reason)
