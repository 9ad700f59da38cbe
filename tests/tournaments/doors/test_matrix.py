"""Every address, with every method, for everybody, on own, others' and missing things: as the table of rights says.

A run that everybody waits for asks every rule once, by one of those it holds for, each in turn. A rule is an address, a
method, whose the thing is, and what the table says to it. Of HEAD, whose right is read where that of GET is, of methods
that a view has not, and of others' things that the right to one's own has refused or opened already, it asks one
address in eight; what nobody has is asked as the twin of what is others'. So it does where a form is posted to things
that its page is refused for by the same right. It reads no page of a form that is taken or refused, since all forms are
posted and their pages made in ``test_forged``; nor of what is opened to somebody who may see both evenings.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.cache import caches
from django.http import HttpResponse
from django.urls import reverse

from tests.searching import FULL
from tests.tournaments.doors.addresses import Route, Target, routes, targets
from tests.tournaments.doors.bodies import described, sent
from tests.tournaments.doors.oracle import READING, SECRETS, TO_LOGIN, TOO_EARLY, Answer, expected
from tests.tournaments.doors.stage import HIDDEN, Somebody, Stage, is_told_of_others, read, taken_back, without_text
from tournaments.frame.policies import OF_ACCOUNTS, SCOPES
from tournaments.models import ApiToken, AuditEntry

pytestmark = pytest.mark.django_db

ROUTES = routes()
# Pages and operations of which one right decides, whether they are read or written.
OF_ONE_RIGHT = {route.pattern for route in ROUTES if route.door.reads is route.door.writes}
PEOPLE = (
    "anonymous", "player", "opponent", "table_code", "event_pass", "scorer", "referee", "referee_elsewhere",
    "organiser", "organiser_elsewhere", "club_admin", "other_club_admin", "superuser", "player's play token",
    "referee's read token", "referee's results token", "referee's direct token", "organiser's read token",
    "organiser's organise token", "club's read token", "club's organise token", "club's club token",
    *(f"superuser's {scope} token" for scope in SCOPES),
)  # fmt: skip
ONE_IN = 8
Case = tuple[str, str, str, str]
# An address, a method, whose the thing is, what it lacks, and what is answered.
Rule = tuple[str, str, str, str, Answer]
# Nobody, somebody with few rights, everybody's superior, and a program: a method that is not taken is taken by none.
TRYING = ("anonymous", "player", "organiser", "superuser", "club's club token")
TOKEN = re.compile(r'((?:csrfmiddlewaretoken|name="key)" value="|X-CSRFToken": ?"|name="csrf-token" content=")[\w-]+')
# Where the right that was read for one's own thing decides before anything is looked up: who is nobody has to log in,
# and an official of an evening has it opened, whichever evening it is.
DECIDED = {"other's": (Answer.LOGIN, Answer.OPEN), "own with other's": (Answer.LOGIN, Answer.UNKNOWN)}
DECIDED["own with nothing"] = DECIDED["own with other's"]
# The kind of which the other is the twin.
TWINS = {"missing": "other's", "own with nothing": "own with other's"}
# What is answered of others' things exactly as of missing ones.
ALIKE = (Answer.LOGIN, Answer.CODE, Answer.FORBIDDEN, Answer.MISSING, Answer.NOTHING)
PLAIN = {
    401: Answer.UNKNOWN,
    403: Answer.FORBIDDEN,
    404: Answer.MISSING,
    405: Answer.NOT_TAKEN,
    503: Answer.ELSEWHERE,
}


def methods(route: Route, target: Target, somebody: Somebody) -> Iterator[str]:
    """Those that the view takes, and on own things HEAD; a few ask for OPTIONS too, and by one it does not take."""
    yield from route.methods
    if target.kind != "own":
        return
    yield "HEAD"
    if somebody.name not in TRYING:
        return
    yield "OPTIONS"
    yield next(each for each in ("PUT", "DELETE", "PATCH", "POST") if each not in route.methods)


def ask(
    somebody: Somebody, route: Route, method: str, address: str, *, has_text: bool = True
) -> tuple[HttpResponse, int]:
    """The answer, and the last row of the log; all of it is taken back, and nothing is kept for the next."""
    client = somebody.client()
    client.raise_request_exception = False
    caches["default"].clear()
    caches["pages"].clear()
    with taken_back(), nullcontext() if has_text else without_text():
        answer: HttpResponse = read(getattr(client, method.lower())(address, **sent(route, method)))
        written = AuditEntry.objects.order_by("-pk").values_list("pk", flat=True)[0]
    return answer, written


def kind_of(answer: HttpResponse, route: Route) -> Answer | int:
    """What kind of answer it is; the number for one that nobody may ever get."""
    location = answer.headers.get("Location", "").partition("?")[0]
    if location == reverse(settings.LOGIN_URL) and route.name not in TO_LOGIN:
        return Answer.LOGIN
    if location == reverse("enter_code"):
        return Answer.CODE
    if answer.status_code == 422 and route.name in (SECRETS.keys() | TOO_EARLY):
        return Answer.REFUSED
    taken = answer.status_code < 400 or answer.status_code in (409, 422)
    return PLAIN.get(answer.status_code, Answer.OPEN if taken else answer.status_code)


def told(answer: HttpResponse) -> tuple[int, str, list[str]]:
    """An answer without what differs for a good reason: the token of a form."""
    body = TOKEN.sub(r"\1", answer.content.decode(errors="replace"))
    headers = sorted(f"{name}: {value}" for name, value in answer.headers.items() if name != "Content-Length")
    return answer.status_code, body, headers


def is_told_apart(answer: HttpResponse, somebody: Somebody, route: Route, method: str, target: Target) -> bool:
    """Whether the answers of an address and its twin differ in more than the words that the addresses differ in."""
    twin, _last = ask(somebody, route, method, target.twin)
    status, body, headers = told(twin)
    for ours, theirs in zip(target.address.split("/"), target.twin.split("/"), strict=True):
        if ours != theirs:
            body = body.replace(theirs, ours)
            headers = [each.replace(theirs, ours) for each in headers]
    return told(answer) != (status, body, headers)


def fits(answer: HttpResponse, wanted: Answer, route: Route, method: str, has_written: bool) -> bool:
    """Whether an answer is what was wanted; anybody who is refused has written nothing either."""
    found = kind_of(answer, route)
    if wanted is Answer.NOTHING:
        return not has_written and (found is Answer.MISSING or answer.status_code in (303, 422))
    if wanted is not Answer.OPEN:
        return found is wanted and not has_written
    if found is Answer.REFUSED and method == "POST":
        # The letter is theirs, and offers less than they have.
        return not has_written
    return found is Answer.OPEN and (method not in ("GET", "HEAD") or answer.status_code < 400)


def is_told_by_secret(route: Route, target: Target) -> bool:
    """Anybody who holds the secret of a letter is told what it is about."""
    return route.name in SECRETS and target.kind == "other's"


def is_hidden_from(somebody: Somebody, route: Route, target: Target) -> bool:
    """Whether a thing must look like one that is not there: but not to who holds its secret or a role there."""
    return not is_told_by_secret(route, target) and not (target.container == HIDDEN and HIDDEN in somebody.roles)


def routes_of(somebody: Somebody) -> list[Route]:
    """A program's token counts at the API only; to a page it is nobody's."""
    return [route for route in ROUTES if route.is_api or not somebody.is_program]


def cases_of(stage: Stage, somebody: Somebody, route: Route) -> Iterator[tuple[Case, Target, str]]:
    for target in targets(route, stage, somebody):
        for method in methods(route, target, somebody):
            yield (somebody.name, route.pattern, method, target.address), target, method


def is_asked_elsewhere(rule: Rule, rules: Collection[Rule]) -> bool:
    """Whether another rule of the same address asks for the same decision."""
    pattern, method, kind, lacks, wanted = rule
    if method in ("HEAD", "OPTIONS") or wanted is Answer.NOT_TAKEN or wanted in DECIDED.get(kind, ()):
        return True
    if wanted is Answer.MISSING and method not in READING and not lacks and pattern in OF_ONE_RIGHT:
        return (pattern, "GET", kind, lacks, wanted) in rules
    return wanted in ALIKE and (pattern, method, TWINS.get(kind), lacks, wanted) in rules


@pytest.fixture(scope="module")
def asked_once(stage: Stage) -> set[Case]:
    """The cases of a short run."""
    rules: dict[Rule, list[Case]] = defaultdict(list)
    for somebody in stage.people.values():
        for route in routes_of(somebody):
            for case, target, method in cases_of(stage, somebody, route):
                wanted = expected(route, method, target, somebody)
                rules[route.pattern, method, target.kind, target.lacks, wanted].append(case)
    few = {route.pattern for route in ROUTES[::ONE_IN]}
    asked = [cases for rule, cases in rules.items() if rule[0] in few or not is_asked_elsewhere(rule, rules)]
    return {cases[at % len(cases)] for at, cases in enumerate(asked)}


def deviations(stage: Stage, somebody: Somebody, route: Route, asked_once: set[Case]) -> Iterator[str | None]:
    """One for each case: None, or what was answered instead of what."""
    asked = [each for each in cases_of(stage, somebody, route) if FULL or each[0] in asked_once]
    for _case, target, method in asked:
        wanted = expected(route, method, target, somebody)
        is_taken = wanted is Answer.OPEN and (method == "POST" or HIDDEN in somebody.roles)
        has_text = FULL or not (is_taken or method == "HEAD")
        answer, last = ask(somebody, route, method, target.address, has_text=has_text)
        case = f"{somebody.name}: {method} {target.address} ({target.kind}, {route.name})"
        if is_told_of_others(answer, somebody) and not is_told_by_secret(route, target):
            yield f"{case}: is told of another club's evening"
        elif not fits(answer, wanted, route, method, last > stage.written):
            found = kind_of(answer, route)
            shown = found.value if isinstance(found, Answer) else found
            wrote = ", wrote" if last > stage.written else ""
            yield f"{case}: {shown} ({answer.status_code}{wrote}), not {wanted.value}"
        elif target.twin and method in route.methods and wanted in ALIKE and is_hidden_from(somebody, route, target):
            # Once more where they differ: a clock may have gone on between the two.
            differs = is_told_apart(answer, somebody, route, method, target) and is_told_apart(
                ask(somebody, route, method, target.address)[0], somebody, route, method, target
            )
            yield f"{case}: told apart from {target.twin}" if differs else None
        else:
            yield None


@pytest.mark.parametrize("name", PEOPLE)
def test_everybody_is_answered_as_the_table_says(
    name: str, stage: Stage, asked_once: set[Case], record_property: Any
) -> None:
    somebody = stage.people[name]
    cases = [case for route in routes_of(somebody) for case in deviations(stage, somebody, route, asked_once)]
    wrong = [case for case in cases if case]
    record_property("permission matrix", (len(cases), len(wrong)))
    assert not wrong, f"{len(wrong)} of {len(cases)} deviate:\n" + "\n".join(wrong)


@pytest.mark.parametrize("scope", SCOPES)
def test_no_scope_opens_what_an_account_has_of_its_own(scope: str, stage: Stage) -> None:
    """A short run looks where an account's things are told at all."""
    program = stage.people[f"superuser's {scope} token"]
    token = ApiToken.objects.get(pk=program.things["own_token"])
    browser = UserSession.objects.get(pk=program.things["session"])
    passkey = Authenticator.objects.get(pk=program.things["passkey"]).wrap()
    personal = [token.prefix, browser.ip, f'"{passkey}"']
    told = [
        (route.pattern, word)
        for route in ROUTES
        if route.is_api and route.door.reads and (FULL or route.door.reads in OF_ACCOUNTS)
        for target in targets(route, stage, program)[:1]
        for body in [ask(program, route, "GET", target.address)[0].getvalue().decode(errors="replace")]
        for word in personal
        if word in body
    ]
    assert told == []


def test_everybody_on_the_stage_is_tried(stage: Stage) -> None:
    assert set(PEOPLE) == set(stage.people)


def test_the_description_of_the_api_names_every_address_and_method_that_it_has() -> None:
    served = {(route.path, method.lower()) for route in ROUTES if route.is_api for method in route.methods}
    told = {(path, method) for path, methods in described().items() for method in methods}
    assert (served - told, told - served) == (set(), set())
