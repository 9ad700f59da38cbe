"""Direct elimination: the whole bracket as tables, with byes, third place and placement (R-KO-01 to R-KO-13)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.competition.pairing.options import KnockoutOptions, round_name
from tournaments.competition.pairing.positions import Positions, draw_positions
from tournaments.competition.pairing.second_chance import drops, plan_second_chance
from tournaments.competition.types import Entrant, FromEntrant, FromTable, Nobody, Plan, PlannedTable, Slot

NOBODY = Nobody()


def plan_knockout(entrants_in_order: Sequence[Entrant], options: KnockoutOptions) -> Plan:
    """Return every table of a knockout, from entrants in the order of their lots.

    With ``redraw`` the plan holds the first round only, and ``rounds`` still says how many there will be.
    """
    return plan_bracket(draw_positions(entrants_in_order, options).positions, options)


def plan_bracket(positions: Positions, options: KnockoutOptions) -> Plan:
    """Return the tables of a bracket with final positions, after the draw and the organiser's swaps."""
    dropping = 0 if options.second_chance == "none" else drops(len(positions), options)
    if dropping:
        return plan_second_chance(positions, options, dropping)
    rounds = len(positions).bit_length() - 1
    return _plan(positions, options, first_round=1, last_round=rounds, first_number=1)


def plan_round(
    entrants_in_order: Sequence[Entrant],
    options: KnockoutOptions,
    *,
    round_number: int,
    first_number: int,
    beaten: tuple[int, ...] = (),
) -> Plan:
    """Return the next round of a redrawn knockout (R-KO-11), numbered on from ``first_number``.

    ``beaten`` are the two losers of the semifinals: with the final they play for the third place.
    """
    positions = draw_positions(entrants_in_order, options).positions
    return plan_round_bracket(positions, options, round_number=round_number, first_number=first_number, beaten=beaten)


def plan_round_bracket(
    positions: Positions,
    options: KnockoutOptions,
    *,
    round_number: int,
    first_number: int,
    beaten: tuple[int, ...] = (),
) -> Plan:
    """As ``plan_round``, from final positions."""
    last_round = round_number + len(positions).bit_length() - 2
    third = beaten if options.third_place and round_number == last_round else ()
    return _plan(
        positions, options, first_round=round_number, last_round=last_round, first_number=first_number, beaten=third
    )


def plan_brackets(
    brackets: Sequence[Positions], options: KnockoutOptions, *, first_round: int, first_number: int
) -> Plan:
    """Return the tables of brackets for the next places each, which all end in the same round (R-GRP-16, R-GRP-17).

    The tables of the second bracket have the group 2, those of the third 3, and so on; those of the first have none.
    An only entrant has a bye in the last round.
    """
    last_round = first_round + max(len(positions) for positions in brackets).bit_length() - 2
    builder = _Builder(options, last_round, first_number)
    begin: dict[int, list[_Bracket]] = {}
    best = 1
    for number, positions in enumerate(brackets, 1):
        bracket = _Bracket(_slots(positions), best, "main", number if number > 1 else 0)
        begin.setdefault(last_round + 2 - len(positions).bit_length(), []).append(bracket)
        best += bracket.people
    now: list[_Bracket] = []
    for round_ in range(first_round, last_round + 1):
        now = builder.round([*now, *begin.get(round_, ())], round_)
    return Plan(tuple(builder.tables), last_round)


def _slots(positions: Positions) -> tuple[Slot, ...]:
    return tuple(NOBODY if key is None else FromEntrant(key) for key in positions)


def _plan(
    positions: Positions,
    options: KnockoutOptions,
    *,
    first_round: int,
    last_round: int,
    first_number: int,
    beaten: tuple[int, ...] = (),
) -> Plan:
    builder = _Builder(options, last_round, first_number)
    brackets = [_Bracket(_slots(positions), 1, "main")]
    if len(beaten) == 2:
        brackets.append(_Bracket(tuple(FromEntrant(key) for key in beaten), 3, "third"))
    for round_ in range(first_round, first_round + 1 if options.redraw else last_round + 1):
        brackets = builder.round(brackets, round_)
    return Plan(tuple(builder.tables), last_round)


@dataclass(frozen=True, slots=True)
class _Bracket:
    """Slots that play each other for the places from ``best`` on; a power of two, empty slots included."""

    slots: tuple[Slot, ...]
    best: int
    section: str
    group: int = 0

    @property
    def people(self) -> int:
        return sum([slot is not NOBODY for slot in self.slots])


class _Builder:
    """Builds tables in playing order with consecutive numbers; the final comes last."""

    def __init__(self, options: KnockoutOptions, last_round: int, first_number: int) -> None:
        self.options = options
        self.last_round = last_round
        self.first_number = first_number
        self.tables: list[PlannedTable] = []

    def round(self, brackets: Iterable[_Bracket], round_: int) -> list[_Bracket]:
        """Play one round of every bracket; return the brackets of the next round."""
        options, to_go = self.options, self.last_round - round_
        taken: Counter[str] = Counter()
        staged: list[tuple[_Bracket, int]] = []
        for bracket in sorted(brackets, key=lambda bracket: bracket.best):
            position = taken[bracket.section]
            if bracket.section == "main" and bracket.group:
                # As if all brackets were parts of a larger one.
                position = (bracket.group - 1) << to_go
            staged.append((bracket, position))
            taken[bracket.section] += len(bracket.slots) // 2
        if round_ == self.last_round:
            staged.reverse()
        after: list[_Bracket] = []
        for bracket, first_position in staged:
            slots, section, group, best = bracket.slots, bracket.section, bracket.group, bracket.best
            is_main = section == "main"
            worst = best + bracket.people - 1
            best_of = options.length_of(round_name(to_go) if is_main else section)
            is_semifinal = is_main and len(slots) == 4
            losers_go_on = len(slots) > 2 and (options.placement or (options.third_place and is_semifinal))
            winners: list[Slot] = []
            losers: list[Slot] = []
            for position, pair in enumerate(zip(slots[::2], slots[1::2], strict=True), first_position):
                upper, lower = pair
                is_bye = upper is NOBODY or lower is NOBODY
                is_empty = upper is NOBODY and lower is NOBODY
                if is_empty or (is_bye and not is_main):
                    # Without an opponent the entrant advances without a table (R-KO-09); two empty places are none.
                    winners.append(lower if upper is NOBODY else upper)
                    losers.append(NOBODY)
                    continue
                number = self.first_number + len(self.tables)
                self.tables.append(
                    PlannedTable(number, round_, position, pair, section, best, worst, best_of, group=group)
                )
                winners.append(FromTable(number, 1))
                losers.append(FromTable(number, 2) if losers_go_on and not is_bye else NOBODY)
            if len(winners) > 1:
                ahead = _Bracket(tuple(winners), best, section, group)
                after.append(ahead)
                if losers_go_on:
                    behind = "third" if is_main and len(losers) == 2 else "placement"
                    after.append(_Bracket(tuple(losers), best + ahead.people, behind, group))
        return after
