"""A knockout of two legs by nothing but calls of the API: the sum decides, and a third game where it is level."""

from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tournaments.backups.verifying.events import violations_of
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.django_db

SLUG = "andata-e-ritorno"
NEW = {
    "name": "Andata e ritorno",
    "game": "scopa",
    "preset": "online_002",
    "starts_at": "2026-12-20T20:30:00+01:00",
    "capacity": 4,
    "rules": {"target": 21},
    "format": {"third_place": True, "best_of": {"semifinal": 2, "final": 2, "third": 2}},
}
NOT_YET = [None, None]


@pytest.fixture
def asker() -> Asker:
    asker = Asker(key_of(make.user(name="Ada")))
    made = asker.post("events/", NEW)
    assert (made.status_code, made.json().get("slug")) == (201, SLUG), made.content
    return asker


def post(asker: Asker, path: str, body: Any = None, status: int = 200) -> Any:
    answer = asker.post(f"events/{SLUG}/{path}", body or {})
    assert answer.status_code == status, answer.content
    return answer.json()


def state(asker: Asker, number: int) -> Any:
    return asker.get(f"events/{SLUG}/tables/{number}/sheet/").json()


def total(asker: Asker, number: int, *points: int, status: int = 200) -> Any:
    seen = state(asker, number)["version"]
    return post(asker, f"tables/{number}/total/", {"points": list(points), "seen": seen}, status)


def by_line(sheet: Any, *names: str) -> list[Any]:
    return [[line[name] for line in sheet["lines"]] for name in names]


def draw(asker: Asker) -> None:
    post(asker, "open-entries/")
    people = [{"people": [{"family_name": name, "given_name": "Gino"}, {"family_name": f"{name}o"}]} for name in "PQRS"]
    post(asker, "entries/bulk/", {"entries": people}, 201)
    post(asker, "close-entries/")
    promised = post(asker, "draws/", status=201)
    post(asker, f"draws/{promised['id']}/draw/", {"hall": "7"})
    post(asker, f"draws/{promised['id']}/announce/")
    post(asker, "rounds/1/announce/")


@pytest.mark.full
def test_a_knockout_of_two_legs_from_its_creation_to_its_end(asker: Asker) -> None:
    draw(asker)
    first, second = (table.number for table in Table.objects.filter(round__number=1).order_by("number"))

    # Each won one, and the sum decides.
    open_ = total(asker, first, 21, 11)
    assert (open_["status"], open_["best_of"], by_line(open_, "points", "place")) == (
        "playing",
        2,
        [[21, 11], NOT_YET],
    )
    done = total(asker, first, 19, 21)
    assert (done["status"], by_line(done, "points", "games_won", "place", "vp", "mp")) == (
        "done",
        [[40, 32], [1, 1], [1, 2], [24, 16], [8, -8]],
    )
    third = {"games": [{"total": [21, 11]}, {"total": [19, 21]}, {"total": [21, 0]}], "seen": done["version"]}
    assert post(asker, f"tables/{first}/score/", third, 422)["code"] == "result_confirmed"
    # An undo takes back the second leg alone.
    back = post(asker, f"tables/{first}/undo/", {"seen": done["version"], "reason": "Altro tavolo"})
    assert (back["status"], by_line(back, "points")) == ("playing", [[21, 11]])
    total(asker, first, 10, 21)
    # A correction says what it would lead to: the sum would be level, and no match is left open by one.
    level = {"games": [{"total": [21, 11]}, {"total": [11, 21]}]}
    assert post(asker, f"tables/{first}/correction/preview/", level, 422)["code"] == "correction_unfinished"
    decided = {"games": [*level["games"], {"total": [9, 21]}]}
    touched = post(asker, f"tables/{first}/correction/preview/", decided)
    assert (touched["outcome"]["points"], touched["outcome"]["places"]) == ([32, 32], [2, 1])
    version = state(asker, first)["version"]
    saved = {**decided, "reason": "Punti scambiati", "accepted": touched["accepted"], "seen": version}
    assert by_line(post(asker, f"tables/{first}/correction/", saved), "place", "games_won") == [[2, 1], [1, 2]]

    # The sum is level: a third game alone decides.
    total(asker, second, 11, 21)
    open_ = total(asker, second, 21, 11)
    assert (open_["status"], open_["next"], by_line(open_, "points")) == (
        "playing",
        {"game": 2, "deal": 0, "tiebreak": 0},
        [[32, 32]],
    )
    done = total(asker, second, 7, 21)
    assert by_line(done, "points", "place", "games_won") == [[32, 32], [2, 1], [1, 2]]
    shown = asker.get(f"events/{SLUG}/tables/{second}/").json()
    assert [[line["points"], line["place"]] for line in shown["lines"]] == [[32, 2], [32, 1]]
    assert [game["deals"][-1]["totals"] for game in shown["games"]] == [[11, 21], [21, 11], [7, 21]]

    # Third place by a fault in the second leg, and the final by both legs at once.
    post(asker, "rounds/2/announce/")
    for_third = Table.objects.get(section="third").number
    total(asker, for_third, 21, 5)
    fault = {"cause": "abandon", "offender": "a", "moment": "not_started"}
    ended = {"values": fault, "reason": "Andati via", "seen": state(asker, for_third)["version"]}
    assert by_line(post(asker, f"tables/{for_third}/forfeit/", ended), "place") == [[2, 1]]
    final = Table.objects.get(round__number=2, section="main").number
    both = {"games": [{"total": [21, 20]}, {"total": [21, 20]}], "seen": state(asker, final)["version"]}
    assert by_line(post(asker, f"tables/{final}/score/", both), "points", "place") == [[42, 40], [1, 2]]

    assert post(asker, "closing/")["status"] == "finished"
    places = asker.get(f"events/{SLUG}/standings/").json()["results"]
    assert [row["place"] for row in places] == [1, 2, 3, 4]
    assert list(violations_of(Tournament.objects.get(slug=SLUG))) == []


def test_a_third_game_and_a_fourth_are_refused_where_they_decide_nothing(asker: Asker) -> None:
    draw(asker)
    number = Table.objects.filter(round__number=1).first().number  # type: ignore[union-attr]
    for games in ([(21, 11), (21, 11), (21, 11)], [(21, 11), (11, 21), (21, 11), (21, 11)]):
        body = {"games": [{"total": [*each]} for each in games], "seen": state(asker, number)["version"]}
        assert post(asker, f"tables/{number}/score/", body, 422)["code"] == "match_decided"
