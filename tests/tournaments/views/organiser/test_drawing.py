"""The draw in three steps, and the ways back."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.draw.reads.drawing import seal
from tournaments.draw.writes import draws
from tournaments.models import Draw

pytestmark = pytest.mark.django_db


@pytest.fixture
def drafted():
    event, _draw = make.whole(entries=5)
    return Desk(event)


def test_before_the_closing_the_page_says_what_comes_first():
    assert "Close the entries before the draw." in text(Desk(make.knockout(entries=2)).get("organise_draw"))


def test_the_commitment_is_shown_before_the_draw_and_the_seed_is_not():
    desk = Desk(make.closed(entries=4))
    page = desk.follow("organise_step", step="commit")
    draw = Draw.objects.get()
    assert draw.commitment in page
    assert draw.seed not in desk.get("organise_draw").content.decode()


def test_a_draw_is_sealed_once_and_the_second_is_told_what_stands():
    desk = Desk(make.closed(entries=4))
    desk.follow("organise_step", step="commit")
    draw = Draw.objects.get()
    other = Desk(desk.event)
    page = other.follow("organise_step", step="commit")
    assert f"Round 1: the draw is sealed already (seal {seal(draw.commitment)})" in page
    assert "Ask the hall for a number" in page
    assert Draw.objects.count() == 1


def test_a_seal_that_is_sent_again_after_a_discard_seals_nothing():
    desk = Desk(make.closed(entries=4))
    desk.follow("organise_step", step="commit")
    desk.follow("organise_draw_discard", reason="elenco sbagliato")
    again = desk.post("organise_step", step="commit")
    assert (again.status_code, Draw.objects.count()) == (422, 1)
    assert "a draw was sealed and discarded since this page was opened" in text(again)
    assert 'name="round" value="1"' in desk.get("organise_draw").content.decode()
    desk.follow("organise_step", step="commit", round="1")
    assert Draw.objects.count() == 2


def test_a_list_that_changed_since_the_seal_is_pointed_out_and_sealed_again():
    desk = Desk(make.closed(entries=4))
    desk.follow("organise_step", step="commit")
    entry = desk.event.entries.get(number=1)
    make.entries.seed_entry(actor=make.boss_of(desk.event), tournament_id=desk.event.pk, entry_id=entry.pk, seed=1)

    page = text(desk.get("organise_draw"))
    assert "The list has changed since the seal" in page
    assert "Ask the hall for a number" not in page
    refused = desk.post("organise_draw", hall="7")
    assert (refused.status_code, "have changed since the draw was sealed" in text(refused)) == (422, True)

    desk.follow("organise_draw_discard", reason="teste di serie")
    desk.follow("organise_step", step="commit", round="1")
    assert "The list has changed" not in desk.follow("organise_draw", hall="7")


def test_nobody_is_swapped_while_the_screen_shows_the_draw_place_by_place():
    desk = Desk(make.draft(entries=5)[0])
    page = text(desk.get("organise_draw"))
    assert "Places can be swapped when it is whole." in page
    assert "To swap two" not in page
    assert "To swap two" in desk.follow("organise_step", step="whole")


@pytest.mark.parametrize(("pace", "seconds"), [("slow", 20), ("normal", 12), ("quick", 6)])
def test_the_organiser_chooses_how_fast_the_draw_is_shown(pace, seconds):
    desk = Desk(make.closed(entries=4))
    desk.follow("organise_step", step="commit")
    desk.follow("organise_draw", hall="7", pace=pace)
    draw = Draw.objects.get()
    assert (draw.shown_at - draw.drawn_at).total_seconds() == seconds


def test_a_pace_that_does_not_exist_is_refused():
    desk = Desk(make.closed(entries=4))
    desk.follow("organise_step", step="commit")
    refused = desk.post("organise_draw", hall="7", pace="lento")
    assert (refused.status_code, Draw.objects.get().status) == (422, "committed")
    assert "lento is not one of the available choices" in text(refused)


def test_the_draft_shows_who_meets_who_with_clubs_byes_and_positions(drafted):
    page = text(drafted.get("organise_draw"))
    assert "3 byes" in page
    for entry in drafted.event.entries.all():
        assert entry.label in page


def test_two_of_one_club_who_meet_are_pointed_out():
    event = make.knockout(entries=0)
    make.entries.import_entries(
        actor=make.boss_of(event), tournament_id=event.pk, rows=[make.names(n, club="Traves") for n in (1, 2)]
    )
    desk = Desk(make.draft(make.fresh(event))[0])
    page = text(desk.get("organise_draw"))
    assert "1 table of round 1 with two of the same club" in page
    assert "same club" in page


def test_a_constraint_that_moved_somebody_is_explained():
    event = make.knockout(entries=0, format={"separate_by_group": True})
    rows = [make.names(n, club="Traves" if n <= 4 else f"Circolo {n}") for n in range(1, 9)]
    make.entries.import_entries(actor=make.boss_of(event), tournament_id=event.pk, rows=rows)
    event = make.closed(make.fresh(event))
    actor = make.boss_of(event)
    for _attempt in range(20):
        committed = draws.prepare_draw(actor=actor, tournament_id=event.pk)
        draw = make.draw_from(committed, actor)
        if draw.moves:
            break
        draws.discard_draw(actor=actor, tournament_id=event.pk, draw_id=draw.pk, reason="x")
    page = text(Desk(event).get("organise_draw"))
    assert "not where the lots alone had put" in page
    assert "moves from position" in page


def test_two_positions_are_exchanged_with_a_reason_that_is_shown(drafted):
    before = draws.positions_of(Draw.objects.get())
    occupied = [n for n, key in enumerate(before) if key is not None]
    a, b = occupied[0], occupied[-1]
    page = drafted.follow("organise_draw", a=str(a + 1), b=str(b + 1), reason="fratelli")
    after = draws.positions_of(Draw.objects.get())
    assert (after[a], after[b]) == (before[b], before[a])
    names = {entry.pk: entry.label for entry in drafted.event.entries.all()}
    assert f"{names[before[a]]} and {names[before[b]]}: fratelli" in page


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"a": "1", "b": "3", "reason": ""}, "Reason: This field is required."),
        ({"a": "1", "b": "1", "reason": "x"}, "These two positions are the same: there is nothing to swap."),
        ({"a": "1", "b": "99", "reason": "x"}, "The draw has no such position."),
        ({"a": "0", "b": "1", "reason": "x"}, "Position: Ensure this value is greater than or equal to 1."),
        ({"a": "uno", "b": "1", "reason": "x"}, "Position: Enter a whole number."),
        ({"a": "9" * 40, "b": "1", "reason": "x"}, "Ensure this value is less than or equal to 65536."),
    ],
)
def test_an_impossible_exchange_is_refused_with_the_reason_kept(drafted, typed, sentence):
    refused = drafted.post("organise_draw", **typed)
    assert (refused.status_code, sentence in text(refused)) == (422, True)
    assert Draw.objects.get().swaps == []


def test_the_announcement_names_its_consequences_and_makes_the_tables(drafted):
    question = text(drafted.get("organise_draw_announce"))
    assert "The secret number and the whole draw become public" in question
    assert "It can be taken back as long as no table has been called." in question
    assert drafted.fresh().status == "closed"
    drafted.follow("organise_draw_announce")
    assert (drafted.fresh().status, drafted.event.tables.count()) == ("running", 7)


def test_a_draw_that_is_announced_twice_is_refused_the_second_time(drafted):
    drafted.follow("organise_draw_announce")
    again = drafted.post("organise_draw_announce")
    assert (again.status_code, "The draw is not at this step" in text(again)) == (422, True)
    assert drafted.get("organise_draw_announce").status_code == 303


def test_a_draft_is_thrown_away_with_a_reason_and_stays_on_record(drafted):
    missing = drafted.post("organise_draw_discard", reason=" ")
    assert (missing.status_code, Draw.objects.get().status) == (422, "draft")
    page = drafted.follow("organise_draw_discard", reason="mancava una coppia")
    assert Draw.objects.get().status == "discarded"
    assert "Discarded draws" in page


def test_an_announced_draw_is_taken_back_while_nobody_has_been_called(drafted):
    drafted.follow("organise_draw_announce")
    drafted.follow("organise_draw_withdraw", reason="iscritti sbagliati")
    assert (drafted.fresh().status, drafted.event.tables.count()) == ("closed", 0)


@pytest.mark.parametrize(("entries", "called"), [(2, 1), (4, 2)])
def test_a_draw_whose_tables_are_called_is_not_taken_back(entries, called):
    desk = Desk(make.called(entries=entries))
    refused = desk.post("organise_draw_withdraw", reason="x")
    assert refused.status_code == 422
    assert f"Tables called already: {called}. It cannot be taken back any more." in text(refused)
    assert desk.event.tables.count() == entries - 1


def test_the_draw_takes_the_same_queries_at_one_table_and_at_three():
    one, three = Desk(make.draft(entries=2)[0]), Desk(make.draft(entries=6)[0])
    first, second = (questions(desk.client, desk.url("organise_draw")) for desk in (one, three))
    assert first == second
