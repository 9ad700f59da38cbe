"""A match as the rules of its game tell it: its course, its ties, who sits where."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from tournaments.games import registry
from tournaments.games.contract import Circumstances, Course, DealScore, Tie
from tournaments.models import TableLine, Tournament
from tournaments.services.outcomes import DUEL


@dataclass(frozen=True, slots=True)
class Told:
    """A game of a match by its rules; ``tie`` is the one that is open, ``ties`` what each tie-break row was about."""

    game: str
    names: tuple[str, ...]
    through: int
    deals: Sequence[DealScore]
    course: Course
    tie: Tie | None
    is_over: bool
    ties: Mapping[int, Tie] = field(default_factory=dict)

    @property
    def is_many(self) -> bool:
        """More than a duel: the players stand in columns of their own."""
        return len(self.names) > DUEL

    @property
    def playing(self) -> list[int]:
        """The lines that the next deal, or what breaks the tie, is about."""
        states = [line.state for line in self.course.lines]
        if self.tie is None:
            return [line for line, state in enumerate(states) if state == "playing"]
        # Of those who are level nobody who has left plays a deal; a card is drawn for them.
        return [line for line in self.tie.lines if self.tie.kind != "deal" or states[line] != "left"]

    def without(self, lines: Collection[int]) -> "Told":
        """The same game when these lines were ruled out before its next deal."""
        states = enumerate(self.course.lines)
        left = tuple(replace(each, state="left") if line in lines else each for line, each in states)
        return replace(self, course=replace(self.course, lines=left))


def tell(event: Tournament, deals: Sequence[DealScore], setting: Circumstances, names: Sequence[str]) -> Told:
    """The game of a match after ``deals``; ``names`` are those of its lines in order."""
    game, rules = registry.game(event.game), event.rules
    found = {row: game.tie(rules, deals[:row], setting) for row, deal in enumerate(deals) if deal.tiebreak}
    return Told(
        game=event.game,
        names=tuple(names),
        through=setting.through,
        deals=deals,
        course=game.course(rules, deals, setting),
        tie=game.tie(rules, deals, setting),
        is_over=game.match_over(rules, deals, setting),
        ties={row: tie for row, tie in found.items() if tie is not None},
    )


def line_name(line: TableLine) -> str:
    """Who sits at a line."""
    return line.entry.label if line.entry else _("nobody") if line.is_nobody else _("not known yet")
