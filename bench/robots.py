"""How often a robot of a game beats another one: ``python -m bench.robots scala40 3 2 --deals 2000``.

Head to head, or in pairs with ``--seats 4``, the deal changing sides. A deal is won by who has the better points of it,
and level ones count for nobody; with ``--matches`` whole matches by a preset are played. Says also what a play of each
robot takes.
"""

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from django.conf import settings

from tournaments.config import settings as site

if not settings.configured:
    settings.configure(GAMES=site.GAMES)

from tournaments.games import registry
from tournaments.games.commands import robot_action
from tournaments.games.contract import Circumstances, DealScore, Json, PlayableGame, RefusedError

registry.configure(site.GAMES)


class Duel:
    """Two robots of a game, by their levels, and the seconds of the processor that each has used."""

    def __init__(
        self, game: PlayableGame, rules: Json, levels: tuple[int, int], seats: int, chance: random.Random
    ) -> None:
        self.game, self.rules, self.levels, self.seats, self.chance = game, rules, levels, seats, chance
        self.seconds, self.most, self.plays = [0.0, 0.0], [0.0, 0.0], [0, 0]

    def deal(self, dealer: int) -> DealScore:
        """Play a deal; the first robot has the first seat, and the third where there are four."""
        while True:
            try:
                pack = self.chance.sample(self.game.pack(self.rules), len(self.game.pack(self.rules)))
                state = self.game.start(self.rules, pack, dealer, self.seats)
                break
            except RefusedError as refusal:
                if refusal.code != "redeal":
                    raise
        while (seat := self.game.turn(state)) is not None:
            robot = seat % 2
            began = time.process_time()
            action = robot_action(self.game, self.rules, state, seat, self.levels[robot], self.chance.randrange)
            taken = time.process_time() - began
            self.seconds[robot] += taken
            self.most[robot] = max(self.most[robot], taken)
            self.plays[robot] += 1
            state = self.game.apply(state, seat, action).state
        return self.game.score_sheet(self.rules, self.game.sheet(state))

    def winner_of_deal(self, number: int) -> int | None:
        own, other = self.deal(number % self.seats).points
        if own == other:
            return None
        return int((own < other) != self.game.low_wins(self.rules))

    def winner_of_match(self, number: int) -> int | None:
        deals: list[DealScore] = []
        while not (found := self.game.match(self.rules, deals, Circumstances())).is_over:
            deals.append(self.deal((number + len(deals)) % self.seats))
        return found.winner


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game")
    asked.add_argument("level", type=int)
    asked.add_argument("against", type=int)
    asked.add_argument("--deals", type=int, default=0)
    asked.add_argument("--matches", type=int, default=0)
    asked.add_argument("--preset", default="")
    asked.add_argument("--seats", type=int, default=2)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    game = registry.playable(given.game)
    rules = game.presets[given.preset] if given.preset else next(iter(game.presets.values()))
    duel = Duel(game, rules, (given.level, given.against), given.seats, random.Random(given.seed))
    unit, number = ("matches", given.matches) if given.matches else ("deals", given.deals or 200)
    play = duel.winner_of_match if given.matches else duel.winner_of_deal
    won = [play(each) for each in range(number)]
    print(
        f"{given.game}: level {given.level} wins {won.count(0):,}, level {given.against} {won.count(1):,} "
        f"of {number:,} {unit}, {won.count(None):,} level"
    )
    for level, seconds, most, plays in zip(duel.levels, duel.seconds, duel.most, duel.plays, strict=True):
        print(f"a play of level {level}: {1_000 * seconds / plays:.2f} ms, {1_000 * most:.0f} ms at most")


if __name__ == "__main__":
    main()
