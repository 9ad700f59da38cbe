"""The options of a knockout, the names of its rounds, and the check of stored options that all formats share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from tournaments.competition.handing_on import LEGS
from tournaments.games.contract import Json, RefusedError


def check_kept(data: Json, kinds: Mapping[str, type]) -> None:
    """Refuse stored options that are no object, or have an unknown name or a wrong type, naming the field."""
    if type(data) is not dict:
        raise RefusedError("not_an_object", field="options")
    for name, value in data.items():
        if name == "best_of" and name not in kinds:
            raise RefusedError("best_of_in_knockout", field=name)
        if name not in kinds:
            raise RefusedError("unknown_field", field=str(name), name=str(name))
        if type(value) is not kinds[name]:
            raise RefusedError("bad_value", field=name, name=name)


BestOf: TypeAlias = Mapping[str, int]
"""Matches at a table by the name of its round, counted from the final: ``{"final": 3, "every": 5}``; 2 are legs."""

KNOCKOUT = "knockout"
BYE_POLICIES = ("seeds", "lot")
DOUBLE = "double"
SECOND_CHANCES = ("none", "repechage", DOUBLE)
SECOND_CHANCE_ROUNDS = (1, 2)
LENGTHS = (1, LEGS, 3, 5)
ROUNDS_FROM_THE_FINAL = ("final", "semifinal", "quarterfinal")
MOST_ENTRANTS = 65_536
MOST_SEPARATE_ROUNDS = 4


def round_name(rounds_to_go: int) -> str:
    """Return the name of a round by how many rounds come after it: 0 is ``final``, 3 is ``round_of_16``."""
    if rounds_to_go < len(ROUNDS_FROM_THE_FINAL):
        return ROUNDS_FROM_THE_FINAL[rounds_to_go]
    return f"round_of_{2 << rounds_to_go}"


LAST_ROUNDS = MOST_ENTRANTS.bit_length() - 1
ROUND_NAMES = frozenset(round_name(rounds_to_go) for rounds_to_go in range(LAST_ROUNDS))
EVERY = "every"
TABLE_NAMES = (*map(round_name, reversed(range(LAST_ROUNDS))), "third", "placement", "second")
"""The names of rounds, and of tables beside them, in the order in which the rounds are played."""


@dataclass(frozen=True, slots=True)
class KnockoutOptions:
    """The choices of one knockout (R-KO-06 to R-KO-11, R-KO-20, R-DBL-01).

    ``byes``: ``seeds`` (the best ranked) or ``lot`` (those that the lots name first). ``separate_by_group`` keeps
    clubs, and then circles, apart for the first ``separate_rounds`` rounds. ``best_of`` names rounds as ``round_name``
    does, and ``third``, ``placement`` and ``second`` for the tables beside it; what it leaves out is as long as
    ``every``, and without that one match.

    ``second_chance``: who loses is out (``none``), or plays on in a second bracket: after the first
    ``second_chance_rounds`` rounds only, for the best place that the main bracket leaves (``repechage``), or always,
    until the second loss (``double``). With ``double`` the third place is played for in any case; with
    ``second_final`` it takes two matches to beat in the final who has not lost before.
    """

    byes: str = "seeds"
    separate_by_group: bool = False
    separate_rounds: int = 2
    third_place: bool = False
    placement: bool = False
    redraw: bool = False
    second_chance: str = "none"
    second_chance_rounds: int = 1
    second_final: bool = False
    best_of: BestOf = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "best_of", MappingProxyType(dict(self.best_of)))
        if self.byes not in BYE_POLICIES:
            raise RefusedError("unknown_bye_policy", field="byes", given=str(self.byes))
        if self.separate_rounds not in range(1, MOST_SEPARATE_ROUNDS + 1):
            raise RefusedError("separate_rounds_out_of_range", field="separate_rounds", most=MOST_SEPARATE_ROUNDS)
        if self.placement and self.redraw:
            raise RefusedError("placement_needs_fixed_bracket", field="placement")
        if self.second_chance not in SECOND_CHANCES:
            raise RefusedError("unknown_second_chance", field="second_chance", given=str(self.second_chance))
        if self.second_chance_rounds not in SECOND_CHANCE_ROUNDS:
            raise RefusedError("bad_second_chance_rounds", field="second_chance_rounds", most=SECOND_CHANCE_ROUNDS[-1])
        if self.second_chance != "none" and (self.placement or self.redraw):
            raise RefusedError("second_chance_needs_plain_bracket", field="second_chance")
        if self.second_final and self.second_chance != DOUBLE:
            raise RefusedError("second_final_of_double", field="second_final")
        if self.second_final and self.length_of("final") != 1:
            raise RefusedError("second_final_is_one_match", field="second_final")
        for name, matches in self.best_of.items():
            if name not in (EVERY, *TABLE_NAMES):
                raise RefusedError("unknown_round_name", field="best_of", given=str(name))
            if type(matches) is not int or matches not in LENGTHS:
                raise RefusedError("bad_best_of", field="best_of", round=name, given=str(matches))

    def length_of(self, name: str) -> int:
        """Return how many matches a table of that name is decided over (R-KO-10)."""
        return self.best_of.get(name, self.best_of.get(EVERY, 1))

    @property
    def adds_rounds(self) -> bool:
        """Whether the second bracket needs more rounds than the main one has."""
        return self.second_chance == DOUBLE or (self.second_chance == "repechage" and self.second_chance_rounds > 1)


KINDS: Mapping[str, type] = MappingProxyType(
    {
        "byes": str,
        "separate_by_group": bool,
        "separate_rounds": int,
        "third_place": bool,
        "placement": bool,
        "redraw": bool,
        "second_chance": str,
        "second_chance_rounds": int,
        "second_final": bool,
        "best_of": dict,
    }
)


def options_to_json(options: KnockoutOptions) -> Json:
    """Return the options as JSON for an event; ``options_from_json`` reads them back."""
    return {name: dict(options.best_of) if name == "best_of" else getattr(options, name) for name in KINDS}


def options_from_json(data: Json) -> KnockoutOptions:
    """Read stored options; missing ones have their default. Raises RefusedError naming the field.

    The kind of the event's format may be among them: ``knockout``.
    """
    if type(data) is dict and data.get("kind") == KNOCKOUT:
        data = {name: value for name, value in data.items() if name != "kind"}
    check_kept(data, KINDS)
    return KnockoutOptions(**data)


def in_order(best_of: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return how many matches a table is decided over by the name of its round, in the order of play."""
    return sorted(best_of.items(), key=lambda each: (EVERY, *TABLE_NAMES).index(each[0]))
