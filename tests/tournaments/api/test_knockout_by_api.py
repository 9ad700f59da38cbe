"""A whole knockout of 64, of 16 in a short run, by calls of the API alone: from the empty event to its standings."""

import json
import subprocess
import sys
from hashlib import sha256

import pytest
from django.conf import settings

from tests.searching import in_short
from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tournaments.models import Tournament
from tournaments.standings.reads.standings import standings

pytestmark = pytest.mark.django_db

SIZE = in_short(16, 64)
ROUNDS = SIZE.bit_length() - 1
SLUG = "gara-dei-sessantaquattro"
NEW = {
    "name": "Gara dei sessantaquattro",
    "game": "scopa",
    "preset": "valliadi_2022",
    "starts_at": "2026-12-20T20:30:00+01:00",
    "capacity": SIZE,
    "fee_cents": 1000,
    "round_minutes": 60,
    "format": {"third_place": True, "best_of": {"final": 3}},
    "rules": {"forfeit_causes": ["abandon"]},
}
LEVEL = {"depth": "points", "points_a": 7, "points_b": 7}
DECIDING = {"depth": "points", "points_a": 2, "points_b": 1}


def pair(number: int) -> dict:
    people = [{"family_name": f"{name}{number}", "given_name": "Gino"} for name in ("Vana", "Teppa")]
    return {"people": people, "club": f"Circolo {number % 8}", "seed": number if number <= 8 else None}


class Evening:
    """One program that runs the event; each call must be answered as it expects."""

    def __init__(self, key: str) -> None:
        self.api = Asker(key)
        self.calls = 0

    def call(self, method: str, path: str, body: dict | None = None, *, status: int = 200, **headers: str) -> dict:
        self.calls += 1
        given = {} if method == "get" else {"body": body or {}}
        answer = getattr(self.api, method)(f"events/{SLUG}/{path}", **given, **headers)
        assert answer.status_code == status, answer.content
        return answer.json()

    def get(self, path: str) -> dict:
        return self.call("get", path)

    def post(self, path: str, body: dict | None = None, **more) -> dict:
        return self.call("post", path, body, **more)

    def score(self, table: dict, winner: int = 0, **more) -> dict:
        """The result of a table by its totals, for as many games as its match needs."""
        total = [21, 7] if winner == 0 else [7, 21]
        games = [{"total": total}] * (table.get("best_of", 1) // 2 + 1)
        return self.post(f"tables/{table['number']}/score/", {"games": games, "seen": table["version"]}, **more)


@pytest.fixture
def evening():
    boss = make.user(name="Ada")
    evening = Evening(key_of(boss, "organise"))
    made = evening.api.post("events/", NEW)
    assert (made.status_code, made.json()["slug"]) == (201, SLUG)
    return evening


def take_everybody(evening: Evening) -> None:
    evening.post("open-entries/")
    evening.post("entries/bulk/", {"entries": [pair(number) for number in range(1, SIZE - 1)]}, status=201)
    evening.post("entries/", pair(SIZE - 1), status=201)
    singles = [
        evening.post("entries/", {"people": [{"family_name": name}]}, status=201)["id"] for name in ("Solo", "Solero")
    ]
    assert evening.post("entries/pair/", {"first": singles[0], "second": singles[1]})["status"] == "confirmed"
    late = evening.post("entries/", pair(SIZE + 1), status=201)
    assert late["status"] == "waiting"
    page = evening.get("desk/?status=confirmed&limit=200")
    for entry in page["results"][:3]:
        evening.call("put", f"entries/{entry['id']}/checked-in/", {"value": True})
    assert (len(page["results"]), page["next"]) == (SIZE, None)


def count_heads(evening: Evening) -> None:
    found = evening.get(f"headcount/?n={SIZE}")
    assert (found["entered"], found["checked_in"]) == (SIZE, 3)
    # Two with the last: the final, and that for the third place.
    assert found["evenings"][0]["tables"] == [*(SIZE >> number for number in range(1, ROUNDS)), 2]


def draw(evening: Evening) -> None:
    """Promise, draw, announce: the document is checked as anybody checks it, without this program."""
    evening.post("close-entries/")
    promised = evening.post("draws/", status=201)
    listed = evening.get("draws/")["results"][0]
    assert (listed["seed"], listed["committed_at"], listed["drawn_at"]) == (None, promised["committed_at"], None)
    drawn = evening.post(f"draws/{promised['id']}/draw/", {"hall": "7 di denari"})
    assert (len(drawn["meetings"]), drawn["rounds"], drawn["status"]) == (SIZE // 2, ROUNDS, "draft")
    assert evening.get("draws/")["results"][0]["drawn_at"] == drawn["drawn_at"] > promised["committed_at"]
    assert evening.get(f"draws/{promised['id']}/")["hall"] == "7 di denari"
    assert evening.post(f"draws/{promised['id']}/show/")["shown_at"] < drawn["shown_at"]
    swapped = evening.post(f"draws/{promised['id']}/swap/", {"a": 5, "b": 9, "reason": "Fratelli"})
    assert swapped["swaps"] == [{"a": 5, "b": 9, "reason": "Fratelli"}]
    assert evening.post(f"draws/{promised['id']}/announce/")["status"] == "running"
    document = evening.get(f"draws/{promised['id']}/")
    told = f"settebello-draw-4|{document['reference']}|{document['seed']}|{promised['list']}"
    told = sha256(told.encode()).hexdigest()
    assert told == promised["commitment"] == document["commitment"]
    verifier = settings.BASE_DIR / "docs" / "verify_draw.py"
    said = subprocess.run([sys.executable, verifier], input=json.dumps(document), capture_output=True, text=True)
    assert said.stdout.strip().startswith("OK"), said.stdout + said.stderr


def by_tie_break(evening: Evening, table: dict) -> None:
    """21 all after three deals; one deal more decides."""
    version = table["version"]
    for deal in (LEVEL, LEVEL, LEVEL):
        state = evening.post(f"tables/{table['number']}/deal/", {"values": deal, "seen": version})
        version = state["version"]
    assert evening.get(f"tables/{table['number']}/")["tiebreak_due"] == 1
    evening.post(f"tables/{table['number']}/deal/", {"values": DECIDING, "seen": version})


def by_forfeit(evening: Evening, table: dict) -> None:
    path = f"tables/{table['number']}/forfeit/"
    causes = [each["cause"] for each in evening.get(path)["causes"]]
    values = {"cause": causes[0], "offender": "b", "moment": "not_started"}
    evening.post(path, {"values": values, "reason": "Se ne sono andati", "seen": table["version"]})


def undone_and_written_again(evening: Evening, table: dict) -> None:
    wrong = evening.score(table, winner=1)
    back = evening.post(f"tables/{table['number']}/undo/", {"seen": wrong["version"], "reason": "Linee scambiate"})
    evening.score({**table, "version": back["version"]})


def corrected(evening: Evening, table: dict) -> None:
    wrong = evening.score(table, winner=1)
    games = {"games": [{"total": [21, 9]}]}
    touched = evening.post(f"tables/{table['number']}/correction/preview/", games)
    accepted = {"reason": "Punti scambiati", "accepted": touched["accepted"], "seen": wrong["version"]}
    evening.post(f"tables/{table['number']}/correction/", games | accepted)


def sent_twice(evening: Evening, table: dict) -> None:
    """The same call with its key is done once; another body with it is refused; without it the version is old."""
    key = {"idempotency_key": f"table-{table['number']}"}
    first = evening.score(table, **key)
    assert evening.score(table, **key) == first
    assert evening.score(table, winner=1, status=422, **key)["code"] == "idempotency_mismatch"
    stale = evening.score(table, winner=1, status=409)
    assert stale["current"]["version"] == first["version"]


CASES = [by_tie_break, by_forfeit, undone_and_written_again, corrected, sent_twice]


def play(evening: Evening, number: int) -> None:
    called = evening.post(f"rounds/{number}/announce/")["tables"]
    cases = CASES if number == 1 else []
    for table in called[len(cases) :]:
        best_of = 3 if number == ROUNDS and evening.get(f"tables/{table['number']}/")["section"] == "main" else 1
        evening.score({**table, "best_of": best_of})
    for table, case in zip(called, cases, strict=False):
        case(evening, table)
    played = evening.get(f"tables/?round={number}&limit=200")["results"]
    assert {table["status"] for table in played} == {"done"}
    assert all(table["lines"][0]["place"] == 1 for table in played)


def test_a_knockout_from_its_creation_to_its_final_standings(evening):
    take_everybody(evening)
    count_heads(evening)
    draw(evening)
    assert evening.post("rounds/1/clock/start/", status=422)["code"] == "round_not_announced"
    play(evening, 1)
    clock = evening.post("rounds/1/clock/start/", {"minutes": 40})
    assert (clock["minutes"], clock["paused_at"]) == (40, None)
    assert evening.get("closing/")["missing"]["code"] == "table_open"
    for number in range(2, ROUNDS + 1):
        play(evening, number)

    places = evening.get("closing/")
    assert (places["may_close"], len(places["places"])) == (True, SIZE)
    assert evening.post("closing/")["status"] == "finished"

    told = evening.get("standings/")
    event = Tournament.objects.get(slug=SLUG)
    rows = [(row.place, row.entry, row.name, row.vp, row.mp, row.wins) for row in standings(event).rows]
    assert [
        tuple(row[name] for name in ("place", "entry", "name", "vp", "mp", "wins")) for row in told["results"]
    ] == rows
    assert [row[0] for row in rows[:4]] == [1, 2, 3, 4]
    assert [(each["place"], each["entry"]) for each in places["places"]] == [row[:2] for row in rows]
    final = evening.get(f"tables/?round={ROUNDS}&section=main")["results"][0]
    assert [line["entry"] for line in final["lines"]] == [rows[0][1], rows[1][1]]
    assert final["lines"][0]["entry"] == told["results"][0]["entry"]
    verbs = {row["verb"] for row in evening.get("audit/?limit=200")["results"]}
    assert {"tournament_finished", "score_corrected"} <= verbs
    assert evening.post("reopening/", {"reason": "Finale da rivedere"})["status"] == "running"
