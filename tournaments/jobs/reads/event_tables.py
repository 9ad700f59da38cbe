"""Entries, results and standings of an event as tables for a spreadsheet."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.match.contents import LETTERS
from tournaments.competition.rooms import room_of, rooms_of
from tournaments.competition.stages.alone import alone
from tournaments.frame import format_words
from tournaments.frame.alone_words import alone_title, alone_word
from tournaments.frame.reads.formats import at_stage, format_now, stages_over
from tournaments.frame.reads.teams import is_of_teams
from tournaments.games import registry
from tournaments.guessing.exported import ENTRIES, columns_for
from tournaments.guessing.headings import (
    CIRCLE,
    CLUB,
    FAMILY1,
    FAMILY2,
    FAMILY3,
    GIVEN1,
    GIVEN2,
    GIVEN3,
    NUMBER,
    PAID,
    SEED,
    STATE,
)
from tournaments.models import Entry, EntryMember, Person, Table, TableLine, Tournament
from tournaments.standings.reads.club_standings import club_standings
from tournaments.standings.reads.player_standings import player_standings
from tournaments.standings.reads.standing_columns import StandingColumn, columns_of, of_stages
from tournaments.standings.reads.standings import StandingRow, all_standings, stage_standings

# For the catalogues: the other headings of ``exported.ENTRIES`` are said elsewhere too.
HEADINGS: Final = (
    gettext_noop("Family name 1"),
    gettext_noop("Given name 1"),
    gettext_noop("Family name 2"),
    gettext_noop("Given name 2"),
    gettext_noop("Family name 3"),
    gettext_noop("Given name 3"),
    gettext_noop("Final place"),
)


def entries(event: Tournament) -> Iterator[Sequence[object]]:
    """Return a row for each entry, with its people; the columns are those by which a list is read back."""
    held = columns_for(event.entry_size)
    headings = {each: _(ENTRIES[each]) for each in held}
    if is_of_teams(event):
        # A team has a name and many people: they stand together in one column.
        held = [each for each in held if each not in (GIVEN1, FAMILY2, GIVEN2, FAMILY3, GIVEN3)]
        headings[FAMILY1] = _("Players")
    yield tuple(headings[each] for each in held)
    people: dict[int, list[Person]] = {}
    for member in EntryMember.objects.filter(entry__tournament=event).select_related("person"):
        people.setdefault(member.entry_id, []).append(member.person)
    rows = Entry.objects.filter(tournament=event).exclude(status=Entry.Status.PAIR)
    for entry in rows.select_related("club").order_by("number"):
        first, second, third = (*people.get(entry.pk, []), None, None, None)[:3]
        values: dict[str, object] = {
            NUMBER: entry.number,
            "label": entry.label,
            FAMILY1: first.family_name if first else "",
            GIVEN1: first.given_name if first else "",
            FAMILY2: second.family_name if second else "",
            GIVEN2: second.given_name if second else "",
            FAMILY3: third.family_name if third else "",
            GIVEN3: third.given_name if third else "",
            CLUB: entry.club,
            CIRCLE: entry.club.circle if entry.club else "",
            SEED: entry.seed,
            STATE: entry.get_status_display(),
            PAID: _yes(entry.fee_paid),
            "present": _yes(entry.checked_in),
            "place": entry.final_place,
        }
        if is_of_teams(event):
            values[FAMILY1] = ", ".join(map(str, people.get(entry.pk, [])))
        yield tuple(values[each] for each in held)


def _yes(is_so: bool) -> str:
    return _("yes") if is_so else _("no")


def results(event: Tournament) -> Iterator[Sequence[object]]:
    """Return a row for each line of each table, with its group, heat or bracket and its room where an event has any.

    Who rests, or is absent for a round, has a row without a table.
    """
    lines = TableLine.objects.filter(table__tournament=event).select_related("table", "table__round", "entry")
    has_groups = lines.filter(table__group__gt=0).exists()
    group, rooms = (_("Group or bracket"),) if has_groups else (), rooms_of(event.rooms)
    has_vp = event.vp_scale is not None
    yield (
        _("Round"),
        *group,
        pgettext("of an event", "Table"),
        *((_("Room"),) if rooms else ()),
        _("Line"),
        _("Name"),
        _("Points"),
        *(("VP", "MP") if has_vp else ()),
        _("Place"),
        _("Status"),
        _("Ending"),
    )
    for line in lines.order_by("table__number", "index").iterator(2_000):
        table = line.table
        is_alone = table.status == Table.Status.BYE
        # A rest is at no table: the chair opposite is nobody's, and its number in the plan is that of another one.
        if is_alone and line.entry_id is None:
            continue
        yield (
            table.round.number,
            *((table.group or "",) if has_groups else ()),
            "" if is_alone else table.public_number,
            *((room_of(rooms, table.hall_number),) if rooms else ()),
            LETTERS[line.index],
            line.entry,
            line.points,
            *((line.vp, line.mp) if has_vp else ()),
            line.place,
            *_state_and_ending(event, table, line),
        )


def _state_and_ending(event: Tournament, table: Table, line: TableLine) -> tuple[str, str]:
    """Return both in words; where nobody is met, what the line does in the round."""
    state, ending = str(table.get_status_display()), ending_word(event.game, table.ending)
    if table.status != Table.Status.BYE:
        return state, ending
    what = alone(table.note, has_left=line.is_absent)
    return alone_title(what, state), alone_word(what, ending)


# Endings of a match other than by its points; the other tie-breaks of a game have their own phrases.
ENDINGS: Final[Mapping[str, str]] = {
    "tiebreak": gettext_noop("tie-break"),
    "last_capture": gettext_noop("level after the tie-breaks: last capture"),
    "time": gettext_noop("at time"),
    "forfeit": gettext_noop("forfeit"),
    "walkover": gettext_noop("not played: too few were there"),
    "bye": gettext_noop("bye"),
}


def ending_word(game: str, code: str) -> str:
    """Return how a match ended, in words; nothing where the points say it."""
    words = ENDINGS.get(code) or registry.game(game).phrases.get(f"tie.{code}", code)
    return _(words) if words else ""


def final_standings(event: Tournament) -> Iterator[Sequence[object]]:
    """Return a row for each place, with the columns of the public page."""
    stage, columns = format_now(event), columns_of(event)
    # A page has the group of an entry, and its place there, above its tables.
    parts: tuple[str, ...] = ()
    if isinstance(stage, InRounds) and format_words.has_heats(stage):
        parts = _("Heat"), _("Place in the heat")
    elif isinstance(stage, InRounds):
        parts = _("Group"), _("Place in the group")
    yield _("Place"), _("Name"), *parts, *_headings(columns), _("Withdrawn")
    for row in all_standings(event):
        yield row.place, row.name, *_row(row, columns, has_parts=bool(parts))


def _headings(columns: Iterable[StandingColumn]) -> list[str]:
    return [heading for column in columns for heading, _value in column.cells]


def _row(row: StandingRow, columns: Iterable[StandingColumn], *, has_parts: bool) -> list[object]:
    """Return what an entry has after its name, and whether it has withdrawn."""
    is_in_group = row.stage is not None and row.stage.group
    own = (row.stage.group, row.stage.in_group.place) if row.stage is not None and is_in_group else ("", "")
    return [
        *(own if has_parts else ()),
        *(value for column in columns for value in column.values(row)),
        _yes(row.is_withdrawn),
    ]


def stages(event: Tournament) -> Iterator[Sequence[object]]:
    """Return the standings of each stage that is over, with the columns that any of them has."""
    over = {number: format_now(at_stage(event, number)) for number in stages_over(event)}
    columns = of_stages(each for each in over.values() if isinstance(each, InRounds))
    yield (
        _("Stage"),
        _("Format"),
        _("Place"),
        _("Name"),
        _("Group"),
        _("Place in the group"),
        *_headings(columns),
        _("Withdrawn"),
    )
    for number, stage in over.items():
        title = format_words.heading(stage)
        for row in stage_standings(event, number):
            yield number, title, row.place, row.name, *_row(row, columns, has_parts=True)


def players(event: Tournament) -> Iterator[Sequence[object]]:
    """Return a row for each player of the teams."""
    yield (
        _("Place"),
        _("Player"),
        _("Team"),
        _("Boards"),
        _("Won"),
        _("Draws"),
        _("Lost"),
        _("Points"),
        _("Difference"),
    )
    for row in player_standings(event) or ():
        made = (row.played, row.won, row.drawn, row.lost, row.points, row.difference)
        yield row.place, row.name, row.team, *made


def clubs(event: Tournament) -> Iterator[Sequence[object]]:
    """Return a row for each entry of each club of the table of clubs."""
    found = club_standings(event)
    yield (
        _("Place"),
        _("Club"),
        _("Total"),
        _("Name"),
        "VP" if found is not None and found.uses_vp else _("Points"),
        _("Counts"),
    )
    for row in found.rows if found is not None else ():
        for each in row.entries:
            yield row.place, row.name, row.total, each.name, each.amount, _yes(each.counts)
