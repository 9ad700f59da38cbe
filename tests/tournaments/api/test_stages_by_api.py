"""An event of several stages over the API: chosen, counted, described, and refused in words."""

import json

import jsonschema_rs
import pytest
from django.conf import settings

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of

pytestmark = pytest.mark.django_db
KNOCKOUT = {"kind": "knockout", "third_place": True, "from": {"first": 2}}
STAGES = {"kind": "stages", "stages": [{"kind": "groups", "size": 4}, KNOCKOUT]}


def stages(*parts):
    return {"kind": "stages", "stages": list(parts)}


@pytest.fixture(scope="module")
def described():
    """The format of an event as the description has it."""
    description = json.loads((settings.BASE_DIR / "docs" / "openapi.json").read_text())
    return jsonschema_rs.Draft202012Validator({**description, "$ref": "#/components/schemas/EventFormat"})


def test_stages_are_chosen_and_counted_with_the_minutes_of_each():
    event = make.closed(entries=12, preset="online_002", round_minutes=30)
    api = Asker(key_of(make.boss_of(event).user))
    changed = api.put(f"events/{event.slug}/format/", {"format": STAGES, "seen": event.version})
    assert changed.status_code == 200, changed.json()
    assert [each["from"] for each in make.fresh(event).format["stages"]][1] == {"first": 2, "best": 0, "carries": False}
    (found,) = api.get(f"events/{event.slug}/headcount/").json()["evenings"]
    assert (found["rounds"], found["tables"], found["matches"]) == (6, [6, 6, 6, 2, 2, 2], 24)
    assert [(each["kind"], each["entries"], each["rounds"], each["ends_after"]) for each in found["stages"]] == [
        ("groups", 12, 3, 90),
        ("knockout", 6, 3, 180),
    ]
    (small,) = api.get(f"events/{event.slug}/headcount/?n=2").json()["evenings"]
    assert small["refusal"] == "Groups need at least 3 entrants; entered now: 2."


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (stages(KNOCKOUT, {"kind": "groups"}), "knockout_is_last"),
        (stages({"kind": "groups", "size": 3}, {"kind": "knockout", "from": {"first": 4}}), "bad_first_of_group"),
        (stages({"kind": "groups"}), "bad_number_of_stages"),
        (stages({"kind": "groups"}, {"kind": "tables"}), "no_stage"),
    ],
)
def test_stages_that_cannot_follow_each_other_are_refused(wrong, code):
    event = make.event()
    body = {"format": wrong, "seen": event.version}
    answer = Asker(key_of(make.boss_of(event).user)).put(f"events/{event.slug}/format/", body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


@pytest.mark.parametrize("kept", [STAGES, {"kind": "groups"}, {"kind": "knockout"}])
def test_the_description_has_the_format_that_an_event_keeps(described, kept):
    event = make.event(format=kept)
    assert list(described.iter_errors(event.format)) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "stages"},
        stages({"kind": "groups"}),
        stages({"kind": "groups"}, {"kind": "tables"}),
        stages({"kind": "groups"}, {"kind": "knockout", "from": {"first": -1}}),
        stages({"kind": "groups"}, {"kind": "knockout", "from": {"second": 1}}),
    ],
)
def test_the_description_refuses_other_stages(described, wrong):
    assert not described.is_valid(wrong)
