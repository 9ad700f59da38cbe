"""The way in to every list for an event, from page or program: teams are read here, all else in ``entry_file``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from tournaments.entries.forms.desk import MOST_MEMBERS, MOST_TYPED, Known, parts_of, people_of
from tournaments.entries.forms.entry_file import (
    DOUBLE,
    DOUBTFUL,
    DROP,
    GOOD,
    HERE,
    MOST_PROBLEMS,
    MOST_ROWS,
    NOTHING,
    TAKEN,
    TO_LOOK_AT,
    UNSEEN,
    WRONG,
    EntryFile,
    ListRow,
    ReadingChoice,
    UnreadableListError,
    names_wrong,
    read_for,
    rows_in,
)
from tournaments.entries.reads.desk import known_people, names_taken
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.folding import fold, key_of
from tournaments.frame.names import TextProblem, printable, text_problem, tidy
from tournaments.frame.reads.teams import is_of_teams, people_of_entry
from tournaments.guessing.columns import Column, Shape
from tournaments.guessing.headings import CLUB, PERSON1, TEAM_WORDS
from tournaments.models import Entry, Tournament

TEAM: Final = "team"
HEADINGS: Final = MappingProxyType(
    {**dict.fromkeys(TEAM_WORDS, TEAM), **dict.fromkeys(("circolo", "club", "societa"), CLUB)}
)
# What a team is called in the site's own file, whose players have the given name first.
OWN: Final = (("nome", "giocatori"), ("name", "players"))
_OF_PEOPLE: Final = re.compile(
    r"(?:capitan[oi]|captain|giocator[ei]|players?|component[ei]|membr[oi]|members?|riserv[ae]|sostitut[oi]|substitutes?)"
    r"(?: ?\d{1,2})?"
)
_NUMBER: Final = re.compile(r"^\d{1,3}\s*[.)°º]+\s*(?=\D)")


@dataclass(slots=True)
class _Team:
    """A team as the list has it, from line ``line`` on."""

    line: int
    name: str
    club: str = ""
    people: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


def read_list(event: Tournament, text: str, **said: Any) -> EntryFile:
    """Read a list for an event, of teams or of anybody else; raises UnreadableListError as ``read_entries`` does."""
    return _read_teams(event, text, **said) if is_of_teams(event) else read_for(event, text, **said)


def _read_teams(
    event: Tournament,
    text: str,
    *,
    encoding: str = "UTF-8",
    delimiter: str = "",
    chosen: Mapping[str, str] = MappingProxyType({}),
    unseen: Mapping[str, str] = MappingProxyType({}),
    **_of_columns: Any,
) -> EntryFile:
    rows, broken, delimiter = rows_in(text, delimiter)
    roles, is_own = _roles(rows[0][1] if rows else [])
    listed: list[ListRow] = []
    columns: tuple[Column, ...] = (Column("", PERSON1, is_sure=True),)
    if roles:
        line, cells = rows.pop(0)
        columns = tuple(Column(cell, role, is_sure=True) for cell, role in zip(cells, roles, strict=True))
        why = (TextProblem("is_heading", line),)
        listed.append(ListRow(line, tuple(cells), state=NOTHING, key=str(line), why=why))
    if not rows:
        raise UnreadableListError("no_entries")
    teams = _in_rows(rows, roles) if roles or any(len(cells) > 1 for _line, cells in rows) else _in_blocks(rows)
    if len(teams) > MOST_ROWS:
        raise UnreadableListError("too_many_rows", most=MOST_ROWS)
    check = _Check(event, chosen, unseen, broken, is_own=is_own)
    listed += map(check.row, teams)
    problems = tuple(problem for row in listed if row.state in TO_LOOK_AT for problem in row.why)
    return EntryFile(
        tuple(listed), problems[:MOST_PROBLEMS], encoding, delimiter, Shape(columns, 0), has_heading=bool(roles)
    )


def _roles(cells: Sequence[str]) -> tuple[list[str], bool]:
    """Return what the columns hold where a row names them, and whether it is the heading of the site's own file."""
    words = [fold(tidy(cell)).strip(" .:") for cell in cells]
    is_own = any(pair == tuple(words[1:3]) for pair in OWN)
    roles = [HEADINGS.get(word) or (PERSON1 if _OF_PEOPLE.fullmatch(word) else "") for word in words]
    if is_own:
        roles[1] = TEAM
    elif TEAM not in roles and CLUB in roles and PERSON1 in roles:
        # Clubs that meet as teams.
        roles[roles.index(CLUB)] = TEAM
    return (roles, is_own) if TEAM in roles and len(words) > 1 else ([], False)


def _in_rows(rows: Sequence[tuple[int, list[str]]], roles: Sequence[str]) -> list[_Team]:
    """Return the teams of a table: a row without a name, or with that of the row before, has more of its people."""
    if not roles:
        width = max(len(cells) for _line, cells in rows)
        is_numbered = all(cells[0].strip(" .)").isdigit() for _line, cells in rows if cells[0].strip())
        roles = [*([""] if is_numbered else []), TEAM, *[PERSON1] * width]
    teams: list[_Team] = []
    for line, cells in rows:
        held = {role: [cell for cell, of in zip(cells, roles, strict=False) if of == role] for role in set(roles)}
        name, colon, behind = (held.get(TEAM) or [""])[0].partition(":")
        people = [*([behind] if colon else []), *held.get(PERSON1, [])]
        if not teams or (tidy(name) and fold(tidy(name)) != fold(teams[-1].name)):
            teams.append(_Team(line, tidy(_NUMBER.sub("", name) or name), tidy((held.get(CLUB) or [""])[0])))
        teams[-1].people += [cell for cell in people if cell.strip()]
        teams[-1].cells += [cell for cell in cells if cell.strip()]
        teams[-1].lines.append(line)
    return teams


def _in_blocks(rows: Sequence[tuple[int, list[str]]]) -> list[_Team]:
    """Return the teams of a list without columns: a name with a colon, or the first line behind an empty one."""
    teams: list[_Team] = []
    is_whole = True
    for line, (cell,) in rows:
        name, colon, behind = cell.partition(":")
        if colon or is_whole or line > teams[-1].lines[-1] + 1:
            teams.append(_Team(line, tidy(_NUMBER.sub("", name) or name)))
            # Who stands behind the colon is all of the team; else those below it are.
            is_whole = bool(behind.strip())
            teams[-1].people += [behind] if is_whole else []
        else:
            teams[-1].people.append(cell)
        teams[-1].cells.append(cell)
        teams[-1].lines.append(line)
    return teams


class _Check:
    """Says of each team whether it is taken; the event and the teams above it have their names and people."""

    def __init__(
        self,
        event: Tournament,
        chosen: Mapping[str, str],
        unseen: Mapping[str, str],
        broken: Mapping[int, TextProblem],
        *,
        is_own: bool,
    ) -> None:
        out = (Entry.Status.REJECTED, Entry.Status.WITHDRAWN)
        labels = Entry.objects.filter(tournament=event).exclude(status__in=out).values_list("label", flat=True)
        self.here = {fold(label) for label in labels}
        self.people = names_taken(event).people
        self.known: Known = {key_of(*name): PersonName(*name) for name in known_people(event)}
        self.fewest, self.most = people_of_entry(event)
        self.chosen, self.unseen, self.broken, self.is_own = chosen, unseen, broken, is_own
        self.teams: dict[str, int] = {}
        self.lines: dict[tuple[str, str], int] = {}

    def row(self, team: _Team) -> ListRow:
        """Return the row of a team: who is in it, and why it is not simply taken."""
        key, line = str(team.line), team.line
        codes = self.chosen.get(key, "").split()
        people = tuple(person for cell in team.people[: MOST_MEMBERS + 1] for person in self._people(cell))
        entry = NewEntry(people, club=team.club, where=key, name=team.name)
        cells, is_known = tuple(team.cells), bool(people) and all(person.key in self.known for person in people)
        first = self.teams.get(fold(team.name))
        state, why = GOOD, self._wrong(team, people)
        choices: tuple[ReadingChoice, ...] = ()
        if DROP in codes:
            return ListRow(line, cells, state=NOTHING, key=key, why=(TextProblem("is_left_out", line),))
        if TAKEN in codes or fold(team.name) in self.here:
            return ListRow(line, cells, (), HERE, key=key, why=(TextProblem("is_here", line),))
        if first is not None:
            return ListRow(line, cells, (), DOUBLE, key=key, why=(TextProblem("is_double", line, {"first": first}),))
        hidden = next((how for each in team.lines if (how := self.unseen.get(str(each), "")) in UNSEEN), "")
        if why:
            state = WRONG
        elif hidden and "shown" not in codes:
            state, why = DOUBTFUL, [TextProblem(f"doubt_{hidden}", line)]
            choices = (ReadingChoice("shown", (entry,)),)
        else:
            self.teams[fold(team.name)] = line
            self.lines |= {person.key: line for person in people}
        return ListRow(line, cells, (entry,), state, is_known, key, tuple(why), choices=choices, is_mended=bool(codes))

    def _people(self, cell: str) -> tuple[PersonName, ...]:
        if not self.is_own:
            return people_of(cell, self.known)
        words = [part.split(maxsplit=1) for part in parts_of(cell)]
        return tuple(PersonName(rest[0], given) if rest else PersonName(given) for given, *rest in words)

    def _wrong(self, team: _Team, people: Sequence[PersonName]) -> list[TextProblem]:
        line = team.line
        found = [self.broken[each] for each in team.lines if each in self.broken]
        name = text_problem(team.name, "club", line) if team.name else TextProblem("team_missing", line)
        found += [name] if name else []
        if any(len(cell) > MOST_TYPED for cell in team.people):
            found.append(TextProblem("cell_too_long", line))
        if len(people) < self.fewest:
            found.append(TextProblem("too_few_people", line, {"found": len(people), "most": self.fewest}))
        if len(people) > self.most:
            found.append(TextProblem("too_many_people", line, {"found": len(people), "most": self.most}))
        found += names_wrong(people, line)
        seen: set[tuple[str, str]] = set()
        for person in people:
            said = {"name": printable(f"{person.given_name} {person.family_name}".strip())}
            if person.key in self.people:
                found.append(TextProblem("person_twice", line, said))
            elif person.key in seen or person.key in self.lines:
                first = self.lines.get(person.key, line)
                found.append(TextProblem("person_twice_here", line, {**said, "first": first}))
            seen.add(person.key)
        return found
