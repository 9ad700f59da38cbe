"""Eliminations: which later tables and people a corrected result changes, and whether it needs a reason.

R-KO-16 and R-KO-17 of a knockout, R-TAB-21 and R-TAB-22 of elimination tables.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from tournaments.competition.stages.elimination import Facts, Settled, state_if_replayed
from tournaments.competition.stages.facts import Score


class Permitted(Enum):
    """Whether a correction is free or needs a reason."""

    FREE = "free"
    NEEDS_REASON = "needs_reason"


@dataclass(frozen=True, slots=True)
class Reach:
    """The effects of a new result beyond its own table.

    ``tables``: every later table whose people change, in order; ``replayed``: those that were played with somebody who
    should not have sat there. ``entrants``: everybody at those tables, and those who come and go.
    """

    permitted: Permitted
    tables: tuple[int, ...] = ()
    replayed: tuple[int, ...] = ()
    entrants: tuple[int, ...] = ()


def reach(facts: Facts, number: int, scores: tuple[Score, ...], is_announced: Callable[[Sequence[int]], bool]) -> Reach:
    """Return the effects if table ``number``, which was played, has these scores by line instead of its own.

    A later table is affected if other people than before sit there, in any order (R-TAB-21). This includes entries that
    are re-admitted to other chairs (R-TAB-22). ``is_announced`` says whether the people of one of these tables know
    where they sit.
    """
    here = next(table for table in facts.tables if table.number == number)
    settled = here._replace(settled=Settled(scores))
    tables = tuple([settled if table is here else table for table in facts.tables])
    now = state_if_replayed(replace(facts, tables=tables, changed=frozenset({here.round})))
    changed = [table for table in facts.tables if table.people != now[table.number].occupants]
    numbers = tuple([table.number for table in changed])
    replayed = tuple([table.number for table in changed if table.is_played])
    permitted = Permitted.NEEDS_REASON if changed and is_announced(numbers) else Permitted.FREE
    has_other_places = here.settled is None or _places(here.settled.scores) != _places(scores)
    if not changed and not has_other_places:
        return Reach(permitted)
    # Everybody who sits at these tables before or after.
    seated = (each for table in (here, *changed) for each in (*table.people, *now[table.number].occupants))
    return Reach(permitted, numbers, replayed, tuple(sorted({each for each in seated if isinstance(each, int)})))


def _places(scores: Iterable[Score]) -> list[int | None]:
    return [score.place for score in scores]
