"""What is done with an event in one step: shown to everybody, closed to entries, hidden again, finished, reopened."""

from typing import Final

from tournaments.events.writes import closing, tournaments
from tournaments.frame.operations.inputs import EVENT_VERSION, EVENT_WHY
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Right

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
