"""Tables of several lines of which several go on: what a sheet makes of them, their ties, and who leaves."""

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.tables_of_four import LEVEL, table_of_four
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.models import AuditEntry, Ruling, Scoresheet, Table, Tie, Tournament
from tournaments.tables.writes import corrections, scoresheets

pytestmark = pytest.mark.django_db


def places(table: Table) -> list[int | None]:
    return list(table.lines.order_by("index").values_list("place", flat=True))


def ties(table: Table) -> list[tuple[int, str]]:
    return list(Tie.objects.filter(table=table).values_list("number", "status"))


def undo(table: Table) -> Table:
    table = Table.objects.get(pk=table.pk)
    where = {"actor": make.boss_of(table.tournament), "tournament_id": table.tournament_id, "table_id": table.pk}
    return scoresheets.undo_result(seen=table.version, **where)


def correct(table: Table, content: object) -> Table:
    event = Tournament.objects.get(pk=table.tournament_id)
    found = corrections.preview_correction(tournament=event, table_id=table.pk, content=content)
    corrections.correct_score(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        table_id=table.pk,
        content=content,
        reason="Scambiati",
        seen=Table.objects.get(pk=table.pk).version,
        accepted=found.numbers,
    )
    return Table.objects.get(pk=table.pk)


def test_two_go_on_in_their_places_and_those_below_share_theirs_where_they_are_level(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(make.deal(10, 5, 120, 120)))

    assert (table.status, table.ending, places(table)) == ("done", "", [2, 1, 3, 3])


def test_a_result_keeps_points_and_deals_and_has_no_vp(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(make.deal(0, 5, 120, 20), make.deal(3, 0, None, 90)))

    lines = table.lines.order_by("index").values_list("points", "deals", "vp", "mp", "place")
    assert list(lines) == [
        (3, 2, None, None, 1),
        (5, 2, None, None, 2),
        (120, 1, None, None, 4),
        (110, 2, None, None, 3),
    ]


def test_the_two_best_go_on_together_to_the_next_table(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(make.deal(101, 5, 120, 20)))

    following = Table.objects.get(tournament=table.tournament, round__number=2)
    coming = following.lines.filter(source=table).order_by("source_place").values_list("entry_id", flat=True)
    assert list(coming) == [table.lines.get(index=index).entry_id for index in (1, 3)]


def test_the_final_has_one_winner_and_everybody_else_a_place(penalty):
    event = make.tables(penalty, entries=8)
    make.end_round(event)
    final = make.tables_of(make.called(event, round=2), 2)[0]

    running = make.enter(final, make.sheet(make.deal(0, 10, 101, 101)))
    ended = make.enter(final, make.sheet(make.deal(0, 10, 101, 101), make.deal(0, 99, None, None)))

    assert (running.status, ended.status, places(ended)) == ("playing", "done", [1, 2, 3, 3])


def test_time_ends_a_table_by_its_totals(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(make.deal(30, 0, 20, 10), time_called=True))

    assert (table.ending, places(table)) == ("time", [4, 1, 3, 2])


def test_a_tie_is_a_row_in_the_write_in_which_the_sheet_shows_it(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(LEVEL))

    tie = Tie.objects.get(table=table)
    assert (tie.number, tie.lines, tie.places, tie.kind, tie.status) == (1, [1, 3], [2, 3], "deal", "open")
    assert (table.status, table.tiebreak_due) == ("playing", 1)


def test_the_sheet_that_breaks_a_tie_decides_its_row(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(LEVEL))

    table = make.enter(table, make.sheet(LEVEL, make.deal(None, 9, None, 0, tiebreak=1)))

    tie = Tie.objects.get(table=table)
    assert (tie.status, tie.sheet.version, tie.decided_at is not None) == ("decided", 2, True)
    assert (table.ending, table.tiebreak_due, places(table)) == ("tiebreak", 0, [1, 3, 4, 2])


def test_a_tie_broken_twice_in_vain_is_decided_by_a_card(penalty):
    level = [make.deal(None, 5, None, 5, tiebreak=number) for number in (1, 2)]
    table = make.enter(table_of_four(penalty), make.sheet(LEVEL, *level))
    assert ties(table) == [(1, "decided"), (2, "decided"), (3, "open")]

    table = make.enter(table, make.sheet(LEVEL, *level, make.deal(None, 0, None, 1, tiebreak=3)))

    assert (ties(table)[-1], table.ending) == ((3, "decided"), "card")


def test_undoing_the_sheet_that_decided_opens_the_tie_again_and_keeps_the_record(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(LEVEL))
    make.enter(table, make.sheet(LEVEL, make.deal(None, 9, None, 0, tiebreak=1)))

    undo(table)
    assert ties(table) == [(1, "cancelled"), (1, "open")]

    undo(table)
    assert ties(table) == [(1, "cancelled"), (1, "cancelled")]


def test_a_correction_that_leaves_no_tie_cancels_it(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(LEVEL, make.deal(None, 9, None, 0, tiebreak=1)))

    correct(table, make.sheet(make.deal(10, 104, 110, 105)))

    assert ties(table) == [(1, "cancelled")]


def test_a_tie_of_a_match_of_two_is_a_row_too():
    table = make.tables_of(make.called(entries=2))[0]
    level = [make.points_sheet((7, 7))] * 3

    running = make.enter(table, make.sheet(*level))
    make.enter(table, make.sheet(*level, make.points_sheet((2, 1), tiebreak=1)))

    tie = Tie.objects.get()
    assert (running.tiebreak_due, tie.lines, tie.places, tie.status) == (1, [0, 1], [1, 2], "decided")


def test_the_log_names_the_tie(penalty):
    make.enter(table_of_four(penalty), make.sheet(LEVEL))

    row = AuditEntry.objects.filter(verb="score_running").get()
    assert row.after["ties"] == [
        {"game": 0, "number": 1, "lines": [1, 3], "places": [2, 3], "kind": "deal", "open": True}
    ]


def test_a_match_without_a_tie_asks_nothing_about_ties(penalty):
    table = table_of_four(penalty)
    with CaptureQueriesContext(connection) as asked:
        make.enter(table, make.sheet(make.deal(1, 2, 103, 4), make.deal(0, 0, None, 100)))

    assert not [query for query in asked.captured_queries if "tournaments_tie" in query["sql"]]


def test_two_ties_of_a_table_are_never_open_at_once(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(LEVEL))
    with pytest.raises(IntegrityError):
        Tie.objects.create(table=table, number=2, lines=[1], places=[1, 2], kind="deal", opened_at=timezone.now())


LEAVES = make.deal(10, 12, 20, 14, left={2: "abandon"})


def rulings(table: Table) -> list[tuple[str, str, bool]]:
    rows = Ruling.objects.filter(table=table, kind=Ruling.Kind.FORFEIT).order_by("pk")
    return [(row.entry.label, row.cause, row.cancelled_at is None) for row in rows]


def test_who_leaves_is_ruled_on_by_who_directs(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(LEAVES), reason="Si sente male")

    name = table.lines.get(index=2).entry.label
    assert (table.status, table.note["left"]) == ("playing", {"2": "abandon"})
    assert rulings(table) == [(name, "abandon", True)]


@pytest.mark.parametrize("role", ["line", "scorer"])
def test_a_line_says_of_nobody_that_they_have_left(penalty, role):
    table = table_of_four(penalty)
    actor = Actor(line=0, label="A") if role == "line" else Actor(role="scorer", hall_tables=(1,), label="S")

    with pytest.raises(RefusedError, match="left_needs_referee"):
        make.enter(table, make.sheet(LEAVES), actor=actor)

    assert not Scoresheet.objects.exists()


def test_a_line_writes_on_after_the_ruling_and_cannot_take_it_back(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(LEAVES))
    line = Actor(line=0, label="A")
    make.enter(table, make.sheet(LEAVES, make.deal(0, 8, None, 9)), actor=line)

    with pytest.raises(RefusedError, match="left_needs_referee"):
        make.enter(table, make.sheet(make.deal(10, 12, 20, 14)), actor=line)

    assert [stands for _name, _cause, stands in rulings(table)] == [True]


def test_undoing_the_sheet_takes_the_ruling_back_and_an_earlier_one_stands(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(LEAVES))
    make.enter(table, make.sheet(LEAVES, make.deal(0, 8, None, 9, left={3: "abandon"})))
    assert [stands for _name, _cause, stands in rulings(table)] == [True, True]

    undo(table)
    assert [stands for _name, _cause, stands in rulings(table)] == [True, False]

    undo(table)
    assert [stands for _name, _cause, stands in rulings(table)] == [False, False]


def test_a_scorer_takes_back_no_sheet_that_rules_on_somebody(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(LEAVES))
    scorer = Actor(role="scorer", hall_tables=(1,), label="S")

    with pytest.raises(RefusedError, match="left_needs_referee"):
        scoresheets.undo_result(actor=scorer, tournament_id=table.tournament_id, table_id=table.pk, seen=table.version)

    assert [stands for _name, _cause, stands in rulings(table)] == [True]


def test_a_correction_rules_again(penalty):
    table = make.enter(table_of_four(penalty), make.sheet(LEAVES, make.deal(0, 100, None, 9)))

    correct(table, make.sheet(LEAVES, make.deal(0, 101, None, 9)))
    assert [stands for _name, _cause, stands in rulings(table)] == [False, True]

    correct(table, make.sheet(make.deal(10, 112, 140, 10)))
    assert [stands for _name, _cause, stands in rulings(table)] == [False, False]
