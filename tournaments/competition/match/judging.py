"""Judge a sheet: the outcome of the match at a table, by the regulation of the event."""

from dataclasses import replace

from tournaments.competition.match import faults, outcomes
from tournaments.competition.match.outcomes import Chairs, Outcome, Regulation
from tournaments.games.contract import Json, RefusedError


def judge(regulation: Regulation, chairs: Chairs, content: Json) -> Outcome:
    """Return the outcome of a match by its sheet (see ``Scoresheet``), with its games.

    Raises RefusedError for a sheet without its shape, for deals that cannot follow each other, for a game or a fault
    after the match is decided (a ruling may follow), and for an unfinished game before the last.
    """
    # This proves the shape of the content; what follows reads it as it is.
    games = outcomes.games_of(regulation, chairs, content)
    for number, one in enumerate(games, start=1):
        if outcomes.is_decided(regulation, chairs, games[: number - 1]):
            raise RefusedError("match_decided", game=number)
        if not one.is_over and number < len(games):
            raise RefusedError("game_unfinished", game=number)
    fault = content.get("forfeit")
    if not fault:
        marks = {int(line): mark for line, mark in content.get("ruled", {}).items()}
        found = outcomes.outcome_of(regulation, chairs, games, marks)
    elif "ruled" in fault:
        found = faults.ruling(regulation, chairs, games, fault)
    elif outcomes.is_decided(regulation, chairs, games):
        raise RefusedError("match_decided", game=len(games))
    else:
        found = faults.forfeit(regulation, chairs, games, fault)
    return replace(found, games=tuple(games))
