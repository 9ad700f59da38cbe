"""A phone that comes from the address before: what this computer lets it do, and what it writes down of it."""

import re
from copy import deepcopy
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.accounts.reads import hand_over
from tournaments.accounts.writes import event_passes
from tournaments.frame.writes import rate_limits
from tournaments.models import AuditEntry, Scoresheet, Table
from tournaments.tables.writes import codes

pytestmark = pytest.mark.django_db

SEAL = re.compile(r'data-outbox-seal="([^"]+)"')
KEY = re.compile(r'name="key" value="([^"]+)"')
VERSION = re.compile(r'data-outbox-version="(\d+)"')


@pytest.fixture(scope="module")
def called(stays: None) -> Table:
    return make.tables_of(make.called(entries=4))[0]


@pytest.fixture
def table(called: Table) -> Table:
    return deepcopy(called)


def page_of(client: Client, table: Table) -> str:
    return client.get(reverse("table_sheet", args=[table.tournament.slug, table.number])).content.decode()


def seal_on(client: Client, table: Table) -> str:
    """What the page of the table gives a phone to keep."""
    found = SEAL.search(page_of(client, table))
    return found[1] if found else ""


def phone_at(table: Table, line: int = 0) -> Client:
    client = Client()
    client.post(reverse("open_code", args=[table.tournament.slug, codes.link_code_of(table, line)]))
    return client


def ask(client: Client, what: str, seal: str, table: Table) -> Any:
    told = {"what": what, "seal": seal, "slug": table.tournament.slug, "number": table.number, "key": "of-the-result"}
    answer = client.post(reverse("hand_over"), told)
    assert answer.status_code == 200
    return answer.json()


def test_a_phone_goes_on_with_its_line_and_the_page_before_does_not(table: Table) -> None:
    before, now = phone_at(table), Client()
    seal = seal_on(before, table)
    assert ask(now, "send", seal, table) == {"answer": "send"}
    assert "data-preview-url" in page_of(now, table)
    assert before.get(reverse("table_sheet", args=[table.tournament.slug, table.number])).status_code == 403
    # The same browser may send its next result of this table; no other one may take the line with this seal.
    assert ask(now, "send", seal, table) == {"answer": "send"}
    assert ask(Client(), "send", seal, table) == {"answer": "code"}


def test_a_result_that_arrived_before_the_copy_counts_once(table: Table) -> None:
    before, now = phone_at(table), Client()
    html = page_of(before, table)
    key, version = KEY.search(html), VERSION.search(html)
    assert key is not None and version is not None
    form = {"game": 0, "deal": 0, "seen": version[1], "base": 0, "key": key[1], "depth": "points"}
    form |= {"points_a": 5, "points_b": 2}
    address = reverse("table_sheet", args=[table.tournament.slug, table.number])
    seal = seal_on(before, table)
    assert before.post(address, form).status_code == 303
    assert ask(now, "send", seal, table) == {"answer": "send"}
    assert now.post(address, form).status_code == 303
    assert Scoresheet.objects.filter(table=table).count() == 1


def test_before_it_is_sent_the_computer_says_who_plays_there(table: Table) -> None:
    seal = seal_on(phone_at(table), table)
    names = [str(line.entry) for line in table.lines.order_by("index")]
    stranger = Client(headers={"accept-language": "en"})
    assert ask(stranger, "look", seal, table) == {
        "table": table.public_number,
        "names": f"{names[0]} against {names[1]}",
    }
    # Only that seal opens nothing by itself.
    assert AuditEntry.objects.filter(verb="code_opened").count() == 1


def test_an_account_logs_in_and_sends_what_it_wrote_itself_and_nobody_elses(table: Table) -> None:
    event = table.tournament
    referee = make.with_role(event, "referee")
    other = make.with_role(event, "referee")
    before, now, stranger = make.client_of(referee), Client(), make.client_of(other)
    seal = seal_on(before, table)
    assert ask(now, "send", seal, table) == {"answer": "log_in"}
    now.force_login(referee)
    assert ask(now, "send", seal, table) == {"answer": "send"}
    assert ask(stranger, "send", seal, table) == {"answer": "other"}


def test_nobody_is_made_to_send_what_somebody_else_wrote(table: Table) -> None:
    seal = seal_on(phone_at(table, 1), table)
    referee, opponent = make.client_of(make.with_role(table.tournament, "referee")), phone_at(table, 0)
    assert ask(referee, "send", seal, table) == {"answer": "other"}
    assert ask(opponent, "send", seal, table) == {"answer": "other"}


def test_a_seal_is_of_one_table_of_this_installation_and_of_this_evening(
    table: Table, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    seal, other = seal_on(phone_at(table), table), make.tables_of(table.tournament)[1]
    assert ask(Client(), "send", seal, other) == {"answer": "other"}
    assert ask(Client(), "send", f"{seal[:-1]}{'A' if seal[-1] != 'A' else 'B'}", table) == {"answer": "other"}
    assert ask(Client(), "send", "", table) == {"answer": "other"}
    with monkeypatch.context() as yesterday:
        yesterday.setattr(hand_over, "HOURS", -2)
        old = seal_on(phone_at(table), table)
    assert ask(Client(), "send", old, table) == {"answer": "other"}
    settings.SECRET_KEY = "another installation, with a key of its own that is long enough"
    assert ask(Client(), "send", seal, table) == {"answer": "other"}


def test_new_codes_end_a_hand_over_and_so_does_a_later_phone(table: Table) -> None:
    seal = seal_on(phone_at(table), table)
    phone_at(table)
    assert ask(Client(), "send", seal, table) == {"answer": "code"}
    seal = seal_on(phone_at(table), table)
    boss = make.boss_of(table.tournament)
    codes.renew_codes(actor=boss, tournament_id=table.tournament_id, table_id=table.pk)
    assert ask(Client(), "send", seal, table) == {"answer": "code"}


def test_a_players_pass_goes_along_too(table: Table) -> None:
    entry = table.lines.get(index=0).entry
    assert entry is not None
    issued = event_passes.renew_pass(
        actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, entry_id=entry.pk
    )
    before, now = Client(), Client()
    before.post(reverse("open_pass", args=[table.tournament.slug, issued.secret]))
    seal = seal_on(before, table)
    assert ask(now, "send", seal, table) == {"answer": "send"}
    assert "data-preview-url" in page_of(now, table)
    assert ask(Client(), "send", seal, table) == {"answer": "code"}
    assert seal_on(before, table) == ""


def test_of_several_passes_on_one_phone_the_one_of_the_table_goes_along(table: Table) -> None:
    event, boss, before, now = table.tournament, make.boss_of(table.tournament), Client(), Client()
    other = make.tables_of(event)[1]
    for each in (table, other):
        entry = each.lines.get(index=0).entry
        assert entry is not None
        issued = event_passes.renew_pass(actor=boss, tournament_id=event.pk, entry_id=entry.pk)
        before.post(reverse("open_pass", args=[event.slug, issued.secret]))
    assert ask(now, "send", seal_on(before, table), table) == {"answer": "send"}
    assert "data-preview-url" in page_of(now, table)


def test_what_is_not_sent_stands_in_the_log(table: Table) -> None:
    seal = seal_on(phone_at(table), table)
    for _tap in range(2):
        assert ask(Client(), "leave", seal, table) == {"answer": "send"}
    row = AuditEntry.objects.get(verb="result_left_out")
    assert (row.target, row.actor_label) == (f"T{table.number}", f"{table.public_number}A")


def test_a_phone_fills_no_log(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    seal, client = seal_on(phone_at(table), table), Client()
    monkeypatch.setattr(rate_limits, "MOST_LEFT", 2)
    form = {"what": "leave", "seal": seal, "slug": table.tournament.slug, "number": table.number}
    answers = [client.post(reverse("hand_over"), {**form, "key": key}).status_code for key in "abc"]
    assert answers == [200, 200, 429]
    assert AuditEntry.objects.filter(verb="result_left_out").count() == 2


def test_a_site_with_a_name_of_its_own_hands_nothing_over(table: Table, settings: LazySettings) -> None:
    settings.MAY_MOVE = False
    assert seal_on(phone_at(table), table) == ""
    assert Client().get(reverse("hand_over")).status_code == 404


def test_the_page_for_arrivals_says_in_both_languages_what_it_is_for(db: None) -> None:
    address = reverse("hand_over")
    italian, english = (Client(headers={"accept-language": code}).get(address) for code in ("it", "en"))
    assert "Sei sul computer nuovo" in italian.content.decode()
    assert "You are on the new computer" in english.content.decode()
    assert italian["Cache-Control"].startswith("max-age=0") and "no-store" in italian["Cache-Control"]
