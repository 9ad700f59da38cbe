"""Judge a sheet: the outcome of the match at a table, by the regulation of the event."""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.competition.match import faults, outcomes
from tournaments.competition.match.outcomes import Chairs, Outcome, Regulation
from tournaments.games.contract import Json, MatchState, RefusedError


def judge(regulation: Regulation, chairs: Chairs, content: Json) -> Outcome:
    """Return the outcome of a match by its sheet (see ``Scoresheet``), with its games.

    Raises RefusedError for a sheet without its shape, for deals that cannot follow each other, for a game or a fault
    after the match is decided (a ruling may follow), and for an unfinished game before the last.
    """
    games = outcomes.games_of(regulation, chairs, content)
    outcomes.check_order(regulation, chairs, games)
    return replace(_judged(regulation, chairs, content, games), games=tuple(games))


def _judged(regulation: Regulation, chairs: Chairs, content: Json, games: Sequence[MatchState]) -> Outcome:
    fault = content.get("forfeit")
    if not fault:
        return outcomes.outcome_of(regulation, chairs, games, outcomes.marks_of(content))
    if "ruled" in fault:
        return faults.ruling(regulation, chairs, games, fault)
    if outcomes.is_decided(regulation, chairs, games):
        raise RefusedError("match_decided", game=len(games))
    return faults.forfeit(regulation, chairs, games, fault)
