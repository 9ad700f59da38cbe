"""Who leaves between two tables, who plays short of them, and who is put in their place."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import factories as make
from tests.tournaments.refusals import refused
from tests.tournaments.services.tables_of_four import (
    after_first_round,
    come_back,
    eight,
    fill,
    late,
    leave,
    line_of,
    seats,
    vacancy,
)
from tournaments.backups.verifying.events import violations_of
from tournaments.competition.stages.elimination import differences
from tournaments.discipline.writes import penalties
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError
from tournaments.events.writes import closing, rounds
from tournaments.models import AuditEntry, Entry, Ruling, Table, TableLine
from tournaments.tables.reads.elimination import facts_of
from tournaments.tables.writes import corrections, progress, replacing, scoresheets

pytestmark = pytest.mark.django_db


def places() -> list[int | None]:
    return sorted(Entry.objects.values_list("final_place", flat=True))


def test_a_table_plays_short_of_who_left_before_it_began(penalty):
    event, first, _second, final = eight(penalty)
    leave(event, line_of(first, 1))
    make.called(event)

    table = make.enter(first, make.ended(first))

    assert (line_of(first, 1).is_absent, table.status, table.ending) == (True, "done", "")
    assert list(table.lines.order_by("index").values_list("place", flat=True)) == [1, None, 2, 3]
    assert final.lines.filter(entry__isnull=False).count() == 2


def test_a_table_with_no_more_than_go_on_ends_by_itself_and_both_go_on(penalty):
    event, first, _second, final = eight(penalty)
    leave(event, line_of(first, 1))
    leave(event, line_of(first, 2))

    first.refresh_from_db()
    assert (first.status, first.ending, seats(final)[:2]) == ("done", "walkover", [seats(first)[0], seats(first)[3]])


def test_who_is_alone_goes_on_and_the_other_chair_is_nobodys(penalty):
    event, first, _second, final = eight(penalty)
    for index in (1, 2, 3):
        Entry.objects.filter(pk=line_of(first, index).entry_id).update(status="withdrawn")
    progress.follow_ended(event, progress.boards(first.lines.select_related("table", "table__round", "entry")))

    first.refresh_from_db()
    assert first.ending == "walkover"
    assert [(line.entry_id, line.is_nobody) for line in final.lines.order_by("index")][:2] == [
        (seats(first)[0], False),
        (None, True),
    ]


def test_who_comes_back_sits_in_the_empty_chair_again(penalty):
    event, first, _second, final = eight(penalty)
    leave(event, line_of(first, 1))
    leave(event, line_of(first, 2))

    come_back(event, line_of(first, 1))

    first.refresh_from_db()
    assert (first.status, line_of(first, 1).is_absent, line_of(first, 2).is_absent) == ("planned", False, True)
    assert seats(final) == [None] * 4


# R-TAB-22
def test_a_correction_that_readmits_somebody_else_names_their_table(penalty):
    event = make.called(make.tables(penalty, entries=12, format={"policy": "ripescaggio"}))
    make.end_round(event)
    chair = TableLine.objects.filter(table__tournament=event, from_round=1).order_by("pk").first()
    source = chair.source
    ranks = list(source.lines.order_by("place", "index").values_list("index", flat=True))
    content = make.ended(source, [*ranks[:2], ranks[3], ranks[2]])

    found = corrections.preview_correction(tournament=event, table_id=source.pk, content=content)
    corrections.correct_score(
        table_id=source.pk,
        content=content,
        seen=source.version,
        reason="Scambiati",
        accepted=found.numbers,
        **make.where(event),
    )

    assert found.numbers == (chair.table.number,)
    chairs = TableLine.objects.filter(table__tournament=event, from_round=1)
    assert chair.entry_id not in chairs.values_list("entry_id", flat=True)
    assert list(differences(facts_of(event))) == []


# R-TAB-22
def test_who_comes_back_when_the_best_beaten_are_chosen_is_not_among_them(penalty):
    event = make.called(make.tables(penalty, entries=12, format={"policy": "ripescaggio"}))
    tables = make.tables_of(event)
    make.enter(tables[0], make.ended(tables[0]))
    third = tables[0].lines.get(place=3)
    leave(event, third)
    for table in tables[1:]:
        make.enter(table, make.ended(table))

    come_back(event, third)

    chairs = TableLine.objects.filter(table__tournament=event, from_round=1)
    beaten = TableLine.objects.filter(table__in=tables[1:], place=3)
    assert set(chairs.values_list("entry_id", flat=True)) == set(beaten.values_list("entry_id", flat=True))
    assert list(violations_of(make.fresh(event))) == []


def test_who_left_a_table_that_had_ended_by_itself_is_absent_where_it_is_played_after_all(penalty):
    event, first, second, final = eight(penalty)
    for table in (first, second):
        for index in (1, 2, 3):
            leave(event, line_of(table, index))
    leave(event, line_of(second, 0))
    assert Table.objects.get(pk=final.pk).ending == "walkover"
    leave(event, line_of(first, 0))

    for index in (1, 2):
        come_back(event, line_of(second, index))

    gone, second_line, third_line = line_of(first, 0), line_of(second, 1), line_of(second, 2)
    assert Table.objects.get(pk=final.pk).status == Table.Status.PLANNED
    assert list(final.lines.order_by("index").values_list("entry_id", "is_absent")) == [
        (gone.entry_id, True),
        (seats(final)[1], True),
        (second_line.entry_id, False),
        (third_line.entry_id, False),
    ]


def test_nobody_comes_back_to_a_table_that_was_begun_without_them(penalty):
    event, first, _second, _final = eight(penalty)
    leave(event, line_of(first, 1))
    make.called(event)
    make.enter(first, make.sheet(make.deal(5, None, 6, 7)))

    assert refused(come_back, event=event, line=line_of(first, 1)) == "played_without"


def test_a_penalty_cancelled_long_ago_brings_nobody_back_to_a_table_that_was_begun_without_them(penalty):
    event, first, _second, _final = eight(penalty)
    make.called(event)
    line = line_of(first, 1)
    given = penalties.give_penalty(
        kind="loss", table_id=first.pk, entry_id=line.entry_id, reason="Assente", **make.where(event)
    )
    penalties.cancel_penalty(ruling_id=given.pk, reason="Era qui", **make.where(event))
    leave(event, line_of(first, 1))
    make.enter(first, make.sheet(make.deal(5, None, 6, 7)))

    assert refused(come_back, event=event, line=line_of(first, 1)) == "played_without"


def test_a_result_of_a_table_played_short_is_undone_and_played_again(penalty):
    event, first, _second, _final = eight(penalty)
    leave(event, line_of(first, 1))
    make.called(event)
    table = make.enter(first, make.ended(first))

    scoresheets.undo_result(table_id=first.pk, seen=table.version, **make.where(event))
    again = make.enter(first, make.ended(first, [3, 2, 0]))

    assert list(again.lines.order_by("index").values_list("place", flat=True)) == [3, None, 2, 1]


def test_a_sheet_that_was_undone_is_read_at_the_chairs_that_were_empty_then(penalty):
    event, first, _second, _final = eight(penalty)
    leave(event, line_of(first, 1))
    make.called(event)
    table = make.enter(first, make.ended(first))
    scoresheets.undo_result(table_id=table.pk, seen=table.version, **make.where(event))
    come_back(event, line_of(first, 1))
    leave(event, line_of(first, 2))

    assert list(violations_of(make.fresh(event))) == []


def test_the_final_is_played_short_of_a_finalist_who_left(penalty):
    event, _first, _second, final = after_first_round(penalty)
    leave(event, line_of(final, 2))
    make.end_round(event, 2)

    closing.finish_tournament(**make.where(event))

    gone = Entry.objects.get(status="withdrawn")
    assert places() == [1, 2, 3, 4, 5, 5, 7, 7]
    assert gone.final_place == 4


def test_a_winner_who_left_is_replaced_by_the_third_of_their_own_table(penalty):
    event, first, second, final = after_first_round(penalty)
    leave(event, line_of(final, 1))
    assert [each.entry.pk for each in vacancy(event).candidates] == seats(first)[2:]

    fill(event)

    assert seats(final) == [seats(first)[0], seats(first)[2], *seats(second)[:2]]
    line = line_of(final, 1)
    assert (line.source_id, line.source_place, line.is_absent) == (first.pk, 3, False)
    assert AuditEntry.objects.get(verb="place_filled").reason == "Chiesto al terzo"


def test_a_winner_of_a_later_round_is_replaced_by_who_was_beaten_there(penalty):
    event = make.tables(penalty, entries=16)
    for number in (1, 2):
        make.end_round(event, number)
    semifinal, _other = make.tables_of(event, 2)
    (final,) = make.tables_of(event, 3)
    leave(event, line_of(final, 0))

    assert [each.entry.pk for each in vacancy(event).candidates] == seats(semifinal)[2:]
    assert {each.line.table_id for each in vacancy(event).candidates} == {semifinal.pk}


def test_the_fourth_is_taken_where_the_third_is_not_willing(penalty):
    event, first, _second, final = after_first_round(penalty)
    leave(event, line_of(final, 1))

    fill(event, 1)

    assert seats(final)[1] == seats(first)[3]


def test_beside_one_who_came_alone_sits_the_third_of_the_sibling(penalty):
    event, first, second, final = eight(penalty)
    for index in (1, 2, 3):
        leave(event, line_of(first, index))
    make.end_round(event)

    fill(event)

    assert seats(final) == [seats(first)[0], seats(second)[2], *seats(second)[:2]]
    assert line_of(final, 1).source_id == second.pk


def test_a_decision_is_taken_back_while_nothing_is_called(penalty):
    event, first, _second, final = after_first_round(penalty)
    leave(event, line_of(final, 1))
    ruling = fill(event)

    replacing.empty_place(ruling_id=ruling.pk, reason="Torna", **make.where(event))

    line = line_of(final, 1)
    assert (line.entry_id, line.is_absent, line.source_place) == (seats(first)[1], True, 2)
    come_back(event, line)
    assert not line_of(final, 1).is_absent


def test_nothing_is_filled_or_emptied_once_the_table_is_called(penalty):
    event, _first, _second, final = after_first_round(penalty)
    leave(event, line_of(final, 1))
    leave(event, line_of(final, 2))
    ruling = fill(event)
    found = vacancy(event)
    rounds.announce_round(number=2, **make.where(event))

    assert [
        refused(replacing.empty_place, ruling_id=ruling.pk, reason="Torna", **make.where(event)),
        refused(
            replacing.fill_place,
            line_id=found.line.pk,
            entry_id=found.candidates[0].entry.pk,
            reason="Tardi",
            **make.where(event),
        ),
    ] == ["already_called", "already_called"]


@pytest.mark.parametrize(
    ("reason", "code"), [(" ", "reason_missing"), ("Perché", "not_a_candidate"), ("Perché", "no_vacancy")]
)
def test_a_place_is_filled_with_a_reason_by_a_candidate_where_it_is_free(penalty, reason, code):
    event, _first, _second, final = after_first_round(penalty)
    if code != "no_vacancy":
        leave(event, line_of(final, 1))
    before = seats(final)

    found = refused(
        replacing.fill_place,
        line_id=line_of(final, 1).pk,
        entry_id=line_of(final, 3).entry_id,
        reason=reason,
        **make.where(event),
    )

    assert (found, seats(final)) == (code, before)
    assert not Ruling.objects.filter(kind="replacement").exists()


def test_who_was_replaced_does_not_come_back_and_has_a_place_in_the_end(penalty):
    event, _first, _second, final = after_first_round(penalty)
    gone = line_of(final, 1)
    leave(event, gone)
    fill(event)
    assert refused(come_back, event=event, line=gone) == "no_place_to_return"

    make.end_round(event, 2)
    closing.finish_tournament(**make.where(event))

    assert places() == [1, 2, 3, 4, 5, 6, 7, 7]
    assert Entry.objects.get(pk=gone.entry_id).final_place == 5


def test_a_correction_follows_who_was_put_in(penalty):
    event, first, _second, final = after_first_round(penalty)
    leave(event, line_of(final, 1))
    fill(event)
    content = make.ended(first, [0, 1, 3, 2])

    found = corrections.preview_correction(tournament=make.fresh(event), table_id=first.pk, content=content)
    assert found.numbers == (final.number,)
    first.refresh_from_db()
    corrections.correct_score(
        table_id=first.pk,
        content=content,
        seen=first.version,
        reason="Scambiati",
        accepted=found.numbers,
        **make.where(event),
    )

    assert seats(final)[1] == seats(first)[3]


def test_the_vacancies_are_read_in_as_many_queries_for_three_as_for_one(penalty):
    counts = []
    for leaving in (1, 3):
        event, _first, _second, final = after_first_round(penalty)
        for index in range(leaving):
            leave(event, line_of(final, index))
        event = make.fresh(event)
        with CaptureQueriesContext(connection) as asked:
            assert len(replacing.vacancies(event)) == leaving
        counts.append(len(asked))

    assert counts == [4, 4]


def test_a_knockout_has_no_vacancies():
    event = make.drawn(entries=5)

    assert replacing.vacancies(event) == []


# R-TAB-26
def test_who_comes_late_makes_a_table_of_three_of_a_pair_of_byes(penalty):
    event = make.tables(penalty, entries=5)
    pair = Table.objects.get(tournament=event, status="bye")

    entry = late(event)

    pair.refresh_from_db()
    assert (pair.status, pair.hall_number, seats(pair)[2]) == ("planned", 2, entry.pk)
    assert Table.objects.get(tournament=event, round__number=2).lines.filter(entry__isnull=False).count() == 0


def test_who_comes_late_takes_a_free_chair_of_the_smallest_table_not_called(penalty):
    event, first, second, _final = eight(penalty)
    late(event)
    assert (first.lines.count(), second.lines.count()) == (5, 4)

    rounds.call_table(table_id=second.pk, **make.where(event))
    assert refused(late, event=event, number=91) == "no_place_left"


# R-TAB-26
def test_who_comes_late_takes_no_chair_of_who_left(penalty):
    event, first, _second, _final = eight(penalty)
    leave(event, line_of(first, 1))
    gone = seats(first)

    entry = late(event)

    assert (seats(first), line_of(first, 1).is_absent) == ([*gone, entry.pk], True)


def test_in_heats_who_is_out_may_come_again_where_that_was_agreed(penalty):
    codes = []
    for re_entry in (False, True):
        event = make.tables(penalty, entries=12, format={"policy": "batterie", "re_entry": re_entry})
        first = make.tables_of(event)[0]
        rounds.call_table(table_id=first.pk, **make.where(event))
        make.enter(first, make.ended(first))
        loser = line_of(first, 2).entry.members.get().person
        new = make.names(1, 1)
        new = type(new)((type(new.people[0])(loser.family_name, loser.given_name),))
        try:
            participation.enter_late(new=new, **make.where(event))
            codes.append("")
        except RefusedError as refused:
            codes.append(refused.code)

    assert codes == ["person_twice", ""]
