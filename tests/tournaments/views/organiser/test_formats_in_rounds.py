"""Groups, Danish and Swiss, as an organiser chooses, reads, changes and copies them."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.filled import AS_SHOWN, shown
from tournaments.competition.stages.chain import CHAINS, chain_to_json
from tournaments.competition.stages.club_table import ClubOptions
from tournaments.competition.stages.ranking import RANKINGS, ranking_from_json, ranking_to_json
from tournaments.competition.stages.version import VERSION
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
GROUPS = {"kind": "groups", "size": "3", "fill": "lots", "double": "on", "ranking": "valliadi"}
DANISH = {"kind": "danish", "rounds": "7", "rematches": "allowed", "ranking": "vp"}


def made(client, **chosen):
    answer = client.post(reverse("event_create"), {**AS_SHOWN, **chosen})
    assert answer.status_code == 303, re.findall(r'class="field__error"[^>]*>([^<]*)', answer.content.decode())
    return Tournament.objects.get()


def test_groups_are_chosen_with_their_size_and_ranking(client):
    """No published VP scale is for 15 points: by points none is asked for."""
    event = made(client, **GROUPS, target="15")
    assert event.format == {
        "kind": "groups",
        "size": 3,
        "fill": "lots",
        "double": True,
        "separate_by_group": True,
        "ranking": ranking_to_json(RANKINGS["valliadi"]),
    }
    assert (event.vp_scale, event.terms, event.rules["target"]) == (None, {}, 15)


@pytest.mark.parametrize(
    ("chosen", "kept"),
    [
        (DANISH, {"kind": "danish", "rounds": 7, "rematches": "allowed", "version": VERSION}),
        ({"kind": "danish"}, {"kind": "danish", "rounds": 5, "rematches": "not_in_a_row", "version": VERSION}),
        ({"kind": "swiss", "rounds": "6"}, {"kind": "swiss", "rounds": 6, "rematches": "never", "version": VERSION}),
        ({"kind": "mitchell", "step": "2"}, {"kind": "mitchell", "rounds": 5, "step": 2, "rankings": "one"}),
        ({"kind": "king", "rounds": "6"}, {"kind": "king", "rounds": 6}),
    ],
)
def test_a_movement_is_chosen_with_its_rounds(client, chosen, kept):
    event = made(client, **chosen)
    assert event.format == {**kept, "ranking": ranking_to_json(RANKINGS["vp"])}
    assert event.vp_scale["key"] == "21pt"


@pytest.mark.parametrize(
    ("preset", "chosen", "kept"),
    [
        ("burraco_3", {}, RANKINGS["vp"]),
        ("briscola", {}, RANKINGS["three_points"]),
        ("machiavelli", {"clubs": "all"}, replace(RANKINGS["three_points"], clubs=ClubOptions(0))),
        ("briscola", {"ranking": "two_points"}, RANKINGS["two_points"]),
    ],
)
def test_the_usual_ranking_is_that_of_the_chosen_rules(client, preset, chosen, kept):
    """R-RNK-02: presets of one game may have VP or none."""
    form = client.get(reverse("event_create"), {"gioco": "punti"}).context["form"]
    assert form["ranking"].value() == ""
    event = made(client, preset=f"punti:{preset}", kind="danish", **{"ranking": "", **chosen})
    assert event.format["ranking"] == ranking_to_json(kept)


def test_a_ranking_that_was_chosen_and_does_not_fit_is_refused_by_its_field(client):
    """R-RNK-02: nothing else takes its place without a word."""
    wanted = {**AS_SHOWN, "preset": "punti:briscola", "kind": "danish", "ranking": "vp"}
    answer = client.post(reverse("event_create"), wanted)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["ranking"]
    assert "this game does not have what it compares" in answer.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({**DANISH, "rounds": "31"}, "Number of rounds: Select a valid choice."),
        ({**GROUPS, "size": "2"}, "How many in a group: Select a valid choice."),
        ({**DANISH, "ranking": "football"}, "Standings: Select a valid choice."),
        ({**GROUPS, "scale": "11pt"}, "VP scale: 11pt. This event has no victory points."),
        ({**DANISH, "target": "15"}, "No published VP scale belongs to this length of match"),
    ],
)
def test_an_impossible_choice_is_refused_by_its_field(client, wrong, sentence):
    refused = client.post(reverse("event_create"), {**AS_SHOWN, **wrong})
    assert (refused.status_code, sentence in text(refused)) == (422, True)
    assert not Tournament.objects.exists()


def test_rotating_partners_enter_singly_whatever_was_chosen(client):
    event = made(client, kind="partners", rounds="6", entry_size="2")
    usual = ranking_to_json(ranking_from_json({"chain": chain_to_json(CHAINS["rotating"])}))
    assert (event.entry_size, event.format) == (
        1,
        {"kind": "partners", "rounds": 6, "ranking": usual, "version": VERSION},
    )


def test_an_input_names_the_formats_that_it_belongs_to(client):
    """The style sheet shows those of the chosen format, and every format of the form has its rule there."""
    form = client.get(reverse("event_create")).context["form"]
    assert form.fields["rounds"].widget.attrs["data-kinds"] == "danish swiss mitchell partners king heats"
    assert form.fields["rematches"].widget.attrs["data-kinds"] == "danish"
    css = Path("tournaments/static/tournaments/css/pages/organiser.css").read_text()
    for kind, _label in form.fields["kind"].choices:
        assert f'form:has([name="kind"][value="{kind}"]:checked) :is([data-kinds]:not([data-kinds~="{kind}"])' in css


def test_the_format_is_changed_until_the_draw_and_shown_alone_after_it():
    desk = Desk(make.event(format={"kind": "danish", "rounds": 4, "rematches": "never"}))
    before = desk.event.format
    desk.follow("organise_rules", **shown(desk, "organise_rules"))
    assert desk.fresh().format == before
    desk.follow("organise_rules", **{**shown(desk, "organise_rules"), "ranking": "two_points", "rounds": "3"})
    assert (desk.fresh().format["rounds"], desk.event.format["rematches"], desk.event.vp_scale) == (3, "never", None)
    log = text(desk.get("organise_audit"))
    assert "2 points a win, 1 a draw; then the match between two, or the table among more" in log
    desk.follow("organise_rules", **{**shown(desk, "organise_rules"), "ranking": "vp", "scale": "21pt"})
    assert desk.fresh().vp_scale["key"] == "21pt"
    make.with_entries(desk.event, 5)
    make.drawn(make.closed(desk.event))
    fields = desk.get("organise_rules").context["forms"]["format"].fields
    assert list(fields) == ["kind", "rounds", "rematches", "odd", "ranking", "clubs"]
    assert all(field.disabled for field in fields.values())


def test_a_ranking_of_its_own_stays_as_it_is():
    own = {"chain": {"criteria": ["points", "lot"], "among": ["points"]}, "points": {"win": 5}, "draws": True}
    desk = Desk(make.event(format={"kind": "swiss", "ranking": own}))
    before = desk.event.format
    assert "The standings go by, in this order: points, lot." in text(desk.get("organise_rules"))
    desk.follow("organise_rules", **{**shown(desk, "organise_rules"), "rounds": "9"})
    assert desk.fresh().format == {**before, "rounds": 9}


def test_an_event_that_is_copied_keeps_its_format(client):
    source = made(client, **GROUPS)
    client.post(
        reverse("organise_copy", args=[source.slug]), {"name": "Serata 2", "day": "2026-12-04", "hour": "20:30"}
    )
    copied = Tournament.objects.get(name="Serata 2")
    assert (copied.format, copied.vp_scale) == (source.format, None)
    assert ranking_from_json(copied.format["ranking"]) == RANKINGS["valliadi"]


@pytest.mark.parametrize(
    ("chosen", "facts"),
    [
        (
            {"kind": "groups", "size": 4},
            "Groups of 4 5 tables of 2 Number of groups 2 groups of 4, 1 group of 3 Rounds 3 Tables in each round 5 "
            "Who rests in each round 1 Matches 15 Play by the clock 3 h 00 min",
        ),
        (
            {"kind": "swiss", "rounds": 5},
            "Swiss in 5 rounds 5 tables of 2 Rounds 5 Tables in each round 5 Who rests in each round 1 Matches 25",
        ),
    ],
)
def test_the_evening_is_counted_before_the_draw(chosen, facts):
    desk = Desk(make.knockout(entries=11, format=chosen))
    page = text(desk.get("organise_headcount"))
    assert facts in page
    assert "Play it like this" not in page


def test_a_number_that_cannot_be_played_says_why():
    desk = Desk(make.knockout(entries=2, format={"kind": "groups"}))
    assert "Groups need at least 3 entrants; entered now: 2." in text(desk.get("organise_headcount"))


def test_the_poster_says_how_it_is_played_and_ranked():
    desk = Desk(make.event(format={"kind": "danish", "rounds": 4, "rematches": "allowed", "ranking": "valliadi"}))
    page = text(desk.get("organise_poster"))
    assert "Danish in 4 rounds" in page
    assert "points, difference of points, points scored, fewer points conceded, highest card" in page


def first_two(first=2, best=0):
    return {"kind": "knockout", "from": {"first": first, "best": best, "carries": False}}


def stages(*parts):
    return {"kind": "stages", "stages": list(parts)}


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (stages({"kind": "groups"}, {**first_two(0, 100)}), "Groups of 4, then knockout"),
        (
            stages({"kind": "mitchell", "rounds": 2}, {"kind": "king", "from": {}}),
            "Mitchell in 2 rounds, then king of the table in 5 rounds",
        ),
    ],
)
def test_a_format_that_is_not_offered_here_is_named_and_kept(kept, words):
    desk = Desk(make.knockout(entries=8, format=kept))
    before = desk.event.format
    assert words in text(desk.get("organise_rules"))
    desk.follow("organise_rules", **shown(desk, "organise_rules"))
    assert desk.fresh().format == before
    assert "Rounds" in text(desk.get("organise_headcount"))
    assert words.lower() in text(desk.get("event_rules")).lower()
    desk.follow("organise_rules", **{**shown(desk, "organise_rules"), "kind": "knockout"})
    assert desk.fresh().format["kind"] == "knockout"


def test_heats_are_for_games_with_several_at_a_table(client, penalty):
    page = client.get(reverse("event_create"), {"gioco": "scopa"})
    assert "heats" in dict(page.context["form"].fields["kind"].choices)
    answer = client.post(
        reverse("event_create"),
        {**AS_SHOWN, "preset": f"{penalty}:club", "kind": "heats", "rounds": "3", "max_table": "4"},
    )
    assert answer.status_code == 303
    kept = Tournament.objects.get().format
    assert (kept["kind"], kept["rounds"], kept["max_table"]) == ("heats", 3, 4)


@pytest.mark.parametrize(
    ("last", "said"),
    [
        (
            {"kind": "danish", "rounds": 1, "from": {"carries": True}},
            ["A match that ends level is a draw."],
        ),
        (
            {"kind": "knockout", "from": {"first": 2}},
            [
                "A match that ends level is a draw in these stages: Mitchell in 2 rounds.",
                "A match must have a winner in these: knockout. Level lines play",
            ],
        ),
    ],
)
def test_the_public_rules_say_in_which_stages_a_match_may_be_drawn(last, said):
    stages = {"kind": "stages", "stages": [{"kind": "mitchell", "rounds": 2}, last]}
    page = text(Desk(make.knockout(game="punti", preset="burraco_3", format=stages)).get("event_rules"))
    assert [sentence in page for sentence in said] == [True] * len(said)
    assert ("A match must have a winner:" in page, "A match must have a winner" in page) == (False, len(said) == 2)


@pytest.mark.parametrize(
    ("ranking", "sentence"),
    [("two_points", "A match that ends level is a draw."), ("valliadi", "A match must have a winner")],
)
def test_the_public_rules_say_whether_a_match_may_be_drawn_and_what_orders_the_standings(ranking, sentence):
    desk = Desk(make.knockout(format={"kind": "groups", "size": 4, "fill": "lots", "ranking": ranking}))
    page = text(desk.get("event_rules"))
    assert sentence in page
    assert "Everybody meets everybody of the group once. There are 4 in a group" in page
    assert "The groups are filled by lot." in page
    assert "The standings go by, in this order: points," in page
    assert "a defeat 0; a rest counts as a win." in page
