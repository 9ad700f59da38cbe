"""What a match gives, by the regulation of its event: places, VP and MP of each line.

``judge`` is the way in from a sheet: its deals decide the match, or a forfeit or a ruling ends it. ``walkover`` and
``bye`` are for a match that nobody plays.
"""

from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tournaments.competition import handing_on, scoring
from tournaments.competition.discipline import NO_SHOW
from tournaments.competition.handing_on import LEGS, places_of_present
from tournaments.competition.match import contents
from tournaments.competition.scoring import ForfeitTerms, LineResult, Scale, scale_from_json, terms_from_json
from tournaments.games.contract import Circumstances, Json, MatchState, RefusedError, ScoredGame, TeamGame, Tie
from tournaments.games.guards import IN_PLAY, RuledOut, with_leaving
from tournaments.games.memo import deal_scores


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
    ``mp`` have None while the match is open, and in an event without VP. ``deals`` are the regular ones in which each
    line took part. ``ties`` are in their order, an open one last. ``games`` are the states that it was judged by; two
    outcomes are equal whatever their games.
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


def judge(regulation: Regulation, chairs: Chairs, content: Json) -> Outcome:
    """Return the outcome of a match by its sheet (see ``Scoresheet``), with its games.

    Raises RefusedError for a sheet without its shape, for deals that cannot follow each other, for a game or a fault
    after the match is decided (a ruling may follow), and for an unfinished game before the last.
    """
    # This proves the shape of the content; what follows reads it as it is.
    games = games_of(regulation, chairs, content)
    for number, one in enumerate(games, start=1):
        if is_decided(regulation, chairs, games[: number - 1]):
            raise RefusedError("match_decided", game=number)
        if not one.is_over and number < len(games):
            raise RefusedError("game_unfinished", game=number)
    fault = content.get("forfeit")
    if not fault:
        marks = {int(line): mark for line, mark in content.get("ruled", {}).items()}
        found = outcome_of(regulation, chairs, games, marks)
    elif "ruled" in fault:
        found = ruling(regulation, chairs, games, fault)
    elif is_decided(regulation, chairs, games):
        raise RefusedError("match_decided", game=len(games))
    else:
        found = forfeit(regulation, chairs, games, fault)
    return replace(found, games=tuple(games))


def games_of(regulation: Regulation, chairs: Chairs, content: Json) -> list[MatchState]:
    """Score the games of a sheet. Raises RefusedError for a sheet without its shape, and for impossible deals."""
    contents.require_shape(content, chairs.lines)
    game, rules = regulation.game, regulation.rules
    ruled = {int(line): RuledOut(mark["deals"], mark["cause"]) for line, mark in content.get("ruled", {}).items()}
    found: list[MatchState] = []
    for at, entry in enumerate(content["games"]):
        circumstances = circumstances_of(chairs, at, time_called=bool(entry.get("time_called")))
        try:
            deals = deal_scores(game, rules, entry["deals"])
            if ruled:
                deals = with_leaving(game, rules, deals, ruled, circumstances)
            found.append(game.match(rules, deals, circumstances))
        except RefusedError as refusal:
            refusal.in_game(at)
            raise
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


@dataclass(frozen=True, slots=True)
class Fault:
    """Why lines lose a match, and its points then; ``difference`` is in favour of the other line, 0 at least."""

    cause: str
    losers: Sequence[int]
    points: tuple[int, ...]
    difference: int


def forfeit(regulation: Regulation, chairs: Chairs, games: Sequence[MatchState], content: Json) -> Outcome:
    """Return the outcome of a match that a line lost by a fault at the table (R-VP-06).

    The game in progress is settled by its own rules; the games before keep their VP and MP.
    """
    finished = [one for one in games if one.is_over]
    running = games[-1].deals if len(finished) < len(games) else ()
    score = regulation.game.settle_forfeit(regulation.rules, running, content)
    fault = Fault(str(content["cause"]), score.losers, score.points, score.difference)
    return _fault_outcome(regulation, chairs, games, finished, fault, _places_of_two(score.losers), {})


def ruling(regulation: Regulation, chairs: Chairs, games: Sequence[MatchState], content: Json) -> Outcome:
    """Return the outcome of a match that lines lose by a referee's ruling (R-PEN-09 to R-PEN-12).

    The ruling takes the game in progress, or the last one of a match that was over and not yet confirmed. The games
    before keep their VP and MP.
    """
    takes_last = bool(games) and (not games[-1].is_over or is_decided(regulation, chairs, games))
    finished, taken = (games[:-1], games[-1]) if takes_last else (games, None)
    losers, cause = sorted(content["ruled"]), str(content["cause"])
    if chairs.lines > DUEL:
        fault = Fault(cause, losers, taken.totals if taken else (0,) * chairs.lines, 0)
        # First who stays, then who was out before, last who was ruled out (R-PEN-12). A line that is ruled out before
        # the first deal has no place, like the line of an empty chair.
        going_on = in_play_of(taken, chairs) if taken is not None else seated_lines(chairs)
        staying = [line for line in going_on if line not in losers]
        place_of = {line: place for place, line in enumerate(staying, start=1)}
        if taken is not None:
            out = [[line for line in group if line not in staying and line not in losers] for group in taken.ranking]
            given = len(staying)
            for group in [*out, losers]:
                here = [line for line in group if line not in chairs.absent]
                place_of |= dict.fromkeys(here, max(given, chairs.through) + 1)
                given += len(here)
        places = tuple(place_of.get(line) for line in range(chairs.lines))
        return _fault_outcome(regulation, chairs, games, finished, fault, places, {"ruled": True})
    # Of teams that do not come the game knows what they lose: every board of the match.
    if taken is None and cause == NO_SHOW and not isinstance(regulation.game, TeamGame):
        fault = Fault(cause, losers, (0, 0), _unplayed_difference(regulation, losers))
    elif taken is not None and taken.is_over:
        lead = taken.totals[1] - taken.totals[0]
        ahead = 0 if len(losers) == DUEL else lead if losers == [0] else -lead
        fault = Fault(cause, losers, taken.totals, max(0, ahead))
    else:
        # The game in progress; without a card played, one that has no deals.
        deals, tiebreak = (taken.deals, taken.tiebreak_due) if taken is not None else ((), 0)
        score = regulation.game.settle_ruling(regulation.rules, deals, losers, tiebreak)
        fault = Fault(cause, losers, score.points, score.difference)
    return _fault_outcome(regulation, chairs, games, finished, fault, _places_of_two(losers), {"ruled": True})


def walkover(regulation: Regulation, chairs: Chairs, present: Sequence[int]) -> Outcome:
    """Return the outcome of a match that is not played: no more are ``present`` than go on (R-VP-09).

    Those who are present go on in their order. Where one wins, all others share the second place.
    """
    lines = chairs.lines
    losers = [line for line in range(lines) if line not in present]
    difference = _unplayed_difference(regulation, losers) if lines == DUEL else 0
    places = places_of_present(lines, present, others=2 if chairs.through == 1 and present else None)
    nothing = (0,) * lines
    vp, mp = sum_vp_mp(_results(regulation, Fault(NO_SHOW, losers, nothing, difference)), lines)
    note = {"cause": NO_SHOW, "losers": losers}
    return Outcome(True, nothing, nothing, places, vp, mp, ending="walkover", deals=nothing, note=note)


def bye(regulation: Regulation, chairs: Chairs, present: Sequence[int]) -> Outcome:
    """Give a bye to the lines that are present (R-VP-12). Nobody present: nobody advances."""
    rest = scoring.bye(regulation.scale, regulation.terms) if regulation.has_vp else None
    nothing = (0,) * chairs.lines
    vp = tuple(rest.vp if rest and line in present else None for line in range(chairs.lines))
    mp = tuple(rest.mp if rest and line in present else None for line in range(chairs.lines))
    places = places_of_present(chairs.lines, present)
    return Outcome(True, nothing, nothing, places, vp, mp, ending="bye", deals=nothing)


def _fault_outcome(
    regulation: Regulation,
    chairs: Chairs,
    games: Sequence[MatchState],
    finished: Sequence[MatchState],
    fault: Fault,
    places: ByLine,
    note: Mapping[str, Json],
) -> Outcome:
    """Return the outcome of a match that a fault ends: ``finished`` games keep their VP and MP."""
    lines, points = len(places), fault.points
    if chairs.best_of == LEGS:
        # Of two legs the points of both count (R-KO-22).
        points = handing_on.sums_over_legs([*(one.totals for one in finished), points])
    vp, mp = sum_vp_mp([*results_of(regulation, finished), *_results(regulation, fault)], lines)
    return Outcome(
        over=True,
        points=points,
        games_won=games_won(finished, lines),
        places=places,
        vp=vp,
        mp=mp,
        deals_played=sum(len(one.deals) for one in games),
        ending="forfeit",
        deals=deals_by_line(games, lines),
        ties=tuple(found for found in ties_of(games) if not found.is_open),
        note={"cause": fault.cause, "losers": list(fault.losers), **note},
    )


def _results(regulation: Regulation, fault: Fault) -> list[tuple[LineResult, LineResult]]:
    """Return the VP and MP of both lines (R-VP-06 to R-VP-11); nothing where the event has no VP."""
    if not regulation.has_vp:
        return []
    losers = tuple(fault.losers)
    return [scoring.forfeit_results(regulation.scale, regulation.terms, fault.difference, losers, fault.cause)]


def _places_of_two(losers: Sequence[int]) -> ByLine:
    """Return the places of two lines: none where both lose, so that nobody advances (R-KO-13)."""
    if len(losers) == DUEL:
        return (None, None)
    return tuple(2 if line in losers else 1 for line in range(DUEL))


def _unplayed_difference(regulation: Regulation, losers: Sequence[int]) -> int:
    """Return the difference of a match that was not begun, for terms that settle it as a fault in its first deal."""
    if not regulation.has_vp:
        return 0
    return regulation.game.settle_ruling(regulation.rules, (), losers, 0).difference
