"""What the penalties of one table would change, before they are given: who moves in the standings, which match ends."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.competition.scoring import (
    PUBLISHED,
    ForfeitTerms,
    LineResult,
    Scale,
    forfeit_results,
    results_played,
    scale_from_json,
)
from tournaments.discipline.writes import penalties
from tournaments.frame.policies import Actor
from tournaments.frame.reads.places import has_rotating, members_of
from tournaments.frame.writes.transaction import look_ahead
from tournaments.games import registry
from tournaments.games.contract import DealScore, Json, RefusedError, ScaledGame, ScoredGame
from tournaments.models import Table, TableLine, Tournament
from tournaments.standings.reads.standings import StandingRow, all_standings
from tournaments.tables.reads import sheets


@dataclass(frozen=True, slots=True)
class Worked:
    """The points of both lines, after the assignment if one was at fault, and the result of each line."""

    points: tuple[int, int]
    results: tuple[LineResult, LineResult]


@dataclass(frozen=True, slots=True)
class PublishedScale:
    """A published VP scale: its name in a phrase of its game, and the rules that it is used with."""

    scale: Scale
    game: ScoredGame
    rules: Json
    phrase: str = ""

    def require_possible(self, points: int, field: str) -> None:
        """Refuse points with which no line ends a match by these rules."""
        length = self.game.match_length(self.rules)
        if not length.least <= points <= length.most:
            raise RefusedError("points_range", field=field, value=points, least=length.least, most=length.most)


def published_scales() -> Mapping[str, PublishedScale]:
    """Return the scales by the length of a match, and those that games of this site have themselves."""
    games = [registry.game(key) for key in registry.keys()]  # noqa: SIM118
    used = [(game, rules) for game in games for rules in game.presets.values() if game.uses_vp(rules)]
    by_length = next(((game, rules) for game, rules in used if not isinstance(game, ScaledGame)), None)
    found = {key: PublishedScale(scale, *by_length) for key, scale in PUBLISHED.items()} if by_length else {}
    for game, rules in used:
        if isinstance(game, ScaledGame):
            table = game.vp_table(rules)
            found[table["key"]] = PublishedScale(scale_from_json(table), game, rules, f"vp.{table['key']}")
    return found


def points_by_scale(by: PublishedScale, points: tuple[int, int], loser: int | None) -> Worked:
    """Return VP and MP by a scale. ``loser`` is at fault in a deal that had just begun, by usual rules (R-VP-06)."""
    if loser is None:
        return Worked(points, results_played(by.scale, points))
    settled = by.game.settle_ruling(by.rules, [DealScore(points)], [loser], 0)
    first, second = settled.points
    return Worked((first, second), forfeit_results(by.scale, ForfeitTerms(), settled.difference, (loser,), "abandon"))


Wanted = Mapping[str, Json]
"""What ``give_penalty`` takes beside the event and who gives it."""
Placed = Mapping[int, StandingRow]
"""Rows of the standings by entry."""


@dataclass(frozen=True, slots=True)
class PenaltyEffects:
    """The standings before and after, who is punished, and the lines of the match that would be over."""

    before: Placed
    after: Placed
    punished: frozenset[int]
    lines: Sequence[TableLine]

    @property
    def moves(self) -> Sequence[tuple[int, StandingRow | None, StandingRow]]:
        """Each punished entry with its row before and after."""
        return [(key, self.before.get(key), row) for key, row in self.after.items() if key in self.punished]


def effects_of(
    *, actor: Actor, event: Tournament, wanted: Sequence[Wanted], first: Sequence[Callable[[], object]] = ()
) -> PenaltyEffects:
    """Return what these penalties of one table would change; refused like the penalties themselves.

    ``first`` are steps that are taken before them, such as writing the score so far.
    """
    tables = [each.get("table_id") for each in wanted]

    def give() -> None:
        for step in first:
            step()
        for each in wanted:
            penalties.give_penalty(actor=actor, tournament_id=event.pk, **each)

    def read() -> tuple[Sequence[StandingRow], list[TableLine]]:
        standings = all_standings(event)
        # The lines of the penalised table if it is over.
        known = Table.objects.filter(tournament=event, pk__in=[each for each in tables if each is not None])
        found = known.filter(status=Table.Status.DONE).first()
        if found is None:
            return standings, []
        lines = sheets.seated_lines(found)
        for line in lines:
            line.table = found
        return standings, lines

    (before, over), (after, lines) = look_ahead(tournament_id=event.pk, step=give, read=read)
    # Of a pair of one round both of its members are punished.
    given = [int(each["entry_id"]) for each in wanted]
    pairs = members_of(given) if has_rotating(event) else {}
    punished = frozenset(own for key in given for own in pairs.get(key, (key,)))
    return PenaltyEffects(_by_entry(before), _by_entry(after), punished, [] if over else lines)


def _by_entry(rows: Sequence[StandingRow]) -> Placed:
    return {row.entry: row for row in rows}
