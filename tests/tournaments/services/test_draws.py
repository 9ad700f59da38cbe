"""The public draw: promised before, the same for everybody after, changed in the open only."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tournaments import factories as make
from tournaments.competition.draw.lots import commitment
from tournaments.errors import RefusedError
from tournaments.models import AuditEntry, Draw, Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.services import closing, draws, entries, participation, rounds, scoresheets, tournaments

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
    assert published["commitment"] == commitment(draw.reference, draw.seed)
    assert draw.seed not in json.dumps(published)


def test_an_announced_draw_is_verified_by_the_script_alone() -> None:
    event = make.drawn(make.knockout(entries=13, format={"separate_by_group": True}))
    document = draws.published_document(Draw.objects.get(tournament=event))
    done = subprocess.run(
        [sys.executable, "docs/verify_draw.py"],
        cwd=ROOT, input=json.dumps(document), capture_output=True, text=True, timeout=30,
    )  # fmt: skip
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

    refusal("draw_outdated", draws.announce_draw, actor=boss, tournament_id=event.pk, draw_id=draw.pk)

    entries.seed_entry(actor=boss, tournament_id=event.pk, entry_id=last.pk, seed=None)
    draws.announce_draw(actor=boss, tournament_id=event.pk, draw_id=draw.pk)
    assert Draw.objects.get(pk=draw.pk).status == "announced"


def test_a_swap_is_published_with_its_reason() -> None:
    event, draw = make.draft(entries=4)
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
    event, draw = make.draft(entries=4)
    before = draws.positions_of(draw)
    refusal(
        "swap_needs_reason", draws.swap_places,
        actor=make.boss_of(event), tournament_id=event.pk, draw_id=draw.pk, a=0, b=2, reason=" ",
    )  # fmt: skip
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
        Draw.objects.filter(pk=draw.pk).update(reference="same", commitment=commitment("same", seed))
        made = draws.draw_round(actor=boss, tournament_id=event.pk, draw_id=draw.pk)
        numbers = dict(event.entries.values_list("pk", "number"))
        orders.append([numbers.get(key) if key else None for key in draws.positions_of(made)])
    assert orders[0] == orders[1]
