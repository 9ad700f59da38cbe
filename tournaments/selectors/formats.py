"""The format by which an event is played now: that of its stage, where it has several."""

from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.stages import StagesFormat
from tournaments.models import Tournament


def format_now(event: Tournament) -> Format:
    """Return the format of the stage that is played now."""
    return format_in(event, event.stage)


def format_in(event: Tournament, stage: int) -> Format:
    """Return the format of a stage."""
    found = format_of(event.format)
    return found.parts[stage - 1].format if isinstance(found, StagesFormat) else found


def has_more_stages(event: Tournament) -> bool:
    """Return whether another stage follows the one that is played now."""
    found = format_of(event.format)
    return isinstance(found, StagesFormat) and event.stage < len(found.parts)
