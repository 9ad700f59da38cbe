"""Where an account is logged in: each browser ended by itself or all others at once, at once and for good."""

from datetime import datetime
from importlib import import_module

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session

from tournaments.errors import MissingError
from tournaments.models import User
from tournaments.policies import Actor
from tournaments.services.transactions.transaction import alone, record


def end(*, account: User, session_id: int) -> str:
    """Log one browser of the account out; the key that it had."""
    with alone():
        found = UserSession.objects.filter(user=account, pk=session_id).first()
        if found is None:
            raise MissingError
        _forget([found])
        _record(account, "session_ended", 1)
    return str(found.session_key)


def end_others(*, account: User, session: str) -> int:
    """Log every browser of the account out but the one of ``session``; how many there were."""
    with alone():
        count = forget_others(account=account, session=session)
        if count:
            _record(account, "sessions_ended", count)
    return count


def forget_others(*, account: User, session: str) -> int:
    """The same as a part of another write."""
    others = list(UserSession.objects.filter(user=account).exclude(session_key=session))
    _forget(others)
    return len(others)


def moved(*, before: str, after: str) -> None:
    """A browser's session goes on under another key: the list follows."""
    if before and after:
        UserSession.objects.filter(session_key=before).update(session_key=after)


def forget_old(now: datetime) -> int:
    """Delete the log-ins that are over, with their addresses and browsers, and every session that has ended."""
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
