"""The bracket, whole or a window of it, so that a page is as long for 16,384 entries as for 64."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest

from django.db.models import Q

from tournaments import folding
from tournaments.frame.reads import statements
from tournaments.models import Entry, Table, TableLine, Tournament
from tournaments.tables.reads.cards import Card, by_round, cards, cards_at

WHOLE_ROUNDS = 6
WINDOW_ROUNDS = 5
LEAF_ROUND = 4
MOST_FOUND = 12
FEWEST_TYPED = 2
MOST_BESIDE = 64
MOST_SECOND = 32

# Keys of tables, each question answered from an index: by Django they take longer to compile than to answer.
IN_ROUND = """
SELECT seated.id FROM tournaments_round held JOIN tournaments_table seated ON seated.round_id = held.id
WHERE held.tournament_id = %s AND held.number = %s AND seated.section = 'main' AND seated.position BETWEEN %s AND %s
"""
AFTER_ROUND = """
SELECT seated.id FROM tournaments_round held JOIN tournaments_table seated ON seated.round_id = held.id
WHERE held.tournament_id = %s AND held.number > %s AND seated.section = 'main'
"""
BESIDE = """
SELECT seated.id FROM tournaments_table seated
WHERE seated.tournament_id = %s AND seated.section NOT IN ('main', 'second')
  AND (%s OR (seated."group" = %s AND seated.best_place < %s))
"""


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A sub-bracket named by its last table: the round and the position of that table."""

    round: int
    position: int


@dataclass(frozen=True, slots=True)
class Window:
    """The rounds and the sub-bracket that are shown, and the parts that lead into it.

    Rounds count from the first of the bracket; ``before`` it so many were played in earlier stages. Where there are
    several ``brackets`` of one size, the root is that of the first.
    """

    root: BracketPart
    first_round: int
    parts: tuple[BracketPart, ...]
    before: int = 0
    brackets: int = 1

    def positions(self, round_: int) -> range:
        """Return the positions of the tables of a round that belong to the sub-bracket."""
        width = 1 << (self.root.round - round_)
        return range(self.root.position * width, (self.root.position + self.brackets) * width)


@dataclass(frozen=True, slots=True)
class Bracket:
    """A window with its tables by round, and the tables beside the main bracket (third place, placement).

    ``rounds`` ends with the final that waited for the second bracket; ``second`` is that bracket by round.
    """

    window: Window
    rounds: tuple[tuple[Card, ...], ...]
    beside: tuple[Card, ...]
    heads: tuple[Card, ...]
    second: tuple[tuple[Card, ...], ...] = ()


def window(rounds: int, root: BracketPart | None = None, brackets: int = 1) -> Window | None:
    """Return the window on a sub-bracket, the whole bracket without a part; None for a part that does not exist.

    Of several ``brackets`` the last rounds are shown together, so many as one page has room for; each is a part.
    """
    shown = 1 if root else brackets
    fewer = (shown - 1).bit_length()
    root = root or BracketPart(rounds, 0)
    if not 1 <= root.round <= rounds or not 0 <= root.position < brackets << (rounds - root.round):
        return None
    if root.round <= (WHOLE_ROUNDS if root.round == rounds else WINDOW_ROUNDS) - fewer:
        return Window(root, 1, (), brackets=shown)
    first = root.round - max(1, WINDOW_ROUNDS - fewer) + 1
    last = max(LEAF_ROUND, first - 1) if shown == 1 else root.round
    width = 1 << (root.round - last)
    parts = tuple(BracketPart(last, root.position * width + place) for place in range(width * shown))
    return Window(root, first, parts, brackets=shown)


def leaf_of(rounds: int, position: int, brackets: int = 1, first: int = 1) -> BracketPart | None:
    """Return the part that shows the table at ``position`` of round ``first``; None where one page shows everything."""
    whole = window(rounds, None, brackets)
    if whole is None or not whole.parts:
        return None
    found = window(rounds, BracketPart(rounds, position >> (rounds - first)), brackets)
    while found is not None and found.first_round > first:
        reach = found.parts[0].round
        found = window(rounds, BracketPart(reach, position >> (reach - first)), brackets)
    return found.root if found is not None else None


def by_bracket(columns: Sequence[Sequence[Card]]) -> dict[int, list[list[Card]]]:
    """Return the columns of each bracket of a knockout by place; a smaller one begins later than the others."""
    numbers = sorted({card.group for column in columns for card in column})
    found = {number: [[card for card in column if card.group == number] for column in columns] for number in numbers}
    return {number: [column for column in own if column] for number, own in found.items()}


def with_gaps(columns: Sequence[Sequence[Card]]) -> list[list[Card | None]]:
    """Return the columns of a bracket; None where no table leads to one of the next round (R-GRP-21)."""
    found: list[list[Card | None]] = []
    for column, after in zip_longest(columns, columns[1:]):
        at = {card.position: card for card in column}
        places = [place for card in after for place in (2 * card.position, 2 * card.position + 1)] if after else at
        found.append([at.get(place) for place in places])
    return found


def bracket(event: Tournament, shown: Window, *, redrawn: bool, last_round: int = 0) -> Bracket:
    """Return the tables of a window, those beside the bracket, and the last table of each part; two queries.

    Main tables after ``last_round``, if it is given, are shown too; with a second bracket it is one query more. Of the
    tables beside the bracket the best places of each bracket come first; the page of the tables has them all.
    """
    # Rounds with the first and the last position that is shown of each.
    wanted = []
    for round_ in range(shown.first_round, shown.root.round + 1):
        places = shown.positions(round_)
        wanted.append((shown.before + round_, places[0], places[-1]))
    for part in shown.parts[:1]:
        positions = [each.position for each in shown.parts]
        wanted.append((shown.before + part.round, positions[0], positions[-1]))
    questions, asked = [IN_ROUND] * len(wanted), [value for each in wanted for value in (event.pk, *each)]
    if last_round:
        questions.append(AFTER_ROUND)
        asked += [event.pk, last_round]
    found = cards_at([key for (key,) in statements.rows(" UNION ".join(questions), asked)])
    # A column for each round, in the order of the bracket; a redrawn event has none for rounds not drawn.
    columns = []
    for round_ in range(shown.first_round, shown.root.round + 1):
        places = shown.positions(round_)
        column = [card for card in found if card.round == shown.before + round_ and card.position in places]
        if column or not redrawn:
            columns.append(tuple(sorted(column, key=lambda card: card.position)))
    late = tuple(card for card in found if last_round and card.round > last_round)
    if late:
        columns.append(late)
    # The final of a bracket is played for the best place of all who are in it.
    best: dict[int, int] = {}
    for card in found:
        best[card.group] = min(card.best_place, best.get(card.group, card.best_place))
    most = MOST_BESIDE // max(1, len(best))
    near = [(False, group, place - 1 + most) for group, place in best.items()] or [(True, 0, 0)]
    questions, asked = [BESIDE] * len(near), [value for each in near for value in (event.pk, *each)]
    beside = cards_at([key for (key,) in statements.rows(" UNION ".join(questions), asked)])
    second: list[tuple[Card, ...]] = []
    if last_round:
        # From the first round on that has few enough tables for one page.
        of_second = Q(table__section=Table.Section.SECOND, table__position__lt=MOST_SECOND)
        rounds = by_round(cards(TableLine.objects.filter(of_second, table__tournament=event)))
        large = max((number for number, column in rounds.items() if len(column) >= MOST_SECOND), default=0)
        second = [tuple(rounds[number]) for number in sorted(rounds) if number > large]
    last = {(part.round, part.position) for part in shown.parts}
    return Bracket(
        window=shown,
        rounds=tuple(columns),
        beside=tuple(sorted(beside, key=lambda card: (card.round, card.best_place, card.number))),
        heads=tuple(card for card in found if (card.round - shown.before, card.position) in last),
        second=tuple(second),
    )


@dataclass(frozen=True, slots=True)
class BracketHit:
    """An entry found by name, and the position of its first table in the main bracket, with the round of that table."""

    entry: int
    name: str
    position: int
    round: int = 1


def find_entries(event: Tournament, text: str, before: int = 0, brackets: int = 1) -> list[BracketHit]:
    """Return the first few entries whose name contains ``text``; one query. ``before`` as in ``Window``.

    The smaller ones of several ``brackets`` begin in later rounds, with tables that no other table leads to.
    """
    begins = {"round__number": before + 1} if brackets == 1 else {"round__number__gt": before}
    tables = Table.objects.filter(tournament=event, section=Table.Section.MAIN, **begins)
    lines = TableLine.objects.filter(table__in=tables)
    if brackets > 1:
        lines = lines.filter(source=None)
    taken = lines.filter(entry__isnull=False).exclude(entry__status=Entry.Status.REJECTED)
    kept = taken.order_by("entry__number").values_list(
        "entry_id", "entry__label", "table__position", "table__round__number"
    )
    found = (BracketHit(entry, name, position, round_ - before) for entry, name, position, round_ in kept)
    return list(islice((each for each in found if folding.has(each.name, text)), MOST_FOUND))
