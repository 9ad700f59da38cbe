"""Who may see what of a match: everything that leaves it is built here, from lists of what may be shown.

A viewer is a seat of the match, None for a spectator, ``OFFICIAL``, who also reads why orders were given, or
``REFEREE``, who sees the opened hands too. Sockets, pages, the API, exports and replays show what these functions
return and nothing else.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias

from tournaments.competition.live import clocks
from tournaments.competition.live.course import games, games_won, through, winner
from tournaments.competition.live.deciding import Live, forfeit_points
from tournaments.competition.live.log import Deal, Event
from tournaments.competition.live.position import Dealt, deal_input, position
from tournaments.competition.shuffling import shuffle_source
from tournaments.games.contract import Json, ProvenGame, RefusedError, Seat, WrittenGame

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
    """Return the same for several viewers at once: the common part is built once.

    ``seed`` is what the seat itself added to the shuffle, empty for those without one.
    """
    setup, state = live.setup, live.state
    public = _public(live, now)
    newest = state.dealt[-1:]
    found: dict[Viewer, dict[str, Json]] = {}
    for viewer in viewers:
        if viewer not in (None, OFFICIAL, REFEREE) and viewer not in range(len(setup.seats)):
            raise RefusedError("seat_missing")
        # A seat that takes no part in the newest dealt deal sees of it what spectators see.
        cards = _of_deal(live, newest[0], viewer, len(newest[0].plays)) if newest else None
        own: dict[str, Json] = {"you": None, "seed": ""}
        if viewer is not None and viewer != REFEREE and viewer != OFFICIAL:
            own = {"you": viewer, "seed": state.deal.seeds.get(viewer, "")}
        own |= {"orders": [view_of_event(event, viewer) for event in state.orders], "cards": cards}
        if viewer == REFEREE:
            # The hands of the current deal that are opened, and nothing else of what those seats see.
            own["hands"] = {}
            deal = state.deal
            if deal.is_open and deal.opened:
                at = live.position().unseal()
                shown = {seat: setup.game.view(at, deal.seats.index(seat)) for seat in sorted(deal.opened)}
                own["hands"] = {str(seat): seen["hand"] for seat, seen in shown.items()}
        found[viewer] = {**public, **own}
    return found


def _public(live: Live, now: int) -> dict[str, Json]:
    """Return what everybody sees.

    ``fault`` is the one that ended the match, or about which the referee is asked; its ``points`` follow from a fault
    that the rules know. ``replaced`` are the seats that robots play to the end of the deal. ``score`` are the games,
    each with its deals and the reasons for their points.
    """
    setup, state = live.setup, live.state
    fault: Json = None
    if state.fault is not None:
        points = forfeit_points(live, state.fault.forfeit)
        told = None if points is None else list(points)
        fault = {"line": state.fault.line, "cause": state.fault.cause, "points": told}
    elif setup.is_duel and state.lost:
        # A match of two also ends by a ruling.
        line, loss = next(iter(state.lost.items()))
        fault = {"line": line, "cause": loss.cause, "points": None}

    left = [clocks.time_left(state.clocks, live.limits, seat, now) for seat in range(len(setup.seats))]
    clock = {
        "turn": state.clocks.seat,
        "is_running": state.clocks.since is not None,
        "move_ms": [move for move, _bank in left],
        "bank_ms": [bank for _move, bank in left],
    }

    played = games(setup, state)
    won = games_won(setup, state, played)
    score = []
    for game in played:
        deals: list[dict[str, Any]] = [
            {
                "points": list(deal.points),
                "tiebreak": deal.tiebreak,
                "awards": [
                    {"code": award.code, "points": award.points, "values": award.values} for award in deal.awards
                ],
            }
            for deal in game.deals
        ]
        score.append(
            {
                "totals": list(game.totals) if game.deals else [],
                "is_over": game.is_over,
                "winner": winner(setup, state, game),
                "through": through(setup, state, game),
                "tie": list(game.tie.lines) if game.tie else None,
                "deals": deals,
                "won": list(won),
            }
        )

    call, time = state.call, None
    if call is not None:
        is_last = not (call.is_heeded or call.is_tiebreak or state.is_over)
        time = {"deal": call.deal, "plays": call.plays, "is_last": is_last, "is_tiebreak": call.is_tiebreak}

    return {
        "sequence": state.sequence,
        "seats": list(setup.seats),
        "is_over": state.is_over,
        "is_paused": state.is_paused,
        "fault": fault,
        "lost": sorted(state.lost),
        "replaced": sorted(state.replaced),
        "deal": _deal(state.deal),
        "dealt": list(state.dealt[-1].seats) if state.dealt else None,
        "clock": clock,
        "score": score,
        "time": time,
    }


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


def clock_after(clock: Mapping[str, Json], ms: int) -> dict[str, Json]:
    """Return the clock of a view so many milliseconds later, if nothing has happened since."""
    if not clock["is_running"]:
        return dict(clock)
    later = {name: list(clock[name]) for name in ("move_ms", "bank_ms")}
    for left in later.values():
        if left[clock["turn"]] is not None:
            left[clock["turn"]] = max(0, left[clock["turn"]] - ms)
    return {**clock, **later}


def _of_deal(live: Live, deal: Deal, viewer: Viewer, plays: int) -> Json:
    found = position(deal_input(live.setup, deal, live.seeds[deal.number]), deal.plays[:plays]).unseal()
    return live.setup.game.view(found, deal.seats.index(viewer) if viewer in deal.seats else None)


def replay(live: Live, number: int, plays: int) -> dict[str, Json]:
    """Return a deal after so many of its plays with every hand; refused until it or the match is over.

    ``reveal`` is the source of its shuffle, to check it without this program.
    """
    setup = live.setup
    over = {deal.number: deal for deal in live.state.dealt if not deal.is_open or live.state.is_over}
    deal = over.get(number)
    if deal is None or not 0 <= plays <= len(deal.plays):
        raise RefusedError("deal_not_closed", deal=number)
    everybody = (None, *deal.seats)
    cards = {"all" if each is None else str(each): _of_deal(live, deal, each, plays) for each in everybody}
    source = deal_input(setup, deal, live.seeds[deal.number])
    seeds = [bytes.fromhex(each) for each in source.seeds]
    seed, pack = bytes.fromhex(source.seed.unseal()), setup.game.pack(setup.rules)
    reveal = shuffle_source(pack, seed, seeds, setup.number, deal.number, source.attempt)
    if isinstance(setup.game, ProvenGame):
        reveal = {**reveal, "dealt": _proof_of_deal(live, deal, source)}
    return {
        "deal": _deal(deal),
        "deals": sorted(over),
        "plays": list(deal.plays),
        "turns": _turns(live, deal),
        "shown": plays,
        "cards": cards,
        "reveal": reveal,
    }


def _turns(live: Live, deal: Deal) -> list[Seat]:
    """Return the seat that made each play."""
    cards, game = deal_input(live.setup, deal, live.seeds[deal.number]), live.setup.game
    turns = [game.turn(position(cards, deal.plays[:made]).unseal()) for made in range(len(deal.plays))]
    return [deal.seats[turn] for turn in turns if turn is not None]


def _proof_of_deal(live: Live, deal: Deal, cards: Dealt) -> Json:
    """Return the dealer, the hands, every play and the points of a deal, for its proof (R-SHF-06).

    Places are counted from 0 among the seats of the deal. ``points`` follow from the cards, ``sheet_points`` are those
    of the table's sheet, which a referee may have corrected; both are None unless the deal was played to its end.
    """
    game, setup = live.setup.game, live.setup
    whole = position(cards, deal.plays).unseal()
    points, written = None, None
    if deal.sheet is not None:
        lines = list(dict.fromkeys(setup.seats[seat] for seat in deal.seats))
        on_sheet = game.score_sheet(setup.rules, deal.sheet).points
        points, written = list(game.score(whole).points), [on_sheet[line] for line in lines]
    before = live.state.deals[deal.number - 2] if deal.number > 1 else None
    began = game.initial_deal(whole) if isinstance(game, ProvenGame) else {}
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
        whole = position(deal_input(live.setup, deal, live.seeds[deal.number]), deal.plays).unseal()
        found[deal.number] = game.write_deal(whole)
    return found
