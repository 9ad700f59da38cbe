"""Webhooks from the log to the other side: told once, signed, tried again, stopped, and never of what is foreign."""

import hmac
import json
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.receiver import HOST, Receiver
from tournaments.errors import RefusedError
from tournaments.events.writes import tournaments
from tournaments.frame.writes import ssrf_guard
from tournaments.models import AuditEntry, Club, OutboxMessage, Tournament, Webhook, WebhookDelivery
from tournaments.upkeep.writes import outbox, sweeping
from tournaments.webhooks.writes import keeping, telling
from tournaments.webhooks.writes.telling import SUBJECTS, subject_of

pytestmark = pytest.mark.django_db


def hooked(receiver: Receiver, event: Tournament, **more: Any) -> Webhook:
    return keeping.create_webhook(
        actor=make.boss_of(event), owner=event, url=f"https://{HOST}:{receiver.port}/in?a=1", **more
    )


def delivered(later: timedelta = timedelta()) -> int:
    """Tell what is new and send what is due by then."""
    telling.tell()
    return outbox.drain(timezone.now() + later, OutboxMessage.Channel.WEBHOOK)


def test_what_happens_is_told_once_signed_and_without_names(receiver: Receiver) -> None:
    event = make.knockout(entries=4)
    hook = hooked(receiver, event)
    tournaments.close_entries(actor=make.boss_of(event), tournament_id=event.pk)

    assert (delivered(), delivered()) == (2, 0)
    assert receiver.told == ["webhook_made", "entries_closed"]
    headers, body = receiver.got[1]
    # Where to read on is for programs.
    assert json.loads(body)["state"].endswith(f"/api/v1/events/{event.slug}/state/")
    row = AuditEntry.objects.get(tournament=event, verb="entries_closed")
    said = json.loads(body)
    assert (said["event"], said["seq"], said["hash"], said["subject"]) == (event.slug, row.seq, row.hash, "entries")
    assert "Vana" not in body.decode() and str(make.boss_of(event).user) not in body.decode()
    moment, signature = (part.partition("=")[2] for part in headers["Settebello-Signature"].split(","))
    expected = hmac.new(keeping.secret_of(hook).encode(), f"{moment}.".encode() + body, sha256).hexdigest()
    assert hmac.compare_digest(signature, expected)
    assert (headers["Host"], headers["Settebello-Delivery"]) == (f"{HOST}:{receiver.port}", str(said["id"]))
    assert WebhookDelivery.objects.filter(delivered_at__isnull=False).count() == 2


def test_only_the_subjects_that_were_asked_for_are_told(receiver: Receiver) -> None:
    event = make.called(make.drawn(entries=4))
    hooked(receiver, event, subjects=["results"])
    table = make.tables_of(event)[0]
    make.play(table)
    delivered()
    assert set(map(subject_of, receiver.told)) == {"results"}


def test_a_club_is_told_of_its_own_events_and_of_no_others(receiver: Receiver) -> None:
    club = Club.objects.create(name="Circolo di prova")
    own, foreign = make.knockout(entries=0, club=club), make.knockout(entries=0)
    keeping.create_webhook(actor=make.boss_of(own), owner=club, url=f"https://{HOST}:{receiver.port}/")
    for event in (own, foreign):
        tournaments.close_entries(actor=make.boss_of(event), tournament_id=event.pk)
    delivered()
    assert {json.loads(body)["event"] for _headers, body in receiver.got} == {own.slug}


def test_what_was_before_a_webhook_or_while_it_was_stopped_is_not_told(receiver: Receiver) -> None:
    event = make.knockout(entries=4)
    actor, hook = make.boss_of(event), hooked(receiver, event, subjects=["entries"])
    assert delivered() == 0
    hook = keeping.change_webhook(actor=actor, hook=hook, active=False)
    make.with_entries(event, 1, first=5)
    keeping.change_webhook(actor=actor, hook=hook, active=True)
    assert delivered() == 0
    make.with_entries(event, 1, first=6)
    assert (delivered(), receiver.told) == (1, ["entries_taken"])


def test_an_answer_that_is_no_success_is_tried_again_and_kept_in_the_log_of_deliveries(receiver: Receiver) -> None:
    event = make.event()
    hooked(receiver, event)
    receiver.status = 500
    assert delivered() == 0
    assert delivered(timedelta(seconds=30)) == 0 and len(receiver.got) == 1
    receiver.status = 204
    assert delivered(timedelta(minutes=2)) == 1
    row = WebhookDelivery.objects.get()
    assert [one["status"] for one in row.tries] == [500, 204]
    assert row.delivered_at is not None


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    hooked(receiver, make.event())
    receiver.status = 302
    assert delivered() == 0
    assert [one["status"] for one in WebhookDelivery.objects.get().tries] == [302]


def test_a_name_that_leads_elsewhere_by_the_time_of_sending_is_refused(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooked(receiver, make.event())
    monkeypatch.setattr(ssrf_guard, "is_outside", lambda address: False)
    assert delivered() == 0
    assert (receiver.got, [one["error"] for one in WebhookDelivery.objects.get().tries]) == ([], ["webhook_private"])


def test_a_certificate_of_another_name_is_refused(receiver: Receiver) -> None:
    event = make.event()
    keeping.create_webhook(actor=make.boss_of(event), owner=event, url=f"https://other.example.org:{receiver.port}/")
    assert delivered() == 0
    assert receiver.got == []


def test_an_address_where_nobody_is_for_most_of_a_day_is_told_nothing_more(receiver: Receiver) -> None:
    event = make.event()
    hook = hooked(receiver, event)
    receiver.status = 410
    for attempt in range(OutboxMessage.MOST_ATTEMPTS + 1):
        delivered(timedelta(days=attempt))
    hook.refresh_from_db()
    assert not hook.is_active
    assert len(receiver.got) == OutboxMessage.MOST_ATTEMPTS
    assert AuditEntry.objects.filter(tournament=event, verb="webhook_stopped").exists()


def test_one_delivery_that_is_refused_while_others_arrive_is_given_up_alone(receiver: Receiver) -> None:
    event = make.knockout(entries=0)
    hook = hooked(receiver, event)
    receiver.status = 422
    last = OutboxMessage.MOST_ATTEMPTS - 1
    for attempt in range(last):
        delivered(timedelta(days=attempt))
    refused = WebhookDelivery.objects.get()
    receiver.status = 200
    tournaments.close_entries(actor=make.boss_of(event), tournament_id=event.pk)
    assert delivered(timedelta(days=last - 1, seconds=5)) == 1
    receiver.status = 422
    for attempt in (last, last + 1):
        delivered(timedelta(days=attempt))
    hook.refresh_from_db()
    refused.refresh_from_db()
    assert (hook.is_active, refused.delivered_at, len(refused.tries)) == (True, None, OutboxMessage.MOST_ATTEMPTS)
    assert not AuditEntry.objects.filter(tournament=event, verb="webhook_stopped").exists()


@pytest.mark.parametrize(
    ("raw", "error"),
    [
        pytest.param(b"SSH-2.0-OpenSSH_9\r\n", "BadStatusLine", id="another protocol"),
        pytest.param(b"HTTP/9.9 200 OK\r\n\r\n", "UnknownProtocol", id="a version that is none"),
        pytest.param(b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 150 + b"\r\n", "HTTPException", id="too many headers"),
        pytest.param(b"HTTP/1.1 200 " + b"x" * 70_000 + b"\r\n\r\n", "LineTooLong", id="a long line"),
    ],
)
def test_an_answer_that_is_no_http_is_kept_and_stops_the_webhook_as_any_other(
    receiver: Receiver, raw: bytes, error: str
) -> None:
    hook = hooked(receiver, make.event())
    receiver.raw = raw
    for attempt in range(OutboxMessage.MOST_ATTEMPTS):
        delivered(timedelta(days=attempt))

    hook.refresh_from_db()
    delivery = WebhookDelivery.objects.order_by("pk")[0]
    assert not hook.is_active
    assert [(each["status"], each["error"]) for each in delivery.tries] == [(None, error)] * OutboxMessage.MOST_ATTEMPTS


def test_what_was_tried_as_often_as_it_may_be_is_sent_again_on_request(receiver: Receiver) -> None:
    """Its sender was stopped in its last try: nothing says that it is done, and nobody tries it again."""
    event = make.event()
    actor, hook = make.boss_of(event), hooked(receiver, event)
    telling.tell()
    OutboxMessage.objects.update(attempts=OutboxMessage.MOST_ATTEMPTS)
    delivery = WebhookDelivery.objects.order_by("pk")[0]

    for _again in range(2):
        keeping.send_again(actor=actor, hook=hook, delivery_id=delivery.pk)
    outbox.drain(timezone.now(), OutboxMessage.Channel.WEBHOOK)

    assert receiver.told == ["webhook_made"]


def test_another_secret_makes_another_signature_and_sending_again_is_one_more_try(receiver: Receiver) -> None:
    event = make.event()
    actor, hook = make.boss_of(event), hooked(receiver, event)
    delivered()
    old = keeping.secret_of(hook)
    hook = keeping.renew_secret(actor=actor, hook=hook)
    assert keeping.secret_of(hook) != old
    keeping.send_again(actor=actor, hook=hook, delivery_id=WebhookDelivery.objects.order_by("pk")[0].pk)
    delivered()
    assert receiver.told.count("webhook_made") == 2
    keeping.remove_webhook(actor=actor, hook=hook)
    assert not WebhookDelivery.objects.exists()
    assert delivered() == 0


def test_what_waited_while_a_webhook_was_stopped_can_be_sent_again_as_often_as_one_likes(receiver: Receiver) -> None:
    event = make.event()
    actor, hook = make.boss_of(event), hooked(receiver, event)
    telling.tell()
    hook = keeping.change_webhook(actor=actor, hook=hook, active=False)
    delivered()
    delivery = WebhookDelivery.objects.order_by("pk")[0]
    with pytest.raises(RefusedError, match="webhook_stopped"):
        keeping.send_again(actor=actor, hook=hook, delivery_id=delivery.pk)

    hook = keeping.change_webhook(actor=actor, hook=hook, active=True)
    before = len(receiver.got)
    for _again in range(3):
        keeping.send_again(actor=actor, hook=hook, delivery_id=delivery.pk)
        keeping.send_again(actor=actor, hook=hook, delivery_id=delivery.pk)
        outbox.drain(timezone.now(), OutboxMessage.Channel.WEBHOOK)

    assert receiver.told[before:].count("webhook_made") == 3
    delivery.refresh_from_db()
    assert len(delivery.tries) == 3


def test_deliveries_are_forgotten_after_thirty_days(receiver: Receiver) -> None:
    hooked(receiver, make.event())
    telling.tell()
    now = timezone.now()
    assert (telling.remove_old(now + timedelta(days=29)), WebhookDelivery.objects.count()) == (0, 1)
    WebhookDelivery.objects.update(created_at=now - timedelta(days=31))
    sweeping.tidy()
    assert not WebhookDelivery.objects.exists()


def test_two_who_tell_the_same_log_make_each_delivery_once(receiver: Receiver) -> None:
    event = make.event()
    hooked(receiver, event)
    stale = Tournament.objects.get(pk=event.pk)
    assert telling._tell_of(stale) == 1
    assert telling._tell_of(stale) == 0
    assert WebhookDelivery.objects.count() == 1


def test_an_unknown_subject_and_an_eleventh_webhook_are_refused(receiver: Receiver) -> None:
    event = make.event()
    with pytest.raises(RefusedError, match="webhook_subject"):
        hooked(receiver, event, subjects=["weather"])
    for _number in range(keeping.MOST):
        hooked(receiver, event)
    with pytest.raises(RefusedError, match="webhooks_full"):
        hooked(receiver, event)
    assert {subject_of(verb) for verb in ("score_confirmed", "draw_made", "tournament_changed")} <= set(SUBJECTS)
