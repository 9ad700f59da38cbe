"""What the clerk makes and reads of online matches: called tables with a match each, and their logs."""

from typing import Any

from tests.faults import scenes
from tests.tournaments import factories as make
from tests.tournaments.api.asking import key_of
from tournaments.models import EntryMember, Match, MatchEvent, Person, Table, Tournament
from tournaments.tables.writes import live_opening

RULES = {"match_mode": "target", "target": 21}
MOVE_MS = 8_000


def tables(count: int) -> list[dict[str, Any]]:
    """So many matches that last, each with the keys of its two players."""
    actor = make.organiser(scenes.account(scenes.ORGANISER))
    event = make.called(
        make.drawn(make.knockout(actor, entries=2 * count, preset="online_002", entry_size=1, rules=RULES))
    )
    return [_match(event, table) for table in make.tables_of(event)[:count]]


def _match(event: Tournament, table: Table) -> dict[str, Any]:
    match = live_opening.open_table(
        actor=make.boss_of(event), tournament_id=event.pk, table_id=table.pk, move_ms=MOVE_MS
    )
    keys = []
    for line in match.seats:
        member = EntryMember.objects.get(entry=match.chairs["entries"][line])
        account = make.user()
        Person.objects.filter(pk=member.person_id).update(user=account)
        keys.append(key_of(account, "play"))
    return {"match": match.pk, "keys": keys}


def log(match: int) -> list[dict[str, Any]]:
    """Every row of a match's log, in its order."""
    rows = MatchEvent.objects.filter(match=match).order_by("sequence")
    return list(rows.values("sequence", "kind", "seat", "client_id", "data"))


def sequence(match: int) -> int:
    """The number that the row of the match has."""
    return Match.objects.get(pk=match).sequence
