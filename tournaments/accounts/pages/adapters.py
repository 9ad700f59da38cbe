"""The hooks of allauth: rate limits, letters, redirects, and the length of a session."""

import logging
from datetime import timedelta
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.accounts.pages.passkey_host import host_of
from tournaments.accounts.writes import accounts
from tournaments.frame.networks import address_of
from tournaments.frame.pages.steps import is_address_here, onward
from tournaments.frame.writes import rate_limits
from tournaments.models import User

# Log-ins and failures by method: numbers of accounts, neither names nor addresses.
logger = logging.getLogger("tournaments.security")

# Our letter for each of allauth's, the name of its secret in the context, and how long that is valid.
CODE_LIFE = timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)
RESET_LIFE = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
LETTERS = {
    "account/email/login_code": ("account_login_code", "code", CODE_LIFE),
    "account/email/password_reset_key": ("account_new_password", "password_reset_url", RESET_LIFE),
    "account/email/email_confirmation": ("account_confirm", "activate_url", accounts.LINK_LIFE),
    "account/email/email_confirmation_signup": ("account_confirm", "activate_url", accounts.LINK_LIFE),
}


class AccountAdapter(DefaultAccountAdapter):
    """Accounts: a try is counted before the password is checked, and forgiven when it was right."""

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        own, of_address = rate_limits.failed_logins(address_of(request), credentials["email"])
        rate_limits.require_room(of_address)
        rate_limits.take(own)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        found: User | None = super().authenticate(request, **credentials)
        own, of_address = rate_limits.failed_logins(address_of(request), credentials["email"])
        if found is None:
            logger.warning("a password was wrong")
            rate_limits.count(of_address)
        else:
            rate_limits.forgive(own)
        return found

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Allow a log-in at once after a new password by a mailed link."""
        rate_limits.forgive(rate_limits.failed_logins(address_of(request), credentials["email"])[0])

    def reauthenticate(self, user: User, password: str) -> bool:
        found = self.authenticate(context.request, email=user.email, password=password)
        return found is not None and found.pk == user.pk

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Offer a mailed code to an account with neither password nor passkey."""
        found: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        by_code = {"id": "code", "description": "", "url": reverse("account_code_again")}
        return found or ([by_code] if user.is_authenticated else [])

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> Any:
        refused = super().pre_login(request, user, **kwargs)
        if refused is None:
            accounts.vouch(account=user)
        return refused

    def login(self, request: HttpRequest, user: User) -> None:
        super().login(request, user)
        # A date, not a number of seconds, which would start again with every change of the session.
        request.session.set_expiry(timezone.now() + settings.SESSION_LIFE)
        ways = [each["method"] for each in request.session.get("account_authentication_methods", ())]
        logger.info("account %s logged in by %s", user.pk, ways[-1] if ways else "link")

    def get_login_stages(self) -> list[str]:
        """Skip passkeys as a second factor: a passkey is a log-in by itself."""
        return ["allauth.account.stages.LoginByCodeStage", "allauth.account.stages.EmailVerificationStage"]

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponseRedirect:
        messages.error(request, _("This account is closed."))
        return HttpResponseRedirect(reverse("login"))

    def should_send_confirmation_mail(self, request: HttpRequest, email_address: Any, signup: bool) -> bool:
        """Send the letter again with a log-in once the last is an hour old; the page is the same either way."""
        return rate_limits.is_taken_along(rate_limits.confirmations(email_address.email))

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        if signup:
            # The first letter is always sent, and counted.
            rate_limits.is_taken_along(rate_limits.confirmations(emailconfirmation.email_address.email))
        super().send_confirmation_mail(request, emailconfirmation, signup)

    def confirm_email(self, request: HttpRequest, email_address: Any) -> bool:
        return accounts.confirm_address(address=email_address)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        kind, secret, life = LETTERS[template_prefix]
        accounts.send_letter(kind=kind, to=email, secret=context[secret], life=life)

    def get_reset_password_from_key_url(self, key: str) -> str:
        uid, _dash, token = key.partition("-")
        link = settings.SITE_URL + reverse("account_reset_password_from_key", args=[uid, token])
        return onward(context.request, link)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        return onward(request, settings.SITE_URL + reverse("account_confirm_email", args=[emailconfirmation.key]))

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        is_in = self.request.user.is_authenticated
        return reverse("account" if is_in else "login")

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        """Add no message: the pages say themselves what was done."""

    def is_ajax(self, request: HttpRequest) -> bool:
        """Treat every request as a page, in spite of its Accept header."""
        return False

    def is_safe_url(self, url: str) -> bool:
        """Allow redirects only to addresses of this site."""
        return is_address_here(context.request, url or "")

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the whole address, for the list of one's own log-ins."""
        return str(request.META.get("REMOTE_ADDR", "")) or "::"


class PasskeyAdapter(DefaultMFAAdapter):
    """Passkeys belong to the host of the site."""

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {"id": host_of(context.request), "name": "Settebello"}

    def generate_authenticator_name(self, user: Any, type: Any) -> str:  # noqa: A002 - the library's name for it
        return ""
