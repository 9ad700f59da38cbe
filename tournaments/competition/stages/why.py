"""Why one entry of a standing stands ahead of another one, criterion by criterion (R-TIE-14)."""

from tournaments.competition.stages.chain import CLASSIFICA_AVULSA, FEWER, Chain
from tournaments.competition.stages.facts import Reason
from tournaments.competition.stages.league import Place
from tournaments.competition.stages.points import Number
from tournaments.competition.stages.tie_breaks import UNUSED
from tournaments.competition.standings.merits import LAST
from tournaments.competition.standings.ranking import Merit

SIGNED = ("mp", "difference")


def why(chain: Chain, one: Place, other: Place) -> tuple[Reason, ...]:
    """Return on what two entries are level, and then on what the better one is ahead; the codes have phrases.

    The last reason is the one that tells them apart, or says that they share the place.
    """
    better, worse = sorted((one, other), key=lambda each: each.values, reverse=True)
    reasons: list[Reason] = []
    at = 0
    for name in chain.criteria:
        ours, theirs = (each.values[at : at + chain.width(name)] for each in (better, worse))
        if ours != theirs:
            params = {"better": shown(chain, name, ours), "worse": shown(chain, name, theirs)}
            return (*reasons, Reason(f"ahead_on_{name}", params))
        if ours[0] == UNUSED:
            reasons.append(Reason(f"unused_{name}"))
        elif ours[0] != LAST:
            reasons.append(Reason(f"level_on_{name}", {"value": shown(chain, name, ours)}))
        at += chain.width(name)
    return (*reasons, Reason("level_on_everything"))


def shown(chain: Chain, criterion: str, values: Merit) -> str:
    """Return the value of a criterion as people write it: MP and differences with their sign, fractions exactly."""
    names = chain.among if criterion == CLASSIFICA_AVULSA else (criterion,)
    return ", ".join(_number(name, value) for name, value in zip(names, values, strict=True))


def _number(name: str, value: Number) -> str:
    if value == LAST:
        return "-"
    if name in FEWER:
        return str(-value)
    return f"{value:+}" if name in SIGNED and value else str(value)
