"""Practice tables against robots: opened by anybody, started again, and removed when they are abandoned."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from tournaments.errors import MissingError, RefusedError
from tournaments.frame.writes import pulses, rate_limits
from tournaments.frame.writes.rate_limits import Limit
from tournaments.frame.writes.transaction import alone
from tournaments.games import registry
from tournaments.games.commands import levels
from tournaments.games.contract import Json, Line, Seat
from tournaments.live_log.writes.log import LOOK, SHOWN, arm, lock_match
from tournaments.models import Match, MatchDeadline, MatchEvent
from tournaments.online.reads import live_matches
from tournaments.tables.writes.live_opening import open_match

Status = Match.Status
# The seat of the person who opens a table; robots have the others.
OWN: Final[Seat] = 0
# Tables that one browser keeps: a new one replaces the oldest.
MOST_HELD: Final = 3
# Practice tables of the whole installation, and how long one is idle before a new one may replace it.
MOST: Final = 300
LEFT: Final = timedelta(minutes=10)
# How long a table is kept after the last play: of a finished match, and of an unfinished one.
OVER_KEPT, KEPT = timedelta(hours=3), timedelta(hours=12)
MOST_AT_ONCE: Final = 100
# In an hour; a hall full of people has one address.
MOST_FROM_ADDRESS: Final = 200


def tables_from(address: str) -> Limit:
    """Limit the tables opened from one address."""
    return Limit("practice", address, most=MOST_FROM_ADDRESS, minutes=60)


def open_practice(*, address: str, game: str, chosen: Mapping[str, str], level: int, held: Sequence[int] = ()) -> Match:
    """Open a table for the person in seat ``OWN`` against robots of a level.

    ``chosen`` has an option for each choice that the game offers. ``held`` are the browser's tables, oldest first.
    """
    practised = registry.game_for_practice(game)
    for choice, options in practised.practice.items():
        if chosen.get(choice) not in options:
            raise RefusedError("practice_unknown", field=choice)
    table = practised.practice_table(chosen)
    return _open(address, game, table.rules, table.seats, level, None, held)


def begin_again(*, address: str, match_id: int, held: Sequence[int] = ()) -> Match:
    """Start the same table again; the next seat deals. Refused during a match."""
    before = live_matches.match(match_id)
    if before.table_id is not None or match_id not in held:
        raise MissingError
    if before.status == Status.OPEN:
        raise RefusedError("practice_not_over")
    last = live_matches.live(before).state.last_dealer
    dealer = before.dealer if last is None else (last + 1) % len(before.seats)
    level = max(before.chairs["robots"].values())
    return _open(address, before.game, before.rules, before.seats, level, dealer, held)


def _open(
    address: str, game: str, rules: Json, seats: Sequence[Line], level: int, dealer: Seat | None, held: Sequence[int]
) -> Match:
    """Open a table. Where all are taken it replaces the one that was idle longest; refused if all are in play."""
    with alone():
        if not rate_limits.is_taken_along(tables_from(address)):
            raise RefusedError("practice_often")
        open_ones = Match.objects.filter(table=None, status=Status.OPEN)
        if open_ones.count() >= MOST:
            left = _idle_matches(open_ones, timezone.now() - LEFT).first()
            if left is None:
                raise RefusedError("practice_full")
            remove(left.pk)
        match = open_match(
            game=game,
            rules=rules,
            seats=seats,
            chairs=_chairs(seats),
            dealer=dealer,
            robots={seat: level for seat in range(len(seats)) if seat != OWN},
        )
    for key in list(held)[: len(held) + 1 - MOST_HELD]:
        remove(key)
    return match


def _chairs(seats: Sequence[Line]) -> dict[str, Json]:
    return {"must_decide": True, "lines": max(seats) + 1, "through": 1, "best_of": 1, "absent": []}


def watch(*, game: str) -> Match:
    """Return the table where robots play for spectators; open one if there is none, or its match is over."""
    with alone():
        found = Match.objects.filter(table=None, game=game, chairs__shown=True, status=Status.OPEN).first()
        if found is None:
            practised = registry.game_for_practice(game)
            table = practised.practice_table({name: options[0] for name, options in practised.practice.items()})
            found = open_match(
                game=game,
                rules=table.rules,
                seats=table.seats,
                chairs={**_chairs(table.seats), "shown": True},
                robots=dict.fromkeys(range(len(table.seats)), levels(practised)[-1]),
            )
    look(match_id=found.pk)
    return found


def look(*, match_id: int, now: datetime | None = None) -> None:
    """Note that somebody watches a shown table: its robots go on for a while. Repeated while they watch."""
    now = now or timezone.now()
    if not pulses.is_fresh(SHOWN, now, LOOK / 2):
        pulses.beat(SHOWN, now)
    if not MatchDeadline.objects.filter(match=match_id).exists():
        with lock_match(match_id) as match:
            arm(match, now)


def _idle_matches(matches: QuerySet[Match], since: datetime) -> QuerySet[Match]:
    """Return those of ``matches`` without activity since a time, the longest idle first."""
    newest = Subquery(MatchEvent.objects.filter(match=OuterRef("pk"), sequence=OuterRef("sequence")).values("at"))
    return matches.alias(touched=newest).filter(touched__lt=since).order_by(newest)


def remove(match_id: int) -> None:
    """Delete a practice match with its log; nothing if it is gone. A match of an event stays."""
    if not Match.objects.filter(pk=match_id).exists():
        return
    with lock_match(match_id) as match:
        if match.table_id is not None:
            raise MissingError
        match.events.all().delete()
        match.delete()


def remove_old(now: datetime) -> int:
    """Delete the abandoned practice matches; return how many."""
    practice = Match.objects.filter(table=None, opened_at__lt=now - OVER_KEPT)
    over = _idle_matches(practice.filter(status=Status.OVER), now - OVER_KEPT)
    left = _idle_matches(practice, now - KEPT)
    keys = [*over.values_list("pk", flat=True)[:MOST_AT_ONCE], *left.values_list("pk", flat=True)[:MOST_AT_ONCE]]
    for key in set(keys):
        remove(key)
    return len(set(keys))
