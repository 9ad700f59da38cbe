"""A form that makes something makes one, however often it is sent; every form of the site is looked at."""

import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.doors.addresses import routes
from tournaments.clubs.writes import clubs
from tournaments.frame.policies import Actor
from tournaments.models import ApiAnswer, Circuit, Club, Entry, Table, Tournament, User
from tournaments.seasons import writes as circuits
from tournaments.timing.writes import clocks

Values = Mapping[str, Any]
DAY = {"day": "2026-12-20", "hour": "20:30"}
PERSON = {"family_name": "Vana", "given_name": "Gina", "family1": "Vana", "given1": "Gina"}
EXTRA = {"step": "extend", "extra-minutes": "5", "extra-reason": "Luce"}
INVITED = {"email": "ada@example.org", "role": "referee"}
TOKEN = {"name": "Tabellone", "scopes": ["read"], "days": "30"}
HOOK = {"url": "https://93.184.215.14/hook"}

# What makes something new with every new wish, and what is written in it.
MAKING: Mapping[str, Values] = {
    "event_create": {"preset": "scopa:valliadi_2022", "name": "Gara", **DAY},
    "organise_copy": {"name": "Gara", **DAY},
    "organise_preset": {"name": "Coppie"},
    "circuit_create": {"name": "Stagione"},
    "club_found": {"name": "Traves"},
    "club_people": PERSON,
    "club_admins": INVITED,
    "circuit_owners": INVITED,
    "organise_roles": INVITED,
    "organise_webhooks": HOOK,
    "club_webhooks": HOOK,
    "my_tokens": TOKEN,
    "club_tokens": TOKEN,
    "organise_entries": PERSON,
    "sign_up": PERSON,
    "round_clock": EXTRA,
    "table_clock": EXTRA,
    "practice": {"level": "2", "seats": "two", "target": "11", "cards": "covered"},
}
# What has a key of its own that its service keeps with what it makes (test_sheet, test_penalties, test_jobs ...).
KEYED = {
    "table_sheet",
    "table_total",
    "results_row",
    "table_time",
    "table_correct",
    "table_forfeit",
    "penalty_new",
    "organise_job_start",
    "organise_import",
    "event_import",
    "live_command",
    "live_referee",
}
# What moves something on that is there: a second time it finds that done, and changes nothing or says so.
STEPS = {
    "set_language", "text_size", "decks", "login", "account_request_login_code", "account_confirm_login_code",
    "mfa_login_webauthn", "logout", "register", "account_confirm_email", "password_change", "password_reset",
    "account_reset_password_from_key", "account_reauthenticate", "mfa_reauthenticate_webauthn", "account_code_again",
    "change_email", "passkey_add", "passkey_rename", "passkey_remove", "session_end", "sessions_end_others",
    "account_close", "invitation", "enter_code", "open_code", "enter_pin", "open_pass", "hand_over", "organise_stick",
    "places", "place_empty",
    "round_clock_stop", "table_clock_stop", "table_line_clocks", "table_preview", "table_confirm", "table_dispute",
    "table_call_referee", "table_undo", "table_missing", "table_arrived", "penalty_apply", "penalty_dismiss",
    "orders", "order_take_back",
    "penalty_cancel", "organise_webhooks_one", "organise_webhooks_step", "club_webhooks_one", "club_webhooks_step",
    "my_tokens_revoke", "club_tokens_revoke", "club_manage", "club_admin_remove", "club_invitation_revoke",
    "club_person", "club_preset", "club_person_anonymise", "club_merge", "club_merge_undo", "circuit_manage",
    "circuit_edit", "circuit_season", "circuit_event_remove", "circuit_owner_remove", "circuit_invitation_revoke",
    "organise_circuit_leave",
    "organise_step", "organise_settings", "organise_rules", "organise_pair", "organise_entry", "organise_tick",
    "organise_qualified",
    "organise_arrivals", "organise_receipt", "event_follow", "push_moved",
    "organise_decide", "organise_seeds", "results_typing",
    "organise_headcount", "organise_draw", "organise_draw_announce", "organise_draw_discard",
    "organise_draw_withdraw", "organise_pairing", "organise_unpair", "organise_hand", "organise_pair_others",
    "organise_apart", "organise_let_meet",
    "organise_as_seated", "organise_skip", "organise_end_skip", "organise_fix_table",
    "organise_unfix_table",
    "organise_round_step", "organise_table_step", "organise_passes_issue",
    "organise_passes_revoke", "organise_pass_renew", "organise_pass_revoke", "organise_job_again",
    "organise_list_cancel", "organise_role_revoke", "organise_invitation_revoke", "organise_closing", "organise_reopen",
}  # fmt: skip


def test_of_every_form_it_is_known_whether_it_makes_something() -> None:
    written = {route.name for route in routes() if not route.is_api and "POST" in route.methods}
    assert written == MAKING.keys() | KEYED | STEPS
    assert not MAKING.keys() & KEYED | MAKING.keys() & STEPS | KEYED & STEPS


@pytest.fixture
def rosa() -> User:
    return make.user("rosa@example.org", name="Rosa Teppa")


@pytest.fixture
def where(rosa: User) -> Callable[[str], str]:
    """The address of a form, at which ``rosa`` may do what it does."""
    actor = make.organiser(rosa)
    club: Club = clubs.found_club(actor=Actor(user=rosa, label="Rosa"), name="Mezzenile")
    circuit: Circuit = circuits.create_circuit(actor=Actor(user=rosa, label="Rosa"), name="Inverno")
    taking = make.knockout(actor, entries=4, public_sign_up=True)
    played = make.called(make.drawn(make.knockout(actor, entries=4)))
    clocks.start_clock(actor=actor, tournament_id=played.pk, number=1)
    table: Table = make.tables_of(played)[0]
    clocks.start_table_clock(actor=actor, tournament_id=played.pk, table_id=table.pk)
    parts: Mapping[str, list[Any]] = {
        "round_clock": [played.slug, 1],
        "table_clock": [played.slug, table.number],
        **{key: [club.pk] for key in ("club_people", "club_admins", "club_webhooks", "club_tokens")},
        "circuit_owners": [circuit.slug],
        **{key: [taking.slug] for key in ("organise_copy", "organise_preset")},
        **{key: [taking.slug] for key in ("organise_roles", "organise_webhooks", "organise_entries", "sign_up")},
    }
    return lambda name: reverse(name, args=parts.get(name, []))


def key_in(page: str, said: Values) -> str:
    """The key of the form that has the fields of ``said``."""
    fields = set(said) - {"step"}
    for form in re.findall(r"<form[^>]*method=\"post\".*?</form>", page, re.S):
        names = set(re.findall(r'name="([\w-]+)"', form))
        if fields & names and ("step" not in said or said["step"] in form) and "key" in names:
            found = re.search(r'name="key" value="([^"]{16,})"', form)
            assert found is not None
            return found[1]
    raise AssertionError("there is no form with a key")


def world() -> dict[str, Any]:
    """Every row of every table, but for what counts tries and keeps sessions."""
    beside = {"sessions.session", "tournaments.tries", "tournaments.apianswer"}
    return {
        model._meta.label_lower: list(model._default_manager.order_by("pk").values())
        for model in apps.get_models()
        if model._meta.label_lower not in beside and not model._meta.proxy
    }


@pytest.mark.django_db
@pytest.mark.parametrize("name", MAKING)
def test_a_form_that_is_sent_twice_makes_one(name: str, where: Callable[[str], str], rosa: User) -> None:
    client, address = make.client_of(rosa), where(name)
    before = world()
    sent = {**MAKING[name], "key": key_in(client.get(address).content.decode(), MAKING[name])}
    first = client.post(address, sent)
    assert first.status_code in (200, 303), first.content.decode()
    after = world()
    assert after != before
    again = client.post(address, sent)
    assert again.status_code == 303
    assert again["Location"] == first.get("Location", address)
    assert world() == after


@pytest.mark.django_db
def test_another_wish_is_another_thing(rosa: User) -> None:
    client, address = make.client_of(rosa), reverse("event_create")
    sent = {**MAKING["event_create"], "key": key_in(client.get(address).content.decode(), {"name": ""})}
    for wish in (sent, sent, {**sent, "name": "Altra gara"}, {**sent, "key": "another-key-of-a-form"}):
        assert client.post(address, wish).status_code == 303
    assert list(Tournament.objects.order_by("pk").values_list("slug", flat=True)) == ["gara", "altra-gara", "gara-2026"]


@pytest.mark.django_db
def test_what_is_refused_keeps_no_key(rosa: User) -> None:
    client, address = make.client_of(rosa), reverse("club_found")
    clubs.found_club(actor=Actor(user=rosa, label="Rosa"), name="Traves")
    sent = {"name": "Traves", "key": "a-key-of-this-form"}
    assert client.post(address, sent).status_code == 422
    assert not ApiAnswer.objects.exists()
    Club.objects.update(name="Mezzenile")
    assert client.post(address, sent).status_code == 303


@pytest.mark.django_db
def test_a_key_of_somebody_else_says_nothing(rosa: User) -> None:
    sent = {**MAKING["event_create"], "key": "a-key-of-this-form"}
    assert make.client_of(rosa).post(reverse("event_create"), sent).status_code == 303
    assert make.client_of(make.user()).post(reverse("event_create"), sent)["Location"].endswith("gara-2026/")


@pytest.mark.django_db
def test_a_desk_that_is_sent_twice_by_a_script_is_shown_twice(rosa: User, where: Callable[[str], str]) -> None:
    client, address = make.client_of(rosa), where("organise_entries")
    sent = {**PERSON, "key": "a-key-of-this-form"}
    for _time in (1, 2):
        answer = client.post(address, sent, headers={"X-Part": "1"})
        assert (answer.status_code, 'id="desk"' in answer.content.decode()) == (200, True)
    assert Entry.objects.filter(members__person__family_name="Vana").count() == 1


def at_once(number: int, send: Callable[[int], int]) -> list[int]:
    """The answers of so many who send at the same moment."""
    together = Barrier(number, timeout=60)

    def one(place: int) -> int:
        try:
            together.wait()
            return send(place)
        finally:
            connection.close()

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(one, range(number)))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["event_create", "circuit_create"])
def test_many_who_make_a_thing_of_one_name_all_get_one(name: str) -> None:
    clients = [make.client_of(make.user()) for _number in range(12)]
    sent = MAKING[name]
    answers = at_once(12, lambda place: clients[place].post(reverse(name), sent).status_code)
    assert answers == [303] * 12
    model = Tournament if name == "event_create" else Circuit
    assert len(set(model.objects.values_list("slug", flat=True))) == 12


@pytest.mark.django_db(transaction=True)
def test_many_who_found_one_club_found_one() -> None:
    clients = [make.client_of(make.user()) for _number in range(8)]
    answers = at_once(8, lambda place: clients[place].post(reverse("club_found"), {"name": "Traves"}).status_code)
    assert sorted(answers) == [303] + [422] * 7
    assert Club.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_form_that_is_sent_six_times_at_once_makes_one(rosa: User) -> None:
    first = make.client_of(rosa)
    sent = {**MAKING["event_create"], "key": "a-key-of-this-form"}

    def post(_place: int) -> int:
        client = Client()
        client.cookies.update(first.cookies)
        return client.post(reverse("event_create"), sent).status_code

    assert at_once(6, post) == [303] * 6
    assert Tournament.objects.count() == 1
