"""For the standing and its words: why one entry stands ahead of another, and by how much (R-TIE-14, R-TIE-18)."""

from collections.abc import Iterator

from tournaments.competition.stages.chain import CLASSIFICA_AVULSA, FEWER, SUMS, Chain
from tournaments.competition.stages.facts import Reason
from tournaments.competition.stages.league import Place
from tournaments.competition.stages.points import number_text
from tournaments.competition.stages.tie_breaks import UNUSED
from tournaments.competition.standings.merits import LAST
from tournaments.competition.standings.ranking import Merit

SIGNED = ("mp", "difference")
COUNTED = (*SUMS, "conceded", "penalties", "least_byes")


def why(chain: Chain, one: Place, other: Place) -> tuple[Reason, ...]:
    """Return on what two entries are level, and then on what the better one is ahead; the codes have phrases.

    The last reason is the one that tells them apart, or says that they share the place.
    """
    better, worse = _in_order(one, other)
    reasons: list[Reason] = []
    for name, ours, theirs in _comparison(chain, better, worse):
        if ours != theirs:
            params = {"better": value_text(chain, name, ours), "worse": value_text(chain, name, theirs)}
            return (*reasons, Reason(f"ahead_on_{name}", params))
        if ours[0] == UNUSED:
            reasons.append(Reason(f"unused_{name}"))
        elif ours[0] != LAST:
            reasons.append(Reason(f"level_on_{name}", {"value": value_text(chain, name, ours)}))
    return (*reasons, Reason("level_on_everything"))


def deciding_reason(chain: Chain, one: Place, other: Place) -> Reason | None:
    """Return how much the worse one lacked to be level where they were parted; None where no sum parted them."""
    better, worse = _in_order(one, other)
    for name, ours, theirs in _comparison(chain, better, worse):
        if ours != theirs:
            return Reason(f"turned_{name}", {"value": number_text(ours[0] - theirs[0])}) if name in COUNTED else None
    return None


def _in_order(one: Place, other: Place) -> tuple[Place, Place]:
    """Return the better and the worse of two entries."""
    return (one, other) if one.values >= other.values else (other, one)


def _comparison(chain: Chain, better: Place, worse: Place) -> Iterator[tuple[str, Merit, Merit]]:
    """Yield each criterion with what both have of it."""
    at = 0
    for name in chain.criteria:
        end = at + chain.width(name)
        yield name, better.values[at:end], worse.values[at:end]
        at = end


def value_text(chain: Chain, criterion: str, values: Merit) -> str:
    """Return the value of a criterion as people write it: MP and differences with their sign, fractions exactly."""
    names = chain.among if criterion == CLASSIFICA_AVULSA else (criterion,)
    written: list[str] = []
    for name, value in zip(names, values, strict=True):
        if value == LAST:
            written.append("-")
        elif name in FEWER:
            written.append(number_text(-value))
        else:
            written.append(f"{value:+}" if name in SIGNED and value else number_text(value))
    return ", ".join(written)
