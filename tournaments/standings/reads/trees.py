"""The tree of tables, whole or a window of it, so that a page is as long for 16,384 players as for 64."""

from dataclasses import dataclass
from itertools import pairwise

from django.db.models import Count, Q

from tournaments.models import Table, TableLine, Tie, Tournament
from tournaments.standings.reads.brackets import BracketPart
from tournaments.tables.reads.cards import Card, by_round, cards

MOST_FIRST_TABLES = 32
MOST_HIGH = 16
LEAF_HIGH = 8


@dataclass(frozen=True, slots=True)
class TreeShape:
    """The number of tables in each round, from the first to the final."""

    counts: tuple[int, ...]

    @property
    def rounds(self) -> int:
        return len(self.counts)

    @property
    def joins(self) -> tuple[int, ...]:
        """How many tables of each round lead into one of the next; 0 where that is not known (R-TAB-10)."""
        return (*(0 if here % after else here // after for here, after in pairwise(self.counts)), 0)

    @property
    def lowest(self) -> int:
        """The first round from which every table leads to a known one of the next."""
        loose = [number for number, count in enumerate(self.joins[:-1], start=1) if not count]
        return max(loose, default=0) + 1

    def below(self, part: BracketPart, round_: int) -> range:
        """Return the positions of the tables of a round that lead to a table."""
        width = self.counts[round_ - 1] // self.counts[part.round - 1]
        return range(part.position * width, (part.position + 1) * width)


@dataclass(frozen=True, slots=True)
class TreeWindow:
    """The rounds and the table above them that are shown, and the parts that lead into it."""

    root: BracketPart
    first_round: int
    parts: tuple[BracketPart, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """A window with its tables by round, how many of each lead into one, and the last table of every part."""

    window: TreeWindow
    rounds: tuple[tuple[Card, ...], ...]
    joins: tuple[int, ...]
    heads: tuple[Card, ...]


def shape(event: Tournament) -> TreeShape:
    """Return the tables of each round, counted; one query."""
    tables = Table.objects.filter(tournament=event, section=Table.Section.MAIN).order_by("round__number")
    return TreeShape(tuple(count for _number, count in tables.values_list("round__number").annotate(n=Count("pk"))))


def window(found: TreeShape, root: BracketPart | None = None) -> TreeWindow | None:
    """Return the window below a table, the whole tree without one; None for a part that does not exist."""
    if root is None:
        root = BracketPart(found.rounds, 0)
        if found.counts[0] <= MOST_FIRST_TABLES:
            return TreeWindow(root, 1, ())
    if not found.lowest <= root.round <= found.rounds or not 0 <= root.position < found.counts[root.round - 1]:
        return None
    first = next(each for each in range(found.lowest, root.round + 1) if len(found.below(root, each)) <= MOST_HIGH)
    if first == found.lowest:
        return TreeWindow(root, first, ())
    # A part ends with the last round whose tables have few enough first tables below them for one page.
    lowest = found.counts[found.lowest - 1]
    few = (each for each in range(found.lowest, found.rounds + 1) if lowest // found.counts[each - 1] <= LEAF_HIGH)
    last = max(max(few), first - 1)
    return TreeWindow(root, first, tuple(BracketPart(last, position) for position in found.below(root, last)))


def leaf_of(found: TreeShape, position: int) -> BracketPart | None:
    """Return the part that shows the first-round table at ``position``; None where one page shows the whole tree.

    None also where the next tables of the first round are not known: a part begins after them.
    """
    shown = window(found)
    if shown is None or not shown.parts or found.lowest > 1:
        return None
    while shown.parts:
        reach = shown.parts[0].round
        shown = window(found, BracketPart(reach, position * found.counts[reach - 1] // found.counts[0])) or shown
    return shown.root


def tree(event: Tournament, found: TreeShape, shown: TreeWindow) -> Tree:
    """Return the tables of a window and the last table of each of its parts; one query."""
    wanted = Q()
    for round_ in range(shown.first_round, shown.root.round + 1):
        places = _positions(found, shown, round_)
        wanted |= Q(table__round__number=round_, table__position__range=(places[0], places[-1]))
    for part in shown.parts[:1]:
        wanted |= Q(
            table__round__number=part.round,
            table__position__range=(part.position, shown.parts[-1].position),
        )
    lines = TableLine.objects.filter(table__tournament=event, table__section=Table.Section.MAIN).filter(wanted)
    rounds = by_round(cards(lines))
    heads = rounds.get(shown.parts[0].round, ()) if shown.parts else ()
    inside = {part.position for part in shown.parts}
    return Tree(
        window=shown,
        rounds=tuple(
            tuple(card for card in rounds.get(round_, ()) if card.position in _positions(found, shown, round_))
            for round_ in range(shown.first_round, shown.root.round + 1)
        ),
        joins=found.joins[shown.first_round - 1 : shown.root.round],
        heads=tuple(card for card in heads if card.position in inside),
    )


def _positions(found: TreeShape, shown: TreeWindow, round_: int) -> range:
    """Return the positions shown of a round: all of them where tables do not lead to known ones."""
    if round_ < found.lowest:
        return range(found.counts[round_ - 1])
    return found.below(shown.root, round_)


def level_lines(event: Tournament) -> dict[int, tuple[int, ...]]:
    """Return the level lines that wait for a tie-break, by table; one query."""
    found = Tie.objects.filter(table__tournament=event, status=Tie.Status.OPEN)
    return {table: tuple(lines) for table, lines in found.values_list("table_id", "lines")}
