"""Places that a referee gave to somebody who was beaten, and results that change after that."""

import pytest

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
)
from tournaments.errors import RefusedError
from tournaments.events.writes import closing, rounds
from tournaments.frame.policies import Actor, TablePass
from tournaments.games.contract import Json
from tournaments.models import Entry, Table, TableLine, Tournament
from tournaments.tables.reads import records
from tournaments.tables.writes import codes, corrections, replacing, scoresheets

pytestmark = pytest.mark.django_db


def correct(event: Tournament, table: Table, content: Json) -> tuple[int, ...]:
    """Correct a table and accept what that touches; the numbers of the tables touched."""
    found = corrections.preview_correction(tournament=make.fresh(event), table_id=table.pk, content=content)
    table.refresh_from_db()
    corrections.correct_score(
        table_id=table.pk,
        content=content,
        seen=table.version,
        reason="Scambiati",
        accepted=found.numbers,
        **make.where(event),
    )
    return found.numbers


def empty(event: Tournament, ruling_id: int) -> None:
    replacing.empty_place(ruling_id=ruling_id, reason="Torna", **make.where(event))


def in_round(event: Tournament, number: int) -> list[int | None]:
    lines = TableLine.objects.filter(table__tournament=event, table__round__number=number)
    return list(lines.values_list("entry_id", flat=True))


@pytest.mark.parametrize("order", [[0, 2, 1, 3], [2, 0, 1, 3], [0, 3, 2, 1]])
def test_a_correction_that_puts_who_left_below_the_cut_seats_the_two_who_win(penalty, order):
    event, first, second, final = after_first_round(penalty)
    leave(event, line_of(final, 1))
    fill(event)

    correct(event, first, make.ended(first, order))

    winners = {seats(first)[index] for index in order[:2]}
    assert set(seats(final)[:2]) == winners
    assert not final.lines.filter(is_absent=True).exists()
    make.end_round(event, 2)
    closing.finish_tournament(**make.where(event))
    assert sorted(Entry.objects.values_list("final_place", flat=True)) == [1, 2, 3, 4, 5, 5, 7, 7]
    assert set(seats(second)[:2]) < set(seats(final))


def given_to_a_sibling(game: str) -> tuple[Tournament, Table, Table, Table]:
    """One came alone out of the first table; the third of the second sits beside them in the final."""
    event, first, second, final = eight(game)
    for index in (1, 2, 3):
        leave(event, line_of(first, index))
    make.end_round(event)
    fill(event)
    return event, first, second, final


def test_nobody_who_goes_on_is_lost_because_their_place_was_given_to_another_table(penalty):
    event, first, _second, final = given_to_a_sibling(penalty)
    before = seats(final)

    assert refused(come_back, event=event, line=line_of(first, 1)) == "place_given_away"
    assert refused(late, event=event) == "no_place_left"
    assert seats(final) == before


def test_a_correction_says_so_when_the_place_was_given_to_another_table(penalty):
    event, first, _second, _final = after_first_round(penalty)
    for index in (1, 2, 3):
        leave(event, line_of(first, index))
    fill(event)
    come_back(event, line_of(first, 2))

    with pytest.raises(RefusedError, match="place_given_away"):
        correct(event, first, make.ended(first, [0, 2, 1, 3]))


def test_where_all_of_a_table_leave_both_its_places_are_given_and_everybody_has_a_place_in_the_end(penalty):
    event, first, second, final = eight(penalty)
    for index in range(4):
        leave(event, line_of(first, index))
    make.end_round(event)
    for _vacancy in range(2):
        fill(event)
    assert set(seats(final)) == set(seats(second))

    make.end_round(event, 2)
    closing.finish_tournament(**make.where(event))

    assert sorted(Entry.objects.values_list("final_place", flat=True))[:5] == [1, 2, 3, 4, 5]


def test_of_a_place_given_twice_the_last_decision_is_taken_back_first(penalty):
    event, first, _second, final = after_first_round(penalty)
    leave(event, line_of(final, 1))
    once = fill(event)
    leave(event, line_of(final, 1))
    again = fill(event)

    assert records.places_filled(event) == [again]
    assert refused(replacing.empty_place, ruling_id=once.pk, reason="Torna", **make.where(event)) == "place_given_since"
    for ruling in (again, once):
        empty(event, ruling.pk)

    assert (seats(final)[1], line_of(final, 1).source_place) == (seats(first)[1], 2)


def twelve(game: str) -> tuple[Tournament, list[Table]]:
    """Three tables of four, of which the two best thirds come back; called."""
    event = make.tables(game, entries=12, format={"policy": "ripescaggio"})
    make.called(event)
    return event, make.tables_of(event)


def test_a_third_who_was_given_a_place_is_not_re_admitted_too(penalty):
    event, (first, second, third) = twelve(penalty)
    make.enter(first, make.ended(first))
    leave(event, line_of(first, 1))
    fill(event)

    for table in (second, third):
        make.enter(table, make.sheet(make.deal(0, 1, 150, 160)))

    sitting = in_round(event, 2)
    assert len(set(sitting)) == len(sitting) == 8
    assert {line_of(each, 2).entry_id for each in (first, second, third)} < set(sitting)


def test_a_third_who_comes_back_to_the_event_moves_nobody_who_sits_at_a_table(penalty):
    event, (first, second, third) = twelve(penalty)
    make.enter(first, make.sheet(make.deal(0, 1, 102, 160)))
    leave(event, line_of(first, 2))
    for table in (second, third):
        make.enter(table, make.sheet(make.deal(0, 1, 150, 160)))
    before = in_round(event, 2)
    come_back(event, line_of(first, 2))

    make.called(event, round=2)
    played = make.tables_of(event, 2)[0]
    make.enter(played, make.ended(played))

    assert in_round(event, 2) == before


def generation(table: Table) -> int:
    return Table.objects.get(pk=table.pk).code_generation


def test_a_slip_opens_nothing_once_somebody_else_sits_in_the_chair(penalty):
    event, first, _second, final = after_first_round(penalty)
    slip = codes.code_of(final, 1)
    leave(event, line_of(final, 1))
    fill(event)
    rounds.announce_round(number=2, **make.where(event))

    with pytest.raises(RefusedError, match="code_unknown"):
        codes.open_code(slip)
    opened = codes.open_code(codes.code_of(Table.objects.get(pk=final.pk), 1))[1]
    assert opened == TablePass(final.pk, 1, 1, opened.login)
    assert generation(first) == 0


def test_a_correction_renews_the_codes_of_a_table_that_was_not_called_yet(penalty):
    event, first, _second, final = after_first_round(penalty)

    correct(event, first, make.ended(first, [0, 2, 1, 3]))

    assert generation(final) == 1


def test_nobody_who_has_left_confirms_or_writes_a_sheet_by_their_slip(penalty):
    event, first, _second, _final = eight(penalty)
    make.called(event)
    leave(event, line_of(first, 3))
    at = {"tournament_id": event.pk, "table_id": first.pk}
    gone, line = Actor(line=3, label="1D"), Actor(line=0, label="1A")
    with pytest.raises(RefusedError, match="line_withdrawn"):
        make.enter(first, make.ended(first), actor=gone)
    table = make.enter(first, make.ended(first), actor=line)

    for step in (scoresheets.confirm_score, scoresheets.dispute_score):
        assert refused(step, actor=gone, seen=table.version, **at) == "line_withdrawn"
    assert Table.objects.get(pk=first.pk).status == Table.Status.TO_CONFIRM
