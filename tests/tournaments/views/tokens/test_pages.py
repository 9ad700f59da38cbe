"""The pages of tokens: made by anybody who owns them, shown once, ended at once."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tests.tournaments.views.counted import questions
from tournaments.accounts.writes import invitations
from tournaments.clubs.writes import clubs
from tournaments.entries.writes.entries import PersonName
from tournaments.frame.policies import Actor
from tournaments.models import ApiToken, AuditEntry, Club, ClubMembership, User, Webhook
from tournaments.people.writes import people

pytestmark = pytest.mark.django_db
KEY = re.compile(r"sb_[a-z0-9]{12}_[A-Za-z0-9]{40}")


@pytest.fixture
def rosa() -> User:
    return make.user("rosa@example.org", name="Rosa Teppa")


@pytest.fixture
def club(rosa: User) -> Club:
    return clubs.found_club(actor=Actor(user=rosa, label=str(rosa)), name="Traves")


def form(page: str, **typed: Any) -> dict[str, Any]:
    """The form of the page, filled in, with its mark against being sent twice."""
    once = re.search(r'name="key" value="([^"]+)"', page)
    assert once is not None
    return {"name": "Tabellone", "scopes": ["read"], "days": "30", "key": once[1], **typed}


def made(client: Client, where: str, **typed: Any) -> tuple[Any, dict[str, Any]]:
    sent = form(client.get(where).content.decode(), **typed)
    return client.post(where, sent), sent


@pytest.fixture(params=["my_tokens", "club_tokens"])
def where(request: pytest.FixtureRequest, club: Club) -> str:
    return reverse(request.param, args=[club.pk] if request.param == "club_tokens" else [])


def test_a_key_is_shown_once_and_opens(rosa: User, where: str) -> None:
    client = make.client_of(rosa)
    answer, sent = made(client, where)
    (key,) = set(KEY.findall(answer.content.decode()))

    assert "no-store" in answer["Cache-Control"]
    assert Asker(key).get("events/").status_code == 200
    later = client.get(where).content.decode()
    assert KEY.search(later) is None
    assert f"sb_{ApiToken.objects.get().prefix}_…" in later
    again = client.post(where, sent)
    assert (again.status_code, again["Location"], ApiToken.objects.count()) == (303, where, 1)


def test_the_secret_is_kept_nowhere(rosa: User, where: str) -> None:
    answer, _sent = made(make.client_of(rosa), where)
    key = KEY.findall(answer.content.decode())[0]
    token, row = ApiToken.objects.get(), AuditEntry.objects.get(verb="token.made")
    secret = key.rpartition("_")[2]
    assert secret not in f"{vars(token)} {row.target} {row.before} {row.after}"
    assert (token.made_by, row.actor) == (rosa, rosa)


def used(client: Client, where: str) -> str:
    """What the list says of the last use of the one token that there is."""
    return re.findall(r'<td role="cell" data-label="[^"]*">(.*?)</td>', client.get(where).content.decode())[1]


def test_the_list_says_what_it_may_and_when_it_was_used_last(rosa: User, where: str) -> None:
    client = make.client_of(rosa)
    answer, _sent = made(client, where, scopes=["read", "results"])
    assert used(client, where) == "mai"
    key = KEY.findall(answer.content.decode())[0]

    Asker(key).get("events/")

    token = ApiToken.objects.get()
    assert (token.scopes, token.last_used_at is not None) == (["read", "results"], True)
    assert used(client, where) not in ("mai", "")


def test_a_revoked_key_opens_nothing_from_now_on(rosa: User, where: str) -> None:
    client = make.client_of(rosa)
    key = KEY.findall(made(client, where)[0].content.decode())[0]
    (revoke,) = re.findall(rf'action="({where}\d+/revoca/)"', client.get(where).content.decode())

    assert client.post(revoke).status_code == 303

    assert Asker(key).get("events/").status_code == 401
    assert revoke not in client.get(where).content.decode()
    assert AuditEntry.objects.filter(verb="token.revoked", actor=rosa).count() == 1


def test_a_key_whose_days_are_over_opens_nothing(rosa: User, where: str) -> None:
    client = make.client_of(rosa)
    key = KEY.findall(made(client, where, days="30")[0].content.decode())[0]
    assert Asker(key).get("events/").status_code == 200
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert Asker(key).get("events/").status_code == 401
    assert "Tabellone" not in client.get(where).content.decode()


@pytest.mark.parametrize(
    ("field", "typed"), [("name", " "), ("scopes", ["everything"]), ("days", "0"), ("days", "9999")]
)
def test_what_is_wrong_is_said_at_its_field_and_makes_nothing(rosa: User, where: str, field: str, typed: Any) -> None:
    answer, _sent = made(make.client_of(rosa), where, **{field: typed})
    assert answer.status_code == 422
    assert f'id="id_{field}_error"' in answer.content.decode() or 'class="errors' in answer.content.decode()
    assert not ApiToken.objects.exists()


def test_nobody_ends_or_sees_the_tokens_of_others(rosa: User, club: Club) -> None:
    for owner in (rosa, club):
        key_of(owner)
    stranger = make.client_of(make.user())
    mine, its = ApiToken.objects.order_by("pk")
    assert stranger.post(reverse("my_tokens_revoke", args=[mine.pk])).status_code == 404
    assert stranger.get(reverse("club_tokens", args=[club.pk])).status_code == 404
    assert stranger.post(reverse("club_tokens_revoke", args=[club.pk, its.pk])).status_code == 404
    other = clubs.found_club(actor=Actor(user=rosa), name="Ceres")
    assert make.client_of(rosa).post(reverse("club_tokens_revoke", args=[other.pk, its.pk])).status_code == 404
    assert not ApiToken.objects.exclude(revoked_at=None).exists()


@pytest.mark.parametrize("name", ["club_manage", "club_people", "club_admins", "club_tokens", "club_webhooks"])
def test_the_pages_of_a_club_lead_to_what_is_for_programs(rosa: User, club: Club, name: str) -> None:
    page = make.client_of(rosa).get(reverse(name, args=[club.pk])).content.decode()
    beside = {"club_tokens": ("club_webhooks",), "club_webhooks": ("club_tokens",)}.get(name, ())
    for where in ("club_manage", "club_tokens", *beside):
        assert f'href="{reverse(where, args=[club.pk])}"' in page
    assert page.count('aria-current="page"') >= 1


def test_my_pages_lead_to_my_data_and_tokens(rosa: User) -> None:
    for name, leads in (("my_events", ("account", "my_data")), ("account", ("my_data", "my_tokens", "clubs"))):
        page = make.client_of(rosa).get(reverse(name)).content.decode()
        for where in leads:
            assert f'href="{reverse(where)}"' in page


def test_the_pages_of_clubs_ask_as_often_for_three_rows_as_for_one(rosa: User, club: Club) -> None:
    client = make.client_of(rosa)
    names = ("club", "club_tokens", "club_people", "club_admins", "club_duplicates", "club_webhooks")
    pages = [*(reverse(name, args=[club.pk]) for name in names), reverse("my_tokens"), reverse("clubs")]

    def asked() -> dict[str, int]:
        return {where: questions(client, where) for where in pages}

    one_more(rosa, club)
    before = asked()
    one_more(rosa, club)
    one_more(rosa, club)
    assert asked() == before


def one_more(rosa: User, club: Club) -> None:
    """A row more on each of the pages."""
    number = ApiToken.objects.count()
    by = Actor(user=rosa, label=str(rosa))
    for owner in (club, rosa):
        key_of(owner)
    ClubMembership.objects.create(club=club, user=make.user(name=f"Ada {number}"))
    make.knockout(make.organiser(rosa), entries=0, club=club)
    clubs.found_club(actor=by, name=f"Ceres {number}")
    invitations.invite(actor=by, to=club, email=f"ada{number}@example.org", role="admin")
    Webhook.objects.create(club=club, url=f"https://example.org/{number}", since=timezone.now())
    for name in ("De Luca", "Deluca"):
        people.add_person(actor=by, club_id=club.pk, name=PersonName(f"{name} {number}", "Rosa"))
