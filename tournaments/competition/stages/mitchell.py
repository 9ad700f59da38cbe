"""Mitchell: at each table one line stays (NS) and the other moves on after every round (EO; R-MIT-01 to R-MIT-06)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from types import MappingProxyType
from typing import Final

from tournaments.competition.pairing.options import MOST_ENTRANTS, check_kept
from tournaments.competition.stages.facts import Meeting
from tournaments.competition.stages.length import require_rounds
from tournaments.games.contract import Json, RefusedError

MITCHELL: Final = "mitchell"
MOST_ROUNDS: Final = 30
STEPS: Final = (1, 2, 3)
RANKINGS: Final = ("one", "two_lines")


@dataclass(frozen=True, slots=True)
class MitchellOptions:
    """The choices of a Mitchell.

    After each round the lines that move go on by ``step`` tables. ``rankings``: everybody is in ``one``, or those who
    stay and those who move have one each (``two_lines``), since they never meet each other.
    """

    rounds: int = 3
    step: int = 1
    rankings: str = "one"

    def __post_init__(self) -> None:
        require_rounds(self.rounds, most=MOST_ROUNDS)
        if self.step not in STEPS:
            raise RefusedError("bad_mitchell_step", field="step", given=str(self.step), most=STEPS[-1])
        if self.rankings not in RANKINGS:
            raise RefusedError("unknown_rankings", field="rankings", given=str(self.rankings))


KINDS: Mapping[str, type] = MappingProxyType({"rounds": int, "step": int, "rankings": str})


def mitchell_to_json(options: MitchellOptions) -> Json:
    """The options as JSON for an event; ``mitchell_from_json`` reads them back."""
    return {"kind": MITCHELL} | {name: getattr(options, name) for name in KINDS}


def mitchell_from_json(data: Json) -> MitchellOptions:
    """Read stored options; missing ones have their default. Raises RefusedError naming the field."""
    check_kept(data, {"kind": str, **KINDS})
    return MitchellOptions(**{name: value for name, value in data.items() if name != "kind"})


def sides(keys_in_drawn_order: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return those who stay and those who move, each by the number of its table in round 1.

    Neighbours of the draw meet in round 1; the last of an odd number stays.
    """
    return tuple(keys_in_drawn_order[::2]), tuple(keys_in_drawn_order[1::2])


def most_rounds(entrants: int, step: int) -> int:
    """How many rounds so many entrants can play before a line comes back to a table where it has been."""
    tables = -(-entrants // 2)
    return tables // gcd(step, tables)


def schedule(keys_in_drawn_order: Sequence[int], options: MitchellOptions) -> tuple[Meeting, ...]:
    """Every meeting of every round, in the order of the tables.

    The one who moves and is missing in an odd number moves too: the one who stays where it comes rests, nobody twice.
    Raises RefusedError for a number of entrants that cannot be played, or not so many rounds long.
    """
    check_entrants(keys_in_drawn_order, options)
    stay, move = sides(keys_in_drawn_order)
    tables = len(stay)
    return tuple(
        Meeting(round_, (stay[table],) if come >= len(move) else (stay[table], move[come]))
        for round_ in range(1, options.rounds + 1)
        for table in range(tables)
        for come in [(table - (round_ - 1) * options.step) % tables]
    )


def check_entrants(keys: Sequence[int], options: MitchellOptions) -> None:
    """Refuse too few or too many entrants, one who is named twice, and more rounds than have new opponents."""
    if len(keys) < 2:
        raise RefusedError("too_few_entrants", field="entrants", given=len(keys))
    if len(keys) > MOST_ENTRANTS:
        raise RefusedError("too_many_entrants", field="entrants", given=len(keys), most=MOST_ENTRANTS)
    if len(set(keys)) < len(keys):
        raise RefusedError("entrant_twice", field="entrants")
    most = most_rounds(len(keys), options.step)
    if options.rounds > most:
        raise RefusedError(
            "mitchell_meets_again",
            field="rounds",
            given=options.rounds,
            most=most,
            entrants=len(keys),
            step=options.step,
        )
