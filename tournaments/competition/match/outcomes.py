"""What the deals make of a match: places, VP and MP of each line, by the regulation of the event."""

from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from typing import TypeAlias

from tournaments.competition import handing_on, scoring
from tournaments.competition.handing_on import LEGS
from tournaments.competition.match import contents
from tournaments.competition.scoring import ForfeitTerms, LineResult, Scale, scale_from_json, terms_from_json
from tournaments.games.contract import Circumstances, Json, MatchState, ScoredGame, Tie
from tournaments.games.guards import IN_PLAY, RuledOut, with_leaving
from tournaments.games.scores import deal_scores


@dataclass(frozen=True, slots=True)
class Regulation:
    """The game of an event, its ruleset, its VP table (None: no VP), and its terms for faults and byes."""

    game: ScoredGame
    rules: Json
    vp_table: Json | None
    fault_terms: Json

    @property
    def has_vp(self) -> bool:
        return self.vp_table is not None

    @property
    def scale(self) -> Scale:
        """The VP table of an event that has one."""
        return scale_from_json(self.vp_table)

    @property
    def terms(self) -> ForfeitTerms:
        return terms_from_json(self.fault_terms)


DUEL = 2
"""The lines of a match between two; a table of several has more."""


def is_of_several(lines: Sized) -> bool:
    """Return whether these are the lines of a table of several, and not of a match between two."""
    return len(lines) > DUEL


ByLine: TypeAlias = tuple[int | None, ...]
"""A value for each line; None where the line has none."""


@dataclass(frozen=True, slots=True)
class Chairs:
    """The table of a match: its lines, how many of them go on, how many games it has, which chairs are empty.

    ``lead`` is how many games the first line has won before the match begins (R-DBL-11). Where it ``may_draw`` nobody
    goes on by it, and the match can end level.
    """

    lines: int
    through: int = 1
    best_of: int = 1
    absent: frozenset[int] = frozenset()
    may_draw: bool = False
    lead: int = 0


@dataclass(frozen=True, slots=True)
class FoundTie:
    """A tie of the match: its game (counted from 0), what the rules say of it, whether it is still to be broken."""

    game: int
    tie: Tie
    is_open: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a match, open or over.

    ``places`` has None for each line while the match is open, and then for lines without a place: the absent, and both
    lines where both lose. Each line that goes on has a place of its own; lines below the cut may share one. ``vp`` and
    ``mp`` have None while the match is open, and in an event without VP. ``ties`` are in their order, an open one last.
    ``games`` are the states that it was judged by; two outcomes are equal whatever their games.
    """

    over: bool
    points: tuple[int, ...]
    games_won: tuple[int, ...]
    places: ByLine
    vp: ByLine
    mp: ByLine
    tiebreak_due: int = 0
    deals_played: int = 0
    ending: str = ""
    deals: tuple[int, ...] = ()
    ties: tuple[FoundTie, ...] = ()
    left: Mapping[int, str] = field(default_factory=dict)
    note: Mapping[str, Json] = field(default_factory=dict)
    games: tuple[MatchState, ...] = field(default=(), compare=False, repr=False)

    @property
    def tie(self) -> Tie | None:
        """The tie that has to be broken before the match can end."""
        return self.ties[-1].tie if self.ties and self.ties[-1].is_open else None

    def deals_of(self, line: int) -> int:
        """Return the number of regular deals in which a line took part."""
        return self.deals[line] if self.deals else 0


def games_of(regulation: Regulation, chairs: Chairs, content: Json) -> list[MatchState]:
    """Score the games of a sheet. Raises RefusedError for a sheet without its shape, and for impossible deals."""
    contents.require_shape(content, chairs.lines)
    game, rules = regulation.game, regulation.rules
    ruled = {int(line): RuledOut(mark["deals"], mark["cause"]) for line, mark in content.get("ruled", {}).items()}
    found: list[MatchState] = []
    for at, entry in enumerate(content["games"]):
        circumstances = circumstances_of(chairs, at, time_called=bool(entry.get("time_called")))
        deals = deal_scores(game, rules, entry["deals"])
        if ruled:
            deals = with_leaving(game, rules, deals, ruled, circumstances)
        found.append(game.match(rules, deals, circumstances))
    return found


def in_play(regulation: Regulation, chairs: Chairs, content: Json) -> list[int]:
    """Return the lines of a table of several that may still go on by this sheet, the best first."""
    games = games_of(regulation, chairs, content)
    return in_play_of(games[-1], chairs) if games else seated_lines(chairs)


def in_play_of(game: MatchState, chairs: Chairs) -> list[int]:
    """Return the lines that may still go on after this game, the best first."""
    order = [line for group in game.ranking for line in sorted(group)]
    return [line for line in order if game.lines[line].state in IN_PLAY and line not in chairs.absent]


def seated_lines(chairs: Chairs) -> list[int]:
    """Return the lines whose chairs are not empty."""
    return [line for line in range(chairs.lines) if line not in chairs.absent]


def marks_of(content: Json) -> Mapping[int, Json]:
    """Return the lines that were ruled out of a table of several, each with ``{"cause", "deals"}``.

    ``deals`` is the number of deals after which it happened.
    """
    return {int(line): mark for line, mark in contents.readable_content(content).get("ruled", {}).items()}


def circumstances_of(chairs: Chairs, game: int | None = None, *, time_called: bool) -> Circumstances:
    """Return what the game has to know of a match at these chairs, or of one of its games, counted from 0.

    A leg may end level (R-KO-22).
    """
    return Circumstances(
        must_decide=not (chairs.may_draw or (game is not None and handing_on.is_leg(chairs.best_of, game))),
        time_called=time_called,
        lines=chairs.lines,
        through=chairs.through,
        absent=chairs.absent,
    )


def is_decided(regulation: Regulation, chairs: Chairs, games: Sequence[MatchState]) -> bool:
    """Return whether these games decide the match."""
    if chairs.best_of == 1:
        return bool(games) and games[-1].is_over
    if chairs.best_of == LEGS:
        return handing_on.winner(games, low_wins=regulation.game.low_wins(regulation.rules)) is not None
    return max(games_won(games, chairs.lines, chairs.lead)) > chairs.best_of // 2


def games_won(games: Iterable[MatchState], lines: int, lead: int = 0) -> tuple[int, ...]:
    """Return how many games each line has won; the first line begins with ``lead``."""
    winners = [0] * lead + [one.winner for one in games]
    return tuple(map(winners.count, range(lines)))


def deals_by_line(games: Sequence[MatchState], lines: int) -> tuple[int, ...]:
    """Return how many regular deals each line took part in."""
    deals = [0] * lines
    for one in games:
        for line, state in enumerate(one.lines):
            deals[line] += state.deals
    return tuple(deals)


def ties_of(games: Sequence[MatchState]) -> tuple[FoundTie, ...]:
    """Return the ties of a match in their order, an open one last."""
    found = [FoundTie(number, tie, False) for number, one in enumerate(games) for tie in one.broken.values()]
    if games and games[-1].tie is not None:
        found.append(FoundTie(len(games) - 1, games[-1].tie, True))
    return tuple(found)


def results_of(regulation: Regulation, games: Sequence[MatchState]) -> list[tuple[LineResult, LineResult]]:
    """Return the VP and MP of each of these games (R-VP-03); nothing where the event has no VP (R-VP-14)."""
    if not regulation.has_vp:
        return []
    scale, low_wins = regulation.scale, regulation.game.low_wins(regulation.rules)
    return [scoring.results_played(scale, one.totals, low_wins=low_wins) for one in games]


def sum_vp_mp(gained: Sequence[tuple[LineResult, LineResult]], lines: int) -> tuple[ByLine, ByLine]:
    """Add up the VP and the MP of each line; None where there are none."""
    if not gained:
        return (None,) * lines, (None,) * lines
    vp, mp = [0] * lines, [0] * lines
    for both in gained:
        for line, one in enumerate(both):
            vp[line] += one.vp
            mp[line] += one.mp
    return tuple(vp), tuple(mp)


def outcome_of(
    regulation: Regulation, chairs: Chairs, games: Sequence[MatchState], marks: Mapping[int, Json]
) -> Outcome:
    """Return the outcome of a match by its games; ``marks`` as in ``marks_of``."""
    over = is_decided(regulation, chairs, games)
    won = games_won(games, chairs.lines, chairs.lead)
    vp, mp = sum_vp_mp(results_of(regulation, games) if over else [], chairs.lines)

    # What a bracket shows beside the names, and the groups of equal lines of a match that is over, best first.
    ranking: Sequence[Sequence[int]]
    if chairs.best_of == 1:
        points = games[0].totals if games else (0,) * chairs.lines
        ranking = games[-1].ranking if games else ()
    elif chairs.best_of == LEGS:
        points = handing_on.sums_over_legs([one.totals for one in games])
        first = handing_on.winner(games, low_wins=regulation.game.low_wins(regulation.rules))
        ranking = [[line] for line in sorted(range(chairs.lines), key=lambda line: line != first)]
    else:
        points = won
        ranking = [[line] for line in sorted(range(chairs.lines), key=lambda line: -won[line])]

    # How the last game ended: by a tie-break, by time, or by its points. A tie-break in a leg decides only the leg.
    ending, tiebreaks = "", games[-1].tiebreaks if games else ()
    if over and tiebreaks and not handing_on.is_leg(chairs.best_of, len(games) - 1):
        tie = [*games[-1].broken.values()][-1]
        last = tiebreaks[-1]
        ending = tie.kind
        if tie.kind == "deal":
            # Lines are level too where a tie-break ends because somebody leaves: only a capture that is named decides.
            is_level = len({last.points[line] for line in tie.lines}) == 1
            ending = "last_capture" if is_level and last.facts.get("last_capture") is not None else "tiebreak"
    elif over and games[-1].time_called:
        ending = "time"

    # What lists show beside the points.
    left = games[-1].left if games else {}
    note: dict[str, Json] = {}
    if games and not over and chairs.lines > DUEL:
        note["states"] = [line.state for line in games[-1].lines]
    if tiebreaks:
        note["tiebreaks"] = [list(deal.points) for deal in tiebreaks]
    if chairs.best_of > 1:
        note["games"] = [list(one.totals) for one in games]
    by_themselves = {str(line): cause for line, cause in sorted(left.items()) if line not in marks}
    if by_themselves:
        note["left"] = by_themselves
    if marks:
        note["ruled"] = {str(line): mark["cause"] for line, mark in sorted(marks.items())}

    return Outcome(
        over=over,
        points=points,
        games_won=won,
        places=places_of(ranking, chairs) if over else (None,) * chairs.lines,
        vp=vp,
        mp=mp,
        tiebreak_due=games[-1].tiebreak_due if games else 0,
        deals_played=sum(len(one.deals) for one in games),
        ending=ending,
        deals=deals_by_line(games, chairs.lines),
        ties=ties_of(games),
        left=left,
        note=note,
    )


def places_of(ranking: Sequence[Sequence[int]], chairs: Chairs) -> ByLine:
    """Return the place of each line: its own where it goes on, shared (1, 2, 3, 3) below the cut, None if absent.

    Where nobody goes on those who are level share their place, the first as well.
    """
    places: list[int | None] = [None] * chairs.lines
    given, cut = 0, 0 if chairs.may_draw else chairs.through
    for group in ranking:
        here = sorted(line for line in group if line not in chairs.absent)
        for offset, line in enumerate(here, start=1):
            goes_on = given + offset <= cut
            places[line] = given + offset if goes_on else max(given, cut) + 1
        given += len(here)
    return tuple(places)
