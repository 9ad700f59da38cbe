"""Whole evenings, from the draw to places 1 to N, through the services only."""

import pytest

from tests.tournaments import factories as make
from tournaments.draw.writes import draws
from tournaments.entries.writes import participation
from tournaments.errors import RefusedError
from tournaments.events.writes import closing, rounds
from tournaments.models import Draw, Entry, Round, Table, TableLine, Tournament
from tournaments.tables.writes import scoresheets

pytestmark = pytest.mark.django_db

FIELDS = [5, 8, 13, 16]


def places(tournament: Tournament) -> list[int | None]:
    rows = Entry.objects.filter(tournament=tournament).order_by("final_place")
    return list(rows.values_list("final_place", flat=True))


def play_redrawn(tournament: Tournament) -> Tournament:
    """Draw and play round after round until one table is left and played."""
    actor = make.boss_of(tournament)
    make.play_round(tournament, 1)
    while len(_winners(tournament)) > 1:
        committed = draws.prepare_draw(actor=actor, tournament_id=tournament.pk)
        made = make.draw_from(committed, actor)
        draws.announce_draw(actor=actor, tournament_id=tournament.pk, draw_id=made.pk)
        make.play_round(tournament, made.round_number)
    return make.fresh(tournament)


def _winners(tournament: Tournament) -> list[int | None]:
    last = tournament.rounds.order_by("-number").first()
    assert last is not None
    rows = TableLine.objects.filter(table__round=last, table__section="main", place=1)
    return list(rows.values_list("entry_id", flat=True))


@pytest.mark.parametrize("entries", FIELDS)
def test_a_fixed_bracket_with_third_place_ends_with_a_place_for_everybody(entries):
    tournament = make.finished(entries=entries, format={"third_place": True})

    found = places(tournament)

    assert tournament.status == Tournament.Status.FINISHED
    assert found[:4] == [1, 2, 3, 4]
    assert None not in found
    assert (len(found), max(found) <= entries) == (entries, True)


@pytest.mark.parametrize("entries", FIELDS)
def test_placement_games_give_every_place_once(entries):
    tournament = make.finished(entries=entries, format={"placement": True})

    assert places(tournament) == list(range(1, entries + 1))


@pytest.mark.parametrize("entries", FIELDS)
def test_a_bracket_drawn_afresh_each_round_ends_too(entries):
    tournament = make.drawn(entries=entries, format={"redraw": True, "third_place": True})

    tournament = play_redrawn(tournament)
    closing.finish_tournament(actor=make.boss_of(tournament), tournament_id=tournament.pk)

    assert places(tournament)[:4] == [1, 2, 3, 4]
    assert Draw.objects.filter(tournament=tournament, status="announced").count() == tournament.rounds.count()


def test_the_winner_of_the_final_is_first_and_the_loser_second():
    tournament = make.finished(entries=8)

    final = Table.objects.get(tournament=tournament, round__number=3)
    by_place = {line.place: line.entry for line in final.lines.select_related("entry")}

    assert (by_place[1].final_place, by_place[2].final_place) == (1, 2)


def test_best_of_three_in_the_final_is_played_in_two_games():
    tournament = make.finished(entries=4, format={"best_of": {"final": 3}})

    final = Table.objects.get(tournament=tournament, round__number=2)

    assert sorted(line.games_won for line in final.lines.all()) == [0, 2]
    assert final.note["games"] == [[21, 7], [21, 7]]


def test_an_event_with_an_open_table_is_not_closed_and_the_table_is_named():
    tournament = make.called(entries=4)

    with pytest.raises(RefusedError) as refusal:
        closing.finish_tournament(actor=make.boss_of(tournament), tournament_id=tournament.pk)

    assert (refusal.value.code, refusal.value.params) == ("table_open", {"table": 1, "round": 1, "rounds": 2})
    assert make.fresh(tournament).status == Tournament.Status.RUNNING


def test_reopening_takes_the_final_places_away():
    tournament = make.finished(entries=4)

    closing.reopen_tournament(actor=make.boss_of(tournament), tournament_id=tournament.pk, reason="Finale sbagliata")

    assert places(tournament) == [None] * 4
    assert make.fresh(tournament).status == Tournament.Status.RUNNING


def test_closing_and_reopening_need_the_right_step():
    running, finished = make.drawn(entries=4), make.finished(entries=2)
    refusals = []
    for step, event in ((closing.finish_tournament, finished), (closing.reopen_tournament, running)):
        extra = {"reason": "perché"} if step is closing.reopen_tournament else {}
        with pytest.raises(RefusedError) as refusal:
            step(actor=make.boss_of(event), tournament_id=event.pk, **extra)
        refusals.append(refusal.value.code)

    assert refusals == ["not_running", "not_finished_event"]


def test_reopening_needs_a_reason():
    tournament = make.finished(entries=2)

    with pytest.raises(RefusedError, match="reason_missing"):
        closing.reopen_tournament(actor=make.boss_of(tournament), tournament_id=tournament.pk, reason=" ")


def test_an_event_without_tables_has_nothing_to_close():
    tournament = make.drawn(entries=2)
    TableLine.objects.filter(table__tournament=tournament).delete()

    with pytest.raises(RefusedError, match="nothing_played"):
        closing.finish_tournament(actor=make.boss_of(tournament), tournament_id=tournament.pk)


def test_byes_sit_at_no_hall_table_and_rest_with_the_points_of_a_rest():
    tournament = make.drawn(entries=5)

    byes = Table.objects.filter(tournament=tournament, status=Table.Status.BYE)
    resting = TableLine.objects.filter(table__in=byes, entry__isnull=False)

    assert set(byes.values_list("hall_number", flat=True)) == {None}
    assert [(line.vp, line.mp, line.place) for line in resting] == [(14, 6, 1)] * 3


def test_a_redrawn_entry_keeps_the_table_it_comes_from():
    tournament = make.drawn(entries=4, format={"redraw": True})
    tournament = play_redrawn(tournament)

    final = Table.objects.get(tournament=tournament, round__number=2)
    sources = {line.source.round.number for line in final.lines.select_related("source__round")}

    assert sources == {1}
    assert {line.source_place for line in final.lines.all()} == {1}


def test_who_leaves_between_two_draws_loses_the_next_match_and_the_others_close_up():
    tournament = make.drawn(entries=8, format={"redraw": True, "third_place": True})
    make.play_round(tournament, 1)
    gone = Entry.objects.get(pk=_winners(tournament)[0])
    participation.withdraw_entry(
        actor=make.boss_of(tournament), tournament_id=tournament.pk, entry_id=gone.pk, reason="A casa"
    )

    tournament = play_redrawn(tournament)
    closing.finish_tournament(actor=make.boss_of(tournament), tournament_id=tournament.pk)

    last = gone.lines.select_related("table").order_by("table__number").last()
    assert (last.table.section, last.table.ending, last.place) == ("third", "walkover", 2)
    gone.refresh_from_db()
    assert (places(tournament), gone.final_place) == (list(range(1, 9)), 4)


def test_when_both_lines_of_a_semifinal_are_out_there_is_no_final_to_draw():
    tournament = make.called(entries=4, format={"redraw": True}, preset="online_002")
    first, second = make.tables_of(tournament)
    fault = {"cause": "abandon", "offenders": [0, 1], "moment": "not_started", "snapshot": None, "tiebreak": 0}
    make.play(second)
    scoresheets.enter_score(
        actor=make.boss_of(tournament),
        tournament_id=tournament.pk,
        table_id=first.pk,
        content={"games": [], "forfeit": fault},
        seen=first.version,
    )

    closing.finish_tournament(actor=make.boss_of(tournament), tournament_id=tournament.pk)

    assert places(tournament) == [1, 2, 3, 4]
    assert second.lines.get(place=1).entry.final_place == 1


def test_a_draft_drawn_among_other_people_is_not_announced():
    tournament = make.drawn(entries=4, format={"redraw": True})
    actor = make.boss_of(tournament)
    make.play_round(tournament, 1)
    committed = draws.prepare_draw(actor=actor, tournament_id=tournament.pk)
    made = make.draw_from(committed, actor)
    first = make.tables_of(tournament)[0]
    scoresheets.undo_result(actor=actor, tournament_id=tournament.pk, table_id=first.pk, seen=first.version)
    with pytest.raises(RefusedError, match="seal_outdated"):
        draws.announce_draw(actor=actor, tournament_id=tournament.pk, draw_id=made.pk)

    assert not Round.objects.filter(tournament=tournament, number=2).exists()


def test_a_round_is_called_again_for_the_tables_that_became_ready_since():
    tournament = make.called(entries=4, format={"third_place": True})
    actor = make.boss_of(tournament)
    first, second = make.tables_of(tournament)
    make.play(first)
    with pytest.raises(RefusedError, match="no_table_ready"):
        rounds.announce_round(actor=actor, tournament_id=tournament.pk, number=2)

    make.play(second)
    called = rounds.announce_round(actor=actor, tournament_id=tournament.pk, number=2)

    assert {table.section for table in called} == {"third", "main"}
