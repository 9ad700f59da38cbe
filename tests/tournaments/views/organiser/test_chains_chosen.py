"""An event of up to six stages, as an organiser chooses it, stage after stage."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from script.regulations import BY_KEY
from tests.tournaments import factories as make
from tests.tournaments.services.played_evenings import close, of_scala40, play
from tests.tournaments.services.rounds import pair
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.filled import AS_SHOWN, shown
from tournaments.competition.formats.stages import MOST_STAGES
from tournaments.events.forms.next_stages import OF_FOLLOWING
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
LONATE = BY_KEY["lonate"].evenings[0]


def stage(number, kind, **values):
    return {f"stage{number}_{name}": str(value) for name, value in {"kind": kind, **values}.items()}


SIX_OF_HEATS = {"kind": "heats", "rounds": "1", "max_table": "4", "heat": "8"}
for _number, _first in enumerate((6, 4, 4, 6, 4), 2):
    SIX_OF_HEATS |= stage(_number, "heats", first=_first, others=0, rounds=1, heat=8)
DANISH_TO_THE_FINALS = {
    "kind": "danish",
    "rounds": "4",
    **stage(2, "danish", rounds=2, groups=4),
    **stage(3, "danish", rounds=2, groups=2),
    **stage(4, "knockout", first=3, others=2, third_place="on"),
}


def sent(client, preset="scopa:valliadi_2022", **chosen):
    return client.post(reverse("event_create"), {**AS_SHOWN, "preset": preset, **chosen})


def made(client, preset="scopa:valliadi_2022", **chosen):
    answer = sent(client, preset, **chosen)
    assert answer.status_code == 303, re.findall(r'class="field__error"[^>]*>([^<]*)', answer.content.decode())
    return Tournament.objects.get()


def without_rankings(kept):
    return [{name: value for name, value in each.items() if name != "ranking"} for each in kept["stages"]]


def test_the_six_stages_of_heats_of_lonate_are_chosen_and_played(client):
    """The ranking by penalties is for the API; everything else is that of the regulation."""
    event = made(client, f"scala40:{LONATE.preset}", **SIX_OF_HEATS)
    assert len(event.format["stages"]) == MOST_STAGES
    assert without_rankings(event.format) == without_rankings(make.knockout(**LONATE.settings).format)
    Tournament.objects.filter(pk=event.pk).update(status=Tournament.Status.OPEN)
    event = make.fresh(event)
    make.with_entries(event, 24)
    event = make.drawn(make.closed(event))
    assert "Heats of 8 in 1 round, 6 times" in text(Desk(event).get("event_rules"))
    for number, tables in enumerate((6, 6, 4, 2, 2), 1):
        assert event.tables.filter(round__number=number).count() == tables
        event = pair(play(event, of_scala40))
    assert [row.place for row in close(play(event, of_scala40))] == list(range(1, 25))


def test_an_event_of_the_api_is_shown_stage_by_stage_and_stays():
    desk = Desk(make.knockout(entries=8, **LONATE.settings))
    before, choices = desk.event.format, shown(desk, "organise_rules")
    assert {name: choices[name] for name in SIX_OF_HEATS} == SIX_OF_HEATS
    desk.follow("organise_rules", **choices)
    assert desk.fresh().format == before
    desk.follow("organise_rules", **{**choices, "stage4_kind": ""})
    assert desk.fresh().format["stages"] == before["stages"][:3]
    desk.follow("organise_rules", **{**choices, "stage6_kind": "knockout", "stage6_first": "2"})
    last = desk.fresh().format["stages"][5]
    assert (last["kind"], last["from"]) == ("knockout", {"first": 2, "best": 0, "carries": False})
    assert desk.event.format["stages"][:5] == before["stages"][:5]


def test_danish_rounds_in_smaller_and_smaller_groups_lead_to_a_knockout(client):
    event = made(client, **DANISH_TO_THE_FINALS)
    stages = event.format["stages"]
    assert [(each["kind"], each.get("groups", 1)) for each in stages] == [
        ("danish", 1),
        ("danish", 4),
        ("danish", 2),
        ("knockout", 1),
    ]
    assert [each["from"]["carries"] for each in stages[1:]] == [True, True, False]
    assert stages[3]["from"] == {"first": 3, "best": 2, "carries": False}
    desk = Desk(event)
    choices = shown(desk, "organise_rules")
    assert {name: choices[name] for name in DANISH_TO_THE_FINALS} == DANISH_TO_THE_FINALS


def test_groups_follow_groups(client):
    """The first two of each group play groups again; of these the first only."""
    chosen = {"kind": "groups", **stage(2, "groups", first=2, size=3), **stage(3, "knockout", first=1)}
    stages = made(client, **chosen).format["stages"]
    assert [(each["kind"], each.get("size")) for each in stages] == [("groups", 4), ("groups", 3), ("knockout", None)]
    assert [each["from"]["first"] for each in stages[1:]] == [2, 1]


def test_the_best_of_all_groups_together_go_on(client):
    chosen = {"kind": "groups", **stage(2, "knockout", first=0, others=16)}
    assert made(client, **chosen).format["stages"][1]["from"] == {"first": 0, "best": 16, "carries": False}


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({**SIX_OF_HEATS, "stage5_first": "9"}, "stage5_first", "From each group or heat 0 to 8 can go on, not 9."),
        ({**SIX_OF_HEATS, "stage5_first": "0"}, "stage5_first", "At least two must go on."),
        ({**SIX_OF_HEATS, "stage5_first": "0", "stage5_others": "1"}, "stage5_others", "At least two must go on."),
        ({**SIX_OF_HEATS, "stage6_rounds": "13"}, "stage6_rounds", "There are 1 to 12 rounds, not 13."),
        ({**SIX_OF_HEATS, "stage3_kind": "danish"}, "stage3_kind", "Before and after heats results do not count on"),
        ({**SIX_OF_HEATS, "stage3_heat": "5"}, "stage3_heat", "How many in a heat: Select a valid choice."),
    ],
)
def test_what_cannot_follow_is_refused_on_its_field_and_nothing_is_lost(client, wrong, field, sentence):
    answer = sent(client, f"scala40:{LONATE.preset}", **wrong)
    form = answer.context["form"]
    assert (answer.status_code, list(form.errors)) == (422, [field])
    assert sentence in text(answer)
    assert {name: form[name].value() for name in wrong} == wrong
    assert 'id="part-format" open' in answer.content.decode()
    assert not Tournament.objects.exists()


TO_THE_BEST = {"kind": "mitchell", "stage2_kind": "danish", "stage2_who": "0"}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"stage2_who": "2"}, "stage2_who"),
        ({"stage2_who": "2", "stage2_first": "17", "stage2_others": "65"}, "stage2_who"),
        ({"stage2_best": "1"}, "stage2_best"),
        ({"stage2_best": "8", "stage2_groups": "5"}, "stage2_groups"),
        ({"kind": "groups", "stage2_first": "0"}, "stage2_first"),
    ],
)
def test_who_plays_rounds_that_follow_is_refused_on_its_field(client, wrong, field):
    answer = sent(client, **{**TO_THE_BEST, **wrong})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])


def test_what_is_not_asked_of_the_best_of_all_counts_for_nothing(client):
    stages = made(client, **TO_THE_BEST, stage2_first="17", stage2_others="65", stage2_apart="on").format["stages"]
    assert stages[1]["from"] == {"first": 0, "best": 8, "carries": False}


def test_finals_by_place_are_for_groups_that_do_not_come_in_turn(client):
    """The page hides that question after Danish rounds in groups: a tick of before counts for nothing."""
    stages = made(client, **DANISH_TO_THE_FINALS, stage4_apart="on").format["stages"]
    assert "apart" not in stages[-1]["from"]


def test_from_a_first_stage_in_groups_that_come_in_turn_the_best_of_all_go_on(client):
    """The page asks how many of all, since its first stage has no such groups: only the API makes them."""
    event = make.event(format={"kind": "danish", "rounds": 2, "groups": 4})
    desk = Desk(event)
    choices = {**shown(desk, "organise_rules"), "stage2_kind": "knockout", "stage2_best": "16"}
    assert desk.post("organise_rules", **choices).status_code == 303
    first, then = make.fresh(event).format["stages"]
    assert (first["groups"], then["from"]) == (4, {"first": 0, "best": 16, "carries": False})
    assert shown(desk, "organise_rules")["stage2_best"] == "16"


def test_an_event_from_before_that_adds_unlike_results_opens():
    """Nobody can choose such a chain now; one that was made by the API is shown."""
    heats, danish = {"kind": "heats", "rounds": 1}, {"kind": "danish", "rounds": 2, "from": {"best": 8}}
    event = make.event(game="scala40", preset=LONATE.preset, format={"kind": "stages", "stages": [heats, danish]})
    event.format["stages"][1]["from"] = {"first": 0, "best": 0, "carries": True}
    event.save(update_fields=["format"])
    assert Desk(event).get("organise_rules").status_code == 200
    assert make.client_of(make.boss_of(event)).get(f"/e/{event.slug}/regolamento/").status_code == 200


@pytest.mark.parametrize(
    "hidden",
    [
        {"stage3_kind": "", "stage5_kind": "tombola"},
        {"stage3_kind": "", "stage4_kind": "heats", "stage4_others": "65"},
        {"stage3_kind": "", "stage2_others": "65", "stage2_first": "17"},
        {"stage3_kind": "knockout", "stage3_rounds": "0", "stage3_best": "1", "stage4_kind": "tombola"},
        {"stage3_kind": "", "stage2_best": "1"},
    ],
)
def test_a_question_that_the_page_hides_holds_nothing_back(client, hidden):
    stages = made(client, **{**DANISH_TO_THE_FINALS, **hidden}).format["stages"]
    assert [each["kind"] for each in stages] == ["danish", "danish", "knockout"][: len(stages)]
    assert len(stages) == 2 + bool(hidden["stage3_kind"])


def test_a_question_that_the_page_hides_says_nothing_where_something_else_is_wrong(client):
    wrong = {"name": "", "stage2_kind": "", "stage5_others": "65", "stage6_kind": "tombola"}
    answer = sent(client, **{**DANISH_TO_THE_FINALS, **wrong})
    assert list(answer.context["form"].errors) == ["name"]


def test_a_wrong_kind_of_the_next_stage_is_refused(client):
    answer = sent(client, **{**DANISH_TO_THE_FINALS, "stage4_kind": "tombola"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["stage4_kind"])
    assert "And after stage 3?: Select a valid choice." in text(answer)


def test_all_questions_are_on_the_page_and_the_style_sheet_shows_those_that_count(client, settings):
    """No script takes part: the page has every field, and each choice has its rule."""
    answer = client.get(reverse("event_create"), {"gioco": "scala40"})
    html = answer.content.decode()
    assert all(re.search(rf'name="?{name}\b', html) for name in OF_FOLLOWING)
    css = (settings.BASE_DIR / "tournaments/static/tournaments/css/pages/organiser.css").read_text()
    form = answer.context["form"]
    for kind in form.after:
        assert f'[value="{kind}"]:checked) .field:has([data-then]:not([data-then~="{kind}"]))' in css
        assert f'.stages__one:has([value="{kind}"]:checked) + .stages__one label:has' in css or kind == "knockout"
    for kind in form.leading:
        first = f'form:has([name="kind"][value="{kind}"]:checked) .stages__one:first-child'
        assert f'{first} label:has([data-after]:not([data-after~="{kind}"], :checked))' in css


def test_the_evening_is_counted_with_the_end_of_each_of_six_stages():
    start = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
    page = text(Desk(make.knockout(entries=24, starts_at=start, **LONATE.settings)).get("organise_headcount"))
    ends = re.findall(r"(\d+) players · 1 round · until (\d\d:\d\d)", page)
    assert [int(players) for players, _end in ends] == [24, 18, 12, 8, 6, 4]
    assert [end for _players, end in ends] == ["21:30", "22:30", "23:30", "00:30", "01:30", "02:30"]


def test_in_italian_the_questions_are_short(client):
    page = text(client.get(reverse("event_create"), {"gioco": "scala40"}, headers={"accept-language": "it"}))
    for words in ("E poi?", "E dopo la fase 5?", "Batterie con i migliori", "Quanti passano"):
        assert words in page
