"""Table codes: typed, opened, refused, throttled, and open on one phone only."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.races import together
from tournaments.frame.access import AFTERWARDS
from tournaments.models import AuditEntry, Table, TableLine
from tournaments.tables.writes import codes

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make.tables_of(make.called(entries=4))[0]


def address(table: Table, line: int = 0) -> str:
    return reverse("open_code", args=[table.tournament.slug, codes.code_of(table, line)])


def link(table: Table, line: int = 0) -> str:
    return reverse("open_code", args=[table.tournament.slug, codes.link_code_of(table, line)])


def sheet(client: Client, table: Table):
    return client.get(reverse("table_sheet", args=[table.tournament.slug, table.number]))


def test_a_typed_code_leads_to_the_page_that_says_whose_it_is(table):
    client = make.client_of()

    answer = client.post(reverse("enter_code"), {"code": codes.code_of(table, 1).lower().replace("-", " ")})

    assert (answer.status_code, answer["Location"]) == (303, link(table, 1))


def test_the_code_page_names_the_line_the_table_and_the_opponent(table):
    body = make.client_of().get(address(table)).content.decode()
    own, other = table.lines.select_related("entry").order_by("index")

    assert str(own.entry) in body
    assert str(other.entry) in body


def test_looking_at_a_code_opens_nothing(table):
    client = make.client_of()

    client.get(address(table))

    assert "table_passes" not in client.session


def test_opening_a_code_gives_a_new_session_that_holds_the_pass(table):
    client = make.client_of()
    client.get(reverse("login"))
    session = client.session
    session["kept"] = 1
    session.save()
    before = client.session.session_key

    answer = client.post(address(table, 1))

    assert answer["Location"] == reverse("table_sheet", args=[table.tournament.slug, table.number])
    login = TableLine.objects.get(table=table, index=1).code_login
    assert len(login) == 32
    assert client.session["table_passes"] == [[table.pk, 1, 0, login]]
    assert client.session.session_key != before


def test_a_wrong_code_is_refused_in_one_sentence_with_what_was_typed(table):
    answer = make.client_of().post(reverse("enter_code"), {"code": "1A-000000"})

    assert answer.status_code == 422
    assert "1A-000000" in answer.content.decode()


@pytest.mark.parametrize("make_worthless", ["renewed", "finished", "another_event"])
def test_a_code_that_is_worth_nothing_any_more_opens_nothing(table, make_worthless):
    way = address(table)
    if make_worthless == "renewed":
        codes.renew_codes(actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, table_id=table.pk)
    elif make_worthless == "finished":
        make.play(table)
    else:
        way = way.replace(table.tournament.slug, make.event().slug)
    client = make.client_of()

    assert client.post(way).status_code == 422
    assert "table_passes" not in client.session


def test_the_twenty_first_wrong_code_has_to_wait_and_so_has_a_right_one(table):
    client = make.client_of()
    for _try in range(20):
        assert client.post(reverse("enter_code"), {"code": "1A-000000"}).status_code == 422

    refused = client.post(reverse("enter_code"), {"code": "1A-000000"})
    assert refused.status_code == 429
    assert 600 <= int(refused["Retry-After"]) <= 900
    assert client.post(address(table)).status_code == 429
    assert client.post(reverse("enter_code"), {"code": codes.code_of(table, 0)}).status_code == 429


def test_another_address_is_not_held_back(table):
    for _try in range(21):
        make.client_of().post(reverse("enter_code"), {"code": "1A-000000"})

    answer = make.client_of().post(address(table), REMOTE_ADDR="192.0.2.7")

    assert answer.status_code == 303


def test_right_codes_are_not_counted(table):
    client = make.client_of()
    for _try in range(25):
        client.get(address(table))

    assert client.get(address(table)).status_code == 200


def test_a_scorer_who_plays_elsewhere_opens_the_own_table_by_its_code(table):
    scorer = make.with_role(table.tournament, "scorer", tables=[2])
    client, sheet = make.client_of(scorer), reverse("table_sheet", args=[table.tournament.slug, table.number])
    before = client.get(sheet).status_code

    client.post(address(table))

    assert (before, client.get(sheet).status_code) == (403, 200)
    assert client.get(reverse("table_correct", args=[table.tournament.slug, table.number])).status_code == 404


def test_the_qr_code_still_opens_the_table_while_typed_codes_have_to_wait(table):
    client = make.client_of()
    for _try in range(21):
        client.post(reverse("enter_code"), {"code": "1A-000000"})

    assert client.get(link(table)).status_code == 200
    assert client.post(link(table)).status_code == 303
    assert sheet(client, table).status_code == 200


def test_the_last_phone_enters_and_the_one_before_is_told_so(table):
    first, second = make.client_of(), make.client_of()
    first.post(link(table))
    before = make.fresh(table.tournament).version

    second.post(link(table))

    assert sheet(second, table).status_code == 200
    told = sheet(first, table)
    assert told.status_code == 403
    assert "Aperta su un altro telefono" in told.content.decode()
    assert first.post(reverse("table_call_referee", args=[table.tournament.slug, table.number])).status_code == 403
    assert make.fresh(table.tournament).version == before + 1


def test_the_other_line_of_the_table_keeps_its_phone(table):
    ours, theirs = make.client_of(), make.client_of()
    ours.post(link(table, 0))

    theirs.post(link(table, 1))

    assert (sheet(ours, table).status_code, sheet(theirs, table).status_code) == (200, 200)


def test_the_page_says_that_another_phone_has_the_code_and_that_a_pair_shares_one(table):
    make.client_of().post(link(table))

    body = make.client_of().get(link(table)).content.decode()

    assert "aperto su un altro telefono" in body
    assert "Una coppia usa un telefono solo" in body


def test_a_code_shows_its_sheet_for_two_hours_after_the_result_and_no_longer(table):
    client = make.client_of()
    client.post(link(table))
    make.play(table)
    assert sheet(client, table).status_code == 200

    Table.objects.filter(pk=table.pk).update(finished_at=timezone.now() - AFTERWARDS - timedelta(seconds=1))

    told = sheet(client, table)
    assert told.status_code == 403
    assert "finita" in told.content.decode()


def test_all_codes_of_a_round_are_renewed_at_once_and_old_phones_are_told(table):
    boss = make.boss_of(table.tournament)
    client = make.client_of()
    client.post(link(table))

    answer = make.client_of(boss).post(
        reverse("organise_round_step", args=[table.tournament.slug, 1]), {"step": "renew"}
    )

    assert answer["Location"] == reverse("organise_print", args=[table.tournament.slug, 1])
    assert "cartellino nuovo" in sheet(client, table).content.decode()
    assert AuditEntry.objects.get(verb="codes_renewed").after == {"tables": 2}


def test_a_stranger_learns_nothing_from_a_pass_for_another_table(table):
    other = make.tables_of(table.tournament)[1]
    client = make.client_of()
    client.post(link(table))

    assert sheet(client, other).status_code == sheet(make.client_of(make.user()), other).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_of_six_phones_that_open_a_code_at_the_same_moment_one_has_it():
    table = make.tables_of(make.called(entries=4))[0]
    code = codes.link_code_of(table, 0)

    found = together(*[lambda: codes.open_code(code)[1].login] * 6)

    assert found.count(TableLine.objects.get(table=table, index=0).code_login) == 1
    assert len(set(found)) == 6


# The number on the table


def with_other_number() -> Table:
    """A table of six pairs whose number in the hall is not the one of the plan."""
    tables = make.tables_of(make.called(entries=6))
    return next(one for one in tables if one.hall_number and one.hall_number != one.number)


def test_a_code_bears_the_number_that_stands_on_the_table():
    table = with_other_number()
    boss = make.client_of(make.boss_of(table.tournament))

    slips = boss.get(reverse("organise_print", args=[table.tournament.slug])).content.decode()
    opened = make.client_of().post(reverse("enter_code"), {"code": codes.code_of(table, 0)})

    assert codes.code_of(table, 0).startswith(f"{table.hall_number}A-")
    assert codes.code_of(table, 0) in slips
    assert opened["Location"] == link(table)


def test_a_code_that_was_printed_with_the_number_of_the_plan_still_opens():
    table = with_other_number()
    letters = codes.code_of(table, 1).partition("-")[2]
    long_letters = codes.link_code_of(table, 1).partition("-")[2]

    typed = make.client_of().post(reverse("enter_code"), {"code": f"{table.number}B-{letters}"})
    scanned = make.client_of().get(
        reverse("open_code", args=[table.tournament.slug, f"{table.number}B-{long_letters}"])
    )

    assert typed["Location"] == link(table, 1)
    assert scanned.status_code == 200


def test_what_is_refused_names_the_number_that_stands_on_the_table():
    table = with_other_number()
    boss = make.client_of(make.boss_of(table.tournament))

    answer = boss.post(reverse("table_undo", args=[table.tournament.slug, table.number]), {"seen": table.version})

    assert f"tavolo {table.hall_number} " in answer.content.decode().lower().partition('id="conflict"')[2]
