"""Who may see what of a match: everything that leaves it is built here, from lists of what may be shown.

A viewer is a seat of the match, None for a spectator, ``OFFICIAL``, who also reads why orders were given, or
``REFEREE``, who sees the opened hands too. Sockets, pages, the API, exports and replays show what these functions
return and nothing else.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, Final, Literal, TypeAlias

from tournaments.competition.live import clocks
from tournaments.competition.live.course import games, games_won, winner
from tournaments.competition.live.deciding import Live, forfeit_points
from tournaments.competition.live.log import Deal, Event
from tournaments.competition.live.position import Dealt, dealt, position
from tournaments.competition.shuffling import revealed
from tournaments.games.contract import Json, MatchState, ProvenGame, RefusedError, Seat, WrittenGame

REFEREE: Final = "referee"
OFFICIAL: Final = "official"
Viewer: TypeAlias = Seat | Literal["referee", "official"] | None

# The public data of each event; anything not listed here stays in the log.
SHOWN: Final[Mapping[str, tuple[str, ...]]] = {
    "prepared": ("game", "tiebreak", "dealer", "seats", "commitment"),
    "ready": (),
    "dealt": ("attempt", "dealer", "turn"),
    "played": ("play", "told", "elapsed", "turn"),
    "closed": ("sheet",),
    "paused": ("reason", "note"),
    "resumed": ("note",),
    "time_given": ("ms",),
    "time_added": ("to", "ms", "of", "note"),
    "time_called": (),
    "time_extended": ("note",),
    "hand_opened": ("to", "deal", "note"),
    "ruled": ("line", "cause", "note"),
    "reinstated": ("line", "note"),
    "voided": ("cause", "note"),
    "corrected": ("sheets", "note"),
    "abandoned": ("line", "cause"),
    "timed_out": ("line", "cause"),
    "ended": (),
    "settled": (),
}

# Why an order was given is for those at the table and for officials, unless it was written for everybody.
AT_THE_TABLE: Final = frozenset({"note"})


def view_of_event(event: Event, viewer: Viewer = None) -> dict[str, Json]:
    """Return what a viewer sees of an event, all at the table and the officials the same.

    It keeps its number, so that no reader's count has a gap.
    """
    hidden = AT_THE_TABLE if viewer is None and not event.data.get("is_public") else frozenset()
    shown = {name: event.data[name] for name in SHOWN[event.kind] if name in event.data and name not in hidden}
    return {"sequence": event.sequence, "kind": event.kind, "seat": event.seat, "at": event.at, **shown}


def view(live: Live, viewer: Viewer, now: int) -> dict[str, Json]:
    """Return the match as ``viewer`` sees it at ``now``; ``cards`` is what the game shows of the newest dealt deal.

    ``dealt`` are the seats of that deal, in order: the next deal may have others. ``orders`` are the newest of the
    referee's, with their reasons for those who may read them; ``hands``, for the referee alone, those that are open, by
    seat. ``time`` is set once time was called: in which deal, after how many of its plays, and whether a regular deal
    is played as the last one; a call during the tie-breaks of a game changes nothing in it.
    """
    return views(live, (viewer,), now)[viewer]


def views(live: Live, viewers: Iterable[Viewer], now: int) -> dict[Viewer, dict[str, Json]]:
    """Return the same for several viewers at once: the common part is built once."""
    public = _public(live, now)
    return {viewer: {**public, **_own(live, viewer)} for viewer in viewers}


def _own(live: Live, viewer: Viewer) -> dict[str, Json]:
    """Return the private part of a viewer's view; ``seed`` is what the seat itself added to the shuffle, else empty."""
    _require_seated(live, viewer)
    own = {"orders": [view_of_event(event, viewer) for event in live.state.orders], "cards": _cards(live, viewer)}
    if viewer == REFEREE:
        return {"you": None, "seed": "", **own, "hands": _open_hands(live)}
    if viewer is None or viewer == OFFICIAL:
        return {"you": None, "seed": "", **own}
    return {"you": viewer, "seed": live.state.deal.seeds.get(viewer, ""), **own}


def _public(live: Live, now: int) -> dict[str, Json]:
    setup, state = live.setup, live.state
    return {
        "sequence": state.sequence,
        "seats": list(setup.seats),
        "is_over": state.is_over,
        "is_paused": state.is_paused,
        "fault": _fault(live),
        "lost": sorted(state.lost),
        "deal": _deal(state.deal),
        "dealt": _dealt(live),
        "clock": _clock(live, now),
        "score": _score(live),
        "time": _time(live),
    }


def _require_seated(live: Live, viewer: Viewer) -> None:
    if viewer not in (None, OFFICIAL, REFEREE) and viewer not in range(len(live.setup.seats)):
        raise RefusedError("seat_missing")


def _fault(live: Live) -> Json:
    """Return the fault that ended the match, or about which the referee is asked; a match of two also ends by a ruling.

    ``points`` follow from a fault that the rules know.
    """
    found = live.state.fault
    if found is not None:
        points = forfeit_points(live, found.forfeit)
        return {"line": found.line, "cause": found.cause, "points": None if points is None else list(points)}
    lost = live.state.lost if live.setup.is_duel else {}
    return next(({"line": line, "cause": loss.cause, "points": None} for line, loss in lost.items()), None)


def _time(live: Live) -> Json:
    call = live.state.call
    if call is None:
        return None
    is_last = not (call.is_heeded or call.is_tiebreak or live.state.is_over)
    return {"deal": call.deal, "plays": call.plays, "is_last": is_last, "is_tiebreak": call.is_tiebreak}


def _open_hands(live: Live) -> dict[str, Json]:
    """Return the hands of the current deal that the referee has opened, and nothing else of what those seats see."""
    deal = live.state.deal
    if not deal.is_open or not deal.opened:
        return {}
    position = live.position().opened()
    shown = {seat: live.setup.game.view(position, deal.seats.index(seat)) for seat in sorted(deal.opened)}
    return {str(seat): found["hand"] for seat, found in shown.items()}


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
        "opened": sorted(deal.opened),
        "is_void": deal.is_void,
    }


def _clock(live: Live, now: int) -> dict[str, Json]:
    state = live.state.clocks
    left = [clocks.time_left(state, live.limits, seat, now) for seat in range(len(live.setup.seats))]
    return {
        "turn": state.seat,
        "is_running": state.since is not None,
        "move_ms": [move for move, _bank in left],
        "bank_ms": [bank for _move, bank in left],
    }


def clock_after(clock: Mapping[str, Json], ms: int) -> dict[str, Json]:
    """Return the clock of a view so many milliseconds later, if nothing has happened since."""
    if not clock["is_running"]:
        return dict(clock)
    later = {name: list(clock[name]) for name in ("move_ms", "bank_ms")}
    for left in later.values():
        if left[clock["turn"]] is not None:
            left[clock["turn"]] = max(0, left[clock["turn"]] - ms)
    return {**clock, **later}


def _score(live: Live) -> list[dict[str, Json]]:
    """Return the games of the match, each with its deals and the reasons for their points."""
    played = games(live.setup, live.state)
    won = games_won(live.setup, live.state, played)
    return [{**_game(live, each), "won": list(won)} for each in played]


def _game(live: Live, game: MatchState) -> dict[str, Json]:
    deals: list[dict[str, Any]] = [
        {"points": list(deal.points), "tiebreak": deal.tiebreak, "awards": [asdict(award) for award in deal.awards]}
        for deal in game.deals
    ]
    return {
        "totals": list(game.totals) if game.deals else [],
        "is_over": game.is_over,
        "winner": winner(live.setup, live.state, game),
        "tie": list(game.tie.lines) if game.tie else None,
        "deals": deals,
    }


def _cards(live: Live, viewer: Viewer) -> Json:
    """Return what the game shows of the newest dealt deal; a seat that takes no part in it sees what spectators see."""
    newest = live.state.dealt[-1:]
    return _of_deal(live, newest[0], viewer, len(newest[0].plays)) if newest else None


def _dealt(live: Live) -> list[Seat] | None:
    """Return the seats of that deal, in its order; None before any deal has cards."""
    newest = live.state.dealt[-1:]
    return list(newest[0].seats) if newest else None


def _of_deal(live: Live, deal: Deal, viewer: Viewer, plays: int) -> Json:
    found = position(dealt(live.setup, deal, live.seeds[deal.number]), deal.plays[:plays]).opened()
    return live.setup.game.view(found, deal.seats.index(viewer) if viewer in deal.seats else None)


def replayed(live: Live, number: int, plays: int) -> dict[str, Json]:
    """Return a deal after so many of its plays with every hand; refused until it or the match is over."""
    over = {deal.number: deal for deal in live.state.dealt if not deal.is_open or live.state.is_over}
    deal = over.get(number)
    if deal is None or not 0 <= plays <= len(deal.plays):
        raise RefusedError("deal_not_closed", deal=number)
    everybody = (None, *deal.seats)
    return {
        "deal": _deal(deal),
        "deals": sorted(over),
        "plays": list(deal.plays),
        "turns": _turns(live, deal),
        "shown": plays,
        "cards": {"all" if each is None else str(each): _of_deal(live, deal, each, plays) for each in everybody},
        "reveal": _reveal(live, deal),
    }


def _turns(live: Live, deal: Deal) -> list[Seat]:
    """Return the seat that made each play."""
    cards, game = dealt(live.setup, deal, live.seeds[deal.number]), live.setup.game
    turns = [game.turn(position(cards, deal.plays[:made]).opened()) for made in range(len(deal.plays))]
    return [deal.seats[turn] for turn in turns if turn is not None]


def _reveal(live: Live, deal: Deal) -> Json:
    """Return the source of the deal's shuffle, to check it without this program."""
    cards = dealt(live.setup, deal, live.seeds[deal.number])
    seeds = [bytes.fromhex(each) for each in cards.seeds]
    pack = live.setup.game.pack(live.setup.rules)
    found = revealed(pack, bytes.fromhex(cards.seed.opened()), seeds, live.setup.number, deal.number, cards.attempt)
    return {**found, "dealt": _proof_of_deal(live, deal, cards)} if isinstance(live.setup.game, ProvenGame) else found


def _proof_of_deal(live: Live, deal: Deal, cards: Dealt) -> Json:
    """Return the dealer, the hands, every play and the points of a deal, for its proof (R-SHF-06).

    Places are counted from 0 among the seats of the deal. ``points`` follow from the cards, ``sheet_points`` are those
    of the table's sheet, which a referee may have corrected; both are None unless the deal was played to its end.
    """
    game, setup = live.setup.game, live.setup
    whole = position(cards, deal.plays).opened()
    points, written = None, None
    if deal.sheet is not None:
        lines = list(dict.fromkeys(setup.seats[seat] for seat in deal.seats))
        on_sheet = game.score_sheet(setup.rules, deal.sheet).points
        points, written = list(game.score(whole).points), [on_sheet[line] for line in lines]
    before = live.state.deals[deal.number - 2] if deal.number > 1 else None
    began = game.dealt(whole) if isinstance(game, ProvenGame) else {}
    return {
        "game": game.key,
        "rules": setup.rules,
        "seats": len(deal.seats),
        "dealer": cards.dealer,
        "dealer_is_drawn": deal.is_dealer_drawn,
        "chairs": list(deal.seats),
        "match_seats": len(setup.seats),
        "before": None if before is None else {"dealer": before.dealer, "is_void": before.is_void},
        **began,
        "turns": [deal.seats.index(seat) for seat in _turns(live, deal)],
        "plays": list(deal.plays),
        "points": points,
        "sheet_points": written,
    }


def deal_texts(live: Live) -> dict[int, str]:
    """Return the closed deals by number, each as a text of the game; empty for a game without texts."""
    game = live.setup.game
    if not isinstance(game, WrittenGame):
        return {}
    found = {}
    for deal in live.state.closed:
        whole = position(dealt(live.setup, deal, live.seeds[deal.number]), deal.plays).opened()
        found[deal.number] = game.write_deal(whole)
    return found
