"""A forfeit, a ruling, a walkover or a bye gives a match that is not played to its end its outcome."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.competition import handing_on, scoring
from tournaments.competition.discipline import NO_SHOW
from tournaments.competition.handing_on import LEGS, places_of_present
from tournaments.competition.match import outcomes
from tournaments.competition.match.outcomes import DUEL, ByLine, Chairs, Outcome, Regulation
from tournaments.competition.scoring import LineResult
from tournaments.games.contract import Json, MatchState, TeamGame


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
    takes_last = bool(games) and (not games[-1].is_over or outcomes.is_decided(regulation, chairs, games))
    finished, taken = (games[:-1], games[-1]) if takes_last else (games, None)
    losers, cause = sorted(content["ruled"]), str(content["cause"])
    if chairs.lines > DUEL:
        fault = Fault(cause, losers, taken.totals if taken else (0,) * chairs.lines, 0)
        # First who stays, then who was out before, last who was ruled out (R-PEN-12). A line that is ruled out before
        # the first deal has no place, like the line of an empty chair.
        going_on = outcomes.in_play_of(taken, chairs) if taken is not None else outcomes.seated_lines(chairs)
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
    vp, mp = outcomes.sum_vp_mp(_results(regulation, Fault(NO_SHOW, losers, nothing, difference)), lines)
    note = {"cause": NO_SHOW, "losers": losers}
    return Outcome(True, nothing, nothing, places, vp, mp, ending="walkover", note=note)


def bye(regulation: Regulation, chairs: Chairs, present: Sequence[int]) -> Outcome:
    """Give a bye to the lines that are present (R-VP-12). Nobody present: nobody advances."""
    rest = scoring.bye(regulation.scale, regulation.terms) if regulation.has_vp else None
    nothing = (0,) * chairs.lines
    vp = tuple(rest.vp if rest and line in present else None for line in range(chairs.lines))
    mp = tuple(rest.mp if rest and line in present else None for line in range(chairs.lines))
    return Outcome(True, nothing, nothing, places_of_present(chairs.lines, present), vp, mp, ending="bye")


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
    vp, mp = outcomes.sum_vp_mp([*outcomes.results_of(regulation, finished), *_results(regulation, fault)], lines)
    return Outcome(
        over=True,
        points=points,
        games_won=outcomes.games_won(finished, lines),
        places=places,
        vp=vp,
        mp=mp,
        deals_played=sum(len(one.deals) for one in games),
        ending="forfeit",
        deals=outcomes.deals_by_line(games, lines),
        ties=tuple(found for found in outcomes.ties_of(games) if not found.is_open),
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
