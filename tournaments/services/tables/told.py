"""A match as the rules of its game tell it: its course, its ties, who sits where."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.competition.match.outcomes import DUEL
from tournaments.games.contract import MatchState
from tournaments.models import TableLine


@dataclass(frozen=True, slots=True)
class Told:
    """A game of a match as its rules see it, with the key of the game and who sits at each line."""

    game: str
    names: tuple[str, ...]
    state: MatchState

    @property
    def is_many(self) -> bool:
        """More than a duel: the players stand in columns of their own."""
        return len(self.names) > DUEL

    @property
    def playing(self) -> list[int]:
        """The lines that the next deal, or what breaks the tie, is about."""
        states, tie = [line.state for line in self.state.lines], self.state.tie
        if tie is None:
            return [line for line, state in enumerate(states) if state == "playing"]
        # Of those who are level nobody who has left plays a deal; a card is drawn for them.
        return [line for line in tie.lines if tie.kind != "deal" or states[line] != "left"]

    def without(self, lines: Collection[int]) -> "Told":
        """The same game when these lines were ruled out before its next deal."""
        states, course = enumerate(self.state.lines), self.state.course
        left = tuple(replace(each, state="left") if line in lines else each for line, each in states)
        return replace(self, state=replace(self.state, course=replace(course, lines=left)))


def line_name(line: TableLine) -> str:
    """Who sits at a line."""
    return line.entry.label if line.entry else _("nobody") if line.is_nobody else _("not known yet")
