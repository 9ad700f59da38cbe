"""What the table of rights says must be answered: worked out from the table and the cast alone, never from the code."""

from collections.abc import Mapping
from enum import Enum

from tests.tournaments.doors.addresses import Route, Target
from tests.tournaments.doors.cast import Somebody
from tests.tournaments.doors.evening import HOME
from tournaments.frame import policies
from tournaments.frame.policies import Right

OF_EVENT = frozenset(
    {
        Right.SEE,
        Right.SIGN_UP,
        Right.PLAY,
        Right.ENTER_SCORE,
        Right.CALL_REFEREE,
        Right.SEE_DESK,
        Right.RUN_TABLE,
        Right.DIRECT,
        Right.ORGANISE,
    }
)
OF_CLUB = frozenset({Right.SEE_CLUB, Right.MANAGE_CLUB})
OF_CIRCUIT = frozenset({Right.MANAGE_CIRCUIT})
OF_OFFICIALS = frozenset(
    {Right.SEE_DESK, Right.RUN_TABLE, Right.DIRECT, Right.ORGANISE, Right.MANAGE_CLUB, Right.MANAGE_CIRCUIT}
)
AT_TABLES = frozenset({"table_sheet"})
READING = ("GET", "HEAD", "OPTIONS")


class Answer(Enum):
    """What kind of answer somebody gets."""

    OPEN = "opened"
    LOGIN = "asked to log in"
    CODE = "asked for a code"
    UNKNOWN = "401"
    FORBIDDEN = "403"
    MISSING = "404"
    NOT_TAKEN = "405"
    REFUSED = "422"
    ELSEWHERE = "503"
    # To a write of who may write there, but what the address names is somebody else's or nobody's.
    NOTHING = "404 or a refusal, and nothing written"


# Where a part of the address is itself the secret, anybody who has it may: the answer to a wrong one.
SECRETS: Mapping[str, Answer] = {
    "open_code": Answer.REFUSED,
    "open_pass": Answer.REFUSED,
    "account_confirm_email": Answer.MISSING,
    "account_reset_password_from_key": Answer.MISSING,
    "invitation": Answer.MISSING,
}
# Codes and passes are an event's, and work while that is in play; who has a letter has what it leads to, anywhere.
OF_THE_HALL = frozenset({"open_code", "open_pass"})
# The loop serves streams and sockets; a worker of pages says so to everybody.
BY_THE_LOOP = frozenset({"event_live", "live_socket"})
# Pages of everybody whose own answer to a form is the page to log in on: a passkey that opens nothing, a new address.
TO_LOGIN = frozenset({"mfa_login_webauthn", "account_confirm_email"})
# What is shown only after both lines have confirmed, to which the table on the stage has not come.
TOO_EARLY = frozenset({"table_correct"})
# What is there on a computer alone that took the evening up from a stick.
AFTER_A_RESUME = frozenset({"organise_resumed"})
# A pass and a code are held by the session of a browser; a program has none.
OF_BROWSERS = frozenset({"api_pass_open", "api_code_open"})
# What a club does by a token of its own, though it has no account.
OF_CLUBS_TOO = frozenset({"api_events", "api_presets"})
# The person who keeps a circuit puts an event into it that they organise: the body names the one at home.
WITH_THE_EVENT_AT_HOME = frozenset({"api_circuit_events"})


def expected(route: Route, method: str, target: Target, somebody: Somebody) -> Answer:
    """What ``somebody`` must be answered."""
    right = route.door.right(method)
    if method == "OPTIONS":
        return Answer.OPEN if route.is_api else Answer.NOT_TAKEN
    if right is None or ("GET" if method == "HEAD" else method) not in route.methods:
        return Answer.NOT_TAKEN
    if route.is_api and not _lets(somebody, right):
        # It is the token that lacks the scope, whatever the address names.
        return Answer.FORBIDDEN
    if route.name in BY_THE_LOOP:
        return Answer.ELSEWHERE
    wanted = _by_right(route, method, right, target, somebody)
    if wanted is Answer.OPEN and route.name in WITH_THE_EVENT_AT_HOME:
        wanted = _in_event(Right.ORGANISE, HOME, somebody, route.is_api)
    if wanted is Answer.OPEN and route.name in OF_BROWSERS and somebody.is_program:
        return Answer.FORBIDDEN
    if route.name in SECRETS and (wanted is Answer.OPEN or route.name not in OF_THE_HALL):
        return _by_secret(route, target, wanted)
    if wanted is Answer.OPEN and not target.lacks and route.name in TOO_EARLY and method in READING:
        return Answer.REFUSED
    if wanted is Answer.OPEN and route.name in AFTER_A_RESUME:
        return Answer.MISSING
    if not target.lacks:
        return wanted
    if target.lacks == "table" and wanted in (Answer.UNKNOWN, Answer.FORBIDDEN):
        # What somebody is at a table is found with the table.
        return Answer.MISSING
    if wanted is not Answer.OPEN:
        return wanted
    return Answer.MISSING if method in READING else Answer.NOTHING


def _by_right(route: Route, method: str, right: Right, target: Target, somebody: Somebody) -> Answer:
    is_anonymous = somebody.account is None and not somebody.is_program
    if not route.is_api and is_anonymous and right in policies.OF_ACCOUNTS | OF_OFFICIALS:
        return Answer.LOGIN
    if not route.is_api and method in READING and route.name in AT_TABLES and is_anonymous and not somebody.cookies:
        return Answer.CODE
    if right in policies.OF_ACCOUNTS:
        return _of_account(route, right, target, somebody)
    if right in OF_EVENT:
        return _in_event(right, target.container, somebody, route.is_api)
    if right in OF_CLUB | OF_CIRCUIT:
        return _in_club(right, target.container, somebody, route.is_api)
    if right is Right.BROWSE:
        return _of_everybody(route, target)
    return Answer.FORBIDDEN


def _by_secret(route: Route, target: Target, wanted: Answer) -> Answer:
    """A good one opens to all who have the right, also to what is hidden; a wrong one is looked at before the right."""
    is_good = target.kind == "own" or (target.kind == "other's" and route.name not in OF_THE_HALL)
    return wanted if is_good else SECRETS[route.name]


def _lets(somebody: Somebody, right: Right) -> bool:
    return somebody.scopes is None or right in policies.limits_of(somebody.scopes)


def _of_everybody(route: Route, target: Target) -> Answer:
    """A player is who has played in public; whatever else everybody may read is there or not."""
    if route.name in SECRETS:
        return Answer.OPEN
    return Answer.OPEN if target.container == HOME else Answer.MISSING


def _of_account(route: Route, right: Right, target: Target, somebody: Somebody) -> Answer:
    """What is an account's own is nobody else's, whatever they may do elsewhere."""
    if somebody.account is None and not (somebody.is_program and route.name in OF_CLUBS_TOO):
        return Answer.FORBIDDEN if somebody.is_program else Answer.UNKNOWN
    if not _lets(somebody, right):
        return Answer.FORBIDDEN
    return Answer.OPEN if target.kind == "own" or route.name in SECRETS else Answer.MISSING


def _in_event(right: Right, evening: str, somebody: Somebody, is_api: bool) -> Answer:
    role = somebody.roles.get(evening, "")
    if not evening:
        return Answer.MISSING
    is_seen = evening == HOME or role in policies.RIGHTS
    held = set(policies.RIGHTS.get(role, ()))
    held |= policies.OF_EVERYBODY if evening == HOME else set()
    held |= policies.LINE_AT_TABLE if role == "line" else set()
    held |= policies.SCORER_AT_OWN_TABLES if role == "scorer" else set()
    if right in held and _lets(somebody, right):
        return Answer.OPEN
    if role in policies.RIGHTS:
        return Answer.FORBIDDEN
    is_stranger = somebody.account is None and not somebody.is_program
    return Answer.UNKNOWN if is_api and is_stranger and is_seen else Answer.MISSING


def _in_club(right: Right, evening: str, somebody: Somebody, is_api: bool) -> Answer:
    """A club is a public page; what there is to manage is told to nobody who does not run it."""
    if not evening:
        return Answer.MISSING
    runs = evening in somebody.runs
    if right is Right.SEE_CLUB or (runs and _lets(somebody, right)):
        return Answer.OPEN
    if runs:
        return Answer.FORBIDDEN
    is_stranger = somebody.account is None and not somebody.is_program
    return Answer.UNKNOWN if is_api and is_stranger else Answer.MISSING
