"""A change of the log, a row taken out of it or put in is found, and so is a result forged with its sheet."""

import io
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db.models import F
from django.utils.translation import override

from tests.tournaments import factories as make
from tournaments.backups.verifying.chain import chain_violations, log_violations, lost_logs
from tournaments.frame.writes.chain import WORDS, digest_of, hash_of
from tournaments.frame.writes.transaction import alone, record
from tournaments.models import AuditChain, AuditEntry, Scoresheet, Table, TableLine, Tournament

pytestmark = pytest.mark.django_db

FORGED = {
    "at": F("at") + timedelta(seconds=1),
    "actor_label": "Nobody",
    "verb": "score_undone",
    "target": "T99",
    "before": {"points": [0, 99]},
    "after": {"points": [99, 0]},
    "reason": "because",
    "salt": "0" * 32,
    "digest": "0" * 64,
    "previous": "1" * 64,
    "hash": "2" * 64,
}


@pytest.fixture
def finished() -> Tournament:
    return make.finished(entries=4)


def found(event: Tournament) -> list[tuple[str, object]]:
    return [(each.code, each.params.get("seq")) for each in log_violations(make.fresh(event))]


def rows(event: Tournament) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(tournament=event).order_by("seq"))


def rechained(row: AuditEntry) -> None:
    """Give a row that was changed the digest and the hash that it would have had."""
    row.digest = digest_of(row.salt, {name: getattr(row, name) for name in WORDS}, row.verb)
    row.hash = hash_of(previous=row.previous, seq=row.seq, at=row.at, verb=row.verb, digest=row.digest)
    row.save()


def test_nothing_is_said_of_a_log_as_it_was_written(finished):
    assert found(finished) == []
    assert list(chain_violations(None)) == []
    assert list(lost_logs()) == []


@pytest.mark.parametrize("column", FORGED)
def test_a_row_of_which_one_column_was_changed_is_named(finished, column):
    row = rows(finished)[5]
    AuditEntry.objects.filter(pk=row.pk).update(**{column: FORGED[column]})
    assert row.seq in {seq for _code, seq in found(finished)}


def test_a_row_that_was_forged_with_its_own_hash_is_found_by_the_next(finished):
    row = rows(finished)[5]
    row.reason = "forged"
    rechained(row)
    assert found(finished) == [("log_previous", row.seq + 1)]


def test_a_row_taken_out_of_the_middle(finished):
    row = rows(finished)[5]
    row.delete()
    assert ("log_gap", row.seq + 1) in found(finished)


def test_the_last_row_taken_away(finished):
    rows(finished)[-1].delete()
    assert found(finished) == [("log_length", None)]


def test_two_rows_that_changed_places(finished):
    one, other = rows(finished)[4:6]
    AuditEntry.objects.filter(pk=one.pk).update(seq=0)
    AuditEntry.objects.filter(pk=other.pk).update(seq=one.seq)
    AuditEntry.objects.filter(pk=one.pk).update(seq=other.seq)
    assert {("log_hash", one.seq), ("log_hash", other.seq)} <= set(found(finished))


def test_a_row_that_was_put_in_at_the_end(finished):
    last = rows(finished)[-1]
    row = AuditEntry(tournament=finished, actor_label="x", verb="score_confirmed", target="T1", seq=last.seq + 1)
    row.salt, row.previous = "0" * 32, last.hash
    rechained(row)
    assert found(finished) == [("log_length", None)]


def test_a_row_that_was_put_in_between(finished):
    all_rows = rows(finished)
    for row in reversed(all_rows[6:]):
        AuditEntry.objects.filter(pk=row.pk).update(seq=row.seq + 1)
    row = AuditEntry(tournament=finished, actor_label="x", verb="score_confirmed", target="T1", seq=all_rows[6].seq)
    row.salt, row.previous = "0" * 32, all_rows[5].hash
    rechained(row)
    AuditChain.objects.filter(event=finished.pk).update(length=F("length") + 1)
    assert {seq for code, seq in found(finished) if code == "log_hash"} == {each.seq + 1 for each in all_rows[6:]}


def test_a_log_that_is_gone_as_a_whole(finished):
    AuditEntry.objects.filter(tournament=finished).delete()
    AuditChain.objects.filter(event=finished.pk).delete()
    assert "log_empty" in {code for code, _seq in found(finished)}


def test_the_log_of_an_event_that_is_gone():
    event = make.event()
    key, length = event.pk, len(rows(event))
    event.delete()
    assert [each.params for each in lost_logs()] == [{"event": key, "length": length}]


def test_a_row_about_no_event(finished):
    with alone():
        record(by=make.organiser(), verb="account_made", target="somebody", tournament=None)
    last = AuditEntry.objects.filter(tournament=None).latest("seq")
    AuditEntry.objects.filter(pk=last.pk).update(target="somebody else")
    assert [(each.code, each.params["seq"]) for each in chain_violations(None)] == [("log_words", last.seq)]


def test_names_that_were_taken_out_of_a_row_are_attested_by_a_later_one(finished):
    row = rows(finished)[5]
    row.target = "anonymous"
    digest = digest_of(row.salt, {name: getattr(row, name) for name in WORDS}, row.verb)
    AuditEntry.objects.filter(pk=row.pk).update(target="anonymous")
    assert found(finished) == [("log_words", row.seq)]

    with alone():
        record(
            by=make.organiser(),
            verb="names_removed",
            target="-",
            tournament=finished,
            after={"digests": {str(row.seq): digest}},
        )
    assert found(finished) == []

    AuditEntry.objects.filter(pk=row.pk).update(target="somebody")
    assert found(finished) == [("log_words", row.seq)]


def test_a_row_attests_nothing_of_rows_behind_it(finished):
    with alone():
        record(
            by=make.organiser(),
            verb="names_removed",
            target="-",
            tournament=finished,
            after={"digests": {"9999": "0" * 64, "x": "1"}},
        )
    assert found(finished) == []


def test_a_result_that_was_forged_together_with_its_sheet(finished):
    table = Table.objects.filter(tournament=finished).order_by("-number").first()
    assert table is not None
    sheet = Scoresheet.objects.get(table=table, status="confirmed")
    sheet.outcome["points"] = list(reversed(sheet.outcome["points"]))
    sheet.content["games"][0]["deals"].reverse()
    sheet.save()
    lines = {line.index: line.points for line in TableLine.objects.filter(table=table)}
    for index, points in lines.items():
        TableLine.objects.filter(table=table, index=1 - index).update(points=points)
    said = [each for each in log_violations(finished) if each.code == "result_not_logged"]
    assert {(each.params["table"], each.params["what"]) for each in said} >= {(table.number, "points")}


def test_a_confirmed_sheet_that_nobody_wrote(finished):
    table = Table.objects.filter(tournament=finished).order_by("-number").first()
    sheet = Scoresheet.objects.get(table=table, status="confirmed")
    Scoresheet.objects.filter(pk=sheet.pk).update(status="superseded")
    sheet.pk, sheet.version, sheet.idempotency_key = None, sheet.version + 1, None
    sheet.save(force_insert=True)
    assert found(finished) == [("result_unlogged", None), ("result_lost", None)]


def test_a_penalty_that_nobody_gave(finished):
    sheet = Scoresheet.objects.filter(table__tournament=finished, status="confirmed").first()
    assert sheet is not None
    sheet.content["forfeit"] = {"cause": "no_show", "ruled": [0]}
    sheet.save()
    assert "result_unruled" in {code for code, _seq in found(finished)}


@pytest.mark.django_db(transaction=True)
def test_the_command_names_event_and_row_and_ends_with_1(finished):
    row = rows(finished)[5]
    AuditEntry.objects.filter(pk=row.pk).update(reason="forged")
    out = io.StringIO()
    with override("en"), pytest.raises(SystemExit) as ended:
        call_command("verify", stdout=out, stderr=io.StringIO())
    assert ended.value.code == 1
    assert f"{finished.slug}, row {row.seq} of the log: what it says was changed" in out.getvalue()
