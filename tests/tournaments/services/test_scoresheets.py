"""Results at one table: entered, agreed on by two lines, disputed, taken back; nothing is ever rewritten."""

from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.refusals import refused
from tests.tournaments.services.sheets import FAULT, LEVEL, WON, A, B, deals, enter, spareggio, state, tied
from tournaments.competition.match import contents
from tournaments.draw.writes import draws
from tournaments.entries.writes import participation
from tournaments.errors import MissingError, StaleVersionError
from tournaments.events.writes import closing, rounds
from tournaments.frame.policies import Actor
from tournaments.games import registry
from tournaments.games.contract import Circumstances
from tournaments.models import AuditEntry, Entry, Ruling, Scoresheet, Table, Tournament
from tournaments.tables.writes import scoresheets

pytestmark = pytest.mark.django_db


def table_of(**overrides: Any) -> Table:
    """The first table of a called round of four pairs."""
    overrides.setdefault("entries", 4)
    return make.tables_of(make.called(**overrides))[0]


def confirm(table: Table, actor: Actor, **extra: Any) -> Scoresheet:
    table.refresh_from_db()
    return scoresheets.confirm_score(
        actor=actor, tournament_id=table.tournament_id, table_id=table.pk, seen=table.version, **extra
    )


def undo(table: Table, actor: Actor | None = None) -> Table:
    table = Table.objects.select_related("tournament").get(pk=table.pk)
    actor = actor or make.boss_of(table.tournament)
    return scoresheets.undo_result(
        actor=actor, tournament_id=table.tournament_id, table_id=table.pk, seen=table.version
    )


# An official's word


def test_an_unfinished_sheet_puts_the_table_in_play():
    table = table_of()

    enter(table, deals((5, 3)))

    assert state(table) == ("playing", [5, 3])
    assert table.deals_played == 1


def test_a_finished_sheet_of_an_official_ends_the_match_and_fills_the_next_table():
    table = table_of()

    enter(table, WON)

    winner = table.lines.get(index=0)
    assert state(table) == ("done", [21, 11])
    assert (winner.place, winner.vp, winner.mp) == (1, 16, 10)
    assert winner.entry_id == table.feeds.get(source_place=1).entry_id


def test_every_version_and_its_audit_row_are_kept():
    table = table_of()

    enter(table, deals((5, 3)))
    enter(table, WON)

    versions = Scoresheet.objects.filter(table=table)
    verbs = AuditEntry.objects.filter(target=f"T{table.number}").order_by("id").values_list("verb", flat=True)
    assert [(one.version, one.status) for one in versions] == [(1, "running"), (2, "confirmed")]
    assert list(verbs)[-2:] == ["score_running", "score_confirmed"]


def test_time_called_ends_a_match_that_has_not_reached_its_target():
    table = table_of()

    enter(table, deals((5, 3), (4, 2), time_called=True))

    assert state(table) == ("done", [9, 5])
    assert table.ending == "time"


def test_the_three_records_a_referee_must_be_able_to_make():
    table = table_of()

    enter(table, LEVEL)
    table.refresh_from_db()
    due = [table.tiebreak_due]
    first = spareggio(1, (2, 2))
    enter(table, tied(first))
    table.refresh_from_db()
    due.append(table.tiebreak_due)
    enter(table, tied(first, spareggio(2, (3, 3))))
    assert refused(enter, table, tied(first, spareggio(2, (3, 3)), spareggio(3, (1, 1)))) == "last_capture_missing"
    enter(table, tied(first, spareggio(2, (3, 3)), spareggio(3, (1, 1), last_capture=0)))

    assert due == [1, 2]
    assert state(table) == ("done", [21, 21])
    assert (table.ending, table.note["tiebreaks"]) == ("last_capture", [[2, 2], [3, 3], [1, 1]])
    assert table.lines.get(index=1).place == 1


def test_a_tie_break_deal_decides_the_winner_only():
    table = table_of()

    enter(table, tied(spareggio(1, (1, 4))))

    assert state(table) == ("done", [21, 21])
    assert [(line.place, line.mp) for line in table.lines.order_by("index")] == [(2, 0), (1, 0)]


# What is refused

IMPOSSIBLE = [
    pytest.param(
        deals((10, 5), (11, 6), tiebreaks=(spareggio(1, (3, 1)),)), "tiebreak_not_level", id="tie-break, not level"
    ),
    pytest.param(deals((10, 5), (11, 6), (3, 1)), "deal_after_end", id="a deal after the end"),
    pytest.param(deals((-1, 5)), "negative", id="negative points"),
    pytest.param(tied(spareggio(2, (3, 1))), "tiebreak_number", id="second tie-break before the first"),
    pytest.param({"games": [*WON["games"], *WON["games"]], "forfeit": None}, "match_decided", id="a game too many"),
]


@pytest.mark.parametrize(("content", "code"), IMPOSSIBLE)
def test_an_impossible_sheet_writes_nothing(content, code):
    table = table_of()

    assert refused(enter, table, content) == code
    assert not Scoresheet.objects.exists()
    assert state(table)[0] == "called"


def test_an_unfinished_game_cannot_be_followed():
    table = table_of(format={"best_of": {"semifinal": 3}})
    half = {"games": [*deals((5, 3))["games"], *WON["games"]], "forfeit": None}

    assert refused(enter, table, half) == "game_unfinished"


def test_a_confirmed_table_takes_no_result():
    table = table_of()
    enter(table, WON)

    assert refused(enter, table, WON) == "result_confirmed"


def test_a_bye_takes_no_result():
    tournament = make.called(entries=3)
    bye = Table.objects.get(tournament=tournament, status="bye")

    assert refused(enter, bye, WON) == "table_is_bye"


def test_a_table_that_is_not_called_takes_no_result():
    assert refused(enter, make.tables_of(make.drawn(entries=4))[0], WON) == "table_not_called"


def test_a_table_whose_people_are_not_known_takes_no_result_whatever_its_status():
    table = table_of()
    final = make.tables_of(table.tournament, 2)[0]
    Table.objects.filter(pk=final.pk).update(status="called")

    assert refused(enter, final, WON) == "table_not_called"


def test_a_withdrawn_line_gets_no_result():
    table = table_of()
    Entry.objects.filter(pk=table.lines.get(index=0).entry_id).update(status="withdrawn")

    assert refused(enter, table, WON) == "line_withdrawn"


def test_a_finished_event_takes_nothing_and_gives_nothing_back():
    tournament = make.finished(entries=2)
    table = make.tables_of(tournament)[0]

    codes = [refused(enter, table, WON), refused(undo, table)]
    codes.append(refused(confirm, table, make.boss_of(tournament)))

    assert codes == ["not_running"] * 3


def test_a_foreign_table_does_not_exist():
    table, other = table_of(), make.called(entries=2)

    with pytest.raises(MissingError):
        scoresheets.enter_score(
            actor=make.boss_of(other), tournament_id=other.pk, table_id=table.pk, content=WON, seen=table.version
        )


# Two browsers, one key


def test_a_table_that_has_moved_on_is_not_overwritten():
    table = table_of()
    enter(table, deals((5, 3)))

    with pytest.raises(StaleVersionError) as stale:
        enter(table, deals((4, 4)), seen=table.version)

    assert stale.value.current == table.version + 1
    assert state(table) == ("playing", [5, 3])


def test_a_result_that_came_meanwhile_is_said_to_have_come():
    table = table_of()
    enter(table, WON)

    assert refused(enter, table, deals((5, 3)), seen=table.version) == "result_meanwhile"


def test_the_same_key_twice_is_one_version():
    table = table_of()

    first = enter(table, deals((5, 3)), key="k1", seen=table.version)
    again = enter(table, deals((5, 3)), key="k1", seen=table.version)

    assert (first.pk, Scoresheet.objects.count()) == (again.pk, 1)


def test_the_same_key_with_another_result_is_refused():
    table = table_of()
    enter(table, deals((5, 3)), key="k1", seen=table.version)

    assert refused(enter, table, deals((5, 4)), key="k1", seen=table.version) == "key_reused"


# Two lines


def test_what_one_line_sends_waits_for_the_other():
    table = table_of()

    enter(table, WON, actor=A)

    assert state(table) == ("to_confirm", [21, 11])
    assert table.feeds.filter(entry__isnull=False).count() == 0


def test_the_other_line_confirms():
    table = table_of()
    enter(table, WON, actor=A)

    sheet = confirm(table, B)

    assert (sheet.status, sheet.entered_by_line, state(table)[0]) == ("confirmed", 1, "done")
    assert [one.status for one in Scoresheet.objects.filter(table=table)] == ["superseded", "confirmed"]


def test_confirming_twice_with_one_key_is_one_version():
    table = table_of()
    enter(table, WON, actor=A)
    first = confirm(table, B, key="k")

    assert confirm(table, B, key="k").pk == first.pk


def test_nobody_confirms_their_own_score():
    table = table_of()
    enter(table, WON, actor=A)

    assert refused(confirm, table, A) == "own_score"


def test_the_other_line_sending_the_same_confirms_too():
    table = table_of()
    enter(table, WON, actor=A)

    enter(table, WON, actor=B)

    assert state(table)[0] == "done"


def test_the_same_line_may_send_again_what_it_mistyped():
    table = table_of()
    enter(table, WON, actor=A)

    enter(table, deals((10, 5), (12, 5)), actor=A)

    assert state(table) == ("to_confirm", [22, 10])


def test_two_different_results_call_the_referee():
    table = table_of()
    enter(table, WON, actor=A)

    enter(table, deals((5, 10), (6, 11)), actor=B)

    assert state(table)[0] == "disputed"
    assert table.referee_called


@pytest.mark.parametrize(("points", "status"), [((21, 11), "done"), ((21, 12), "disputed")])
def test_a_total_and_the_deals_that_make_it_up_agree(points: tuple[int, int], status: str):
    table = table_of()
    game, rules = registry.game(table.tournament.game), table.tournament.rules
    sheets = contents.sheets_of_total(game, rules, points, Circumstances(must_decide=True))
    enter(table, WON, actor=A)

    enter(table, contents.with_total(contents.empty(), 0, sheets, time_called=False), actor=B)

    assert state(table)[0] == status


def test_the_key_of_the_result_confirms_nothing():
    table = table_of()
    enter(table, WON, actor=A, key="one")

    assert refused(confirm, table, B, key="one") == "key_reused"
    assert state(table)[0] == "to_confirm"


def test_a_line_does_not_contest_what_it_entered_itself():
    table = table_of()
    enter(table, WON, actor=A)
    table.refresh_from_db()
    where = {"tournament_id": table.tournament_id, "table_id": table.pk, "seen": table.version}

    assert refused(scoresheets.dispute_score, actor=A, **where) == "own_score"
    assert state(table)[0] == "to_confirm"


def test_a_line_that_does_not_agree_calls_the_referee():
    table = table_of()
    enter(table, WON, actor=A)
    table.refresh_from_db()

    scoresheets.dispute_score(
        actor=B, tournament_id=table.tournament_id, table_id=table.pk, seen=table.version, reason="Erano 12"
    )

    assert state(table)[0] == "disputed"
    assert table.referee_called
    assert AuditEntry.objects.get(verb="score_disputed").reason == "Erano 12"


def test_the_referees_word_ends_a_dispute():
    table = table_of()
    enter(table, WON, actor=A)
    enter(table, deals((5, 10), (6, 11)), actor=B)

    enter(table, WON)

    assert state(table) == ("done", [21, 11])
    assert not table.referee_called


def test_there_is_nothing_to_confirm_before_somebody_sends_something():
    assert refused(confirm, table_of(), A) == "nothing_to_confirm"


def test_calling_the_referee_and_being_seen():
    table = table_of()
    call = {"tournament_id": table.tournament_id, "table_id": table.pk}

    scoresheets.call_referee(actor=A, **call)
    called = Table.objects.get(pk=table.pk).referee_called
    scoresheets.call_referee(actor=make.boss_of(table.tournament), wanted=False, **call)

    assert (called, Table.objects.get(pk=table.pk).referee_called) == (True, False)


def test_after_the_match_a_line_calls_nobody():
    table = table_of()
    enter(table, WON)
    call = {"tournament_id": table.tournament_id, "table_id": table.pk}

    assert refused(scoresheets.call_referee, actor=A, **call) == "result_confirmed"


# Forfeits


def test_a_forfeit_is_a_result_and_a_ruling():
    table = table_of(preset="online_002")
    content = {**deals((5, 3)), "forfeit": FAULT}

    enter(table, content, reason="Se n'è andata")

    ruling = Ruling.objects.get(table=table)
    victim, offender = table.lines.order_by("index")
    assert state(table)[0] == "done"
    assert (table.ending, ruling.cause, ruling.entry, ruling.reason) == (
        "forfeit",
        "abandon",
        offender.entry,
        "Se n'è andata",
    )
    assert (victim.place, offender.place, offender.vp) == (1, 2, 0)
    assert victim.vp >= 14


@pytest.mark.parametrize("actor", [A, Actor(role="scorer", hall_tables=(1,), label="segnapunti")])
def test_a_forfeit_is_the_referees(actor):
    table = table_of(preset="online_002")

    assert refused(enter, table, {**deals((5, 3)), "forfeit": FAULT}, actor=actor) == "forfeit_needs_referee"
    assert not Ruling.objects.exists()


def test_a_forfeit_in_the_middle_of_a_deal_needs_its_snapshot():
    table = table_of(preset="online_002")
    content = {**deals((5, 3)), "forfeit": {**FAULT, "moment": "in_deal"}}

    assert refused(enter, table, content) == "snapshot_missing"


def test_taking_a_forfeit_back_cancels_its_ruling():
    table = table_of(preset="online_002")
    enter(table, deals((5, 3)))
    enter(table, {**deals((5, 3)), "forfeit": FAULT})

    undo(table)

    assert state(table) == ("playing", [5, 3])
    assert Ruling.objects.get().cancelled_at is not None


def test_a_forfeit_that_comes_back_by_undo_is_a_ruling_again_when_it_is_confirmed():
    table = table_of(preset="online_002")
    enter(table, {**deals((5, 3)), "forfeit": FAULT}, reason="Se n'è andata")
    undo(table)
    enter(table, {**deals((5, 3)), "forfeit": FAULT}, reason="Se n'è andata davvero")

    assert [(one.cancelled_at is None, one.reason) for one in Ruling.objects.order_by("pk")] == [
        (False, "Se n'è andata"),
        (True, "Se n'è andata davvero"),
    ]


def test_a_double_forfeit_sends_nobody_on():
    table = table_of(preset="online_002")

    enter(table, {**deals((5, 3)), "forfeit": {**FAULT, "offenders": [0, 1]}})

    fed = table.feeds.get(source_place=1)
    assert [line.place for line in table.lines.all()] == [None, None]
    assert (fed.entry, fed.is_nobody) == (None, True)


# Undo


def test_an_unfinished_sheet_loses_its_last_version():
    table = table_of()
    enter(table, deals((5, 3)))
    enter(table, deals((5, 3), (4, 4)))

    undo(table)

    assert state(table) == ("playing", [5, 3])
    undo(table)
    assert state(table) == ("called", [None, None])
    assert refused(undo, table) == "nothing_to_undo"
    assert [one.status for one in Scoresheet.objects.filter(table=table)] == ["undone", "undone"]


def test_taking_a_result_back_empties_the_place_that_it_filled():
    table = table_of()
    enter(table, WON)

    undo(table)

    assert state(table)[0] == "called"
    assert table.feeds.filter(entry__isnull=False).count() == 0


def test_a_confirmation_taken_back_waits_for_the_other_line_again():
    table = table_of()
    enter(table, WON, actor=A)
    confirm(table, B)

    undo(table)

    assert state(table) == ("to_confirm", [21, 11])
    confirm(table, B)
    assert state(table)[0] == "done"


# R-KO-16
def test_a_result_is_not_taken_back_once_the_next_table_is_called():
    tournament = make.called(entries=4)
    for table in make.tables_of(tournament):
        make.play(table)
    make.called(tournament, round=2)

    assert refused(undo, make.tables_of(tournament)[0]) == "next_table_called"


def test_a_table_called_behind_a_walkover_keeps_the_result_too():
    tournament = make.called(entries=8)
    actor = make.boss_of(tournament)
    first, second, third, fourth = make.tables_of(tournament)
    for table in (second, third, fourth, first):
        make.play(table)
    leaving = second.lines.get(index=0).entry
    participation.withdraw_entry(actor=actor, tournament_id=tournament.pk, entry_id=leaving.pk, reason="Malata")
    semifinal = make.called(tournament, round=2)
    make.play(next(table for table in make.tables_of(semifinal, 2) if table.status == "called"))
    rounds.announce_round(actor=actor, tournament_id=tournament.pk, number=3)

    assert refused(undo, first) == "next_table_called"
    assert state(first)[0] == "done"


def test_the_result_of_a_line_that_has_left_since_is_not_taken_back():
    tournament = make.called(entries=4)
    table = make.play(make.tables_of(tournament)[0])
    beaten = table.lines.get(place=2).entry
    participation.withdraw_entry(
        actor=make.boss_of(tournament), tournament_id=tournament.pk, entry_id=beaten.pk, reason="A casa"
    )

    assert refused(undo, table) == "line_withdrawn"
    assert state(table)[0] == "done"


def test_undoing_what_somebody_else_changed_is_refused():
    table = table_of()
    enter(table, deals((5, 3)))

    with pytest.raises(StaleVersionError):
        scoresheets.undo_result(
            actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, table_id=table.pk, seen=0
        )


def test_a_redrawn_round_protects_the_results_before_it():
    tournament = make.drawn(entries=4, format={"redraw": True})
    make.play_round(tournament, 1)
    tournament, _made = _drawn_again(tournament)
    make.called(tournament, round=2)

    assert refused(undo, make.tables_of(tournament)[0]) == "next_table_called"


def _drawn_again(tournament: Tournament) -> tuple[Tournament, Any]:
    actor = make.boss_of(tournament)
    committed = draws.prepare_draw(actor=actor, tournament_id=tournament.pk)
    made = make.draw_from(committed, actor)
    return draws.announce_draw(actor=actor, tournament_id=tournament.pk, draw_id=made.pk), made


def test_the_final_is_not_undone_behind_the_final_standings():
    tournament = make.finished(entries=2)

    assert refused(undo, make.tables_of(tournament)[0]) == "not_running"
    closing.reopen_tournament(actor=make.boss_of(tournament), tournament_id=tournament.pk, reason="Errore")
    undo(make.tables_of(tournament)[0])
    assert state(make.tables_of(tournament)[0])[0] == "called"
