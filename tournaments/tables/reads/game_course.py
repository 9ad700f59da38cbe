"""A match by the rules of its game, with the name at each line: who plays the next deal, who is not known yet."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.competition.match.outcomes import is_of_several
from tournaments.games.contract import MatchState
from tournaments.models import TableLine


@dataclass(frozen=True, slots=True)
class NamedGame:
    """A game of a match by its rules, with the key of the game and the name at each line."""

    game: str
    names: tuple[str, ...]
    state: MatchState

    @property
    def is_of_several(self) -> bool:
        """Whether there are more than two lines: then each player has a column."""
        return is_of_several(self.names)

    @property
    def playing(self) -> list[int]:
        """Return the lines that play the next deal, or that a tie-break is about."""
        states, tie = [line.state for line in self.state.lines], self.state.tie
        if tie is None:
            return [line for line, state in enumerate(states) if state == "playing"]
        # In a tie, a player who has left plays no deal; a card is drawn for them.
        return [line for line in tie.lines if tie.kind != "deal" or states[line] != "left"]

    def without(self, lines: Collection[int]) -> "NamedGame":
        """Return the same game with these lines ruled out before its next deal."""
        states, course = enumerate(self.state.lines), self.state.course
        left = tuple(replace(each, state="left") if line in lines else each for line, each in states)
        return replace(self, state=replace(self.state, course=replace(course, lines=left)))


def line_name(line: TableLine) -> str:
    """Return the name at a line."""
    return line.entry.label if line.entry else _("nobody") if line.is_nobody else _("not known yet")
