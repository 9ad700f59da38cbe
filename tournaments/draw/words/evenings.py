"""The evenings that a number of entries allows, in words and as small drawings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import cos, pi, sin

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.formats.rounds import GroupsFormat, InRounds
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.headcount import (
    Unplayable,
    evening,
    evenings,
    rounds_evening,
    stages_evening,
)
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.pairing.table_options import TablesOptions
from tournaments.errors import RefusedError
from tournaments.events.words.sentences import entries_word
from tournaments.frame import format_words
from tournaments.frame.phrases import sentence

# Up to this number of tables of one size each is drawn; more are drawn once, with their number.
MOST_DRAWN = 16
RADIUS = 12.5


@dataclass(frozen=True, slots=True)
class Seats:
    """The tables of one size: their number, and where the seats are drawn around each (in a box of 32)."""

    count: int
    size: int
    words: str
    is_idle: bool

    @property
    def drawn(self) -> range:
        return range(self.count if self.count <= MOST_DRAWN else 1)

    @property
    def chairs(self) -> list[tuple[str, str]]:
        return [
            (
                f"{16 + RADIUS * sin(2 * pi * chair / self.size):.1f}",
                f"{16 - RADIUS * cos(2 * pi * chair / self.size):.1f}",
            )
            for chair in range(self.size)
        ]


@dataclass(frozen=True, slots=True)
class StageView:
    """One stage of an evening: who plays it, the numbers of its rounds, and when it ends by the clock."""

    title: str
    entries: str
    length: str
    rounds: range
    ends: str


@dataclass(frozen=True, slots=True)
class EveningView:
    """One possible evening: its tables and rounds, or the reason why it is not possible."""

    title: str
    policy: str
    max_table: int
    is_chosen: bool
    why_not: str = ""
    seats: Sequence[Seats] = ()
    facts: Sequence[tuple[str, str]] = ()
    stages: Sequence[StageView] = ()


def tables_evenings(
    players: int, chosen: TablesOptions | None = None, *, most: int | None = None, minutes: int | None = None
) -> list[EveningView]:
    """Return every way to play at tables with so many players, the impossible ones last.

    ``chosen`` is marked; ``most`` is the largest table of the game, ``minutes`` the time of a round.
    """
    titles = {
        "balanced": _("Balanced tables, %(n)s at a table at most"),
        "strict4": _("Tables of four only, the others rest"),
        "ripescaggio": _("Tables of four, the best thirds come back"),
        "reject_last": _("Full tables only, the last ones left out"),
        "batterie": _("Heats with one winner, %(n)s at a table at most"),
    }
    views = []
    for found in evenings(players):
        options = found.options
        if most is not None and options.largest > most:
            continue
        title = titles[options.policy] % {"n": options.max_table}
        same = chosen is not None and (options.policy, options.largest) == (chosen.policy, chosen.largest)
        if isinstance(found, Unplayable):
            why = sentence(RefusedError(found.code, field="", **found.params))
            views.append(EveningView(title, options.policy, options.max_table, same, why_not=why))
            continue
        facts = [
            (_("Rounds"), str(found.rounds)),
            (_("Tables in each round"), by_round(found.tables)),
            (_("Tables in all"), str(found.matches)),
            (_("Who rests in the first round"), str(found.byes or _("nobody"))),
            *([(_("Come back after the first round"), str(found.readmitted))] if found.readmitted else []),
            *playing_time(found.rounds, minutes),
        ]
        seats = seats_of(found.sizes)
        if found.byes:
            seats.append(_seats(2, found.byes // 2, is_idle=True))
        views.append(EveningView(title, options.policy, options.max_table, same, seats=seats, facts=facts))
    return sorted(views, key=lambda view: bool(view.why_not))


def knockout_evening(entries: int, options: KnockoutOptions, *, minutes: int | None = None) -> EveningView:
    """Return the evening of a knockout; ``minutes`` is the time of a round."""
    found = evening(entries, options)
    matches = str(found.matches)
    if found.most_matches != found.matches:
        matches = _("%(least)s to %(most)s") % {"least": found.matches, "most": found.most_matches}
    facts = [
        (_("Rounds"), str(found.rounds)),
        (_("Tables in each round"), by_round(found.tables)),
        (_("Byes"), str(found.byes or _("none"))),
        (_("Matches"), matches),
        *playing_time(found.rounds, minutes),
    ]
    title = _("Knockout: two at a table, one goes on")
    seats = [_seats(2, found.tables[0], is_idle=False)] if found.tables and found.tables[0] else []
    return EveningView(title, "", 0, is_chosen=False, seats=seats, facts=facts)


def evening_in_rounds(entries: int, event_format: InRounds, *, minutes: int | None = None) -> EveningView:
    """Return the evening of a format in rounds; ``minutes`` is the time of a round."""
    if isinstance(event_format, GroupsFormat):
        title = _("Groups of %(n)s, home and away") if event_format.options.double else _("Groups of %(n)s")
        title %= {"n": event_format.options.size}
    else:
        title = format_words.heading(event_format)
    try:
        found = rounds_evening(entries, event_format)
    except RefusedError as refusal:
        return EveningView(title, "", 0, is_chosen=False, why_not=sentence(refusal))
    heats = format_words.has_heats(event_format)
    groups = []
    for size, count in found.groups.items():
        said = ngettext("%(n)s group of %(size)s", "%(n)s groups of %(size)s", count)
        if heats:
            said = ngettext("%(n)s heat of %(size)s", "%(n)s heats of %(size)s", count)
        groups.append(said % {"n": count, "size": size})
    facts = [
        *([(_("Number of heats") if heats else _("Number of groups"), ", ".join(groups))] if groups else []),
        (_("Rounds"), str(found.rounds)),
        (_("Tables in each round"), _each_round(found.tables)),
        (_("Who rests in each round"), _each_round(found.rests) if any(found.rests) else _("nobody")),
        (_("Matches"), str(found.matches)),
        *playing_time(found.rounds, minutes),
    ]
    return EveningView(title, "", 0, is_chosen=False, seats=seats_of(found.sizes), facts=facts)


def _each_round(numbers: Sequence[int]) -> str:
    """Return the number in each round, said once where it is always the same."""
    return str(numbers[0]) if len(set(numbers)) == 1 else by_round(numbers)


def seats_of(sizes: Mapping[int, int]) -> list[Seats]:
    """Return the tables of each size, the largest first."""
    return [_seats(size, count, is_idle=False) for size, count in sorted(sizes.items(), reverse=True)]


def resting(entries: int) -> str:
    """Return how many rest, in words that suit players and pairs."""
    return ngettext("%(n)s rests", "%(n)s rest", entries) % {"n": entries}


def _seats(size: int, count: int, *, is_idle: bool) -> Seats:
    if is_idle:
        words = resting(count * size)
    else:
        words = ngettext("%(n)s table of %(size)s", "%(n)s tables of %(size)s", count) % {"n": count, "size": size}
    return Seats(count, size, words, is_idle)


def by_round(tables: Sequence[int]) -> str:
    """Return the number of tables in each round: “4 · 2 · 1”."""
    return " · ".join(map(str, tables))


def playing_time(rounds: int, minutes: int | None) -> list[tuple[str, str]]:
    """Return how long the rounds take by the clock, without breaks; empty without a time limit."""
    if not minutes:
        return []
    hours, rest = divmod(rounds * minutes, 60)
    return [(_("Play by the clock"), _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": f"{rest:02}"})]


def evening_of_stages(
    entries: int, event_format: StagesFormat, *, entry_size: int, starts_at: datetime, minutes: int | None = None
) -> EveningView:
    """Return the evening of an event of several stages; ``minutes`` is the time of a round."""
    title = format_words.in_full(event_format, entry_size)
    try:
        found = stages_evening(entries, event_format)
    except RefusedError as refusal:
        return EveningView(title, "", 0, is_chosen=False, why_not=sentence(refusal))
    facts = [
        (_("Rounds"), str(found.rounds)),
        (_("Tables in each round"), by_round(found.tables)),
        (_("Matches"), str(found.matches)),
        *playing_time(found.rounds, minutes),
    ]
    stages, first = [], 1
    for part, each, ends in zip(event_format.parts, found.stages, found.ends(minutes or 0), strict=True):
        end = timezone.localtime(starts_at + timedelta(minutes=ends))
        stages.append(
            StageView(
                title=format_words.heading(part.format),
                entries=entries_word(entry_size, each.entrants),
                length=ngettext("%(n)s round", "%(n)s rounds", each.rounds) % {"n": each.rounds},
                rounds=range(first, first + each.rounds),
                ends=_("until %(time)s") % {"time": time_format(end, "H:i")} if minutes else "",
            )
        )
        first += each.rounds
    return EveningView(title, "", 0, is_chosen=False, facts=facts, stages=stages)
