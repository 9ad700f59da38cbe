"""Matches for tests: opened, and played by random legal plays through the one function of the service."""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from tournaments.competition.live.deciding import Live
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.models import Match, MatchDeadline
from tournaments.selectors import live_matches
from tournaments.services.play import firing, opening
from tournaments.services.play.commands import Command, Receipt, submit

_ids = count(1)
NOW = datetime(2026, 11, 23, 20, 30, tzinfo=UTC)


def chairs(lines: int, *, through: int = 1, best_of: int = 1) -> Json:
    return {"must_decide": True, "lines": lines, "through": through, "best_of": best_of, "absent": []}


def practice(game: str, preset: str, seats: Sequence[int], **more: Any) -> Match:
    """A match of nobody's table; ``seats`` are the lines of the seats."""
    rules = registry.playable(game).presets[preset]
    lines = max(seats) + 1
    return opening.open_match(game=game, rules=rules, seats=seats, chairs=chairs(lines), **more)


def live(match: Match) -> Live:
    return live_matches.live(live_matches.match(match.pk))


def ask(
    match: Match, kind: str, seat: int | None = None, text: str = "", *, client_id: str = "", **more: Any
) -> Receipt:
    """Send a command that knows everything that has happened."""
    expected = more.pop("expected", None)
    known = live_matches.match(match.pk).sequence if expected is None else expected
    command = Command(client_id or f"c{next(_ids)}", kind, known, seat, text)
    return submit(match_id=match.pk, command=command, **more)


def deal(match: Match, **more: Any) -> None:
    """Let every seat of the next deal say that it is ready, each with a seed of its own."""
    for seat in live(match).state.deal.seats:
        ask(match, "ready", seat, f"{seat + 1:032x}", **more)


def plays(match: Match) -> Sequence[str]:
    """What the seat whose turn it is may play, as its own view says."""
    turn = live(match).state.turn
    found: Sequence[str] = live_matches.view(match.pk, turn, NOW)["cards"]["actions"]
    return found


def steps(match: Match, lots: random.Random, *, most_deals: int = 60) -> Iterator[Live]:
    """Play a match to its end, and show it after every command."""
    while not (found := live(match)).state.is_over and len(found.state.deals) <= most_deals:
        if found.state.deal.is_waiting:
            deal(match)
        else:
            ask(match, "play", found.state.turn, lots.choice(list(plays(match))))
        yield live(match)


def play_out(match: Match, lots: random.Random) -> Live:
    """The match at its end."""
    *_others, last = steps(match, lots)
    assert last.state.is_over
    return last


def fire_reports(match: Match) -> int:
    """Let the sheets that are due reach the event."""
    later = NOW + timedelta(days=400)
    due = MatchDeadline.objects.filter(match=match, kind="report")
    return sum(firing.fire(deadline_id=each.pk, now=later) for each in due)
