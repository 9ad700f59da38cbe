"""What happens when time runs out, in the order in which players need to hear it; and whether it is a fault."""

from dataclasses import dataclass
from typing import Final

from gamekit.order import Setting
from scopa.match import tiebreak_limit
from scopa.rules import Rules
from scopa.state import State

VOID: Final = "stop_and_void_deal"


@dataclass(frozen=True, slots=True)
class AtTime:
    """Codes with a phrase ``time.<code>``: at zero, after it, and at the end of a line's own clock.

    ``counts_last_deal`` says whether the deal in progress may still count.
    """

    at_zero: tuple[str, ...]
    over: tuple[str, ...]
    own_clock: tuple[str, ...]
    counts_last_deal: bool

    @property
    def costs_the_match(self) -> bool:
        """Whether each line has a clock of its own, whose end is a fault."""
        return bool(self.own_clock)


def at_time(rules: Rules, setting: Setting) -> AtTime:
    """R-SCO-37, R-SCO-38: the hall's time is nobody's fault; the end of a line's own clock is that line's fault."""
    ahead = "ahead_wins" if setting.through == 1 else "ahead_go_on"
    # The tie-break of a match that is level at time: the same that ``match`` will ask for.
    deals = tiebreak_limit(rules, Setting(must_decide=setting.must_decide, time_called=True))
    if rules.tie_after_time == "high_card":
        level = "level_high_card"
    else:
        level = f"level_spareggi_{deals}" if deals else "level_draw"
    then = (ahead, level)
    return AtTime(
        at_zero=(f"zero_{rules.on_time_expiry}", *then),
        over=(f"over_{rules.on_time_expiry}", *then),
        own_clock=("own_clock",) if rules.time_expiry == "clock_fault" and rules.faults else (),
        counts_last_deal=rules.on_time_expiry != VOID,
    )


def stops(state: State, called_after: int) -> bool:
    """Return whether the deal ends here, unfinished, because time was called after so many of its plays (R-SCO-69)."""
    asked = state.deal.rules.on_time_expiry
    if state.is_over or asked == "finish_deal":
        return False
    cycle = state.deal.rules.cards_each * state.deal.seats
    return asked == VOID or len(state.log) // cycle > called_after // cycle
