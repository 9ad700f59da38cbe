"""Deals for the demonstration's tables: played card by card by the game itself, and written on paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random

from tournaments.games.contract import Json, Line, PlayableGame, Seat

LETTERS = "abcdef"
NOBODY = "none"
POOL = 16
FETCHING = ("draw", "drop")


@dataclass(frozen=True, slots=True)
class Paper:
    """A finished deal: who closed it, and for each seat the cards left, as ranks, and their cost."""

    closer: Seat | None
    cards: tuple[str, ...]
    points: tuple[int, ...]

    def form(self, lines: Sequence[Line], depth: str, **more: str) -> dict[str, str]:
        """Return the deal as the fields of the sheet's form; ``lines`` are the players, seat by seat."""
        closer = NOBODY if self.closer is None else LETTERS[lines[self.closer]]
        values = self.cards if depth == "cards" else map(str, self.points)
        written = {f"{depth}_{LETTERS[line]}": value for line, value in zip(lines, values, strict=True)}
        return {"depth": depth, "closer": closer, **written, **more}


class DemoDealer:
    """Deals played with legal moves, always the same for the same seed."""

    def __init__(self, game: PlayableGame, rules: Json, seed: int) -> None:
        self.game, self.rules, self.seed = game, rules, seed
        self.deals = cache(self._deal_pool)

    def _deal_pool(self, seats: int) -> Sequence[Paper]:
        """Return some deals of this number of players, who lay down all they can."""
        lots = self._lots(f"{seats} hasty")
        return [self._paper(self._play(number % seats, seats, lots)) for number in range(POOL)]

    @cached_property
    def void(self) -> Paper:
        """Return a deal of two who keep their cards until the stock has run out for good."""
        return self._paper(self._play(0, 2, self._lots("2 stubborn"), keeps_cards=True))

    def _lots(self, word: str) -> Random:
        return Random(f"{self.seed} {word}")  # noqa: S311 - a demonstration, not a draw

    def _play(self, dealer: Seat, seats: int, lots: Random, *, keeps_cards: bool = False) -> Json:
        """Play a deal to its end; players bring cards to the table whenever they can, or keep them all."""
        pack = list(self.game.pack(self.rules))
        lots.shuffle(pack)
        state = self.game.start(self.rules, pack, dealer, seats)
        while (seat := self.game.turn(state)) is not None:
            actions = self.game.legal_actions(state, seat)
            wanted = [each for each in actions if each.startswith(FETCHING) == keeps_cards]
            state = self.game.apply(state, seat, lots.choice(wanted or actions)).state
        return state

    def _paper(self, state: Json) -> Paper:
        form, points = self.game.write_sheet(self.game.sheet(state)), self.game.score(state).points
        closer = None if form["closer"] == NOBODY else LETTERS.index(form["closer"])
        return Paper(closer, tuple(form[f"cards_{LETTERS[seat]}"] for seat in range(len(points))), points)
