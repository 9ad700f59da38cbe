"""Rounds online: opened by their deadlines, and played to their end."""

import random

from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tournaments.games.commands import robot_action
from tournaments.models import Deadline, Match, MatchDeadline, Table, Tournament
from tournaments.online.writes import firing as matches
from tournaments.upkeep.writes import firing


def online(*, entries: int = 4, mode: str = "online", **fields) -> Tournament:
    """A drawn event of single players whose matches are one deal."""
    usual = {"preset": "online_002", "entry_size": 1, "rules": make.ONE_DEAL, "format": {"third_place": True}}
    return make.drawn(entries=entries, mode=mode, **{**usual, **fields})


def opening_of(event: Tournament) -> Deadline:
    return Deadline.objects.get(tournament=event, kind="round_opens", fired_at=None)


def fire(event: Tournament) -> bool:
    """Let the round that is about to open be due, and all of its tables open."""
    due = opening_of(event)
    is_called = firing.fire_deadline(deadline_id=due.pk, now=due.due_at)
    while open_more(event):
        pass
    return is_called


def open_more(event: Tournament) -> bool:
    """Let the next tables of the round that was called open; False where none is waited for."""
    due = Deadline.objects.filter(tournament=event, fired_at=None, round__status="announced").first()
    return due is not None and firing.fire_deadline(deadline_id=due.pk)


def opened(**fields) -> tuple[Tournament, list[Match]]:
    event = online(**fields)
    assert fire(event)
    return make.fresh(event), matches_of(event)


def matches_of(event: Tournament, number: int = 1) -> list[Match]:
    return list(Match.objects.filter(table__tournament=event, table__round__number=number).order_by("table__number"))


def wait_out(match: Match) -> bool:
    """Let the grace of a match be over."""
    due = MatchDeadline.objects.get(match=match, kind="no_show")
    return matches.fire(deadline_id=due.pk, now=due.due_at)


def table_of(match: Match) -> Table:
    return Table.objects.get(pk=match.table_id)


def play(match: Match, seed: int = 1) -> None:
    """Play a match to its end, and let its result reach the event."""
    at.play_out(match, random.Random(seed))
    at.fire_reports(match)
    assert table_of(match).status == "done"


def play_out(match: Match, lots: random.Random) -> None:
    """Both seats say that they are ready and play as robots of level one do, in front of their own cards."""
    while not (live := at.live(match)).state.is_over:
        if live.state.deal.is_waiting:
            at.deal(match)
            continue
        game, rules, seat = live.setup.game, live.setup.rules, live.state.turn
        deal_seat = live.state.deal.seats.index(seat)
        play = robot_action(game, rules, live.position().unseal(), deal_seat, 1, lots.randrange)
        at.ask(match, "play", seat, play, now=timezone.now())
