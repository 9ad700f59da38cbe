"""The standings of an event in rounds as tables: one, or one for each group, and why one is ahead of another."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.phrases import PHRASES
from tournaments.competition.stages.facts import NO_GROUP, Reason
from tournaments.competition.stages.standing import Row as StageRow
from tournaments.competition.stages.why import deciding_reason, why
from tournaments.events.reads.events import EventProgress, tables_left
from tournaments.frame.format_words import group_title
from tournaments.games.registry import game
from tournaments.models import Tournament
from tournaments.standings.reads.standings import StandingRow
from tournaments.standings.words.rows import standing_rows


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """One table of the standings: its heading, if it has one, its rows, and the sentences below it."""

    title: str
    rows: SafeString
    reasons: Sequence[str] = field(default_factory=tuple)


def stage_tables(
    event: Tournament, stage: InRounds, rows: Sequence[StandingRow], *, links: bool = False
) -> list[StandingsTable]:
    """Return the tables of these rows, one for each group.

    The final standings are one table, or one for each group that comes as a whole before the next, with its own prizes.
    """
    if event.status != Tournament.Status.FINISHED:
        found = by_group(rows)
    elif stage.groups_come_in_turn:
        found = [(number, list(group)) for number, group in groupby(rows, _group_of)]
    else:
        found = [(NO_GROUP, list(rows))]
    return [
        StandingsTable(
            title=group_title(stage, number),
            rows=standing_rows(event, group, 0, 0, links=links),
            reasons=reasons(event, stage, group),
        )
        for number, group in found
    ]


def group_by_group(rows: Iterable[StandingRow]) -> list[StandingRow]:
    """Return all rows of an event in the order of its groups; who is in none comes last."""
    return sorted(rows, key=lambda row: (not (row.stage and row.stage.group), row.stage.group if row.stage else 0))


def by_group(rows: Iterable[StandingRow]) -> list[tuple[int, list[StandingRow]]]:
    """Return the rows of each group, with their places there; a stage without groups has one of them."""
    found = []
    for number, group in groupby(group_by_group(rows), _group_of):
        placed = []
        for row in group:
            own = row.stage and row.stage.in_group
            placed.append(row._replace(place=own.place, is_shared=own.shared) if own else row)
        found.append((number, placed))
    return found


def _group_of(row: StandingRow) -> int:
    return row.stage.group if row.stage else NO_GROUP


def reasons(event: Tournament, stage: InRounds, rows: Sequence[StandingRow]) -> list[str]:
    """Return a sentence for each two neighbours of a group who are level on what counts first and have played."""
    chain = stage.ranking.of_game(low_wins=game(event.game).low_wins(event.rules)).chain
    first = chain.width(chain.criteria[0])

    def is_told(one: StageRow, other: StageRow) -> bool:
        level_on = one.in_group.values[:first]
        is_level = bool(level_on) and level_on == other.in_group.values[:first]
        return one.group == other.group and is_level and bool(one.tally.tables or other.tally.tables)

    found = []
    for one, other in pairwise(rows):
        if not one.stage or not other.stage or not is_told(one.stage, other.stage):
            continue
        names = {"better": one.name, "worse": other.name}
        decided = why(chain, one.stage.in_group, other.stage.in_group)
        would = deciding_reason(chain, one.stage.in_group, other.stage.in_group)
        is_level = decided[-1].code == "level_on_everything"
        who = _("%(better)s and %(worse)s share the place.") if is_level else _("%(better)s is ahead of %(worse)s.")
        found.append(" ".join([who % names, *map(sentence, decided), *([sentence(would, **names)] if would else [])]))
    return found


def sentence(reason: Reason, **names: str) -> str:
    """Return a reason in words, with the names that it speaks of."""
    values = {name: str(value).replace("-", "−") for name, value in reason.params.items()}
    return _(PHRASES[reason.code]) % {**values, **names}


def provisional(progress: EventProgress) -> str:
    """Return how far the standings of a running event have come; one query."""
    now = progress.current
    if now is None:
        return _("Provisional: nothing has been played yet.")
    left = tables_left(now)
    values = {"number": now.number, "rounds": int(progress.rounds)}
    if left.over < left.total:
        return _("Provisional: round %(number)s of %(rounds)s is being played.") % values
    return _("Provisional: after round %(number)s of %(rounds)s.") % values
