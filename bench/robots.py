"""How often a robot of a game beats another one: ``python -m bench.robots scala40 3 2 --deals 2000``.

Head to head, or with ``--seats`` at a table of several: in pairs where the game is played so, else one robot of the
first level among others of the second. The deal goes round. A deal is won by who alone has the best points of it; with
``--matches`` whole matches by a preset are played, each to its last line. Says also what a play of each robot takes.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
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
    """Two kinds of robots at a table of a game, by their levels, and the seconds of the processor of each."""

    def __init__(
        self, game: PlayableGame, rules: Json, levels: tuple[int, int], seats: int, chance: random.Random
    ) -> None:
        self.game, self.rules, self.levels, self.seats, self.chance = game, rules, levels, seats, chance
        in_pairs = seats > 2 and max(game.line_sizes(rules)) > 1
        self.lines = 2 if in_pairs else seats
        self.kinds = [seat % 2 if in_pairs else min(seat, 1) for seat in range(seats)]
        self.seconds, self.most, self.plays = [0.0, 0.0], [0.0, 0.0], [0, 0]

    def deal(self, dealer: int, playing: Sequence[int], tiebreak: int = 0) -> DealScore:
        """Play a deal between these seats of the table."""
        while True:
            try:
                pack = self.chance.sample(self.game.pack(self.rules), len(self.game.pack(self.rules)))
                state = self.game.start(self.rules, pack, dealer, len(playing))
                break
            except RefusedError as refusal:
                if refusal.code != "redeal":
                    raise
        while (seat := self.game.turn(state)) is not None:
            kind = self.kinds[playing[seat]]
            began = time.process_time()
            action = robot_action(self.game, self.rules, state, seat, self.levels[kind], self.chance.randrange)
            taken = time.process_time() - began
            self.seconds[kind] += taken
            self.most[kind] = max(self.most[kind], taken)
            self.plays[kind] += 1
            state = self.game.apply(state, seat, action).state
        seated = None
        if len(playing) < self.lines:
            seated = [playing.index(line) if line in playing else None for line in range(self.lines)]
        return self.game.score_sheet(self.rules, self.game.sheet(state, tiebreak, seated))

    def winner_of_deal(self, number: int) -> int | None:
        points = self.deal(number % self.seats, range(self.seats)).points
        best = min(points) if self.game.low_wins(self.rules) else max(points)
        return self.kinds[points.index(best)] if points.count(best) == 1 else None

    def winner_of_match(self, number: int) -> int | None:
        deals: list[DealScore] = []
        at = Circumstances(must_decide=self.lines > 2, lines=self.lines)
        while not (found := self.game.match(self.rules, deals, at)).is_over:
            playing: Sequence[int] = range(self.seats)
            tiebreak = 0
            if self.lines > 2 and found.tie is not None:
                if found.tie.kind != "deal":
                    return None
                playing, tiebreak = found.tie.lines, found.tie.number
            elif self.lines > 2:
                playing = [line for line, each in enumerate(found.lines) if each.state == "playing"]
            deals.append(self.deal((number + len(deals)) % len(playing), playing, tiebreak))
        return None if found.winner is None else self.kinds[found.winner]


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
