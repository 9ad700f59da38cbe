"""Accounts: made by their owners, who alone change password and address; and the text of the mails about that."""

from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import override

from tournaments.accounts.reads import accounts
from tournaments.accounts.writes import invitations, passkeys, sessions, tokens
from tournaments.frame.policies import Actor
from tournaments.frame.writes.seals import digest
from tournaments.frame.writes.transaction import alone, record
from tournaments.models import OutboxMessage, User
from tournaments.outbox.messages import to_account

OF_ACCOUNTS = "account_"


def letter_text(message: OutboxMessage) -> str | None:
    """Return the text of a mail about an account; None when the code or link in it no longer works."""
    payload = message.payload
    until = payload.get("until")
    if until and datetime.fromisoformat(until) <= timezone.now():
        return None
    context = {"email": payload["to"], "site": settings.SITE_URL, "secret": payload.get("secret", "")}
    with override(payload["language"]):
        return render_to_string(f"mail/{message.kind}.txt", context)


# How long a link to a new address works: long enough for people who read mail in the evening.
LINK_LIFE: Final = timedelta(days=settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS)


def own_account(account: User) -> Actor:
    """Return the actor for an account that acts on itself."""
    return Actor(user=account, label=str(account))


def register(*, name: str, email: str, password: str) -> User | None:
    """Create an account; None where the address has one. Its owner is told by mail, the visitor learns nothing."""
    email = email.strip().lower()
    # Hashing is slow on purpose. It holds no lock, and it is done whether or not the address has an account.
    account = User(email=email, name=name, password=make_password(password))
    with alone():
        try:
            with transaction.atomic():
                account.save()
        except IntegrityError:
            _tell_owner(email)
            return None
        EmailAddress.objects.create(user=account, email=email, primary=True, verified=False)
        record(by=own_account(account), verb="account_made", target=account, tournament=None)
    return account


def _tell_owner(email: str) -> None:
    """Tell the owner by mail that somebody tried to register with their address; at most once an hour."""
    hour = int(timezone.now().timestamp()) // 3600
    to_account("account_exists", email, key=f"{digest('account_exists', email).hex()[:32]}:{hour}")


def vouch(*, account: User) -> None:
    """Mark the address of an account not made on the page as confirmed: nobody was asked to confirm it.

    Such accounts come from before, from the command line, or from an older backup.
    """
    if EmailAddress.objects.filter(user=account).exists():
        return
    with alone():
        EmailAddress.objects.get_or_create(
            user=account, email=account.email, defaults={"primary": True, "verified": True}
        )


def set_password(*, account: User, password: str, is_reset: bool, session: str = "") -> None:
    """Set a new password; end every session but ``session``, and the link to a new address.

    With ``is_reset`` it came by a mailed link: everything else by which the account can be entered ends too.
    """
    account.set_password(password)
    with alone():
        if is_reset:
            _leave_nothing_to_others(account)
        account.save(update_fields=["password"])
        # The link needs no log-in: anybody who had the account meanwhile may have asked for it.
        EmailAddress.objects.filter(user=account, verified=False).exclude(email=account.email).delete()
        if is_reset:
            # The link proves that its reader reads the mailbox.
            EmailAddress.objects.filter(user=account).exclude(email=account.email).delete()
            EmailAddress.objects.update_or_create(
                user=account, email=account.email, defaults={"primary": True, "verified": True}
            )
        sessions.forget_others(account=account, session=session)
        verb = "password_reset" if is_reset else "password_changed"
        record(by=own_account(account), verb=verb, target=account, tournament=None)
        to_account("account_password_changed", account.email)


def _leave_nothing_to_others(account: User) -> None:
    """End invitations, tokens (also of clubs) and passkeys that an intruder with the password may have made.

    Called first: the events of the invitations are locked before accounts and their log.
    """
    invitations.revoke_all_made(by=own_account(account), maker=account)
    tokens.revoke_all_made(by=own_account(account), maker=account)
    passkeys.forget_all(account=account)


def confirm_by_code(*, account: User, email: str) -> None:
    """Confirm the address that received a log-in code; if it was not confirmed before, end all other access.

    A person who registers with somebody else's address knows the password. Without this they would share the account
    with the owner, who logs in by a mailed code and has never seen that page.
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


def ask_for_address(*, account: User, email: str) -> EmailAddress | None:
    """Note the address that an account wants; None where another account has it, and its owner is told by mail."""
    email = email.strip().lower()
    with alone():
        User.objects.select_for_update().get(pk=account.pk)
        if accounts.by_address(email) is not None:
            _tell_owner(email)
            return None
        vouch(account=account)
        EmailAddress.objects.filter(user=account, verified=False).exclude(email=account.email).delete()
        wanted, _made = EmailAddress.objects.get_or_create(
            user=account, email=email, defaults={"primary": False, "verified": False}
        )
        record(by=own_account(account), verb="email_asked", target=account, tournament=None)
    return wanted


def confirm_address(*, address: EmailAddress) -> bool:
    """Confirm an address; a new one replaces the old one. False where another account has it by now."""
    try:
        with alone(), transaction.atomic():
            account = User.objects.select_for_update().get(pk=address.user_id)
            before = account.email
            holder = accounts.by_address(address.email)
            if holder is not None and holder.pk != account.pk:
                return False
            if not EmailAddress.objects.filter(pk=address.pk, user=account).exists():
                # The owner has asked for another address since.
                return False
            EmailAddress.objects.filter(user=account).exclude(pk=address.pk).delete()
            EmailAddress.objects.filter(pk=address.pk).update(verified=True, primary=True)
            address.verified = address.primary = True
            if before != address.email:
                account.email = address.email
                account.save(update_fields=["email"])
                to_account("account_email_changed", before)
            verb = "email_confirmed" if before == address.email else "email_changed"
            record(by=own_account(account), verb=verb, target=account, tournament=None)
            return True
    except IntegrityError:
        # Two accounts wanted one address, and the other confirmed it first.
        return False


def send_letter(*, kind: str, to: str, secret: str, life: timedelta) -> None:
    """Queue the mail that carries a code or a link; the secret is kept only until it is sent."""
    with alone():
        to_account(kind, to, secret=secret, until=timezone.now() + life)
