"""Sessions of an account are ended: one browser, all others, or those that have expired."""

from datetime import datetime
from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session

from tournaments.errors import MissingError
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import alone, record
from tournaments.models import User


def end(*, account: User, session_id: int) -> str:
    """Log out one browser of the account; return its session key."""
    with alone():
        found = UserSession.objects.filter(user=account, pk=session_id).first()
        if found is None:
            raise MissingError
        _forget([found])
        _record(account, "session_ended", 1)
    return str(found.session_key)


def end_others(*, account: User, session: str) -> int:
    """Log out every browser of the account but that of ``session``; return their number."""
    with alone():
        count = forget_others(account=account, session=session)
        if count:
            _record(account, "sessions_ended", count)
    return count


def forget_others(*, account: User, session: str) -> int:
    """Do the same as a part of another write."""
    others = list(UserSession.objects.filter(user=account).exclude(session_key=session))
    _forget(others)
    return len(others)


def move_session(*, before: str, after: str) -> None:
    """Update the list when a session gets a new key."""
    if before and after:
        UserSession.objects.filter(session_key=before).update(session_key=after)


def forget_old(now: datetime) -> int:
    """Delete log-ins that are over, with their addresses and browsers, and every session that has ended."""
    ended = Session.objects.filter(expire_date__lt=now)
    old = UserSession.objects.filter(created_at__lt=now - settings.SESSION_LIFE)
    if not (ended.exists() or old.exists()):
        return 0
    with alone():
        return int(ended.delete()[0]) + int(old.delete()[0])


def _forget(found: list[UserSession]) -> None:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    for each in found:
        store.delete(each.session_key)
    UserSession.objects.filter(pk__in=[each.pk for each in found]).delete()


def _record(account: User, verb: str, count: int) -> None:
    by = Actor(user=account, label=str(account))
    record(by=by, verb=verb, target=account, tournament=None, after={"sessions": count})
