"""One socket at an online table: its guest, their place at the match, its rate limits and its lag."""

from collections import deque
from dataclasses import dataclass
from hashlib import sha256
from statistics import median
from typing import Final

from tournaments.competition.live.clocks import MOST_CREDIT
from tournaments.frame.access import Visitor
from tournaments.live.matches import frames
from tournaments.live.reader import Reader, Send
from tournaments.tables.reads.seats import MatchPlace

# Rate limit of frames, as a burst and a number each second: beats, plays, and repeated requests.
BURST: Final = 100
A_SECOND: Final = 40
# Rate limits of requests for the whole match and of commands: a burst, and a number each second.
ASKED_AT_ONCE: Final = 2
ASKED_A_SECOND: Final = 1
COMMANDS_AT_ONCE: Final = 20
COMMANDS_A_SECOND: Final = 8
# How many round trips are kept for the lag, and how many beats may wait for their answer.
WAYS: Final = 5
BEATS: Final = 30
# Seconds of silence until a player counts as away, and until the socket is closed.
AWAY_SECONDS: Final = 6.0
SILENT_SECONDS: Final = 20.0


@dataclass(frozen=True, slots=True)
class Guest:
    """The person who opens a socket: read when it is opened, and again when the event moves on.

    ``opened`` is when the page was opened, in milliseconds of the server's clock: of two devices of one seat the newest
    plays. ``since`` is the newest event that the page has. ``is_shown``: robots play there for people who watch.
    ``said`` is the number of the newest courtesy before the guest came.
    """

    match_id: int
    event_id: int | None
    visitor: Visitor
    place: MatchPlace
    language: str
    session: str = ""
    opened: int = 0
    since: int = 0
    is_shown: bool = False
    said: int = 0

    @property
    def page(self) -> str:
        """The same word for the sockets of one browser, which opens nothing; empty without a session."""
        return sha256(self.session.encode()).hexdigest()[:32] if self.session else ""


class Allowance:
    """A rate limit: a burst, then a number each second."""

    __slots__ = ("_a_second", "_burst", "_left", "_spent_at")

    def __init__(self, burst: int, a_second: int, now: float) -> None:
        self._burst = burst
        self._a_second = a_second
        self._left = float(burst)
        self._spent_at = now

    def take(self, now: float) -> bool:
        """Use one if the limit allows it now; return whether it did."""
        if self.wait(now) > 0:
            return False
        self._left -= 1
        return True

    def wait(self, now: float) -> float:
        """Return seconds until one more is allowed."""
        self._left = min(self._burst, self._left + (now - self._spent_at) * self._a_second)
        self._spent_at = now
        return max(0.0, (1 - self._left) / self._a_second)


class Connection(Reader):
    """The socket of a guest; ``told`` is the newest event sent to it, 0 before its first view."""

    __slots__ = (
        "_frames",
        "_sent",
        "_ways",
        "asks",
        "commands",
        "guest",
        "heard",
        "is_asking",
        "is_older",
        "joined",
        "place",
        "was_ended",
    )

    def __init__(self, guest: Guest, address: str, send: Send, now: float) -> None:
        super().__init__(guest.match_id, address, send, guest.session)
        self.guest = guest
        self.heard = now
        # How many sockets of this process joined before; the place among all processes' devices, once that is known.
        self.joined = self.place = 0
        # Whether it was told that another device plays its seat.
        self.is_older = False
        self.is_asking = False
        self.was_ended = False
        self.asks = Allowance(ASKED_AT_ONCE, ASKED_A_SECOND, now)
        self.commands = Allowance(COMMANDS_AT_ONCE, COMMANDS_A_SECOND, now)
        self._frames = Allowance(BURST, A_SECOND, now)
        self._sent: dict[int, float] = {}
        self._ways: deque[float] = deque(maxlen=WAYS)

    @property
    def is_watching(self) -> bool:
        """Whether the guest only watches, with neither a seat nor a role at the table."""
        place = self.guest.place
        return place.seat is None and not place.is_referee

    def say(self, text: str) -> None:
        """Send a frame, unless the socket is still busy with earlier ones: then it gets the whole match later."""
        if not self.is_slow and not self.was_ended:
            self.push(frames.message(text), _let_be)

    def end(self, code: int, last: str = "") -> None:
        """Send a last frame, if any, and close the socket."""
        if self.was_ended:
            return
        if last:
            self.say(last)
        self.was_ended = True
        if not self.is_slow:
            self.push(frames.closing(code), _let_be)

    def may_speak(self, now: float) -> bool:
        """Count a received frame, and return whether the rate limit allows it."""
        self.heard = now
        return self._frames.take(now)

    def beat(self, number: int, text: str, now: float) -> None:
        """Send a beat, and remember when."""
        self._sent[number] = now
        while len(self._sent) > BEATS:
            del self._sent[next(iter(self._sent))]
        self.say(text)

    def record_round_trip(self, number: int, now: float) -> None:
        """Note the answer to a beat: its round trip counts for the lag."""
        sent = self._sent.pop(number, None)
        if sent is not None:
            self._ways.append(now - sent)

    @property
    def lag_ms(self) -> int:
        """The median round trip; bounded, so that a player gains little by answering late."""
        return min(MOST_CREDIT, round(median(self._ways) * 1000)) if self._ways else 0

    def is_away(self, now: float) -> bool:
        return now - self.heard > AWAY_SECONDS

    def is_silent(self, now: float) -> bool:
        return now - self.heard > SILENT_SECONDS


def _let_be(_reader: Reader) -> None:
    """Ignore the end of a write; the next beat shows whether the socket is behind."""
