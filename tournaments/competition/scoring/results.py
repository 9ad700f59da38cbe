"""VP and MP of each line of a match, computed separately: a penalty is not symmetric (R-VP-03 to R-VP-12)."""

from dataclasses import dataclass

from tournaments.competition.scoring.scales import Scale, loser_row, row_for, winner_row
from tournaments.competition.scoring.terms import ROW_MINIMUM, ForfeitTerms
from tournaments.games.contract import RefusedError


@dataclass(frozen=True, slots=True)
class LineResult:
    """The result of one line: VP, and signed MP. Never derived from the other line's."""

    vp: int
    mp: int


def played(scale: Scale, points: tuple[int, int]) -> tuple[LineResult, LineResult]:
    """Return the results of a match that was played to its end, from its regular points (R-VP-03, R-VP-05)."""
    difference = points[0] - points[1]
    row = row_for(scale, abs(difference))
    winner, loser = LineResult(row.winner_vp, abs(difference)), LineResult(row.loser_vp, -abs(difference))
    return (winner, loser) if difference >= 0 else (loser, winner)


def forfeited(
    scale: Scale, terms: ForfeitTerms, difference: int, losers: tuple[int, ...], cause: str
) -> tuple[LineResult, LineResult]:
    """Return the results of a match between lines 0 and 1 that ended by the fault of ``losers`` (R-VP-06 to R-VP-11).

    ``difference`` is what the game's own rule gave to the other line, at least 0.
    """
    if losers == (0, 1):
        return _both_lose(scale, terms, difference)
    if losers not in ((0,), (1,)):
        raise ValueError("the losers of a forfeit are line 0, line 1, or both")
    victim = _victim(scale, terms, difference, cause)
    offender = LineResult(terms.offender_vp, _offender_mp(scale, terms, difference, victim.mp))
    return (offender, victim) if losers == (0,) else (victim, offender)


def bye(scale: Scale, terms: ForfeitTerms) -> LineResult:
    """Return the result of a line without an opponent in this round (R-VP-12)."""
    if isinstance(terms.bye_mp, int):
        return LineResult(terms.bye_vp, terms.bye_mp)
    return LineResult(terms.bye_vp, _winner_minimum(scale, terms.bye_vp, "bye_vp"))


def _both_lose(scale: Scale, terms: ForfeitTerms, difference: int) -> tuple[LineResult, LineResult]:
    """Return the last row for both lines: without a victim there is nothing to mirror (R-VP-10)."""
    if terms.double_forfeit == "replay":
        raise RefusedError("double_forfeit_is_replayed", field="losers")
    loser = LineResult(terms.offender_vp, _offender_mp(scale, terms, difference, scale.rows[-1].from_mp))
    return loser, loser


def _victim(scale: Scale, terms: ForfeitTerms, difference: int, cause: str) -> LineResult:
    flat = terms.victim_vp_value == "floor" or (cause == "no_show" and terms.no_show == "flat")
    vp = terms.victim_vp_floor if flat else max(terms.victim_vp_floor, row_for(scale, difference).winner_vp)
    if terms.mp_source == ROW_MINIMUM:
        return LineResult(vp, _winner_minimum(scale, vp, "victim_vp_floor"))
    return LineResult(vp, difference)


def _winner_minimum(scale: Scale, vp: int, name: str) -> int:
    row = winner_row(scale, vp)
    if row is None:
        raise RefusedError("no_row_for_vp", field=name, vp=vp, scale=scale.key)
    return row.from_mp


def _offender_mp(scale: Scale, terms: ForfeitTerms, difference: int, victim_mp: int) -> int:
    if terms.mp_source != ROW_MINIMUM:
        return -difference
    row = loser_row(scale, terms.offender_vp)
    if row is not None:
        return -row.from_mp
    last = scale.rows[-1]
    if terms.missing_row_policy == "last_row":
        return -last.from_mp
    if terms.missing_row_policy == "extrapolate":
        return -(last.from_mp + last.loser_vp - terms.offender_vp)
    return -victim_mp
