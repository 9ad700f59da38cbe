"""The code of a line over the API: opened, throttled, worthless once renewed, and open on one phone only."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tests.tournaments.api.table_sheets import WON, at, whole
from tournaments.models import AuditEntry, Table
from tournaments.tables.writes import codes

pytestmark = pytest.mark.django_db

WRONG = "1A-000000"


@pytest.fixture
def table() -> Table:
    return make.tables_of(make.called(entries=4))[0]


class Phone:
    """A phone without any page: its cookies, and the token that the opened code gave it."""

    def __init__(self, address: str = "127.0.0.1") -> None:
        self.client, self.token, self.address = Client(enforce_csrf_checks=True), "", address

    def open(self, code: str, **more: Any) -> Any:
        answer = self.post("codes/open/", {"code": code, **more})
        if answer.status_code == 200:
            self.token = answer.json()["csrf_token"]
        return answer

    def post(self, path: str, body: Any) -> Any:
        headers = {"accept-language": "en", **({"X-CSRFToken": self.token} if self.token else {})}
        kind = "application/json"
        return self.client.post(f"/api/v1/{path}", body, kind, headers=headers, REMOTE_ADDR=self.address)

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/v1/{path}", headers={"accept-language": "en"})


def test_a_phone_reads_its_sheet_enters_and_is_agreed_with_by_the_api_alone(table: Table) -> None:
    ours, theirs = Phone(), Phone()
    opened = ours.open(codes.code_of(table, 0).lower().replace("-", " ")).json()
    entry = table.lines.select_related("entry").get(index=0).entry
    assert entry is not None
    said = {"event": table.tournament.slug, "table": table.number, "line": 0}
    assert opened == said | {
        "entry": entry.pk,
        "number": entry.number,
        "name": entry.label,
        "csrf_token": opened["csrf_token"],
    }
    assert theirs.open(codes.link_code_of(table, 1), event=table.tournament.slug).json()["line"] == 1
    state = ours.get(at(table)).json()
    assert state["you"] == {"role": "", "line": 0}
    sent = ours.post(at(table, "score"), whole(*WON, seen=state["version"])).json()
    assert sent["status"] == "to_confirm"
    assert theirs.post(at(table, "confirm"), {"seen": sent["version"]}).json()["status"] == "done"


def test_a_phone_does_not_agree_and_the_referee_is_called(table: Table) -> None:
    ours, theirs = Phone(), Phone()
    ours.open(codes.link_code_of(table, 0))
    theirs.open(codes.link_code_of(table, 1))
    sent = ours.post(at(table, "score"), whole(*WON, seen=table.version)).json()
    disputed = theirs.post(at(table, "dispute"), {"seen": sent["version"], "reason": "Era 3 a 2"})
    assert (disputed.status_code, disputed.json()["status"]) == (200, "disputed")


def test_what_the_phone_writes_needs_the_token_of_the_answer(table: Table) -> None:
    phone = Phone()
    phone.open(codes.link_code_of(table, 0))
    phone.token = ""
    assert phone.post(at(table, "call-referee"), {}).json()["code"] == "csrf_failed"
    assert phone.open(codes.link_code_of(table, 0)).json()["code"] == "csrf_failed"


@pytest.mark.parametrize("method", ["get", "head"])
def test_who_only_looks_opens_nothing(table: Table, method: str) -> None:
    phone = Phone()
    answer = getattr(phone.client, method)("/api/v1/codes/open/", {"code": codes.link_code_of(table, 0)})
    assert answer.status_code == 405
    assert not AuditEntry.objects.filter(verb="code_opened").exists()


def test_a_wrong_code_is_refused_with_its_field_and_what_was_sent(table: Table) -> None:
    refused = Phone().open(WRONG)
    (error,) = refused.json()["errors"]
    assert (refused.status_code, refused.json()["code"]) == (422, "code_unknown")
    assert (error["field"], error["value"]) == ("code", WRONG)


def test_after_twenty_wrong_codes_one_has_to_wait_but_a_link_still_opens(table: Table) -> None:
    asked = [Phone().open(WRONG).status_code for _try in range(20)]
    held = Phone().open(codes.code_of(table, 0))
    assert asked == [422] * 20
    assert (held.status_code, held.json()["code"]) == (429, "too_many_tries")
    assert 600 <= int(held["Retry-After"]) <= 900
    assert Phone().open(codes.link_code_of(table, 0)).status_code == 200
    assert Phone("192.0.2.7").open(codes.code_of(table, 0)).status_code == 200


def test_tries_on_the_page_and_over_the_api_are_counted_as_one(table: Table) -> None:
    for _try in range(20):
        make.client_of().post("/codice/", {"code": WRONG})
    assert Phone().open(WRONG).status_code == 429


def test_right_codes_are_not_counted(table: Table) -> None:
    for _try in range(22):
        answer = Phone().open(codes.code_of(table, 0))
    assert answer.status_code == 200


def test_an_old_code_opens_nothing_once_it_was_renewed_and_its_phone_is_out(table: Table) -> None:
    old, phone = codes.link_code_of(table, 0), Phone()
    phone.open(old)
    boss = make.boss_of(table.tournament)
    renewed = codes.renew_codes(actor=boss, tournament_id=table.tournament_id, table_id=table.pk)
    assert Phone().open(old).json()["code"] == "code_unknown"
    assert phone.post(at(table, "call-referee"), {}).status_code == 401
    assert Phone().open(codes.link_code_of(renewed, 0)).status_code == 200


def test_the_second_phone_ends_the_first(table: Table) -> None:
    first, second = Phone(), Phone()
    first.open(codes.link_code_of(table, 0))
    assert first.post(at(table, "call-referee"), {}).status_code == 200
    second.open(codes.link_code_of(table, 0))
    assert first.get(at(table)).status_code == 401
    assert first.post(at(table, "call-referee"), {}).status_code == 401
    assert second.get(at(table)).json()["you"] == {"role": "", "line": 0}


def test_of_another_event_nobody_learns_more_than_of_none(table: Table) -> None:
    hidden, other = make.event(), make.tables_of(make.called(entries=4))[0]
    code = codes.link_code_of(table, 0)
    slugs = [hidden.slug, other.tournament.slug, "there-is-none"]
    told = [Phone().open(code, event=slug) for slug in slugs]
    assert [answer.status_code for answer in told] == [422] * 3
    assert len({answer.content for answer in told}) == 1
    phone = Phone()
    phone.open(codes.link_code_of(other, 0))
    assert phone.get(at(table)).status_code == 401


def test_a_token_is_no_phone(table: Table) -> None:
    program = Asker(key_of(make.user()))
    assert program.post("codes/open/", {"code": codes.link_code_of(table, 0)}).status_code == 403
    assert not AuditEntry.objects.filter(verb="code_opened").exists()


def test_the_phone_gets_a_session_of_a_new_name(table: Table) -> None:
    phone = Phone()
    phone.open(codes.link_code_of(table, 0))
    before = phone.client.session.session_key
    phone.open(codes.link_code_of(table, 1))
    assert phone.client.session.session_key != before
    assert [entry[1] for entry in phone.client.session["table_passes"]] == [1]
