"""What a correction changes, in words: made from the difference of the two folds alone (R-STG-29)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.stages.correction import WHOLE, Difference, Move, PairedRound, Placed, Rerouted
from tournaments.competition.stages.facts import Meeting
from tournaments.frame.format_words import group_title
from tournaments.frame.reads.formats import format_in, format_now
from tournaments.frame.round_names import round_name
from tournaments.models import Table, Tournament
from tournaments.tables.reads.stages import labels_of
from tournaments.tables.words import wording
from tournaments.tables.writes.corrections import Consequences
from tournaments.tables.writes.pairs import BETWEEN
from tournaments.tables.writes.table_sheets import Sheet

MOST_ROWS = 40
MOST_MEETINGS = 16


@dataclass(frozen=True, slots=True)
class MoveRow:
    """An entry that moves: its place before and after, its VP, and in words how far and where to."""

    name: str
    before: str
    after: str
    vp: tuple[int, int]
    words: str
    is_up: bool = False
    is_down: bool = False


@dataclass(frozen=True, slots=True)
class MovedTable:
    """The rows that move in a group or in the standings; ``others`` are too many to be shown."""

    title: str
    rows: Sequence[MoveRow]
    others: int = 0


@dataclass(frozen=True, slots=True)
class StalePairing:
    """A round that was paired on the old result: its name, what can be done, its tables that would be others."""

    title: str
    state: str
    allowed: str
    made: Sequence[str]
    wanted: Sequence[str]


@dataclass(frozen=True, slots=True)
class Changes:
    """The whole page of a preview in words."""

    headline: str
    summary: Sequence[str]
    moved: Sequence[MovedTable]
    pairings: Sequence[StalePairing]
    given: Sequence[str]


def changes_of(sheet: Sheet, found: Consequences) -> Changes:
    """Return what the correction of this sheet changes."""
    names, told = labels_of(sheet.event), found.difference
    return Changes(
        headline=_headline(sheet, found, names),
        summary=_summary(sheet.event, told, sheet.rounds),
        moved=_moved(sheet.event, told, names),
        pairings=[stale_pairing(sheet.event, each, names, sheet.rounds) for each in told.pairings],
        given=_given(sheet.event, told, names),
    )


def _headline(sheet: Sheet, found: Consequences, names: Mapping[int, str]) -> str:
    """Return who wins, or who goes on from a table of several, and who does so no longer."""
    told = found.difference
    if sheet.chairs.through > 1:
        return _who_goes_through(told, names)
    if not told.changes_winner:
        return _("The winner stays the same.")
    was = [wording.name(line) for line in sheet.lines if line.place == 1]
    now = [wording.name(line) for line in sheet.lines if found.outcome.places[line.index] == 1]
    if not now:
        return _("Nobody wins, no longer %(before)s.") % {"before": " · ".join(was)}
    if len(now) > 1:
        return _("The match is a draw, no longer a win of %(before)s.") % {"before": " · ".join(was)}
    if not was:
        return _("%(now)s wins; nobody did before.") % {"now": now[0]}
    if len(was) > 1:
        return _("%(now)s wins; it was a draw before.") % {"now": now[0]}
    return _("%(now)s wins, no longer %(before)s.") % {"now": now[0], "before": was[0]}


def _who_goes_through(told: Difference, names: Mapping[int, str]) -> str:
    before, after = told.ahead
    if before == after:
        if told.has_other_order:
            return _("The same players go through, in another order.")
        return _("The same players go through.")
    values = {"now": _named(after - before, names) or "–", "before": _named(before - after, names) or "–"}
    return _("Now through: %(now)s. No longer: %(before)s.") % values


def _named(keys: Iterable[int], names: Mapping[int, str]) -> str:
    return " · ".join(sorted(names[key] for key in keys))


def _summary(event: Tournament, told: Difference, rounds: int) -> list[str]:
    if told.is_nothing:
        return [_("Nothing else changes: same places, same tables.")]
    found = []
    moved = len({each.entry for each in told.moves})
    if moved:
        found.append(ngettext("%(n)s place moves.", "%(n)s places move.", moved) % {"n": moved})
    else:
        found.append(_("All places stay as they are."))
    if told.rerouted:
        found.append(_("Others go on to the next stage."))
    if told.pairings:
        paired = ", ".join(round_name(each.round, rounds) for each in told.pairings)
        found.append(_("Paired on the old result: %(round)s.") % {"round": paired})
    if told.tables:
        n = len(told.tables)
        found.append(
            ngettext("%(n)s later table has other people.", "%(n)s later tables have other people.", n) % {"n": n}
        )
    return found


def _moved(event: Tournament, told: Difference, names: Mapping[int, str]) -> list[MovedTable]:
    """Return who moves, by stage and group; in a group by the place there, if that is another one."""
    fates = {(each.standings, each.entry): (each, _fate(told, each)) for each in told.rerouted}
    rows = sorted(told.moves, key=lambda move: (move.standings == WHOLE, _group_of(move), _place_of(move)))
    found = []
    for (number, group), moves in groupby(rows, lambda move: (move.standings, _group_of(move))):
        here = list(moves)
        shown = [
            _move_row(move, names, fates.get((move.standings, move.entry), (None, ""))[1]) for move in here[:MOST_ROWS]
        ]
        found.append(MovedTable(_title(event, number, group), shown, len(here) - len(shown)))
    moved = {(each.standings, each.entry) for each in told.moves}
    still = [
        MoveRow(names[each.entry], "–", "–", (0, 0), words, is_up=each.goes_on, is_down=not each.goes_on)
        for key, (each, words) in fates.items()
        if key not in moved
    ]
    if still:
        found.append(MovedTable(_("Same place, another way"), still))
    return found


def _group_of(move: Move) -> int:
    return move.after.group if move.before.group_place != move.after.group_place else 0


def _place_of(move: Move) -> int:
    return _seen(move.after, in_group=bool(_group_of(move))) or 0


def _seen(placed: Placed, *, in_group: bool) -> int | None:
    return placed.group_place if in_group else placed.place


def _title(event: Tournament, number: int, group: int) -> str:
    if group:
        return group_title(format_in(event, number) if number else format_now(event), group)
    return _("Standings of stage %(number)s") % {"number": number} if number else _("Standings of the event")


def _move_row(move: Move, names: Mapping[int, str], fate: str) -> MoveRow:
    in_group = bool(_group_of(move))
    before, after = _seen(move.before, in_group=in_group), _seen(move.after, in_group=in_group)
    steps = (before or 0) - (after or 0) if before and after else 0
    words = [_steps(before, after), fate]
    return MoveRow(
        names[move.entry],
        _ordinal(before),
        _ordinal(after),
        (move.before.vp, move.after.vp),
        ", ".join(filter(None, words)),
        is_up=steps > 0 or (before is not None and after is None),
        is_down=steps < 0 or (before is None and after is not None),
    )


def _ordinal(place: int | None) -> str:
    return _("still in") if place is None else str(place)


def _steps(before: int | None, after: int | None) -> str:
    if before is None or after is None:
        return _("out of the event") if after is not None else _("still in the event")
    n = abs(before - after)
    if after < before:
        return ngettext("up by %(n)s", "up by %(n)s", n) % {"n": n}
    return ngettext("down by %(n)s", "down by %(n)s", n) % {"n": n} if n else ""


def _fate(told: Difference, each: Rerouted) -> str:
    """Return whether an entry goes on; where the next stage was called already, whether it should have."""
    is_begun = any(paired.stage == each.standings + 1 and paired.called for paired in told.pairings)
    if is_begun:
        return _("should have gone on") if each.goes_on else _("should not have gone on")
    return _("goes on now") if each.goes_on else _("goes on no longer")


def stale_pairing(event: Tournament, paired: PairedRound, names: Mapping[int, str], rounds: int) -> StalePairing:
    """Return a pairing in words: what it is, what can be done about it, and which tables would be others."""
    made, wanted = _by_people(paired.made), _by_people(paired.wanted)
    if not paired.called:
        state = _("Paired, not called yet.")
        allowed = _(
            "After saving, “What now” offers to take this pairing back: it is made anew from the right standings."
        )
    elif not paired.played:
        state = _("Called: everybody knows where they sit.")
        allowed = _("It is played as it was announced: by the code (FIBUR, art. 19) a public pairing stays.")
    else:
        state = _("Played, or being played.")
        allowed = _("It stays as it was played: only the result and the standings are corrected.")
    return StalePairing(
        round_name(paired.round, rounds),
        state,
        allowed,
        [_meeting(made[key], names) for key in made if key not in wanted][:MOST_MEETINGS],
        [_meeting(wanted[key], names) for key in wanted if key not in made][:MOST_MEETINGS],
    )


def _by_people(meetings: Sequence[Meeting]) -> dict[frozenset[frozenset[int]], Meeting]:
    return {frozenset(map(frozenset, meeting.lines)): meeting for meeting in meetings}


def _meeting(meeting: Meeting, names: Mapping[int, str]) -> str:
    lines = [BETWEEN.join(names[key] for key in line) for line in meeting.lines]
    if len(lines) == 1:
        return _("%(name)s rests") % {"name": lines[0]}
    if len(lines) == 2:
        return _("%(one)s against %(other)s") % {"one": lines[0], "other": lines[1]}
    return " · ".join(lines)


def _given(event: Tournament, told: Difference, names: Mapping[int, str]) -> list[str]:
    """Return the free places that were given on the old order of this table."""
    tables = Table.objects.select_related("round").in_bulk([each.table for each in told.given])
    return [
        _("The free place at %(table)s was given to %(name)s, %(before)s. of those beaten here and now %(after)s.")
        % {
            "table": wording.hall(tables[each.table]),
            "name": names[each.entry],
            "before": each.before,
            "after": each.after,
        }
        for each in told.given
    ]
