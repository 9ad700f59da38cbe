"""Sixty-two players at elimination tables by the API alone, from an empty installation to the final standings."""

from collections import Counter
from typing import Any

import pytest

from tests.tournaments import factories
from tests.tournaments.api.asking import Asker, key_of
from tests.tournaments.api.evenings import Evening, phones_at, two_deals

pytestmark = pytest.mark.django_db

PLAYERS = 62
FORMAT = {"game": "scala40", "preset": "torneo_003"}


@pytest.fixture
def evening() -> Evening:
    """A program with the token of an account that is about to organise."""
    return Evening(Asker(key_of(factories.user(name="Ornella Organizza"))))


def begin(evening: Evening) -> list[dict[str, Any]]:
    """The event made, its entries taken and drawn; the entries."""
    made = evening.asker.post(
        "events/", {"name": "Trofeo dei Sessantadue", "starts_at": "2026-11-20T20:30:00+01:00", **FORMAT}
    )
    assert made.status_code == 201, made.content
    evening.slug = made.json()["slug"]
    evening.post("open-entries/")
    rows = [{"people": [{"family_name": f"Vana{n}", "given_name": "Gino"}]} for n in range(1, PLAYERS + 1)]
    entries: list[dict[str, Any]] = evening.post("entries/bulk/", {"entries": rows}, status=201)["entries"]
    evening.post("close-entries/")
    draw = evening.post("draws/", status=201)["id"]
    evening.post(f"draws/{draw}/draw/", {"hall": "7"})
    evening.post(f"draws/{draw}/announce/")
    return entries


def agreed_by_two_phones(evening: Evening, number: int) -> None:
    """A writes the match, and cannot confirm it; B does, and it counts."""
    first, second, *_others = phones_at(evening, number)
    state = first.get(f"tables/{number}/sheet/")
    assert state["you"] == {"role": "", "line": first.line} == {"role": "", "line": 0}
    games = two_deals(state)
    sent = first.post(f"tables/{number}/score/", {"games": games, "seen": state["version"]})
    assert sent.status_code == 200, sent.content
    assert sent.json()["status"] == "to_confirm"
    assert sent.json()["versions"][0]["entered_by"] is None
    own = first.post(f"tables/{number}/confirm/", {"seen": sent.json()["version"]})
    assert (own.status_code, own.json()["code"]) == (422, "own_score")
    agreed = second.post(f"tables/{number}/confirm/", {"seen": sent.json()["version"]})
    assert (agreed.status_code, agreed.json()["status"]) == (200, "done")


def disputed_and_decided(evening: Evening, number: int) -> None:
    """B does not agree with what A wrote: only the referee can end it, and does."""
    first, second, third, *_others = phones_at(evening, number)
    state = first.get(f"tables/{number}/sheet/")
    games = two_deals(state)
    sent = first.post(f"tables/{number}/score/", {"games": games, "seen": state["version"]}).json()
    seen = sent["version"]
    disputed = second.post(f"tables/{number}/dispute/", {"seen": seen, "reason": "Avevo chiuso io"})
    assert disputed.status_code == 200, disputed.content
    assert (disputed.json()["status"], disputed.json()["referee_called"]) == ("disputed", True)
    late = third.post(f"tables/{number}/confirm/", {"seen": seen})
    assert late.status_code == 409
    assert late.json()["current"]["version"] == disputed.json()["version"]
    refused = third.post(f"tables/{number}/confirm/", {"seen": disputed.json()["version"]})
    assert (refused.status_code, refused.json()["code"]) == (422, "disputed_at_table")
    evening.post(f"tables/{number}/referee-seen/")
    done = evening.post(f"tables/{number}/score/", {"games": games, "seen": disputed.json()["version"]})
    assert done["status"] == "done"


def walked_over(evening: Evening, number: int) -> None:
    """At a table of three one does not come: the two others go on without a deal."""
    line = evening.state(number)["lines"][2]
    missing = evening.post(f"tables/{number}/missing/", {"line": 2})
    assert missing["lines"][2]["missing_since"] is not None
    ruling = {"entries": [line["entry"]], "kind": "no_show", "reason": "Assente alla chiamata"}
    preview = evening.post(f"tables/{number}/absence/preview/", ruling)
    assert [each["entry"] for each in preview["results"]].count(line["entry"]) == 1
    assert evening.state(number)["status"] == "called"
    done = evening.post(f"tables/{number}/absence/", ruling)
    assert (done["status"], done["ending"], done["games"]) == ("done", "forfeit", [])
    assert [each["place"] for each in done["lines"][:2]] == [1, 2]


def level_at_the_cut(evening: Evening, number: int) -> None:
    """B and C are level for the second place: one deal more decides, and its form asks the two of them only."""
    seen = evening.state(number)["version"]
    for points in ({"points_b": 90, "points_c": 50, "points_d": 95}, {"points_b": 20, "points_c": 60, "points_d": 20}):
        body = {"values": {"depth": "points", "closer": "a", **points}, "seen": seen}
        state = evening.post(f"tables/{number}/deal/", body)
        seen = state["version"]
    assert state["tie"]["lines"] == [1, 2]
    assert state["next"]["tiebreak"] == 1
    form = evening.get(f"tables/{number}/deal/")
    assert (form["playing"], form["values"]["tiebreak"]) == ([1, 2], "1")
    body = {"values": {"depth": "points", "closer": "c", "points_b": 14}, "seen": seen}
    done = evening.post(f"tables/{number}/deal/", body)
    assert (done["status"], done["ending"]) == ("done", "tiebreak")
    assert [line["place"] for line in done["lines"][:3]] == [1, 3, 2]


def punished(evening: Evening, entry: int) -> None:
    """A penalty of ten points is looked at, given, found in the register, and shown with its number."""
    body = {"entry": entry, "kind": "points", "value": 10, "reason": "Telefono al tavolo"}
    assert evening.post("penalties/preview/", body)["moved"][0]["entry"] == entry
    assert evening.get("penalties/?kind=points")["results"] == []
    given = evening.post("penalties/", body, status=201)
    assert (given["status"], given["value"]) == ("in_force", 10)
    assert [each["id"] for each in evening.get(f"penalties/?entry={entry}&status=in_force")["results"]] == [given["id"]]


def replaced(evening: Evening, entry: int) -> int:
    """Who won a place goes home before the next call: the next in order takes it. Who."""
    evening.post(f"entries/{entry}/withdraw/", {"reason": "È dovuto tornare a casa"})
    (free,) = evening.get("places/")["free"]
    candidate = free["candidates"][0]
    body = {"place": free["id"], "entry": candidate["entry"], "reason": "Il terzo del tavolo"}
    (filled,) = evening.post("places/", body)["filled"]
    assert filled["entry"] == candidate["entry"]
    return int(candidate["entry"])


@pytest.mark.full
def test_sixty_two_players_from_creation_to_the_final_standings(evening: Evening) -> None:
    entries = begin(evening)
    tables = evening.call_round(1)
    lines = {number: len(evening.state(number)["lines"]) for number in tables}
    assert Counter(lines.values()) == {4: 14, 3: 2}
    threes = [number for number, size in lines.items() if size == 3]
    fours = [number for number, size in lines.items() if size == 4]

    walked_over(evening, threes[0])
    agreed_by_two_phones(evening, fours[0])
    disputed_and_decided(evening, fours[1])
    level_at_the_cut(evening, fours[2])
    for number in [threes[1], *fours[3:]]:
        assert evening.play(number)["status"] == "done"
    leaving = evening.state(fours[3])["lines"][0]["entry"]
    back = replaced(evening, leaving)
    punished(evening, evening.state(fours[4])["lines"][3]["entry"])

    for number, size in ((2, 8), (3, 4), (4, 2), (5, 1)):
        called = evening.call_round(number)
        assert len(called) == size
        if number == 2:
            seated = [line["entry"] for table in called for line in evening.state(table)["lines"]]
            assert back in seated
            assert leaving not in seated
        for table in called:
            done = evening.play(table)
            assert done["status"] == "done"
    winner = next(line for line in done["lines"] if line["place"] == 1)["entry"]

    assert evening.get("closing/")["may_close"] is True
    assert evening.post("closing/")["status"] == "finished"
    places = evening.get("closing/")["places"]
    assert len(places) == len(entries) == PLAYERS
    assert {each["entry"] for each in places} == {entry["id"] for entry in entries}
    assert (places[0]["place"], places[0]["entry"]) == (1, winner)
    assert places == sorted(places, key=lambda each: each["place"])
    standings = Asker().get(f"events/{evening.slug}/standings/").json()
    assert [(row["place"], row["entry"]) for row in standings["results"][:4]] == [
        (each["place"], each["entry"]) for each in places[:4]
    ]
    refused = evening.try_post(f"tables/{tables[0]}/undo/", {"seen": evening.state(tables[0])["version"]})
    assert (refused.status_code, refused.json()["code"]) == (422, "not_running")
