"""Rate limits: tries are counted in the database, so that all processes share them and a restart forgets none.

An account, a table or a player is never locked. The limit is on an address, or on a secret that can be guessed, and
never on an access that cannot be guessed (the QR code, a mailed link). A key does not reveal who tried: it is a keyed
digest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from allauth.account.models import EmailAddress
from django.db import connection
from django.db.models import F
from django.utils import timezone

from tournaments.errors import RefusedError
from tournaments.frame.writes.seals import digest
from tournaments.frame.writes.transaction import alone
from tournaments.models import Entry, Follower, Tries, User

# The longest time that a counter is kept; no limit looks back further.
KEPT: Final = timedelta(days=1)
MINUTE: Final = 60
MOST_LEFT: Final = 50
DAY: Final = 24 * 60

# One statement: concurrent tries each get their own number. An expired time begins again.
COUNT: Final = """
INSERT INTO tournaments_tries (key, count, since) VALUES (%s, 1, %s)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN tournaments_tries.since <= %s THEN 1 ELSE tournaments_tries.count + 1 END,
    since = CASE WHEN tournaments_tries.since <= %s THEN excluded.since ELSE tournaments_tries.since END
RETURNING count
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``most`` tries of one ``kind`` by, or at, ``who`` within ``minutes``."""

    kind: str
    who: str
    most: int
    minutes: int = 15

    @property
    def key(self) -> str:
        """Return the counter's name, which does not reveal the address, the account or the pass."""
        return f"{self.kind}:{digest('tries', self.kind, self.who).hex()}"

    def begins(self, now: datetime) -> datetime:
        """Return the start of the limit's time: earlier tries do not count any more."""
        return now - timedelta(minutes=self.minutes)


def wrong_codes(address: str) -> Limit:
    """Limit wrong table codes from one address."""
    return Limit("code", address, most=20)


def failed_logins(address: str, account: str) -> tuple[Limit, Limit]:
    """Limit failed log-ins from one IP address: few for one account, more in all: a hall may share one address."""
    account = account.strip().lower()
    return (Limit("login", f"{address}|{account}", most=10, minutes=5), Limit("login", address, most=100))


def asked_letters(address: str, account: str) -> tuple[Limit, Limit]:
    """Limit mails with codes and links requested from one IP address: few to one account's mailbox, more in all."""
    account = account.strip().lower()
    return (Limit("letter", f"{address}|{account}", most=10), Limit("letter", address, most=100))


def confirmations(mailbox: str) -> Limit:
    """Limit mails that ask a new account to confirm its address: until then each log-in would send another.

    The maker of an account with somebody else's address knows the password and may log in as often as they like.
    """
    return Limit("confirmation", mailbox.strip().lower(), most=1, minutes=60)


def mailed_codes(mailbox: str, asked_at: float) -> Limit:
    """Limit answers to one mailed code: as many as it allows, however many are sent at once.

    It is counted by the code and not by the session: a visitor who opens a pass many times at once has many sessions of
    one.
    """
    return Limit("mailed_code", f"{mailbox.strip().lower()}|{asked_at}", most=3, minutes=10)


def shown_passkeys(address: str) -> Limit:
    """Limit passkeys shown from one address: they cannot be guessed, but each costs a signature check."""
    return Limit("passkey", address, most=100)


def pins(slug: str, number: int, address: str) -> tuple[Limit, ...]:
    """Limit PINs tried from one address: for one pass of an event, and for all passes."""
    return (
        Limit("pin", f"{address}|{slug}|{number}", most=5),
        Limit("pins_from", address, most=100, minutes=60),
    )


def pins_from_everywhere(slug: str, number: int) -> tuple[Limit, Limit]:
    """Limit PINs tried from all addresses together for one pass, and for all passes of an event.

    They refuse nobody: when one is used up, every address has only the tries of ``slower_pins``.
    """
    return (
        Limit("pin_everywhere", f"{slug}|{number}", most=50, minutes=60),
        Limit("pins_of_event", slug, most=500, minutes=60),
    )


def slower_pins(slug: str, number: int, address: str) -> tuple[Limit, Limit]:
    """Limit an address while a pass, or all passes of an event, are guessed at from many addresses."""
    return (
        Limit("slower_pin", f"{address}|{slug}|{number}", most=1, minutes=60),
        Limit("slower_pins", f"{address}|{slug}", most=5, minutes=60),
    )


def sign_ups(address: str) -> Limit:
    """Limit accounts and entries made from one address."""
    return Limit("sign_up", address, most=100)


def sign_up_letters(mailbox: str) -> Limit:
    """Limit letters about entries that somebody else may have made with this address, over all events."""
    return Limit("sign_up_letter", mailbox.strip().lower(), most=5, minutes=DAY)


def followings(address: str) -> Limit:
    """Limit entries that browsers at one address began to follow.

    A hall shares one address: the limit is the number that one event takes, so that all who are there can follow, and
    nobody fills two events.
    """
    return Limit("follow", address, most=Follower.MOST_OF_EVENT)


def left_results(writer: str) -> Limit:
    """Limit results that one writer at a table says they do not send: each is a row of the log."""
    return Limit("left_result", writer, most=MOST_LEFT)


def decision_letters(entry_id: int) -> Limit:
    """Limit letters about decisions on one entry, which its organisers may change as often as they like."""
    return Limit("decision_letter", str(entry_id), most=10, minutes=DAY)


def invitation_letters(mailbox: str) -> Limit:
    """Limit invitations to this address, from all events, clubs and circuits."""
    return Limit("invitation", mailbox.strip().lower(), most=20, minutes=DAY)


def is_used_up(limit: Limit) -> bool:
    """Return whether the limit is reached."""
    return Tries.objects.filter(key=limit.key, since__gt=limit.begins(timezone.now()), count__gte=limit.most).exists()


def require_room(*limits: Limit) -> None:
    """Refuse when one of ``limits`` is used up."""
    now = timezone.now()
    rows = {row.key: row for row in Tries.objects.filter(key__in=[limit.key for limit in limits])}
    for limit in limits:
        row = rows.get(limit.key)
        if row is not None and row.since > limit.begins(now) and row.count >= limit.most:
            raise _refusal(limit, row.since, now)


def count(*limits: Limit) -> None:
    """Count one try against each of ``limits``; the first try starts the time of its limit.

    Call it outside of any transaction that can be rolled back: the try stays counted whatever the request does.
    """
    with alone(durable=True):
        _count_tries(limits, timezone.now())


def take(*limits: Limit) -> None:
    """Count one try against each of ``limits``, or refuse at the first that is used up and count nothing.

    ``require_room`` lets all simultaneous requests pass; here each takes its try before the secret is checked. A
    refused try is not counted: it guessed nothing, and would use up the limit that everybody shares.
    """
    now = timezone.now()
    with alone(durable=True):
        found = _count_tries(limits, now)
        for limit in limits:
            if found[limit.key] > limit.most:
                raise _refusal(limit, Tries.objects.get(key=limit.key).since, now)


def is_taken_along(limit: Limit) -> bool:
    """Count one try in the current write, so that a rollback undoes it; False when the limit is used up.

    For tries that are no guesses, such as a letter that is not written after all. Another writer who counts the same
    waits.
    """
    with alone():
        return _count_tries([limit], timezone.now())[limit.key] <= limit.most


def _count_tries(limits: Sequence[Limit], now: datetime) -> dict[str, int]:
    """Return how often each was tried, this time too."""
    found: dict[str, int] = {}
    with connection.cursor() as cursor:
        # In one order, so that no two deadlock.
        for limit in sorted(limits, key=lambda each: each.key):
            at, begins = map(connection.ops.adapt_datetimefield_value, (now, limit.begins(now)))
            cursor.execute(COUNT, [limit.key, at, begins, begins])
            found[limit.key] = cursor.fetchone()[0]
    return found


def forgive(*limits: Limit) -> None:
    """Delete the counts of these limits, after a success."""
    with alone():
        Tries.objects.filter(key__in=[limit.key for limit in limits]).delete()


def give_back(*limits: Limit) -> None:
    """Give back one try of each limit: the secret was right, and only wrong ones stay counted."""
    with alone():
        Tries.objects.filter(key__in=[limit.key for limit in limits], count__gt=0).update(count=F("count") - 1)


def _refusal(limit: Limit, since: datetime, now: datetime) -> RefusedError:
    """Return the refusal: ``seconds`` until the next try; its sentence says minutes, two at least."""
    seconds = max(1, ceil((since + timedelta(minutes=limit.minutes) - now).total_seconds()))
    return RefusedError("too_many_tries", minutes=max(2, ceil(seconds / MINUTE)), seconds=seconds)


def forget_old(now: datetime) -> int:
    """Delete the counters whose time is long over; return how many."""
    old = Tries.objects.filter(since__lt=now - KEPT)
    if not old.exists():
        return 0
    with alone():
        return old.delete()[0]


def may_be_told(account: User | None, address: str) -> bool:
    """Return whether a letter about an entry goes to ``address``, which was typed with it; called inside the write.

    Always if it is a confirmed address of the account; otherwise a few times a day, over all events.
    """
    own = EmailAddress.objects.filter(user=account, email__iexact=address.strip(), verified=True)
    return (account is not None and own.exists()) or is_taken_along(sign_up_letters(address))


def may_be_told_again(entry: Entry) -> bool:
    """Return whether one more letter reports a decision on an entry: a few a day, however often it is decided again."""
    return bool(entry.contact) and is_taken_along(decision_letters(entry.pk))
