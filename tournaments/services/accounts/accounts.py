"""Accounts: made by the people who will log in with them, and whatever opens one changed by nobody else."""

from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.models import User
from tournaments.outbox.messages import to_account
from tournaments.policies import Actor
from tournaments.selectors import accounts as reading
from tournaments.services.accounts import invitations, passkeys, sessions, tokens
from tournaments.services.transactions.hmac_digest import digest
from tournaments.services.transactions.transaction import alone, record

# A link to a new address may wait for anybody who reads mail in the evening.
LINK_LIFE: Final = timedelta(days=settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS)


def own(account: User) -> Actor:
    """An account that does something to itself."""
    return Actor(user=account, label=str(account))


def register(*, name: str, email: str, password: str) -> User | None:
    """A new account; None where the address has one, whose owner is written to instead: nobody else learns of it."""
    email = email.strip().lower()
    # Hashing is slow on purpose: nobody else's write waits for it, and it is done whether the address is taken or not.
    account = User(email=email, name=name, password=make_password(password))
    with alone():
        try:
            with transaction.atomic():
                account.save()
        except IntegrityError:
            _tell_owner(email)
            return None
        EmailAddress.objects.create(user=account, email=email, primary=True, verified=False)
        record(by=own(account), verb="account_made", target=account, tournament=None)
    return account


def _tell_owner(email: str) -> None:
    """Somebody asked for an account with an address that has one: said once an hour, however often they ask."""
    hour = int(timezone.now().timestamp()) // 3600
    to_account("account_exists", email, key=f"{digest('account_exists', email).hex()[:32]}:{hour}")


def vouch(*, account: User) -> None:
    """Hold the address of an account for confirmed that was not made on the page: nobody was ever asked to confirm it.

    Such are accounts from before, from the command line, and from an older backup.
    """
    if EmailAddress.objects.filter(user=account).exists():
        return
    with alone():
        EmailAddress.objects.get_or_create(
            user=account, email=account.email, defaults={"primary": True, "verified": True}
        )


def set_password(*, account: User, password: str, is_reset: bool, session: str = "") -> None:
    """Give an account a new password, and end every session but ``session``, and the way to an address asked for.

    With ``is_reset`` it was by a mailed link: whatever else the account made to get in by ends too.
    """
    account.set_password(password)
    with alone():
        if is_reset:
            _leave_nothing_to_others(account)
        account.save(update_fields=["password"])
        # Its link needs no log-in: anybody who had the account meanwhile may have asked for it.
        EmailAddress.objects.filter(user=account, verified=False).exclude(email=account.email).delete()
        if is_reset:
            # Anybody who had the link reads the mailbox.
            _confirm_own(account)
        sessions.forget_others(account=account, session=session)
        verb = "password_reset" if is_reset else "password_changed"
        record(by=own(account), verb=verb, target=account, tournament=None)
        to_account("account_password_changed", account.email)


def _leave_nothing_to_others(account: User) -> None:
    """End what others who had the password may have made to come back by: offers, tokens, also of clubs, passkeys.

    It goes first, for the events of the offers are held before accounts and their log.
    """
    invitations.revoke_all_made(by=own(account), maker=account)
    tokens.revoke_all_made(by=own(account), maker=account)
    passkeys.forget_all(account=account)


def confirm_by_code(*, account: User, email: str) -> None:
    """Hold an address for confirmed whose mail was read to log in; where it was not before, nobody else is left in.

    A person who registers with somebody else's address knows the password: with it they would share the account of the
    owner, who logs in by a mailed code without ever having seen that page.
    """
    address = EmailAddress.objects.filter(user=account, email=email, verified=False).first()
    if address is None:
        return
    account.set_unusable_password()
    with alone():
        _leave_nothing_to_others(account)
        account.save(update_fields=["password"])
        sessions.forget_others(account=account, session="")
        confirm_address(address=address)


def _confirm_own(account: User) -> None:
    EmailAddress.objects.filter(user=account).exclude(email=account.email).delete()
    EmailAddress.objects.update_or_create(
        user=account, email=account.email, defaults={"primary": True, "verified": True}
    )


def ask_for_address(*, account: User, email: str) -> EmailAddress | None:
    """Note the address that an account wants to have; None where another account has it, whose owner is written to."""
    email = email.strip().lower()
    with alone():
        User.objects.select_for_update().get(pk=account.pk)
        if reading.by_address(email) is not None:
            _tell_owner(email)
            return None
        vouch(account=account)
        EmailAddress.objects.filter(user=account, verified=False).exclude(email=account.email).delete()
        wanted, _made = EmailAddress.objects.get_or_create(
            user=account, email=email, defaults={"primary": False, "verified": False}
        )
        record(by=own(account), verb="email_asked", target=account, tournament=None)
    return wanted


def confirm_address(*, address: EmailAddress) -> bool:
    """Hold an address for confirmed; a new one takes the place of the old. False where somebody else has it by now."""
    try:
        with alone():
            return _confirm(address)
    except IntegrityError:
        # Two accounts wanted one address, and the other's owner was a moment sooner.
        return False


def _confirm(address: EmailAddress) -> bool:
    account = User.objects.select_for_update().get(pk=address.user_id)
    before = account.email
    holder = reading.by_address(address.email)
    if holder is not None and holder.pk != account.pk:
        return False
    if not EmailAddress.objects.filter(pk=address.pk, user=account).exists():
        # Its owner has asked for another one since.
        return False
    EmailAddress.objects.filter(user=account).exclude(pk=address.pk).delete()
    EmailAddress.objects.filter(pk=address.pk).update(verified=True, primary=True)
    address.verified = address.primary = True
    if before != address.email:
        account.email = address.email
        account.save(update_fields=["email"])
        to_account("account_email_changed", before)
    verb = "email_confirmed" if before == address.email else "email_changed"
    record(by=own(account), verb=verb, target=account, tournament=None)
    return True


def send_letter(*, kind: str, to: str, secret: str, life: timedelta) -> None:
    """Write the mail that carries a code or a link; the secret is kept no longer than until it is sent."""
    with alone():
        to_account(kind, to, secret=secret, until=timezone.now() + life)
