"""Rooms are written in the settings of an event, and said wherever its tables have a number."""

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import drawn
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.filled import SETTINGS
from tournaments.tables.reads import stages
from tournaments.tables.writes import codes

pytestmark = pytest.mark.django_db
ROOMS = "Sala grande 1-2\nVeranda 111-120"


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
