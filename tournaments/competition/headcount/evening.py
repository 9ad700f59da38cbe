"""A knockout evening for a number of entrants, before the draw (R-KO-19)."""

from collections import Counter
from dataclasses import dataclass, replace

from tournaments.competition.legs import most_games
from tournaments.competition.pairing.knockout import plan_brackets, plan_knockout
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.pairing.positions import draw_positions
from tournaments.competition.types import Entrant, Nobody, Plan


@dataclass(frozen=True, slots=True)
class Evening:
    """``tables`` are those in play in each round, without byes.

    ``matches`` is the number of tables that are decided; ``most_matches`` counts every match that a best of 3 or 5, or
    two legs, may need.
    """

    entrants: int
    rounds: int
    tables: tuple[int, ...]
    byes: int
    matches: int
    most_matches: int


def evening(entrants: int, options: KnockoutOptions) -> Evening:
    """Count the evening from the plan itself, for entrants without seeds or groups."""
    plan = plan_knockout([Entrant(key) for key in range(1, entrants + 1)], replace(options, redraw=False))
    return _counted(entrants, plan)


def evening_apart(entrants: int, options: KnockoutOptions, brackets: int) -> Evening:
    """Count the evening of so many brackets of one size that are played together (R-GRP-16)."""
    alone = draw_positions([Entrant(key) for key in range(1, entrants // brackets + 1)], options).positions
    return _counted(entrants, plan_brackets([alone] * brackets, options, first_round=1, first_number=1))


def _counted(entrants: int, plan: Plan) -> Evening:
    in_play = [table for table in plan.tables if not any(isinstance(slot, Nobody) for slot in table.slots)]
    by_round = Counter(table.round for table in in_play)
    return Evening(
        entrants=entrants,
        rounds=plan.rounds,
        tables=tuple(by_round[number] for number in range(1, plan.rounds + 1)),
        byes=len(plan.tables) - len(in_play),
        matches=len(in_play),
        most_matches=sum(most_games(table.best_of) - table.lead for table in in_play),
    )
