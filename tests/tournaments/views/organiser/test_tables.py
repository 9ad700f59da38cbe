"""An event of tables of several, as its organiser makes, draws, calls and closes it."""

import pytest
from django.urls import reverse
from django.utils.html import escape

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.filled import shown
from tournaments.models import AuditEntry, Tournament

pytestmark = pytest.mark.django_db


def test_the_wizard_asks_what_the_game_can_be(penalty, client):
    asked = client.get(reverse("event_create"), {"gioco": penalty}).context["form"].fields
    assert {"kind", "policy", "max_table", "byes", "separate_by_group"} <= set(asked)
    assert not {"entry_size", "scale", "target", "deals", "forfeits"} & set(asked)
    pairs = client.get(reverse("event_create")).context["form"].fields
    assert {"entry_size", "policy", "third_place", "kind"} <= set(pairs)


def test_every_game_is_one_step_away(penalty, client):
    page = client.get(reverse("event_create")).content.decode()
    assert f'href="?gioco={penalty}"' in page


def test_a_preset_a_name_and_a_date_make_an_event_of_tables(penalty, client):
    least = {"preset": f"{penalty}:club", "name": "Torneo di Natale", "day": "2026-12-20"}
    assert client.post(reverse("event_create"), least).status_code == 303
    event = Tournament.objects.get()
    assert (event.game, event.entry_size, event.vp_scale) == (penalty, 1, None)
    assert (event.format["kind"], event.format["policy"], event.format["max_table"]) == ("tables", "balanced", 5)


def test_the_choices_of_the_tables_are_kept(penalty, client):
    chosen = {
        "preset": f"{penalty}:club",
        "name": "Torneo",
        "day": "2026-12-20",
        "kind": "tables",
        "policy": "batterie",
        "max_table": "6",
        "re_entry": "on",
        "byes": "lot",
        "separate_by_group": "on",
    }
    client.post(reverse("event_create"), chosen)
    assert Tournament.objects.get().format == {
        "kind": "tables",
        "policy": "batterie",
        "max_table": 6,
        "re_entry": True,
        "byes": "lot",
        "separate_by_group": True,
    }


def test_the_game_of_tables_can_be_a_knockout_too(penalty, client):
    chosen = {"preset": f"{penalty}:club", "name": "T", "day": "2026-12-20", "kind": "knockout", "third_place": "on"}
    client.post(reverse("event_create"), chosen)
    event = Tournament.objects.get()
    assert (event.format["kind"], event.format["third_place"]) == ("knockout", True)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"policy": "tombola"}, "The first round: Select a valid choice."),
        ({"max_table": "7"}, "Players at a table at most: Select a valid choice."),
        ({"kind": "girone"}, "Format: Select a valid choice."),
    ],
)
def test_an_impossible_format_is_refused_by_its_field(penalty, client, wrong, sentence):
    data = {"preset": f"{penalty}:club", "name": "Torneo", "day": "2026-12-20", **wrong}
    refused = client.post(reverse("event_create"), data)
    assert (refused.status_code, sentence in text(refused)) == (422, True)
    assert not Tournament.objects.exists()


def test_a_game_of_tables_of_four_offers_no_larger_ones(penalty, client):
    desk = Desk(make.event(game=penalty, preset="four", format={"kind": "tables", "max_table": 4}))
    field = desk.get("organise_rules").context["forms"]["format"].fields["max_table"]
    assert [size for size, _label in field.choices] == [4]


def test_the_rules_of_tables_come_back_as_they_were_and_can_be_changed(penalty):
    desk = Desk(make.event(game=penalty, preset="club"))
    before = desk.event.format
    data = shown(desk, "organise_rules")
    desk.follow("organise_rules", **data)
    assert desk.fresh().format == before
    desk.follow("organise_rules", **{**data, "policy": "strict4", "rule_out_at": "71"})
    assert (desk.fresh().format["policy"], desk.event.rules["out_at"]) == ("strict4", 71)
    assert "VP" not in text(desk.get("organise_rules"))


def test_another_format_begins_afresh(penalty):
    desk = Desk(make.event(game=penalty, preset="club"))
    desk.follow("organise_rules", **{**shown(desk, "organise_rules"), "kind": "knockout"})
    assert desk.fresh().format["kind"] == "knockout"
    assert "policy" not in desk.event.format
    desk.follow("organise_rules", **{**shown(desk, "organise_rules"), "kind": "tables", "policy": "ripescaggio"})
    assert desk.fresh().format["policy"] == "ripescaggio"


def test_too_few_for_tables_are_told_so(penalty):
    desk = Desk(make.knockout(game=penalty, preset="club", entries=3))
    assert "A draw needs at least 4." in text(desk.get("organise"))


def test_a_number_that_cannot_be_played_is_refused_before_the_draw(penalty):
    desk = Desk(
        make.closed(
            make.knockout(game=penalty, preset="club", entries=17, format={"policy": "ripescaggio", "kind": "tables"})
        )
    )
    refused = desk.post("organise_step", step="commit")
    assert refused.status_code == 422
    assert "The winners and the best thirds of 17 players do not fill the next round: 16 or 24" in text(refused)


def test_the_draft_shows_tables_of_several_and_positions_are_exchanged(penalty):
    event, _draw = make.whole(make.knockout(game=penalty, preset="club", entries=19))
    desk = Desk(event)
    page = text(desk.get("organise_draw"))
    assert page.count("5 players") == 3
    assert page.count("4 players") == 1
    assert "Quarterfinals" in page
    first, last = (desk.get("organise_draw").context["drawing"].meetings[n].people[0].name for n in (0, -1))
    desk.follow("organise_draw", a="1", b="19", reason="fratelli allo stesso tavolo")
    meetings = desk.get("organise_draw").context["drawing"].meetings
    assert meetings[-1].people[-1].name == first
    assert last in [place.name for place in meetings[-1].people]


def test_a_pair_that_rests_is_no_table_to_play(penalty):
    event, _draw = make.draft(make.knockout(game=penalty, preset="club", entries=11))
    page = text(Desk(event).get("organise_draw"))
    assert "2 rest" in page
    assert "3 tables to play" in page


def test_the_hall_shows_points_beside_the_names_and_who_goes_on(penalty):
    desk = Desk(make.called(make.tables(penalty, entries=8)))
    make.enter(make.tables_of(desk.event)[0], make.sheet(make.deal(0, 45, 103, 120)))
    page = text(desk.get("organise_rounds"))
    assert page.count("(goes on)") == 2
    assert "103" in page
    assert text(desk.get("organise_rounds", turno="2")).count("from table 2") == 2


def test_an_open_tie_is_the_first_alarm_and_leads_to_its_sheet(penalty):
    desk = Desk(make.called(make.tables(penalty, entries=8)))
    table = make.tables_of(desk.event)[0]
    make.enter(table, make.sheet(make.deal(0, 104, 104, 120)))
    answer = desk.get("organise")
    names = [line.entry.label for line in table.lines.filter(index__in=(1, 2)).select_related("entry")]
    assert f"Tie-break at table {table.hall_number}: {names[0]} and {names[1]}." in text(answer)
    assert escape(reverse("table_sheet", args=(desk.event.slug, table.number))) in answer.content.decode()


def test_several_tie_breaks_are_one_alarm_with_a_link_to_each_table(penalty):
    desk = Desk(make.called(make.tables(penalty, entries=8)))
    tables = make.tables_of(desk.event)
    for table in tables:
        make.enter(table, make.sheet(make.deal(0, 104, 104, 120)))
    page = desk.get("organise")
    halls = ", ".join(f"table {table.hall_number}" for table in tables)
    assert f"{len(tables)} tables play a tie-break: {halls}" in text(page).replace(" ,", ",")
    assert page.content.decode().count("alarm-line__table") == len(tables) > 1


def test_a_free_place_is_an_alarm(penalty):
    desk = Desk(make.called(make.tables(penalty, entries=8)))
    for table in make.tables_of(desk.event):
        make.enter(table, make.ended(table))
    gone = make.tables_of(desk.event, 2)[0].lines.order_by("index")[0].entry
    desk.sure("organise_entry", gone.pk, change="withdraw", reason="febbre")
    answer = desk.get("organise")
    assert "A place is free at table 1 (final)." in text(answer)
    assert reverse("places", args=(desk.event.slug,)) in answer.content.decode()


def test_tables_are_closed_with_a_place_for_everybody(penalty):
    desk = Desk(make.tables(penalty, entries=9))
    for number in (1, 2):
        make.end_round(desk.event, number)
    assert "These will be the final standings" in text(desk.get("organise_closing"))
    desk.follow("organise_closing")
    assert desk.fresh().entries.filter(final_place__isnull=False).count() == 9


def test_every_verb_of_the_log_of_tables_has_words(penalty):
    desk = Desk(make.tables(penalty, entries=8))
    for number in (1, 2):
        make.end_round(desk.event, number)
    page = "".join(text(desk.get("organise_audit", page=str(number))) for number in (1, 2))
    for verb in set(AuditEntry.objects.filter(tournament=desk.event).values_list("verb", flat=True)):
        assert verb not in page


@pytest.mark.parametrize("name", ["organise", "organise_rounds", "organise_closing", "organise_draw"])
def test_pages_take_the_same_queries_for_one_table_and_for_many(penalty, name):
    one, many = (Desk(make.called(make.tables(penalty, entries=n))) for n in (4, 36))
    first, second = (questions(desk.client, desk.url(name)) for desk in (one, many))
    assert first == second


@pytest.mark.parametrize(
    "name", ["organise", "organise_rules", "organise_headcount", "organise_draw", "organise_rounds"]
)
def test_the_pages_are_there_in_italian(penalty, name):
    desk = Desk(make.called(make.tables(penalty, entries=5)))
    desk.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "it"
    assert desk.event.name in text(desk.get(name))
