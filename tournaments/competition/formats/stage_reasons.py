"""In an event of several stages: who begins a stage at which table, and why somebody plays where they do."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.rounds import InRounds, PairedFormat
from tournaments.competition.formats.stages import Deductions, StagesFormat, later
from tournaments.competition.stages.facts import NO_GROUP, Facts, Meeting, Reason
from tournaments.competition.stages.standing import Standing
from tournaments.competition.types import FromEntrant, Plan


def first_meetings(plan: Plan) -> tuple[Meeting, ...]:
    """Return the first table of everybody in a plan."""
    return firsts(seated_tables(plan))


def seated_tables(plan: Plan) -> list[Meeting]:
    """Return the tables of a plan, each with those who are known to sit there."""
    return [
        Meeting(table.round, tuple([slot.key for slot in table.slots if isinstance(slot, FromEntrant)]), table.group)
        for table in plan.tables
    ]


def firsts(meetings: Iterable[Meeting]) -> tuple[Meeting, ...]:
    """Return the tables where somebody sits first; a smaller bracket begins in a later round (R-GRP-17)."""
    seen: set[int] = set()
    found = []
    for meeting in meetings:
        if not seen.issuperset(meeting.keys):
            found.append(meeting)
        seen.update(meeting.keys)
    return tuple(found)


def from_before(
    meetings: Sequence[Meeting], before: Standing, left: Format | InRounds, *, is_crossed: bool = False
) -> tuple[Reason, ...]:
    """Say of each table of a new stage where its entries stood in the one before, whose format is ``left``.

    ``is_crossed`` where the organiser chose which places meet.
    """
    word = left.group_word if isinstance(left, InRounds) else InRounds.group_word
    rows = {row.tally.key: row for row in before.rows}
    found: list[Reason] = []
    for meeting in meetings:
        seated = [rows[key] for key in meeting.keys]
        places, groups = [row.in_group.place for row in seated], [row.group for row in seated]
        kind = f"from_{word}s" if groups[0] != NO_GROUP else "from_standings"
        if len(seated) < 2:
            found.append(Reason(f"{kind}_rests", {"place": places[0], "group": groups[0]}))
        elif len(seated) > 2:
            named = {"places": ", ".join(map(str, places)), "groups": ", ".join(map(str, groups))}
            found.append(Reason(f"{kind}_sit", named))
        else:
            # Two of one place are no group mates that the bracket keeps apart.
            is_alike = groups[0] != NO_GROUP and places[0] == places[1]
            values = {"place": places[0], "group": groups[0], "other": places[1], "second": groups[1]}
            code = f"crossed_{word}s" if is_crossed else f"{kind}_alike" if is_alike else f"{kind}_meet"
            found.append(Reason(code, values))
    return tuple(found)


def reasons(
    event_format: StagesFormat,
    facts: Facts,
    starts: Sequence[int],
    charged: Callable[[range], Deductions],
    *,
    low_wins: bool = False,
) -> dict[int, Reason]:
    """Return why each one plays where it does in the last round, by its key; ``charged`` are penalties by stages.

    Nothing is returned of what is drawn or known from a draw, and where the standings have been corrected since.
    """
    number, now = len(starts), event_format.parts[len(starts) - 1].format
    own = event_format.facts_of(facts, starts, number)
    if isinstance(now, PairedFormat) and (number == 1 or own.last_round > 1):
        found = now.reasons(own, charged(event_format.counting_stages(number)), low_wins=low_wins)
        return {key: later(reason, starts[-1] - 1) for key, reason in found.items()}
    if number == 1 or not isinstance(now, PairedFormat | KnockoutFormat):
        return {}
    # The first table of everybody in a stage, of those who have not come further since.
    first, taken = starts[-1], charged(event_format.counting_stages(number - 1))
    played = [meeting for meeting in facts.meetings if meeting.round >= first]
    begun = firsts(played)
    here = {key for meeting in begun for key in meeting.keys}
    then = replace(
        facts,
        meetings=tuple([meeting for meeting in facts.meetings if meeting.round < first]),
        results=tuple([result for result in facts.results if result.meeting.round < first]),
    )
    before = event_format.standing(then, starts[:-1], number - 1, taken, low_wins=low_wins)
    before = before.without(facts.left.keys() - here)
    own, counting = event_format.facts_of(then, starts, number), charged(event_format.counting_stages(number))
    by_all = event_format.first_by_all(number, before, own, counting, low_wins=low_wins)
    plan = event_format.begin(number, before, own, first, 1, counting, low_wins=low_wins)
    meetings = first_meetings(plan)
    if [frozenset(each.keys) for each in meetings] != [frozenset(each.keys) for each in begun]:
        return {}
    further = {key for meeting in set(played) - set(begun) for key in meeting.keys}
    if by_all is None:
        is_crossed = event_format.parts[number - 1].is_crossed
        whys = from_before(meetings, before, event_format.parts[number - 2].format, is_crossed=is_crossed)
    else:
        whys = tuple([later(reason, first - 1) for reason in by_all.reasons])
    told = zip(meetings, whys, strict=True)
    return {key: why for meeting, why in told for key in meeting.keys if key not in further}
