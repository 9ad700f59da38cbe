"""How a match goes on after its closed deals: which deal is next, or that it is over. The game decides."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.competition.live.log import Deal, State
from tournaments.competition.live.setup import Setup
from tournaments.games.contract import DealScore, Json, Line, Seat, Tie


@dataclass(frozen=True, slots=True)
class Game:
    """One game (partita) of the match: its deals, whether it is over, who won it, the tie that is open."""

    deals: tuple[DealScore, ...]
    is_over: bool
    winner: Line | None
    tie: Tie | None


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The deal that comes next, as the event that prepares it says it."""

    game: int
    tiebreak: int
    dealer: Seat
    seats: tuple[Seat, ...]


def games(setup: Setup, state: State) -> tuple[Game, ...]:
    """The games of the match, from the sheets of its closed deals."""
    numbers = {deal.game for deal in state.closed}
    return tuple(_game(setup, [deal for deal in state.closed if deal.game == number]) for number in sorted(numbers))


def _game(setup: Setup, deals: Sequence[Deal]) -> Game:
    game, rules, circumstances = setup.game, setup.rules, setup.circumstances
    scores = tuple(game.score_sheet(rules, deal.sheet) for deal in deals)
    tie = game.tie(rules, scores, circumstances)
    is_over = game.match_over(rules, scores, circumstances)
    first = game.ranking(rules, scores, circumstances)[0]
    return Game(scores, is_over, first[0] if is_over and len(first) == 1 else None, tie)


def games_won(setup: Setup, played: Sequence[Game]) -> tuple[int, ...]:
    """How many games each line has won."""
    return tuple(sum(each.winner == line for each in played) for line in range(setup.circumstances.lines))


def content(state: State) -> Json:
    """What the sheet of the table says of the closed deals, and of the fault that ended the match."""
    sheets: dict[int, list[Json]] = {}
    for deal in state.closed:
        sheets.setdefault(deal.game, []).append(deal.sheet)
    written = [{"deals": sheets[number], "time_called": False} for number in sorted(sheets)]
    return {"games": written, "forfeit": state.fault.forfeit if state.fault else None}


def next_deal(setup: Setup, state: State) -> NextDeal | None:
    """The deal that comes next; None when the match is over, or when something else than a deal has to decide it."""
    played = games(setup, state)
    if not played:
        return _deal(setup, state, 0, 0, _seats_of(setup, _present(setup)))
    last = played[-1]
    if not last.is_over:
        return _of_game(setup, state, len(played) - 1, last)
    if max(games_won(setup, played)) > setup.best_of // 2 or setup.best_of == 1:
        return None
    return _deal(setup, state, len(played), 0, _seats_of(setup, _present(setup)))


def _of_game(setup: Setup, state: State, number: int, game: Game) -> NextDeal | None:
    """The next deal of a game that is not over: a tie-break between those who are level, or one of who is still in."""
    if game.tie is not None:
        if game.tie.kind != "deal":
            return None
        return _deal(setup, state, number, game.tie.number, _seats_of(setup, game.tie.lines))
    course = setup.game.course(setup.rules, game.deals, setup.circumstances)
    playing = [line for line, each in enumerate(course.lines) if each.state == "playing"]
    return _deal(setup, state, number, 0, _seats_of(setup, _present(setup) if setup.is_duel else playing))


def _present(setup: Setup) -> Sequence[Line]:
    return [line for line in range(setup.circumstances.lines) if line not in setup.circumstances.absent]


def _seats_of(setup: Setup, lines: Sequence[Line]) -> tuple[Seat, ...]:
    return tuple(seat for seat, line in enumerate(setup.seats) if line in lines)


def _deal(setup: Setup, state: State, game: int, tiebreak: int, seats: tuple[Seat, ...]) -> NextDeal:
    """The deal goes round: the next of those who play it deals after the dealer of the deal before."""
    dealer = setup.next_seat(state.deal.dealer, seats) if state.deals else setup.dealer
    return NextDeal(game, tiebreak, dealer, seats)
