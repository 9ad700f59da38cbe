"""Matches for tests: opened, and played by random legal plays through the one function of the service."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.competition.live import deciding
from tournaments.competition.live.deciding import Live, Moment
from tournaments.competition.live.log import fold
from tournaments.competition.live.viewing import Viewer
from tournaments.games import registry
from tournaments.games.commands import Sealed
from tournaments.games.contract import Json
from tournaments.models import DealSecret, Match, MatchDeadline, MatchEvent, Pulse, Table
from tournaments.online.reads import live_matches
from tournaments.online.writes import firing
from tournaments.online.writes.commands import CommandReceipt, MatchCommand, submit
from tournaments.tables.writes import live_opening

_ids = count(1)
NOW = datetime(2026, 11, 23, 20, 30, tzinfo=UTC)
SEED = "5eed" * 16


def chairs(lines: int, *, through: int = 1, best_of: int = 1) -> Json:
    return {"must_decide": True, "lines": lines, "through": through, "best_of": best_of, "absent": []}


def practice(game: str, preset: str, seats: Sequence[int], **more: Any) -> Match:
    """A match of nobody's table; ``seats`` are the lines of the seats."""
    rules = registry.playable(game).presets[preset]
    lines = max(seats) + 1
    return live_opening.open_match(game=game, rules=rules, seats=seats, chairs=chairs(lines), **more)


def live(match: Match) -> Live:
    return live_matches.live(live_matches.match(match.pk))


def ask(
    match: Match, kind: str, seat: int | None = None, text: str = "", *, client_id: str = "", **more: Any
) -> CommandReceipt:
    """Send a command that knows everything that has happened."""
    expected = more.pop("expected", None)
    known = live_matches.match(match.pk).sequence if expected is None else expected
    about = {name: more.pop(name) for name in ("to", "ms") if name in more}
    command = MatchCommand(client_id or f"c{next(_ids)}", kind, known, seat, text, **about)
    return submit(match_id=match.pk, command=command, **more)


def deal(match: Match, **more: Any) -> None:
    """Let every seat of the next deal that has not said so say that it is ready, each with a seed of its own."""
    next_deal = live(match).state.deal
    for seat in next_deal.seats:
        if seat not in next_deal.seeds:
            ask(match, "ready", seat, f"{seat + 1:032x}", **more)


def view(match: Match, viewer: Viewer, now: datetime = NOW) -> Json:
    """The match as a viewer sees it, whatever has happened since its row was read."""
    return live_matches.view(live_matches.match(match.pk), viewer, now)


def plays(match: Match) -> Sequence[str]:
    """What the seat whose turn it is may play, as its own view says."""
    turn = live(match).state.turn
    found: Sequence[str] = view(match, turn)["cards"]["actions"]
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


def close(match: Match, *, level: bool) -> None:
    """Play the deal in hand, which has cards, so that the lines have, or have not, the same points of it."""
    for seat, action in plays_to(live(match), level=level):
        ask(match, "play", seat, action)


def plays_to(start: Live, *, level: bool) -> list[tuple[int, str]]:
    """Plays, each with its seat, after which the lines have, or have not, the same points of the deal in hand."""
    number = len(start.state.closed)
    for lots in map(random.Random, range(500)):
        found, made = start, []
        while len(found.state.closed) == number:
            seat, game = found.state.turn or 0, found.setup.game
            here = found.state.deal.seats.index(seat)
            made.append((seat, lots.choice(list(game.legal_actions(found.position().unseal(), here)))))
            since = found.state.clocks.since or 0
            events = deciding.play(found, Moment(since, since), *made[-1])
            found = replace(found, state=fold(events, found.state))
        points = found.setup.game.score_sheet(found.setup.rules, found.state.closed[-1].sheet).points
        if (len(set(points)) == 1) == level:
            return made
    raise AssertionError("no such deal")


def fire_reports(match: Match) -> int:
    """Let the sheets that are due reach the event."""
    later = NOW + timedelta(days=400)
    due = MatchDeadline.objects.filter(match=match, kind="report")
    return sum(firing.fire(deadline_id=each.pk, now=later) for each in due)


def after(ms: int, since: datetime) -> datetime:
    return since + timedelta(milliseconds=ms)


def away(seconds: float) -> None:
    """Let the server have been away for so many seconds."""
    Pulse.objects.update_or_create(name="clocks", defaults={"at": timezone.now() - timedelta(seconds=seconds)})


def kept(table: Table | None) -> Match:
    """A match with one event and the secret of its first deal."""
    match = Match.objects.create(
        table=table, game="g", rules={}, chairs={"lines": 2}, seats=[0, 1], dealer=0, sequence=1, opened_at=make.EVENING
    )
    MatchEvent.objects.create(match=match, sequence=1, kind="committed", at=make.EVENING, client_id="a", seat=0)
    DealSecret.objects.create(match=match, deal=1, seed=Sealed(SEED))
    return match


def pulse(name: str, seconds: float) -> None:
    """A part of the installation was last heard of so long ago."""
    Pulse.objects.update_or_create(name=name, defaults={"at": timezone.now() - timedelta(seconds=seconds)})


def given(match: Match) -> list[int]:
    """The milliseconds of each gap that was given back to a match."""
    return [
        event["ms"]
        for event in live_matches.events_for(live_matches.match(match.pk), 0)
        if event["kind"] == "time_given"
    ]
