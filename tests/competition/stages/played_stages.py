"""Events of several stages, and their tables as the lower key wins them."""

from typing import Any

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.stages.facts import Facts, Meeting, Result, Score
from tournaments.competition.types import Entrant

GROUPS = {"kind": "groups", "size": 4}
DANISH = {"kind": "danish", "rounds": 2, "rematches": "allowed"}
EIGHT = tuple(range(1, 9))


def stages(*parts: dict[str, Any]) -> StagesFormat:
    found = format_of({"kind": "stages", "stages": list(parts)})
    assert isinstance(found, StagesFormat)
    return found


def won(meeting: Meeting) -> Result:
    """The lower key wins by ten points to eight."""
    low = min(meeting.keys)
    scores = [Score(1, 10, 12, 2) if key == low else Score(2, 8, 8, -2) for key in meeting.keys]
    return Result(meeting, tuple(scores), is_played=not meeting.is_rest)


def played(event: StagesFormat, keys: tuple[int, ...] = EIGHT) -> Facts:
    """All tables that are known from the draw, with their results."""
    meetings = event.opening.schedule(event.draw(tuple(map(Entrant, keys))).positions)
    return Facts(tuple(map(Entrant, keys)), meetings, tuple(map(won, meetings)))
