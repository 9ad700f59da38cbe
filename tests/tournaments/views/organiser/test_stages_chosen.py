"""An event of two stages, as an organiser chooses it, changes it and reads it."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.filled import AS_SHOWN, shown
from tournaments.competition.formats.registry import format_of
from tournaments.competition.stages.ranking import RANKINGS, ranking_to_json
from tournaments.frame import format_words
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
FROM_GROUPS = {"kind": "groups", "size": "4", "stage2_kind": "knockout", "stage2_first": "2", "stage2_others": "2"}

THREE = {**FROM_GROUPS, "stage2_first": "3", "stage2_others": "0"}


def sent(client, **chosen):
    return client.post(reverse("event_create"), {**AS_SHOWN, **chosen})


def made(client, **chosen):
    answer = sent(client, **chosen)
    assert answer.status_code == 303, re.findall(r'class="field__error"[^>]*>([^<]*)', answer.content.decode())
    return Tournament.objects.get()


def coming(first=0, best=0, *, carries=False):
    return {"first": first, "best": best, "carries": carries}


TWO_STAGES = {
    "kind": "stages",
    "stages": [
        {"kind": "groups"},
        {"kind": "knockout", "third_place": True, "best_of": {"final": 3}, "from": coming(2)},
    ],
}


@pytest.mark.parametrize(
    ("chosen", "kind", "expected"),
    [
        (FROM_GROUPS, "knockout", coming(2, 2)),
        ({"kind": "groups", "stage2_kind": "knockout"}, "knockout", coming(2)),
        ({**FROM_GROUPS, "stage2_others": "0", "stage2_apart": "on"}, "knockout", {**coming(2), "apart": True}),
        ({**THREE, "stage2_crossing": "by_rank", "stage2_pairs": "1-1"}, "knockout", coming(3)),
        ({**THREE, "stage2_crossing": "ends"}, "knockout", {**coming(3), "crossing": "ends"}),
        (
            {**THREE, "stage2_crossing": "typed", "stage2_pairs": " 1-3  2-2 "},
            "knockout",
            {**coming(3), "crossing": "1-3 2-2"},
        ),
        (
            {**THREE, "stage2_crossing": "typed", "stage2_pairs": "1-9", "stage2_apart": "on"},
            "knockout",
            {**coming(3), "apart": True},
        ),
        ({"kind": "swiss", "stage2_kind": "knockout", "stage2_crossing": "ends"}, "knockout", coming(0, 8)),
        ({"kind": "swiss", "stage2_kind": "knockout", "stage2_apart": "on"}, "knockout", coming(0, 8)),
        (
            {"kind": "swiss", "stage2_kind": "knockout", "stage2_best": "16", "stage2_first": "4"},
            "knockout",
            coming(0, 16),
        ),
        ({"kind": "mitchell", "stage2_kind": "knockout"}, "knockout", coming(0, 8)),
        ({"kind": "mitchell", "stage2_kind": "danish", "stage2_rounds": "2"}, "danish", coming(carries=True)),
        ({"kind": "king", "stage2_kind": "knockout", "stage2_best": "4"}, "knockout", coming(0, 4)),
        ({"kind": "king", "stage2_kind": "danish"}, "danish", coming(carries=True)),
        ({"kind": "groups", "stage2_kind": "swiss", "stage2_first": "1"}, "swiss", coming(carries=True)),
        ({"kind": "groups", "stage2_kind": "swiss", "stage2_who": "0", "stage2_first": "3"}, "swiss", coming(3)),
        ({"kind": "mitchell", "stage2_kind": "danish", "stage2_who": "0"}, "danish", coming(0, 8)),
    ],
)
def test_what_follows_is_chosen_with_who_comes_to_it(client, chosen, kind, expected):
    first, then = made(client, **chosen).format["stages"]
    assert (first["kind"], then["kind"], then["from"]) == (chosen["kind"], kind, expected)


@pytest.mark.parametrize(
    ("last", "kind", "who"),
    [
        ({"stage3_kind": "knockout"}, "knockout", coming(0, 8)),
        ({"stage3_kind": "knockout", "stage3_best": "4", "stage3_rounds": "3"}, "knockout", coming(0, 4)),
        ({"stage3_kind": "danish", "stage3_rounds": "3", "stage3_groups": "5"}, "danish", coming(carries=True)),
    ],
)
def test_danish_rounds_may_lead_to_a_third_stage(client, last, kind, who):
    stages = made(client, kind="mitchell", stage2_kind="danish", stage2_rounds="2", ranking="vp", **last).format[
        "stages"
    ]
    assert [each["kind"] for each in stages] == ["mitchell", "danish", kind]
    assert (stages[1]["rounds"], stages[1]["from"], stages[2]["from"]) == (2, coming(carries=True), who)
    if kind == "danish":
        assert (stages[2]["rounds"], stages[2]["groups"]) == (3, 5)


def test_a_third_stage_is_asked_for_only_after_danish_rounds(client):
    stages = made(client, kind="mitchell", stage2_kind="knockout", stage3_kind="danish").format["stages"]
    assert [each["kind"] for each in stages] == ["mitchell", "knockout"]


def test_from_danish_rounds_in_groups_so_many_of_each_play_a_knockout(client):
    stages = made(
        client, kind="mitchell", stage2_kind="danish", stage2_groups="2", stage3_kind="knockout", stage3_best="16"
    ).format["stages"]
    assert [each["kind"] for each in stages] == ["mitchell", "danish", "knockout"]
    assert (stages[1]["groups"], stages[2]["from"]) == (2, coming(2))


@pytest.mark.parametrize("chosen", [{"kind": "groups", "stage2_kind": ""}, {"stage2_kind": "danish"}])
def test_nothing_follows_where_nothing_is_chosen_or_can(client, chosen):
    assert made(client, **chosen).format["kind"] == chosen.get("kind", "knockout")


def test_all_stages_have_the_ranking_that_was_chosen(client):
    event = made(client, kind="groups", ranking="valliadi", stage2_kind="danish")
    assert [each["ranking"] for each in event.format["stages"]] == [ranking_to_json(RANKINGS["valliadi"])] * 2
    assert event.vp_scale is None


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({**FROM_GROUPS, "stage2_first": "17"}, "How many of each group or heat go on: Select a valid choice."),
        ({**FROM_GROUPS, "stage2_others": "65"}, "less than or equal to 64"),
        ({**FROM_GROUPS, "stage2_apart": "on"}, "none of the others can go on"),
        (
            {**FROM_GROUPS, "stage2_crossing": "ends"},
            "Which places meet at first: Where it is chosen which places meet",
        ),
        (
            {**THREE, "stage2_crossing": "typed", "stage2_pairs": "1-4 2-2"},
            "Place against place: Which places meet: “1-4 2-2”. Write place against place",
        ),
        ({**THREE, "stage2_crossing": "typed"}, "Place against place: Which places meet: “”."),
        (
            {**FROM_GROUPS, "stage2_others": "0", "stage2_first": "1", "stage2_apart": "on"},
            "where at least two of each group",
        ),
        ({**FROM_GROUPS, "size": "3", "stage2_first": "4"}, "From each group or heat 0 to 3 can go on, not 4."),
        ({"kind": "swiss", "stage2_kind": "knockout", "stage2_best": "1"}, "greater than or equal to 2"),
        ({"kind": "swiss", "stage2_kind": "tombola"}, "And then?: Select a valid choice."),
    ],
)
def test_an_impossible_choice_is_refused_by_its_field(client, wrong, sentence):
    refused = sent(client, **wrong)
    assert (refused.status_code, sentence in text(refused)) == (422, True)
    assert not Tournament.objects.exists()


def test_the_knockout_that_follows_has_its_own_lengths(client):
    lengths = {"stage2_best_of_every": "1", "stage2_best_of_semifinal": "3", "stage2_best_of_final": "5"}
    event = made(client, **THREE, **lengths)
    assert event.format["stages"][1]["best_of"] == {"semifinal": 3, "final": 5}
    html = client.get(reverse("event_rules", args=[event.slug]), headers={"accept-language": "en"}).content.decode()
    assert "Semifinals: best of 3 games." in html
    assert "Final: best of 5 games." in html
    desk = Desk(event)
    desk.follow("organise_rules", **{**shown(desk, "organise_rules"), "stage2_best_of_every": "2"})
    assert desk.fresh().format["stages"][1]["best_of"] == {"every": 2, "semifinal": 3, "final": 5}


@pytest.mark.parametrize(
    "chosen",
    [
        {**FROM_GROUPS, "ranking": "valliadi", "double": "on"},
        {**FROM_GROUPS, "stage2_others": "0", "stage2_apart": "on"},
        {**THREE, "stage2_crossing": "ends", "odd": "refused"},
        {**THREE, "stage2_crossing": "typed", "stage2_pairs": "2-3"},
        {"kind": "danish", "rounds": "4", "rematches": "never", "stage2_kind": "knockout", "stage2_best": "4"},
        {"kind": "mitchell", "step": "2", "stage2_kind": "danish", "stage2_rounds": "3", "stage2_groups": "5"},
        {
            "kind": "mitchell",
            "stage2_kind": "danish",
            "stage2_rounds": "2",
            "stage3_kind": "danish",
            "stage3_rounds": "3",
            "stage3_groups": "5",
        },
        {
            "kind": "groups",
            "stage2_kind": "danish",
            "stage2_rounds": "1",
            "stage3_kind": "knockout",
            "stage3_best": "4",
        },
        {
            "kind": "groups",
            "stage2_kind": "swiss",
            "stage2_who": "0",
            "stage2_first": "2",
            "stage2_others": "4",
            "stage2_rounds": "3",
            "stage3_kind": "swiss",
            "stage3_who": "1",
            "stage3_rounds": "2",
        },
    ],
)
def test_the_choices_are_shown_again_and_changed_until_the_draw(client, chosen):
    desk = Desk(made(client, **chosen))
    before = desk.event.format
    choices = shown(desk, "organise_rules")
    assert {name: str(choices[name]) for name in chosen if name != "double"} == {
        name: value for name, value in chosen.items() if name != "double"
    }
    desk.follow("organise_rules", **choices)
    assert desk.fresh().format == before
    if "stage2_groups" in chosen:
        desk.follow("organise_rules", **{**choices, "stage2_groups": "1"})
        assert "groups" not in desk.fresh().format["stages"][1]
    desk.follow("organise_rules", **{**choices, "stage2_kind": ""})
    assert desk.fresh().format == {name: each for name, each in before["stages"][0].items() if name != "from"}


def test_options_of_a_stage_that_are_on_no_page_stay():
    desk = Desk(make.knockout(entries=8, format=TWO_STAGES))
    desk.follow("organise_rules", **{**shown(desk, "organise_rules"), "stage2_first": "1"})
    then = desk.fresh().format["stages"][1]
    assert (then["best_of"], then["from"]) == ({"final": 3}, coming(1))
    make.drawn(make.closed(desk.event))
    fields = desk.get("organise_rules").context["forms"]["format"].fields
    lengths = ("best_of_every", "best_of_semifinal", "best_of_final")
    left = ("kind", "first", "apart", "crossing", "pairs", "others", "third_place", *lengths)
    assert list(fields)[-10:] == [f"stage2_{name}" for name in left]
    assert all(field.disabled for field in fields.values())


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({**FROM_GROUPS, "stage2_others": "0"}, "Groups of 4, then knockout: the first 2 of each group go on."),
        (
            {**FROM_GROUPS, "stage2_first": "1", "stage2_others": "1"},
            "Groups of 4, then knockout: the first of each group and the best of the others go on.",
        ),
        ({"kind": "mitchell", "stage2_kind": "knockout"}, "Mitchell in 5 rounds, then knockout: the best 8 go on."),
        (
            {"kind": "mitchell", "stage2_kind": "danish"},
            "Mitchell in 5 rounds, then Danish in 1 round: everybody goes on, and the results count on.",
        ),
        (
            {"kind": "mitchell", "stage2_kind": "swiss", "stage2_who": "0", "stage2_rounds": "3"},
            "Mitchell in 5 rounds, then Swiss in 3 rounds: the best 8 go on, and begin anew.",
        ),
    ],
)
def test_everybody_can_read_the_stages(client, chosen, words):
    desk = Desk(made(client, **chosen))
    Tournament.objects.update(status=Tournament.Status.OPEN)
    assert words in text(desk.get("event_rules"))
    first, _colon, going_on = words.removesuffix(".").partition(": ")
    poster = text(desk.get("organise_poster"))
    assert first[1:] in poster
    assert going_on[1:] in poster
    assert "The standings go by, in this order: VP, MP" in poster
    assert f"From stage to stage {going_on}" in text(desk.get("event"))


def test_the_rules_say_that_firsts_and_seconds_have_finals_of_their_own(client):
    desk = Desk(made(client, **{**FROM_GROUPS, "stage2_others": "0", "stage2_apart": "on"}))
    Tournament.objects.update(status=Tournament.Status.OPEN)
    page = text(desk.get("event_rules"))
    assert "the first 2 of each group go on, with a bracket for the firsts, one for the seconds and so on." in page
    assert "In the knockout firsts meet firsts only" in page
    assert "two of the same group meet again" not in page
    head_count = text(desk.get("organise_headcount", n="12"))
    assert "Tables in each round 6 · 6 · 6 · 2 · 2" in head_count


def test_in_italian_pairs_and_players_agree(client):
    event = made(client, **{**FROM_GROUPS, "stage2_others": "0"})
    words = dict.fromkeys((1, 2), "")
    with override("it"):
        for size in words:
            words[size] = format_words.in_full(format_of(event.format), size)
    assert words == {
        1: "Gironi da 4, poi eliminazione diretta: passano i primi 2 di ogni girone",
        2: "Gironi da 4, poi eliminazione diretta: passano le prime 2 di ogni girone",
    }


def test_the_log_says_in_words_what_follows_and_what_did(client):
    desk = Desk(made(client, kind="groups"))
    desk.follow("organise_rules", **{**shown(desk, "organise_rules"), "stage2_kind": "knockout"})
    assert "Groups of 4, then knockout: the first 2 of each group go on" in text(desk.get("organise_audit"))


def test_the_evening_of_all_stages_is_counted_with_the_end_of_each():
    start = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
    event = make.knockout(entries=12, format=TWO_STAGES, starts_at=start, round_minutes=20)
    page = text(Desk(event).get("organise_headcount"))
    assert (
        "Groups of 4, then knockout: the first 2 of each group go on Groups of 4 12 pairs · 3 rounds · until 21:30"
        in page
    )
    assert "Knockout 6 pairs · 3 rounds · until 22:30" in page
    assert "Rounds 6 Tables in each round 6 · 6 · 6 · 2 · 2 · 2 Matches 24 Play by the clock 2 h 00 min" in page
    few = text(Desk(event).get("organise_headcount", n="2"))
    assert "Groups need at least 3 entrants; entered now: 2." in few


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (
            {"kind": "mitchell", "rounds": 2, "rankings": "two_lines"},
            "the other moves on by 1 table after each round. Nobody meets the same opponents twice. Those who stay",
        ),
        ({"kind": "partners"}, "Rotating partners in 5 rounds. Everybody enters singly."),
        ({"kind": "king"}, "King of the table in 5 rounds. After each round the winner moves up one table"),
    ],
)
def test_the_rules_say_who_moves(kept, words):
    desk = Desk(make.knockout(entries=8, format=kept))
    assert words in text(desk.get("event_rules"))


def test_the_rules_of_heats_say_how_many_sit_at_a_table(penalty):
    event = make.knockout(game=penalty, preset="club", entries=8, format={"kind": "heats"})
    assert "At most 4 sit at a table, in new company" in text(Desk(event).get("event_rules"))


def test_after_heats_the_best_play_a_knockout(client, penalty):
    first, then = made(client, preset=f"{penalty}:club", kind="heats", stage2_kind="knockout", stage2_best="4").format[
        "stages"
    ]
    assert (first["kind"], then["kind"], then["from"]) == ("heats", "knockout", coming(0, 4))


def test_no_danish_counts_points_for_places_on(client, penalty):
    answer = sent(client, preset=f"{penalty}:club", kind="heats", stage2_kind="danish")
    assert answer.status_code == 422
    assert "Before and after heats results do not count on" in text(answer)
    assert list(answer.context["form"].errors) == ["stage2_kind"]


def test_a_mitchell_may_compare_each_line_with_its_own(client):
    event = made(client, kind="mitchell", rankings="two_lines")
    assert event.format["rankings"] == "two_lines"
    desk = Desk(event)
    assert shown(desk, "organise_rules")["rankings"] == "two_lines"
    desk.follow("organise_rules", **{**shown(desk, "organise_rules"), "rankings": "one"})
    assert desk.fresh().format["rankings"] == "one"


def test_a_number_of_entries_of_a_club_that_is_not_offered_stays():
    ranking = {**ranking_to_json(RANKINGS["vp"]), "clubs": {"best": 25}}
    desk = Desk(make.knockout(entries=8, preset="online_002", format={"kind": "danish", "ranking": ranking}))
    desk.follow("organise_rules", **shown(desk, "organise_rules"))
    assert desk.fresh().format["ranking"]["clubs"] == {"best": 25}
