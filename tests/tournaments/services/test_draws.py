"""The public draw: promised before, the same for everybody after, changed in the open only."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils.translation import override

from tests.tournaments import factories as make
from tournaments.competition.draw.lots import commitment, list_digest
from tournaments.draw.reads.drawing import drawing
from tournaments.draw.writes import draws
from tournaments.entries.writes import entries, participation
from tournaments.errors import RefusedError
from tournaments.events.writes import closing, rounds, tournaments
from tournaments.frame.phrases import sentence
from tournaments.models import AuditEntry, Club, Draw, Entry, Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.tables.writes import scoresheets

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.django_db


def refusal(code: str, call: object, **arguments: object) -> RefusedError:
    with pytest.raises(RefusedError) as refused:
        call(**arguments)  # type: ignore[operator]
    assert refused.value.code == code
    return refused.value


def test_the_commitment_is_out_before_the_seed() -> None:
    event = make.closed(entries=8)
    draw = draws.prepare_draw(actor=make.boss_of(event), tournament_id=event.pk)
    published = draws.published_document(draw)
    assert published["commitment"] == commitment(draw.reference, draw.seed, draw.format, draw.list_digest)
    assert draw.seed not in json.dumps(published)


def test_an_announced_draw_is_verified_by_the_script_alone() -> None:
    event = make.drawn(make.knockout(entries=13, format={"separate_by_group": True}))
    document = draws.published_document(Draw.objects.get(tournament=event))
    done = subprocess.run(
        [sys.executable, "docs/verify_draw.py"],
        cwd=ROOT,
        input=json.dumps(document),
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (done.returncode, done.stdout.strip().split()[0]) == (0, "OK")


def test_a_draw_with_one_entry_is_refused() -> None:
    event = make.closed(make.knockout(entries=1))
    refused = refusal("too_few_entries", draws.prepare_draw, actor=make.boss_of(event), tournament_id=event.pk)
    assert refused.params == {"found": 1, "least": 2}


def test_entries_must_be_closed_before_the_draw() -> None:
    event = make.knockout(entries=4)
    refusal("entries_not_closed", draws.prepare_draw, actor=make.boss_of(event), tournament_id=event.pk)


def test_entries_that_were_opened_again_are_closed_before_the_draw_goes_on() -> None:
    event, draw = make.draft(entries=4)
    boss = make.boss_of(event)
    tournaments.open_entries(actor=boss, tournament_id=event.pk)

    refusal("entries_not_closed", draws.announce_draw, actor=boss, tournament_id=event.pk, draw_id=draw.pk)

    tournaments.close_entries(actor=boss, tournament_id=event.pk)
    assert draws.announce_draw(actor=boss, tournament_id=event.pk, draw_id=draw.pk).status == "running"


def test_nothing_is_drawn_while_entries_are_open_again() -> None:
    event = make.closed(entries=4)
    boss = make.boss_of(event)
    draw = draws.prepare_draw(actor=boss, tournament_id=event.pk)
    tournaments.open_entries(actor=boss, tournament_id=event.pk)

    refusal("entries_not_closed", draws.draw_round, actor=boss, tournament_id=event.pk, draw_id=draw.pk)

    assert Draw.objects.get(pk=draw.pk).document is None


def test_a_draft_made_with_other_seeds_is_not_announced() -> None:
    event, draw = make.draft(entries=5)
    boss, positions = make.boss_of(event), draws.positions_of(draw)
    last = event.entries.get(pk=next(key for key in reversed(positions) if key))
    entries.seed_entry(actor=boss, tournament_id=event.pk, entry_id=last.pk, seed=1)

    refusal("seal_outdated", draws.announce_draw, actor=boss, tournament_id=event.pk, draw_id=draw.pk)

    entries.seed_entry(actor=boss, tournament_id=event.pk, entry_id=last.pk, seed=None)
    draws.announce_draw(actor=boss, tournament_id=event.pk, draw_id=draw.pk)
    assert Draw.objects.get(pk=draw.pk).status == "announced"


def test_a_swap_is_published_with_its_reason() -> None:
    event, draw = make.whole(entries=4)
    before = draws.positions_of(draw)
    draws.swap_places(
        actor=make.boss_of(event), tournament_id=event.pk, draw_id=draw.pk, a=0, b=2, reason="Carrozzina al tavolo 2."
    )
    draw.refresh_from_db()
    assert draws.positions_of(draw) == (before[2], before[1], before[0], before[3])
    draws.announce_draw(actor=make.boss_of(event), tournament_id=event.pk, draw_id=draw.pk)
    first = TableLine.objects.get(table__tournament=event, table__number=1, index=0)
    assert first.entry_id == before[2]
    draw.refresh_from_db()
    assert draws.published_document(draw)["swaps"] == [{"a": 0, "b": 2, "reason": "Carrozzina al tavolo 2."}]


def test_a_swap_without_a_reason_is_refused_and_nothing_moves() -> None:
    event, draw = make.whole(entries=4)
    before = draws.positions_of(draw)
    refusal(
        "swap_needs_reason",
        draws.swap_places,
        actor=make.boss_of(event),
        tournament_id=event.pk,
        draw_id=draw.pk,
        a=0,
        b=2,
        reason=" ",
    )
    draw.refresh_from_db()
    assert draws.positions_of(draw) == before


def test_a_discarded_draw_stays_on_record_with_its_seed() -> None:
    event, draw = make.draft(entries=4)
    draws.discard_draw(
        actor=make.boss_of(event), tournament_id=event.pk, draw_id=draw.pk, reason="Una coppia è arrivata adesso."
    )
    again = draws.prepare_draw(actor=make.boss_of(event), tournament_id=event.pk)
    draw.refresh_from_db()
    assert draws.published_document(draw)["seed"] == draw.seed
    assert (again.attempt, again.reference) == (2, f"{event.slug}-1-2")
    assert AuditEntry.objects.get(verb="draw_discarded").reason == "Una coppia è arrivata adesso."


def test_a_promise_that_was_thrown_away_shows_what_it_hid() -> None:
    event = make.closed(entries=4)
    boss = make.boss_of(event)
    draw = draws.prepare_draw(actor=boss, tournament_id=event.pk)
    assert "seed" not in draws.published_document(draw)
    thrown = draws.discard_draw(actor=boss, tournament_id=event.pk, draw_id=draw.pk, reason="Si rifà.")
    assert draws.published_document(thrown)["seed"] == draw.seed


def test_an_announced_draw_can_be_taken_back_until_a_table_is_called() -> None:
    event = make.drawn(entries=5)
    boss = make.boss_of(event)
    draws.withdraw_draw(actor=boss, tournament_id=event.pk, reason="Elenco sbagliato.")
    event.refresh_from_db()
    assert event.status == Tournament.Status.CLOSED
    assert not Table.objects.filter(tournament=event).exists()
    event = make.called(make.drawn(event))
    refusal("tables_called", draws.withdraw_draw, actor=boss, tournament_id=event.pk, reason="Troppo tardi.")


def test_a_draw_taken_back_leaves_the_rulings_on_record() -> None:
    event = make.drawn(entries=5)
    boss, gone = make.boss_of(event), event.entries.get(number=1)
    participation.withdraw_entry(actor=boss, tournament_id=event.pk, entry_id=gone.pk, reason="Malata")

    draws.withdraw_draw(actor=boss, tournament_id=event.pk, reason="Elenco sbagliato.")

    ruling = Ruling.objects.get(tournament=event)
    assert (ruling.entry, ruling.reason, ruling.table) == (gone, "Malata", None)


def test_a_draw_with_a_sheet_on_record_is_not_taken_back_even_when_sheet_and_call_were() -> None:
    event = make.called(entries=4)
    boss, where = make.boss_of(event), {"actor": make.boss_of(event), "tournament_id": event.pk}
    table = make.play(make.tables_of(event)[0])
    scoresheets.undo_result(table_id=table.pk, seen=table.version, **where)
    for each in make.tables_of(event):
        rounds.take_call_back(table_id=each.pk, **where)

    refused = refusal("tables_called", draws.withdraw_draw, actor=boss, tournament_id=event.pk, reason="Elenco.")

    assert refused.params == {"tables": 1}
    assert Scoresheet.objects.filter(table=table).count() == 1


def test_the_draw_of_a_finished_event_is_not_taken_back() -> None:
    event = make.drawn(entries=2)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    participation.withdraw_entry(entry_id=event.entries.get(number=1).pk, reason="Malata", **where)
    closing.finish_tournament(**where)

    refusal("not_running", draws.withdraw_draw, reason="Per sbaglio", **where)

    assert Table.objects.filter(tournament=event).count() == 1


def test_the_same_seed_draws_the_same_bracket() -> None:
    seed = "ab" * 32
    orders = []
    for _time in range(2):
        event = make.closed(entries=9)
        boss = make.boss_of(event)
        Draw.objects.filter(tournament=event).delete()
        draw = draws.prepare_draw(actor=boss, tournament_id=event.pk, seed=seed)
        Draw.objects.filter(pk=draw.pk).update(
            reference="same", commitment=commitment("same", seed, draw.format, draw.list_digest)
        )
        draw.refresh_from_db()
        made = make.draw_from(draw, boss)
        numbers = dict(event.entries.values_list("pk", "number"))
        orders.append([numbers.get(key) if key else None for key in draws.positions_of(made)])
    assert orders[0] == orders[1]


def test_a_hall_names_a_number_before_anything_is_drawn() -> None:
    event = make.closed(entries=8)
    boss = make.boss_of(event)
    where = {"actor": boss, "tournament_id": event.pk}
    draw = draws.prepare_draw(**where)
    for hall in ("", "  ", "7" * 41, "7\ufe0f", "7\u3164", "7 di den\u0430ri"):
        refusal("bad_hall_number", draws.draw_round, draw_id=draw.pk, hall=hall, **where)
    assert Draw.objects.get(pk=draw.pk).status == "committed"

    made = draws.draw_round(draw_id=draw.pk, hall="  7   di denari ", **where)

    assert made.hall == "7 di denari"
    assert AuditEntry.objects.get(verb="draw_made").after == {"entries": 8, "hall": "7 di denari"}
    published = draws.published_document(made)
    assert (published["status"], published["hall"], published["seed"]) == ("draft", "7 di denari", draw.seed)


def test_an_online_event_has_no_hall_to_ask() -> None:
    event = make.closed(entries=4, mode="online")
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    draw = draws.prepare_draw(**where)
    refusal("no_hall_number", draws.draw_round, draw_id=draw.pk, hall="7", **where)
    made = draws.draw_round(draw_id=draw.pk, **where)
    assert (made.hall, made.format) == (None, "settebello-draw-3")
    assert "seed" not in draws.published_document(made)


@pytest.mark.parametrize("mode", ["online", "hall"])
def test_a_draw_that_was_sealed_by_an_earlier_version_goes_on_where_there_is_no_hall(mode: str) -> None:
    event = make.closed(entries=4, mode=mode)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    draw = draws.prepare_draw(**where)
    sealed = {"format": "settebello-draw-1", "list_digest": "", "commitment": commitment(draw.reference, draw.seed)}
    Draw.objects.filter(pk=draw.pk).update(**sealed)
    if mode == "hall":
        refusal("hall_left_out", draws.draw_round, draw_id=draw.pk, **where)
        return
    made = draws.draw_round(draw_id=draw.pk, **where)
    draws.announce_draw(draw_id=draw.pk, **where)
    assert draws.published_document(Draw.objects.get(pk=made.pk))["format"] == "settebello-draw-1"


def _seeded(event: Tournament) -> None:
    first = event.entries.get(number=1)
    entries.seed_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=first.pk, seed=1)


def _of_another_club(event: Tournament) -> None:
    Entry.objects.filter(tournament=event, number=1).update(club=Club.objects.create(name="Bocciofila Traves"))


def _with_another_format(event: Tournament) -> None:
    tournaments.change_rules(
        actor=make.boss_of(event), tournament_id=event.pk, format={**event.format, "separate_by_group": True}
    )


def _with_others(event: Tournament) -> None:
    Entry.objects.filter(tournament=event, number=1).update(status=Entry.Status.WITHDRAWN)
    Entry.objects.create(tournament=event, number=5, label="Vana – Cargnino")


CHANGES = [_seeded, _of_another_club, _with_another_format, _with_others]


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_drawn_of_another_list_than_the_sealed_one(change: Callable[[Tournament], None]) -> None:
    event = make.closed(entries=4)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    draw = draws.prepare_draw(**where)
    change(event)

    refused = refusal("seal_outdated", draws.draw_round, draw_id=draw.pk, hall="7", **where)
    assert draws.is_outdated(make.fresh(event), draw)
    with override("en"):
        assert "Discard the draw" in sentence(refused)

    draws.discard_draw(draw_id=draw.pk, reason="È cambiato l'elenco.", **where)
    again = draws.prepare_draw(**where)
    made = draws.draw_round(draw_id=again.pk, hall="7", **where)
    document = draws.published_document(made)
    assert document["list"] == again.list_digest != draw.list_digest
    assert list_digest(document["options"], document["entrants"]) == again.list_digest


@pytest.mark.parametrize("change", CHANGES)
def test_a_draft_of_another_list_than_the_sealed_one_is_not_announced(change: Callable[[Tournament], None]) -> None:
    event, draw = make.draft(entries=4)
    change(event)
    refusal("seal_outdated", draws.announce_draw, actor=make.boss_of(event), tournament_id=event.pk, draw_id=draw.pk)


def test_a_corrected_name_leaves_the_seal_as_it_is() -> None:
    event = make.closed(entries=4)
    draw = draws.prepare_draw(actor=make.boss_of(event), tournament_id=event.pk)
    Entry.objects.filter(tournament=event, number=1).update(label="Rossi – Bianchi")
    assert make.draw_from(draw, make.boss_of(event)).status == "draft"


@pytest.mark.parametrize("is_drawn", [False, True])
def test_where_it_is_played_stays_while_a_draw_is_sealed_or_a_draft(is_drawn: bool) -> None:
    event = make.closed(entries=4)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    draw = draws.prepare_draw(**where)
    if is_drawn:
        make.draw_from(draw, where["actor"])

    refused = refusal("mode_while_drawing", tournaments.update_tournament, mode="online", **where)
    assert refused.field == "mode"
    tournaments.update_tournament(mode="hall", name="Gara di Natale", **where)

    draws.discard_draw(draw_id=draw.pk, reason="Si gioca online.", **where)
    assert tournaments.update_tournament(mode="online", **where).mode == "online"


def test_a_draft_without_the_number_of_the_hall_is_not_announced_in_a_hall() -> None:
    event, draw = make.draft(entries=4, mode="online")
    Tournament.objects.filter(pk=event.pk).update(mode="hall")
    refusal("hall_left_out", draws.announce_draw, actor=make.boss_of(event), tournament_id=event.pk, draw_id=draw.pk)


def test_nothing_is_swapped_while_the_screen_shows_the_draw_place_by_place() -> None:
    event, draw = make.draft(entries=4)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "draw_id": draw.pk}
    refusal("draw_being_shown", draws.swap_places, a=0, b=2, reason="Carrozzina al tavolo 2.", **where)
    draws.show_whole(**where)
    assert draws.swap_places(a=0, b=2, reason="Carrozzina al tavolo 2.", **where).swaps


def test_the_whole_draw_is_shown_once_and_the_log_says_so() -> None:
    event, draw = make.draft(entries=8)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "draw_id": draw.pk}
    assert (draw.shown_at - draw.drawn_at).total_seconds() == 24
    draws.show_whole(**where)
    again = draws.show_whole(**where)
    assert again.shown_at < draw.shown_at
    assert AuditEntry.objects.filter(verb="draw_shown").count() == 1


def test_the_tables_that_a_draft_shows_are_those_of_the_hall() -> None:
    event, draw = make.draft(entries=11)
    shown = {
        meeting.hall_number: {place.name for place in meeting.people}
        for meeting in drawing(draw).meetings
        if meeting.hall_number
    }
    draws.announce_draw(actor=make.boss_of(event), tournament_id=event.pk, draw_id=draw.pk)
    assert shown == {
        table.hall_number: {line.entry.label for line in table.lines.all()} for table in make.tables_of(event)
    }
