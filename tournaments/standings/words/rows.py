"""Rows of the standings and of the list of entries, on web and paper, as strings: a template takes nine times as long.

Every text value is escaped; a row is one format string.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from tournaments.competition.discipline import NOTHING, Deduction
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.stages.outlook import OUT, THROUGH
from tournaments.entries.reads.entries import EntryRow
from tournaments.events.words import sentences as words
from tournaments.frame.reads.formats import format_now
from tournaments.frame.round_names import Rounds, of_bracket, round_name, round_name_inside, third_place_inside
from tournaments.games import registry
from tournaments.models import Entry, Table, Tournament
from tournaments.standings.reads.standing_columns import BRACKETS, SECOND, StandingColumn, columns_of, of_elimination
from tournaments.standings.reads.standings import StandingRow
from tournaments.standings.words.stage_columns import NOTHING_YET, column_writer
from tournaments.standings.words.stage_words import fate_word
from tournaments.templatetags.evening import with_sign

# Optional end tags of HTML are left out: two hundred rows must stay a light page.
STILL_IN = NOTHING_YET
GROUP = "<tr class=standings__group><th colspan=6 scope=rowgroup>{title}\n"
ENTRY = "<tr{attributes}><td>{number}<th scope=row>{name}{people}<td>{club}\n"
FATE = ' <span class="pill standings__fate standings__fate--{fate}">{word}</span>'
PRIZED = 3
# Of one event in one language; a row takes about half a KB.
MOST_ROWS: Final = 400
MOST_WRITERS: Final = 8


def standing_rows(
    event: Tournament, rows: Sequence[StandingRow], rounds: int, still_in: int, *, links: bool = False
) -> SafeString:
    """Return the body of the standings, for print; with ``links`` each name leads to its path, for the web."""
    return _join_safe([written.text for written in _write_rows(event, rows, rounds, still_in, links=links)])


def grouped_rows(
    event: Tournament, rows: Sequence[StandingRow], rounds: int, still_in: int, *, is_played: bool = False
) -> SafeString:
    """Return the same for the web, in a running elimination grouped by in, out, round; by round if it ``is_played``."""
    if event.status == Tournament.Status.FINISHED:
        return standing_rows(event, rows, rounds, still_in, links=True)
    found: list[str] = []
    before: _Group | None = None
    for text, group in _write_rows(event, rows, rounds, still_in, links=True):
        if group != before:
            found.append(GROUP.format(title=escape(group.title(rounds, is_played=is_played))))
            before = group
        found.append(text)
    return _join_safe(found)


class _Group(NamedTuple):
    """Entries that stand together in a running elimination: still in or out, and the round that they reached.

    ``beside`` is the section of a table that is played for a place below the final. ``bracket`` is that of a knockout
    by place. The round is None for those who left in the second bracket.
    """

    is_in: bool
    round: int | None
    bracket: int
    beside: str = ""

    @classmethod
    def of(cls, row: StandingRow) -> "_Group":
        is_in = row.place is None
        number = None if row.section == SECOND and not is_in else row.round
        return cls(is_in, number, row.bracket, row.section if is_in and row.section not in BRACKETS else "")

    def title(self, rounds: int, *, is_played: bool) -> str:
        if self.round is None:
            return _("Second bracket") if is_played else _("Out: second bracket")
        if is_played:
            return " ".join(filter(None, [round_name(self.round, rounds), of_bracket(self.bracket)]))
        if self.beside == Table.Section.THIRD and self.bracket <= 1:
            name = third_place_inside()
        else:
            name = pgettext("standings", "placement") if self.beside else round_name_inside(self.round, rounds)
        values = {"round": " ".join(filter(None, [name, of_bracket(self.bracket)]))}
        return _("Still in: %(round)s") % values if self.is_in else _("Out: %(round)s") % values


def _join_safe(texts: Iterable[str]) -> SafeString:
    return mark_safe("".join(texts))  # noqa: S308 - every value is a number or escaped


class _Written(NamedTuple):
    """A row as a string, and the group in which it stands."""

    text: str
    group: _Group


def _write_rows(
    event: Tournament, rows: Sequence[StandingRow], rounds: int, still_in: int, *, links: bool = False
) -> list[_Written]:
    """Return rows of the standings as strings; a name links to the path of its entry, if asked."""
    address = reverse("event_where", args=(event.slug, 0)).replace("/0/", "/{}/") if links else ""
    is_finished = event.status == Tournament.Status.FINISHED
    low_wins = registry.game(event.game).low_wins(event.rules)
    same = (address, is_finished, low_wins, event.entry_size)
    if isinstance(format_now(event), InRounds):
        writer = _Writer(columns_of(event, rounds), *same)
    else:
        numbered = getattr(rounds, "numbered", 0)
        writer = _writer_of(get_language(), rounds, numbered, event.vp_scale is not None, same)
    # The sums of a stage in rounds are no values that could be compared.
    return [(writer.write if row.stage else writer.kept)(row, index == still_in - 1) for index, row in enumerate(rows)]


@lru_cache(maxsize=MOST_WRITERS)
def _writer_of(
    _language: str, rounds: int, numbered: int, uses_vp: bool, same: tuple[str, bool, bool, int]
) -> "_Writer":
    return _Writer(of_elimination(Rounds(rounds, numbered), uses_vp=uses_vp), *same)


class _Writer:
    """Writes rows of the standings of an event in one language; ``kept`` writes none anew whose values it knows.

    What it has written is kept by these values and by all that else a row follows from, so it cannot be stale.
    """

    def __init__(
        self, columns: Iterable[StandingColumn], address: str, is_finished: bool, low_wins: bool, people: int
    ) -> None:
        self.cells = [column_writer(column) for column in columns]
        self.link = f'<a href="{address}">{{}}</a>' if address else ""
        self.is_finished, self.low_wins = is_finished, low_wins
        self.withdrawn = _withdrawn_mark(people)
        self.fates = {fate: FATE.format(fate=fate, word=escape(fate_word(fate))) for fate in (THROUGH, OUT)}
        self.kept = lru_cache(maxsize=MOST_ROWS)(self.write)

    def write(self, row: StandingRow, is_last_in: bool) -> _Written:
        name = escape(row.name)
        if self.link:
            name = self.link.format(row.entry, name)
        if row.is_withdrawn:
            name += self.withdrawn
        if row.deduction != NOTHING:
            # The penalties without their reasons.
            said = deduction_text(row.deduction, low_wins=self.low_wins)
            name += f' <small class="standings__taken">{escape(said)}</small>'
        if row.outlook and not row.is_withdrawn:
            name += self.fates.get(row.outlook.fate, "")
        attributes = ""
        if self.is_finished:
            if row.place is not None and row.place <= PRIZED:
                attributes = " class=is-prize"
        elif row.is_withdrawn if row.stage else row.place is not None:
            attributes = " class=is-out"
        elif is_last_in:
            attributes = " class=is-cut"
        place = place_of(row) if row.is_certain or row.stage else STILL_IN
        cells = "<td>".join([write(row) for write in self.cells])
        return _Written(f"<tr{attributes}><td>{place}<th scope=row>{name}<td>{cells}\n", _Group.of(row))


def _withdrawn_mark(people: int) -> str:
    """Return the mark of a withdrawn entry, beside the name."""
    said = ngettext("withdrawn", "withdrawn", people)
    return f' <span class="pill">{escape(said)}</span>'


def deduction_text(deduction: Deduction, *, low_wins: bool) -> str:
    """Return “−2 VP, −10 MP”: the points that penalties took, or added where fewer points are better."""
    points = deduction.points if low_wins else -deduction.points
    parts = [
        ngettext("%(n)s point", "%(n)s points", abs(points)) % {"n": with_sign(points)} if points else "",
        f"{with_sign(-deduction.vp)} VP" if deduction.vp else "",
        f"{with_sign(-deduction.mp)} MP" if deduction.mp else "",
    ]
    return ", ".join(part for part in parts if part)


def standing_columns(event: Tournament) -> list[str]:
    """Return the headings of the columns of the standings after the name."""
    # The number of rounds names what is in a column, and not the column.
    return [column.heading for column in columns_of(event, 0)]


def spare_columns(event: Tournament) -> str:
    """Return the classes of a table by which a phone leaves columns out: the place and the name come before them."""
    spare = (at for at, column in enumerate(columns_of(event, 0), start=3) if column.is_spare)
    return " ".join(f"standings--spare-{at}" for at in spare)


def place_of(row: StandingRow) -> str:
    """Return “5”, “5=” for a shared place, a dash while the entry is still in."""
    if row.place is None:
        return STILL_IN
    return f"{row.place}="[: None if row.is_shared else -1]


def entry_rows(event: Tournament, rows: Sequence[EntryRow]) -> SafeString:
    """Return the body of the list of entries; a single player is named once, as a link."""
    address = reverse("player", args=(0,)).replace("/0/", "/{}/")
    withdrawn = _withdrawn_mark(event.entry_size)
    texts = []
    for row in rows:
        seed = ""
        if row.seed:
            said = _("seed %(n)s") % {"n": row.seed}
            seed = f' <small class="match__seed">{escape(said)}</small>'
        is_out = row.status == Entry.Status.WITHDRAWN
        links = [(address.format(key), name) for key, name in row.people]
        name, people = escape(row.label), ""
        if event.entry_size > 1:
            people = "<td>" + ", ".join(f'<a href="{url}">{escape(person)}</a>' for url, person in links)
        elif links:
            name = f'<a href="{links[0][0]}">{name}</a>'
        texts.append(
            ENTRY.format(
                attributes=" class=is-out" if is_out else "",
                number=row.number,
                name=f"{name}{seed}{withdrawn if is_out else ''}",
                people=people,
                club=escape(row.club),
            )
        )
    return mark_safe("".join(texts))  # noqa: S308 - every value is a number or escaped


def column_name(event: Tournament) -> str:
    """Return the heading of the column of names."""
    return words.competitor_word(event.entry_size)
