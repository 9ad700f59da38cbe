"""How often an address may try: counted in the cache, forgotten by itself, never a lock on an account or a table."""

from dataclasses import dataclass

from django.core.cache import cache

from tournaments.errors import RefusedError


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``most`` tries of one ``kind`` by ``who`` within ``minutes``."""

    kind: str
    who: str
    most: int
    minutes: int = 15

    @property
    def key(self) -> str:
        return f"throttle:{self.kind}:{self.who}"


def wrong_codes(address: str) -> Limit:
    """Wrong table codes from one address."""
    return Limit("code", address, most=20)


def failed_logins(address: str, account: str) -> tuple[Limit, ...]:
    """Failed log-ins from one address: few for one account, more in all, so that a hall's shared address can go on."""
    account = account.strip().lower()
    return (Limit("login", f"{address}|{account}", most=10), Limit("login", address, most=100))


def sign_ups(address: str) -> Limit:
    """Accounts and entries made from one address."""
    return Limit("sign_up", address, most=100)


def require_room(*limits: Limit) -> None:
    """Refuse when one of ``limits`` is used up."""
    for limit in limits:
        if cache.get(limit.key, 0) >= limit.most:
            raise RefusedError("too_many_tries", minutes=limit.minutes)


def count(*limits: Limit) -> None:
    """Count one try against each of ``limits``; the first one starts its time."""
    for limit in limits:
        cache.add(limit.key, 0, timeout=limit.minutes * 60)
        try:
            cache.incr(limit.key)
        except ValueError:
            # It ran out between the two calls: this try begins a new time.
            cache.set(limit.key, 1, timeout=limit.minutes * 60)
