"""Browsers start and stop following an entry.

Neither moves the event's version nor writes its log: it is no fact of the event, and who follows somebody is private.
"""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import get_language

from tournaments.alerts.writes.sending import AUTH_BYTES, decode_base64url, is_point, require_service
from tournaments.errors import MissingError, RefusedError
from tournaments.frame.writes import rate_limits
from tournaments.frame.writes.transaction import alone, hold
from tournaments.models import Entry, Follower, Table, TableLine, Tournament

FOLLOWED = (Entry.Status.CONFIRMED, Entry.Status.WAITING)


@dataclass(frozen=True, slots=True)
class Subscription:
    """The subscription that a push service gave a browser; both keys in base64url."""

    endpoint: str
    p256dh: str
    auth: str


def follow(*, tournament: Tournament, entry_id: int, by: Subscription, address: str) -> None:
    """Alert this browser when the entry is called; a repeated call changes only keys and language.

    ``address`` is the browser's network address, which has a rate limit. Call it before any transaction that can be
    rolled back.
    """
    _require(by)
    if tournament.status == Tournament.Status.FINISHED:
        raise RefusedError("wrong_status", status=tournament.get_status_display())
    taken = rate_limits.followings(address)
    is_new = not Follower.objects.filter(entry=entry_id, endpoint=by.endpoint).exists()
    if is_new:
        rate_limits.take(taken)
    try:
        with alone():
            # Locked, so that two browsers do not both take the last place of the event, and one browser not twice its
            # own.
            hold(tournament)
            entry = (
                Entry.objects.select_for_update()
                .filter(tournament=tournament, pk=entry_id, status__in=FOLLOWED)
                .first()
            )
            if entry is None:
                raise MissingError
            _lock_browsers(by.endpoint)
            others = Follower.objects.exclude(entry=entry, endpoint=by.endpoint)
            of_event = others.filter(entry__tournament=tournament)
            of_browser = others.filter(_has_a_table_to_come(), endpoint=by.endpoint)
            if of_event.count() >= Follower.MOST_OF_EVENT or of_browser.count() >= Follower.MOST_OF_BROWSER:
                raise RefusedError("push_full", most=Follower.MOST_OF_BROWSER)
            Follower.objects.update_or_create(
                entry=entry,
                endpoint=by.endpoint,
                defaults={
                    "p256dh": by.p256dh,
                    "auth": by.auth,
                    "language": get_language() or settings.LANGUAGE_CODE,
                    "failures": 0,
                },
            )
    except RefusedError:
        # Nothing was followed: repeated requests to a full event must not use up the limit of a hall.
        if is_new:
            rate_limits.give_back(taken)
        raise


def unfollow(*, tournament: Tournament, entry_id: int, endpoint: str) -> None:
    """Stop alerting this browser; nothing where it was not alerted."""
    with alone():
        Follower.objects.filter(entry__tournament=tournament, entry=entry_id, endpoint=endpoint).delete()


def move(*, endpoint: str, to: Subscription, address: str) -> None:
    """Let a browser's new subscription follow what the one at ``endpoint`` followed; nothing if that is unknown.

    It counts as a new follower, from its network ``address``. Refused where both together follow too many.
    """
    _require(to)
    rate_limits.take(rate_limits.followings(address))
    with alone():
        # Locked as in ``follow``, in one order.
        held = Entry.objects.select_for_update().filter(followers__endpoint=endpoint).order_by("pk")
        before = Follower.objects.filter(entry__in=[entry.pk for entry in held], endpoint=endpoint)
        if endpoint != to.endpoint:
            _lock_browsers(endpoint, to.endpoint)
            followed = Follower.objects.filter(_has_a_table_to_come(), endpoint__in=(endpoint, to.endpoint))
            if followed.values("entry").distinct().count() > Follower.MOST_OF_BROWSER:
                raise RefusedError("push_full", most=Follower.MOST_OF_BROWSER)
            known = Follower.objects.filter(endpoint=to.endpoint).values_list("entry", flat=True)
            before.filter(entry__in=list(known)).delete()
        before.update(endpoint=to.endpoint, p256dh=to.p256dh, auth=to.auth, failures=0)


def hand_on(joining: Entry, staying: Entry) -> None:
    """Let the followers of a single entry follow the pair that it joins."""
    known = list(Follower.objects.filter(entry=staying).values_list("endpoint", flat=True))
    Follower.objects.filter(entry=joining).exclude(endpoint__in=known).update(entry=staying)


def forget_followers(tournament: Tournament) -> None:
    """Delete the followers of an event that is over: nobody is called any more."""
    Follower.objects.filter(entry__tournament=tournament).delete()


def _lock_browsers(*endpoints: str) -> None:
    """Lock what these browsers follow, in one order."""
    followed = Follower.objects.select_for_update().filter(endpoint__in=endpoints)
    list(followed.order_by("pk").values_list("pk"))


def _has_a_table_to_come() -> Q:
    """Filter for followers whose entry may still be called. An entry that is out has no page to unfollow from."""
    tables = TableLine.objects.filter(entry=OuterRef("entry"))
    is_over = Q(table__status__in=(Table.Status.DONE, Table.Status.BYE))
    return Q(~Exists(tables) | Exists(tables.exclude(is_over)), entry__status__in=FOLLOWED)


def _require(by: Subscription) -> None:
    require_service(by.endpoint)
    try:
        is_right = is_point(decode_base64url(by.p256dh)) and len(decode_base64url(by.auth)) == AUTH_BYTES
    except ValueError as error:
        raise RefusedError("push_subscription") from error
    if not is_right:
        raise RefusedError("push_subscription")
