"""The course of a match after its closed deals: the next deal or the end, as the game decides; and its scoresheet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.competition import handing_on
from tournaments.competition.handing_on import LEGS
from tournaments.competition.live.log import State
from tournaments.competition.live.setup import Setup
from tournaments.games.contract import (
    Circumstances,
    Json,
    Line,
    MatchState,
    RefusedError,
    Seat,
)
from tournaments.games.guards import IN_PLAY, RuledOut, with_leaving
from tournaments.games.memo import deal_scores


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The next deal, as the event that prepares it stores it; without ``dealer`` its seeds draw one."""

    game: int
    tiebreak: int
    dealer: Seat | None
    seats: tuple[Seat, ...]


def games(setup: Setup, state: State) -> tuple[MatchState, ...]:
    """Return the games of the match, from the sheets of its closed deals; time may have ended one before a deal."""
    return tuple(_game(setup, state, number) for number in _games_begun(setup, state))


def _games_begun(setup: Setup, state: State) -> Sequence[int]:
    """Return the games with a closed deal or that time has ended; a second leg too that time lets nobody begin."""
    ended = [state.deal.game] if state.deals and state.is_out_of_time(state.deal.game) else []
    count = max([*(deal.game for deal in state.closed), *ended], default=-1) + 1
    if handing_on.is_leg(setup.best_of, count) and count and state.is_out_of_time(count):
        count += _game(setup, state, count - 1).is_over
    return range(count)


def circumstances(setup: Setup, state: State, game: int) -> Circumstances:
    """Return the circumstances of a game for the rules: the chair of a line ruled out before any deal is empty."""
    early = {line for line, loss in state.lost.items() if not loss.deals and not setup.is_duel}
    absent = setup.circumstances.absent | early
    setting = handing_on.of_game(setup.circumstances, setup.best_of, game)
    return replace(setting, absent=absent, time_called=state.is_out_of_time(game))


def _game(setup: Setup, state: State, number: int) -> MatchState:
    closed = [deal for deal in state.closed if deal.game == number]
    scores = tuple(deal_scores(setup.game, setup.rules, [deal.sheet for deal in closed]))
    ruled = {line: RuledOut(loss.deals, loss.cause) for line, loss in state.lost.items() if loss.deals}
    at = circumstances(setup, state, number)
    for counted in range(len(scores), 0, -1):
        try:
            return setup.game.match(setup.rules, with_leaving(setup.game, setup.rules, scores[:counted], ruled, at), at)
        except RefusedError:
            # A correction has ended the match before this deal, which was played and counts no more.
            continue
    return setup.game.match(setup.rules, (), at)


def winner(setup: Setup, state: State, game: MatchState) -> Line | None:
    """Return the line that has won a game; a line that was ruled out never wins at a table of several.

    Who alone stays at a table where one goes on has won, though the game was not at its end.
    """
    if game.winner is None and not setup.is_duel and setup.circumstances.through == 1:
        return next(iter(through(setup, state, game)), None)
    return None if game.winner in state.lost and not setup.is_duel else game.winner


def through(setup: Setup, state: State, game: MatchState) -> list[Line]:
    """Return the lines that go on from a game; those that stayed where so many left that nobody plays on (R-LIV-09)."""
    found = [line for line, each in enumerate(game.lines) if each.state == "through"]
    if found or setup.is_duel or not state.is_over or state.fault is not None:
        return found
    staying = _staying(state, [line for line, each in enumerate(game.lines) if each.state in IN_PLAY])
    return [] if _are_enough(setup, staying) else list(staying)


def games_won(setup: Setup, state: State, played: Sequence[MatchState]) -> tuple[int, ...]:
    """Return the number of games that each line has won."""
    winners = [0] * setup.lead + [winner(setup, state, each) for each in played]
    return tuple(winners.count(line) for line in range(setup.circumstances.lines))


def content(setup: Setup, state: State, deals: int | None = None) -> Json:
    """Return the content of the table's sheet: the closed deals, and the fault that ended the match.

    With ``deals`` the content after the first so many, before any later regular deal.
    """
    told, later = state.closed[:deals], state.closed[len(state.closed[:deals]) :]
    open_games = {deal.game for deal in later if not deal.tiebreak}
    begun = range(max((deal.game for deal in told), default=-1) + 1) if later else _games_begun(setup, state)
    written = [
        {
            "deals": [deal.sheet for deal in told if deal.game == number],
            "time_called": state.is_out_of_time(number) and number not in open_games,
        }
        for number in begun
    ]
    return {"games": written, "forfeit": state.forfeit}


def next_deal(setup: Setup, state: State) -> NextDeal | None:
    """Return the next deal; None when the match is over, or when something other than a deal decides it."""
    played = games(setup, state)
    if not played:
        return _first_deal(setup, state, 0)
    last = played[-1]
    if not last.is_over:
        return _of_game(setup, state, len(played) - 1, last)
    if setup.best_of == LEGS:
        is_decided = handing_on.winner(played, low_wins=setup.game.low_wins(setup.rules)) is not None
    else:
        is_decided = setup.best_of == 1 or max(games_won(setup, state, played)) > setup.best_of // 2
    if is_decided:
        return None
    if state.is_out_of_time(len(played)):
        return _of_game(setup, state, len(played), _game(setup, state, len(played)))
    return _first_deal(setup, state, len(played))


def _first_deal(setup: Setup, state: State, number: int) -> NextDeal | None:
    present = _staying(state, _present(setup))
    return _deal(setup, state, number, 0, _seats_of(setup, present)) if _are_enough(setup, present) else None


def _of_game(setup: Setup, state: State, number: int, game: MatchState) -> NextDeal | None:
    """Return the next deal of an open game: a tie-break between level lines, or a deal of the lines still in."""
    if not _are_enough(setup, _staying(state, [line for line, each in enumerate(game.lines) if each.state in IN_PLAY])):
        return None
    if game.tie is not None:
        level = _staying(state, game.tie.lines)
        is_deal = game.tie.kind == "deal" and len(level) > 1
        return _deal(setup, state, number, game.tie.number, _seats_of(setup, level)) if is_deal else None
    playing = _staying(state, [line for line, each in enumerate(game.lines) if each.state == "playing"])
    return _deal(setup, state, number, 0, _seats_of(setup, _present(setup) if setup.is_duel else playing))


def _are_enough(setup: Setup, lines: Sequence[Line]) -> bool:
    """Return whether more lines are left at a table of several than advance from it."""
    return setup.is_duel or len(lines) > setup.circumstances.through


def _staying(state: State, lines: Sequence[Line]) -> Sequence[Line]:
    return [line for line in lines if line not in state.lost]


def _present(setup: Setup) -> Sequence[Line]:
    return [line for line in range(setup.circumstances.lines) if line not in setup.circumstances.absent]


def _seats_of(setup: Setup, lines: Sequence[Line]) -> tuple[Seat, ...]:
    return tuple(seat for seat, line in enumerate(setup.seats) if line in lines)


def _deal(setup: Setup, state: State, game: int, tiebreak: int, seats: tuple[Seat, ...]) -> NextDeal:
    """Return the next of the playing seats deals; the same dealer again after a void deal."""
    before = state.deals[-1] if state.deals else None
    if before is None:
        dealer = setup.dealer
    elif before.dealer is None or (before.is_void and before.dealer in seats):
        dealer = before.dealer
    else:
        dealer = setup.next_seat(before.dealer, seats)
    return NextDeal(game, tiebreak, dealer, seats)
