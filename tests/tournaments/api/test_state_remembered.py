"""The state of an event is made of rows that are remembered: whatever changes, it is that of the database."""

from typing import Any

import orjson
import pytest

from tests.searching import seeds
from tests.tournaments import factories as make
from tests.tournaments.services.penalised_evenings import Penalised, PenalisedPairs, PenalisedTables
from tournaments.draw.writes import draws
from tournaments.entries.api.entry_shapes import entry_shape, standing_shape
from tournaments.events.api.state_shapes import state_shape
from tournaments.events.reads.public_lists import entry_rows, shown_entries
from tournaments.events.writes import closing
from tournaments.frame.api.remembered import Remembered
from tournaments.frame.reads import statements
from tournaments.models import Person, TableLine, Tournament
from tournaments.standings.reads.standings import all_standings
from tournaments.tables.api.table_shapes import table_shape
from tournaments.tables.reads import cards as table_rows
from tournaments.tables.reads.cards import cards

DOUBLE = {"second_chance": "double", "second_final": True}


def plain(value: Any) -> Any:
    return orjson.loads(orjson.dumps(value))


def read_anew(event: Tournament) -> dict[str, Any]:
    """The lists of a state, read by the queries of the pages."""
    return {
        "entries": [entry_shape(row) for row in entry_rows(event, shown_entries(event).order_by("number"))],
        "tables": [table_shape(card) for card in cards(TableLine.objects.filter(table__tournament=event))],
        "standings": [standing_shape(row) for row in all_standings(event)],
    }


def assert_told(event: Tournament) -> None:
    event = make.fresh(event)
    found = plain(state_shape(event))
    assert {name: found[name] for name in ("entries", "tables", "standings")} == plain(read_anew(event))


def walk(evening: Penalised) -> None:
    for step in range(25):
        evening.anything()
        if step == 10:
            person = Person.objects.filter(memberships__entry__tournament=evening.event).order_by("pk")[0]
            Person.objects.filter(pk=person.pk).update(family_name="Bianchi")
        assert_told(evening.event)
    evening.to_the_end()
    assert_told(evening.event)
    closing.finish_tournament(**evening.where)
    assert_told(evening.event)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", seeds())
@pytest.mark.parametrize("options", [{"third_place": True}, {"redraw": True}, DOUBLE, {"kind": "groups"}])
def test_after_every_step_a_state_is_what_the_pages_read(options: dict[str, Any], seed: int) -> None:
    walk(PenalisedPairs(seed, 7, options))


@pytest.mark.django_db
@pytest.mark.parametrize("seed", seeds())
def test_a_state_of_tables_of_several_is_what_the_pages_read(penalty: str, seed: int) -> None:
    walk(PenalisedTables(penalty, seed, 9, {}))


@pytest.mark.django_db
def test_tables_that_come_while_a_state_is_read_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make.called(entries=4, preset="online_002", format={"redraw": True})
    make.play_round(event)
    read = statements.rows

    def read_late(text: str, values: Any) -> Any:
        found = read(text, values)
        if text == table_rows.TABLES:
            committed = draws.prepare_draw(actor=make.boss_of(event), tournament_id=event.pk)
            made = make.draw_from(committed, make.boss_of(event))
            draws.announce_draw(actor=make.boss_of(event), tournament_id=event.pk, draw_id=made.pk)
        return found

    monkeypatch.setattr(table_rows.statements, "rows", read_late)
    assert [whole.table.number for whole in table_rows.whole_tables(event)] == [1, 2]


def test_only_rows_that_differ_are_made_again() -> None:
    made: list[str] = []

    def shape(row: str) -> str:
        made.append(row)
        return row.upper()

    kept = Remembered(shape, beside=9)
    kept.of(1, [(1, "a"), (2, "b")])
    assert plain(kept.of(1, [(2, "c"), (1, "a"), (3, "d")])) == ["C", "A", "D"]
    assert made == ["a", "b", "c", "d"]


def test_the_events_that_were_asked_for_last_are_remembered_up_to_a_number_of_bytes() -> None:
    made: list[int] = []

    def shape(row: int) -> int:
        made.append(row)
        return row

    # Room for five rows of one digit each: an event keeps two.
    kept = Remembered(shape, beside=9, most=50)
    for event in (1, 2, 1, 3):
        kept.of(event, [(1, event), (2, event)])
        assert kept.taken <= 50
    # The second event was asked for longest ago, and the third needs its room.
    assert made == [1, 1, 2, 2, 3, 3]
    kept.of(1, [(1, 1), (2, 1)])
    kept.of(2, [(1, 2), (2, 2)])
    assert made == [1, 1, 2, 2, 3, 3, 2, 2]
    # More rows than an event may keep: the first are.
    made.clear()
    assert plain(kept.of(4, enumerate(range(7)))) == [0, 1, 2, 3, 4, 5, 6]
    assert plain(kept.of(4, enumerate([0, 1, 9, 3, 4, 5, 8]))) == [0, 1, 9, 3, 4, 5, 8]
    assert sorted(made) == sorted([*range(7), 9, 3, 4, 5, 8])
    assert kept.taken <= 50


def test_two_events_larger_than_the_room_do_not_push_each_other_out() -> None:
    made: list[int] = []

    def shape(row: int) -> int:
        made.append(row)
        return row

    kept = Remembered(shape, beside=9, most=50)
    for event in (1, 2):
        kept.of(event, [(key, event) for key in range(7)])
    made.clear()
    for event in (1, 2, 1, 2):
        assert plain(kept.of(event, [(key, event) for key in range(7)])) == [event] * 7
    # Two of seven rows of each are kept.
    assert made == [1] * 5 + [2] * 5 + [1] * 5 + [2] * 5
