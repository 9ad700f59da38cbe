"""Matches at the tables of an event: opened, played into its sheets, and ordered about by its officials."""

import random
from itertools import count

from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tournaments.frame.access import Visitor
from tournaments.frame.policies import Actor
from tournaments.models import Match, Table, Tournament
from tournaments.online.reads import live_matches
from tournaments.online.writes import refereeing
from tournaments.online.writes.commands import CommandReceipt, MatchCommand
from tournaments.tables.reads import seats
from tournaments.tables.reads.seats import MatchPlace
from tournaments.tables.writes import live_opening

OTHER_DEAL = {"games": [{"deals": [make.points_sheet((1, 3))], "time_called": False}], "forfeit": None}
_ids = count(1)


def opened(tournament: Tournament, table: Table) -> Match:
    return live_opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)


def where(table: Table) -> dict[str, object]:
    return {"actor": make.boss_of(table.tournament), "tournament_id": table.tournament_id, "table_id": table.pk}


def close_deal(match: Match, lots: random.Random) -> int:
    """Play the deal in hand to its end and let its sheet reach the event."""
    before = len(at.live(match).state.closed)
    assert any(len(live.state.closed) > before for live in at.steps(match, lots))
    return at.fire_reports(match)


def order(
    match: Match, kind: str, *, actor: Actor | None = None, text: str = "Da regolamento", **more
) -> CommandReceipt:
    table = Table.objects.select_related("tournament").get(pk=match.table_id)
    expected = more.pop("expected", live_matches.match(match.pk).sequence)
    command = MatchCommand(more.pop("client_id", f"o{next(_ids)}"), kind, expected, None, text, **more)
    return refereeing.give_order(place=place_of(actor, match, table), table=table, match_id=match.pk, command=command)


def place_of(actor: Actor | None, match: Match, table: Table) -> MatchPlace:
    """What an official is to the match; without one it is the organiser."""
    if actor is not None and actor.user is None:
        return MatchPlace(actor=actor)
    account = actor.user if actor is not None else make.boss_of(table.tournament).user
    return seats.place(Visitor(account), match)
