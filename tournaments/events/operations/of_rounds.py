"""A round is planned, paired, announced, given new codes; its clock is started, paused, stopped, given time."""

from typing import Final

from tournaments.draw.writes import pairings
from tournaments.events.writes import rounds
from tournaments.frame.operations.inputs import (
    EVENT_SEEN,
    EVENT_VERSION,
    EVENT_WHY,
    ROUND_EXTRA_TIME,
    ROUND_MINUTES,
    Input,
    Moment,
    Tick,
)
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Right
from tournaments.tables.writes import codes
from tournaments.timing.writes import clocks

OPENING: Final = Input(
    "PlanBody",
    "When a round opens.",
    (
        EVENT_SEEN,
        Moment(
            "opens_at",
            required=False,
            nullable=True,
            hint="The hour at which its online tables open; null: when the round before is over, or on a word.",
        ),
        Tick(
            "is_online",
            required=False,
            hint="Of an event that is both in the hall and online: whether this round is online.",
        ),
    ),
)

PAIRING: Final = Input(
    "PairingBody",
    "The version that was read, and what becomes of those who are level at the end of a stage.",
    (
        EVENT_SEEN,
        Tick(
            "by_lot",
            required=False,
            initial=False,
            hint="Begin the next stage by the lot of the draw though an extra deal or the highest card could part "
            "some who are level; without it that is refused with level_before_stage.",
        ),
    ),
)

PLAN: Final = Operation(
    name="round_plan",
    address="plan/",
    method="put",
    summary="Say when an online round opens by itself, and of an event that is both whether it is played online.",
    right=Right.ORGANISE,
    service=rounds.plan_round,
    takes=OPENING,
    example=("Sent", {"opens_at": "2026-12-20T21:30:00+01:00"}),
)
RENEW_CODES: Final = Operation(
    name="round_codes_renew",
    address="codes/",
    summary="New codes for every table of a round; the old ones work no more.",
    right=Right.ORGANISE,
    service=codes.renew_codes_of_round,
)
PAIR: Final = Operation(
    name="round_pair",
    address="rounds/pair/",
    summary="Pair the next round from the standings of now and make its tables; they are not called yet.",
    right=Right.ORGANISE,
    service=pairings.pair_round,
    takes=PAIRING,
    example=("Sent", {"seen": 4}),
)
UNPAIR: Final = Operation(
    name="round_unpair",
    address="rounds/unpair/",
    summary="Take the last pairing back while none of its tables has been called.",
    right=Right.ORGANISE,
    service=pairings.unpair_round,
    takes=EVENT_WHY,
    example=("Sent", {"reason": "Un risultato era scritto al contrario"}),
)
ANNOUNCE: Final = Operation(
    name="round_announce",
    address="announce/",
    summary="Call every table of the round whose lines are known; again for those that became ready since.",
    right=Right.ORGANISE,
    service=rounds.announce_round,
    takes=EVENT_VERSION,
)
START: Final = Operation(
    name="round_clock_start",
    address="clock/start/",
    summary="Start the hall clock of an announced round.",
    right=Right.DIRECT,
    service=clocks.start_clock,
    takes=ROUND_MINUTES,
    example=("Sent", {"minutes": 40}),
)
PAUSE: Final = Operation(
    name="round_clock_pause",
    address="clock/pause/",
    summary="Let the hall clock stand still, and every table that goes by it.",
    right=Right.DIRECT,
    service=clocks.pause_clock,
    takes=EVENT_VERSION,
)
RESUME: Final = Operation(
    name="round_clock_resume",
    address="clock/resume/",
    summary="Resume the hall clock with what was left of it.",
    right=Right.DIRECT,
    service=clocks.resume_clock,
    takes=EVENT_VERSION,
)
STOP: Final = Operation(
    name="round_clock_stop",
    address="clock/stop/",
    summary="Take a started clock back, the extra time of its tables with it: it can be started afresh.",
    right=Right.DIRECT,
    service=clocks.stop_clock,
    takes=EVENT_VERSION,
)
ADD_TIME: Final = Operation(
    name="round_clock_extra_time",
    address="clock/extra-time/",
    summary="Give the round more time or less, with a reason.",
    right=Right.DIRECT,
    service=clocks.add_time,
    takes=ROUND_EXTRA_TIME,
    example=("Sent", {"minutes": 5, "reason": "È mancata la luce"}),
)

CLOCK_STEPS: Final = (START, PAUSE, RESUME, STOP, ADD_TIME)
