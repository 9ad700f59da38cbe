"""Rooms are written in the settings of an event, and said wherever its tables have a number."""

from itertools import groupby
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.fixed_places import KINDS, fix, hall_of
from tests.tournaments.services.rounds import drawn, play
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.filled import SETTINGS
from tournaments.draw.reads.drawing import drawing
from tournaments.draw.writes import draws
from tournaments.models import Tournament
from tournaments.tables.reads import stages
from tournaments.tables.writes import codes
from tournaments.timing.writes import clocks

pytestmark = pytest.mark.django_db
ROOMS = "Sala grande 1-2\nVeranda 111-120"
VERANDA = {"name": "Veranda", "first": 111, "last": 120}
TERRACE = {"name": "Terrazza", "first": 21, "last": 22}


# R-HND-13
def test_rooms_are_written_in_the_settings_and_said_wherever_a_table_is() -> None:
    desk = Desk(drawn("groups", entries=8, size=4))
    wrong = desk.post("organise_settings", **SETTINGS, rooms="Sala grande")
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["rooms"])
    assert "“Sala grande” is no room." in text(wrong)
    desk.follow("organise_settings", **SETTINGS, rooms=ROOMS)
    assert desk.get("organise_settings").context["form"]["rooms"].value() == "Sala grande 1–2\nVeranda 111–120"
    assert "Sala grande 1–2, Veranda 111–120" in text(desk.get("organise_audit"))

    seat = next(seat for seat in stages.seats_of(desk.event) if seat.round == 1 and seat.hall == 1)
    name = stages.labels_of(desk.event)[seat.entry]
    assert "Always at the same table, or in the same room" in text(desk.get("organise_hand", 1, a=seat.entry))
    assert "in the same room?" in text(desk.get("organise_fix_table", 1, entry=seat.entry))
    both = desk.post("organise_fix_table", 1, entry=seat.entry, table="2", room="Veranda", reason="Le scale")
    assert "one of the two" in text(both)
    done = desk.follow("organise_fix_table", 1, entry=seat.entry, table="", room="Veranda", reason="Le scale")
    assert f"{name} always plays in “Veranda”." in done
    assert "Fixed rooms" in done
    assert "always in Veranda" in done
    assert "let them play anywhere first" in text(desk.post("organise_settings", **SETTINGS, rooms="Sala grande 1-20"))

    make.called(desk.fresh(), round=1)
    table = desk.event.tables.get(number=seat.table)
    places = (("event_where", (seat.entry,)), ("event_tables", ()), ("screen", ()), ("match", (seat.table,)))
    for place, args in (*places, ("referee_desk", ()), ("table_sheet", (seat.table,)), ("organise", ())):
        assert "Veranda" in text(desk.get(place, *args)), place
    assert "Veranda" in text(desk.client.get(desk.url("event_find"), {"q": name[:5]}, follow=True))
    for place in ("print_round", "print_sheets", "organise_rounds"):
        assert "Veranda" in text(desk.get(place)), place
    assert "Veranda" in text(desk.get("organise_print", 1))
    assert "Veranda" in text(desk.get("print_round", ordine="nome"))
    csv = desk.get("organise_table", "results", "csv").content.decode("utf-8-sig").splitlines()
    assert [row.split(";")[2:4] for row in (csv[0], csv[1])] == [["Table", "Room"], ["111", "Veranda"]]
    slip = desk.client.get(reverse("open_code", args=[desk.event.slug, codes.code_of(table, 0)]))
    assert "Table 111 · Veranda" in text(slip)
    page = desk.get("organise_hand", 1, a=seat.entry)
    assert "No longer always in Veranda" in text(page)
    assert "They play at any table again" in desk.follow("organise_unfix_table", 1, entry=seat.entry)
    make.enter(table, make.content_for(table, 0))
    assert "Veranda" in text(desk.get("organise_as_seated", 1))


# R-HND-13
def test_a_draft_a_swap_and_a_pairing_say_the_tables_and_rooms_that_they_will_have() -> None:
    desk = Desk(make.closed(entries=8, preset="online_002", format={"kind": "swiss", "rounds": 3}))
    Tournament.objects.filter(pk=desk.event.pk).update(rooms=[{**VERANDA, "first": 5, "last": 6}, TERRACE])
    desk.event, draw = make.draft(desk.fresh())
    said = text(desk.get("organise_draw"))
    tables = ("table 5 · Veranda", "table 6 · Veranda", "table 21 · Terrazza", "table 22 · Terrazza")
    assert [each for each in tables if each not in said] == []
    draft = desk.client.get(f"/api/v1/events/{desk.event.slug}/draws/{draw.pk}/draft/").json()
    told = [(each["hall_number"], each["room"]) for each in draft["meetings"]]
    assert told == [(5, "Veranda"), (6, "Veranda"), (21, "Terrazza"), (22, "Terrazza")]
    draws.announce_draw(draw_id=draw.pk, **make.where(desk.event))
    assert [each.hall_number for each in make.tables_of(desk.fresh(), 1)] == [5, 6, 21, 22]

    one, other = (seat.entry for seat in stages.seats_of(desk.event) if seat.hall in (5, 21) and seat.line == 0)
    swap = desk.get("organise_hand", 1, a=one, b=other).content.decode().split('class="hand__changed"')[1]
    assert [swap.count("Veranda"), swap.count("Terrazza")] == [1, 1]
    play(desk.event, 1)
    assert [each for each in tables if each not in text(desk.get("organise_pairing"))] == []


# R-HND-10, R-HND-13
@pytest.mark.parametrize("options", KINDS, ids=lambda each: str(each["kind"]))
def test_a_draft_has_the_tables_that_the_announcement_makes(options: dict[str, Any]) -> None:
    event = make.drawn(make.closed(entries=9, preset="online_002", format=options))
    Tournament.objects.filter(pk=event.pk).update(rooms=[{**VERANDA, "first": 3, "last": 9}, TERRACE])
    key = next(seat.entry for seat in stages.seats_of(event) if seat.round == 1 and seat.hall == 2)
    fix(make.fresh(event), key, 3)
    draws.withdraw_draw(reason="Mancava una coppia", **make.where(event))
    event, draw = make.draft(make.fresh(event))
    drawn_at = {frozenset(each.name for each in one.people): one.hall_number for one in drawing(draw).meetings}
    draws.announce_draw(draw_id=draw.pk, **make.where(event))
    labels = stages.labels_of(event)
    seats = sorted((each for each in stages.seats_of(event) if each.round == 1), key=lambda each: each.table)
    made = [list(each) for _table, each in groupby(seats, key=lambda each: each.table)]
    assert drawn_at == {frozenset(labels[each.entry] for each in table): table[0].hall for table in made}
    # Or they rest in this draw.
    assert hall_of(event, 1).get(key, 3) == 3


# R-HND-13
def test_the_desk_says_the_room_of_each_table_that_it_lists() -> None:
    desk = Desk(drawn("groups", entries=8, size=4))
    Tournament.objects.filter(pk=desk.event.pk).update(rooms=[{**VERANDA, "first": 1, "last": 20}])
    make.called(desk.fresh(), round=1)
    table, *others = make.tables_of(desk.event, 1)
    assert "Open the sheet of table 1 Veranda" in text(desk.get("results_grid"))
    assert "table 1 Veranda" in text(desk.get("event_bracket"))
    assert "4 tables are missing: 1 Veranda 2 Veranda" in text(desk.get("organise_rounds"))
    clocks.start_table_clock(table_id=table.pk, minutes=20, **make.where(desk.event))
    assert "Table 1 · Veranda" in text(desk.get("round_clock", 1))
    for each in (table, others[0]):
        desk.client.post(desk.url("table_call_referee", each.number))
        desk.client.post(desk.url("table_missing", each.number), {"line": 0})
    assert "2 tables call the referee: table 1 Veranda" in text(desk.get("organise"))
    assert "table 1 Veranda" in text(desk.get("organise_rounds")).split("Not at their table yet")[1]
    entry = table.lines.get(index=0).entry_id
    given = {"entry": entry, "table": table.pk, "kind": "warning", "reason": "Parla", "step": "save"}
    desk.post("penalty_new", **given)
    assert "1 Veranda" in text(desk.get("penalties"))
