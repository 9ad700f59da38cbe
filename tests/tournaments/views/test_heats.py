"""An evening of heats side by side, from the wizard to the standings, on the pages of everybody."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import fates, pair
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.filled import AS_SHOWN, shown
from tests.tournaments.views.public.reading import main, where
from tournaments.backups.verifying.events import violations_of
from tournaments.competition.formats.registry import format_of
from tournaments.competition.stages.outlook import Outlook
from tournaments.draw.writes import pairings
from tournaments.entries.writes import participation
from tournaments.events.writes import closing
from tournaments.frame import format_words
from tournaments.models import Tournament
from tournaments.standings.reads.standings import all_standings
from tournaments.standings.words.stage_words import outlook_words

pytestmark = pytest.mark.django_db
HEATS = {"kind": "heats", "rounds": 2, "heat": 8}
FINAL = {"kind": "heats", "rounds": 1, "from": {"first": 1, "best": 1}}


@pytest.fixture
def client():
    client = make.client_of(make.user("org@example.org", name="Renata"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def sent(client, game, **chosen):
    return client.post(reverse("event_create"), {**AS_SHOWN, "preset": f"{game}:club", "kind": "heats", **chosen})


def made(client, game, **chosen):
    assert sent(client, game, **chosen).status_code == 303
    return Tournament.objects.get()


def evening(game: str, *parts: dict[str, Any], entries: int = 23) -> Tournament:
    options = {"kind": "stages", "stages": [HEATS, *parts]} if parts else HEATS
    return make.tables(game, entries=entries, format=options)


def played(event: Tournament, *rounds: int) -> Tournament:
    for number in rounds:
        make.end_round(event, number)
    return make.fresh(event)


def members(event: Tournament) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for group, key in event.tables.filter(group__gt=0).values_list("group", "lines__entry"):
        found.setdefault(group, set()).add(key)
    return found


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({}, {"first": 0, "best": 4}),
        ({"heat": "0"}, {"first": 0, "best": 4}),
        ({"heat": "8"}, {"first": 2, "best": 2}),
    ],
)
def test_with_heats_of_their_own_so_many_of_each_go_on(client, penalty, chosen, expected):
    """R-HEA-08: which field counts follows from the size of a heat, whatever else is sent."""
    both = {"stage2_kind": "knockout", "stage2_best": "4", "stage2_first": "2", "stage2_others": "2"}
    first, then = made(client, penalty, **both, **chosen).format["stages"]
    assert {name: then["from"][name] for name in expected} == expected
    assert first.get("heat", 0) == int(chosen.get("heat", 0))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"heat": "5"}, "How many in a heat: Select a valid choice."),
        (
            {"heat": "8", "stage2_kind": "knockout", "stage2_first": "17"},
            "How many of each group or heat go on: Select a valid",
        ),
    ],
)
def test_an_impossible_heat_is_refused_by_its_field(client, penalty, wrong, sentence):
    refused = sent(client, penalty, **wrong)
    assert (refused.status_code, sentence in text(refused)) == (422, True)


def test_the_choices_are_shown_again_and_changed_until_the_draw(client, penalty):
    chosen = {"heat": "8", "stage2_kind": "knockout", "stage2_first": "1", "stage2_others": "3"}
    desk = Desk(made(client, penalty, **chosen))
    before, choices = desk.event.format, shown(desk, "organise_rules")
    assert {name: str(choices[name]) for name in chosen} == chosen
    desk.follow("organise_rules", **choices)
    assert desk.fresh().format == before
    desk.follow("organise_rules", **{**choices, "heat": "0", "stage2_best": "6"})
    first, then = desk.fresh().format["stages"]
    assert ("heat" in first, then["from"]) == (False, {"first": 0, "best": 6, "carries": False})
    desk.follow("organise_rules", **{**shown(desk, "organise_rules"), "stage2_kind": ""})
    assert desk.fresh().format["kind"] == "heats"


def test_separate_finals_after_heats_stay_when_the_rules_are_saved(client, penalty):
    chosen = {"heat": "8", "stage2_kind": "knockout", "stage2_first": "2", "stage2_others": "0", "stage2_apart": "on"}
    desk = Desk(made(client, penalty, **chosen))
    before = desk.event.format
    assert before["stages"][1]["from"] == {"first": 2, "best": 0, "carries": False, "apart": True}
    desk.follow("organise_rules", **shown(desk, "organise_rules"))
    assert desk.fresh().format == before


def test_old_options_without_a_heat_are_shown_as_everybody_together(penalty):
    desk = Desk(make.knockout(game=penalty, preset="club", entries=8, format={"kind": "heats", "rounds": 2}))
    desk.event.format.pop("heat", None)
    desk.event.save()
    assert str(shown(desk, "organise_rules")["heat"]) == "0"


def test_the_style_sheet_shows_the_field_that_counts(client, settings):
    css = (settings.BASE_DIR / "tournaments/static/tournaments/css/pages/organiser.css").read_text()
    of_heats = 'form:has([name="kind"][value="heats"]:checked)'
    together = '[name="heat"] option[value="0"]:checked'
    assert f'{of_heats}:has({together}) .stages__one:first-child .field:has([data-cut="groups"])' in css
    assert f'{of_heats}:not(:has({together})) .stages__one:first-child .field:has([data-cut="all"])' in css


def test_the_rules_of_heats_speak_of_who_is_level_at_a_table_of_several(client, penalty):
    page = text(client.get(reverse("event_rules", args=[evening(penalty, FINAL).slug])))
    assert "Level where it decides who goes on: those who are level play a tie-break." in page
    assert "A match must have a winner" not in page


def test_the_words_of_heats(penalty):
    event = evening(penalty, {**FINAL, "from": {"first": 2, "best": 2}}, entries=24)
    event_format = format_of(event.format)
    said = {}
    for language, size in (("en", 1), ("it", 1), ("it", 2)):
        with override(language):
            said[language, size] = format_words.in_full(event_format, size).split(": ")
    italian = "Batterie da 8 in 2 turni, poi batterie in 1 turno"
    assert said == {
        ("en", 1): [
            "Heats of 8 in 2 rounds, then heats in 1 round",
            "the first 2 of each heat and the best 2 of the others go on",
        ],
        ("it", 1): [italian, "passano i primi 2 di ogni batteria e i migliori 2 degli altri"],
        ("it", 2): [italian, "passano le prime 2 di ogni batteria e le migliori 2 delle altre"],
    }
    rules = text(Desk(event).get("event_rules"))
    assert "There are at most 8 in a heat; where the number does not divide, heats differ by one." in rules
    assert "Each heat has its own tables and its own standings." in rules


def test_the_rules_of_a_knockout_after_heats_name_the_heat(penalty):
    event = evening(penalty, {"kind": "knockout", "from": {"first": 2, "best": 2}}, entries=24)
    assert "two of the same heat meet again as late as possible" in text(Desk(event).get("event_rules"))


def test_the_evening_by_numbers_counts_the_heats(penalty):
    page = text(Desk(make.knockout(game=penalty, preset="club", entries=23, format=HEATS)).get("organise_headcount"))
    assert "Number of heats 1 heat of 7, 2 heats of 8" in page or "Number of heats 2 heats of 8, 1 heat of 7" in page


def test_a_number_that_does_not_fill_the_heats_is_refused_in_clear_words(penalty):
    desk = Desk(make.knockout(game=penalty, preset="club", entries=10, format=HEATS))
    assert "A heat of 5 does not fill tables of 3 to 4" in text(desk.get("organise_headcount"))


def test_the_draft_of_the_draw_names_the_heat_of_each_table(penalty):
    desk = Desk(make.draft(make.closed(make.knockout(game=penalty, preset="club", entries=23, format=HEATS)))[0])
    page = text(desk.get("organise_draw"))
    assert [f"table {number} · Heat {heat}" in page for number, heat in ((1, 1), (2, 1), (3, 2), (6, 3))] == [True] * 4


def test_each_heat_has_its_table_in_the_standings_with_its_name(penalty):
    event = played(evening(penalty, FINAL), 1)
    html = main("event_standings", event)
    assert re.findall(r'class="?standings__title"?>([^<]+)', html) == ["Heat 1", "Heat 2", "Heat 3"]
    assert "Group" not in html
    assert (
        "Batteria 1"
        in Desk(event)
        .client.get(reverse("event_standings", args=[event.slug]), headers={"Accept-Language": "it"})
        .content.decode()
    )


def test_screen_hall_and_slips_name_the_heat(penalty):
    event = played(evening(penalty, FINAL), 1)
    desk = Desk(event)
    assert "Heat 3" in text(desk.get("screen"))
    event = make.called(event, round=2)
    for page in ("organise_rounds", "organise_print", "print_round", "print_sheets", "print_standings"):
        found = text(desk.get(page))
        assert "Heat 1" in found, page
        assert "Group" not in found, page


def test_who_goes_on_comes_from_each_heat(penalty):
    """R-HEA-08."""
    event = played(evening(penalty, FINAL), 1, 2)
    told = fates(event)
    found = members(event)
    assert [len(keys) for keys in found.values()] == [7, 8, 8]
    assert {len(told["through"] & keys) for keys in found.values()} <= {1, 2}
    assert len(told["through"]) == 4
    key = min(told["through"])
    assert "You are through to the next stage" in where(event, key)
    pairing = pairings.pairing_of(event)
    assert {reason.code for reason in pairing.paired.reasons} == {"from_heats_sit"}
    assert "sit together, of the heats" in text(Desk(event).get("organise_pairing"))
    event = pair(event)
    seated = set(event.tables.filter(round__number=3).values_list("lines__entry", flat=True))
    assert seated == told["through"]
    over = main("event_standings", event, "?stage=1")
    assert "Heat 1" in over
    event = played(event, 3)
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    event = make.fresh(event)
    assert list(violations_of(event)) == []
    assert {row.entry for row in all_standings(event)[:4]} == seated


@pytest.mark.parametrize(
    ("best", "worst", "heats", "said"),
    [
        (1, 3, True, "In the heat you can still finish between place 1 and 3."),
        (1, 3, False, "In the group you can still finish between place 1 and 3."),
        (2, 2, True, "Your place in the heat is sure already: 2."),
    ],
)
def test_a_player_reads_the_places_that_are_open_in_the_heat(best, worst, heats, said):
    """R-HEA-08, R-TIE-15."""
    with override("en"):
        assert outlook_words(Outlook(best, worst, is_in_group=True), heats=heats) == said


def test_after_all_rounds_but_one_table_the_page_says_what_is_open_in_the_heat(penalty):
    event = played(evening(penalty), 1)
    make.called(event, round=2)
    *last, _open = make.tables_of(event, 2)
    for table in last:
        make.enter(table, make.ended(table))
    event = make.fresh(event)
    first = next(row for row in all_standings(event) if row.stage and row.stage.group == 1)
    assert re.search(
        r"in the heat (is sure already: 1|you can still finish between place 1 and)", where(event, first.entry), re.I
    )


def test_who_leaves_makes_room_for_the_next_of_the_heat(penalty):
    event = played(evening(penalty, FINAL), 1, 2)
    first = next(row.entry for row in all_standings(event) if row.stage and row.stage.in_group.place == 1)
    heat = next(keys for keys in members(event).values() if first in keys)
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=first, reason="Sta male")
    event = pair(make.fresh(event))
    seated = set(event.tables.filter(round__number=3).values_list("lines__entry", flat=True))
    assert len(seated) == 4
    assert seated & (heat - {first})


def test_heats_lead_to_a_knockout(penalty):
    event = evening(penalty, {"kind": "knockout", "from": {"first": 1, "best": 1}}, entries=24)
    event = pair(played(event, 1, 2))
    found = members(event)
    first = [set(table.lines.values_list("entry", flat=True)) for table in event.tables.filter(round__number=3)]
    assert [len(keys) for keys in first] == [2, 2]
    assert all(len(keys & heat) < 2 for keys in first for heat in found.values())
