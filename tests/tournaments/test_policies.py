"""Who may do what: the table of roles and rights, whole; everything that is not in it is refused."""

import pytest

from tournaments.frame.policies import SCOPES, Actor, Right, Role, limits_of, may
from tournaments.models import Table, Tournament

RUNNING = Tournament(status=Tournament.Status.RUNNING)
DRAFT = Tournament(status=Tournament.Status.DRAFT)
TABLE = Table(tournament=RUNNING, number=37, hall_number=5)

CAST = {
    "stranger": Actor(),
    "line": Actor(line=0),
    "scorer here": Actor(role=Role.SCORER, hall_tables=(4, 5)),
    "scorer elsewhere": Actor(role=Role.SCORER, hall_tables=(1,)),
    "referee": Actor(role=Role.REFEREE),
    "organiser": Actor(role=Role.ORGANISER),
}
AT_TABLE = {Right.ENTER_SCORE, Right.CALL_REFEREE}
OPEN_TO_ALL = {Right.SEE, Right.SIGN_UP}
AT_WORK = OPEN_TO_ALL | {Right.SEE_DESK}
ALLOWED = {
    "stranger": OPEN_TO_ALL,
    "line": OPEN_TO_ALL | AT_TABLE | {Right.PLAY},
    "scorer here": {Right.RUN_TABLE} | AT_WORK | AT_TABLE,
    "scorer elsewhere": AT_WORK,
    "referee": {Right.RUN_TABLE, Right.DIRECT} | AT_WORK | AT_TABLE,
    "organiser": {Right.RUN_TABLE, Right.DIRECT, Right.ORGANISE} | AT_WORK | AT_TABLE,
}


@pytest.mark.parametrize("right", Right)
@pytest.mark.parametrize("who", CAST)
def test_rights_at_a_table_of_a_public_event(who: str, right: Right) -> None:
    assert may(CAST[who], right, RUNNING, TABLE) is (right in ALLOWED[who])


@pytest.mark.parametrize("right", Right)
@pytest.mark.parametrize("who", CAST)
def test_rights_away_from_any_table(who: str, right: Right) -> None:
    everywhere = {"referee", "organiser"}
    expected = right in ALLOWED[who] and (who in everywhere or right in AT_WORK)
    assert may(CAST[who], right, RUNNING) is expected


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("role", [Role.ORGANISER, Role.REFEREE])
def test_a_program_may_what_its_role_and_its_token_both_allow(role: Role, scope: str) -> None:
    limits = limits_of([scope])
    allowed = {right for right in Right if may(Actor(role=role, limits=limits), right, RUNNING, TABLE)}
    assert allowed == ALLOWED[role.value] & limits


@pytest.mark.parametrize("who", CAST)
def test_an_event_in_preparation_is_seen_by_its_officials_only(who: str) -> None:
    assert may(CAST[who], Right.SEE, DRAFT) is (who not in ("stranger", "line"))
