"""Accounts: logging in and out, registering, passwords; and that nobody learns from them who has one."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.accounts.reads.accounts import token_opened_by
from tournaments.accounts.writes import accounts, invitations
from tournaments.accounts.writes.tokens import make_token
from tournaments.clubs.writes import clubs
from tournaments.models import AuditEntry, ClubMembership, Invitation, OutboxMessage, Tries, User
from tournaments.seasons import writes as circuits
from tournaments.upkeep.writes import outbox

pytestmark = pytest.mark.django_db
PASSWORD = "tre scope e un re"
NEW = "un altro mazzo"


@pytest.fixture
def account() -> User:
    return make.user("rosa@example.org", name="Rosa Teppa", password=PASSWORD)


@pytest.fixture
def _mail_arrives(settings):
    settings.MAIL_ARRIVES = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def log_in(client, email="rosa@example.org", password=PASSWORD, **extra):
    return client.post(reverse("login"), {"login": email, "password": password}, **extra)


def register(client, **changes):
    data = {"name": "Ada Grosso", "email": "Ada@Example.org", "password": PASSWORD, **changes}
    return client.post(reverse("register"), data)


def letters() -> list[str]:
    """What the outbox sends now."""
    mail.outbox.clear()
    outbox.drain(timezone.now())
    return [message.body for message in mail.outbox]


def link_of(body: str) -> str:
    return next(line for line in body.splitlines() if line.startswith("http://127.0.0.1:8000/"))


def said(answer) -> str:
    """A page without what is made anew for everybody."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())


def test_the_right_password_leads_to_my_events(account):
    client = make.client_of()

    answer = log_in(client, "ROSA@example.org")

    assert (answer.status_code, answer["Location"]) == (303, reverse("my_events"))
    assert client.session["_auth_user_id"] == str(account.pk)


def test_a_long_password_is_taken_exactly_as_it_is_typed():
    wanted = " Ò piri " + "tre scope e un re, " * 8
    register(make.client_of(), password=wanted)

    wrong = [wanted.strip(), wanted.lower(), wanted[:128], wanted[:-1]]
    assert [log_in(make.client_of(), "ada@example.org", password=each).status_code for each in wrong] == [422] * 4
    assert log_in(make.client_of(), "ada@example.org", password=wanted).status_code == 303


def test_who_runs_the_site_ends_every_log_in_of_an_account(account, monkeypatch):
    client = make.client_of(account)
    monkeypatch.setattr("getpass.getpass", lambda **_prompt: "un altro mazzo di carte")
    call_command("changepassword", account.email, verbosity=0)

    assert client.get(reverse("my_events")).status_code == 302


def test_passwords_are_hidden_and_known_to_password_managers(account):
    for name, client in (
        ("login", make.client_of()),
        ("register", make.client_of()),
        ("password_change", make.client_of(account)),
    ):
        page = client.get(reverse(name)).content.decode()
        fields = re.findall(r"<input[^>]*autocomplete=\"(?:current|new)-password\"[^>]*>", page)
        assert fields and all('type="password"' in field for field in fields), name
        assert "onpaste" not in page


def test_a_log_in_holds_fourteen_days_however_much_it_is_used(account):
    client = make.client_of()
    log_in(client)
    ends = client.session.get_expiry_date()

    session = client.session
    session["something"] = "new"
    session.save()

    assert 13.9 < (ends - timezone.now()).total_seconds() / 86400 <= 14
    assert client.session.get_expiry_date() == ends


def test_who_is_logged_in_is_led_on(account):
    for page in ("login", "register", "account_request_login_code"):
        answer = make.client_of(account).get(reverse(page))
        assert (answer.status_code, answer["Location"]) == (302, reverse("my_events"))


def test_a_wrong_password_and_a_wrong_address_are_refused_alike(account):
    answers = [log_in(make.client_of(), "rosa@example.org", "sbagliata"), log_in(make.client_of(), "no@example.org")]

    assert [answer.status_code for answer in answers] == [422, 422]
    first, second = (said(answer).replace("rosa@example.org", "x").replace("no@example.org", "x") for answer in answers)
    assert first == second


def test_logging_out_is_on_every_page(account):
    client, event = make.client_of(account), make.knockout(entries=2)
    for address in ("/", "/regole/", f"/e/{event.slug}/", reverse("my_events"), reverse("account"), "/e/nobodys/"):
        page = client.get(address).content.decode()
        assert f'method="post" action="{reverse("logout")}"' in page and 'form="settings-logout"' in page, address


def test_an_address_of_two_lines_gets_no_letter():
    for wanted in (
        "ada@example.org\nBcc: ugo@example.org",
        "ada@example.org\r\n\r\nCiao",
        "ada@example.org,ugo@example.org",
    ):
        assert register(make.client_of(), email=wanted).status_code == 422
        make.client_of().post(reverse("password_reset"), {"email": wanted})
        make.client_of().post(reverse("account_request_login_code"), {"email": wanted})
    assert not OutboxMessage.objects.exists()


def test_logging_out_is_a_post(account):
    client = make.client_of(account)

    assert client.get(reverse("logout")).status_code == 405
    client.post(reverse("logout"))

    assert "_auth_user_id" not in client.session


def test_registering_without_a_mail_server_makes_the_account_and_logs_it_in():
    client = make.client_of()

    answer = register(client)

    made = User.objects.get(email="ada@example.org")
    assert (answer.status_code, answer["Location"]) == (303, reverse("my_events"))
    assert client.session["_auth_user_id"] == str(made.pk)
    assert AuditEntry.objects.get(verb="account_made").actor == made
    assert letters() == []
    assert log_in(make.client_of(), "ada@example.org")["Location"] == reverse("my_events")


@pytest.mark.usefixtures("_mail_arrives")
def test_registering_where_mail_arrives_waits_for_the_address_to_be_confirmed():
    client = make.client_of()
    register(client)
    (body,) = letters()
    waiting = log_in(client, "ada@example.org")
    link = link_of(body).removeprefix("http://127.0.0.1:8000")

    asked = client.get(link)
    is_confirmed_by_looking = EmailAddress.objects.get().verified
    confirmed = client.post(link, {"password": PASSWORD})

    assert waiting["Location"] == reverse("registered")
    assert (asked.status_code, is_confirmed_by_looking) == (200, False)
    assert (confirmed.status_code, confirmed["Location"]) == (303, reverse("my_events"))
    assert "_auth_user_id" in client.session
    assert log_in(make.client_of(), "ada@example.org")["Location"] == reverse("my_events")
    assert client.get(link).status_code == 404
    assert AuditEntry.objects.filter(verb="email_confirmed").count() == 1


@pytest.mark.usefixtures("_mail_arrives")
def test_logging_in_writes_to_an_address_that_was_not_confirmed_once_an_hour():
    register(make.client_of())
    first = len(letters())

    answers = [log_in(make.client_of(), "Ada@example.org") for _time in range(3)]
    at_once = len(letters())
    Tries.objects.update(since=timezone.now() - timedelta(minutes=61))
    answers += [log_in(make.client_of(), "ada@example.org") for _time in range(3)]

    assert (first, at_once, len(letters())) == (1, 0, 1)
    assert {(each.status_code, each["Location"], each.content) for each in answers} == {
        (303, reverse("registered"), b"")
    }


@pytest.fixture
def mailed_link(_mail_arrives) -> str:
    """The link that anybody who reads the mail of a new account gets."""
    register(Client())
    return link_of(letters()[0]).removeprefix("http://127.0.0.1:8000")


@pytest.mark.parametrize("typed", [{}, {"password": ""}, {"password": "guessed by a stranger"}])
def test_who_reads_the_mail_and_does_not_know_the_password_confirms_nothing(mailed_link, typed):
    client = Client()

    answer = client.post(mailed_link, typed)

    assert answer.status_code == 422
    assert reverse("account_request_login_code") in answer.content.decode()
    assert not EmailAddress.objects.get().verified
    assert "_auth_user_id" not in client.session


def test_who_knows_the_password_is_in_by_the_link_on_any_device(mailed_link):
    phone = Client()

    answer = phone.post(mailed_link, {"password": PASSWORD})

    assert (answer.status_code, answer["Location"]) == (303, reverse("my_events"))
    assert phone.session["_auth_user_id"] == str(User.objects.get().pk)


def test_who_touches_twice_reads_that_they_are_in(mailed_link):
    client = Client()
    client.post(mailed_link, {"password": PASSWORD})

    answer = client.post(mailed_link, {"password": PASSWORD})

    assert answer.status_code == 404
    assert reverse("my_events") in answer.content.decode()
    assert "_auth_user_id" in client.session


def test_looking_at_the_link_of_somebody_else_logs_nobody_out(mailed_link, account):
    client = Client()
    client.force_login(account)

    client.get(mailed_link)
    client.post(mailed_link, {"password": "guessed by a stranger"})

    assert client.session["_auth_user_id"] == str(account.pk)


def test_passwords_are_not_guessed_by_a_link(mailed_link):
    client = Client()

    answers = [client.post(mailed_link, {"password": f"guessed {count}"}) for count in range(20)]

    assert answers[0].status_code == 422
    assert answers[-1].status_code == 429
    assert int(answers[-1]["Retry-After"]) > 0


@pytest.mark.usefixtures("_mail_arrives")
def test_a_taken_address_is_answered_like_a_free_one_and_its_owner_is_told(account):
    answers = [register(Client(), email=email) for email in ("ROSA@example.org", "free@example.org")]

    assert {(answer.status_code, answer["Location"], answer.content) for answer in answers} == {
        (303, reverse("registered"), b"")
    }
    account.refresh_from_db()
    assert account.check_password(PASSWORD)
    assert [row.payload["to"] for row in OutboxMessage.objects.filter(kind="account_exists")] == ["rosa@example.org"]


def test_without_a_mail_server_nobody_gets_into_an_account_by_registering_its_address(account):
    client = Client()

    answer = register(client, email="ROSA@example.org")

    assert (answer.status_code, answer["Location"]) == (303, reverse("registered"))
    assert "_auth_user_id" not in client.session
    account.refresh_from_db()
    assert account.check_password(PASSWORD)


def test_the_owner_of_an_address_is_not_written_to_again_within_the_hour(account):
    for _ in range(3):
        register(Client(), email="rosa@example.org")
    assert OutboxMessage.objects.filter(kind="account_exists").count() == 1
    OutboxMessage.objects.filter(kind="account_exists").update(dedupe_key="an hour ago")
    register(Client(), email="rosa@example.org")
    assert OutboxMessage.objects.filter(kind="account_exists").count() == 2


@pytest.mark.parametrize(
    ("weak", "why"),
    [
        ("corta", "La password è troppo corta: usa almeno 10 caratteri."),
        ("1234567890", "Questa password è interamente numerica."),
        ("password123", "Questa password è troppo comune."),
        ("ada@example.org", "Questa password somiglia troppo al tuo nome o al tuo indirizzo."),
    ],
)
def test_a_weak_password_makes_no_account(weak, why):
    answer = register(make.client_of(), password=weak)
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["Gino \u2068Vana\u2069", "Gino\u202eanaV", "Gino\nVana", "=Vana"])
def test_a_name_that_turns_the_line_around_or_is_a_formula_makes_no_account(name):
    assert register(make.client_of(), name=name).status_code == 422
    assert not User.objects.exists()


@pytest.mark.parametrize("weak", ["Settebello2026!", "scopa-scopa-scopa", "scala40scala40", "Torneo di carte 26"])
def test_words_that_everybody_tries_here_first_make_no_password(weak):
    answer = register(make.client_of(), password=weak)

    assert (answer.status_code, User.objects.count()) == (422, 0)
    assert register(make.client_of(), password=f"{weak} con Rosa e Ugo").status_code == 303


@pytest.mark.usefixtures("_mail_arrives")
def test_an_account_that_was_never_asked_to_confirm_its_address_logs_in_as_before(account):
    client = make.client_of()

    assert log_in(client)["Location"] == reverse("my_events")

    assert EmailAddress.objects.get(user=account).verified


def test_a_forgotten_password_sends_a_link_to_an_account_and_says_the_same_to_a_stranger(account):
    client = make.client_of()

    answers = [client.post(reverse("password_reset"), {"email": email}) for email in (account.email, "no@example.org")]
    outbox.drain(timezone.now())

    assert {(answer.status_code, answer["Location"]) for answer in answers} == {
        (303, reverse("account_reset_password_done"))
    }
    assert [message.to for message in mail.outbox] == [[account.email]]


def test_the_link_leads_to_the_sites_own_address_whatever_host_the_request_names(account, settings):
    settings.ALLOWED_HOSTS = ["*"]
    make.client_of().post(reverse("password_reset"), {"email": account.email}, HTTP_HOST="evil.example")

    (body,) = letters()
    assert "evil.example" not in body
    assert link_of(body)


def asked_link(account: User) -> str:
    make.client_of().post(reverse("password_reset"), {"email": account.email})
    return link_of(letters()[0]).removeprefix("http://127.0.0.1:8000")


def test_the_link_sets_a_new_password_once_and_ends_every_log_in(account):
    by = accounts.own_account(account)
    program = make_token(by=by, owner=account, name="Tabellone", scopes=["read"])
    Authenticator.objects.create(user=account, type=Authenticator.Type.WEBAUTHN, data={"name": "telefono"})
    elsewhere = make.client_of()
    log_in(elsewhere)
    link, client = asked_link(account), make.client_of()
    form = client.get(link, follow=True)
    where = form.redirect_chain[-1][0]

    done = client.post(where, {"new_password1": NEW, "new_password2": NEW})

    account.refresh_from_db()
    assert done["Location"] == reverse("account_reset_password_from_key_done")
    assert account.check_password(NEW)
    assert elsewhere.get(reverse("account")).status_code == 302
    assert token_opened_by(program.key) is None
    assert not Authenticator.objects.exists()
    assert AuditEntry.objects.get(verb="passkey_removed").before == "telefono"
    assert "Questo collegamento non vale più" in make.client_of().get(link).content.decode()
    assert AuditEntry.objects.get(verb="password_reset").actor == account
    assert [row.payload["to"] for row in OutboxMessage.objects.filter(kind="account_password_changed")] == [
        account.email
    ]


def test_a_reset_leaves_no_way_back_to_who_had_the_password(account):
    """They may have offered themselves a role at an address of their own, and know the keys that they made."""
    by, other = accounts.own_account(account), make.organiser()
    club = clubs.found_club(actor=by, name="Traves")
    ClubMembership.objects.create(club=club, user=other.user)
    event, circuit = make.event(by), circuits.create_circuit(actor=by, name="Valli", club=club)
    offers = [
        invitations.invite(actor=by, to=to, email="me.again@example.org", role=role).invitation
        for to, role in ((club, "admin"), (event, "organiser"), (circuit, "owner"))
    ]
    kept = invitations.invite(actor=other, to=club, email="ugo@example.org", role="admin").invitation
    known = make_token(by=by, owner=club, name="mine", scopes=["club"]).key
    others = make_token(by=other, owner=club, name="the hall's", scopes=["read"]).key

    accounts.set_password(account=account, password=NEW, is_reset=True)

    assert list(Invitation.objects.filter(revoked_at=None)) == [kept]
    assert (token_opened_by(known), token_opened_by(others) is not None) == (None, True)
    rows = AuditEntry.objects.filter(verb="invitation_revoked", actor=account)
    assert {(row.tournament, row.before["invitation"]) for row in rows} == {
        (None, offers[0].pk),
        (event, offers[1].pk),
        (None, offers[2].pk),
    }
    assert AuditEntry.objects.get(verb="token.revoked").before["name"] == "mine"


def test_a_password_that_its_owner_changes_keeps_offers_and_tokens(account):
    by = accounts.own_account(account)
    club = clubs.found_club(actor=by, name="Traves")
    invitations.invite(actor=by, to=club, email="ugo@example.org", role="admin")
    key = make_token(by=by, owner=club, name="the hall's", scopes=["read"]).key

    accounts.set_password(account=account, password=NEW, is_reset=False)

    assert token_opened_by(key) is not None
    assert Invitation.objects.filter(revoked_at=None).exists()


def test_a_weak_new_password_is_refused_on_the_page_of_the_link(account):
    client = make.client_of()
    where = client.get(asked_link(account), follow=True).redirect_chain[-1][0]

    answers = [client.post(where, {"new_password1": new, "new_password2": NEW}) for new in ("corta", "1234567890")]

    assert [answer.status_code for answer in answers] == [422, 422]


def test_a_link_is_not_kept_once_it_was_sent(account):
    make.client_of().post(reverse("password_reset"), {"email": account.email})
    waiting = OutboxMessage.objects.get()

    letters()

    assert "secret" in waiting.payload
    waiting.refresh_from_db()
    assert "secret" not in waiting.payload
    assert waiting.done_at


def test_a_new_password_keeps_this_browser_and_logs_the_others_out(account):
    here, there = make.client_of(), make.client_of()
    log_in(here)
    log_in(there)

    answer = here.post(
        reverse("password_change"), {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    )

    assert (answer.status_code, answer["Location"]) == (303, reverse("password_change_done"))
    assert here.get(reverse("account")).status_code == 200
    assert there.get(reverse("account")).status_code == 302
    assert AuditEntry.objects.get(verb="password_changed").actor == account


def test_a_wrong_old_password_changes_nothing(account):
    client = make.client_of(account)
    new = {"new_password1": NEW, "new_password2": NEW}

    answer = client.post(reverse("password_change"), {"old_password": "no", **new})

    account.refresh_from_db()
    assert answer.status_code == 422
    assert account.check_password(PASSWORD)
