"""What is done at a table in one step: call it, agree, disagree, take back, call the referee, its clocks."""

from typing import Final

from tournaments.events.writes import rounds
from tournaments.frame.operations.inputs import (
    CLOCK_MINUTES,
    EVENT_VERSION,
    EXTRA_TIME,
    ONE_LINE,
    VERSION,
    VERSION_AND_REASON,
)
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Right
from tournaments.tables.writes import codes, scoresheets
from tournaments.tables.writes.table_sheets import require_undo
from tournaments.timing.writes import clocks, lateness, line_clocks

AS_READ: Final = ("As it was read", {"seen": 5})
WITH_REASON: Final = ("With a reason", {"seen": 5, "reason": "Il secondo smazzo era 3 a 1"})
LINE_A: Final = ("Line A", {"line": 0})
LINE_B: Final = ("Line B", {"line": 1})
FORTY_MINUTES: Final = ("Forty minutes", {"minutes": 40})
FIVE_MORE: Final = ("Five minutes more", {"minutes": 5, "reason": "Mazzo da cambiare"})

CALL: Final = Operation(
    name="table_call",
    address="call/",
    summary="Call one table ahead of its round; its lines must be known.",
    right=Right.ORGANISE,
    service=rounds.call_table,
    takes=EVENT_VERSION,
)
TAKE_CALL_BACK: Final = Operation(
    name="table_take_back",
    address="take-back/",
    summary="Take the call of a table back while nothing has been written there.",
    right=Right.ORGANISE,
    service=rounds.take_call_back,
    takes=EVENT_VERSION,
)
RENEW_CODES: Final = Operation(
    name="table_renew_codes",
    address="codes/renew/",
    summary="Make the codes of a table worthless and give it new ones; a repeated call finds “lines” null.",
    right=Right.ORGANISE,
    service=codes.renew_codes,
    takes=EVENT_VERSION,
)
CONFIRM: Final = Operation(
    name="table_confirm",
    address="confirm/",
    summary="Agree with the result that was sent: it counts.",
    right=Right.ENTER_SCORE,
    service=scoresheets.confirm_score,
    takes=VERSION,
    example=AS_READ,
    keyed=True,
)
DISPUTE: Final = Operation(
    name="table_dispute",
    address="dispute/",
    summary="Do not agree with the result that was sent: the referee is called.",
    right=Right.ENTER_SCORE,
    service=scoresheets.dispute_score,
    takes=VERSION_AND_REASON,
    example=WITH_REASON,
)
UNDO: Final = Operation(
    name="table_undo",
    address="undo/",
    summary="Take back the last version of the sheet, or a result that nobody has followed yet.",
    right=Right.RUN_TABLE,
    service=scoresheets.undo_result,
    takes=VERSION_AND_REASON,
    example=WITH_REASON,
    require=require_undo,
)
CALL_REFEREE: Final = Operation(
    name="table_call_referee",
    address="call-referee/",
    summary="Call the referee to the table.",
    right=Right.CALL_REFEREE,
    service=scoresheets.call_referee,
)
REFEREE_SEEN: Final = Operation(
    name="table_referee_seen",
    address="referee-seen/",
    summary="Note that the referee has been at the table.",
    right=Right.RUN_TABLE,
    service=scoresheets.call_referee,
    fixed={"wanted": False},
)
MISSING: Final = Operation(
    name="table_missing",
    address="missing/",
    summary="Say that a line is not there: what the ladder says is proposed in time.",
    right=Right.ENTER_SCORE,
    service=lateness.report_missing,
    takes=ONE_LINE,
    example=LINE_B,
)
ARRIVED: Final = Operation(
    name="table_arrived",
    address="arrived/",
    summary="Say that a line that was missing is there.",
    right=Right.ENTER_SCORE,
    service=lateness.line_arrived,
    takes=ONE_LINE,
    example=LINE_B,
)

START_CLOCK: Final = Operation(
    name="table_clock_start",
    address="clock/start/",
    summary="Start a clock for this table alone.",
    right=Right.DIRECT,
    service=clocks.start_table_clock,
    takes=CLOCK_MINUTES,
    example=FORTY_MINUTES,
)
PAUSE_CLOCK: Final = Operation(
    name="table_clock_pause",
    address="clock/pause/",
    summary="Let the clock of this table stand still.",
    right=Right.DIRECT,
    service=clocks.pause_table_clock,
)
RESUME_CLOCK: Final = Operation(
    name="table_clock_resume",
    address="clock/resume/",
    summary="Resume the clock of this table.",
    right=Right.DIRECT,
    service=clocks.resume_table_clock,
)
STOP_CLOCK: Final = Operation(
    name="table_clock_stop",
    address="clock/stop/",
    summary="Take the table's own clock back: it goes by its round's.",
    right=Right.DIRECT,
    service=clocks.stop_table_clock,
)
ADD_TIME: Final = Operation(
    name="table_extra_time",
    address="clock/extra-time/",
    summary="Give this table more time, or less, with a reason.",
    right=Right.DIRECT,
    service=clocks.add_table_time,
    takes=EXTRA_TIME,
    example=FIVE_MORE,
)

SET_LINE_CLOCKS: Final = Operation(
    name="table_line_clocks_set",
    address="line-clocks/set/",
    summary="Give every line its minutes; all clocks stand.",
    right=Right.RUN_TABLE,
    service=line_clocks.set_line_clocks,
    takes=CLOCK_MINUTES,
    example=FORTY_MINUTES,
)
RUN_LINE_CLOCK: Final = Operation(
    name="table_line_clocks_run",
    address="line-clocks/run/",
    summary="Let the clock of one line run, and every other stand.",
    right=Right.RUN_TABLE,
    service=line_clocks.run_line_clock,
    takes=ONE_LINE,
    example=LINE_A,
)
STOP_LINE_CLOCKS: Final = Operation(
    name="table_line_clocks_stop",
    address="line-clocks/stop/",
    summary="Let all clocks of the lines stand.",
    right=Right.RUN_TABLE,
    service=line_clocks.stop_line_clocks,
)

# All but the organiser's; the clocks of the lines are there where the rules let a clock cost the match.
STEPS: Final = (
    CONFIRM,
    DISPUTE,
    UNDO,
    CALL_REFEREE,
    REFEREE_SEEN,
    MISSING,
    ARRIVED,
    START_CLOCK,
    PAUSE_CLOCK,
    RESUME_CLOCK,
    STOP_CLOCK,
    ADD_TIME,
)
LINE_CLOCK_STEPS: Final = (SET_LINE_CLOCKS, RUN_LINE_CLOCK, STOP_LINE_CLOCKS)
