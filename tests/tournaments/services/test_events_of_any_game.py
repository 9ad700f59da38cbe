"""What an event may be follows from its game: format, size of an entry, VP; and how many a format can hold."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from tests.tournaments import factories as make
from tournaments.draw.writes import draws
from tournaments.entries.writes import entries
from tournaments.errors import RefusedError
from tournaments.events.writes import tournaments
from tournaments.frame.phrases import sentence
from tournaments.models import AuditEntry, Entry, Ruling, Scoresheet, Table, TableLine, Tie, Tournament
from tournaments.tables.writes import corrections, replacing, scoresheets

pytestmark = pytest.mark.django_db


def refused(code: str, game: str, **given):
    with pytest.raises(RefusedError) as refusal:
        make.event(game=game, preset=given.pop("preset", "club"), **given)
    assert (refusal.value.code, Tournament.objects.exists()) == (code, False)
    return refusal.value


def test_an_event_without_vp_has_no_scale_and_no_terms(penalty):
    event = make.fresh(make.event(game=penalty, preset="club"))

    assert (event.vp_scale, event.terms, event.entry_size) == (None, {}, 1)
    assert AuditEntry.objects.get(verb="tournament_created").after["vp_scale"] is None


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"scale": "standard"}, "scale_unused", "scale"),
        ({"terms": {"no_show": 1}}, "terms_unused", "no_show"),
        ({"entry_size": 2}, "line_size", "entry_size"),
        ({"preset": "four", "format": {"kind": "tables", "max_table": 5}}, "format_lines", "kind"),
        ({"format": {"kind": "pyramid"}}, "unknown_format", "kind"),
    ],
)
def test_what_the_game_cannot_be_is_refused_by_its_field(penalty, given, code, field):
    assert refused(code, penalty, **given).field == field


def test_a_game_of_two_lines_has_no_tables():
    with pytest.raises(RefusedError, match="format_lines") as refusal:
        make.event(format={"kind": "tables"})
    with override("en"):
        assert "at its tables sit 3–4 lines; this game is played by 2." in sentence(refusal.value)


def test_the_format_that_nobody_named_is_the_one_that_the_lines_fit(penalty):
    kinds = [make.event().format["kind"], make.event(game=penalty, preset="club").format["kind"]]

    assert kinds == ["knockout", "tables"]
    assert make.event(game=penalty, preset="club", format={"kind": "knockout"}).format["kind"] == "knockout"


def test_a_knockout_without_vp_is_played_and_closed(penalty):
    event = make.drawn(make.knockout(game=penalty, preset="club", entries=3, format={"kind": "knockout"}))
    for number in (1, 2):
        make.end_round(event, number)

    line = TableLine.objects.filter(place=1, table__status="done").first()
    assert (line.vp, line.mp, line.deals) == (None, None, 1)


def test_the_last_entered_wait_where_only_full_tables_are_played(penalty):
    event = make.closed(make.knockout(game=penalty, preset="club", entries=18, format={"policy": "reject_last"}))
    waiting = Entry.objects.filter(status="waiting").order_by("number")
    assert list(waiting.values_list("number", flat=True)) == [17, 18]
    assert AuditEntry.objects.filter(verb="entry_put_back").count() == 2

    first = Entry.objects.get(number=1)
    entries.withdraw_before_draw(actor=make.boss_of(event), tournament_id=event.pk, entry_id=first.pk)
    assert list(waiting.values_list("number", flat=True)) == [18]

    tournaments.open_entries(actor=make.boss_of(event), tournament_id=event.pk)
    assert not waiting.exists()


@pytest.mark.parametrize(
    ("entries", "code"), [(1, "too_few_entries"), (3, "three_have_no_final"), (9, "thirds_cannot_fill")]
)
def test_a_number_that_cannot_be_played_is_refused_before_the_draw(penalty, entries, code):
    options = {"policy": "ripescaggio"}
    event = make.closed(make.knockout(game=penalty, preset="club", entries=entries, format=options))

    with pytest.raises(RefusedError, match=code):
        draws.prepare_draw(actor=make.boss_of(event), tournament_id=event.pk)

    assert not event.draws.exists()


def test_a_draw_of_tables_is_swapped_taken_back_and_drawn_again(penalty):
    event, draft = make.whole(make.knockout(game=penalty, preset="club", entries=8))
    actor, before = make.boss_of(event), draws.positions_of(draft)
    draws.swap_places(actor=actor, tournament_id=event.pk, draw_id=draft.pk, a=0, b=5, reason="Fratelli")
    draws.announce_draw(actor=actor, tournament_id=event.pk, draw_id=draft.pk)
    assert Table.objects.get(number=1).lines.get(index=0).entry_id == before[5]

    draws.withdraw_draw(actor=actor, tournament_id=event.pk, reason="Manca uno")
    assert not Table.objects.exists()

    assert make.drawn(make.fresh(event)).tables.count() == 3


def twelve(game: str) -> tuple[Tournament, list[Table]]:
    """Three tables of four; two thirds come back to the second round."""
    event = make.called(make.tables(game, entries=12, format={"policy": "ripescaggio"}))
    return event, make.tables_of(event)


def chairs(event: Tournament) -> list[int | None]:
    kept = TableLine.objects.filter(table__tournament=event, from_round__isnull=False)
    return list(kept.order_by("from_rank").values_list("entry_id", flat=True))


def third(table: Table) -> int | None:
    return table.lines.get(place=3).entry_id


def lost_by(table: Table, penalties: int) -> None:
    """End a table whose third has so many penalties."""
    make.enter(table, make.sheet(make.deal(0, 1, penalties, 180)))


def test_kept_chairs_are_filled_when_the_round_is_over_and_emptied_by_an_undo(penalty):
    event, (first, second, last) = twelve(penalty)
    lost_by(first, 130)
    lost_by(second, 110)
    assert chairs(event) == [None, None]

    lost_by(last, 120)
    assert set(chairs(event)) == {third(second), third(last)}

    first.refresh_from_db()
    scoresheets.undo_result(actor=make.boss_of(event), tournament_id=event.pk, table_id=first.pk, seen=first.version)
    assert chairs(event) == [None, None]


def test_a_correction_names_the_tables_at_which_others_are_readmitted(penalty):
    event, (first, second, last) = twelve(penalty)
    for table, penalties in ((first, 130), (second, 110), (last, 120)):
        lost_by(table, penalties)
    make.called(event, round=2)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "table_id": first.pk}
    content = make.sheet(make.deal(0, 1, 105, 180))

    found = corrections.preview_correction(tournament=make.fresh(event), table_id=first.pk, content=content)
    assert found.permitted.value == "needs_reason" and found.numbers
    first.refresh_from_db()
    corrections.correct_score(content=content, seen=first.version, reason="Scambiati", accepted=found.numbers, **where)

    assert set(chairs(event)) == {third(first), third(second)}


def test_the_same_people_in_another_order_keep_their_chairs_at_a_table_that_was_called(penalty):
    event = make.tables(penalty, entries=8)
    make.end_round(event)
    final = make.tables_of(make.called(event, round=2), 2)[0]
    first = make.tables_of(event)[0]
    before = list(final.lines.order_by("index").values_list("entry_id", flat=True))
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "table_id": first.pk}
    content = make.ended(first, [1, 0, 2, 3])

    found = corrections.preview_correction(tournament=make.fresh(event), table_id=first.pk, content=content)
    corrections.correct_score(content=content, seen=first.version, reason="Scambiati", **where)

    final.refresh_from_db()
    assert (found.code, final.status) == ("same_people_go_on", "called")
    assert list(final.lines.order_by("index").values_list("entry_id", flat=True)) == before


@pytest.mark.parametrize("players", [0, 8, 32])
def test_a_result_of_a_table_takes_as_many_queries_as_that_of_a_match_of_two(penalty, players):
    event = make.tables(penalty, entries=players) if players else make.drawn(entries=8)
    table = make.tables_of(make.called(event))[0]
    actor, content = make.boss_of(table.tournament), make.ended(table) if players else make.content_for(table)
    with CaptureQueriesContext(connection) as asked:
        scoresheets.enter_score(
            actor=actor,
            tournament_id=table.tournament_id,
            table_id=table.pk,
            content=content,
            seen=table.version,
        )
    steps = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")

    # One of them takes the next place in the chain of the log. A server is sent those that tell nothing with the next;
    # two that go to it together are logged one by one.
    wanted = {"sqlite": 9, "postgresql": 6}[connection.vendor]
    assert sum(not query["sql"].startswith(steps) for query in asked.captured_queries) == wanted


@pytest.mark.parametrize("broken", ["ties.keep_ties", "progress.settle"])
def test_a_result_that_fails_half_way_leaves_nothing(penalty, broken, monkeypatch):
    table = make.tables_of(make.called(make.tables(penalty, entries=8)))[0]
    level = make.sheet(make.deal(10, 104, 110, 104), make.deal(None, 9, None, 0, tiebreak=1))

    def fail(*_given: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(f"tournaments.tables.writes.scoresheets.{broken}", fail)
    with pytest.raises(RuntimeError):
        make.enter(table, level)

    table.refresh_from_db()
    assert (table.status, Scoresheet.objects.count(), Tie.objects.count()) == ("called", 0, 0)


def test_a_place_that_is_filled_half_way_is_not_filled(penalty, monkeypatch):
    event = make.tables(penalty, entries=8)
    make.end_round(event)
    final = Table.objects.get(tournament=event, round__number=2)
    Entry.objects.filter(pk=final.lines.get(index=0).entry_id).update(status="withdrawn")
    final.lines.filter(index=0).update(is_absent=True)
    vacancy = replacing.vacancies(make.fresh(event))[0]
    before = list(final.lines.values())

    def fail(**_given: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(replacing, "record", fail)
    with pytest.raises(RuntimeError):
        replacing.fill_place(
            actor=make.boss_of(event),
            tournament_id=event.pk,
            line_id=vacancy.line.pk,
            entry_id=vacancy.candidates[0].entry.pk,
            reason="Chiesto",
        )

    assert (list(final.lines.values()), Ruling.objects.count()) == (before, 0)


@pytest.mark.parametrize("step", ["fill_place", "empty_place"])
def test_filling_a_place_takes_the_lock_of_the_event_first(penalty, step):
    event = make.tables(penalty, entries=8)
    arguments = {"fill_place": {"line_id": 0, "entry_id": 0}, "empty_place": {"ruling_id": 0}}[step]
    with CaptureQueriesContext(connection) as asked, pytest.raises(RefusedError):
        getattr(replacing, step)(actor=make.boss_of(event), tournament_id=event.pk, reason="Chiesto", **arguments)
    asks = [query["sql"] for query in asked.captured_queries if "tournaments_" in query["sql"]]

    begun = next(sql for sql in asks if "membership" not in sql)
    assert begun.startswith("UPDATE tournaments_tournament SET version")


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_the_migration_goes_back_and_forth_with_an_event_without_vp(penalty):
    make.event(game=penalty, preset="club")
    event = make.event()

    call_command("migrate", "tournaments", "0001", verbosity=0)
    call_command("migrate", "tournaments", verbosity=0)

    assert make.fresh(event).vp_scale == event.vp_scale
