"""The browsers in which an account is logged in; and, for live streams, which of some sessions still are."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from tournaments.models import User

# In this order, because later browsers also carry the names of earlier ones.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """One browser: its name, the address of its log-in, since when, and whether it is the current one."""

    pk: int
    browser: str
    system: str
    address: str
    since: datetime
    is_here: bool


def own(account: User, session: str) -> list[LoggedIn]:
    """Return the browsers of an account, the current one first, then the newest."""
    held = list(UserSession.objects.filter(user=account).order_by("-created_at"))
    open_now = alive([each.session_key for each in held])
    rows = [
        LoggedIn(
            pk=each.pk,
            browser=_browser_name(each.user_agent, BROWSERS),
            system=_browser_name(each.user_agent, SYSTEMS),
            address=each.ip,
            since=each.created_at,
            is_here=each.session_key == session,
        )
        for each in held
        if each.session_key in open_now
    ]
    return sorted(rows, key=lambda row: not row.is_here)


def alive(keys: Sequence[str]) -> set[str]:
    """Return the sessions of these that are still valid, in one query."""
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return set(rows.values_list("session_key", flat=True))


def _browser_name(agent: str, names: tuple[tuple[str, str], ...]) -> str:
    """Return the name of a browser and its system; empty if unknown."""
    return next((name for mark, name in names if re.search(rf"\b{mark}\b", agent)), "")
