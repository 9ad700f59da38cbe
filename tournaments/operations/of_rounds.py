"""A round is announced, and its clock is started, paused, resumed, stopped or given more time."""

from typing import Final

from tournaments.operations.inputs import EVENT_VERSION, ROUND_EXTRA_TIME, ROUND_MINUTES
from tournaments.operations.operation import AS_EVENT_WAS_READ, Operation
from tournaments.policies import Right
from tournaments.services.events import rounds
from tournaments.services.timing import clocks

ANNOUNCE: Final = Operation(
    name="round_announce", address="announce/",
    summary="Call every table of the round whose lines are known; again for those that became ready since.",
    right=Right.ORGANISE, service=rounds.announce_round, takes=EVENT_VERSION, example=AS_EVENT_WAS_READ,
)  # fmt: skip
START: Final = Operation(
    name="round_clock_start", address="clock/start/", summary="Start the hall clock of an announced round.",
    right=Right.DIRECT, service=clocks.start_clock, takes=ROUND_MINUTES, example=("Sent", {"minutes": 40}),
)  # fmt: skip
PAUSE: Final = Operation(
    name="round_clock_pause", address="clock/pause/",
    summary="Let the hall clock stand still, and every table that goes by it.",
    right=Right.DIRECT, service=clocks.pause_clock, takes=EVENT_VERSION, example=AS_EVENT_WAS_READ,
)  # fmt: skip
RESUME: Final = Operation(
    name="round_clock_resume", address="clock/resume/", summary="Resume the hall clock with what was left of it.",
    right=Right.DIRECT, service=clocks.resume_clock, takes=EVENT_VERSION, example=AS_EVENT_WAS_READ,
)  # fmt: skip
STOP: Final = Operation(
    name="round_clock_stop", address="clock/stop/",
    summary="Take a started clock back, the extra time of its tables with it: it can be started afresh.",
    right=Right.DIRECT, service=clocks.stop_clock, takes=EVENT_VERSION, example=AS_EVENT_WAS_READ,
)  # fmt: skip
ADD_TIME: Final = Operation(
    name="round_clock_extra_time", address="clock/extra-time/",
    summary="Give the round more time or less, with a reason.",
    right=Right.DIRECT, service=clocks.add_time, takes=ROUND_EXTRA_TIME,
    example=("Sent", {"minutes": 5, "reason": "È mancata la luce"}),
)  # fmt: skip

CLOCK_STEPS: Final = (START, PAUSE, RESUME, STOP, ADD_TIME)
