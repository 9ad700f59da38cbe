"""What is done with an event, its rounds and their clocks, and the parts of its ruleset."""

from collections.abc import Callable
from typing import Any, Final

from tournaments.competition.formats.registry import FORMATS
from tournaments.competition.stages.ranking import RANKINGS
from tournaments.draw.writes import pairings
from tournaments.events.writes import closing, rounds, tournaments
from tournaments.frame.operations.inputs import (
    EVENT_SEEN,
    EVENT_VERSION,
    EVENT_WHY,
    ROUND_EXTRA_TIME,
    ROUND_MINUTES,
    Document,
    Field,
    Input,
    Moment,
    Text,
    Tick,
)
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Right
from tournaments.games.contract import Json
from tournaments.tables.writes import codes
from tournaments.timing.writes import clocks

FORMAT_HELP = (
    "`kind` ({kinds}) and the choices of that kind that differ from the usual ones. `knockout`: `best_of`, the number "
    "of games of a match by the name of its round, counted from the final (`final`, `semifinal`, `quarterfinal`, "
    "`round_of_16` ..., `third`, `placement`, `second`; `every` is what is not named): most of 1, 3 or 5 decide, or "
    "the sum of 2 legs. "
    "`groups`: `size` (3 to 16), `fill` "
    "(`snake`: seeds first; `lots`), `double` (home and away), `even` (smaller groups play an extra match), "
    "`separate_by_group`. `danish`, `swiss`: `rounds` (1 to "
    "30), `groups` (1 to 32, cut from the top); `danish` also `rematches` (`allowed`, `not_in_a_row`, `never`). "
    "`mitchell`: `rounds`, `step` (1 to 3), `rankings` (`one`, `two_lines`). `king`, `partners`: `rounds`. `heats`: "
    "`rounds` (1 to 12), `max_table` (4, 5 or 6), `heat` (the most of a heat, 6 to 32, each with standings of its own; "
    "0: everybody together). "
    "`stages`: `stages`, two to six of the others, each with `from`: the `first` of each group or heat and the `best` "
    "of all others go on, or everybody with `carries`, and the results count on; a knockout can only be the last, and "
    "after groups with `apart` it has a bracket for the firsts, one for the seconds and so on, and `crossing` says "
    "which places meet first. `groups`, `danish`, `swiss`, `mitchell`, `king`: `odd` (`rests`, or `refused`: the last "
    "one entered waits). Each format in rounds: "
    "`ranking`, the name of one of {rankings}, or an object with `chain`, `points` and `draws`; one by "
    "points has no VP. With `clubs` (`best`: how many entries of each club count, 0 for all) the first one ranks clubs "
    "too."
).format(kinds=", ".join(f"`{kind}`" for kind in FORMATS), rankings=", ".join(f"`{name}`" for name in RANKINGS))


OPEN_ENTRIES: Final = Operation(
    name="event_open",
    address="open-entries/",
    summary="Show the event to everybody and take entries, again if they were closed.",
    right=Right.ORGANISE,
    service=tournaments.open_entries,
    takes=EVENT_VERSION,
)
CLOSE_ENTRIES: Final = Operation(
    name="event_close_entries",
    address="close-entries/",
    summary="Take no more entries: the draw comes next.",
    right=Right.ORGANISE,
    service=tournaments.close_entries,
    takes=EVENT_VERSION,
)
HIDE: Final = Operation(
    name="event_hide",
    address="hide/",
    summary="Back to preparation: only its officials see the event.",
    right=Right.ORGANISE,
    service=tournaments.hide_tournament,
    takes=EVENT_VERSION,
)
FINISH: Final = Operation(
    name="event_close",
    address="closing/",
    summary="Close the event with its final standings; refused while a table is open.",
    right=Right.ORGANISE,
    service=closing.finish_tournament,
    takes=EVENT_VERSION,
)
REOPEN: Final = Operation(
    name="event_reopen",
    address="reopening/",
    summary="Take the closing back, so that a result can still be corrected.",
    right=Right.ORGANISE,
    service=closing.reopen_tournament,
    takes=EVENT_WHY,
    example=("Sent", {"reason": "La finale è scritta al contrario"}),
)

# Those behind the button of the event's first page.
STEPS: Final = (OPEN_ENTRIES, CLOSE_ENTRIES, HIDE)


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


def _part(
    summary: str,
    field: Field,
    about: str,
    example: tuple[str, Json],
    service: Callable[..., Any] = tournaments.change_rules,
) -> Operation:
    """The writing of the part that ``field`` names."""
    part = field.name
    return Operation(
        name=f"{part}_write",
        address=f"{part}/",
        method="put",
        summary=summary,
        right=Right.ORGANISE,
        service=service,
        takes=Input(f"{part.title()}Body", about, (EVENT_SEEN, field)),
        example=example,
    )


RULES: Final = _part(
    "Write the ruleset anew.",
    Document("rules", kind="rules"),
    "The parameters; one that is left out is as in the preset.",
    ("Sent", {"rules": {"match_mode": "target", "target": 11}, "seen": 4}),
)
FORMAT: Final = _part(
    "Write the format anew.",
    Document("format", kind="format", hint=FORMAT_HELP),
    "The choices; one that is left out has its default.",
    ("Sent", {"format": {"kind": "knockout", "third_place": True, "best_of": {"semifinal": 2, "final": 3}}}),
)
TERMS: Final = _part(
    "Write the terms anew.",
    Document("terms"),
    "The terms; one that is left out has its default.",
    ("Sent", {"terms": {"bye_vp": 12, "victim_vp_floor": 14}}),
)
SCALE: Final = _part(
    "Choose the VP scale.",
    Text("scale", "", 20, is_blank=True),
    "The name of a published scale; empty for the one of the match's length.",
    ("Sent", {"scale": "11pt"}),
)
DISCIPLINE: Final = _part(
    "Agree on another ladder, also while the event runs.",
    Document("discipline", kind="named"),
    "The name of a usual ladder, or its steps.",
    ("A usual one", {"discipline": "grace20"}),
    tournaments.set_discipline,
)

PARTS: Final = (RULES, FORMAT, TERMS, SCALE, DISCIPLINE)
