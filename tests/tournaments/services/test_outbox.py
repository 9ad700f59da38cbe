"""Mail is written with the fact it tells, once, and sent at least once: again when the server does not answer."""

from collections.abc import Callable
from datetime import timedelta
from itertools import accumulate, pairwise
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from unittest.mock import patch

import pytest
from django.core import mail
from django.db import connection
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from tests.tournaments import factories as make
from tournaments.backups.verifying.chain import log_violations
from tournaments.entries.writes import entries
from tournaments.events.writes import rounds
from tournaments.frame.policies import SYSTEM, Actor
from tournaments.frame.writes.transaction import record
from tournaments.models import AuditEntry, Entry, OutboxMessage, Table, Tournament
from tournaments.outbox import messages, workers
from tournaments.tables.writes import scoresheets
from tournaments.upkeep.writes import outbox
from tournaments.upkeep.writes.channels import CHANNELS

pytestmark = pytest.mark.django_db
SEND = "tournaments.upkeep.writes.channels.send_mail"


def signed_up(language: str = "it", **overrides: object) -> Tournament:
    event = make.knockout(entries=0, **overrides)
    with translation.override(language):
        entries.sign_up(
            actor=Actor(label="Gino"), tournament_id=event.pk, new=make.names(1), contact="gino@example.org"
        )
    return event


def with_contacts(event: Tournament) -> Tournament:
    """Everybody in the event can be written to."""
    for entry in Entry.objects.filter(tournament=event):
        entry.contact = f"entry{entry.number}@example.org"
        entry.save(update_fields=["contact"])
    return event


def kinds() -> list[str]:
    return sorted(OutboxMessage.objects.values_list("kind", flat=True))


def test_a_sign_up_is_answered_by_one_mail() -> None:
    event = signed_up()
    now = timezone.now()
    assert [outbox.drain(now), outbox.drain(now)] == [1, 0]
    (sent,) = mail.outbox
    assert sent.to == ["gino@example.org"]
    assert event.name in sent.subject + sent.body


def test_a_mail_that_fails_is_kept_and_tried_again_later() -> None:
    signed_up()
    now = timezone.now()
    with patch(SEND, side_effect=OSError("no route")):
        assert outbox.drain(now) == 0
    message = OutboxMessage.objects.get()
    assert (message.attempts, message.last_error, message.done_at) == (1, "OSError: no route", None)
    assert outbox.drain(now) == 0
    assert outbox.drain(now + timedelta(minutes=2)) == 1
    assert len(mail.outbox) == 1


def test_nobody_without_an_address_is_written_to() -> None:
    event = make.knockout(entries=0)
    entries.sign_up(actor=Actor(label="Gino"), tournament_id=event.pk, new=make.names(1))
    assert not OutboxMessage.objects.exists()


def test_a_crash_between_claim_and_done_is_made_good_soon() -> None:
    signed_up()
    now = timezone.now()
    with patch(SEND, side_effect=SystemExit), pytest.raises(SystemExit):
        outbox.drain(now)
    assert outbox.drain(now + timedelta(seconds=59)) == 0
    assert outbox.drain(now + timedelta(seconds=60)) == 1


def test_pauses_grow_and_the_eleventh_failure_gives_up_and_is_in_the_log_of_the_event() -> None:
    event = signed_up()
    now, tries = timezone.now(), []
    wanted = [2**number for number in range(10)]
    due = list(accumulate(wanted, initial=0))
    with patch(SEND, side_effect=SMTPServerDisconnected("gone")):
        # At each minute that it is due, at the one before, and long after the last.
        for minute in sorted({*due, *(max(minute - 1, 0) for minute in due), 2000}):
            before = OutboxMessage.objects.get().attempts
            outbox.drain(now + timedelta(minutes=minute))
            if OutboxMessage.objects.get().attempts > before:
                tries.append(minute)
    pauses = [later - earlier for earlier, later in pairwise(tries)]
    assert pauses == wanted
    row = AuditEntry.objects.get(verb="entry_unreachable")
    assert (row.tournament, row.reason) == (event, "SMTPServerDisconnected: gone")


@pytest.mark.django_db(transaction=True)
def test_who_dies_while_giving_a_letter_up_leaves_no_gap_in_the_log() -> None:
    event = signed_up()
    OutboxMessage.objects.update(attempts=OutboxMessage.MOST_ATTEMPTS - 1)
    dying = patch("tournaments.frame.writes.transaction.append_rows", side_effect=SystemExit)
    with patch(SEND, side_effect=OSError("gone")), dying, pytest.raises(SystemExit):
        outbox.drain(timezone.now())
    entry = Entry.objects.get(tournament=event)
    boss = make.boss_of(event)
    entries.accept_entry(actor=boss, tournament_id=event.pk, entry_id=entry.pk)
    assert not list(log_violations(make.fresh(event)))


def test_giving_a_letter_up_takes_the_lock_of_the_event_as_every_write_in_it() -> None:
    event = signed_up()
    before = make.fresh(event).version
    OutboxMessage.objects.update(attempts=OutboxMessage.MOST_ATTEMPTS - 1)
    with patch(SEND, side_effect=OSError("gone")):
        outbox.drain(timezone.now())
    assert make.fresh(event).version > before


@pytest.mark.django_db(transaction=True)
def test_no_row_of_the_log_is_written_outside_a_transaction() -> None:
    event = make.event()
    with pytest.raises(TransactionManagementError):
        record(by=SYSTEM, verb="entry_unreachable", target="x", tournament=event)
    assert not list(log_violations(make.fresh(event)))


def test_a_slow_mail_server_lets_no_claim_be_over_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    signed_up()
    signed_up()
    ticks = iter([0.0, 0.0, 90.0])
    monkeypatch.setattr("tournaments.upkeep.writes.outbox.time.monotonic", lambda: next(ticks))
    now = timezone.now()
    claims: list[int] = []

    def slow(message: OutboxMessage) -> None:
        claimed = OutboxMessage.objects.get(pk=message.pk).run_at
        claims.append(round((claimed - now).total_seconds()))

    monkeypatch.setattr("tournaments.upkeep.writes.outbox.CHANNELS", {"mail": slow})
    assert outbox.drain(now) == 2
    assert claims == [60, 150]


def test_what_a_mail_server_refuses_is_kept_without_the_address() -> None:
    signed_up()
    refused = {"gino@example.org": (550, b"<gino@example.org> unknown")}
    now = timezone.now()
    for attempt in range(OutboxMessage.MOST_ATTEMPTS):
        with patch(SEND, side_effect=SMTPRecipientsRefused(refused)):
            outbox.drain(now + timedelta(days=attempt))
    assert OutboxMessage.objects.get().last_error == "SMTPRecipientsRefused: {'-': (550, b'<-> unknown')}"
    assert "gino@" not in AuditEntry.objects.get(verb="entry_unreachable").reason


def test_a_letter_that_becomes_another_entrys_while_it_is_sent_stays_theirs() -> None:
    event = signed_up()
    first, second = Entry.objects.get(tournament=event), make.knockout(entries=1).entries.get()
    with patch(SEND, side_effect=lambda *_args: messages.hand_on(first, second)):
        assert outbox.drain(timezone.now()) == 1
    assert OutboxMessage.objects.get().payload["entry"] == second.pk


def test_a_text_that_cannot_be_made_holds_up_no_other_message() -> None:
    signed_up()
    now = timezone.now()
    early = now - timedelta(minutes=5)
    OutboxMessage.objects.create(kind="unknown", payload={"nothing": 1}, dedupe_key="broken", run_at=early)
    assert outbox.drain(timezone.now()) == 1
    assert OutboxMessage.objects.get(dedupe_key="broken").last_error.startswith("KeyError")


def test_what_is_told_of_something_that_is_gone_is_done_with() -> None:
    event = signed_up()
    Entry.objects.filter(tournament=event).delete()
    assert outbox.drain(timezone.now()) == 1
    assert mail.outbox == []


def test_one_message_is_sent_by_its_id_and_once() -> None:
    signed_up()
    message, now = OutboxMessage.objects.get(), timezone.now()
    assert [outbox.send(message.pk, now), outbox.send(message.pk, now)] == [True, False]
    assert not outbox.send(message.pk + 1, now)
    assert len(mail.outbox) == 1


def test_two_who_claim_one_message_send_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second comes while the first is sending, and read the message before that."""
    signed_up()
    stale = OutboxMessage.objects.get()
    now = timezone.now()
    sending, second = [], []

    def send(message: OutboxMessage) -> None:
        sending.append(message.pk)
        if len(sending) == 1:
            second.append(outbox._send_one(stale, now))

    monkeypatch.setitem(outbox.CHANNELS, stale.channel, send)
    assert outbox._send_one(OutboxMessage.objects.get(), now)
    assert (sending, second) == ([stale.pk], [False])
    assert not outbox._send_one(stale, now)


def test_every_channel_that_a_message_may_name_has_its_function() -> None:
    assert set(CHANNELS) == set(OutboxMessage.Channel.values)


def test_a_worker_is_told_of_each_message_by_its_id() -> None:
    with patch.object(workers, "send_message") as told:
        signed_up()
    told.assert_called_once_with(OutboxMessage.objects.get().pk)


def test_who_comes_in_from_the_waiting_list_gets_a_text_of_their_own() -> None:
    event = make.knockout(entries=4, capacity=4, review_sign_ups=False)
    entries.sign_up(actor=Actor(label="Gino"), tournament_id=event.pk, new=make.names(9), contact="gino@example.org")
    assert kinds() == ["sign_up_received"]
    boss = make.boss_of(event)
    gone = Entry.objects.filter(tournament=event, status=Entry.Status.CONFIRMED).first()
    assert gone is not None
    entries.withdraw_before_draw(actor=boss, tournament_id=event.pk, entry_id=gone.pk)
    assert kinds() == ["entry_promoted", "sign_up_received"]
    outbox.drain(timezone.now())
    assert "c'è un posto libero" in mail.outbox[-1].subject


@pytest.mark.parametrize(("language", "word"), [("it", "accettata"), ("en", "accepted")])
def test_a_message_speaks_the_language_in_which_the_entry_was_made(language: str, word: str) -> None:
    event = signed_up(language, review_sign_ups=True)
    entry = Entry.objects.get(tournament=event)
    with translation.override("it" if language == "en" else "en"):
        entries.accept_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=entry.pk)
        outbox.drain(timezone.now())
    decided = next(one for one in mail.outbox if one.to == ["gino@example.org"] and word in one.body)
    assert event.name in decided.subject


def called(entries_: int = 4) -> Tournament:
    return make.called(with_contacts(make.drawn(entries=entries_)))


def test_each_line_of_a_called_table_is_told_once_with_a_link() -> None:
    event = called()
    assert kinds() == ["table_called"] * 4
    outbox.drain(timezone.now())
    table = make.tables_of(event)[0]
    told = [one for one in mail.outbox if f"/e/{event.slug}/partite/{table.number}/" in one.body]
    assert len(told) == 2
    names = [str(line.entry) for line in table.lines.select_related("entry")]
    assert all(name in one.body for one in told for name in names)


def test_nobody_is_called_to_a_match_that_is_over() -> None:
    event = called()
    over, _open = make.tables_of(event)
    Table.objects.filter(pk=over.pk).update(status=Table.Status.DONE)
    outbox.drain(timezone.now())
    assert len(mail.outbox) == 2
    assert not any(f"/partite/{over.number}/" in one.body for one in mail.outbox)
    assert not OutboxMessage.objects.filter(done_at=None).exists()


def test_a_table_that_is_called_again_is_not_told_again() -> None:
    event = called()
    table = make.tables_of(event)[0]
    boss = {"actor": make.boss_of(event), "tournament_id": event.pk, "table_id": table.pk}
    rounds.take_call_back(**boss)
    rounds.call_table(**boss)
    assert kinds() == ["table_called"] * 4


def submit(event: Tournament, table: Table, line: int) -> None:
    table.refresh_from_db()
    scoresheets.enter_score(
        actor=Actor(label="line", line=line),
        tournament_id=event.pk,
        table_id=table.pk,
        content=make.content_for(table),
        seen=table.version,
    )


def test_the_other_line_is_asked_whether_a_result_is_right() -> None:
    event = called()
    table = make.tables_of(event)[0]
    submit(event, table, 0)
    (asked,) = OutboxMessage.objects.filter(kind="result_to_confirm")
    other = table.lines.select_related("entry").get(index=1).entry
    assert other is not None
    assert asked.payload == {"to": other.contact, "entry": other.pk, "table": table.pk}
    outbox.drain(timezone.now())
    assert any("/codice/" in one.body for one in mail.outbox)


def test_a_result_that_is_sent_again_is_another_question() -> None:
    event = called()
    table = make.tables_of(event)[0]
    submit(event, table, 0)
    submit(event, table, 0)
    assert OutboxMessage.objects.filter(kind="result_to_confirm").count() == 2


def test_a_result_that_an_official_writes_asks_nobody() -> None:
    event = called()
    make.play(make.tables_of(event)[0])
    assert "result_to_confirm" not in kinds()


def queries(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as asked:
        work()
    return len(asked)


def announcing(event: Tournament) -> int:
    boss = make.boss_of(event)
    return queries(lambda: rounds.announce_round(actor=boss, tournament_id=event.pk, number=1))


def test_telling_people_costs_two_queries_however_many_they_are_and_none_without_an_address() -> None:
    without = announcing(make.drawn(entries=8))
    few = announcing(with_contacts(make.drawn(entries=4)))
    many = announcing(with_contacts(make.drawn(entries=32)))
    assert few == many
    assert few - without == 2
