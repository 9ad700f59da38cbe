"""Who gets to the organiser's pages: organisers; other officials are refused, strangers find nothing."""

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.models import Membership

pytestmark = pytest.mark.django_db
# What the table of rights asks of every page (tests/tournaments/doors/test_matrix.py).
in_the_table = pytest.mark.full

PAGES = [
    ("organise", ()),
    ("organise_copy", ()),
    ("organise_preset", ()),
    ("organise_settings", ()),
    ("organise_rules", ()),
    ("organise_entries", ()),
    ("organise_arrivals", ()),
    ("organise_entry", ("entry",)),
    ("organise_import", ()),
    ("organise_import_example", ()),
    ("organise_headcount", ()),
    ("organise_stick", ()),
    ("organise_stick_line", ()),
    ("organise_seeds", ()),
    ("organise_draw", ()),
    ("organise_draw_announce", ()),
    ("organise_draw_discard", ()),
    ("organise_draw_withdraw", ()),
    ("organise_pairing", ()),
    ("organise_unpair", ()),
    ("organise_hand", (1,)),
    ("organise_pair_others", (1,)),
    ("organise_as_seated", (1,)),
    ("organise_skip", (1,)),
    ("organise_end_skip", (1,)),
    ("organise_fix_table", (1,)),
    ("organise_rounds", ()),
    ("organise_print", ()),
    ("organise_print", (1,)),
    ("organise_poster", ()),
    ("print_address", ()),
    ("organise_jobs", ()),
    ("organise_roles", ()),
    ("organise_audit", ()),
    ("organise_closing", ()),
    ("organise_reopen", ()),
]
STEPS = [
    ("organise_step", (), {"step": "close"}),
    ("organise_copy", (), {"name": "X"}),
    ("organise_settings", (), {"name": "X"}),
    ("organise_rules", (), {}),
    ("organise_entries", (), {"family1": "Nuovo"}),
    ("organise_entry", ("entry",), {"change": "withdraw", "reason": "x"}),
    ("organise_tick", ("entry",), {"field": "checked_in", "value": "1"}),
    ("organise_decide", ("entry",), {"decision": "reject"}),
    ("organise_arrivals", (), {"who": "Vana, Teppa"}),
    ("organise_pair", (), {"first": "1", "second": "2"}),
    ("organise_qualified", (), {"first": "2"}),
    ("organise_import", (), {"text": "Cognome\nVana\n", "confirm": "1"}),
    ("organise_headcount", (), {"policy": "balanced"}),
    ("organise_seeds", (), {"step": "clear"}),
    ("organise_draw", (), {"a": "1", "b": "2", "reason": "x"}),
    ("organise_draw_announce", (), {}),
    ("organise_draw_discard", (), {"reason": "x"}),
    ("organise_draw_withdraw", (), {"reason": "x"}),
    ("organise_pairing", (), {}),
    ("organise_unpair", (), {"reason": "x"}),
    ("organise_hand", (1,), {"one": "1", "other": "2", "reason": "x"}),
    ("organise_pair_others", (1,), {"entry": "1", "reason": "x"}),
    ("organise_skip", (1,), {"entry": "1", "vp": "0", "reason": "x"}),
    ("organise_end_skip", (1,), {"entry": "1"}),
    ("organise_fix_table", (1,), {"entry": "1", "table": "1", "reason": "x"}),
    ("organise_unfix_table", (1,), {"entry": "1"}),
    ("organise_as_seated", (1,), {"one": "1", "other": "2", "confirmed": "1", "reason": "x"}),
    ("organise_round_step", (1,), {"step": "call"}),
    ("organise_table_step", (1,), {"step": "call"}),
    ("organise_job_start", (), {"what": "poster"}),
    ("organise_job_again", (1,), {}),
    ("organise_roles", (), {"email": "a@example.org", "role": "organiser"}),
    ("organise_role_revoke", (1,), {}),
    ("organise_invitation_revoke", (1,), {}),
    ("organise_circuit_leave", (), {}),
    ("organise_closing", (), {}),
    ("organise_reopen", (), {"reason": "x"}),
]


@pytest.fixture
def running():
    return make.called(entries=3)


def address(event, name, args):
    values = [event.entries.order_by("number")[0].pk if each == "entry" else each for each in args]
    return reverse(name, args=[event.slug, *values])


@in_the_table
@pytest.mark.parametrize(("name", "args"), PAGES)
def test_a_page_opens_to_the_organiser_and_the_superuser_only(running, name, args):
    url = address(running, name, args)
    boss = make.client_of(make.boss_of(running)).get(url)
    assert boss.status_code in (200, 303)
    superuser = make.user()
    superuser.is_superuser = True
    superuser.save()
    assert make.client_of(superuser).get(url).status_code == boss.status_code
    referee = make.with_role(running, Membership.Role.REFEREE)
    scorer = make.with_role(running, Membership.Role.SCORER, tables=[1])
    assert make.client_of(referee).get(url).status_code == 403
    assert make.client_of(scorer).get(url).status_code == 403
    assert make.client_of(make.user()).get(url).status_code == 404
    anonymous = make.client_of().get(url)
    assert (anonymous.status_code, anonymous.url.split("?")[0]) == (302, reverse("login"))


@in_the_table
@pytest.mark.parametrize(("name", "args", "data"), STEPS)
def test_a_step_is_refused_to_everybody_else_and_changes_nothing(running, name, args, data):
    url = address(running, name, args)
    referee = make.with_role(running, Membership.Role.REFEREE)
    scorer = make.with_role(running, Membership.Role.SCORER, tables=[1])
    organiser_elsewhere = make.boss_of(make.event())
    before = make.fresh(running).version
    assert make.client_of(referee).post(url, data).status_code == 403
    assert make.client_of(scorer).post(url, data).status_code == 403
    assert make.client_of(make.user()).post(url, data).status_code == 404
    assert make.client_of(organiser_elsewhere).post(url, data).status_code == 404
    assert make.client_of().post(url, data).status_code == 302
    assert make.fresh(running).version == before


@in_the_table
@pytest.mark.parametrize(("name", "args"), PAGES)
def test_a_missing_event_looks_like_a_foreign_one(running, name, args):
    stranger = make.client_of(make.user())
    foreign = stranger.get(address(running, name, args))
    nobodys = "n" * len(running.slug)
    missing = stranger.get(address(running, name, args).replace(running.slug, nobodys))
    assert (missing.status_code, len(missing.content)) == (404, len(foreign.content))


@pytest.mark.parametrize("name", ["organise_entry", "organise_tick", "organise_decide"])
def test_an_entry_of_another_event_is_not_there(running, name):
    other = make.knockout(entries=1)
    url = reverse(name, args=[running.slug, other.entries.get().pk])
    data = {"change": "withdraw", "reason": "x", "field": "checked_in", "value": "1", "decision": "accept"}
    answer = make.client_of(make.boss_of(running)).post(url, data)
    assert answer.status_code in (404, 422)
    assert other.entries.get().status == "confirmed"


def test_a_number_that_no_database_holds_is_not_there(running):
    url = reverse("organise_entry", args=[running.slug, 10**30])
    assert make.client_of(make.boss_of(running)).get(url).status_code == 404


@pytest.mark.parametrize("url_name", ["organise_step", "organise_tick", "organise_decide", "organise_pair"])
def test_a_step_is_not_taken_by_a_link(running, url_name):
    args = [running.slug] + ([1] if url_name in ("organise_tick", "organise_decide") else [])
    assert make.client_of(make.boss_of(running)).get(reverse(url_name, args=args)).status_code == 405


def test_a_form_without_its_token_is_refused(running):
    client = make.client_of(make.boss_of(running))
    client.handler.enforce_csrf_checks = True
    for name in ("organise_entries", "organise_import", "organise_settings"):
        assert client.post(reverse(name, args=[running.slug]), {"family1": "Vana"}).status_code == 403
