"""What each column of a list contains: by its heading if that is known, else by its cells."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from tournaments.folding import letters_of as plain
from tournaments.guessing.headings import (
    CIRCLE,
    CLUB,
    CONTACT,
    FAMILY1,
    FAMILY2,
    FAMILY3,
    GIVEN1,
    GIVEN2,
    GIVEN3,
    NOTHING,
    NUMBER,
    OTHER,
    PAID,
    PERSON1,
    PERSON2,
    PERSON3,
    SEED,
    STATE,
    loosely,
    meaning,
)
from tournaments.guessing.marks import TICKS, is_contact, payment_in, split_marks, state_of
from tournaments.guessing.names import (
    CLUB_WORDS,
    is_nobody,
    is_whole,
    share_of_clear_names,
    share_of_given_names,
    split_people,
)

ROLES: Final = (
    PERSON1,
    PERSON2,
    FAMILY1,
    GIVEN1,
    FAMILY2,
    GIVEN2,
    PERSON3,
    FAMILY3,
    GIVEN3,
    CLUB,
    CIRCLE,
    SEED,
    CONTACT,
    PAID,
    STATE,
    NUMBER,
    NOTHING,
)
OF_FIRST: Final = (PERSON1, FAMILY1)
OF_SECOND: Final = (PERSON2, FAMILY2, GIVEN2)
OF_THIRD: Final = (PERSON3, FAMILY3, GIVEN3)
# The same heading a second time means the partner, and a third time the third of a team of three.
NEXT: Final = MappingProxyType({
    PERSON1: PERSON2, FAMILY1: FAMILY2, GIVEN1: GIVEN2, PERSON2: PERSON3, FAMILY2: FAMILY3, GIVEN2: GIVEN3,
})  # fmt: skip
# Roles that several columns may have: the telephones of both players, a state and notes.
MANY: Final = (CONTACT, PAID, STATE)
# Roles that cells show by themselves, whatever stands around them.
OF_CONTENT: Final = (CONTACT, PAID, STATE)

# Rows searched for the headings, because a list may have a title above them.
MOST_ABOVE: Final = 10
# Rows that are sampled to guess a column, and the longest cell that counts.
SAMPLE, LONGEST_LOOK = 300, 120
_LETTER: Final = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, its guessed role, and whether that is certain; ``is_wild``: it is a mere guess."""

    heading: str = ""
    role: str = NOTHING
    is_sure: bool = False
    is_wild: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """The columns of a list and its first row of entries; ``is_given_first`` if a heading says so."""

    columns: tuple[Column, ...]
    first: int
    is_given_first: bool | None = None

    @property
    def has_people(self) -> bool:
        return any(column.role in OF_FIRST for column in self.columns)


def shape_of(rows: Sequence[Sequence[str]], size: int, *, has_heading: bool | None = None) -> Shape:
    """Guess the columns of a list for entries of ``size`` people; ``has_heading`` is the user's answer, if any."""
    at = heading_at(rows) if has_heading is None else (heading_at(rows) or 0) if has_heading else None
    first = 0 if at is None else at + 1
    width = max(map(len, rows), default=0)
    names = [cell.strip() for cell in rows[at]] if at is not None else []
    samples: list[list[str]] = []
    for place in range(width):
        cells = (row[place].strip() for row in rows[first : first + SAMPLE] if place < len(row))
        samples.append([cell for cell in cells if cell and len(cell) <= LONGEST_LOOK and not is_nobody(cell)])
    numbered = [bool(sample) and all(number_of(cell) is not None for cell in sample) for sample in samples]
    headed = _by_heading([*names, *[""] * (width - len(names))], size, numbered)
    told = [each.is_given_first for name in names if (each := meaning(name)) and each.is_given_first is not None]
    order = told[0] if told else True if _is_export(names) else None
    # What stands around names says nothing of them.
    names_in = [[split_marks(cell).text for cell in sample] for sample in samples]
    columns = _by_content(headed, samples, names_in, size)
    # “Nome” without a column of family names has full names; “Cognome” alone may have them too.
    roles = [column.role for column in columns]
    for given, family, person in (
        (GIVEN1, FAMILY1, PERSON1),
        (GIVEN2, FAMILY2, PERSON2),
        (GIVEN3, FAMILY3, PERSON3),
    ):
        if person in roles or (given in roles) is (family in roles):
            continue
        place = roles.index(given if given in roles else family)
        if given in roles or share_of_clear_names(names_in[place]) > 0.5:
            columns[place] = replace(columns[place], role=person, is_sure=False)
    return Shape(tuple(columns), first, order)


def _is_export(names: Sequence[str]) -> bool:
    """Return whether these are headings of the site's older exports: a label, then whole names, given name first."""
    said = {plain(name) for name in names}
    return said >= {"giocatori", "nome"} or said >= {"players", "name"}


def as_said(shape: Shape, roles: Sequence[str], before: Sequence[str] = ()) -> Shape:
    """Return the list with the roles that the user chose; of two columns with one role the changed one keeps it."""
    said = [*roles[: len(shape.columns)], *(column.role for column in shape.columns[len(roles) :])]
    old = [*before, *said[len(before) :]]
    taken: set[str] = set()
    for place in sorted(range(len(said)), key=lambda place: said[place] == old[place]):
        if said[place] in taken and said[place] not in MANY:
            said[place] = NOTHING
        taken.add(said[place])
    columns = (replace(column, role=role, is_sure=True) for column, role in zip(shape.columns, said, strict=True))
    return replace(shape, columns=tuple(columns))


def heading_at(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the row with the most known headings; "circle" or "seed" alone may be a cell of data."""
    found: list[list[str]] = []
    for row in rows[:MOST_ABOVE]:
        told = [each for cell in row if cell.strip() and (each := meaning(cell))]
        is_some = any(not each.is_weak for each in told) or len(told) > 1
        # One word of a row of data, such as “Gruppo”, is no heading.
        filled = sum(bool(cell.strip()) for cell in row)
        # “Pagati:” and “Quota” in a row of their own are no headings of a list of people.
        is_some = is_some and (filled > 1 or told[0].role in (PERSON1, FAMILY1))
        is_most = len(told) * 3 > filled
        found.append([each.role for each in told] if is_some and is_most else [])
    best = max(found, key=len, default=[])
    if best:
        return found.index(best)
    # The first row is one of headings if it has words in a column of numbers.
    for place, name in enumerate(rows[0] if rows else ()):
        cells = [row[place].strip() for row in rows[1:MOST_ABOVE] if place < len(row) and row[place].strip()]
        # “x” above “10 €” is a payment, and “tel. 347 5550118” a telephone.
        is_word = _LETTER.search(split_marks(name).text) and not payment_in(name) and not is_nobody(name)
        if is_word and cells and not any(_LETTER.search(cell) for cell in cells):
            return 0
    return None


def _by_heading(names: Sequence[str], size: int, numbered: Sequence[bool]) -> tuple[Column, ...]:
    found: list[Column] = []
    taken: set[str] = set()
    told = [loosely(name) for name in names]
    # Beside whole names, “Nome” alone is a label made of them.
    has_label = _is_export(names)
    of_names = (PERSON1, PERSON2, PERSON3, FAMILY1, FAMILY2, FAMILY3)
    players = sum(one is not None and not one.is_pair and one.role in of_names for one in told)
    has_family = any(one is not None and one.role == FAMILY1 for one in told)
    for name, each, is_numbered in zip(names, told, numbered, strict=True):
        role = each.role if each else NOTHING
        if each and each.is_pair and is_numbered:
            # The number of the pair.
            role = NUMBER
        if has_family and plain(name) in ("name", "names"):
            role = GIVEN1
        if each and not each.is_placed and any(one and one.is_placed and one.role == role for one in told):
            # “Nome” beside “Nome 1” is another name than that of the first player.
            role = OTHER
        if each and each.is_pair and players >= size and role != NUMBER:
            # “Squadra” beside the names of both players is what they call themselves.
            role = OTHER
        if has_label and plain(name) in ("nome", "name"):
            role = OTHER
        for _further in range(1, size):
            if role in taken and role not in MANY:
                role = NEXT.get(role, NOTHING)
        if (role in taken and role not in MANY) or role == OTHER or (role in OF_THIRD and size < 3):
            role = NOTHING
        taken.add(role)
        found.append(Column(name, role, is_sure=bool(role)))
    return tuple(found)


def _by_content(
    columns: Sequence[Column], samples: Sequence[Sequence[str]], names_in: Sequence[Sequence[str]], size: int
) -> list[Column]:
    """Guess the columns without a known heading, if a person of the entry has no column yet."""
    roles = [column.role for column in columns]
    free: list[int] = []
    for place, cells in enumerate(names_in):
        # Most names of people and clubs have letters and no number.
        worded = sum(bool(_LETTER.search(cell)) and "@" not in cell and not re.search(r"\d{3}", cell) for cell in cells)
        is_words = bool(cells) and worded * 5 >= len(cells) * 3
        if not roles[place] and is_words and _beside(samples[place]) not in OF_CONTENT:
            free.append(place)
    if any(role in OF_FIRST for role in roles):
        has_second = size < 2 or any(role in OF_SECOND for role in roles)
        # If the first player has a column, one with an unknown heading is ignored, unless its cells are people.
        free = [
            place
            for place in free
            if not columns[place].heading or (not has_second and share_of_clear_names(names_in[place]) > 0.5)
        ]
    guessed, wild = _guess_roles(free, names_in, size, set(roles))
    for place, column in enumerate(columns):
        if place not in guessed and not column.role and not column.heading:
            guessed[place] = _beside(samples[place])
    return [
        replace(column, role=guessed[place], is_wild=place in wild) if place in guessed else column
        for place, column in enumerate(columns)
    ]


def _beside(cells: Sequence[str]) -> str:
    """Return the role of a column without a heading that holds no names: contacts, payments, states, numbers."""
    if not cells:
        return NOTHING
    if sum(map(is_contact, cells)) * 2 > len(cells):
        return CONTACT
    # A tick behind names makes no payment of them.
    if all(payment_in(cell.rstrip(f"{TICKS}\ufe0f \t") or cell) and not cell.strip().isdigit() for cell in cells):
        return PAID
    if all(map(state_of, cells)):
        return STATE
    return NUMBER if is_counted(cells) else NOTHING


def number_of(cell: str) -> int | None:
    """Return the number of a cell that holds a number only: 3, 3., 3), n. 3."""
    match = re.fullmatch(r"(?:n\.?\s*)?\(?(\d{1,4})\s*[.)°:ª^-]*", cell.strip(), re.IGNORECASE)
    return int(match[1]) if match else None


def is_counted(cells: Sequence[str]) -> bool:
    """Return whether cells count: each number is one more than the one before it, or the same again, but for a few."""
    numbers = [number for cell in cells if (number := number_of(cell)) is not None]
    steps = sum(later == earlier + 1 for earlier, later in pairwise(numbers))
    if steps:
        steps += sum(later == earlier for earlier, later in pairwise(numbers))
    return len(numbers) == len(cells) and (len(numbers) < 2 or steps * 5 >= (len(numbers) - 1) * 4)


def _guess_roles(
    places: Sequence[int], samples: Sequence[Sequence[str]], size: int, taken: set[str]
) -> tuple[dict[int, str], set[int]]:
    """Return the roles of columns by their cells, and the columns of which nothing but their place speaks for that."""
    # The places by what most of their cells are.
    clubs: list[int] = []
    givens: list[int] = []
    whole: list[int] = []
    parts: list[int] = []
    for place in places:
        cells = samples[place]
        others = [cell for cell in cells if not CLUB_WORDS.search(cell)]
        # Names of clubs between pairs are titles of their entries.
        is_named = (len(cells) - len(others)) * 3 > len(cells) and share_of_clear_names(others) <= 0.5
        # The same few names again and again are clubs too.
        is_repeated = len(cells) > 5 and len({plain(cell) for cell in cells}) * 2 <= len(cells)
        if is_named or (is_repeated and share_of_given_names(cells) < 0.5):
            clubs.append(place)
        elif share_of_given_names(cells) > 0.5:
            givens.append(place)
        elif sum(is_whole(cell) or len(split_people(cell)) > 1 for cell in cells) * 2 > len(cells):
            whole.append(place)
        else:
            parts.append(place)
    people = [place for place in places if place not in clubs]
    wanted: list[tuple[Sequence[int], Sequence[str]]]
    if whole:
        # A column of single words belongs to the partner if it is next to full names, to the club if next to pairs.
        is_pairs = any(
            sum(len(split_people(cell)) > 1 for cell in samples[place]) * 2 > len(samples[place]) for place in whole
        )
        # Two columns of whole names are two people, also where everybody plays alone.
        is_two = len(whole) > 1 and not is_pairs and share_of_clear_names(samples[whole[1]]) > 0.5
        wanted = [([*whole, *parts], (PERSON1, PERSON2, PERSON3)[: 1 if is_pairs else max(size, 1 + is_two)])]
    elif givens:
        wanted = [(parts, (FAMILY1, FAMILY2, FAMILY3)[:size]), (givens, (GIVEN1, GIVEN2, GIVEN3)[:size])]
        # Given names without family names: they are all that the list says about people.
        wanted = wanted if parts or FAMILY1 in taken else [(givens, (PERSON1, PERSON2, PERSON3)[:size])]
    elif len(parts) >= 2 * size:
        wanted = [(parts, (FAMILY1, GIVEN1, FAMILY2, GIVEN2, FAMILY3, GIVEN3)[: 2 * size])]
    else:
        wanted = [(parts, (FAMILY1, FAMILY2, FAMILY3)[:size])]
    found: dict[int, str] = {}
    wild: set[int] = set()
    has_first = bool(taken & set(OF_FIRST))
    for columns, roles in [*wanted, (clubs, (CLUB,)), (people, (CLUB,))]:
        open_roles = [role for role in roles if role not in taken and not (has_first and role in OF_FIRST)]
        left = [place for place in columns if place not in found]
        new = dict(zip(left, open_roles, strict=False))
        found.update(new)
        wild |= {
            place
            for place, role in new.items()
            if (role == CLUB and place not in clubs)
            or (role in (GIVEN1, GIVEN2, GIVEN3) and share_of_given_names(samples[place]) < 0.3)
        }
        taken |= set(found.values())
    return found, wild
