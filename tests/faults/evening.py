"""A whole knockout evening over HTTP: an organiser who calls the rounds, and two phones at every table.

At each table the two lines take turns to write the deals, and the other line confirms the last one; a form that was
not answered is sent again with the same key. The one with the higher number wins, so that the evening ends as everybody
knows it must. What was acknowledged is kept in a history, which ``checking`` holds against the database.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from tests.faults.serving import ClerkError, Site
from tests.faults.visitors import Address, Answer, Trouble, Visitor
from tests.searching import in_short
from tests.waiting import until

PAIRS = in_short(16, 64)
# Where something beside the site is disturbed.
FEW_PAIRS = in_short(8, 64)
PLAYERS = 16
LOOK_SECONDS = 0.15
EVENING_SECONDS = 420.0
DEALS = 2
WINNER, LOSER = 3, 1


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A step at a table that the site said was done: "deal" with all points so far, or "confirm"."""

    table: int
    kind: str
    key: str
    deals: list[list[int]]
    tries: int


@dataclass
class History:
    """What was acknowledged, in the order in which it was, and how the site behaved meanwhile."""

    trouble: Trouble = field(default_factory=Trouble)
    steps: list[Acknowledged] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _room: threading.Condition = field(default_factory=threading.Condition)
    _most: float = float("inf")

    @property
    def count(self) -> int:
        return len(self.steps)

    @property
    def sent_again(self) -> int:
        return sum(step.tries > 1 for step in self.steps)

    def add(self, step: Acknowledged) -> None:
        with self._lock:
            self.steps.append(step)

    def hold_at(self, most: float) -> None:
        """Let nobody begin another step once so many are acknowledged, until this is called again."""
        with self._room:
            self._most = most
            self._room.notify_all()

    def wait_for_room(self) -> None:
        with self._room:
            assert self._room.wait_for(lambda: self.count < self._most, EVENING_SECONDS), "held for ever"


@dataclass
class Match:
    """A table as the slips on it say: its number and the code of either line."""

    slug: str
    number: int
    codes: list[str]
    entries: list[int]

    @property
    def path(self) -> str:
        return f"/e/{self.slug}/tavoli/{self.number}/"

    @property
    def points(self) -> list[int]:
        """What every deal brings: the higher number wins."""
        upper = self.entries[0] > self.entries[1]
        return [WINNER, LOSER] if upper else [LOSER, WINNER]


class Phone:
    """One line's phone at its table."""

    def __init__(self, port: int | Sequence[Address], match: Match, line: int, history: History) -> None:
        self.match, self.line, self.history = match, line, history
        self.visitor = Visitor(port, history.trouble)

    def open(self) -> None:
        """Type the code of the slip, and say that this is my table."""
        path = f"/e/{self.match.slug}/codice/{self.match.codes[self.line]}/"
        page = self._wanted(self.visitor.get(path), 200)
        assert page is not None
        self._wanted(self.visitor.post(path, {}), 303)

    def write(self, deals: list[list[int]]) -> None:
        """Write the last of ``deals`` on the form of the next deal."""
        self.history.wait_for_room()
        page = self._wanted(self.visitor.get(self.match.path), 200)
        form = page.form(self.match.path)
        points = deals[-1]
        filled = {**form, "depth": "points", "points_a": points[0], "points_b": points[1], "last_capture": ""}
        answer = self._wanted(self.visitor.post(self.match.path, filled), 303)
        self.history.add(Acknowledged(self.match.number, "deal", form["key"], list(deals), answer.tries))

    def confirm(self, deals: list[list[int]]) -> None:
        self.history.wait_for_room()
        page = self._wanted(self.visitor.get(self.match.path), 200)
        path = f"{self.match.path}conferma/"
        form = page.form(path)
        answer = self._wanted(self.visitor.post(path, form), 303)
        self.history.add(Acknowledged(self.match.number, "confirm", form["key"], list(deals), answer.tries))

    def _wanted(self, answer: Answer, status: int) -> Answer:
        if answer.status != status:
            told = f"table {self.match.number}: {answer.status} instead of {status}: {_sentence(answer.text)}"
            self.history.refused.append(told)
            raise AssertionError(told)
        return answer


def _sentence(text: str) -> str:
    """The middle of a page in plain words."""
    at = text.find("<main")
    return " ".join(text[at : at + 1500].split())


def play(port: int | Sequence[Address], match: Match, deals: int, history: History) -> None:
    """A whole match on two phones."""
    phones = [Phone(port, match, line, history) for line in range(2)]
    try:
        for phone in phones:
            phone.open()
        written: list[list[int]] = []
        for number in range(deals):
            written.append(match.points)
            phones[number % 2].write(written)
        phones[deals % 2].confirm(written)
    finally:
        for phone in phones:
            phone.visitor.close()


class Evening:
    """The evening as it goes on in threads of its own, until its last table is done and its places stand."""

    def __init__(self, site: Site, size: int = PAIRS, deals: int = DEALS, name: str = "Serata") -> None:
        self.site, self.deals = site, deals
        made = site.clerk("tests.faults.scenes:evening", size=size, name=name, deals=deals)
        self.slug: str = made["slug"]
        self.pk: int = made["pk"]
        self.rounds: int = made["rounds"]
        self.history = History()
        self.tables = [one["number"] for one in self.look()]
        self._organiser = Visitor(site.asked_at, self.history.trouble, site.clerk("tests.faults.scenes:log_in"))
        self._seen: set[int] = set()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="evening")
        self._stop = threading.Event()

    @property
    def steps(self) -> int:
        """How many steps are acknowledged when all is played."""
        return len(self.tables) * (self.deals + 1)

    @property
    def is_over(self) -> bool:
        return not self._thread.is_alive()

    def look(self) -> list[dict[str, Any]]:
        """The tables as the database has them; asked again where it is away."""
        latest = time.monotonic() + EVENING_SECONDS
        while True:
            try:
                found: list[dict[str, Any]] = self.site.clerk("tests.faults.scenes:tables", slug=self.slug)
            except ClerkError:
                assert time.monotonic() < latest
                time.sleep(LOOK_SECONDS)
            else:
                return found

    def begin(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Send everybody home."""
        self._stop.set()
        self.history.hold_at(float("inf"))
        if self._thread.ident is not None:
            self._thread.join(EVENING_SECONDS)

    def finish(self) -> None:
        """Wait for the end, and say what went wrong."""
        self._thread.join(EVENING_SECONDS)
        assert self.is_over, f"after {EVENING_SECONDS} s {self.history.count} of {self.steps} steps are acknowledged"
        if self._failure is not None:
            raise self._failure

    def wait_for(self, steps: int) -> bool:
        """Wait until so many steps are acknowledged; whether the evening still goes on."""
        until(
            lambda: self.history.count >= steps or self.is_over,
            lambda: f"{self.history.count} steps, and none more",
            EVENING_SECONDS,
            every=0.005,
        )
        return not self.is_over

    def disturb(self, times: int, disturbance: Callable[[int], None]) -> None:
        """Play the evening, and disturb it so many times, spread over its steps; it does not run ahead of them."""
        marks = [self.steps * (number + 1) // (times + 2) for number in range(times)]
        self.begin()
        try:
            for number, mark in enumerate(marks):
                self.history.hold_at(self.steps * (number + 2) // (times + 2))
                going = self.wait_for(mark)
                assert going, f"the evening was over after {number} disturbances: {self._failure}"
                disturbance(number)
            self.history.hold_at(float("inf"))
            self.finish()
        finally:
            self.stop()

    def _run(self) -> None:
        playing: list[Future[None]] = []
        try:
            with ThreadPoolExecutor(PLAYERS, thread_name_prefix="table") as players:
                for number in range(1, self.rounds + 1):
                    self._call(number)
                    self._play(number, players, playing)
            self._close()
        except BaseException as error:  # noqa: BLE001 - the test's own thread raises it
            self._failure = error
        finally:
            self._organiser.close()

    def _play(self, number: int, players: ThreadPoolExecutor, playing: "list[Future[None]]") -> None:
        """Let every table of the round be played, as soon as it is called."""
        while not self._stop.is_set():
            for task in playing:
                if task.done():
                    task.result()
            tables = [table for table in self.look() if table["round"] == number]
            for table in tables:
                if table["status"] != "planned" and table["number"] not in self._seen:
                    self._seen.add(table["number"])
                    match = Match(self.slug, table["number"], table["codes"], table["entries"])
                    playing.append(players.submit(play, self.site.asked_at, match, self.deals, self.history))
            if all(table["status"] == "done" for table in tables):
                return
            time.sleep(LOOK_SECONDS)
        raise AssertionError("sent home")

    def _call(self, number: int) -> None:
        """Press the button that calls the round, until every table of it is called: no answer says nothing."""
        path = f"/organizza/{self.slug}/turni/{number}/"
        self._organiser.get(f"/organizza/{self.slug}/turni/?turno={number}")
        while any(table["status"] == "planned" for table in self.look() if table["round"] == number):
            answer = self._organiser.post(path, {"step": "call"})
            assert answer.status in (303, 422), f"calling round {number}: {answer.status}"

    def _close(self) -> None:
        """Look at the final standings and close the event; the second time it is closed already."""
        path = f"/organizza/{self.slug}/chiusura/"
        assert self._organiser.get(path).status == 200
        assert self._organiser.post(path, {}).status in (303, 422)
