"""The format by which an event is played now, and what judges its matches."""

from collections.abc import Sequence
from copy import copy

from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.match.outcomes import Chairs, Regulation
from tournaments.games import registry
from tournaments.models import Table, TableLine, Tournament


def format_now(event: Tournament) -> Format:
    """Return the format of the stage that is played now."""
    return format_in(event, event.stage)


def format_in(event: Tournament, stage: int) -> Format:
    """Return the format of a stage."""
    found = format_of(event.format)
    return found.parts[stage - 1].format if isinstance(found, StagesFormat) else found


def brackets_now(event: Tournament) -> int:
    """Return how many brackets the stage that is played now has at most: more than one in a knockout by place."""
    found = format_of(event.format)
    return found.parts[event.stage - 1].brackets if isinstance(found, StagesFormat) else 1


def is_apart_next(event: Tournament) -> bool:
    """Return whether a knockout by place follows the stage that is played now."""
    found = format_of(event.format)
    return isinstance(found, StagesFormat) and any(part.apart for part in found.parts[event.stage : event.stage + 1])


def has_more_stages(event: Tournament) -> bool:
    """Return whether another stage follows the one that is played now."""
    found = format_of(event.format)
    return isinstance(found, StagesFormat) and event.stage < len(found.parts)


def stages_over(event: Tournament) -> list[int]:
    """Return the numbers of the stages in rounds that are over, which have standings of their own."""
    found = format_of(event.format)
    if not isinstance(found, StagesFormat):
        return []
    last = event.stage if event.status == Tournament.Status.FINISHED else event.stage - 1
    return [number for number in range(1, last + 1) if isinstance(found.parts[number - 1].format, InRounds)]


def at_stage(event: Tournament, number: int) -> Tournament:
    """Return the event as it was in that stage, for a page that shows it; a copy that is never saved."""
    found = copy(event)
    found.stage, found.status = number, Tournament.Status.RUNNING
    return found


def regulation_of(event: Tournament) -> Regulation:
    """Return the regulation for the matches of the event."""
    return Regulation(registry.game(event.game), event.rules, event.vp_scale, event.terms)


def chairs_of(table: Table, lines: Sequence[TableLine]) -> Chairs:
    """Return the chairs of a table with these lines; a line without an entry, or that left before, has an empty one."""
    absent = frozenset(line.index for line in lines if line.is_nobody or line.is_absent)
    return Chairs(len(lines), table.through, table.best_of, absent, table.may_draw, table.lead)
