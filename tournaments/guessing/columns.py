"""What each column of a list contains: by its heading if that is known, else by its cells."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from tournaments.folding import letters_of as plain
from tournaments.guessing.names import given_share, is_nobody, is_whole, parted, told_share

# A full name or a whole pair; the partner's full name; parts of names; then other columns, and an ignored one ("").
PERSON1, PERSON2, FAMILY1, GIVEN1, FAMILY2, GIVEN2 = "person1", "person2", "family1", "given1", "family2", "given2"
CLUB, CIRCLE, SEED, NOTHING = "club", "circle", "seed", ""
ROLES: Final = (PERSON1, PERSON2, FAMILY1, GIVEN1, FAMILY2, GIVEN2, CLUB, CIRCLE, SEED, NOTHING)
OF_FIRST: Final = (PERSON1, FAMILY1)
OF_SECOND: Final = (PERSON2, FAMILY2, GIVEN2)
# The same heading a second time means the partner.
SECOND: Final = MappingProxyType({PERSON1: PERSON2, FAMILY1: FAMILY2, GIVEN1: GIVEN2})

# Role by normalised heading: lower-case letters and digits only, no accents.
HEADINGS: Final = MappingProxyType({
    **dict.fromkeys(("cognome", "cognome1", "surname", "surname1", "familyname", "familyname1"), FAMILY1),
    **dict.fromkeys(("lastname", "lastname1", "primocognome", "1cognome", "cognomegiocatore"), FAMILY1),
    **dict.fromkeys(("nome", "nome1", "givenname", "givenname1", "firstname", "firstname1", "1nome"), GIVEN1),
    **dict.fromkeys(("cognome2", "surname2", "familyname2", "lastname2", "2cognome", "cognomecompagno"), FAMILY2),
    **dict.fromkeys(("nome2", "givenname2", "firstname2", "2nome", "nomecompagno", "secondonome"), GIVEN2),
    **dict.fromkeys(("giocatore", "giocatore1", "1giocatore", "player", "player1", "team"), PERSON1),
    **dict.fromkeys(("atleta", "giocatori", "players", "coppia", "coppie", "pair", "pairs", "squadra"), PERSON1),
    **dict.fromkeys(("primogiocatore", "nominativo", "nominativo1", "nominativi", "iscritti", "name"), PERSON1),
    **dict.fromkeys(("cognomeenome", "cognomenome", "nomeecognome", "nomecognome", "fullname", "capitano"), PERSON1),
    **dict.fromkeys(("cognomeenome1", "cognomenome1", "nomeecognome1", "nomecognome1"), PERSON1),
    **dict.fromkeys(("giocatore2", "2giocatore", "secondogiocatore", "player2", "atleta2", "nominativo2"), PERSON2),
    **dict.fromkeys(("cognomeenome2", "cognomenome2", "nomeecognome2", "nomecognome2"), PERSON2),
    **dict.fromkeys(("compagno", "compagna", "partner", "compagnodigioco", "incoppiacon"), PERSON2),
    **dict.fromkeys(("circolo", "club", "societa", "soc", "associazione", "ass", "gruppo", "bocciofila"), CLUB),
    **dict.fromkeys(("valle", "zona", "lega", "comitato", "valley", "circle", "league"), CIRCLE),
    **dict.fromkeys(("testadiserie", "ts", "seed", "seeding"), SEED),
})  # fmt: skip
# Headings that say which part of a full name comes first.
FAMILY_FIRST: Final = ("cognomeenome", "cognomenome")
GIVEN_FIRST: Final = ("nomeecognome", "nomecognome", "fullname")

# Rows searched for the headings, because a list may have a title above them.
MOST_ABOVE: Final = 10
# Rows that are sampled to guess a column, and the longest cell that counts.
SAMPLE, LONGEST_LOOK = 300, 120
CLUB_WORDS: Final = re.compile(
    r"\b(?:circolo|bocciofila|societ[aà]|soc|arci|acli|club|asd|polisportiva|dopolavoro|centro|cral|bar|soms)\b",
    re.IGNORECASE,
)
_LETTER: Final = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, its guessed role, and whether that is certain."""

    heading: str = ""
    role: str = NOTHING
    is_sure: bool = False


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
    columns = _by_heading([*names, *[""] * (width - len(names))], size)
    samples = [_sample(rows[first : first + SAMPLE], place) for place in range(width)]
    order = next((plain(name).rstrip("12") for name in names if plain(name).rstrip("12") in ORDERS), None)
    shape = Shape(_by_content(columns, samples, size), first, ORDERS.get(order or ""))
    return _mended(shape, samples)


ORDERS: Final = MappingProxyType({**dict.fromkeys(FAMILY_FIRST, False), **dict.fromkeys(GIVEN_FIRST, True)})


def as_said(shape: Shape, roles: Sequence[str], before: Sequence[str] = ()) -> Shape:
    """Return the list with the roles that the user chose; of two columns with one role the changed one keeps it."""
    said = [*roles[: len(shape.columns)], *(column.role for column in shape.columns[len(roles) :])]
    old = [*before, *said[len(before) :]]
    taken: set[str] = set()
    for place in sorted(range(len(said)), key=lambda place: said[place] == old[place]):
        if said[place] in taken:
            said[place] = NOTHING
        taken.add(said[place])
    columns = (replace(column, role=role, is_sure=True) for column, role in zip(shape.columns, said, strict=True))
    return replace(shape, columns=tuple(columns))


def heading_at(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the row with the most known headings; "circle" or "seed" alone may be a cell of data."""
    known = [[HEADINGS[plain(cell)] for cell in row if plain(cell) in HEADINGS] for row in rows[:MOST_ABOVE]]
    found = [roles if len(roles) > 1 or set(roles) - {CIRCLE, SEED} else [] for roles in known]
    best = max(found, key=len, default=[])
    if best:
        return found.index(best)
    return 0 if rows and _is_unlike(rows) else None


def _is_unlike(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row has words in a column of numbers, and so is a row of headings."""
    below = rows[1:MOST_ABOVE]
    for place, name in enumerate(rows[0]):
        cells = [row[place].strip() for row in below if place < len(row) and row[place].strip()]
        if _LETTER.search(name) and cells and not any(_LETTER.search(cell) for cell in cells):
            return True
    return False


def _by_heading(names: Sequence[str], size: int) -> tuple[Column, ...]:
    found: list[Column] = []
    taken: set[str] = set()
    for name in names:
        role = HEADINGS.get(plain(name), NOTHING)
        if role in taken:
            role = SECOND.get(role, NOTHING) if size > 1 else NOTHING
        if role in taken:
            role = NOTHING
        taken.add(role)
        found.append(Column(name, role, is_sure=bool(role)))
    return tuple(found)


def _sample(rows: Sequence[Sequence[str]], place: int) -> list[str]:
    """Return the cells of a column that help to guess its role."""
    cells = (row[place].strip() for row in rows if place < len(row))
    return [cell for cell in cells if cell and len(cell) <= LONGEST_LOOK and not is_nobody(cell)]


def _by_content(columns: tuple[Column, ...], samples: Sequence[Sequence[str]], size: int) -> tuple[Column, ...]:
    """Guess the columns without a known heading, if a person of the entry has no column yet."""
    roles = [column.role for column in columns]
    free = [place for place, role in enumerate(roles) if not role and _is_words(samples[place])]
    if any(role in OF_FIRST for role in roles):
        has_second = size < 2 or any(role in OF_SECOND for role in roles)
        # If the first player has a column, one with an unknown heading is ignored, unless its cells are people.
        free = [
            place for place in free
            if not columns[place].heading or (not has_second and told_share(samples[place]) > 0.5)
        ]  # fmt: skip
    guessed = _guessed(free, samples, size, set(roles))
    return tuple(
        replace(column, role=guessed[place]) if place in guessed else column for place, column in enumerate(columns)
    )


def _is_words(cells: Sequence[str]) -> bool:
    """Return whether most cells have letters and no number, like names of people and clubs."""
    worded = sum(bool(_LETTER.search(cell)) and "@" not in cell and not re.search(r"\d{3}", cell) for cell in cells)
    return bool(cells) and worded * 5 >= len(cells) * 4


def _guessed(places: Sequence[int], samples: Sequence[Sequence[str]], size: int, taken: set[str]) -> dict[int, str]:
    clubs = [place for place in places if _is_club(samples[place])]
    people = [place for place in places if place not in clubs]
    givens = [place for place in people if given_share(samples[place]) > 0.5]
    whole = [place for place in people if place not in givens and _is_whole(samples[place])]
    parts = [place for place in people if place not in whole and place not in givens]
    wanted: list[tuple[Sequence[int], Sequence[str]]]
    if whole:
        # A column of single words belongs to the partner if it is next to full names, to the club if next to pairs.
        is_pairs = any(_is_pairs(samples[place]) for place in whole)
        wanted = [([*whole, *parts], (PERSON1, PERSON2)[: 1 if is_pairs else size])]
    elif givens:
        wanted = [(parts, (FAMILY1, FAMILY2)[:size]), (givens, (GIVEN1, GIVEN2)[:size])]
        # Given names without family names: they are all that the list says about people.
        wanted = wanted if parts or FAMILY1 in taken else [(givens, (PERSON1, PERSON2)[:size])]
    elif len(parts) >= 2 * size:
        wanted = [(parts, (FAMILY1, GIVEN1, FAMILY2, GIVEN2)[: 2 * size])]
    else:
        wanted = [(parts, (FAMILY1, FAMILY2)[:size])]
    found: dict[int, str] = {}
    has_first = bool(taken & set(OF_FIRST))
    for columns, roles in [*wanted, (clubs, (CLUB,)), (people, (CLUB,))]:
        open_roles = [role for role in roles if role not in taken and not (has_first and role in OF_FIRST)]
        left = [place for place in columns if place not in found]
        found.update(zip(left, open_roles, strict=False))
        taken |= set(found.values())
    return found


def _is_pairs(cells: Sequence[str]) -> bool:
    return sum(len(parted(cell)) > 1 for cell in cells) * 2 > len(cells)


def _is_whole(cells: Sequence[str]) -> bool:
    return sum(is_whole(cell) or len(parted(cell)) > 1 for cell in cells) * 2 > len(cells)


def _is_club(cells: Sequence[str]) -> bool:
    """Return whether a column names clubs, or repeats the same few names."""
    if sum(bool(CLUB_WORDS.search(cell)) for cell in cells) * 3 > len(cells):
        return True
    return len(cells) > 5 and len({plain(cell) for cell in cells}) * 2 <= len(cells) and given_share(cells) < 0.5


def _mended(shape: Shape, samples: Sequence[Sequence[str]]) -> Shape:
    """Correct the guess: “Nome” without a column of family names has full names; “Cognome” alone may have them too."""
    roles = [column.role for column in shape.columns]
    columns = list(shape.columns)
    for given, family, person in ((GIVEN1, FAMILY1, PERSON1), (GIVEN2, FAMILY2, PERSON2)):
        if person in roles or (given in roles) is (family in roles):
            continue
        place = roles.index(given if given in roles else family)
        if given in roles or told_share(samples[place]) > 0.5:
            columns[place] = replace(columns[place], role=person, is_sure=False)
    return replace(shape, columns=tuple(columns))
