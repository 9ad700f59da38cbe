"""What is on record follows from what is on record; of any evening verify says nothing (test_any_evening.py)."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from tests.tournaments import factories as make
from tournaments.backups.verifying.events import violations_of
from tournaments.backups.verifying.violations import SENTENCES, Violation
from tournaments.entries.writes import participation
from tournaments.events.writes import rounds
from tournaments.models import Deadline, Entry, EntryMember, Scoresheet, Table, TableLine, Tournament
from tournaments.tables.writes import scoresheets

pytestmark = pytest.mark.django_db


def codes(event: Tournament) -> list[str]:
    return sorted({violation.code for violation in violations_of(make.fresh(event))})


@pytest.fixture
def finished() -> Tournament:
    return make.finished(entries=4)


def test_a_finished_event_is_whole(finished):
    assert codes(finished) == []


def test_points_that_the_sheet_does_not_give(finished):
    line = TableLine.objects.filter(table__tournament=finished, points__gt=0).first()
    TableLine.objects.filter(pk=line.pk).update(points=line.points + 1)
    found = [each for each in violations_of(finished) if each.code == "result_differs"]
    assert [(each.params["table"], each.params["what"]) for each in found] == [(line.table.number, "points")]


def test_a_sheet_that_was_changed_is_refused_or_gives_another_result(finished):
    sheet = Scoresheet.objects.filter(table__tournament=finished, status="confirmed").first()
    Scoresheet.objects.filter(pk=sheet.pk).update(content={"games": [], "forfeit": None})
    assert codes(finished) == ["closing_differs", "result_not_logged", "result_not_over"]


def test_a_result_without_its_sheet(finished):
    sheet = Scoresheet.objects.filter(table__tournament=finished, status="confirmed").first()
    Scoresheet.objects.filter(pk=sheet.pk).update(status="superseded")
    assert codes(finished) == ["closing_differs", "result_lost", "sheet_missing"]


def test_a_confirmed_sheet_at_an_open_table(finished):
    table = Table.objects.filter(tournament=finished).order_by("-number").first()
    Table.objects.filter(pk=table.pk).update(status="playing")
    assert "result_open" in codes(finished)


def test_a_version_that_is_gone(finished):
    sheet = Scoresheet.objects.filter(table__tournament=finished).first()
    Scoresheet.objects.filter(pk=sheet.pk).update(version=sheet.version + 1)
    assert codes(finished) == ["closing_differs", "result_lost", "result_unlogged", "versions_gap"]


def test_somebody_who_did_not_win_their_seat(finished):
    final = Table.objects.filter(tournament=finished).order_by("-round__number").first()
    line = final.lines.first()
    loser = TableLine.objects.filter(table=line.source_id).exclude(entry=line.entry_id).first()
    TableLine.objects.filter(pk=line.pk).update(entry=loser.entry_id)
    assert "seat_differs" in codes(finished)


def test_somebody_who_is_not_among_the_best_beaten(penalty):
    event = make.called(make.tables(penalty, entries=12, format={"policy": "ripescaggio"}))
    make.end_round(event)
    chair = TableLine.objects.filter(table__tournament=event, from_round=1).first()
    fourth = TableLine.objects.filter(table__tournament=event, table__round__number=1, place=3, points__gt=0)
    beaten = fourth.exclude(entry__in=TableLine.objects.filter(from_round=1).values("entry")).first()
    TableLine.objects.filter(pk=chair.pk).update(entry=beaten.entry_id)

    found = [each for each in violations_of(make.fresh(event)) if each.code == "chair_differs"]
    assert [(each.params["table"], each.params["found"]) for each in found] == [
        (chair.table.number, str(beaten.entry)),
    ]


def test_final_places_that_the_results_do_not_give(finished):
    Entry.objects.filter(tournament=finished, final_place=1).update(final_place=9)
    assert codes(finished) == ["closing_differs", "place_differs"]


def test_an_entry_with_nobody_in_it(finished):
    EntryMember.objects.filter(entry=finished.entries.first()).delete()
    assert codes(finished) == ["entry_empty"]


def test_a_number_that_was_never_given_out(finished):
    Tournament.objects.filter(pk=finished.pk).update(last_entry_number=1)
    assert codes(finished) == ["number_ahead"]


def test_an_entry_of_another_event_at_a_table():
    event, other = make.called(entries=4), make.knockout(entries=2)
    line = TableLine.objects.filter(table__tournament=event, entry__isnull=False).first()
    TableLine.objects.filter(pk=line.pk).update(entry=other.entries.first())
    assert codes(event) == ["foreign_row"]


def test_a_deadline_that_took_effect_too_early_or_none_at_all():
    event, now = make.called(entries=4), timezone.now()
    Deadline.objects.create(
        tournament=event,
        kind="round_time",
        key="round:x",
        round=event.rounds.first(),
        due_at=now,
        fired_at=now - timedelta(seconds=1),
    )
    assert codes(event) == ["deadline_early", "deadline_without_effect"]


def test_a_sheet_that_the_rules_refuse(finished):
    sheet = Scoresheet.objects.filter(table__tournament=finished, status="confirmed").first()
    game = sheet.content["games"][0]
    twice = {**sheet.content, "games": [game, game]}
    Scoresheet.objects.filter(pk=sheet.pk).update(content=twice)
    assert codes(finished) == ["closing_differs", "result_not_logged", "result_refused"]


def undone(game: str, entries: int, *gone: int, **options: str) -> Table:
    """The first table of an event of tables, whose sheet was undone; at ``gone`` chairs nobody sat by then."""
    event = make.drawn(make.closed(entries=entries, format=options, preset="club", game=game))
    leave(make.tables_of(event)[0], *gone)
    make.called(event)
    table = make.tables_of(event)[0]
    make.enter(table, make.ended(table, [line for line in range(table.lines.count()) if line not in gone]))
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "table_id": table.pk}
    scoresheets.undo_result(**where, seen=make.tables_of(event)[0].version, reason="Scambiati")
    rounds.take_call_back(**where)
    return table


def leave(table: Table, *chairs: int) -> None:
    for line in table.lines.filter(index__in=chairs):
        participation.withdraw_entry(
            actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, entry_id=line.entry_id, reason="-"
        )


def test_an_undone_sheet_was_judged_with_the_absent_of_then(penalty):
    table = undone(penalty, 12, 3, policy="ripescaggio")
    leave(table, 2)
    assert codes(table.tournament) == []


def test_an_undone_sheet_was_judged_with_the_chairs_that_there_were_before_somebody_came_late(penalty):
    table = undone(penalty, 14, policy="batterie")
    before = table.lines.count()
    for number in range(500, 520):
        participation.enter_late(
            actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, new=make.names(number, 1)
        )
        if table.lines.count() > before:
            break
    assert table.lines.count() == before + 1
    assert codes(table.tournament) == []


def test_an_undone_sheet_that_was_changed(penalty):
    table = undone(penalty, 12)
    sheet = table.scoresheets.get()
    sheet.outcome["places"] = [*sheet.outcome["places"][1:], sheet.outcome["places"][0]]
    sheet.save(update_fields=["outcome"])
    assert "sheet_outcome" in codes(table.tournament)
    sheet.content["games"] = sheet.content["games"] * 2
    sheet.save(update_fields=["content"])
    assert "sheet_refused" in codes(table.tournament)


def test_final_standings_that_cannot_be_made(finished):
    Table.objects.filter(tournament=finished).update(status="playing")
    assert "places_refused" in codes(finished)


def test_every_sentence_can_be_said_in_both_languages():
    params = dict.fromkeys(
        ("event", "table", "line", "key", "due", "fired", "entry", "what", "found", "wanted", "reason", "last",
         "source", "count", "detail", "seq", "length", "version", "part", "round", "kind", "value", "why"), "7",
    )  # fmt: skip
    said = {}
    for language in ("en", "it"):
        with override(language):
            said[language] = [str(Violation(code, params)) for code in SENTENCES]
    assert not set(said["en"]) & set(said["it"])
