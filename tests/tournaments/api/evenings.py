"""An event that a program runs by the API alone, and the phones in its hall."""

from itertools import count
from typing import Any

from django.test import Client

from tests.tournaments.api.asking import Asker, at_rest

LETTERS = "abcdef"


class Evening:
    """An event as its organiser's program runs it: requests only, each of which must go well."""

    def __init__(self, asker: Asker) -> None:
        self.asker, self.slug, self.keys = asker, "", count(1)

    def get(self, path: str) -> Any:
        answer = self.asker.get(f"events/{self.slug}/{path}")
        assert answer.status_code == 200, (path, answer.content)
        return answer.json()

    def post(self, path: str, body: Any = None, *, status: int = 200) -> Any:
        answer = self.try_post(path, body)
        assert answer.status_code == status, (path, answer.status_code, answer.content)
        found = answer.json()
        if "sheet_version" in found:
            # What a step answers is what is read afterwards.
            assert at_rest(found) == at_rest(self.state(found["number"]))
        return found

    def try_post(self, path: str, body: Any = None) -> Any:
        return self.asker.post(f"events/{self.slug}/{path}", body, Idempotency_Key=f"step-{next(self.keys)}")

    def call_round(self, number: int) -> list[int]:
        return [table["number"] for table in self.post(f"rounds/{number}/announce/")["tables"]]

    def state(self, number: int) -> Any:
        return self.get(f"tables/{number}/sheet/")

    def play(self, number: int) -> Any:
        """Two deals after which as many are in as go on: the first of those who are there."""
        state = self.state(number)
        return self.post(f"tables/{number}/score/", {"games": two_deals(state), "seen": state["version"]})


def two_deals(state: Any) -> list[dict[str, Any]]:
    """A match of two deals, as a program writes it that has read who plays and how many go on."""
    playing = [line["index"] for line in state["lines"] if line["state"] == "playing"]
    through = state["through"]
    deals = []
    for paid in (60, 61):
        pays = [0, *(10 + rank if rank < through else paid + rank for rank in range(1, len(playing)))]
        points = {f"points_{LETTERS[line]}": pay for line, pay in zip(playing, pays, strict=True) if pay}
        deals.append({"depth": "points", "closer": LETTERS[playing[0]], **points})
    return [{"deals": deals}]


class Phone:
    """A phone in the hall that has opened the code of a slip; what it writes carries the token of that answer."""

    def __init__(self, code: str, slug: str) -> None:
        self.client, self.slug = Client(enforce_csrf_checks=True), slug
        sent = {"code": code, "event": slug}
        opened = self.client.post("/api/v1/codes/open/", sent, content_type="application/json")
        assert opened.status_code == 200, opened.content
        self.line, self.token = opened.json()["line"], opened.json()["csrf_token"]

    def post(self, path: str, body: Any) -> Any:
        address = f"/api/v1/events/{self.slug}/{path}"
        headers = {"X-CSRFToken": self.token, "accept-language": "en"}
        return self.client.post(address, body, content_type="application/json", headers=headers)

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/v1/events/{self.slug}/{path}", headers={"accept-language": "en"}).json()


def phones_at(evening: Evening, number: int) -> list[Phone]:
    """A phone for each line of a table, by the slips of its round."""
    slips = evening.get("rounds/1/slips/")["tables"]
    (slip,) = (each for each in slips if each["number"] == number)
    typed = [Phone(line["code"], evening.slug) for line in slip["lines"][:1]]
    return [*typed, *(Phone(line["url"].rstrip("/").rpartition("/")[2], evening.slug) for line in slip["lines"][1:])]
