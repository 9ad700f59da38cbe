"""Browsers that follow an entry are told of its call by their push service: encrypted for them, and once."""

import json
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.receiver import HOST, Receiver
from tests.tournaments.services.push_phones import Phone
from tournaments.accounts.writes import privacy
from tournaments.alerts.writes import followers as following
from tournaments.alerts.writes import sending
from tournaments.alerts.writes.followers import Subscription, unfollow
from tournaments.alerts.writes.sending import decode_base64url, encode_base64url
from tournaments.entries.writes.entries import NewEntry, PersonName, enter_at_desk, pair_singles
from tournaments.errors import MissingError, RefusedError
from tournaments.events.writes import rounds
from tournaments.frame.writes import ssrf_guard
from tournaments.models import AuditEntry, Club, Entry, Follower, OutboxMessage, Person, Tournament
from tournaments.upkeep.writes import outbox

pytestmark = pytest.mark.django_db
follow = partial(following.follow, address="10.0.0.1")


@pytest.fixture(autouse=True)
def _https(settings: Any) -> None:
    settings.ALERTS, settings.SITE_URL = True, "https://settebello.example"
    settings.PUSH_SERVICES = [HOST]


@pytest.fixture
def push_service(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> Receiver:
    """The other side, on the port of https while the test runs."""
    monkeypatch.setattr(ssrf_guard, "HTTPS", receiver.port)
    return receiver


def drawn() -> Tournament:
    return make.fresh(make.drawn(entries=4))


def call_round(event: Tournament) -> None:
    rounds.announce_round(actor=make.boss_of(event), tournament_id=event.pk, number=1)


def drain(minutes: int = 0) -> int:
    return outbox.drain(timezone.now() + timedelta(minutes=minutes), OutboxMessage.Channel.PUSH)


def pending() -> int:
    return OutboxMessage.objects.filter(channel=OutboxMessage.Channel.PUSH, done_at__isnull=True).count()


def test_the_encryption_is_that_of_the_standard() -> None:
    """The example of RFC 8291, appendix A."""
    number = int.from_bytes(decode_base64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = sending.encrypt(
        b"When I grow up, I want to be a watermelon",
        decode_base64url("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        decode_base64url("BTBZMqHH6r4Tts7J_aSIgg"),
        ec.derive_private_key(number, ec.SECP256R1()),
        decode_base64url("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode_base64url(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
        "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_phone_is_told_once_what_it_needs_and_by_whom(push_service: Receiver) -> None:
    event, phone = drawn(), Phone()
    entry = make.tables_of(event)[0].lines.get(index=0).entry
    follow(tournament=event, entry_id=entry.pk, by=phone.subscription)
    call_round(event)
    assert (drain(), drain()) == (1, 0)
    [(headers, body)] = push_service.got
    told = phone.read(body)
    assert told["title"].endswith("1") and entry.label in told["body"]
    assert told["url"] == reverse("event_where", args=(event.slug, entry.pk))
    assert entry.label.encode() not in body
    assert headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0 and headers["Urgency"] == "high"
    assert len(headers["Topic"]) <= 32


def test_the_push_service_can_check_who_sends(push_service: Receiver) -> None:
    event, phone = drawn(), Phone()
    follow(tournament=event, entry_id=make.tables_of(event)[0].lines.get(index=0).entry_id, by=phone.subscription)
    call_round(event)
    drain()
    token, key = push_service.got[0][0]["Authorization"].removeprefix("vapid t=").split(", k=")
    text, _, signature = token.rpartition(".")
    claims = json.loads(decode_base64url(text.split(".")[1]))
    assert claims["aud"] == f"https://{HOST}" and claims["sub"].startswith("https://")
    both = decode_base64url(signature)
    numbers = (int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64url(key))
    public.verify(utils.encode_dss_signature(*numbers), text.encode(), ec.ECDSA(hashes.SHA256()))
    assert key == sending.public_key()


def test_only_who_follows_those_who_are_called_is_told_and_in_their_language(push_service: Receiver) -> None:
    event = drawn()
    first, second = (table.lines.get(index=0).entry for table in make.tables_of(event))
    phones = [Phone(name) for name in ("a", "b")]
    for phone, language in zip(phones, ("it", "en"), strict=True):
        client = make.client_of()
        client.cookies["django_language"] = language
        told = phone.subscription
        fields = {"endpoint": told.endpoint, "p256dh": told.p256dh, "auth": told.auth}
        assert client.post(reverse("event_follow", args=(event.slug, first.pk)), fields).status_code == 204
    other = Phone("c")
    follow(tournament=event, entry_id=second.pk, by=other.subscription)
    unfollow(tournament=event, entry_id=second.pk, endpoint=other.endpoint)
    call_round(event)
    assert drain() == 2
    titles = {phone.read(body)["title"] for phone, (_headers, body) in zip(phones, push_service.got, strict=True)}
    assert titles == {"Ora al tavolo 1", "Now at table 1"}


def test_a_push_service_that_is_away_is_asked_again_until_the_match_is_over(push_service: Receiver) -> None:
    event, phone = drawn(), Phone()
    table = make.tables_of(event)[0]
    follow(tournament=event, entry_id=table.lines.get(index=0).entry_id, by=phone.subscription)
    call_round(event)
    push_service.status = 503
    assert drain() == 0 and pending() == 1
    assert "/push/" not in OutboxMessage.objects.get(kind="push").last_error
    push_service.status = 201
    make.play(make.fresh(event).tables.get(pk=table.pk))
    assert drain(2) == 1 and len(push_service.got) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten_everywhere(push_service: Receiver, status: int) -> None:
    event, phone = drawn(), Phone()
    for table in make.tables_of(event):
        follow(tournament=event, entry_id=table.lines.get(index=0).entry_id, by=phone.subscription)
    call_round(event)
    push_service.status = status
    drain()
    assert not Follower.objects.exists() and pending() == 0 and len(push_service.got) == 1


def test_an_address_inside_is_never_asked(push_service: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    event, phone = drawn(), Phone()
    follow(tournament=event, entry_id=make.tables_of(event)[0].lines.get(index=0).entry_id, by=phone.subscription)
    call_round(event)
    monkeypatch.setattr(ssrf_guard, "is_outside", lambda address: False)
    assert drain() == 0 and push_service.got == []


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": f"http://{HOST}/a"},
        {"endpoint": "https://127.0.0.1/a"},
        {"endpoint": "https://10.0.0.1/a"},
        {"endpoint": f"https://{HOST}:8443/a"},
        {"endpoint": f"https://{HOST}/{'a' * 400}"},
        {"endpoint": ""},
        {"endpoint": "https://push.example/a"},
        {"endpoint": "https://fcm.googleapis.com.example/a"},
        {"endpoint": "https://fcm.googleapis.com@push.example/a"},
        {"endpoint": "https://evilpush.apple.com/a"},
        {"p256dh": ""},
        {"p256dh": "AAAA"},
        {"p256dh": encode_base64url(b"\x04" + b"\x01" * 64)},
        {"p256dh": "è" * 87},
        {"auth": ""},
        {"auth": "AAAA"},
        {"auth": "A" * 500},
    ],
)
def test_what_is_no_subscription_is_refused(change: dict[str, str]) -> None:
    event = drawn()
    told = Phone().subscription
    fields = {"endpoint": told.endpoint, "p256dh": told.p256dh, "auth": told.auth, **change}
    entry = event.entries.first()
    answer = make.client_of().post(reverse("event_follow", args=(event.slug, entry.pk)), fields)
    assert answer.status_code == 422 and answer.json()["sentence"]
    assert answer.json()["code"] in ("push_service", "push_subscription")
    assert not Follower.objects.exists()


@pytest.mark.parametrize(
    "host",
    [
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "autopush.push.services.mozilla.com",
        "web.push.apple.com",
        "wns2-par02p.notify.windows.com",
    ],
)
def test_the_push_services_of_the_browsers_are_known(host: str, settings: Any) -> None:
    settings.PUSH_SERVICES = []
    event, phone = drawn(), Phone()
    phone.endpoint = f"https://{host}/send/abc"
    follow(tournament=event, entry_id=event.entries.first().pk, by=phone.subscription)
    assert Follower.objects.get().endpoint == phone.endpoint


def test_from_one_address_only_so_many_begin_to_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Follower, "MOST_OF_EVENT", 2)
    event, other = drawn(), drawn()
    entry = event.entries.first().pk
    phones = [Phone(name) for name in "abc"]
    for phone in (phones[0], phones[1], phones[0], phones[1]):
        follow(tournament=event, entry_id=entry, by=phone.subscription)
    there = {"tournament": other, "entry_id": other.entries.first().pk, "by": phones[2].subscription}
    with pytest.raises(RefusedError, match="too_many_tries"):
        follow(**there)
    follow(**there, address="10.0.0.2")
    assert Follower.objects.count() == 3


@pytest.mark.full
def test_a_hall_of_one_address_is_not_refused() -> None:
    event = drawn()
    entry = event.entries.first().pk
    told = Phone().subscription
    for number in range(128):
        follow(tournament=event, entry_id=entry, by=replace(told, endpoint=f"{told.endpoint}/{number}"))
    assert Follower.objects.count() == 128


def test_who_asks_a_full_event_again_and_again_takes_no_room_from_the_hall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Follower, "MOST_OF_BROWSER", 1)
    monkeypatch.setattr(Follower, "MOST_OF_EVENT", 2)
    event, phone = drawn(), Phone()
    first, second = event.entries.values_list("pk", flat=True)[:2]
    follow(tournament=event, entry_id=first, by=phone.subscription)
    for _time in range(3):
        with pytest.raises(RefusedError, match="push_full"):
            follow(tournament=event, entry_id=second, by=phone.subscription)
    follow(tournament=event, entry_id=first, by=Phone("other").subscription)


def called_for(followed: int) -> Tournament:
    """A round is called in which one phone follows so many entries."""
    event, phone = make.fresh(make.drawn(entries=8)), Phone()
    for entry in event.entries.all()[:followed]:
        follow(tournament=event, entry_id=entry.pk, by=phone.subscription)
    call_round(event)
    return event


def test_a_browser_whose_alerts_are_refused_again_and_again_is_forgotten(push_service: Receiver) -> None:
    push_service.status = 403
    called_for(Follower.MOST_FAILURES)
    assert drain() == 0
    assert not Follower.objects.exists() and len(push_service.got) == Follower.MOST_FAILURES


def test_an_alert_that_is_refused_counts_once_however_often_it_is_tried(push_service: Receiver) -> None:
    push_service.status = 403
    called_for(3)
    for minutes in (0, 1, 3, 7, 15):
        drain(minutes=minutes + 1)
    assert len(push_service.got) > Follower.MOST_FAILURES
    assert list(Follower.objects.values_list("failures", flat=True)) == [3, 3, 3]


@pytest.mark.parametrize("status", [429, 500, 503, None])
def test_a_push_service_that_is_away_or_busy_is_no_failure_of_the_browser(
    status: int | None, push_service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``None``: the network is down, and nobody answers."""
    if status is None:
        monkeypatch.setattr(ssrf_guard, "HTTPS", 1)
    else:
        push_service.status = status
    called_for(3)
    for minutes in (0, 1, 3, 7):
        assert drain(minutes=minutes + 1) == 0
    assert list(Follower.objects.values_list("failures", flat=True)) == [0, 0, 0]


def test_an_alert_that_arrives_makes_good_for_those_that_did_not(push_service: Receiver) -> None:
    event, phone = drawn(), Phone()
    follow(tournament=event, entry_id=make.tables_of(event)[0].lines.get(index=0).entry_id, by=phone.subscription)
    Follower.objects.update(failures=Follower.MOST_FAILURES - 1)
    call_round(event)
    assert drain() == 1
    assert Follower.objects.get().failures == 0


def test_a_turn_ends_in_time_however_slow_the_push_services_are(
    push_service: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = drawn()
    entry = make.tables_of(event)[0].lines.get(index=0).entry_id
    for name in "ab":
        follow(tournament=event, entry_id=entry, by=Phone(name).subscription)
    call_round(event)
    monkeypatch.setattr(outbox, "TURN", -1.0)
    assert drain() == 0 and pending() == 2 and push_service.got == []


def test_a_push_service_that_is_not_known_any_more_is_asked_nothing(push_service: Receiver, settings: Any) -> None:
    event, phone = drawn(), Phone()
    follow(tournament=event, entry_id=make.tables_of(event)[0].lines.get(index=0).entry_id, by=phone.subscription)
    call_round(event)
    settings.PUSH_SERVICES = []
    assert drain() == 0 and push_service.got == []


def test_there_is_a_bound_for_a_browser_and_for_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Follower, "MOST_OF_BROWSER", 2)
    monkeypatch.setattr(Follower, "MOST_OF_EVENT", 3)
    event, phone = drawn(), Phone()
    keys = list(event.entries.values_list("pk", flat=True))
    for key in (*keys[:2], *keys[:2]):
        follow(tournament=event, entry_id=key, by=phone.subscription)
    with pytest.raises(RefusedError, match="push_full"):
        follow(tournament=event, entry_id=keys[2], by=phone.subscription)
    follow(tournament=event, entry_id=keys[0], by=Phone("two").subscription)
    with pytest.raises(RefusedError, match="push_full"):
        follow(tournament=event, entry_id=keys[0], by=Phone("three").subscription, address="10.0.0.2")
    assert Follower.objects.count() == 3


def test_no_browser_follows_more_by_taking_over_what_another_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Follower, "MOST_OF_BROWSER", 2)
    event, first, second, target = drawn(), Phone("a"), Phone("b"), Phone("c").subscription
    keys = list(event.entries.values_list("pk", flat=True))
    for phone, followed in ((first, keys[:2]), (second, keys[1:3])):
        for key in followed:
            follow(tournament=event, entry_id=key, by=phone.subscription)
    following.move(endpoint=first.endpoint, to=target, address="10.0.0.1")
    with pytest.raises(RefusedError, match="push_full"):
        following.move(endpoint=second.endpoint, to=target, address="10.0.0.1")
    assert [Follower.objects.filter(endpoint=one).count() for one in (target.endpoint, second.endpoint)] == [2, 2]


def test_an_entry_that_is_out_takes_no_place_of_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Follower, "MOST_OF_BROWSER", 1)
    event, phone = make.called(drawn()), Phone()
    table, other = make.tables_of(event)
    still_in, out = (line.entry_id for line in table.lines.order_by("index"))
    follow(tournament=event, entry_id=out, by=phone.subscription)
    with pytest.raises(RefusedError, match="push_full"):
        follow(tournament=event, entry_id=other.lines.get(index=0).entry_id, by=phone.subscription)
    make.play(table)
    follow(tournament=event, entry_id=still_in, by=phone.subscription)


def moved(old: str, told: Subscription) -> HttpResponse:
    fields = {"old": old, "endpoint": told.endpoint, "p256dh": told.p256dh, "auth": told.auth}
    answer: HttpResponse = make.client_of().post(reverse("push_moved"), fields)
    return answer


def test_a_browser_with_a_new_subscription_follows_what_it_followed() -> None:
    event, before, after = drawn(), Phone("before"), Phone("after")
    entries = list(event.entries.all()[:2])
    for entry in entries:
        follow(tournament=event, entry_id=entry.pk, by=before.subscription)
    follow(tournament=event, entry_id=entries[0].pk, by=after.subscription)
    Follower.objects.update(language="en", failures=3)
    assert moved(before.endpoint, after.subscription).status_code == 204
    assert [each.endpoint for each in Follower.objects.all()] == [after.endpoint] * 2
    assert set(Follower.objects.values_list("p256dh", "language")) == {(after.subscription.p256dh, "en")}
    other = Phone("after")
    assert moved(after.endpoint, other.subscription).status_code == 204
    assert set(Follower.objects.values_list("p256dh", "failures")) == {(other.subscription.p256dh, 0)}


def test_a_subscription_moves_to_a_known_push_service_only_and_from_where_somebody_follows() -> None:
    event, phone, other = drawn(), Phone("before"), Phone("after")
    follow(tournament=event, entry_id=event.entries.first().pk, by=phone.subscription)
    other.endpoint = "https://elsewhere.example/a"
    assert moved(phone.endpoint, other.subscription).status_code == 422
    assert moved("https://unknown.example/", Phone("third").subscription).status_code == 204
    assert [each.endpoint for each in Follower.objects.all()] == [phone.endpoint]


def test_following_moves_neither_the_version_nor_the_log() -> None:
    event = drawn()
    rows = AuditEntry.objects.filter(tournament=event).count()
    follow(tournament=event, entry_id=event.entries.first().pk, by=Phone().subscription)
    assert make.fresh(event).version == event.version
    assert AuditEntry.objects.filter(tournament=event).count() == rows


def test_nobody_follows_any_more_when_the_event_is_over() -> None:
    event = make.played_out(make.drawn(entries=2))
    entry = event.entries.first()
    follow(tournament=event, entry_id=entry.pk, by=Phone().subscription)
    event = make.finished(event)
    assert not Follower.objects.exists()
    with pytest.raises(RefusedError, match="wrong_status"):
        follow(tournament=make.fresh(event), entry_id=entry.pk, by=Phone().subscription)


def test_who_follows_a_single_follows_the_pair() -> None:
    event = make.knockout(entries=0)
    boss = make.boss_of(event)
    first, second = (
        enter_at_desk(actor=boss, tournament_id=event.pk, new=NewEntry(people=(PersonName(name, "Ivo"),)))
        for name in ("Uno", "Due")
    )
    Entry.objects.filter(pk__in=(first.pk, second.pk)).update(status=Entry.Status.CONFIRMED)
    for entry, phone in ((first, Phone("a")), (second, Phone("a")), (second, Phone("b"))):
        follow(tournament=make.fresh(event), entry_id=entry.pk, by=phone.subscription)
    Entry.objects.filter(pk__in=(first.pk, second.pk)).update(status=Entry.Status.SINGLE)
    pair = pair_singles(actor=boss, tournament_id=event.pk, first_id=first.pk, second_id=second.pk)
    assert sorted(each.endpoint[-1] for each in pair.followers.all()) == ["a", "b"]


def test_who_asks_to_be_forgotten_is_followed_by_nobody() -> None:
    event = drawn()
    club = Club.objects.create(name="Circolo di Viù")
    entry = event.entries.first()
    person = entry.members.first().person
    Person.objects.filter(pk=person.pk).update(club=club)
    follow(tournament=event, entry_id=entry.pk, by=Phone().subscription)
    privacy.anonymise_person(actor=make.organiser(), club_id=club.pk, person_id=person.pk)
    assert not Follower.objects.exists()


def test_without_https_there_is_nothing_to_follow(settings: Any) -> None:
    settings.ALERTS = False
    event = drawn()
    address = reverse("event_follow", args=(event.slug, event.entries.first().pk))
    assert [make.client_of().get(address).status_code, make.client_of().post(address).status_code] == [404, 404]


def test_nobody_follows_who_is_not_on_the_public_list() -> None:
    event = drawn()
    entry = event.entries.first()
    Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.PENDING)
    with pytest.raises(MissingError):
        follow(tournament=event, entry_id=entry.pk, by=Phone().subscription)


def where(event: Tournament, entry: Entry) -> HttpResponse:
    answer: HttpResponse = make.client_of().get(reverse("event_where", args=(event.slug, entry.pk)))
    return answer


def test_the_page_offers_it_where_the_site_is_served_over_https(settings: Any) -> None:
    event = drawn()
    entry = event.entries.first()
    assert "data-push=" in where(event, entry).content.decode()
    event = make.called(event)
    table = make.tables_of(event)[0]
    make.play(table)
    out = table.lines.exclude(place=1).get().entry
    assert "data-push=" not in where(event, out).content.decode()
    settings.ALERTS = False
    other = drawn()
    assert "data-push" not in where(other, other.entries.first()).content.decode()


def test_a_round_that_forty_follow_is_called_with_as_many_queries_as_one_that_one_follows() -> None:
    counts = []
    for followers in (1, 40):
        event = drawn()
        entry = make.tables_of(event)[0].lines.get(index=0).entry
        for number in range(followers):
            Follower.objects.create(entry=entry, endpoint=f"https://{HOST}/{number}", p256dh="", auth="", language="it")
        with CaptureQueriesContext(connection) as captured:
            call_round(event)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_keys_of_two_installations_differ_and_one_keeps_its_own(settings: Any) -> None:
    before = sending.public_key()
    assert sending.public_key() == before
    settings.SECRET_KEY = "another-secret-of-another-installation"
    assert sending.public_key() != before
