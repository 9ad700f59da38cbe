"""Table codes: typed, opened, refused, throttled."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.models import Table
from tournaments.services import codes

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_tries_yet():
    cache.clear()


@pytest.fixture
def table() -> Table:
    return make.tables_of(make.called(entries=4))[0]


def address(table: Table, line: int = 0) -> str:
    return reverse("open_code", args=[table.tournament.slug, codes.code_of(table, line)])


def test_a_typed_code_leads_to_the_page_that_says_whose_it_is(table):
    client = make.client_of()

    answer = client.post(reverse("enter_code"), {"code": codes.code_of(table, 1).lower().replace("-", " ")})

    assert (answer.status_code, answer["Location"]) == (303, address(table, 1))


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
    assert client.session["table_passes"] == [[table.pk, 1, 0]]
    assert client.session.session_key != before


def test_a_wrong_code_is_refused_in_one_sentence_with_what_was_typed(table):
    answer = make.client_of().post(reverse("enter_code"), {"code": "1A-000000"})

    assert answer.status_code == 422
    assert "1A-000000" in answer.content.decode()


@pytest.mark.parametrize("make_worthless", ["renewed", "finished", "another_event"])
def test_a_code_that_is_worth_nothing_any_more_opens_nothing(table, make_worthless):
    link = address(table)
    if make_worthless == "renewed":
        codes.renew_codes(actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, table_id=table.pk)
    elif make_worthless == "finished":
        make.play(table)
    else:
        link = link.replace(table.tournament.slug, make.event().slug)
    client = make.client_of()

    assert client.post(link).status_code == 422
    assert "table_passes" not in client.session


def test_the_twenty_first_wrong_code_has_to_wait_and_so_has_a_right_one(table):
    client = make.client_of()
    for _try in range(20):
        assert client.post(reverse("enter_code"), {"code": "1A-000000"}).status_code == 422

    assert client.post(reverse("enter_code"), {"code": "1A-000000"}).status_code == 429
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
