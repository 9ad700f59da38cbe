"""Matches at online tables, for the stage: opened, dealt, played on by the first legal play, left, stopped."""

import random
from typing import Any

from tests.tournaments import factories as make
from tournaments.games.commands import robot_action
from tournaments.live_log.writes import log
from tournaments.models import Match, Table
from tournaments.online.reads import live_matches
from tournaments.online.writes.commands import MatchCommand, submit
from tournaments.tables.writes import live_opening
from tournaments.timing.reads import moment_of

SEED = "{:032x}"


class Lots:
    """What the stage draws for its tables, the same in every run: the cards decide what a page has to show."""

    def token_bytes(self, number: int) -> bytes:
        return bytes(range(number))


setattr(log, "secrets", Lots())  # noqa: B010 - to the checker of types it is a module
# Seat 0 deals first: the seeds of browsers would draw somebody else in each run.
setattr(live_opening, "_next_dealer", lambda _board, _seats: 0)  # noqa: B010


# Longer than a run of all browser tests on a slow machine; two digits of minutes, as what people choose.
LONG_MS = 99 * 60_000


def open_match(slug: str, number: int, move_ms: int | None = LONG_MS, bank_ms: int | None = LONG_MS) -> int:
    """The match of a called table, or the one that is open there already; its key."""
    table = Table.objects.select_related("tournament").get(tournament__slug=slug, number=number)
    found = Match.objects.filter(table=table, status=Match.Status.OPEN).first()
    if found is not None:
        return found.pk
    match = live_opening.open_table(
        actor=make.boss_of(table.tournament),
        tournament_id=table.tournament_id,
        table_id=table.pk,
        move_ms=move_ms,
        bank_ms=bank_ms,
    )
    return match.pk


def robots_play(match: int, plays: int | None = None, entry: int | None = None) -> None:
    """Robots of level two play the first deal: all of it, or up to the last turn of an entry among so many plays."""
    play_online(match, plays=0)
    live, lots = live_matches.live(live_matches.match(match)), random.Random(0)
    game, position, made = live.setup.game, live.position().unseal(), list[tuple[int, str]]()
    while (turn := game.turn(position)) is not None:
        made.append((turn, robot_action(game, live.setup.rules, position, turn, 2, lots.randrange)))
        position = game.apply(position, *made[-1]).state
    if plays is not None and entry is not None:
        own = _entries(match).index(entry)
        made = made[: max(at for at, (turn, _action) in enumerate(made[: plays + 1]) if turn == own)]
    for turn, action in made:
        _ask(match, "play", turn, action)


def _entries(match: int) -> list[int]:
    """The entry in each seat."""
    row = live_matches.match(match)
    return [row.chairs["entries"][line] for line in row.seats]


def play_online(match: int, plays: int | None = None, deals: int = 1) -> dict[str, Any]:
    """Deal, and play so many plays in the first ``deals`` deals, all of them without ``plays``; how it is then."""
    done = 0
    while True:
        live = live_matches.live(live_matches.match(match))
        if live.state.is_over or (plays is not None and done >= plays and not live.state.deal.is_waiting):
            break
        if live.state.deal.is_waiting:
            if live.state.deal.number > deals:
                break
            for seat in set(live.state.deal.seats) - set(live.state.deal.seeds):
                _ask(match, "ready", seat, SEED.format(seat + 1))
        else:
            turn = live.state.turn
            view = live_matches.view(live_matches.match(match), turn, moment_of(0))
            _ask(match, "play", turn, view["cards"]["actions"][0])
            done += 1
    return {"turn": live.state.turn, "sequence": live.state.sequence}


def legal_plays(match: int, seat: int) -> list[str]:
    """What a seat may play now."""
    found: list[str] = live_matches.view(live_matches.match(match), seat, moment_of(0))["cards"]["actions"]
    return found


def hands(match: int) -> dict[str, Any]:
    """Whose turn it is, and the cards that each seat holds."""
    live = live_matches.live(live_matches.match(match))
    views = [live_matches.view(live_matches.match(match), seat, moment_of(0)) for seat in range(len(live.setup.seats))]
    return {"turn": live.state.turn, "hands": [view["cards"]["hand"] for view in views]}


def leave_match(match: int, seat: int | None = None, entry: int | None = None) -> bool:
    """Somebody leaves for good, named by their seat or their entry; whether the match is over with that."""
    _ask(match, "abandon", _entries(match).index(entry) if seat is None and entry is not None else seat)
    return live_matches.live(live_matches.match(match)).state.is_over


def stop_match(match: int) -> None:
    """The referee stops the clocks."""
    _ask(match, "pause", None, "Carta caduta")


def open_hand(match: int, seat: int) -> None:
    """The referee is shown the hand of a seat."""
    _ask(match, "hand", None, "Conto delle carte", to=seat)


def _ask(match: int, kind: str, seat: int | None, text: str = "", to: int | None = None) -> None:
    sequence = live_matches.match(match).sequence
    submit(match_id=match, command=MatchCommand(f"stage-{sequence}-{seat}", kind, sequence, seat, text, to))
