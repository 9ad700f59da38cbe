"""The demonstration's online event: robots have played its first round, and play the second for spectators."""

import secrets
from datetime import timedelta
from functools import partial

from django.utils import timezone

from tournaments.competition.live import deciding
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.events.writes import rounds
from tournaments.frame.policies import Actor
from tournaments.live_log.writes.log import SHOWN, decide, lock_match
from tournaments.management.demo_events import GAME
from tournaments.management.demo_steps import create, draw
from tournaments.models import Match, MatchDeadline, Tournament
from tournaments.online.reads import live_matches
from tournaments.online.writes import firing
from tournaments.online.writes.no_shows import seat_robots

PLAYERS = (
    ("Alberti", "Nives"),
    ("Brero", "Walter"),
    ("Corgnati", "Ines"),
    ("Durando", "Felice"),
    ("Enrico", "Tilde"),
    ("Franchino", "Osvaldo"),
    ("Gillio", "Rosina"),
    ("Hauser", "Corrado"),
)
# Robots that wait for spectators need no clock.
SETTINGS = {"move_seconds": None, "bank_minutes": None, "opens": "word", "robots": True}
ONE_DEAL = {"match_mode": "fixed_deals", "deals": 1, "target": None}


def online_evening(actor: Actor) -> Tournament:
    """(g) An online knockout of eight in its second round."""
    event = create(
        actor,
        "Scopa in rete",
        "online_002",
        timezone.now() - timedelta(minutes=20),
        game=GAME,
        entry_size=1,
        mode="online",
        online=SETTINGS,
        rules=ONE_DEAL,
        format={"third_place": True},
        description="Ognuno gioca da casa, una smazzata a partita. Nel secondo turno giocano due robot per tavolo.",
    )
    rows = [NewEntry((PersonName(family, given),)) for family, given in PLAYERS]
    entries.import_entries(actor=actor, tournament_id=event.pk, rows=rows)
    draw(actor, event, "online")
    for match in _open(actor, event, 1):
        # Robots play it to its end at once, and its sheet is reported to the event.
        with lock_match(match.pk) as held:
            seat_robots(held, range(len(held.seats)))
            while not live_matches.live(held).state.is_over:
                waits = live_matches.live(held).state.deal.is_waiting
                decide(held, deciding.deal_now if waits else partial(deciding.robot_play, dice=secrets.randbelow))
        for due in MatchDeadline.objects.filter(match=match, kind=MatchDeadline.Kind.REPORT):
            firing.fire(deadline_id=due.pk, now=due.due_at)
    for match in _open(actor, event, 2):
        with lock_match(match.pk) as held:
            held.chairs = {**held.chairs, SHOWN: True}
            seat_robots(held, range(len(held.seats)))
    event.refresh_from_db()
    return event


def _open(actor: Actor, event: Tournament, number: int) -> list[Match]:
    rounds.announce_round(actor=actor, tournament_id=event.pk, number=number)
    while rounds.open_some(tournament_id=event.pk, number=number):
        pass
    return list(Match.objects.filter(table__tournament=event, table__round__number=number).order_by("pk"))
