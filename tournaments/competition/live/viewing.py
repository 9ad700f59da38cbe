"""Who may see what of a match: everything that leaves it is built here, from lists of what may be shown.

A viewer is a seat of the match, or None: a spectator, the referee, anybody. Sockets, pages, the API, exports and
replays show what these functions give them and nothing else.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final, TypeAlias

from tournaments.competition.live import clocks
from tournaments.competition.live.course import Game, games, games_won
from tournaments.competition.live.deciding import Live
from tournaments.competition.live.log import Deal, Event
from tournaments.competition.live.position import dealt, position
from tournaments.competition.shuffling import revealed
from tournaments.games.contract import Json, RefusedError, Seat

Viewer: TypeAlias = Seat | None

# What of each event everybody may know; what is not named here stays in the log.
SHOWN: Final[Mapping[str, tuple[str, ...]]] = {
    "prepared": ("game", "tiebreak", "dealer", "seats", "commitment"),
    "ready": (),
    "dealt": ("attempt", "turn"),
    "played": ("play", "told", "elapsed", "turn"),
    "closed": ("sheet",),
    "paused": ("reason",),
    "resumed": (),
    "time_given": ("ms",),
    "abandoned": ("line", "cause"),
    "timed_out": ("line", "cause"),
    "ended": (),
    "settled": (),
}


def seen(event: Event) -> dict[str, Json]:
    """An event as anybody sees it; it keeps its number, so that nobody's count has a gap."""
    shown = {name: event.data[name] for name in SHOWN[event.kind] if name in event.data}
    return {"sequence": event.sequence, "kind": event.kind, "seat": event.seat, "at": event.at, **shown}


def view(live: Live, viewer: Viewer, now: int) -> dict[str, Json]:
    """The match as ``viewer`` sees it at ``now``; ``cards`` is what the game shows of the deal that was dealt last."""
    setup, state = live.setup, live.state
    _require_seated(live, viewer)
    return {
        "sequence": state.sequence,
        "you": viewer,
        "seats": list(setup.seats),
        "is_over": state.is_over,
        "is_paused": state.is_paused,
        "fault": None if state.fault is None else {"line": state.fault.line, "cause": state.fault.cause},
        "deal": _deal(state.deal),
        "clock": _clock(live, now),
        "score": _score(live),
        "cards": _cards(live, viewer),
    }


def _require_seated(live: Live, viewer: Viewer) -> None:
    if viewer is not None and viewer not in range(len(live.setup.seats)):
        raise RefusedError("seat_missing")


def _deal(deal: Deal) -> dict[str, Json]:
    return {
        "number": deal.number,
        "game": deal.game,
        "tiebreak": deal.tiebreak,
        "dealer": deal.dealer,
        "seats": list(deal.seats),
        "commitment": deal.commitment,
        "ready": sorted(deal.seeds),
        "is_waiting": deal.is_waiting,
    }


def _clock(live: Live, now: int) -> dict[str, Json]:
    state = live.state.clocks
    left = [clocks.left(state, live.limits, seat, now) for seat in range(len(live.setup.seats))]
    return {
        "turn": state.seat,
        "is_running": state.since is not None,
        "move_ms": [move for move, _bank in left],
        "bank_ms": [bank for _move, bank in left],
    }


def _score(live: Live) -> list[dict[str, Json]]:
    """The games of the match, each with its deals and the reasons for their points."""
    played = games(live.setup, live.state)
    won = games_won(live.setup, played)
    return [{**_game(live, each), "won": list(won)} for each in played]


def _game(live: Live, game: Game) -> dict[str, Json]:
    deals: list[dict[str, Any]] = [
        {"points": list(deal.points), "tiebreak": deal.tiebreak, "awards": [asdict(award) for award in deal.awards]}
        for deal in game.deals
    ]
    return {
        "totals": list(live.setup.game.totals(live.setup.rules, game.deals)),
        "is_over": game.is_over,
        "winner": game.winner,
        "tie": list(game.tie.lines) if game.tie else None,
        "deals": deals,
    }


def _cards(live: Live, viewer: Viewer) -> Json:
    """What the game shows of the newest deal that has cards; a seat that takes no part in it sees what all see."""
    with_cards = [deal for deal in live.state.deals if not deal.is_waiting]
    return _of_deal(live, with_cards[-1], viewer, len(with_cards[-1].plays)) if with_cards else None


def _of_deal(live: Live, deal: Deal, viewer: Viewer, plays: int) -> Json:
    found = position(dealt(live.setup, deal, live.seeds[deal.number]), deal.plays[:plays]).opened()
    return live.setup.game.view(found, deal.seats.index(viewer) if viewer in deal.seats else None)


def replayed(live: Live, number: int, plays: int) -> dict[str, Json]:
    """A deal after so many of its plays, every hand of it in sight; refused until it is closed, or the match over."""
    deal = next((each for each in live.state.deals if each.number == number), None)
    is_done = deal is not None and (deal.sheet is not None or (live.state.is_over and not deal.is_waiting))
    if deal is None or not is_done or not 0 <= plays <= len(deal.plays):
        raise RefusedError("deal_not_closed", deal=number)
    everybody = (None, *deal.seats)
    return {
        "deal": _deal(deal),
        "plays": list(deal.plays),
        "shown": plays,
        "cards": {"all" if each is None else str(each): _of_deal(live, deal, each, plays) for each in everybody},
        "reveal": _reveal(live, deal),
    }


def _reveal(live: Live, deal: Deal) -> Json:
    """What the deal was shuffled from, for anybody who checks it without this program."""
    cards = dealt(live.setup, deal, live.seeds[deal.number])
    seeds = [bytes.fromhex(each) for each in cards.seeds]
    pack = live.setup.game.pack(live.setup.rules)
    return revealed(pack, bytes.fromhex(cards.seed.opened()), seeds, live.setup.number, deal.number, cards.attempt)
