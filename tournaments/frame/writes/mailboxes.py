"""Rate limits by mailbox: how many letters a day a stranger can cause there."""

from allauth.account.models import EmailAddress

from tournaments.frame.writes import rate_limits
from tournaments.models import Entry, User


def may_be_told(account: User | None, address: str) -> bool:
    """Return whether a letter about an entry goes to ``address``, which was typed with it; called inside the write.

    Always if it is a confirmed address of the account; otherwise a few times a day, over all events.
    """
    return _is_own(account, address) or rate_limits.is_taken_along(rate_limits.sign_up_letters(address))


def may_be_told_again(entry: Entry) -> bool:
    """Return whether one more letter reports a decision on an entry: a few a day, however often it is decided again."""
    return bool(entry.contact) and rate_limits.is_taken_along(rate_limits.decision_letters(entry.pk))


def _is_own(account: User | None, address: str) -> bool:
    own = EmailAddress.objects.filter(user=account, email__iexact=address.strip(), verified=True)
    return account is not None and own.exists()
