"""Programs that play a match at a table of an event."""

from typing import Any

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tournaments.models import EntryMember, Match, Person, User
from tournaments.tables.writes import live_opening

SINGLES: dict[str, Any] = {"preset": "online_002", "entry_size": 1}


def opened(entries: int = 4, **more: Any) -> Match:
    """A match at the first table of an event, with an account for each of its two players."""
    event = make.called(entries=entries, **{**SINGLES, "rules": make.ONE_DEAL, **more})
    return live_opening.open_table(
        actor=make.boss_of(event), tournament_id=event.pk, table_id=make.tables_of(event)[0].pk, move_ms=60_000
    )


def account_of(match: Match, seat: int) -> User:
    """The account of the player in a seat, made where there is none."""
    line = match.seats[seat]
    entry = match.chairs["entries"][line]
    member = EntryMember.objects.filter(entry=entry).order_by("position")[match.seats[:seat].count(line)]
    person = Person.objects.get(pk=member.person_id)
    if person.user is None:
        person.user = make.user()
        person.save()
    return person.user


class Player:
    """A program that sits at a match."""

    def __init__(self, match: Match, seat: int, *scopes: str) -> None:
        self.match, self.number = match, 0
        self.asker = Asker(key_of(account_of(match, seat), *scopes))

    def get(self, end: str = "", **headers: str) -> Any:
        return self.asker.get(f"matches/{self.match.pk}/{end}", **headers)

    def ask(self, kind: str, text: str = "", expected: int | None = None, **more: Any) -> Any:
        self.number += 1
        known = Match.objects.get(pk=self.match.pk).sequence if expected is None else expected
        body = {"client_id": f"api-{self.number}", "kind": kind, "text": text, "expected": known, **more}
        return self.asker.post(f"matches/{self.match.pk}/commands/", body)
