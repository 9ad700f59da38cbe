"""An evening of several stages, for a number of entries, before the draw (R-STG-26)."""

from dataclasses import dataclass
from itertools import accumulate

from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.formats.stages import Part, StagesFormat
from tournaments.competition.headcount.evening import Evening, evening, evening_apart
from tournaments.competition.headcount.rounds import RoundsEvening, rounds_evening


@dataclass(frozen=True, slots=True)
class StagesEvening:
    """The evening of each stage, in their order."""

    stages: tuple[RoundsEvening | Evening, ...]

    @property
    def rounds(self) -> int:
        return sum(each.rounds for each in self.stages)

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables in play in each round of all stages."""
        return tuple([tables for each in self.stages for tables in each.tables])

    @property
    def matches(self) -> int:
        return sum(each.matches for each in self.stages)

    @property
    def most_matches(self) -> int:
        """The same with every match that a best of 3 or 5, or two legs, may need."""
        return sum(each.matches if isinstance(each, RoundsEvening) else each.most_matches for each in self.stages)

    def ends(self, minutes: int) -> tuple[int, ...]:
        """Return how many minutes after the beginning each stage ends, without breaks; a round takes ``minutes``."""
        return tuple(accumulate(each.rounds * minutes for each in self.stages))


def stages_evening(entrants: int, event_format: StagesFormat) -> StagesEvening:
    """Count the evening from the plans of all stages; raises RefusedError if so many cannot play one of them."""
    counts = event_format.entrants(entrants)
    return StagesEvening(tuple([_evening(count, part) for count, part in zip(counts, event_format.parts, strict=True)]))


def _evening(entrants: int, part: Part) -> RoundsEvening | Evening:
    event_format = part.format
    if isinstance(event_format, KnockoutFormat):
        options = event_format.options
        return evening_apart(entrants, options, part.first) if part.apart else evening(entrants, options)
    assert isinstance(event_format, InRounds)  # noqa: S101 - a stage is a knockout or in rounds
    return rounds_evening(entrants, event_format)
