"""Deals for the demonstration: played card by card by the game itself, from a fixed seed, and written on sheets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from tournaments.errors import RefusedError
from tournaments.games.contract import Circumstances, DealScore, Json, MatchState, PlayableGame

POOL = 80
TRIES = 50_000


@dataclass(frozen=True, slots=True)
class Dealt:
    """A finished deal and its score."""

    state: Json
    score: DealScore


class DemoPlayer:
    """Plays legal cards at random, always the same for the same seed; matches are put together from its deals."""

    def __init__(self, game: PlayableGame, rules: Json, seed: int, lines: int = 2, through: int = 1) -> None:
        self.game, self.rules = game, rules
        self.seats = max(game.seats(rules)) if lines == 2 else lines
        self.chairs = Circumstances(must_decide=True, lines=lines, through=through)
        self.random = Random(seed)  # noqa: S311 - a demonstration, not a draw

    @cached_property
    def pool(self) -> list[Dealt]:
        """Return some hundred deals, played to their last card."""
        return [self._play(dealer=number % self.seats) for number in range(POOL)]

    def _play(self, dealer: int) -> Dealt:
        state = None
        while state is None:
            pack = list(self.game.pack(self.rules))
            self.random.shuffle(pack)
            try:
                state = self.game.start(self.rules, pack, dealer, self.seats)
            except RefusedError as refusal:
                if refusal.code != "redeal":
                    raise
        while (seat := self.game.turn(state)) is not None:
            action = self.random.choice(self.game.legal_actions(state, seat))
            state = self.game.apply(state, seat, action).state
        return Dealt(state, self.game.score(state))

    def sheets(self, deals: Sequence[Dealt]) -> list[Json]:
        """Return the deals as careful players write them down."""
        return [self.game.sheet(deal.state, deal.score.tiebreak) for deal in deals]

    def deals_with(self, wanted: Callable[[Sequence[int]], bool], many: int) -> list[Dealt]:
        """Return this many (``many``) different deals whose points are as ``wanted``."""
        return self.random.sample([deal for deal in self.pool if wanted(deal.score.points)], many)

    def _state(self, deals: Sequence[Dealt]) -> MatchState:
        return self.game.match(self.rules, [deal.score for deal in deals], self.chairs)

    def _search(self, accept: Callable[[list[Dealt]], list[Dealt] | None]) -> list[Dealt]:
        for _try in range(TRIES):
            # A match of two is played to its end, one of several also until a tie has to be broken.
            deals: list[Dealt] = []
            fresh = iter(self.random.sample(self.pool, len(self.pool)))
            while not (state := self._state(deals)).is_over:
                if state.tie and self.chairs.lines > 2:
                    break
                deals.append(_as_tiebreak(next(fresh), state.tiebreak_due))
            found = accept(deals)
            if found is not None:
                return found
        raise LookupError("no such match was found")

    def match(self) -> list[Json]:
        """Return the deals of a match to its end, tie-break deals of two lines included."""
        return self.sheets(self._search(lambda match: None if self._state(match).tie else match))

    def opening(self, deals: int) -> list[Json]:
        """Return the first deals of a match that is not over after them."""
        return self.sheets(self._search(lambda match: match[:deals] if len(match) > deals else None))

    def on_time(self, deals: int, winner: int) -> list[Json]:
        """Return the first deals of a match in which time is called while ``winner`` is ahead."""

        def accept(match: list[Dealt]) -> list[Dealt] | None:
            totals = self._state(match[:deals]).totals
            ahead = all(totals[winner] > total for line, total in enumerate(totals) if line != winner)
            return match[:deals] if len(match) > deals and ahead else None

        return self.sheets(self._search(accept))

    def _level(self) -> list[Dealt]:
        def accept(match: list[Dealt]) -> list[Dealt] | None:
            regular = [deal for deal in match if not deal.score.tiebreak]
            return regular if self._state(regular).tie else None

        return self._search(accept)

    def level_match(self) -> list[Json]:
        """Return the regular deals of a match that ends in a decisive tie, so that a tie-break deal is due."""
        return self.sheets(self._level())

    def match_decided_by_tiebreak(self) -> list[Json]:
        """Return a tied match that the first tie-break deal decides."""
        (last,) = self.deals_with(lambda points: len(set(points)) > 1, 1)
        return self.sheets([*self._level(), _as_tiebreak(last, 1)])

    def level_to_the_end(self) -> list[Json]:
        """Return a match that is still tied after the third tie-break deal."""
        level = self.deals_with(lambda points: len(set(points)) == 1, 3)
        return self.sheets([*self._level(), *(_as_tiebreak(deal, n) for n, deal in enumerate(level, start=1))])


def _as_tiebreak(deal: Dealt, number: int) -> Dealt:
    return Dealt(deal.state, replace(deal.score, tiebreak=number))
