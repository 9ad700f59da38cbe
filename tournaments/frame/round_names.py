"""Names of rounds, counted from the final: the only place where rounds get their names."""

from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

# From the final backwards; only the one that is asked for is translated.
FROM_THE_FINAL = (
    gettext_noop("Final"),
    gettext_noop("Semifinals"),
    gettext_noop("Quarterfinals"),
    gettext_noop("Round of 16"),
    gettext_noop("Round of 32"),
    gettext_noop("Round of 64"),
)
ROUNDS_WITH_A_NAME = len(FROM_THE_FINAL)
MATCHES = (
    gettext_noop("Final"),
    gettext_noop("Semifinal %(n)s"),
    gettext_noop("Quarterfinal %(n)s"),
    gettext_noop("Round of 16, match %(n)s"),
    gettext_noop("Round of 32, match %(n)s"),
    gettext_noop("Round of 64, match %(n)s"),
)
MATCHES_INSIDE = (
    gettext_noop("final"),
    gettext_noop("semifinal %(n)s"),
    gettext_noop("quarterfinal %(n)s"),
    gettext_noop("match %(n)s, round of 16"),
    gettext_noop("match %(n)s, round of 32"),
    gettext_noop("match %(n)s, round of 64"),
)


class Rounds(int):
    """The number of rounds of an event; the first ``numbered`` of them have no name but their number.

    Everybody plays in those rounds, or a second bracket has rounds between them. The others are counted from the final.
    """

    numbered: int

    def __new__(cls, rounds: int, numbered: int = 0) -> "Rounds":
        found = super().__new__(cls, rounds)
        found.numbered = numbered
        return found


def rounds_of(drawn: int) -> int:
    """Return how many rounds a knockout of ``drawn`` entries has; 0 before the draw."""
    return (drawn - 1).bit_length() if drawn > 1 else 0


def _to_go(number: int, rounds: int) -> int | None:
    """Return how many rounds follow before the final is over; None for a round that has no name but its number."""
    to_go = rounds - number
    has_name = number > getattr(rounds, "numbered", 0) and 0 <= to_go < ROUNDS_WITH_A_NAME
    return to_go if has_name else None


class TableInBracket(Protocol):
    """A table, or a card of one: its group and section, and the places in the event that it is played for."""

    @property
    def section(self) -> str: ...

    @property
    def group(self) -> int: ...

    @property
    def best_place(self) -> int: ...

    @property
    def worst_place(self) -> int: ...


def bracket_name(number: int) -> str:
    """Return the name of a bracket of a knockout by place: “Seconds” for the one of the seconds of all groups."""
    named = {1: _("Firsts"), 2: _("Seconds"), 3: _("Thirds"), 4: _("Fourths")}
    return named.get(number) or _("%(n)s. of each group") % {"n": number}


def of_bracket(number: int) -> str:
    """Return the same behind the name of a round: “of the seconds”; empty for the first bracket."""
    if number <= 1:
        return ""
    named = {2: _("of the seconds"), 3: _("of the thirds"), 4: _("of the fourths")}
    return named.get(number) or _("of the %(n)s. of each group") % {"n": number}


def later_bracket(table: TableInBracket) -> int:
    """Return the number of the bracket of a table, from 2; 0 in the first bracket, and where there is only one."""
    return table.group if table.best_place > 1 else 0


def section_title(table: TableInBracket, number: int) -> str:
    """Return what a table of round ``number`` beside the main bracket decides: “third place”, “places 5 to 8”."""
    if table.section == "second":
        return _("Second bracket, round %(number)s") % {"number": number}
    is_third = table.section == "third" and not later_bracket(table)
    places = {"best": table.best_place, "worst": table.worst_place}
    if is_third or (table.best_place, table.worst_place) == (3, 4):
        return _("Third place")
    if table.worst_place - table.best_place == 1:
        return _("%(best)s. and %(worst)s. place") % places
    return _("Places %(best)s to %(worst)s") % places


def round_of(table: TableInBracket, number: int, rounds: int) -> str:
    """Return the name of the round of a table with its bracket, or what it decides: “Final of the seconds”."""
    if table.section != "main":
        return section_title(table, number)
    return " ".join(filter(None, [round_name(number, rounds), of_bracket(later_bracket(table))]))


def round_inside(table: TableInBracket, number: int, rounds: int) -> str:
    """Return the same inside a sentence: with a small letter at the start."""
    name = round_of(table, number, rounds)
    return name[:1].lower() + name[1:]


def third_place_inside() -> str:
    """Return what the match for the third place decides, inside a sentence."""
    name = _("Third place")
    return name[:1].lower() + name[1:]


def is_final(number: int, rounds: int) -> bool:
    """Return whether round ``number`` is the final; where every round is numbered none is."""
    return _to_go(number, rounds) == 0


def round_name(number: int, rounds: int) -> str:
    """Return the name of round ``number`` of ``rounds``, as a heading; rounds far from the final have a number only.

    The names count tables, as the Italian ones do, so they are right where two sit at a table and where four do.
    """
    to_go = _to_go(number, rounds)
    if to_go is None:
        return _("Round %(number)s") % {"number": number}
    return _(FROM_THE_FINAL[to_go])


def round_name_inside(number: int, rounds: int) -> str:
    """Return the same inside a sentence: with a small letter at the start."""
    name = round_name(number, rounds)
    return name[:1].lower() + name[1:]


def match_name(number: int, rounds: int, position: int) -> str:
    """Return the name of a match by its place in the bracket: “Quarterfinal 2”; the final needs no number."""
    to_go = _to_go(number, rounds)
    values = {"n": position + 1, "number": number}
    if to_go is None:
        return _("Round %(number)s, match %(n)s") % values
    return _(MATCHES[to_go]) % values


def match_name_inside(number: int, rounds: int, position: int) -> str:
    """Return the same inside a sentence: “match 17, round of 64”."""
    to_go = _to_go(number, rounds)
    values = {"n": position + 1, "number": number}
    if to_go is None:
        return _("match %(n)s, round %(number)s") % values
    return _(MATCHES_INSIDE[to_go]) % values
